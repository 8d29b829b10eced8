use super::{all_fail, all_pass};

fn files(bodies: &[&str]) -> Vec<String> {
    bodies.iter().map(|body| format!("package calc\n\n{body}\n")).collect()
}

fn pass(contract: &str, bodies: &[&str]) {
    let files = files(bodies);
    all_pass("calc.go", contract, &files.iter().map(String::as_str).collect::<Vec<_>>());
}

fn fail(contract: &str, bodies: &[(&str, &str)]) {
    for (body, word) in bodies {
        all_fail("calc.go", contract, &[(&format!("package calc\n\n{body}\n"), word)]);
    }
}

#[test]
fn functions_and_methods() {
    pass(
        "func Add(a int, b int) int",
        &[
            "func Add(a, b int) int { return a + b }",
            "// Add adds.\nfunc Add(x int, y int) int {\n\treturn x + y\n}",
            "func Add(a, b int) (sum int) { return a + b }",
        ],
    );
    fail(
        "func Add(a, b int) int",
        &[
            ("func add(a, b int) int { return a }", "Line 3 has `add`"),
            (
                "func Add(a int, b string) int { return a }",
                "parameter 2 (`b`) is `string`, the contract says `int`",
            ),
            ("func Add(a int) int { return a }", "1 parameter"),
            (
                "func Add(a, b int) (int, error) { return a, nil }",
                "its return type is `(int, error)`, the contract says `int`",
            ),
            ("func Add(a, b int) { }", "its return type is `nothing`"),
            ("func Add(a int, b ...int) int { return a }", "a rest parameter"),
            (
                "func (c Calc) Add(a, b int) int { return a }",
                "it has the receiver `Calc`, the contract says none",
            ),
            ("func Add(a, b int int { return a }", "cannot be parsed: line 3"),
        ],
    );
    pass(
        "func (s *Stack) Push(v int) error",
        &[
            "type Stack struct{}\n\nfunc (st *Stack) Push(value int) (err error) { return nil }",
            "func (*Stack) Push(v int) error { return nil }\nfunc (q *Queue) Push(v string) {}",
        ],
    );
    fail(
        "func (s *Stack) Push(v int) error",
        &[
            (
                "func (s Stack) Push(v int) error { return nil }",
                "its receiver is `Stack`, the contract says `*Stack`",
            ),
            ("func Push(v int) error { return nil }", "it has no receiver"),
            ("func (q *Queue) Push(v int) error { return nil }", "`*Queue`"),
        ],
    );
    pass(
        "func (s *Stack[T]) Push(v T)",
        &["type Stack[E any] struct{ items []E }\n\nfunc (s *Stack[E]) Push(v E) {}"],
    );
    pass(
        "func Map[T, U any](items []T, f func(T) U) []U",
        &[
            "func Map[A any, B interface{}](items []A, f func(A) B) []B { return nil }",
            "func Map[T, U any](in []T, fn func(item T) U) (out []U) { return }",
        ],
    );
    fail(
        "func Map[T, U any](items []T, f func(T) U) []U",
        &[("func Map[T any](items []T, f func(T) T) []T { return nil }", "type parameters")],
    );
}

#[test]
fn types_are_compared_by_what_they_mean() {
    for (wanted, found) in [
        ("interface{}", "any"),
        ("map[string][]byte", "map[string][]uint8"),
        ("func(int) string", "func(x int) string"),
        ("<-chan int", "<-chan int"),
        ("*http.Request", "*http.Request"),
        ("[4]int", "[4]int"),
        ("context.Context", "context.Context"),
        ("func(a, b int) (int, error)", "func(int, int) (n int, err error)"),
        ("struct{ A int }", "struct { A int }"),
        ("rune", "int32"),
    ] {
        pass(&format!("func F(x {wanted})"), &[&format!("func F(y {found}) {{}}")]);
    }
    for (wanted, found) in [
        ("chan int", "<-chan int"),
        ("[]int", "[4]int"),
        ("*T", "T"),
        ("map[string]int", "map[int]string"),
        ("http.Request", "grpc.Request"),
        ("int", "int64"),
    ] {
        fail(
            &format!("func F(x {wanted})"),
            &[(&format!("func F(x {found}) {{}}"), "the contract says")],
        );
    }
}

#[test]
fn structs_interfaces_and_values() {
    pass(
        "type Item struct {\n\tID string\n\tTags []string\n}",
        &[
            "type Item struct {\n\tTags []string `json:\"tags\"`\n\tID, Name string\n\tsecret int\n}",
        ],
    );
    fail(
        "type Item struct {\n\tID string\n}",
        &[
            ("type Item struct {\n\tId string\n}", "it has no `ID: string`"),
            ("type Item struct {\n\tID int\n}", "`ID` (line 4)"),
            ("type Item interface{ ID() string }", "it is an interface"),
        ],
    );
    pass(
        "type Store interface {\n\tGet(key string) (string, error)\n\tio.Closer\n}",
        &[
            "type Store interface {\n\tio.Closer\n\tGet(k string) (value string, err error)\n\tSet(k, v string) error\n}",
        ],
    );
    fail(
        "type Store interface {\n\tGet(key string) (string, error)\n\tio.Closer\n}",
        &[
            ("type Store interface {\n\tGet(key string) string\n\tio.Closer\n}", "`Get`"),
            (
                "type Store interface {\n\tGet(key string) (string, error)\n}",
                "not declared as a `io.Closer`",
            ),
        ],
    );
    pass("type ID string", &["type ID string"]);
    fail("type ID string", &[("type ID int", "it is `int`")]);
    pass(
        "type Handler func(w http.ResponseWriter, r *http.Request) error",
        &["type Handler func(http.ResponseWriter, *http.Request) error"],
    );
    pass("const MaxSize = 10", &["const MaxSize = 10", "const (\n\tA = 1\n\tMaxSize = 10\n)"]);
    fail(
        "const MaxSize = 10",
        &[("const MaxSize = 11", "its value is `11`"), ("const maxSize = 10", "has `maxSize`")],
    );
    pass(
        "var ErrEmpty error",
        &[
            "var ErrEmpty = errors.New(\"empty\")",
            "var ErrEmpty error = fmt.Errorf(\"empty\")",
            "var (\n\tErrEmpty = errors.New(\"empty\")\n\tErrFull = errors.New(\"full\")\n)",
        ],
    );
    pass(
        "Push(v int) error",
        &[
            "type Stack interface {\n\tPush(v int) error\n}",
            "func (s *S) Push(v int) error { return nil }",
        ],
    );
}

#[test]
fn a_file_that_is_not_built_proves_nothing() {
    let signature = "func Render(title string) string";
    let file = "package api\n\nfunc Render(title string) string { return title }\n";
    for constraint in ["//go:build never", "//go:build linux && never", "// +build ignore"] {
        let text = format!("{constraint}\n\n{file}");
        let seen = super::see(&[("api/api.go", &text)], &[signature]);
        crate::checks::is_undecided(&text, &seen, &["condition"]);
    }
    let honest =
        ["//go:build !windows", "//go:build !(js && wasm)", "//go:build go1.18", "// Api."];
    for constraint in honest {
        super::all_pass("api/api.go", signature, &[&format!("{constraint}\n\n{file}")]);
    }
}
