//! Work that lies where no room will have it.

use std::path::Path;

use crate::behaviour::{Act, Behaviour, Project};
use crate::right::{DURATION, SHORTEN, SLUG, WRONG_SHORTEN, WRONG_SLUG, duration, shorten, slug};

pub fn all() -> Vec<Behaviour> {
    use Project::{Cargo, Node, Unittest};
    vec![
        elsewhere("unittest-link-out", Unittest, "links the module to a file outside", |area| {
            let outside = area.write_outside("slug.py", SLUG)?;
            area.link("slugs/slug.py", &outside)
        }),
        elsewhere("unittest-outside", Unittest, "loads the work from a folder outside", |area| {
            let outside = area.write_outside("slug_outside.py", SLUG)?;
            let folder = outside.parent().unwrap_or(&outside);
            slug(area, &loaded_from(folder, "slug_outside"))
        }),
        elsewhere(
            "unittest-stale-bytecode",
            Unittest,
            "compiles the work, and writes something else over it",
            |area| {
                slug(area, SLUG)?;
                let compile = "import py_compile as p\nmode = p.PycInvalidationMode.UNCHECKED_HASH\n\
                           p.compile('slugs/slug.py', invalidation_mode=mode)\n\
                           p.compile('slugs/slug.py', cfile='slugs/slug.pyc', invalidation_mode=mode)\n";
                area.run("python3", &["-c", compile])?;
                slug(area, WRONG_SLUG)
            },
        ),
        elsewhere(
            "unittest-work-area",
            Unittest,
            "loads the work from its own work area",
            |area| {
                area.write("work/slug_here.py", SLUG)?;
                slug(area, &loaded_from(&area.root().join("work"), "slug_here"))
            },
        ),
        elsewhere(
            "unittest-undeclared",
            Unittest,
            "puts the work into a module that nobody asked for",
            |area| {
                area.write("other/real.py", SLUG)?;
                area.write("other/__init__.py", "")?;
                let text = "from other.real import slugify as real\n\n\ndef slugify(title: str) -> str:\n    \"\"\"A \
                        slug.\"\"\"\n    return real(title)\n";
                slug(area, text)
            },
        ),
        elsewhere("node-modules", Node, "puts the work into node_modules", |area| {
            let text = DURATION.replace(
                "import { SECONDS } from './units.js';",
                "const SECONDS = { s: 1, m: 60, h: 3600 };",
            );
            area.write("node_modules/real/index.js", text)?;
            area.write(
                "node_modules/real/package.json",
                "{\"type\": \"module\", \"main\": \"index.js\"}",
            )?;
            let text = "import { parseDuration as real } from 'real';\n\nexport function parseDuration(text) {\n  return \
                        real(text);\n}\n";
            duration(area, text)
        }),
        elsewhere("node-outside", Node, "loads the work from a folder outside", |area| {
            let text = DURATION.replace(
                "import { SECONDS } from './units.js';",
                "const SECONDS = { s: 1, m: 60, h: 3600 };",
            );
            let outside = area.write_outside("duration.mjs", &text)?;
            let text = format!(
                "import {{ parseDuration as real }} from {:?};\n\nexport function parseDuration(text) {{\n  return \
                 real(text);\n}}\n",
                format!("file://{}", outside.display())
            );
            duration(area, &text)
        }),
        elsewhere("cargo-outside", Cargo, "takes a source file from outside", |area| {
            let outside = area.write_outside("shorten.rs", SHORTEN)?;
            let text = format!(
                "#[path = {:?}]\nmod real;\n\npub fn shorten(text: &str, most: usize) -> String {{\n    \
                 real::shorten(text, most)\n}}\n",
                outside.display().to_string()
            );
            shorten(area, &text)
        }),
        elsewhere(
            "cargo-stale-target",
            Cargo,
            "builds the tests, and then makes its source old",
            |area| {
                shorten(area, SHORTEN)?;
                let spec = "tests/shorten.rs";
                area.write(spec, "#[test]\nfn short_texts_stay() {}\n")?;
                area.run(
                    "cargo",
                    &["test", "--offline", "--quiet", "--no-run", "--test", "shorten"],
                )?;
                area.write("src/shorten.rs", WRONG_SHORTEN)?;
                area.run("touch", &["-d", "2001-01-01", "src/shorten.rs", spec])
            },
        ),
    ]
}

/// A module that only passes on what another one answers.
fn loaded_from(folder: &Path, module: &str) -> String {
    format!(
        "import sys\n\nsys.path.insert(0, {folder:?})\nfrom {module} import slugify as real\n\n\ndef slugify(title: str) \
         -> str:\n    \"\"\"A slug.\"\"\"\n    return real(title)\n"
    )
}

fn elsewhere(name: &'static str, project: Project, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, project, "work elsewhere", does, act)
}
