//! Of several expectations of a test each is wrong by itself.

use super::{in_parts, twinned};

const TWO: &str = "def test_two():\n    assert half(4) == 2\n    assert twice(4) == 8\n\n\ndef test_one():\n    assert \
                   half(6) == 3\n";

#[test]
fn each_expectation_is_altered_alone_and_the_others_stay() {
    let parts = in_parts("test_a.py", TWO);
    assert_eq!(parts.len(), 2);
    let (first, second) = (&parts[0], &parts[1]);
    assert!(!first.text.contains("half(4) == 2") && first.text.contains("twice(4) == 8"));
    assert!(second.text.contains("half(4) == 2") && !second.text.contains("twice(4) == 8"));
    // A test with one expectation is altered in the first part, and right in the others.
    assert!(!first.text.contains("half(6) == 3") && second.text.contains("half(6) == 3"));
    assert_eq!((first.altered.len(), second.altered.len()), (2, 1));
    assert_eq!(twinned("test_a.py", TWO).parts, 1);
}

#[test]
fn of_very_many_expectations_some_share_a_part() {
    let many: String = (10..40).map(|n| format!("    assert same({n}) == {n}\n")).collect();
    let parts = in_parts("test_a.py", &format!("def test_many():\n{many}"));
    assert!(parts.len() < 10, "{}", parts.len());
    let altered: usize =
        parts.iter().flat_map(|twin| &twin.altered).map(|one| one.expectations).sum();
    assert_eq!(altered, 30);
}

#[test]
fn what_only_a_machine_would_write_is_altered_beside_what_anyone_would() {
    let text = "def test_both(n):\n    assert half(4) == 2\n    assert same(n)\n";
    assert_eq!(in_parts("test_a.py", text).len(), 2);
}
