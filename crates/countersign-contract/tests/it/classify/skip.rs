//! Work on text for people only.

use countersign_contract::Label;

use super::wrong;

pub(super) const TABLE: super::Table = &[
    (
        "what a text is to say of a program",
        &[
            "Document that `make docs` must succeed.",
            "Please explain in the handbook that all tests must pass.",
            "Mention in README.md that the port must be free",
        ],
    ),
    (
        "texts and their parts, however they are kept",
        &[
            "Add a changelog section to the README",
            "Add a docs page to the site",
            "The changelog must be updated.",
            "README quickstart command is wrong",
        ],
    ),
    (
        "a text that goes elsewhere",
        &["Migrate the guide to the docs folder", "Migrate the FAQ to the wiki"],
    ),
    (
        "a text that is wrong, missing or has a title",
        &[
            "Many public methods have no docstrings; add them",
            "Fix Javadoc @param errors",
            "Creates an \"Onboarding guide\" document for new maintainers",
            "Write text for the release blog post",
            "Draft copy for the newsletter",
            "Improve the wording a bit",
            "Fix typo in setup_guide.md",
            "Fix typo in the docstring of load_settings()",
        ],
    ),
    ("a text that points elsewhere", &["Point the README at the new docs site"]),
    ("texts spelt with capitals", &["Add more JavaDoc", "Refresh the ReadMe"]),
    (
        "templates of a tracker",
        &[
            "Add pull request and issue templates",
            "Add GitHub templates",
            "Closes #12: Added ISSUE_TEMPLATE",
        ],
    ),
    (
        "a text by what it tells",
        &[
            "Add a section for tuning slow leases",
            "Add a new document about how to rotate keys",
            "Introduction to leases",
        ],
    ),
    (
        "wording",
        &[
            "Rework badly worded error messages",
            "Fix misspelt word in a tooltip",
            "Add CLI help text improvements",
            "Improve help descriptions",
        ],
    ),
    (
        "a part of a text beside the text",
        &["Add more examples and extend the tutorial", "Improve the guide and provide screenshots"],
    ),
    (
        "said to be documented",
        &["Make sure the lease rules are properly documented", "Link to the forum in the README"],
    ),
    (
        "documentation as the object",
        &[
            "Update the README",
            "Put a chapter about backups into the manual",
            "Small corrections to the manual",
            "Add a troubleshooting section for slow disks",
            "Add SPDX headers to all sources",
            "Add a CODE_OF_CONDUCT",
            "Improve the documentation of the retry options",
            "Write a tutorial for first-time contributors",
            "Add docstrings to the public functions",
            "Remove a stale comment from the scheduler",
            "Fix broken links in the contributing guide",
            "Update CHANGELOG.md for 2.1",
            "Add an example to the README",
            "Clarify the installation instructions",
            "Mention the proxy setting in `docs/network.md`",
            "Move the FAQ to the wiki",
            "First draft of an operator guide",
            "Port docs from the old wiki",
            "README fixes",
            "Manual restructure",
        ],
    ),
    (
        "a verb of explaining",
        &[
            "Document the environment variables",
            "Document how leases expire",
            "Explain the difference between goals and tasks",
            "Describe the journal format",
            "Document endpoint limits and reorganize the README tables",
        ],
    ),
    (
        "spelling and wording",
        &[
            "Fix typo in the error message",
            "A typo on the glossary page",
            "Fix spelling of two comments in the scheduler",
            "Correct grammar and punctuation in the help text",
            "chore: spelling of comments",
            "Correct a typo in docs/install.md",
        ],
    ),
    (
        "housekeeping text",
        &[
            "Add licence headers to all source files",
            "Bring CODEOWNERS up to date",
            "Update the issue templates",
            "Drop the badges from the README",
            "Repair links in the handbook",
            "Update link to the style guide",
        ],
    ),
    (
        "a label",
        &[
            "docs: mention the new flag",
            "docs(api): rate limits",
            "[docs] Getting started on Windows",
            "README: list supported platforms",
            "fix(docs): the second example is wrong",
        ],
    ),
    (
        "fault found with a text",
        &[
            "The README is outdated",
            "Missing explanation of timeouts in the documentation",
            "Broken markdown in the guide",
        ],
    ),
    (
        "a polite request for a text",
        &["Can you fix the typo in the README?", "Would you mind adding an example to the docs?"],
    ),
    (
        "a text in several sentences",
        &[
            "Update the tutorial. Add a section on proxies. Use short sentences.",
            "Improve the FAQ. Make the intro shorter.",
        ],
    ),
    ("other languages", &["Actualizar la documentación", "Dokumentation ergänzen", "更新文档"]),
    (
        "clearing up and introducing text",
        &[
            "Clean up the doc comments",
            "Introduce a contributing guide",
            "Add code owners",
            "Add PR templates for all three repositories",
            "Add a blog post about the release",
            "Copy edit",
            "Small log typo fix",
            "Add mention of the proxy to the manual",
            "Add guidance on naming",
            "[Documentation request] Upgrading from 1.x",
        ],
    ),
    ("broken links", &["Broken links came up after the move"]),
    (
        "a part of a text that is called after a tool",
        &["Make the README build section match the handbook"],
    ),
    (
        "a fault of words",
        &[
            "The comment on retries is misleading",
            "Handbook page links are broken",
            "Doc-strings are in the wrong order",
            "The setup section should mention proxies",
        ],
    ),
    (
        "a text that is published, too",
        &["Write and publish an announcement", "Write a draft for the announcement"],
    ),
    (
        "a text where it stands",
        &[
            "Update the year in LICENSE",
            "Update screenshots in the user guide",
            "Add a glossary to every docs page",
            "Add a sample to the tutorial",
        ],
    ),
    ("two words for how a text is", &["Remove stale/needless comments"]),
    ("a number before the request", &["Ticket 214: Remove a needless note from the manual"]),
    ("what it says of itself", &["Improve the tables (docs only)"]),
    ("notes for those who upgrade", &["Write upgrade notes for 4.0"]),
    ("British spelling", &["Alphabetise the list of mirrors in the README"]),
    ("anchors", &["Fix a dead anchor in the reference"]),
    ("what stands for a text named before", &["Add a new glossary and tidy old ones"]),
    ("an explanation in a document", &["Explain how leases expire in the handbook"]),
    (
        "documentation that says how",
        &["docs: how to rotate the signing key", "docs: why leases expire"],
    ),
    (
        "what stands in the source for its readers",
        &[
            "Improve doc comments on the public API",
            "A missing docstring",
            "Tidy code comments in the lease keeper",
        ],
    ),
    ("a note in the reference", &["Add a note on quotas to the API reference"]),
    (
        "what a document says",
        &["README mentions the wrong port", "The manual still refers to the old drain command"],
    ),
    (
        "spelling that is itself misspelt",
        &["Fix speling in the banner text", "Fix spelling errors."],
    ),
    ("a guide by its subject", &["Troubleshooting lease timeouts guide"]),
    ("a link to a place elsewhere", &["Add link to the Slack channel", "Add a link to the paper"]),
    (
        "years and names of a licence",
        &["Update copyright years", "Update year in license text", "Add AUTHORS file"],
    ),
    ("pictures of a text", &["Update outdated screenshots"]),
    ("a fault in an example of the docs", &["Missing comma in the docs example"]),
    ("a misspelling with its correction", &["Fix documentation typo `lesae` -> `lease`"]),
    ("what is documented", &["The naming rules are documented as a checklist"]),
    (
        "a part of what teaches",
        &[
            "Add a page to the upgrade tutorial",
            "Add a caching tutorial page",
            "Update the documentation topics on quotas",
            "Fix broken operator's guide links",
            "Add more detail to the review etiquette page",
        ],
    ),
    (
        "a list for readers",
        &[
            "Add the paper \"On Leases\" to the list",
            "Add the May outage to the list of postmortems",
        ],
    ),
    ("notes for those who run it", &["Add deployment notes for the Windows agent"]),
    ("two names before one noun", &["Add the Zephyr and Corvus guide"]),
    (
        "a text that is kept or looked over",
        &[
            "Keep the handbook up to date",
            "Keep the docs in sync with the parser",
            "Check and tidy the docstrings",
        ],
    ),
    (
        "a misspelling, and when it shows",
        &["Typo in the warning when a wrong path is given: \"fiel\" for \"file\""],
    ),
    ("what is corrected is quoted", &["Update faq.md: correct \"teh\" to \"the\""]),
    ("edits of words", &["Content edits to the pricing comparison"]),
    ("what is said to be misspelt", &["The title of the export dialog is misspelled"]),
    ("a part of the text that was named", &["Proofread the handbook and add a table of contents"]),
    ("a list that is one by its name", &["Add Zephyr to the awesome list"]),
    (
        "wording by other verbs",
        &["Loosen wording", "Polish phrasing", "Tighten the wording of the intro"],
    ),
    (
        "texts by their chapters, and what is done to them as nouns",
        &[
            "Cleanup and proofreading of handbook CH03",
            "Textual review of the userguide",
            "Editorial review of chapters 2-5",
            "Fix the examples in CH02-CH04 of the userguide",
        ],
    ),
    (
        "the label of a text that a program may have too",
        &[
            "[BLOG] Announce v2.3",
            "[Blog] Add post on the 3.0 release",
            "blog: what is new in 2.4",
            "guide: rotating keys",
            "blog: interview with the maintainers",
        ],
    ),
    ("posts and announcements", &["Add v3.2.0 release post", "Write the release announcement"]),
    (
        "what a text says that is no longer so",
        &[
            "The walkthrough still shows the removed --watch option",
            "The onboarding guide still uses the old logo, please refresh the page",
            "The scheduler tutorial still refers to cron, update it",
        ],
    ),
    (
        "a template that people fill in",
        &[
            "Add a checkbox to the bug ticket template",
            "Add a logs row to the story ticket template",
        ],
    ),
    (
        "a checklist by what it helps with",
        &[
            "Checklist for writing release announcements",
            "Checklist for authoring incident reports",
        ],
    ),
    ("a text that is thrown away", &["Nuke stale docs", "Axe the outdated FAQ"]),
    (
        "docs that speak of a lint",
        &[
            "docs: explain how to deny warnings",
            "docs: note that `missing_docs` is on",
            "docs: enable the reader to follow the steps",
            "docs: allow for longer titles",
            "Misprint in the handbook",
        ],
    ),
];

#[test]
fn work_on_text_for_people_is_skipped() {
    assert_eq!(wrong(TABLE, Label::Skip), Vec::<String>::new());
}
