//! Assertions that are calls: of `TestCase`, of pytest, and of mocks.

use tree_sitter::Node;

use super::falsify::{
    altered_side, computed, computed_side, falsify, far, option, other_member, value,
};
use crate::spec::edit::Edit;
use crate::spec::literal::Tolerance;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// Methods of `TestCase` of which exactly one holds.
const OPPOSITES: &[(&str, &str)] = &[
    ("assertEqual", "assertNotEqual"),
    ("assertEquals", "assertNotEqual"),
    ("assertListEqual", "assertNotEqual"),
    ("assertTupleEqual", "assertNotEqual"),
    ("assertSetEqual", "assertNotEqual"),
    ("assertDictEqual", "assertNotEqual"),
    ("assertMultiLineEqual", "assertNotEqual"),
    ("assertNotEqual", "assertEqual"),
    ("assertAlmostEqual", "assertNotAlmostEqual"),
    ("assertNotAlmostEqual", "assertAlmostEqual"),
    ("assertIs", "assertIsNot"),
    ("assertIsNot", "assertIs"),
    ("assertIsNone", "assertIsNotNone"),
    ("assertIsNotNone", "assertIsNone"),
    ("assertIn", "assertNotIn"),
    ("assertNotIn", "assertIn"),
    ("assertIsInstance", "assertNotIsInstance"),
    ("assertNotIsInstance", "assertIsInstance"),
    ("assertGreater", "assertLessEqual"),
    ("assertLessEqual", "assertGreater"),
    ("assertLess", "assertGreaterEqual"),
    ("assertGreaterEqual", "assertLess"),
    ("assertRegex", "assertNotRegex"),
    ("assertNotRegex", "assertRegex"),
    ("assert_called", "assert_not_called"),
    ("assert_called_once", "assert_not_called"),
    ("assert_not_called", "assert_called"),
];

/// By what names numpy's own assertions are called.
const NUMPY: &[&str] = &["np.testing", "numpy.testing", "npt", "testing", ""];

pub fn alter(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let function = field(node, "function")?;
    let arguments = field(node, "arguments")?;
    let (owner, method) = match function.kind() {
        "attribute" => (field(function, "object"), field(function, "attribute")?),
        "identifier" => (None, function),
        _ => return None,
    };
    let name = context.source.of(method);
    let all = children(arguments);
    let values: Vec<Node<'_>> =
        all.iter().copied().filter(|argument| argument.kind() != "keyword_argument").collect();
    let opposite = || {
        let (_, to) = OPPOSITES.iter().find(|(from, _)| *from == name)?;
        Some(vec![Edit::replace(method, *to)])
    };
    let owned_by = |names: &[&str]| {
        owner.map_or(names.contains(&""), |owner| names.contains(&context.source.of(owner)))
    };
    match name {
        "raises" | "warns" if owned_by(&["pytest", ""]) => {
            strange_class(values.first().copied(), name == "warns", context)
        }
        "assertRaises" | "assertRaisesRegex" | "assertWarns" | "assertWarnsRegex"
            if owned_by(&["self"]) =>
        {
            strange_class(values.first().copied(), name.contains("Warns"), context)
        }
        "assert_called_with" | "assert_called_once_with" | "assert_any_call" if owner.is_some() => {
            // One argument more than anything was called with.
            let argument = format!("{}=1", context.mark);
            Some(match all.last() {
                Some(last) => vec![Edit::after(*last, format!(", {argument}"))],
                None => vec![Edit::replace(arguments, format!("({argument})"))],
            })
        }
        "assert_called" | "assert_called_once" | "assert_not_called" if owner.is_some() => {
            opposite()
        }
        "assert_equal" | "assert_array_equal" if owned_by(NUMPY) => {
            let (first, second) = (values.first().copied()?, values.get(1).copied()?);
            altered_side(first, second, body, context)
        }
        _ if !owned_by(&["self", "cls", "self.test", "case"]) => None,
        "assertTrue" => falsify(values.first().copied()?, body, context),
        "assertFalse" => {
            let condition = values.first().copied()?;
            let whole = ["call", "identifier", "attribute", "subscript"];
            match condition.kind() {
                "true" => None,
                kind if whole.contains(&kind) => Some(vec![Edit::before(condition, "not ")]),
                _ => Some(Edit::around(condition, "(not (", "))")),
            }
        }
        "assertAlmostEqual" => {
            let (first, second) = (values.first().copied()?, values.get(1).copied()?);
            let tolerance = nearness(&all, context);
            far(second, tolerance, context)
                .or_else(|| far(first, tolerance, context))
                .or_else(opposite)
        }
        "assertEqual"
        | "assertEquals"
        | "assertListEqual"
        | "assertTupleEqual"
        | "assertSetEqual"
        | "assertDictEqual"
        | "assertSequenceEqual"
        | "assertCountEqual"
        | "assertMultiLineEqual" => {
            let (first, second) = (values.first().copied()?, values.get(1).copied()?);
            altered_side(first, second, body, context)
                .or_else(|| Some(computed(computed_side(first, second, context), body, context)))
        }
        "assertIs" => {
            let second = values.get(1).copied()?;
            let flag = ["true", "false"].contains(&second.kind());
            flag.then(|| value(second, context)).flatten().or_else(opposite)
        }
        "assertIn" => {
            let first = values.first().copied()?;
            let literal = ["string", "integer", "float"].contains(&first.kind());
            literal.then(|| other_member(first, context)).flatten().or_else(opposite)
        }
        _ => opposite(),
    }
}

/// How near `assertAlmostEqual` wants two numbers; nothing where that is not written out.
fn nearness(arguments: &[Node<'_>], context: &Context<'_>) -> Option<Tolerance> {
    let places = option(arguments, "places", 2, context)?.unwrap_or(7.0);
    let delta = option(arguments, "delta", 2, context)?;
    let absolute = delta.unwrap_or_else(|| 10_f64.powf(-places));
    Some(Tolerance { absolute, relative: 0.0 })
}

/// Another class instead of the expected one: what is raised then comes through. The work's own class may be
/// one of the other's too, but not of two that have nothing to do with each other.
fn strange_class(
    expected: Option<Node<'_>>,
    warning: bool,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    const ERRORS: [&str; 5] =
        ["ValueError", "TypeError", "KeyError", "RuntimeError", "AttributeError"];
    const WARNINGS: [&str; 4] =
        ["UserWarning", "DeprecationWarning", "RuntimeWarning", "FutureWarning"];
    let expected = expected?;
    let text = context.source.of(expected);
    // These would end the whole run.
    if text.contains("KeyboardInterrupt") || text.contains("BaseException") {
        return None;
    }
    let others: Vec<&str> = if warning { WARNINGS.to_vec() } else { ERRORS.to_vec() };
    let is_related = |other: &&str| {
        text.contains(other) || (*other == "KeyError" && text.contains("LookupError"))
    };
    let others: Vec<&str> = others.into_iter().filter(|other| !is_related(other)).collect();
    let other = context.draw(expected).one_of(&others)?;
    Some(vec![Edit::replace(expected, other).unsure()])
}
