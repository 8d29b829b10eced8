use super::{all_fail, all_pass, see};
use crate::checks::passes;

#[test]
fn functions_are_compared_by_what_they_take() {
    for contract in
        ["export function add(a, b)", "export function add(a: number, b: number): number;"]
    {
        all_pass(
            "add.js",
            contract,
            &[
                "export function add(a, b) { return a + b; }",
                "export const add = (a, b) => a + b;",
                "export const add = function (x, y) { return x + y; };",
                "function add(a, b) { return a + b; }\nexport { add };",
                "function add(a, b) { return a + b; }\nmodule.exports = { add };",
                "module.exports = { add(a, b) { return a + b; } };",
                "module.exports = { add: (a, b) => a + b, other: 1 };",
                "exports.add = function (a, b) { return a + b; };",
                "module.exports.add = (a, b) => a + b;",
                "const plus = (a, b) => a + b;\nmodule.exports = { add: plus };",
                "'use strict';\nfunction add(a, b) { return a + b; }\nmodule.exports.add = add;",
                "function add(a, b) { return a + b; }\nmodule.exports = add;",
            ],
        );
        all_fail(
            "add.js",
            contract,
            &[
                ("export function add(a) { return a; }", "1 parameter"),
                ("export function add(a, ...b) { return a; }", "rest parameter"),
                ("export function add(a, b = 1) { return a; }", "may be left out"),
                ("function add(a, b) { return a + b; }", "Export it"),
                ("module.exports = { plus: (a, b) => a + b };", "has no `add`"),
                ("export const add = 1;", "it is a value"),
            ],
        );
    }
}

#[test]
fn objects_and_classes_are_compared_by_their_members() {
    let contract = "export const svc: { run(x: number): void; stop(): void };";
    all_pass(
        "svc.mjs",
        contract,
        &[
            "export const svc = { run(x) {}, stop: () => {} };",
            "const run = (x) => {};\nfunction stop() {}\nexport const svc = { run, stop };",
        ],
    );
    all_fail(
        "svc.mjs",
        contract,
        &[
            ("export const svc = { run(x) {} };", "it has no `stop()`"),
            ("export const svc = { run() {}, stop() {} };", "`run`"),
        ],
    );
    let class =
        "export class Stack<T> { push(item: T): void; static of(): Stack<T>; get size(): number }";
    all_pass(
        "s.js",
        class,
        &[
            "export class Stack extends Base { push(item) {} static of() {} get size() { return 1 } #x = 1 }",
            "class Stack { size = 0; push = (item) => {}; static of() {} }\nmodule.exports = { Stack };",
        ],
    );
    all_fail(
        "s.js",
        class,
        &[
            ("export class Stack { push(item) {} of() {} get size() {} }", "of the class itself"),
            ("export class Stack { push() {} static of() {} get size() {} }", "`push`"),
        ],
    );
    all_pass(
        "c.jsx",
        "export function Button(props)",
        &["export function Button({ label }) { return <b>{label}</b>; }"],
    );
}

#[test]
fn required_files_are_followed() {
    let files = [
        ("index.cjs", "const { add } = require('./impl.cjs');\nmodule.exports = { add };"),
        ("impl.cjs", "exports.add = (a, b) => a + b;"),
    ];
    passes("require", &see(&files, &["export function add(a, b)"]));
    let files = [
        ("index.js", "module.exports = require('./impl');"),
        ("impl.js", "exports.add = (a, b) => a + b;"),
    ];
    passes("all of it", &see(&files, &["export function add(a, b)"]));
}
