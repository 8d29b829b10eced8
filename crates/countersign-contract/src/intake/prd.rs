//! A product requirements document: one goal, one task a story.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::GeneratedFrom;

use super::error::{IntakeError, Problem, within_limit};
use super::hidden_title::hidden_tests;
use super::lines::{Fence, Line, heading, lines_in, step_over};
use super::outside::{Outside, kept};
use super::story_notes::{Notes, announces_another, is_about, says_more};
use super::task_file::{begins_item, items};
use super::words::title;
use super::{Checkbox, Draft, GoalDraft, Intake};
use crate::brief::in_words;
use crate::command_line::check_for;
use crate::extract::only_command;
use crate::{Label, LineIndex, Origin, Proposal, Span, classify, mending};

/// Most goals and non-goals that a description repeats.
const MAX_LISTED: usize = 100;

/// Reads the goal and its stories.
pub fn prd(text: &str) -> Result<Intake, IntakeError> {
    within_limit(text)?;
    let index = LineIndex::new(text);
    let refuse =
        |span: Span, problem| IntakeError { at: index.position(text, span.start), span, problem };
    let headings = headings(text);
    let stories = stories(text, &headings);
    if let Some(hidden) = hidden_tests(text) {
        return Err(refuse(hidden, Problem::HiddenInPrd));
    }
    if stories.is_empty() {
        let place = headings.iter().find(|heading| announces_stories(heading.title));
        let place = place.or(headings.first()).map_or(Span::new(0, 0), |one| one.line.span());
        return Err(refuse(place, Problem::NoStories));
    }
    let mut by_id: BTreeMap<String, &Story<'_>> = BTreeMap::new();
    for story in &stories {
        if let Some(first) = by_id.insert(story.id.to_ascii_uppercase(), story) {
            let first = index.position(text, first.heading.start).line;
            return Err(refuse(
                story.heading,
                Problem::DuplicateStory { id: story.id.clone(), first },
            ));
        }
    }
    let mut drafts = Vec::with_capacity(stories.len());
    for story in &stories {
        let mut depends_on = Vec::new();
        let mut seen = BTreeSet::new();
        for (name, span) in &story.needs {
            let Some(needed) = by_id.get(&name.to_ascii_uppercase()) else {
                let problem = Problem::UnknownNeed { id: name.clone(), what: "story" };
                return Err(refuse(*span, problem));
            };
            if seen.insert(&needed.id) {
                depends_on.push(needed.id.clone());
            }
        }
        drafts.push(story.draft(text, depends_on));
    }
    let outside = outside(text, &headings, &stories, &index);
    Ok(Intake { goal: Some(goal(text, &headings, outside)), drafts })
}

/// The headings of stories that ask for a change and do not say what it is accepted by, with their ids. What asks for an
/// answer or for a text needs none.
pub fn stories_without_criteria(text: &str) -> Vec<(Span, String)> {
    let stories = stories(text, &headings(text)).into_iter();
    let asks = |story: &Story<'_>| {
        let said = format!("{}\n{}", story.title, story.description);
        classify(&said).label == Label::Verifiable
    };
    let silent = stories.filter(|story| story.criteria.is_empty() && asks(story));
    silent.map(|story| (story.heading, story.id)).collect()
}

/// The story whose brief the text is: it begins with the story's own heading.
pub fn story(brief: &str) -> Option<Draft> {
    let line = lines_in(brief, behind_mark(brief)).next()?;
    let (id, name) = story_name(heading(&line)?.1)?;
    let body = Span::new(line.next, brief.len());
    Some(Story::read(brief, id, name, line.span(), body).draft(brief, Vec::new()))
}

/// The whole text but for the mark of its encoding.
fn behind_mark(text: &str) -> Span {
    Span::new(text.len() - text.trim_start_matches('\u{feff}').len(), text.len())
}

/// Whether a heading is that of a story.
pub(super) fn names_a_story(title: &str) -> bool {
    story_name(title).is_some()
}

/// Whether a heading is one that only such documents have.
pub(super) fn is_of_a_prd(level: usize, title: &str) -> bool {
    let begins = |name: &str| {
        let (start, rest) = title.split_at_checked(name.len()).unwrap_or(("", title));
        let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        start.eq_ignore_ascii_case(name) && !goes_on
    };
    (level == 1 && (begins("PRD") || begins("Product Requirements"))) || announces_stories(title)
}

fn announces_stories(title: &str) -> bool {
    unmarked(title).eq_ignore_ascii_case("user stories")
}

struct Heading<'t> {
    level: usize,
    title: &'t str,
    line: Line<'t>,
}

/// The headings that no code block holds.
fn headings(text: &str) -> Vec<Heading<'_>> {
    let mut block = None;
    let mut headings = Vec::new();
    for line in lines_in(text, behind_mark(text)) {
        if !step_over(&mut block, &line) {
            headings.extend(heading(&line).map(|(level, title)| Heading { level, title, line }));
        }
    }
    headings
}

const NON_GOALS: [&str; 3] = ["non-goals", "non goals", "out of scope"];

/// The sections that belong to no story, each with its text; what is deeper than the second level belongs to the section
/// that it stands in.
fn outside(
    text: &str,
    headings: &[Heading<'_>],
    stories: &[Story<'_>],
    lines: &LineIndex,
) -> Vec<(Outside, Span)> {
    let mut found = Vec::new();
    let mut headings = headings.iter().peekable();
    let mut start = behind_mark(text).start;
    let ends = stories.iter().map(|story| (story.heading.start, story.body.end));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        let mut from = start;
        let mut title = "";
        let mut take = |from: usize, to: usize, title: &str| {
            let span = Span::new(from, to);
            let is_wanted = !NON_GOALS.contains(&plain(title).as_str());
            found.extend(Outside::of(text, span, title, is_wanted, lines).map(|one| (one, span)));
        };
        while let Some(heading) = headings.next_if(|heading| heading.line.start < end) {
            let at = heading.line.start;
            if at >= start && (heading.level <= 2 || at == start) {
                take(from, at, title);
                (from, title) = (at, heading.title);
            }
        }
        take(from, end.max(from), title);
        start = next.max(start);
    }
    found
}

fn goal(text: &str, headings: &[Heading<'_>], outside: Vec<(Outside, Span)>) -> GoalDraft {
    let first = headings.iter().find(|heading| heading.level == 1).or(headings.first());
    let name = first.map_or("", |heading| heading.title);
    let name = ["PRD:", "PRD -", "PRD –", "PRD —", "Product Requirements Document:"]
        .iter()
        .find_map(|label| strip_label(name, label))
        .unwrap_or(name);
    let listed = |names: &[&str]| {
        let at = headings.iter().position(|heading| names.contains(&plain(heading.title).as_str()));
        at.map_or(Vec::new(), |at| items(text, body(text, headings, at)))
    };
    let mut parts = Vec::new();
    for (label, names) in
        [("Goals", ["goals", "goal", "objectives"].as_slice()), ("Non-goals", NON_GOALS.as_slice())]
    {
        let lines: Vec<String> = listed(names)
            .iter()
            .take(MAX_LISTED)
            .map(|item| format!("- {}", item.text.replace("**", "")))
            .collect();
        if !lines.is_empty() {
            parts.push(format!("{label}:\n{}", lines.join("\n")));
        }
    }
    for (section, span) in &outside {
        let is_listed = ["goals", "goal", "objectives"].iter().chain(&NON_GOALS);
        let mut is_listed = is_listed.filter(|name| plain(&section.title) == **name);
        let is_whole = is_listed.next().is_some()
            && section.statements <= listed_in(text, *span)
            && is_all_items(text, *span);
        if !is_whole {
            parts.push(span.of(text).trim().replace("\r\n", "\n"));
        }
    }
    let outside = outside.into_iter().map(|(section, _)| section).collect();
    GoalDraft { title: title(name), description: kept(&parts), outside }
}

fn strip_label<'n>(name: &'n str, label: &str) -> Option<&'n str> {
    let start = name.get(..label.len()).filter(|start| start.eq_ignore_ascii_case(label))?;
    name.get(start.len()..).map(str::trim)
}

/// A title in small letters, without numbers before it and marks around it.
fn plain(title: &str) -> String {
    unmarked(title).to_lowercase()
}

fn unmarked(title: &str) -> &str {
    let mark = |c: char| c.is_whitespace() || c.is_ascii_digit() || ".:*_)".contains(c);
    title.trim_matches(mark)
}

/// How many items of a list a part of a text has.
fn listed_in(text: &str, span: Span) -> usize {
    items(text, span).len().min(MAX_LISTED)
}

/// Whether no line below the heading of a section stands outside of an item.
fn is_all_items(text: &str, span: Span) -> bool {
    let mut lines = lines_in(text, span).filter(|line| !line.is_blank()).skip(1);
    lines.all(|line| begins_item(&line).is_some() || line.text.starts_with([' ', '\t']))
}

/// From below a heading to the next one that is not below it.
fn body(text: &str, headings: &[Heading<'_>], at: usize) -> Span {
    let Some(heading) = headings.get(at) else { return Span::new(0, 0) };
    let ends = |next: &&Heading<'_>| next.level <= heading.level || names_a_story(next.title);
    let end = headings.iter().skip(at + 1).find(ends).map_or(text.len(), |next| next.line.start);
    Span::new(heading.line.next, end)
}

struct Story<'t> {
    id: String,
    title: String,
    /// The whole of its title, however long.
    name: String,
    heading: Span,
    body: Span,
    description: String,
    /// Whether the last line of it is part of a list.
    in_list: bool,
    notes: Notes,
    criteria: Vec<String>,
    needs: Vec<(String, Span)>,
    text: &'t str,
}

fn stories<'t>(text: &'t str, headings: &[Heading<'t>]) -> Vec<Story<'t>> {
    let named = |(at, heading): (usize, &Heading<'t>)| {
        let (id, name) = story_name(heading.title).filter(|_| heading.level >= 2)?;
        Some(Story::read(text, id, name, heading.line.span(), body(text, headings, at)))
    };
    headings.iter().enumerate().filter_map(named).collect()
}

/// `US-001: Title`, also `[ ] US-1 - Title`, `Story US-001a. Title`.
fn story_name(heading: &str) -> Option<(String, &str)> {
    let mut rest = heading.trim_start_matches(['*', '`']);
    for before in ["[ ]", "[x]", "[X]", "User Story", "Story"] {
        rest = strip_label(rest, before).unwrap_or(rest);
    }
    let rest = rest.trim_start_matches(['[', '*', '`', ' ']);
    let id = story_id(rest)?;
    let name = rest.get(id.len()..)?.trim_start_matches([']', '*', '`']).trim_start();
    let name = name.trim_start_matches([':', '-', '–', '—', '.', ')']).trim();
    Some((id.to_owned(), name.trim_matches('*').trim()))
}

/// The story id that a text begins with.
fn story_id(text: &str) -> Option<&str> {
    let digits =
        text.get(..3).filter(|start| start.eq_ignore_ascii_case("us-")).and(text.get(3..))?;
    let count = digits.chars().take_while(char::is_ascii_digit).count();
    let after = digits.get(count..)?;
    let letters = after.chars().take_while(char::is_ascii_alphabetic).count();
    let ends =
        after.get(letters..)?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_');
    (count > 0 && letters <= 1 && ends).then(|| text.get(..3 + count + letters)).flatten()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Description,
    Criteria,
    /// Boxes to tick that no label announces.
    Boxes,
    Needs,
    Other,
}

impl<'t> Story<'t> {
    fn read(text: &'t str, id: String, name: &str, heading: Span, body: Span) -> Self {
        let name = if name.is_empty() { id.clone() } else { name.to_owned() };
        let mut story = Self {
            id,
            title: title(&name),
            name,
            heading,
            body,
            description: String::new(),
            in_list: false,
            notes: Notes::default(),
            criteria: Vec::new(),
            needs: Vec::new(),
            text,
        };
        let mut field = Field::Description;
        let mut criteria_from = None;
        let mut block: Option<Fence<'_>> = None;
        // What was said last outside of a list, and whether what a label says stands beside it.
        let (mut last, mut is_said) = ("", false);
        for line in lines_in(text, body) {
            let in_block = step_over(&mut block, &line);
            let mut labelled = label(&line).filter(|_| !in_block);
            let said = line.text.trim();
            let is_item = !in_block && begins_item(&line).is_some();
            let may_be_box = is_item && labelled.is_none() && is_box(&line);
            let is_open = || match field {
                Field::Description => !announces_another(last),
                Field::Needs => !names_a_need(said),
                Field::Other => is_said,
                Field::Criteria | Field::Boxes => false,
            };
            if may_be_box && is_open() {
                field = Field::Boxes;
                criteria_from = Some(line.start);
            } else if field == Field::Boxes && !is_item && announces_another(said) {
                labelled = Some(Begun { field: Field::Other, name: said, rest: "" });
            }
            if !is_item && !said.is_empty() {
                last = said;
            }
            let begins = labelled.is_some();
            let said = match labelled {
                Some(Begun { field: next, name, rest }) => {
                    if let Some(from) = criteria_from.take() {
                        story.take_criteria(Span::new(from, line.start), field);
                    }
                    is_said = !rest.is_empty() && is_about(name);
                    field = next;
                    criteria_from = (field == Field::Criteria).then_some(line.next);
                    match field {
                        Field::Criteria => story.notes.part("", rest),
                        Field::Other => story.notes.part(name, rest),
                        Field::Description | Field::Needs | Field::Boxes => {
                            story.notes.part("", "");
                        }
                    }
                    rest
                }
                None => line.text.trim(),
            };
            match field {
                Field::Description if in_block => story.notes.line(line.text, in_block),
                Field::Description if said != "---" => {
                    let is_part = is_item || said.starts_with(['|', '>']);
                    story.describe(if begins { said } else { line.text.trim_end() }, is_part);
                }
                Field::Needs => {
                    story.take_needs(&line, said);
                    // The names of stories are all that is understood.
                    if in_block || says_more(said) || !names_a_need(said) && said != "---" {
                        story.notes.line(if begins { said } else { line.text }, in_block);
                    }
                }
                Field::Other if !begins => story.notes.line(line.text, in_block),
                Field::Description | Field::Criteria | Field::Boxes | Field::Other => {}
            }
        }
        if let Some(from) = criteria_from {
            story.take_criteria(Span::new(from, body.end), field);
        }
        story.description.truncate(story.description.trim_end().len());
        story
    }

    /// Adds a line to the description. Those of a paragraph are one; all else keeps its form, as prose does.
    fn describe(&mut self, line: &str, is_part: bool) {
        let text = &mut self.description;
        if line.is_empty() {
            if !text.is_empty() && !text.ends_with("\n\n") {
                text.push_str(if text.ends_with('\n') { "\n" } else { "\n\n" });
            }
            return;
        }
        let goes_on = !is_part && !self.in_list && !text.is_empty();
        if goes_on && !text.ends_with('\n') {
            text.push(' ');
        } else if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        self.in_list = is_part || self.in_list && line.starts_with([' ', '\t']);
        let keeps_blanks = is_part || self.in_list;
        text.push_str(if keeps_blanks { line } else { line.trim_start() });
    }

    fn take_criteria(&mut self, span: Span, field: Field) {
        let mut items = items(self.text, span);
        items.retain(|item| field == Field::Criteria || item.checkbox != Checkbox::Missing);
        let mut left = items.iter().peekable();
        let mut block = None;
        let mut begun = false;
        for line in lines_in(self.text, span) {
            let in_block = step_over(&mut block, &line);
            while left.next_if(|item| item.span.end <= line.start).is_some() {}
            let is_item = left.peek().is_some_and(|item| item.span.start < line.next);
            if is_item || line.is_blank() && !begun {
                continue;
            }
            if !begun {
                self.notes.part("", "");
            }
            begun = true;
            self.notes.line(line.text, in_block);
        }
        self.criteria.extend(items.into_iter().map(|item| item.text.into_owned()));
    }

    fn take_needs(&mut self, line: &Line<'_>, said: &str) {
        let starts_word = |at: usize| {
            said.get(..at).is_none_or(|before| !before.ends_with(char::is_alphanumeric))
        };
        let starts =
            said.char_indices().filter(|(at, c)| matches!(c, 'U' | 'u') && starts_word(*at));
        for (at, _) in starts {
            if let Some(id) = said.get(at..).and_then(story_id) {
                self.needs.push((id.to_owned(), line.span_of(id)));
            }
        }
    }

    /// The criteria that are a command and nothing else.
    fn commands(&self) -> Vec<Proposal> {
        let lines = self.criteria.iter().filter_map(|criterion| only_command(criterion));
        let proposals = lines.map(|line| {
            let line = mending::looking(line).unwrap_or_else(|| line.to_owned());
            let check = check_for(line, None);
            let description = in_words(&check);
            let name = format!("Acceptance Criteria of {}", self.id);
            Proposal::shown(check, description, Origin::Story { name })
        });
        proposals.collect()
    }

    fn draft(&self, text: &str, depends_on: Vec<String>) -> Draft {
        let body = self.body.of(text).replace("\r\n", "\n");
        let body = body.trim().trim_end_matches("---").trim_end();
        let said = self.criteria.iter().filter(|criterion| only_command(criterion).is_none());
        let criteria: Vec<String> = said.map(|criterion| format!("- {criterion}")).collect();
        let said = [self.name.clone(), self.description.clone()].into_iter();
        let said = said.filter(|part| !part.is_empty());
        // A list of the description's own ends before the criteria.
        let has_list = lines_in(&self.description, Span::new(0, self.description.len()))
            .any(|line| begins_item(&line).is_some());
        let between = (has_list && !criteria.is_empty()).then(String::new);
        let ask: Vec<String> = said.chain(between).chain(criteria).collect();
        Draft {
            id: Some(self.id.clone()),
            title: self.title.clone(),
            brief: format!("# {}: {}\n\n{body}", self.id, self.title).trim_end().to_owned(),
            ask: ask.join("\n"),
            notes: self.notes.text(),
            kind: None,
            generated_from: GeneratedFrom::Prd,
            depends_on,
            layer: None,
            track: None,
            complexity: None,
            role: None,
            further: BTreeMap::new(),
            worker: None,
            output_path: None,
            expected_files: Vec::new(),
            stated: self.commands(),
            acceptance: self.criteria.clone(),
            told: Vec::new(),
            spec_files: Vec::new(),
        }
    }
}

fn is_box(line: &Line<'_>) -> bool {
    begins_item(line).is_some_and(|(checkbox, _)| checkbox != Checkbox::Missing)
}

/// Whether a line names a story.
fn names_a_need(said: &str) -> bool {
    said.split(|c: char| c.is_whitespace() || "[](),`*".contains(c))
        .any(|word| story_id(word).is_some())
}

struct Begun<'t> {
    field: Field,
    name: &'t str,
    rest: &'t str,
}

/// The field a line begins, and what it says of it on the same line: `**Description:** As a …`,
/// `#### Acceptance Criteria`, `Depends on: US-001`.
fn label<'t>(line: &Line<'t>) -> Option<Begun<'t>> {
    let known = |name: &str| field_of(&plain(name)).unwrap_or(Field::Other);
    if let Some((_, title)) = heading(line) {
        let name = title.split_once(':');
        let (name, rest) = name.unwrap_or((title, ""));
        return Some(Begun { field: known(name), name, rest: rest.trim() });
    }
    let text = line.text.trim();
    let text = text.strip_prefix("- ").filter(|rest| rest.starts_with("**")).unwrap_or(text);
    if let Some(bold) = text.strip_prefix("**") {
        let (name, rest) = bold.split_once("**")?;
        let is_label =
            name.ends_with(':') || rest.trim_start().starts_with(':') || rest.trim().is_empty();
        let rest = rest.trim_start().trim_start_matches(':').trim();
        return is_label.then(|| Begun { field: known(name), name, rest });
    }
    let (name, rest) = text.split_once(':')?;
    let name = name.trim_start_matches(['-', '*', '_', ' ']);
    let rest = rest.trim_start_matches(['*', '_']).trim();
    Some(Begun { field: field_of(&plain(name))?, name, rest })
}

fn field_of(name: &str) -> Option<Field> {
    match name {
        "description" | "story" | "user story" => Some(Field::Description),
        "acceptance criteria" | "acceptance" | "criteria" | "done when" => Some(Field::Criteria),
        "depends on" | "dependencies" | "dependency" | "blocked by" | "requires" => {
            Some(Field::Needs)
        }
        "technical notes" | "notes" | "implementation notes" | "technical details" => {
            Some(Field::Other)
        }
        _ => None,
    }
}
