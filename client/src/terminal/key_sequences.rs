//! Interprets crossterm's events: also key sequences that it takes apart, and clicks.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::TtyEvent;

/// How long the rest of a sequence may take: a slow line cuts it, and crossterm takes the parts for keys.
const SEQUENCE_TIME: Duration = Duration::from_millis(500);

/// How long a string may pause that began with its escape character in one piece: a person who presses such a key types
/// slower.
const STRING_PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
pub(super) struct Interpreter {
    /// Where the button of the mouse went down.
    pressed_at: Option<Position>,
    /// What crossterm took for keys and may be the beginning of a sequence, and until when the rest has to come.
    sequence: Option<(Part, Instant)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Escape,
    // Behind `ESC [` or `ESC O`, without parameters and with some.
    Introducer,
    Parameters,
    // An answer of the terminal to another program: OSC, DCS, SOS, PM or APC. Its escape character came alone, or with it.
    String,
    WholeString,
}

impl Interpreter {
    /// Pasted text means nothing.
    pub(super) fn interpret(&mut self, now: Instant, event: &Event) -> Option<TtyEvent> {
        Some(match *event {
            Event::Key(key) if key.kind == KeyEventKind::Release => return None,
            Event::Key(key) => TtyEvent::Key(usual(self.follow_sequence(now, key)?)),
            Event::Mouse(mouse) => TtyEvent::Click(self.clicked(mouse)?),
            Event::Resize(..) => TtyEvent::Resized,
            Event::FocusGained => TtyEvent::Focus(true),
            Event::FocusLost => TtyEvent::Focus(false),
            Event::Paste(_) => return None,
        })
    }

    /// A click counts when the button goes up where it went down, so that no report arrives after the end of the program.
    fn clicked(&mut self, mouse: MouseEvent) -> Option<Position> {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed_at = Some(at);
                None
            }
            MouseEventKind::Up(MouseButton::Left) => {
                self.pressed_at.take().filter(|&pressed_at| pressed_at == at)
            }
            _ => None,
        }
    }

    /// Follows the sequences that crossterm does not: strings, and those whose escape character came alone. Returns the key,
    /// or the one that the sequence stands for; none for other characters of a sequence.
    fn follow_sequence(&mut self, now: Instant, key: KeyEvent) -> Option<KeyEvent> {
        let sequence = self.sequence.take().filter(|&(_, until)| now < until);
        let (part, until) = sequence.map_or((None, now), |(part, until)| (Some(part), until));
        let is_bell = key == KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL);
        // AltGr is Control and Alt.
        let has_alt = key.modifiers.difference(KeyModifiers::SHIFT) == KeyModifiers::ALT;
        let (next, key) = match (part, key.code) {
            (Some(Part::String | Part::WholeString), KeyCode::Char('\\')) => (None, None),
            (Some(Part::String | Part::WholeString), _) if is_bell => (None, None),
            (Some(Part::String | Part::WholeString), _) if key.modifiers != KeyModifiers::CONTROL => {
                (part, None)
            }
            (_, KeyCode::Esc) => (Some(Part::Escape), Some(key)),
            (Some(Part::Escape), KeyCode::Char('[' | 'O')) => (Some(Part::Introducer), None),
            (Some(Part::Introducer), KeyCode::Char(last)) if key_of_sequence(last).is_some() => {
                (None, key_of_sequence(last).map(KeyEvent::from))
            }
            (Some(Part::Introducer | Part::Parameters), KeyCode::Char(c)) => {
                let is_last = c.is_ascii_alphabetic() || c == '~';
                ((!is_last).then_some(Part::Parameters), None)
            }
            (Some(Part::Escape), KeyCode::Char(']' | 'P' | 'X' | '^' | '_')) => (Some(Part::String), None),
            (_, KeyCode::Char(']' | 'P' | 'X' | '^' | '_')) if has_alt => (Some(Part::WholeString), None),
            _ => (None, Some(key)),
        };
        self.sequence = next.map(|part| match part {
            Part::Escape => (part, now + SEQUENCE_TIME),
            Part::WholeString => (part, now + STRING_PAUSE),
            Part::Introducer | Part::Parameters | Part::String => (part, until),
        });
        key
    }
}

/// The key of a sequence without parameters, by its last character.
const fn key_of_sequence(last: char) -> Option<KeyCode> {
    Some(match last {
        'A' => KeyCode::Up,
        'B' => KeyCode::Down,
        'C' => KeyCode::Right,
        'D' => KeyCode::Left,
        'H' => KeyCode::Home,
        'F' => KeyCode::End,
        'P' => KeyCode::F(1),
        _ => return None,
    })
}

/// Some terminals send other control characters for these keys.
fn usual(key: KeyEvent) -> KeyEvent {
    match key.code {
        KeyCode::Char('j') if key.modifiers == KeyModifiers::CONTROL => KeyCode::Enter.into(),
        KeyCode::Char('h') if key.modifiers == KeyModifiers::CONTROL => KeyCode::Backspace.into(),
        _ => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(interpreter: &mut Interpreter, now: Instant, text: &str) -> String {
        let mut press = |char| interpreter.interpret(now, &Event::Key(KeyCode::Char(char).into()));
        text.chars().filter(|&char| press(char).is_some()).collect()
    }

    #[test]
    fn a_sequence_that_its_escape_has_left_behind_is_no_text() {
        for rest in ["[<0;12;7M", "[3~", "OR", "]11;rgb:3030/3434/4646\\"] {
            let (mut interpreter, now) = (Interpreter::default(), Instant::now());
            let escape = interpreter.interpret(now, &Event::Key(KeyCode::Esc.into()));
            assert_eq!(escape, Some(TtyEvent::Key(KeyCode::Esc.into())));
            assert_eq!(typed(&mut interpreter, now, &format!("{rest}q1")), "q1", "{rest}");
        }
    }

    #[test]
    fn an_arrow_that_its_escape_has_left_behind_is_an_arrow() {
        for (introducer, last, code) in [('[', 'B', KeyCode::Down), ('O', 'A', KeyCode::Up)] {
            let (mut interpreter, now) = (Interpreter::default(), Instant::now());
            let mut press = |ms, code: KeyCode| {
                interpreter.interpret(now + Duration::from_millis(ms), &Event::Key(code.into()))
            };
            press(0, KeyCode::Esc);
            assert_eq!(press(300, KeyCode::Char(introducer)), None);
            assert_eq!(press(301, KeyCode::Char(last)), Some(TtyEvent::Key(code.into())));
        }
    }

    #[test]
    fn an_answer_of_the_terminal_is_no_text() {
        let end = KeyEvent::new(KeyCode::Char('\\'), KeyModifiers::ALT);
        let bell = KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL);
        for (first, text, last) in
            [(']', "11;rgb:1414/1414/1414", end), (']', "11;rgb:1/2/3", bell), ('P', ">|tmux 3.3a", end)]
        {
            let (mut interpreter, now) = (Interpreter::default(), Instant::now());
            let first = KeyEvent::new(KeyCode::Char(first), KeyModifiers::ALT);
            assert_eq!(interpreter.interpret(now, &Event::Key(first)), None);
            assert_eq!(typed(&mut interpreter, now, text), "");
            assert_eq!(interpreter.interpret(now, &Event::Key(last)), None);
            assert_eq!(typed(&mut interpreter, now, "q1"), "q1");
        }
    }

    #[test]
    fn what_a_person_types_after_alt_and_a_letter_counts() {
        let (mut interpreter, now) = (Interpreter::default(), Instant::now());
        let alt = KeyEvent::new(KeyCode::Char('P'), KeyModifiers::ALT | KeyModifiers::SHIFT);
        assert_eq!(interpreter.interpret(now, &Event::Key(alt)), None);
        assert_eq!(typed(&mut interpreter, now + STRING_PAUSE / 2, ">"), "");
        assert_eq!(typed(&mut interpreter, now + STRING_PAUSE, "|"), "", "the string goes on");
        assert_eq!(typed(&mut interpreter, now + STRING_PAUSE * 2, "q1"), "q1");
    }

    #[test]
    fn alt_gr_begins_no_sequence() {
        let (mut interpreter, now) = (Interpreter::default(), Instant::now());
        let key = KeyEvent::new(KeyCode::Char(']'), KeyModifiers::ALT | KeyModifiers::CONTROL);
        assert_eq!(interpreter.interpret(now, &Event::Key(key)), Some(TtyEvent::Key(key)));
        assert_eq!(typed(&mut interpreter, now, "q1"), "q1");
    }

    #[test]
    fn a_string_may_pause_whose_escape_came_alone() {
        let (mut interpreter, now) = (Interpreter::default(), Instant::now());
        interpreter.interpret(now, &Event::Key(KeyCode::Esc.into()));
        assert_eq!(typed(&mut interpreter, now, "]11;"), "");
        assert_eq!(typed(&mut interpreter, now + STRING_PAUSE * 4, "rgb:1/2/3\\q"), "q");
    }

    #[test]
    fn what_follows_an_escape_later_is_text() {
        let (mut interpreter, now) = (Interpreter::default(), Instant::now());
        interpreter.interpret(now, &Event::Key(KeyCode::Esc.into()));
        assert_eq!(typed(&mut interpreter, now + SEQUENCE_TIME, "[A"), "[A");
    }

    #[test]
    fn a_click_is_a_press_and_a_release_at_one_place() {
        let mut interpreter = Interpreter::default();
        let mut is_click = |kind, column| {
            let mouse = MouseEvent { kind, column, row: 3, modifiers: KeyModifiers::NONE };
            interpreter.interpret(Instant::now(), &Event::Mouse(mouse)).is_some()
        };
        let (down, up) = (MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left));
        assert!(!is_click(down, 5) && is_click(up, 5));
        assert!(!is_click(up, 5), "it went down elsewhere, before the program began");
        assert!(!is_click(down, 5) && !is_click(up, 6), "it was dragged away");
    }
}
