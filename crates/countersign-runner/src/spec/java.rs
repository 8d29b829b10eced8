//! The tests of a file in Java or Kotlin, as far as its words tell. They have no twins.

/// The tests as reports name them: `Class > method`.
pub fn java_tests(path: &str, text: &str) -> Vec<String> {
    let Some((stem, "java" | "kt")) = path.rsplit('/').next().unwrap_or(path).rsplit_once('.')
    else {
        return Vec::new();
    };
    let mut tests = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("@Test") {
        rest = rest.get(at + "@Test".len()..).unwrap_or_default();
        // `@TestFactory`, `@TestInstance`
        if rest.starts_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        let is_method = |word: &&str| word.starts_with("void ") || word.starts_with("fun ");
        let words = rest.match_indices(['v', 'f']).filter_map(|(at, _)| rest.get(at..));
        let Some(method) = words.into_iter().find(|word| is_method(word)) else { break };
        let name = method.split_once(' ').map_or("", |(_, name)| name.trim_start());
        let name = name.split('(').next().unwrap_or_default().trim().trim_matches('`');
        if !name.is_empty() {
            tests.push(format!("{stem} > {name}"));
        }
    }
    tests
}

/// Whether a report means that test: the class may stand in a package, and the method may have parameters.
pub fn is_java_test(test: &str, reported: &str) -> bool {
    let Some((class, method)) = test.split_once(" > ") else { return false };
    let Some((suite, name)) = reported.rsplit_once(" > ") else { return false };
    let own = suite.rsplit(['.', ' ', '$']).next().unwrap_or(suite);
    let name = name.split(['(', '[', '{']).next().unwrap_or(name);
    own == class && name == method
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_by_their_annotation() {
        let text = "class MTest {\n  @Test\n  void adds() { }\n  @Test @DisplayName(\"x\")\n  public void \
                    addsMore() throws Exception { }\n  @TestFactory\n  void made() { }\n}\n";
        let found = java_tests("src/test/java/a/MTest.java", text);
        assert_eq!(found, ["MTest > adds", "MTest > addsMore"]);
        assert!(is_java_test("MTest > adds", "a.b.MTest > adds"));
        assert!(is_java_test("MTest > adds", "a.b.MTest > adds()"));
        assert!(!is_java_test("MTest > adds", "a.b.MTest > addsMore"));
        assert!(!is_java_test("MTest > adds", "a.b.OtherMTest > adds"));
        assert!(java_tests("a.py", "@Test void x()").is_empty());
    }
}
