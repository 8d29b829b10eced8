//! Which command asked for a contract: each has other ways to say what done means.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// One that takes what a file says.
    Source,
    /// The same of a story.
    Story,
    Create,
    Settle,
    Contract,
}

impl Asked {
    pub(super) fn how(self) -> &'static str {
        match self {
            Asked::Source => {
                "name in the text a command that must pass or a file that must be there"
            }
            Asked::Story => {
                "write **Acceptance Criteria:** below the story, each as - [ ] … : a command in back-ticks is run, and \
                 what no command checks is judged by an evaluator or a person"
            }
            Asked::Create => {
                "name a command that must pass or a file that must be there (in the text, or with --run or \
                 --expect-file), or say what it is: --advisory or --skip"
            }
            Asked::Settle => {
                "name a command that must pass or a file that must be there, with --run or --expect-file; or \
                 say what it is: --as advisory or --as skip"
            }
            Asked::Contract => {
                "name in the text a command that must pass or a file that must be there, or a criterion of \
                 countersign.toml with --criterion; or say what it is: --as advisory or --as skip"
            }
        }
    }
}
