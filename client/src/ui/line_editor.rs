//! The prompt, and the line that a person types below what is printed meanwhile. It stays whole on a terminal which neither
//! shows nor edits it. Pure: keys and texts in, what to print out.

use std::mem;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthChar;

use crate::app::notice::LINE_BYTES;
use crate::failure::wrapped;
use crate::ui::stdin::Typed;
use crate::ui::text::PROMPT;

/// The prompt and the line are printed, and the cursor is behind them.
#[derive(Debug, Default)]
pub(crate) struct LineEditor {
    /// The terminal edits the line: what is printed stays.
    pub(crate) is_cooked: bool,
    prompt: &'static str,
    line: String,
}

impl LineEditor {
    pub(crate) fn new(is_cooked: bool) -> Self {
        Self { is_cooked, ..Self::default() }
    }

    /// Returns what to print, and what has been typed if that is complete.
    pub(crate) fn press(&mut self, key: KeyEvent, columns: u16) -> (String, Option<Typed>) {
        let is_control = key.modifiers == KeyModifiers::CONTROL;
        let printed = match key.code {
            KeyCode::Enter => {
                self.prompt = "";
                return ("\n".to_owned(), Some(Typed::Line(Ok(mem::take(&mut self.line)))));
            }
            KeyCode::Backspace => self.cut(self.line.char_indices().next_back(), columns),
            KeyCode::Char('d') if is_control && self.line.is_empty() => {
                return (String::new(), Some(Typed::EndKey));
            }
            KeyCode::Char('u') if is_control => self.cut(self.line.char_indices().next(), columns),
            KeyCode::Char('w') if is_control => self.cut(self.last_word(), columns),
            // AltGr is both of them.
            KeyCode::Char(letter) if !is_control && key.modifiers != KeyModifiers::ALT => self.append(letter),
            _ => String::new(),
        };
        (printed, None)
    }

    /// A line was read. A terminal that edits it has shown its end.
    pub(crate) const fn answered(&mut self) {
        if self.is_cooked {
            self.prompt = "";
        }
    }

    /// Prints a text above the line, broken between words, and the prompt if a line is wanted. Where the terminal edits the
    /// line, the text begins below it.
    pub(crate) fn say(&mut self, said: &str, wants_line: bool, columns: u16) -> String {
        let prompt = if wants_line || said.is_empty() && !self.prompt.is_empty() { PROMPT } else { "" };
        if said.is_empty() && prompt == self.prompt {
            return String::new();
        }
        let erased = self.erase(columns);
        self.prompt = prompt;
        let said = if self.is_cooked { said.to_owned() } else { wrapped(said, columns) };
        [&erased, &said, prompt, &self.line].concat()
    }

    /// Prints prompt and line where another program has left the cursor.
    pub(crate) fn redraw(&self) -> String {
        ["\r\x1b[J", self.prompt, &self.line].concat()
    }

    /// Ends the line that is shown.
    pub(crate) fn finish(&mut self) -> &'static str {
        let (prompt, line) = (mem::take(&mut self.prompt), mem::take(&mut self.line));
        if prompt.is_empty() && line.is_empty() { "" } else { "\n" }
    }

    fn append(&mut self, letter: char) -> String {
        let has_room = (self.line.len() + letter.len_utf8()) as u64 <= LINE_BYTES;
        if letter.is_control() || !has_room {
            return String::new();
        }
        self.line.push(letter);
        letter.into()
    }

    fn last_word(&self) -> Option<(usize, char)> {
        let words = self.line.trim_end();
        let before = words.trim_end_matches(|letter: char| !letter.is_whitespace());
        self.line.char_indices().nth(before.chars().count())
    }

    /// Removes the end of the line, from this letter on. Only what is removed is printed over, if it can be: a screen
    /// reader would read the line again.
    fn cut(&mut self, from: Option<(usize, char)>, columns: u16) -> String {
        let Some((length, _)) = from else { return String::new() };
        let (erased, (row, column)) = (self.erase(columns), self.end(columns));
        self.line.truncate(length);
        let (last_row, last_column) = self.end(columns);
        if row == last_row && last_column < column && column < columns {
            return "\x08 \x08".repeat((column - last_column).into());
        }
        [&erased, self.prompt, &self.line].concat()
    }

    fn erase(&self, columns: u16) -> String {
        match self.end(columns) {
            (0, 0) => String::new(),
            _ if self.is_cooked => "\n".to_owned(),
            (0, _) => "\r\x1b[J".to_owned(),
            (rows, _) => format!("\x1b[{rows}A\r\x1b[J"),
        }
    }

    /// The row in which the line ends, from 0, and its width there. The cursor waits behind a full row, and a wide letter
    /// that does not fit begins the next one.
    fn end(&self, columns: u16) -> (usize, u16) {
        let letters = self.prompt.chars().chain(self.line.chars());
        let widths = letters.filter_map(|letter| letter.width()?.try_into().ok());
        widths.fold((0, 0), |(row, column), width: u16| {
            if column.saturating_add(width) > columns { (row + 1, width) } else { (row, column + width) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: u16 = 10;

    fn editor(line: &str) -> LineEditor {
        let mut editor = LineEditor::default();
        editor.say("", true, COLUMNS);
        assert_eq!(type_in(&mut editor, line), line);
        editor
    }

    /// Returns what is printed.
    fn type_in(editor: &mut LineEditor, text: &str) -> String {
        text.chars().map(|letter| printed(editor.press(KeyCode::Char(letter).into(), COLUMNS))).collect()
    }

    fn control(editor: &mut LineEditor, letter: char) -> (String, Option<Typed>) {
        editor.press(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL), COLUMNS)
    }

    fn backspace(editor: &mut LineEditor) -> String {
        printed(editor.press(KeyCode::Backspace.into(), COLUMNS))
    }

    fn printed((text, typed): (String, Option<Typed>)) -> String {
        assert_eq!(typed, None);
        text
    }

    fn entered(line: &str) -> (String, Option<Typed>) {
        ("\n".to_owned(), Some(Typed::Line(Ok(line.to_owned()))))
    }

    #[test]
    fn a_half_typed_line_stays_whole_below_what_is_said() {
        let mut editor = editor("rea");
        assert_eq!(editor.say("Bob is away.\n", true, COLUMNS), "\r\x1b[JBob is\naway.\n> rea");
        assert_eq!(type_in(&mut editor, "ct"), "ct");
        assert_eq!(editor.press(KeyCode::Enter.into(), COLUMNS), entered("react"));
        assert_eq!(editor.say("Hello.\n", false, COLUMNS), "Hello.\n");
    }

    #[test]
    fn the_prompt_is_shown_while_a_line_is_wanted() {
        let mut editor = LineEditor::default();
        assert_eq!(editor.say("Your turn.\n", true, COLUMNS), "Your turn.\n> ");
        assert_eq!(editor.say("", true, COLUMNS), "");
        assert_eq!(editor.say("", false, COLUMNS), "");
        assert_eq!(editor.say("Lost.\n", false, COLUMNS), "\r\x1b[JLost.\n");
        assert_eq!(type_in(&mut editor, "5"), "5");
        assert_eq!(editor.say("", true, COLUMNS), "\r\x1b[J> 5");
        assert_eq!(editor.redraw(), "\r\x1b[J> 5");
        assert_eq!((editor.finish(), editor.finish()), ("\n", ""));
    }

    #[test]
    fn letters_words_and_lines_are_erased() {
        let mut editor = editor("a bc d ");
        assert_eq!(backspace(&mut editor), "\x08 \x08");
        assert_eq!(printed(control(&mut editor, 'w')), "\x08 \x08");
        assert_eq!(printed(control(&mut editor, 'w')), "\x08 \x08".repeat(3));
        assert_eq!(printed(control(&mut editor, 'u')), "\x08 \x08".repeat(2));
        for _ in 0..2 {
            assert_eq!(backspace(&mut editor), "");
            assert_eq!(printed(control(&mut editor, 'w')), "");
        }
        assert_eq!(editor.press(KeyCode::Enter.into(), COLUMNS), entered(""));
    }

    #[test]
    fn wide_letters_are_erased_whole_and_accents_alone() {
        let mut editor = editor("e\u{301}棋");
        assert_eq!(backspace(&mut editor), "\x08 \x08".repeat(2));
        assert_eq!(backspace(&mut editor), "\r\x1b[J> e");
    }

    #[test]
    fn a_line_of_several_rows_is_erased_from_its_first() {
        let mut long = editor("name 棋棋");
        assert_eq!(
            long.say("A\n", true, COLUMNS),
            "\x1b[1A\r\x1b[JA\n> name 棋棋",
            "a wide letter did not fit"
        );
        let mut full = editor("12345678");
        assert_eq!(full.say("A\n", true, COLUMNS), "\r\x1b[JA\n> 12345678");
        assert_eq!(backspace(&mut full), "\r\x1b[J> 1234567", "the cursor waited behind the full row");
    }

    #[test]
    fn ctrl_d_ends_the_input_only_on_an_empty_line() {
        let mut editor = editor("5");
        assert_eq!(printed(control(&mut editor, 'd')), "");
        backspace(&mut editor);
        assert_eq!(control(&mut editor, 'd'), (String::new(), Some(Typed::EndKey)));
    }

    #[test]
    fn other_keys_and_letters_beyond_the_longest_line_are_ignored() {
        let mut editor = LineEditor::default();
        for key in [KeyCode::Up, KeyCode::Esc, KeyCode::Char('\u{9b}')] {
            assert_eq!(printed(editor.press(key.into(), COLUMNS)), "");
        }
        assert_eq!(printed(control(&mut editor, 'i')), "");
        assert_eq!(type_in(&mut editor, &"x".repeat(5000)).len() as u64, LINE_BYTES);
    }
}
