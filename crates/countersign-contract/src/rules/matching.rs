//! What the rules say about files and about a diff.

use std::collections::{BTreeSet, HashSet};

use super::activity::Activities;
use super::diff::added_by_file;
use super::pattern::{FilePattern, Layer};
use super::rule::{EndToEnd, Rules, Unit};

impl Rules {
    /// What the files of a change call for.
    ///
    /// Critics of all rules that match a file are called. About unit and end-to-end tests, rules may
    /// contradict each other: for each of the two, only the rules that say something about it count.
    /// Of these, the rules of the extended set give way to any of the project, whose people know better
    /// what they want; and then a rule gives way to one that says more about the file (`**/*.test.ts`
    /// silences `**/*.ts` and `**/auth/**`; `**/auth/**` overrules `**/*.ts`). Of those that remain,
    /// whichever asks for most is heard: two that say different things about a file (`**/api/**`,
    /// `**/auth/**`) do not cancel each other out.
    /// The defaults are for files that no pattern matches.
    pub fn for_files(&self, files: &[impl AsRef<str>]) -> Activities {
        let mut activities = Activities::default();
        let mut seen = HashSet::new();
        let plain = files.iter().map(|file| file.as_ref().trim_start_matches("./"));
        let files: Vec<&str> = plain.filter(|file| seen.insert(*file)).collect();
        for file in &files {
            self.add_file(file, &mut activities);
        }
        self.add_cross_cutting(&files, &mut activities);
        activities
    }

    /// What the lines that a unified diff adds call for.
    pub fn for_diff(&self, diff: &str) -> Activities {
        if !self.looks_at_code() {
            return Activities::default();
        }
        let mut activities = Activities::default();
        for (file, added) in added_by_file(diff) {
            activities = activities.and(self.for_added(file, &added));
        }
        activities
    }

    /// Whether any rule is about what lines say.
    pub fn looks_at_code(&self) -> bool {
        !self.code.is_empty()
    }

    /// What lines that were added to a file call for.
    pub fn for_added(&self, file: Option<&str>, added: &str) -> Activities {
        let mut activities = Activities::default();
        for at in self.code_set.matches(added) {
            if let Some((pattern, rule)) = self.code.get(at) {
                activities.add_rule(rule, pattern, file);
            }
        }
        activities
    }

    fn add_file(&self, file: &str, activities: &mut Activities) {
        let matching = self.file_set.matches(file);
        let rules: Vec<&FilePattern> =
            matching.iter().filter_map(|at| self.files.get(*at)).collect();
        if rules.is_empty() {
            activities.add_rule(&self.defaults, "defaults", Some(file));
            return;
        }
        let file = Some(file);
        let about_units = heard(&rules, |pattern| pattern.rule.unit.is_some());
        if let Some(most) = about_units.into_iter().max_by(|a, b| a.rule.unit.cmp(&b.rule.unit)) {
            let unit = most.rule.unit.as_ref().unwrap_or(&Unit::No);
            activities.add_unit(unit, &most.rule, &most.text, file);
        }
        let about_journeys = heard(&rules, |pattern| pattern.rule.end_to_end.is_some());
        let most = about_journeys.into_iter().max_by_key(|it| (it.rule.end_to_end, it.rule.scope));
        if let Some(most) = most {
            let wanted = most.rule.end_to_end.unwrap_or(EndToEnd::Skip);
            activities.add_end_to_end(wanted, &most.rule, &most.text, file);
        }
        for pattern in &rules {
            activities.add_critics(&pattern.rule, &pattern.text, file);
        }
    }

    fn add_cross_cutting(&self, files: &[&str], activities: &mut Activities) {
        if let Some((threshold, rule)) = &self.cross_cutting.multiple_directories {
            let folder =
                |file: &&str| file.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            let folders: BTreeSet<String> = files.iter().map(folder).collect();
            if folders.len() as u64 >= *threshold {
                activities.add_rule(rule, "multipleDirectories", None);
            }
        }
        if let Some((_, rule)) = &self.cross_cutting.shared_module_touch {
            for file in files.iter().filter(|file| self.shared_set.is_match(file)) {
                activities.add_rule(rule, "sharedModuleTouch", Some(file));
            }
        }
    }
}

/// The rules that say something and give way to no other.
fn heard<'r>(
    rules: &[&'r FilePattern],
    says: impl Fn(&FilePattern) -> bool,
) -> Vec<&'r FilePattern> {
    let mut saying: Vec<&FilePattern> =
        rules.iter().copied().filter(|pattern| says(pattern)).collect();
    if saying.iter().any(|pattern| pattern.layer == Layer::Own) {
        saying.retain(|pattern| pattern.layer == Layer::Own);
    }
    let is_most = |pattern: &&FilePattern| {
        !saying.iter().any(|other| other.specificity.says_more_than(&pattern.specificity))
    };
    saying.iter().copied().filter(is_most).collect()
}
