//! A list from which a person chooses: with a cursor on the full screen, as a numbered question elsewhere.

use std::fmt::Write as _;

use crate::failure::Failure;

/// The key of the row that an empty line chooses.
pub(crate) const ENTER: &str = "Enter";

/// A name and a detail, which may be a key that chooses the row.
pub(crate) type Row = [String; 2];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Menu {
    pub(crate) title: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) cursor: usize,
    /// Tells a program, which cannot choose, what to do instead.
    pub(crate) hint: String,
}

impl Menu {
    pub(crate) fn new(title: impl Into<String>, rows: Vec<Row>, hint: String) -> Self {
        Self { title: title.into(), rows, cursor: 0, hint }
    }

    /// The row whose detail is the key that chooses it.
    pub(crate) fn row_with(&self, key: &str) -> Option<usize> {
        self.rows.iter().position(|[_, detail]| detail == key)
    }

    pub(crate) fn question(&self) -> String {
        self.numbered() + &self.instruction()
    }

    pub(crate) fn failure(&self) -> Failure {
        Failure::usage(self.numbered().trim_end(), self.hint.as_str())
    }

    /// The row that the line names by its number or its key; `None` to quit. The error is to be printed before the
    /// next line is read.
    pub(crate) fn choose(&self, line: &str) -> Result<Option<usize>, String> {
        let line = line.trim();
        if ["q", "quit"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Ok(None);
        }
        let number = || line.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let key = if line.is_empty() { ENTER } else { line };
        let row = self.rows.iter().position(|[_, detail]| detail.eq_ignore_ascii_case(key)).or_else(number);
        row.filter(|&row| row < self.rows.len()).map(Some).ok_or_else(|| self.instruction())
    }

    fn numbered(&self) -> String {
        let end = if self.title.ends_with('.') { "" } else { ":" };
        let mut text = format!("{}{end}\n", self.title);
        for (number, [name, detail]) in (1..).zip(&self.rows) {
            let _ = writeln!(text, "{number}: {name} ({detail})");
        }
        text
    }

    fn instruction(&self) -> String {
        format!("Type a number from 1 to {}, or q to quit.\n", self.rows.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers() -> Menu {
        let rows = [["kitchen", "192.168.1.23:7878"], ["棋盤 study", "[fd00::9]:9000"]];
        let rows = rows.map(|row| row.map(str::to_owned)).to_vec();
        Menu::new("Several servers were found", rows, "Name one: tictactoe HOST:PORT.".to_owned())
    }

    #[test]
    fn a_line_chooses_a_row_or_quits_or_is_asked_for_again() {
        let rows = [["computer", ENTER], ["host", "h"]].map(|row| row.map(str::to_owned)).to_vec();
        let with_letters = Menu { rows, ..servers() };
        for (menu, lines, choice) in [
            (servers(), &["1"][..], Some(Some(0))),
            (servers(), &[" 2 "], Some(Some(1))),
            (servers(), &["q", "Q", "quit"], Some(None)),
            (servers(), &["", "0", "3", "-1", "two", "99999999999999999999999", "1 2"], None),
            (with_letters.clone(), &["", "Enter"], Some(Some(0))),
            (with_letters.clone(), &["h", "H", "2"], Some(Some(1))),
            // There is no third row.
            (with_letters, &["J"], None),
        ] {
            for line in lines {
                let again = || "Type a number from 1 to 2, or q to quit.\n".to_owned();
                assert_eq!(menu.choose(line), choice.ok_or_else(again), "{line:?} in {menu:?}");
            }
        }
    }

    #[test]
    fn a_menu_is_a_question_or_an_error() {
        let numbered = "\
Several servers were found:
1: kitchen (192.168.1.23:7878)
2: 棋盤 study ([fd00::9]:9000)
";
        let question = format!("{numbered}Type a number from 1 to 2, or q to quit.\n");
        assert_eq!(servers().question(), question);
        let failure = servers().failure();
        assert_eq!(failure.code(), 2);
        assert_eq!(failure.lines(), Some(format!("{numbered}Name one: tictactoe HOST:PORT.\n")));
    }
}
