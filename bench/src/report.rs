//! Tables for people.

use std::fmt::{self, Write};

/// Rows under a heading. The first column is text; the others are numbers and stand to the right.
#[derive(Debug)]
pub struct Table {
    title: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(title: &'static str, head: &[&str]) -> Self {
        Self { title, rows: vec![head.iter().map(ToString::to_string).collect()] }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        writeln!(f, "{}\n", self.title)?;
        for row in &self.rows {
            let mut line = String::from(" ");
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(line, " {cell:<width$}")?,
                    _ => write!(line, "  {cell:>width$}")?,
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A whole number with its thousands apart.
pub fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(grouped(7.4), "7");
        assert_eq!(grouped(999.6), "1,000");
        assert_eq!(grouped(1_234_567.0), "1,234,567");
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let mut table = Table::new("t", &["what", "n"]);
        table.row(vec!["a".into(), "10".into()]);
        assert_eq!(table.to_string(), "t\n\n  what   n\n  a     10\n");
    }
}
