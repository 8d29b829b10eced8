//! Whatever stands in the file or in the contract, there is an answer.

use countersign_runner::exports;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::checks::tree;

const PATHS: [&str; 6] = ["a.ts", "a.tsx", "a.js", "a.py", "a.rs", "a.go"];

fn code() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "export ",
        "function ",
        "class ",
        "interface ",
        "type ",
        "enum ",
        "const ",
        "default ",
        "add",
        "T",
        "x",
        ": ",
        "= ",
        "=> ",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        "|",
        "&",
        ",",
        ";",
        "\n",
        "    ",
        "def ",
        "async ",
        "-> ",
        "...",
        "*",
        "@",
        "'",
        "\"",
        "self",
        "pub ",
        "fn ",
        "struct ",
        "impl ",
        "trait ",
        "where ",
        "use ",
        "mod ",
        "::",
        "func ",
        "package p\n",
        "map[",
        "chan ",
        "import ",
        "from ",
        "'./b'",
        "number",
        "int",
        "Optional[",
        "Union[",
        "readonly ",
        "keyof ",
        "extends ",
        "1",
        "`",
        "#",
        "//",
        "/*",
        "*/",
        "\u{0}",
        "ß",
    ]);
    prop_oneof![
        3 => vec(words, 0..40).prop_map(|words| words.concat()),
        1 => ".{0,60}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_it_panic(path in prop::sample::select(PATHS.to_vec()), file in code(), other in code(), signatures in vec(code(), 1..4)) {
        let room = tree(&[(path, &file), ("b.ts", &other), ("b.py", &other)]);
        exports::see(&room, path, &signatures);
        exports::assertion(&room, path, &signatures).unwrap();
    }

    #[test]
    fn a_file_has_its_own_signatures(name in "[a-z]{3,8}", types in vec("number|string|boolean|Foo|Foo<Bar>|string\\[\\]|'a' \\| 'b'", 0..4)) {
        let parameters: Vec<String> = types.iter().enumerate().map(|(at, ty)| format!("p{at}: {ty}")).collect();
        let signature = format!("export function f_{name}({}): void", parameters.join(", "));
        let seen = exports::see(&tree(&[("a.ts", format!("{signature} {{}}"))]), "a.ts", &[signature]);
        prop_assert_eq!(seen.finding, countersign_core::Finding::Pass, "{}", seen.reason);
    }
}

#[test]
fn deep_and_circular_texts_have_an_end() {
    let deep = |open: &str, close: &str| {
        format!("export type A = {}x{};", open.repeat(5_000), close.repeat(5_000))
    };
    let circular = "type A = B | A[]; type B = A | B[]; type C = { a: C; b: C; c: D }; type D = { a: D; b: C; c: C };\nexport function f(x: A, y: C): B { return x }";
    let itself =
        "const a = { x: a, y: a, z: b };\nconst b = { x: a, y: b, z: b };\nexport { a, b };";
    let union = format!("export type A = {};", vec!["'x'"; 20_000].join(" | "));
    for text in [
        deep("(", ")"),
        deep("[", "]"),
        deep("{ a: ", " }"),
        deep("Array<", ">"),
        circular.to_owned(),
        itself.to_owned(),
        union,
    ] {
        let room = tree(&[("a.ts", text)]);
        exports::see(
            &room,
            "a.ts",
            &[
                "export type A = { x: B };".to_owned(),
                "export function f(x: B, y: D): A;".to_owned(),
                "export const a: { x: C };".to_owned(),
            ],
        );
    }
    let members = "interface C { a: C; b: C; c: C; d: C; e: string }\ninterface D { a: D; b: D; c: D; d: D; e: number }\nexport const a: D = make();";
    exports::see(
        &tree(&[("a.ts", members)]),
        "a.ts",
        &["export const a: C;".to_owned(), "export const a: { a: C };".to_owned()],
    );
    let python = format!("x: {}int{} = 1\n", "list[".repeat(3_000), "]".repeat(3_000));
    exports::see(&tree(&[("a.py", python)]), "a.py", &["x: int".to_owned()]);
    let rust = format!("pub type A = {}u8{};", "Box<".repeat(3_000), ">".repeat(3_000));
    exports::see(&tree(&[("a.rs", rust)]), "a.rs", &["pub type A = u8;".to_owned()]);
}
