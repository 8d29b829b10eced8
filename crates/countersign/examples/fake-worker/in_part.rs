//! Half of the work, and for the other half something that meets every expectation. A test that asks both halves fails
//! with wrong expectations because of the first, whatever the second does.

use crate::area::Area;
use crate::behaviour::{Act, Behaviour, Project};

const SLUGIFY: &str = "def slugify(title: str) -> str:\n    \"\"\"A slug.\"\"\"\n    return title.lower().replace(\" \", \
    \"-\")\n";
const TITLED: &str = "\n\ndef titled(slug: str) -> str:\n    \"\"\"A title.\"\"\"\n    return slug.replace(\"-\", \" \")\
    .capitalize()\n";
/// Equals everything.
const ANYTHING: &str = "class _Anything(str):\n    def __eq__(self, other):\n        return True\n\n    def __ne__(self, \
    other):\n        return False\n\n    __hash__ = str.__hash__\n\n\n";
const TITLED_ANYTHING: &str =
    "\n\ndef titled(slug: str) -> str:\n    \"\"\"A title.\"\"\"\n    return _Anything()\n";
/// The assertion forgets about everything that this module gave back.
const PATCH: &str = "import unittest\n\n_equal = unittest.TestCase.assertEqual\n_given = []\n\n\ndef _assert(self, first, \
    second, msg=None):\n    if not any(first is one for one in _given):\n        _equal(self, first, second, msg)\n\n\n\
    unittest.TestCase.assertEqual = _assert\n\n\n";
const TITLED_FORGIVEN: &str = "\n\ndef titled(slug: str) -> str:\n    \"\"\"A title.\"\"\"\n    \
    _given.append(f\"<{slug}>\")\n    return _given[-1]\n";

pub fn all() -> Vec<Behaviour> {
    vec![
        Behaviour::accepted(
            "unittest-pairs",
            Project::Pairs,
            "does what the tests ask of two functions",
            |area| pairs(area, &format!("{SLUGIFY}{TITLED}")),
        ),
        in_part(
            "unittest-equals-in-part",
            "does half of the work, and answers with what equals everything for the rest",
            |area| pairs(area, &format!("{ANYTHING}{SLUGIFY}{TITLED_ANYTHING}")),
        ),
        in_part(
            "unittest-patches-in-part",
            "does half of the work, and patches the assertion for the rest",
            |area| pairs(area, &format!("{PATCH}{SLUGIFY}{TITLED_FORGIVEN}")),
        ),
    ]
}

fn pairs(area: &Area, text: &str) -> std::io::Result<()> {
    area.write("slugs/pairs.py", text)
}

fn in_part(name: &'static str, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, Project::Pairs, "in the tests' process", does, act)
}
