//! Bytes from a terminal become what was pressed.
//!
//! Not crossterm's reader: when the terminal is gone that one turns round in a circle for ever, an Escape that
//! arrives apart from the rest of its sequence makes moves of the digits of a click, and a paste without an end
//! fills the memory. Here a sequence may come in any pieces, and takes the same few bytes whatever comes.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::Pressed;

/// How long an Escape waits for the rest of a sequence before it is a key.
const ESCAPE_PATIENCE: Duration = Duration::from_millis(50);

/// How long anything else waits that was begun and not ended.
const PATIENCE: Duration = Duration::from_secs(1);

/// What ends a paste.
const END_OF_PASTE: &[u8] = b"\x1b[201~";

/// Longer than any sequence that means something here.
const LONGEST: usize = 32;

/// Reads byte by byte.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    state: State,
    /// Where the mouse button went down.
    down: Option<Position>,
}

/// What has been read of something that is longer than a byte.
#[derive(Debug, Default)]
enum State {
    /// Nothing.
    #[default]
    Ground,
    /// The beginning of a character.
    Character(Vec<u8>),
    /// An Escape, which may be a key, or the beginning of more.
    Escape,
    /// `ESC [` and what follows, up to the letter at its end.
    Sequence(Vec<u8>),
    /// `ESC O`: one letter follows.
    Single,
    /// `ESC [ [`: the console of Linux names its first five function keys like this.
    Console,
    /// A paste, and how much of its end was read.
    Paste(usize),
}

impl Decoder {
    /// Reads a byte, and gives what it completes.
    pub(super) fn feed(&mut self, byte: u8) -> Option<Pressed> {
        match std::mem::take(&mut self.state) {
            State::Paste(matched) => self.paste(matched, byte),
            // A control character within something else begins anew: Ctrl-C is always heard.
            State::Escape if byte == ESCAPE => Some(self.escaped_twice()),
            _ if byte < b' ' || byte == DELETE => self.control(byte),
            State::Ground => self.ground(byte),
            State::Character(bytes) => self.character(bytes, byte),
            State::Escape => self.escaped(byte),
            State::Sequence(bytes) => self.sequence(bytes, byte),
            State::Single => single(byte),
            State::Console => console(byte),
        }
    }

    /// How long to wait for what completes something that was begun; none if nothing was.
    pub(super) const fn patience(&self) -> Option<Duration> {
        match self.state {
            State::Ground => None,
            State::Escape => Some(ESCAPE_PATIENCE),
            _ => Some(PATIENCE),
        }
    }

    /// Nothing more has come in that time: an Escape was a key, and the rest was nothing.
    pub(super) fn give_up(&mut self) -> Option<Pressed> {
        matches!(std::mem::take(&mut self.state), State::Escape).then(|| key(KeyCode::Esc))
    }

    fn ground(&mut self, byte: u8) -> Option<Pressed> {
        if byte.is_ascii() { Some(typed(char::from(byte))) } else { self.character(Vec::new(), byte) }
    }

    fn character(&mut self, mut bytes: Vec<u8>, byte: u8) -> Option<Pressed> {
        bytes.push(byte);
        match std::str::from_utf8(&bytes) {
            Ok(text) => text.chars().next().map(typed),
            Err(error) if error.error_len().is_none() => {
                self.state = State::Character(bytes);
                None
            }
            // What broke the character off may itself be one.
            Err(_) if byte.is_ascii() => Some(typed(char::from(byte))),
            Err(_) => None,
        }
    }

    fn control(&mut self, byte: u8) -> Option<Pressed> {
        let letter = |from: u8| held(KeyCode::Char(char::from(byte + from)), KeyModifiers::CONTROL);
        Some(match byte {
            ESCAPE => {
                self.state = State::Escape;
                return None;
            }
            0 => held(KeyCode::Char(' '), KeyModifiers::CONTROL),
            b'\r' | b'\n' => key(KeyCode::Enter),
            b'\t' => key(KeyCode::Tab),
            8 | DELETE => key(KeyCode::Backspace),
            1..=26 => letter(b'a' - 1),
            _ => letter(b'4' - 28),
        })
    }

    fn escaped_twice(&mut self) -> Pressed {
        self.state = State::Escape;
        key(KeyCode::Esc)
    }

    fn escaped(&mut self, byte: u8) -> Option<Pressed> {
        match byte {
            b'[' => self.state = State::Sequence(Vec::new()),
            b'O' => self.state = State::Single,
            _ if byte.is_ascii() => return Some(held(KeyCode::Char(char::from(byte)), KeyModifiers::ALT)),
            _ => return self.ground(byte),
        }
        None
    }

    fn sequence(&mut self, mut bytes: Vec<u8>, byte: u8) -> Option<Pressed> {
        match byte {
            b'[' if bytes.is_empty() => self.state = State::Console,
            b'@'..=b'~' => return self.act(&bytes, byte),
            _ => {
                // Too long to mean anything; its end is waited for all the same.
                if bytes.len() < LONGEST {
                    bytes.push(byte);
                }
                self.state = State::Sequence(bytes);
            }
        }
        None
    }

    /// Does what a whole sequence says.
    fn act(&mut self, bytes: &[u8], last: u8) -> Option<Pressed> {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() < LONGEST)?;
        if let Some(mouse) = text.strip_prefix('<') {
            return self.mouse(mouse, last);
        }
        let mut numbers = text.split(';').map(|number| number.parse::<u8>().ok());
        let (first, second) = (numbers.next().flatten(), numbers.next().flatten());
        let code = match (last, first) {
            (b'I' | b'O', None) => return Some(Pressed::Focus(last == b'I')),
            (b'~', Some(200)) => {
                self.state = State::Paste(0);
                return None;
            }
            (b'~', Some(number)) => numbered(number)?,
            _ => lettered(last)?,
        };
        Some(held(code, modifiers(second)))
    }

    /// A click is a button that goes down and up at one place. On its way up, so that no report of the release comes
    /// when the program that asked for it has ended.
    fn mouse(&mut self, text: &str, last: u8) -> Option<Pressed> {
        let mut numbers = text.split(';').map_while(|number| number.parse::<u16>().ok());
        let (button, x, y) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let place = Position::new(x.checked_sub(1)?, y.checked_sub(1)?);
        if button != 0 {
            return None;
        }
        if last == b'M' {
            self.down = Some(place);
            return None;
        }
        (self.down.take() == Some(place)).then_some(Pressed::Click(place))
    }

    fn paste(&mut self, matched: usize, byte: u8) -> Option<Pressed> {
        let matched =
            if END_OF_PASTE.get(matched) == Some(&byte) { matched + 1 } else { usize::from(byte == ESCAPE) };
        if matched < END_OF_PASTE.len() {
            self.state = State::Paste(matched);
        }
        None
    }
}

const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;

fn key(code: KeyCode) -> Pressed {
    held(code, KeyModifiers::NONE)
}

fn held(code: KeyCode, modifiers: KeyModifiers) -> Pressed {
    Pressed::Key(KeyEvent::new(code, modifiers))
}

fn typed(char: char) -> Pressed {
    held(KeyCode::Char(char), if char.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE })
}

/// The letter after `ESC O`.
fn single(byte: u8) -> Option<Pressed> {
    if byte == b'M' { Some(key(KeyCode::Enter)) } else { lettered(byte).map(key) }
}

/// The letter after `ESC [ [`.
fn console(byte: u8) -> Option<Pressed> {
    matches!(byte, b'A'..=b'E').then(|| key(KeyCode::F(byte - b'A' + 1)))
}

/// The key of a sequence that ends with a letter of its own.
const fn lettered(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        b'Z' => KeyCode::BackTab,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    })
}

/// The key of a sequence that ends with a tilde.
const fn numbered(number: u8) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number - 10),
        17..=21 => KeyCode::F(number - 11),
        23 | 24 => KeyCode::F(number - 12),
        _ => return None,
    })
}

/// What is held with a key: one more than a sum of bits.
fn modifiers(number: Option<u8>) -> KeyModifiers {
    let bits = number.unwrap_or(1).saturating_sub(1);
    let all = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    all.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, modifier)| modifier).collect()
}

#[cfg(test)]
mod tests;
