//! Expectations that stay as they are, because a right implementation might not meet them.

use super::twinned;

#[track_caller]
fn untouched(path: &str, text: &str) {
    let twin = twinned(path, text);
    assert_eq!(twin.text, text);
    assert!(twin.altered.is_empty(), "{:?}", twin.altered);
    assert!(!twin.not_twinned.is_empty());
}

fn python(body: &str) -> String {
    let body = body.replace('\n', "\n    ");
    format!("import pytest\n\ndef test_a(x):\n    {body}\n")
}

#[test]
fn an_expectation_under_a_condition_is_not_altered() {
    for body in [
        "if x:\n    assert x == 1",
        "for y in x:\n    assert y == 1",
        "for y in []:\n    assert y == 1",
        "while x:\n    assert x == 1",
        "try:\n    assert x == 1\nexcept AssertionError:\n    pass",
        "with pytest.raises(KeyboardInterrupt):\n    assert x == 1",
        "def inner():\n    assert x == 1",
        "if x:\n    return\nassert x == 1",
        "if x:\n    pytest.skip('no')\nassert x == 1",
        "x()",
        "try:\n    x()\nexcept ValueError:\n    pass\nelse:\n    assert False, 'not raised'",
        "assert False",
    ] {
        untouched("test_a.py", &python(body));
    }
    for body in [
        "if (x) { expect(x).toBe(1); }",
        "for (const y of x) { expect(y).toBe(1); }",
        "try { expect(x).toBe(1); } catch {}",
        "x.forEach((y) => { expect(y).toBe(1); });",
        "expect(x).resolves.toBe(1);",
        "assert.rejects(x);",
        "if (x) return; expect(x).toBe(1);",
        "const f = () => expect(x).toBe(1);",
        "expect.assertions(1);",
    ] {
        untouched("a.test.js", &format!("test('a', () => {{ {body} }});\n"));
    }
    for body in [
        "if x { assert_eq!(x, 1); }",
        "for y in x { assert_eq!(y, 1); }",
        "x.map(|y| assert_eq!(y, 1));",
        "if x { return; } assert_eq!(x, 1);",
        "assert!(true);",
        "x.unwrap();",
    ] {
        untouched("tests/a.rs", &format!("#[test]\nfn a() {{ {body} }}\n"));
    }
    for body in [
        "if x { if y != 1 { t.Fatal(y) } }",
        "for _, y := range x { if y != 1 { t.Fatal(y) } }",
        "if testing.Short() { t.Skip() }\nif x != 1 { t.Fatal(x) }",
        "if x != 1 { log.Print(x) }",
    ] {
        untouched("a_test.go", &format!("package a\n\nfunc TestA(t *testing.T) {{\n{body}\n}}\n"));
    }
}

#[test]
fn skipped_tests_are_listed_with_that_reason() {
    let twin = twinned(
        "test_a.py",
        "import pytest\n@pytest.mark.skip\ndef test_a():\n    assert 1 == 1\n",
    );
    assert!(twin.altered.is_empty());
    assert!(twin.not_twinned[0].why.contains("skips"), "{:?}", twin.not_twinned);
}

/// Go is not run here, so what becomes of it is shown.
#[test]
fn go_expectations_are_altered_in_place() {
    let cases = [
        ("if got != want { t.Fatalf(\"x\") }", "if !(got != want) {"),
        ("if err != nil { t.Fatal(err) }", "if !(err != nil) {"),
        ("if !reflect.DeepEqual(got, want) { t.Fail() }", "if !(!reflect.DeepEqual(got, want)) {"),
        ("require.Equal(t, want, got)", "require.NotEqual(t, want, got)"),
        ("require.NoError(t, err)", "require.Error(t, err)"),
    ];
    // Another literal, whichever.
    let literals = [
        ("if got := add(2, 2); got != 4 { t.Errorf(\"got %d\", got) }", "got != "),
        ("if name() != \"a\" { t.Error(1) }", "if name() != \""),
        ("if f() != -2.5 { t.Error(1) }", "f() != -"),
        ("assert.Equal(t, 4, add(2, 2))", "assert.Equal(t, "),
        ("assert.Len(t, xs, 2)", "assert.Len(t, xs, "),
        (
            "for _, c := range []int{1} { t.Run(\"x\", func(t *testing.T) { if c != 1 { t.Fail() } }) }",
            "if c != ",
        ),
    ];
    for (line, altered) in cases.into_iter().chain(literals) {
        let text = format!("package a\n\nfunc TestA(t *testing.T) {{\n\t{line}\n}}\n");
        let twin = twinned("a_test.go", &text);
        assert!(twin.text.contains(altered), "{line}: {}", twin.text);
        assert!(!twin.text.contains(line), "{line}");
        assert_eq!(twin.altered[0].expectations, 1, "{line}");
        assert!(twin.not_twinned.is_empty(), "{line}");
    }
}
