use countersign_runner::exports;

use crate::checks::tree;

fn text(files: &[(&str, &str)], signatures: &[&str]) -> Option<String> {
    let signatures: Vec<String> = signatures.iter().map(|text| (*text).to_owned()).collect();
    exports::assertion(&tree(files), files[0].0, &signatures).unwrap()
}

#[test]
fn every_kind_of_signature_becomes_an_assertion() {
    let source = "import type { Item as It } from './types.js';\nexport function add() {}";
    let signatures = [
        "export function add(a: number, b?: number, ...c: string[]): Promise<It>;",
        "export const svc: { run(x: number): void };",
        "export class Stack<T extends object> { constructor(n: number); push(item: T): void; static of(): Stack<object>; readonly size: number }",
        "export type State = 'a' | 'b';",
        "export interface Shape<T> { value: T; next?: Shape<T> }",
    ];
    let text = text(&[("src/a.service.ts", source)], &signatures).unwrap();
    for line in [
        "import * as implementation from './a.service.js';",
        "import type { Item as It } from './types.js';",
        "import type { Stack } from './a.service.js';",
        "export const value1: (a: number, b?: number, ...c: string[]) => Promise<It> = implementation.add;",
        "export const stated1: IsAny<typeof implementation.add> = false;",
        "export const value2: { run(x: number): void } = implementation.svc;",
        "export function has3<T extends object>(found: implementation.Stack<T>): { push(item: T): void; readonly size: number; } { return found; }",
        "export const class3: { of(): Stack<object>; } = implementation.Stack;",
        "export function has4(found: implementation.State): 'a' | 'b' { return found; }",
        "export function takes4(wanted: 'a' | 'b'): implementation.State { return wanted; }",
        "export function has5<T>(found: implementation.Shape<T>): { value: T; next?: Shape<T>; } { return found; }",
    ] {
        assert!(text.contains(line), "no {line:?} in\n{text}");
    }
}

#[test]
fn lines_that_separate_members_are_kept() {
    let signature = "export const svc: {\n  run(x: number): void\n  stop(): void\n};";
    let text = text(&[("a.ts", "export const svc = {};")], &[signature]).unwrap();
    assert!(text.contains("run(x: number): void\n  stop(): void\n}"), "{text}");
}

#[test]
fn what_cannot_be_asserted_is_left_out() {
    assert_eq!(text(&[("a.py", "x = 1")], &["def f(): ..."]), None);
    assert_eq!(
        text(&[("a.ts", "export const x = 1;")], &["export function f(a: Unknown): void;"]),
        None
    );
    assert_eq!(text(&[("a.ts", "export const x = 1;")], &["helper(x: number): void;"]), None);
    assert_eq!(text(&[("a.ts", "export const x = ;")], &["export const x: number;"]), None);
    let both = text(
        &[("a.ts", "export const x = 1;")],
        &["export function f(a: Unknown): void;", "export const x: number;"],
    )
    .unwrap();
    assert!(both.contains("implementation.x") && !both.contains("implementation.f"), "{both}");
}
