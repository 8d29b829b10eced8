use super::{all_fail, all_pass, see};
use crate::checks::{is_undecided, passes};

#[test]
fn a_function_is_found_in_every_form_of_the_contract() {
    let honest = [
        "pub fn add(a: i32, b: i32) -> i32 { a + b }",
        "pub fn add(x: i32, mut y: i32) -> i32 { x + y }",
        "/// Adds.\n#[must_use]\n#[inline]\npub const fn add(\n    a: i32,\n    b: i32,\n) -> i32 {\n    a + b\n}",
        "type Number = i32;\npub fn add(a: Number, b: Number) -> Number { a + b }",
        "mod imp { pub fn add(a: i32, b: i32) -> i32 { a + b } }\npub use imp::add;",
        "mod imp { pub fn plus(a: i32, b: i32) -> i32 { a + b } }\npub use self::imp::{plus as add};",
    ];
    for contract in [
        "pub fn add(a: i32, b: i32) -> i32;",
        "pub fn add(a: i32, b: i32) -> i32",
        "pub fn add(a: i32, b: i32) -> i32 { ... }",
        "pub fn add(a: i32, b: i32) -> i32 { todo!() }",
        "fn add(a: i32, b: i32) -> i32;",
    ] {
        all_pass("src/lib.rs", contract, &honest);
    }
    all_fail(
        "src/lib.rs",
        "pub fn add(a: i32, b: i32) -> i32;",
        &[
            ("fn add(a: i32, b: i32) -> i32 { a }", "cannot reach it"),
            ("pub(crate) fn add(a: i32, b: i32) -> i32 { a }", "cannot reach it"),
            (
                "pub fn add(a: i64, b: i32) -> i32 { b }",
                "parameter 1 (`a`) is `i64`, the contract says `i32`",
            ),
            ("pub fn add(a: i32) -> i32 { a }", "1 parameter"),
            ("pub fn add(a: i32, b: i32) { }", "its return type is `()`, the contract says `i32`"),
            ("pub fn add(a: i32, b: i32) -> Option<i32> { None }", "`Option<i32>`"),
            ("pub async fn add(a: i32, b: i32) -> i32 { a }", "it is asynchronous"),
            ("pub fn add<T>(a: T, b: T) -> T { a }", "type parameters"),
            ("pub fn sum(a: i32, b: i32) -> i32 { a }", "has no `add`"),
            ("mod inner { pub fn add(a: i32, b: i32) -> i32 { a } }", "has no `add`"),
            (
                "macro_rules! f { () => { pub fn add(a: i32, b: i32) -> i32 { a } } }",
                "has no `add`",
            ),
            ("pub fn add(a: i32, b: i32 -> i32 { a }", "cannot be parsed: line 1"),
        ],
    );
    all_pass(
        "src/lib.rs",
        "fn helper(x: u8);",
        &["fn helper(x: u8) {}", "pub(crate) fn helper(y: u8) -> () {}"],
    );
}

#[test]
fn types_are_compared_by_what_they_mean() {
    let pairs = [
        ("HashMap<String, Vec<u8>>", "std::collections::HashMap<String,Vec<u8>>"),
        ("&'a str", "&str"),
        ("&str", "&'static str"),
        ("Box<dyn Error + Send>", "Box<dyn Send + std::error::Error>"),
        ("io::Result<()>", "Result<(), std::io::Error>"),
        ("io::Result<usize>", "std::io::Result<usize>"),
        ("impl Iterator<Item = u8> + 'a", "impl Iterator<Item = u8>"),
        ("(u8, String)", "(u8, String,)"),
        ("[u8; 4]", "[u8; 4]"),
        ("fn(i32) -> u8", "fn(x: i32) -> u8"),
        ("Option<&mut T>", "Option<&'b mut T>"),
        ("Cow<'a, str>", "Cow<str>"),
        ("*const u8", "*const u8"),
        ("impl Fn(i32) -> bool", "impl Fn(i32) -> bool"),
        ("fmt::Result", "std::fmt::Result"),
    ];
    for (wanted, found) in pairs {
        all_pass(
            "a.rs",
            &format!("pub fn f(x: {wanted}) -> {wanted};"),
            &[&format!("pub fn f(x: {found}) -> {found} {{ x }}")],
        );
    }
    let others = [
        ("&str", "&mut str"),
        ("&str", "String"),
        ("Vec<u8>", "Vec<u16>"),
        ("Option<T>", "T"),
        ("[u8; 4]", "[u8; 5]"),
        ("impl Fn(i32) -> bool", "impl FnMut(i32) -> bool"),
        ("*const u8", "*mut u8"),
        ("Box<dyn A>", "Box<dyn B>"),
        ("(u8, u16)", "(u16, u8)"),
        ("Result<u8, A>", "Result<u8, B>"),
        ("&[u8]", "&[u8; 4]"),
    ];
    for (wanted, found) in others {
        let implementation = format!("pub fn f(x: {found}) {{}}");
        all_fail(
            "a.rs",
            &format!("pub fn f(x: {wanted});"),
            &[(&implementation, "the contract says")],
        );
    }
    all_pass(
        "a.rs",
        "pub fn load(path: &Path) -> Result<Config, LoadError>;",
        &[
            "pub type Result<T> = std::result::Result<T, LoadError>;\npub fn load(path: &Path) -> Result<Config> { todo!() }",
        ],
    );
}

#[test]
fn generics_are_compared_by_place_and_bounds() {
    let contract = "pub fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T>;";
    all_pass(
        "a.rs",
        contract,
        &[
            "pub fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T> { None }",
            "pub fn largest<E>(items: &[E]) -> Option<E> where E: Copy + PartialOrd { None }",
            "pub fn largest<'a, T: Copy + std::cmp::PartialOrd>(items: &'a [T]) -> Option<T> { None }",
        ],
    );
    all_fail(
        "a.rs",
        contract,
        &[
            ("pub fn largest<T: Ord>(items: &[T]) -> Option<T> { None }", "type parameters"),
            ("pub fn largest(items: &[i32]) -> Option<i32> { None }", "type parameters"),
        ],
    );
    all_pass(
        "a.rs",
        "pub fn zeros<const N: usize>() -> [u8; N];",
        &["pub fn zeros<const N: usize>() -> [u8; N] { [0; N] }"],
    );
    all_pass(
        "a.rs",
        "pub async fn fetch(url: &str) -> Result<String, Error>;",
        &[
            "pub async fn fetch(url: &str) -> Result<String, Error> { todo!() }",
            "pub fn fetch(url: &str) -> impl Future<Output = Result<String, Error>> + Send { async { todo!() } }",
        ],
    );
}

#[test]
fn structs_with_their_methods() {
    let declared =
        "#[derive(Debug, Clone)]\npub struct Stack<T> { pub limit: usize, items: Vec<T> }";
    all_pass(
        "s.rs",
        declared,
        &[
            "#[derive(Clone, Debug, Default)]\npub struct Stack<T> {\n    items: Vec<T>,\n    pub limit: usize,\n    extra: u8,\n}",
            "#[derive(Clone)]\npub struct Stack<E> { pub limit: usize, items: Vec<E> }\nimpl<E> std::fmt::Debug for Stack<E> { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) } }",
        ],
    );
    all_fail(
        "s.rs",
        declared,
        &[
            (
                "#[derive(Clone)]\npub struct Stack<T> { pub limit: usize, items: Vec<T> }",
                "not declared as a `Debug`",
            ),
            (
                "#[derive(Debug, Clone)]\npub struct Stack<T> { limit: usize, items: Vec<T> }",
                "it is not public",
            ),
            (
                "#[derive(Debug, Clone)]\npub struct Stack<T> { pub limit: u8, items: Vec<T> }",
                "`limit` (line 2): its type is `u8`, the contract says `usize`",
            ),
            ("#[derive(Debug, Clone)]\npub struct Stack<T>(Vec<T>);", "it has no `limit: usize`"),
            ("#[derive(Debug, Clone)]\npub enum Stack<T> { A(T) }", "it is an enum"),
        ],
    );
    let methods = "impl<T> Stack<T> {\n    pub fn new() -> Self;\n    pub fn push(&mut self, item: T);\n    pub fn peek(&self) -> Option<&T>;\n}";
    let body = "pub fn push(&mut self, item: T) {} pub fn peek(&self) -> Option<&T> { None }";
    let honest = [
        format!("pub struct Stack<T>(Vec<T>);\nimpl<T> Stack<T> {{ pub fn new() -> Self {{ Stack(vec![]) }} {body} }}"),
        format!("pub struct Stack<T>(Vec<T>);\nimpl<T> Stack<T> {{ pub fn new() -> Stack<T> {{ Stack(vec![]) }} }}\nimpl<T> Stack<T> {{ {body} }}"),
        "pub struct Stack<T>(Vec<T>);\nimpl<E> Stack<E> { #[must_use] pub const fn new() -> Self { x } pub fn push(&mut self, e: E) {} pub fn peek<'a>(&'a self) -> Option<&'a E> { None } fn own(&self) {} }".to_owned(),
        format!("pub enum Stack<T> {{ A(T) }}\nimpl<T: Clone> Stack<T> where T: Send {{ pub fn new() -> Self {{ x }} {body} }}"),
    ];
    let honest: Vec<&str> = honest.iter().map(String::as_str).collect();
    all_pass("s.rs", methods, &honest);
    all_fail(
        "s.rs",
        methods,
        &[
            (
                "pub struct Stack<T>(Vec<T>);\nimpl<T> Stack<T> { pub fn new() -> Self { x } pub fn push(&mut self, item: T) {} }",
                "it has no `peek()`",
            ),
            (
                "pub struct Stack<T>(Vec<T>);\nimpl<T> Stack<T> { pub fn new() -> Self { x } fn push(&mut self, item: T) {} pub fn peek(&self) -> Option<&T> { None } }",
                "`push` (line 2): it is not public",
            ),
            (
                "pub struct Stack<T>(Vec<T>);\nimpl<T> Stack<T> { pub fn new() -> Self { x } pub fn push(&self, item: T) {} pub fn peek(&self) -> Option<&T> { None } }",
                "its receiver is `&self`, the contract says `&mut self`",
            ),
            (
                "pub struct Stack<T>(Vec<T>);\nimpl<T> Stack<T> { pub fn new() -> Option<Self> { x } pub fn push(&mut self, item: T) {} pub fn peek(&self) -> Option<&T> { None } }",
                "`new`",
            ),
        ],
    );
    all_pass(
        "s.rs",
        "pub fn push(&mut self, item: T);",
        &[
            "pub struct S<T>(T);\nimpl<T> S<T> { pub fn push(&mut self, item: T) {} }",
            "pub trait Push<T> { fn push(&mut self, item: T); }",
        ],
    );
    all_fail(
        "s.rs",
        "pub fn push(&mut self, item: T);",
        &[
            (
                "pub struct S<T>(T);\nimpl<T> S<T> { fn push(&mut self, item: T) {} }",
                "cannot reach it",
            ),
            ("pub struct S;", "has no `push`"),
        ],
    );
    all_pass(
        "s.rs",
        "pub fn build(self) -> Server;",
        &[
            "pub struct Server;\npub struct Builder;\nimpl Builder { pub fn build(mut self) -> Server { Server } }",
        ],
    );
}

#[test]
fn enums_traits_and_values() {
    all_pass(
        "a.rs",
        "pub enum Shape { Circle(f64), Square { side: f64 }, Empty }",
        &[
            "#[derive(Debug)]\npub enum Shape {\n    Empty,\n    Circle(f64),\n    Square { side: f64 },\n}",
        ],
    );
    all_fail(
        "a.rs",
        "pub enum Shape { Circle(f64), Empty }",
        &[
            ("pub enum Shape { Circle(f64) }", "it has no `Empty`"),
            ("pub enum Shape { Circle(f32), Empty }", "`Circle`"),
            ("pub enum Shape { Circle(f64), Empty(u8) }", "`Empty`"),
        ],
    );
    let contract = "pub trait Store: Send + Sync {\n    type Error;\n    const LIMIT: usize;\n    fn get(&self, key: &str) -> Result<Option<String>, Self::Error>;\n}";
    all_pass(
        "a.rs",
        contract,
        &[
            "pub trait Store: Sync + Send + 'static {\n    type Error: std::error::Error;\n    const LIMIT: usize = 3;\n    fn get(&self, key: &str) -> Result<Option<String>, Self::Error>;\n    fn len(&self) -> usize { 0 }\n}",
        ],
    );
    all_fail(
        "a.rs",
        contract,
        &[
            (
                "pub trait Store: Send {\n type Error; const LIMIT: usize; fn get(&self, key: &str) -> Result<Option<String>, Self::Error>; }",
                "not declared as a `Sync`",
            ),
            (
                "pub trait Store: Send + Sync {\n type Error; const LIMIT: usize; fn get(&self, key: String) -> Result<Option<String>, Self::Error>; }",
                "`get`",
            ),
            ("pub struct Store;", "it is a struct, the contract says a trait"),
        ],
    );
    all_pass(
        "a.rs",
        "pub const MAX: usize = 10;",
        &["pub const MAX: usize = 10;", "pub const MAX: usize = compute();"],
    );
    all_pass("a.rs", "pub const MAX: usize;", &["pub const MAX: usize = 3;"]);
    all_fail(
        "a.rs",
        "pub const MAX: usize = 10;",
        &[
            ("pub const MAX: u32 = 10;", "`u32`"),
            ("pub const MAX: usize = 11;", "its value is `11`"),
        ],
    );
    all_pass(
        "a.rs",
        "pub type Callback = Box<dyn Fn(u8) -> bool>;",
        &["pub type Callback = Box<dyn Fn(u8) -> bool>;"],
    );
    all_pass("a.rs", "pub struct Id(pub u64);", &["#[derive(Debug)]\npub struct Id(pub u64);"]);
    all_fail(
        "a.rs",
        "pub struct Id(pub u64);",
        &[("pub struct Id(u64);", "it is not public"), ("pub struct Id(pub u32);", "`u32`")],
    );
    all_pass(
        "a.rs",
        "impl Display for Id {}",
        &[
            "pub struct Id(u8);\nimpl std::fmt::Display for Id { fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result { Ok(()) } }",
        ],
    );
    all_fail(
        "a.rs",
        "impl Display for Id {}",
        &[("pub struct Id(u8);", "not declared as a `Display`")],
    );
}

#[test]
fn methods_without_their_type_keep_the_names_of_their_block() {
    let block = "pub struct Fold<P, I> { p: P, i: I }\nimpl<Parser, Input> Fold<Parser, Input> { pub fn new(input: Input) -> Self { x } pub fn run(self) -> Result<Parser, Input> { x } }";
    all_pass("a.rs", "pub fn run(self) -> Result<Parser, Input>;", &[block]);
    all_pass("a.rs", "pub fn new(input: Input) -> Self;", &[block]);
    all_pass("a.rs", "impl<P, I> Fold<P, I> { pub fn run(self) -> Result<P, I>; }", &[block]);
    all_fail(
        "a.rs",
        "impl<P, I> Fold<P, I> { pub fn run(self) -> Result<I, P>; }",
        &[(block, "`run`")],
    );
    all_pass(
        "a.rs",
        "pub fn is<T: Any>(&self) -> bool;",
        &["pub trait S {}\nimpl dyn S { pub fn is<T: Any>(&self) -> bool { true } }"],
    );
}

#[test]
fn what_a_macro_makes_cannot_be_seen() {
    let seen = see(
        &[("a.rs", "feature! {\n    pub fn add(a: i32, b: i32) -> i32 { a + b }\n}\n")],
        &["pub fn add(a: i32, b: i32) -> i32;"],
    );
    is_undecided("a macro", &seen, &["`a macro`"]);
}

#[test]
fn what_a_macro_takes_is_its_own_affair() {
    all_pass(
        "a.rs",
        "pub const MAX: usize;",
        &[
            "macro_rules! m { ($a:ident, $) => { 1 }; }\nfoo!(@with[$] ~~ #);\npub const MAX: usize = 3;",
        ],
    );
}

#[test]
fn modules_are_followed_through_the_room() {
    let contract = ["pub fn add(a: i32, b: i32) -> i32;"];
    let implementation = "pub fn add(a: i32, b: i32) -> i32 { a + b }";
    for (path, lib, other) in [
        ("src/lib.rs", "mod calc;\npub use calc::add;", "src/calc.rs"),
        ("src/lib.rs", "mod calc;\npub use calc::*;", "src/calc/mod.rs"),
        ("src/lib.rs", "mod calc;\npub use crate::calc::{add, sub};", "src/calc.rs"),
        ("src/ops.rs", "mod calc;\npub use self::calc::add;", "src/ops/calc.rs"),
        ("src/ops/mod.rs", "pub use super::calc::add;", "src/calc.rs"),
    ] {
        passes(lib, &see(&[(path, lib), (other, implementation)], &contract));
    }
}

#[test]
fn what_is_never_built_is_not_there() {
    let signature = "pub fn total(items: &[i64]) -> i64;";
    let total = "pub fn total(items: &[i64]) -> i64 {\n    items.iter().sum()\n}\n";
    super::all_fail("src/lib.rs", signature, &[(&format!("#[cfg(any())]\n{total}"), "total")]);
    super::all_pass("src/lib.rs", signature, &[&format!("#[cfg(unix)]\n#[inline]\n{total}")]);
}

#[test]
fn what_is_not_built_is_not_there() {
    let signature = "pub fn total(items: &[u32]) -> u32;";
    let total = "pub fn total(items: &[u32]) -> u32 { items.iter().sum() }";
    for condition in ["#[cfg(test)]", "#![cfg(test)]", "#[cfg(all(test, unix))]"] {
        let text = format!("{condition}\n{total}");
        let seen = see(&[("src/lib.rs", &text)], &[signature]);
        assert!(seen.reason.contains("cfg("), "{text}: {}", seen.reason);
    }
    super::all_fail("src/lib.rs", signature, &[(&format!("#[cfg(test)]\n{total}"), "cfg(test)")]);
    for unsure in [
        format!("#![cfg(feature = \"never\")]\n{total}"),
        format!("#[cfg(feature = \"never\")]\n{total}"),
        format!("#[cfg(windows)]\n{total}"),
        format!(
            "#[cfg(feature = \"a\")]\n{total}\n#[cfg(not(feature = \"a\"))]\npub fn total() {{}}"
        ),
    ] {
        is_undecided(&unsure, &see(&[("src/lib.rs", &unsure)], &[signature]), &["condition"]);
    }
    all_pass(
        "src/lib.rs",
        signature,
        &[
            &format!("{total}\n#[cfg(test)]\nmod tests {{ use super::*; }}"),
            &format!("#[cfg(not(windows))]\n{total}\n#[cfg(windows)]\n{total}"),
            &format!("#[cfg(feature = \"a\")]\n{total}\n#[cfg(not(feature = \"a\"))]\n{total}"),
            &format!("#[cfg(not(test))]\n{total}"),
            &format!("#![cfg_attr(not(feature = \"std\"), no_std)]\n{total}"),
        ],
    );
    let text = format!("#[cfg(feature = \"std\")]\n{total}");
    let manifest = "[features]\ndefault = [\"full\"]\nfull = [\"std\"]\nstd = []\n";
    passes("default", &see(&[("src/lib.rs", &text), ("Cargo.toml", manifest)], &[signature]));
    let stated = format!("#[cfg(feature = \"std\")]\n{signature}");
    passes("stated", &see(&[("src/lib.rs", &text)], &[&stated]));
    let member = "pub struct S;\nimpl S {\n    #[cfg(test)]\n    pub fn new() -> Self { S }\n}";
    let seen = see(&[("src/lib.rs", member)], &["pub struct S;\nimpl S { pub fn new() -> Self; }"]);
    crate::checks::fails(member, &seen, &["cfg(test)"]);
}

#[test]
fn a_name_of_the_language_with_another_meaning_is_left_to_a_person() {
    let signature = "pub fn title(level: usize) -> String;";
    for shadow in [
        "type String = ();",
        "pub struct String;",
        "use crate::text::Markup as String;",
        "use crate::text::{Other, Markup as String};",
        "pub use crate::text::String;",
    ] {
        let text = format!("{shadow}\npub fn title(level: usize) -> String {{ todo!() }}");
        let seen = see(&[("src/lib.rs", &text)], &[signature]);
        is_undecided(&text, &seen, &["another meaning"]);
    }
    all_pass(
        "src/lib.rs",
        signature,
        &[
            "type String = std::string::String;\npub fn title(level: usize) -> String { todo!() }",
            "use std::string::String;\nuse std::fmt::{self, Display as Shown};\npub fn title(level: usize) -> String { todo!() }",
            "type Text = String;\npub fn title(level: usize) -> Text { todo!() }",
            "type Result<T> = std::result::Result<T, ()>;\npub fn title(l: usize) -> String { todo!() }",
            "struct f64;\npub fn title(level: usize) -> String { todo!() }",
        ],
    );
    let own = "pub struct String(u8);\npub fn title(level: usize) -> String { todo!() }";
    passes("own", &see(&[("src/lib.rs", own)], &["pub struct String(u8);", signature]));
    let go = "package a\n\ntype string = int\n\nfunc Title(level int) string { return 0 }\n";
    let seen = see(&[("a/a.go", go)], &["func Title(level int) string"]);
    is_undecided(go, &seen, &["another meaning"]);
    let python = "str = int\n\ndef title(level: int) -> str:\n    return 0\n";
    let seen = see(&[("a.py", python)], &["def title(level: int) -> str: ..."]);
    is_undecided(python, &seen, &["another meaning"]);
    let alias = "from other import Text as str\n\ndef title(level: int) -> str:\n    return 0\n";
    let seen = see(&[("a.py", alias)], &["def title(level: int) -> str: ..."]);
    is_undecided(alias, &seen, &["another meaning"]);
    let method = "def list(level: int) -> list[int]:\n    return []\n";
    passes("list", &see(&[("a.py", method)], &["def list(level: int) -> list[int]: ..."]));
}
