//! A list from which a person chooses: with a cursor on the full screen, as a numbered question elsewhere.

use std::fmt::Write as _;

use crate::failure::Failure;

/// A name and a detail.
pub(crate) type Row = [String; 2];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Menu {
    pub(crate) title: String,
    pub(crate) rows: Vec<Row>,
    /// The letters that choose the rows, for a menu that has them: Enter chooses its first row.
    pub(crate) letters: &'static [char],
    pub(crate) cursor: usize,
    /// Tells a program, which cannot choose, what to do instead.
    pub(crate) hint: String,
}

impl Menu {
    pub(crate) fn new(title: impl Into<String>, rows: Vec<Row>, hint: String) -> Self {
        Self { title: title.into(), rows, letters: &[], cursor: 0, hint }
    }

    /// The row with this letter.
    pub(crate) fn row_with(&self, letter: char) -> Option<usize> {
        self.letters.iter().position(|&of_row| of_row == letter).filter(|&row| row < self.rows.len())
    }

    pub(crate) fn question(&self) -> String {
        self.numbered() + &self.instruction()
    }

    pub(crate) fn failure(&self) -> Failure {
        Failure::usage(self.numbered().trim_end(), self.hint.as_str())
    }

    /// The row that the line names by its number; `None` to quit. The error is to be printed before the next line is
    /// read.
    pub(crate) fn choose(&self, line: &str) -> Result<Option<usize>, String> {
        let line = line.trim();
        if ["q", "quit"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
            return Ok(None);
        }
        let mut letters = line.chars();
        let chosen = match (letters.next(), letters.next()) {
            (None, _) if !self.letters.is_empty() => Some(0),
            (Some(letter), None) if !letter.is_ascii_digit() && !self.letters.is_empty() => {
                let is_letter = |of_row: &&char| of_row.eq_ignore_ascii_case(&letter);
                self.letters.iter().find(is_letter).and_then(|&letter| self.row_with(letter))
            }
            _ => line.parse().ok().and_then(|number: usize| number.checked_sub(1)),
        };
        chosen.filter(|&row| row < self.rows.len()).map(Some).ok_or_else(|| self.instruction())
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
        let with_letters = Menu { letters: &['c', 'h', 'J'], ..servers() };
        for (menu, lines, choice) in [
            (servers(), &["1"][..], Some(Some(0))),
            (servers(), &[" 2 "], Some(Some(1))),
            (servers(), &["q", "Q", "quit"], Some(None)),
            (servers(), &["", "0", "3", "-1", "two", "99999999999999999999999", "1 2"], None),
            (with_letters.clone(), &["", "c"], Some(Some(0))),
            (with_letters.clone(), &["h", "2"], Some(Some(1))),
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
