//! `explain`: a page for each code of lint.

use clap::Args;
use countersign_contract::lint::{RULES, Rule, Severity, rule};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Ending, Failure};
use crate::output::{OneOrSeveral, Page, Printer};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  countersign explain\n  countersign explain CS036")]
pub struct Explain {
    /// The code, as in CS036 [default: list them all]
    code: Option<String>,
}

/// A rule of lint, or all of them.
pub type Answer<'a> = OneOrSeveral<'a, RuleView>;

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LintRule")]
pub struct RuleView {
    code: &'static str,
    name: &'static str,
    /// Unless the settings say otherwise.
    severity: Severity,
    /// What is wrong, in one sentence.
    what: &'static str,
    /// Why it makes workers fail.
    why: &'static str,
    /// How it is mended.
    fix: &'static str,
    bad: &'static str,
    good: &'static str,
}

impl RuleView {
    fn new(rule: &Rule) -> Self {
        let Rule { code, name, severity, what, why, fix, bad, good } = *rule;
        Self { code, name, severity, what, why, fix, bad, good }
    }
}

impl Explain {
    pub fn run(self, printer: &Printer) -> Result<Ending, Failure> {
        let Some(code) = self.code else {
            let row = |rule: &&Rule| {
                [rule.code, rule.severity.name(), rule.name, rule.what].map(String::from).to_vec()
            };
            let rows: Vec<Vec<String>> = RULES.iter().map(row).collect();
            let all: Vec<RuleView> = RULES.iter().map(|rule| RuleView::new(rule)).collect();
            return printer.answer(&Answer::Several(&all), |page| {
                page.table(&["code", "severity", "name", "what"], &rows);
            });
        };
        let found = rule(&code).or_else(|| RULES.iter().copied().find(|rule| rule.name == code));
        let Some(rule) = found else {
            return Err(Failure::Usage(format!(
                "there is no lint rule {code:?}; countersign explain lists them all"
            )));
        };
        printer.answer(&Answer::One(&RuleView::new(rule)), |page| tell(page, rule))
    }
}

fn tell(page: &mut Page, rule: &Rule) {
    page.title(&format!("{} {} ({})", rule.code, rule.name, rule.severity.name()));
    page.line(rule.what);
    for (title, text) in
        [("Why", rule.why), ("Bad", rule.bad), ("Good", rule.good), ("Fix", rule.fix)]
    {
        page.blank();
        page.title(title);
        for line in text.lines() {
            page.line(&format!("  {line}"));
        }
    }
}
