//! A page for a person: lines, fields, tables and what to do next, aligned and readable without colour.

use anstyle::{AnsiColor, Style};

use super::plain;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    pub fn into_text(self) -> String {
        self.text
    }

    pub fn title(&mut self, text: &str) {
        self.push(&format!("{BOLD}{}{BOLD:#}", plain(text)));
    }

    pub fn line(&mut self, text: &str) {
        self.push(&plain(text));
    }

    pub fn blank(&mut self) {
        self.push("");
    }

    /// A named value; further lines of a long one are indented below it.
    pub fn field(&mut self, name: &str, value: &str) {
        let value = plain(value);
        let mut lines = value.lines();
        let first = lines.next().unwrap_or("-");
        self.push(&format!("  {name:<12} {first}"));
        for line in lines {
            self.push(&format!("  {:<13}{line}", ""));
        }
    }

    /// What the reader can do now.
    pub fn next(&mut self, text: &str) {
        let cyan: Style = AnsiColor::Cyan.on_default();
        self.push(&format!("{cyan}next{cyan:#}: {}", plain(text)));
    }

    /// Columns as wide as their widest cell.
    pub fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) {
        let cells: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(|cell| plain(cell).replace(['\n', '\t'], " ")).collect())
            .collect();
        let width = |column: usize| {
            let heading = headings.get(column).map_or(0, |heading| heading.chars().count());
            let widest = cells.iter().filter_map(|row| row.get(column));
            widest.map(|cell| cell.chars().count()).fold(heading, usize::max)
        };
        let widths: Vec<usize> = (0..headings.len()).map(width).collect();
        let headings: Vec<String> = headings.iter().map(ToString::to_string).collect();
        self.push(&format!("{DIM}{}{DIM:#}", align(&headings, &widths)));
        for row in &cells {
            self.push(&align(row, &widths));
        }
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

fn align(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn a_long_name_is_apart_from_its_value() {
        let mut page = Page::default();
        page.field("GOAL-1.US-001", "in progress");
        page.field("short", "value");
        assert_eq!(page.into_text(), "  GOAL-1.US-001 in progress\n  short        value\n");
    }
}
