//! What a planner reads.

use super::judge::Shortfall;
use super::wanted::Wanted;

/// Where it writes, seen from its folder.
pub const FOLDER: &str = "tasks";
/// A task file as it should be, of the same form as any other.
const EXAMPLE: &str = include_str!("example.md");
/// Most shortfalls that are listed one by one.
const MOST: usize = 100;

/// The whole of it, the first time.
pub fn brief(prd: &str, wanted: &[Wanted]) -> String {
    let criteria: String =
        wanted.iter().map(|one| format!("- **{}**: {}\n", one.id, one.text.trim())).collect();
    format!(
        "# Plan the work of a product requirements document\n\n\
         Split the document below into small tasks, and write each as a file of its own: \
         `{FOLDER}/TASK-001.md`, `{FOLDER}/TASK-002.md` and so on, in the current folder. Write nothing else. Each \
         task is done later by somebody who knows nothing but its file, and is judged by its commands alone.\n\n\
         ## Verification Contract\n\nYour plan will be verified by:\n\
         1. **Files**: there is at least one task file in `{FOLDER}/`, and nothing else is there\n\
         2. **Format**: every file has front matter and the sections of the example\n\
         3. **Lint**: every file is free of errors: exact signatures and commands, no placeholders, nothing left to \
         judgement\n\
         4. **Graph**: ids are unique, every id in `depends_on` is one of the plan, and there is no cycle\n\
         5. **Sizes**: tokens and output lines of a file are at most 500 and 15 (trivial), 1000 and 30 (simple), 1500 \
         and 50 (medium) or 2000 and 65 (complex), by its `estimated_complexity`; at most 2 files to read\n\
         6. **Coverage**: every acceptance criterion listed below is named in the `covers` of at least one task that \
         does it\n\n\
         ## Acceptance criteria\n\n{criteria}\n\
         ## A task file\n\n~~~~markdown\n{EXAMPLE}~~~~\n\n\
         ## The document\n\n~~~~markdown\n{}\n~~~~\n",
        prd.trim_end().replace("~~~~", "~~~")
    )
}

/// The brief again, with exactly what does not hold.
pub fn revision(brief: &str, shortfalls: &[Shortfall]) -> String {
    let mut page = brief.trim_end().to_owned();
    page.push_str(
        "\n\n## What is missing\n\nThe plan was judged as it lies there. What done looks like is the verification \
         contract above; this did not hold:\n\n",
    );
    for (one, number) in shortfalls.iter().take(MOST).zip(1_usize..) {
        let place = match (&one.file, one.line) {
            (Some(file), Some(line)) => format!(" {FOLDER}/{file}:{line}"),
            (Some(file), None) => format!(" {FOLDER}/{file}"),
            (None, _) => String::new(),
        };
        page.push_str(&format!(
            "{number}. **{}**{place}: {}\n   Mend it: {}\n",
            one.demand.name(),
            one.what,
            one.fix
        ));
    }
    let more = shortfalls.len().saturating_sub(MOST);
    if more > 0 {
        page.push_str(&format!("\nand {more} more\n"));
    }
    page.push_str(
        "\n## What to do now\n\nMend what is named above in the files that are there, and keep what held.\n",
    );
    page
}
