//! Markdown as its readers see it.

/// Without comments and without code in fences, which say nothing to the reader of a list; lines keep their numbers.
pub(crate) fn shown(markdown: &str) -> String {
    let mut shown = String::with_capacity(markdown.len());
    let mut fence: Option<&str> = None;
    let mut is_comment = false;
    for line in markdown.lines() {
        let mark = fence_of(line.trim_start_matches(['>', ' ', '\t']));
        match (fence, mark) {
            (None, Some(mark)) if !is_comment => fence = Some(mark),
            (Some(open), Some(mark))
                if mark.starts_with(open) && line.trim_end().ends_with(mark) =>
            {
                fence = None;
            }
            (Some(_), _) => {}
            (None, _) => shown.push_str(&visible(line, &mut is_comment)),
        }
        shown.push('\n');
    }
    shown
}

/// The marks that open or close a block of code.
fn fence_of(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let end = line.find(|c| c != mark).unwrap_or(line.len());
    let (marks, rest) = line.split_at_checked(end)?;
    // Behind the marks of code within a line stands more code.
    (end >= 3 && !(mark == '`' && rest.contains('`'))).then_some(marks)
}

/// The parts of a line outside of comments. What stands in code is no comment.
fn visible(line: &str, is_comment: &mut bool) -> String {
    let mut shown = String::new();
    let mut rest = line;
    loop {
        let mark = if *is_comment { "-->" } else { "<!--" };
        let mut ends = rest.match_indices(mark).map(|(at, _)| at);
        let is_code = |at: &usize| {
            let before = rest.get(..*at).unwrap_or_default().matches('`').count();
            !*is_comment
                && before % 2 == 1
                && rest.get(*at..).is_some_and(|after| after.contains('`'))
        };
        let at = ends.find(|at| !is_code(at));
        let end = at.unwrap_or(rest.len());
        if !*is_comment {
            shown.push_str(rest.get(..end).unwrap_or_default());
        }
        let Some(at) = at else { return shown };
        *is_comment = !*is_comment;
        rest = rest.get(at + mark.len()..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_reader_sees_is_left_out_and_lines_keep_their_numbers() {
        for (text, seen) in [
            ("a <!-- b --> c\n", "a  c\n"),
            ("a <!-- b\n- c\n--> d\n", "a \n\n d\n"),
            ("- `<!--` stays\n- and this\n", "- `<!--` stays\n- and this\n"),
            ("a\n```md\n- b\n```\nc\n", "a\n\n\n\nc\n"),
            ("````\n```\n- b\n````\nc\n", "\n\n\n\nc\n"),
            ("  ~~~\n- b\n```\n  ~~~\nc\n", "\n\n\n\nc\n"),
            ("```a``` b\n", "```a``` b\n"),
        ] {
            assert_eq!(shown(text), seen, "{text}");
        }
    }
}
