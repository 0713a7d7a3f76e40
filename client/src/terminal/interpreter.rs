//! What crossterm's events mean: some only together with the ones before.

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::TtyEvent;

/// How long the rest of an escape sequence may take: a slow line cuts it, and crossterm takes the parts for keys.
const SEQUENCE_TIME: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
pub(super) struct Interpreter {
    /// Where the button of the mouse went down.
    pressed_at: Option<Position>,
    /// What may be the beginning of a sequence, and when it came.
    sequence: Option<(Part, Instant)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Escape,
    Inside,
}

impl Interpreter {
    /// Pasted text means nothing.
    pub(super) fn interpret(&mut self, now: Instant, event: &Event) -> Option<TtyEvent> {
        Some(match *event {
            Event::Key(key) if key.kind == KeyEventKind::Release || self.follow_sequence(now, key) => {
                return None;
            }
            Event::Key(key) if key.modifiers == KeyModifiers::CONTROL => TtyEvent::Key(match key.code {
                // The control characters of other terminals for these keys.
                KeyCode::Char('j') => KeyCode::Enter.into(),
                KeyCode::Char('h') => KeyCode::Backspace.into(),
                _ => key,
            }),
            Event::Key(key) => TtyEvent::Key(key),
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

    /// Follows a sequence whose escape character came alone. Returns true for a key that is one of its characters.
    fn follow_sequence(&mut self, now: Instant, key: KeyEvent) -> bool {
        let recent =
            self.sequence.take().filter(|&(_, at)| now.saturating_duration_since(at) < SEQUENCE_TIME);
        let (is_inside, next) = match (recent.map(|(part, _)| part), key.code) {
            (_, KeyCode::Esc) => (false, Some(Part::Escape)),
            (Some(Part::Inside), KeyCode::Char(last)) if last.is_ascii_alphabetic() || last == '~' => {
                (true, None)
            }
            (Some(Part::Escape), KeyCode::Char('[' | 'O')) | (Some(Part::Inside), KeyCode::Char(_)) => {
                (true, Some(Part::Inside))
            }
            _ => (false, None),
        };
        self.sequence = next.map(|part| (part, now));
        is_inside
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
        for rest in ["[A", "OA", "[<0;12;7M", "[3~"] {
            let (mut interpreter, now) = (Interpreter::default(), Instant::now());
            let escape = interpreter.interpret(now, &Event::Key(KeyCode::Esc.into()));
            assert_eq!(escape, Some(TtyEvent::Key(KeyCode::Esc.into())));
            assert_eq!(typed(&mut interpreter, now, &format!("{rest}q1")), "q1", "{rest}");
        }
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
