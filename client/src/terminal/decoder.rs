//! Decodes the terminal's bytes into events.
//!
//! Not crossterm's reader: it spins when the terminal is gone (crossterm-rs/crossterm#793), takes the digits of a mouse
//! report for keys when an Escape arrives apart from the rest, and buffers an unfinished paste without a limit. Here
//! a sequence may arrive in any pieces, and memory is bounded. Keys that do nothing in this program are ignored, and so
//! are the terminal's answers to other programs.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;

use super::TtyEvent;

/// How long an Escape waits for the rest of a sequence before it is a key.
const ESCAPE_TIMEOUT: Duration = Duration::from_millis(50);

/// On a slow line the rest may come later: for so long after an Escape that was a key, it still counts as the rest.
const LATE_TIMEOUT: Duration = Duration::from_millis(500);

const SEQUENCE_TIMEOUT: Duration = Duration::from_secs(1);

const BELL: u8 = 7;
const ESCAPE: u8 = 0x1b;
const DELETE: u8 = 0x7f;
const PASTE_END: &[u8] = b"\x1b[201~";

/// A mouse report of the X10 form: three bytes follow, each at least 32.
const X10_MOUSE: &[u8] = b"\x1b[M";

/// Longer sequences mean nothing here.
const MAX_SEQUENCE: usize = 32;

#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// The beginning of a character or of a sequence; in a paste, its last bytes.
    pending: Vec<u8>,
    state: Reading,
    pressed_at: Option<Position>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Reading {
    #[default]
    Keys,
    /// An Escape was a key a moment ago.
    AfterEscape,
    Paste,
    /// A string of the terminal: OSC, DCS, APC, PM or SOS (ECMA-48, 5.6).
    Text,
}

impl Decoder {
    pub(super) fn feed(&mut self, byte: u8) -> Option<TtyEvent> {
        match self.state {
            Reading::Paste => {
                self.skip_pasted(byte);
                return None;
            }
            Reading::AfterEscape if begins_rest(byte) => self.pending.push(ESCAPE),
            // It ends with `ESC \`, or with a bell as xterm's do.
            Reading::Text if byte == BELL => {
                self.state = Reading::Keys;
                return None;
            }
            Reading::Text if byte >= b' ' && byte != DELETE => return None,
            Reading::Keys | Reading::AfterEscape | Reading::Text => {}
        }
        self.state = Reading::Keys;
        if self.pending.starts_with(X10_MOUSE) && byte >= b' ' {
            self.pending.push(byte);
            self.pending.truncate(if self.pending.len() < X10_MOUSE.len() + 3 { MAX_SEQUENCE } else { 0 });
            return None;
        }
        // A control character aborts an unfinished sequence, so that Ctrl-C always works.
        if byte < b' ' || byte == DELETE {
            let is_after_escape = self.pending == [ESCAPE];
            self.pending.clear();
            if byte != ESCAPE {
                return Some(control_key(byte));
            }
            self.pending.push(ESCAPE);
            return is_after_escape.then(|| key(KeyCode::Esc));
        }
        // One that is too long is ignored, up to its end.
        self.pending.truncate(MAX_SEQUENCE);
        self.pending.push(byte);
        let bytes = std::mem::take(&mut self.pending);
        self.interpret(&bytes, byte)
    }

    fn interpret(&mut self, bytes: &[u8], last: u8) -> Option<TtyEvent> {
        match bytes {
            [ESCAPE, b'[' | b'O'] | [ESCAPE, b'[', b'[' | b'M'] => self.wait_for_more(bytes),
            [ESCAPE, b']' | b'P' | b'_' | b'^' | b'X'] => {
                self.state = Reading::Text;
                None
            }
            // The end of such a string.
            [ESCAPE, b'\\'] => None,
            // Function keys of the Linux console.
            &[ESCAPE, b'[', b'[', letter] => (letter == b'A').then(|| key(KeyCode::F(1))),
            [ESCAPE, b'[', body @ .., end @ b'@'..=b'~'] => self.sequence(body, *end),
            [ESCAPE, b'[', ..] => self.wait_for_more(bytes),
            [ESCAPE, b'O', b'M'] => Some(key(KeyCode::Enter)),
            &[ESCAPE, b'O', letter] => lettered_key(letter).map(key),
            &[ESCAPE, byte] if byte.is_ascii() => {
                Some(held(KeyCode::Char(char::from(byte)), KeyModifiers::ALT))
            }
            [ESCAPE, text @ ..] | text => self.character(text, last),
        }
    }

    /// How long to wait for the rest of what has begun; `None` if nothing has.
    pub(super) fn timeout(&self) -> Option<Duration> {
        match self.pending.as_slice() {
            _ if matches!(self.state, Reading::Paste | Reading::Text) => Some(SEQUENCE_TIMEOUT),
            [] => (self.state == Reading::AfterEscape).then_some(LATE_TIMEOUT),
            [ESCAPE] => Some(ESCAPE_TIMEOUT),
            _ => Some(SEQUENCE_TIMEOUT),
        }
    }

    /// The rest did not arrive in time: an Escape was a key, and anything else is dropped.
    pub(super) fn time_out(&mut self) -> Option<TtyEvent> {
        let is_escape = self.pending == [ESCAPE] && self.state == Reading::Keys;
        self.pending.clear();
        self.state = if is_escape { Reading::AfterEscape } else { Reading::Keys };
        is_escape.then(|| key(KeyCode::Esc))
    }

    fn wait_for_more(&mut self, bytes: &[u8]) -> Option<TtyEvent> {
        self.pending = bytes.to_vec();
        None
    }

    fn character(&mut self, text: &[u8], last: u8) -> Option<TtyEvent> {
        match std::str::from_utf8(text) {
            Ok(text) => text.chars().next().map(typed),
            Err(error) if error.error_len().is_none() => self.wait_for_more(text),
            // The byte that interrupts a character may be one itself.
            Err(_) => last.is_ascii().then(|| typed(char::from(last))),
        }
    }

    fn sequence(&mut self, body: &[u8], last: u8) -> Option<TtyEvent> {
        let text = std::str::from_utf8(body).ok().filter(|text| text.len() + 3 <= MAX_SEQUENCE)?;
        if let Some(report) = text.strip_prefix('<') {
            return self.mouse(report, last);
        }
        let mut numbers = text.split(';').map(|number| number.parse::<u8>().ok());
        let (first, second) = (numbers.next().flatten(), numbers.next().flatten());
        let code = match (last, first) {
            (b'I' | b'O', None) => return Some(TtyEvent::Focus(last == b'I')),
            (b'~', Some(200)) => {
                self.state = Reading::Paste;
                return None;
            }
            (b'~', Some(1 | 7)) => KeyCode::Home,
            (b'~', Some(4 | 8)) => KeyCode::End,
            (b'~', Some(11)) => KeyCode::F(1),
            _ => lettered_key(last)?,
        };
        Some(held(code, modifiers(second)))
    }

    /// A click is a button that goes down and up at one place. It counts when the button goes up, so that no report
    /// arrives after the end of the program.
    fn mouse(&mut self, report: &str, last: u8) -> Option<TtyEvent> {
        let mut numbers = report.split(';').map_while(|number| number.parse::<u16>().ok());
        let (button, x, y) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let at = Position::new(x.checked_sub(1)?, y.checked_sub(1)?);
        if button != 0 {
            return None;
        }
        if last == b'M' {
            self.pressed_at = Some(at);
            return None;
        }
        (self.pressed_at.take() == Some(at)).then_some(TtyEvent::Click(at))
    }

    fn skip_pasted(&mut self, byte: u8) {
        self.pending.push(byte);
        if !PASTE_END.starts_with(&self.pending) {
            self.pending.clear();
            self.pending.extend((byte == ESCAPE).then_some(ESCAPE));
        }
        if self.pending == PASTE_END {
            self.pending.clear();
            self.state = Reading::Keys;
        }
    }
}

/// Can this byte continue an escape sequence after its Escape? None of these is a key of this program.
const fn begins_rest(byte: u8) -> bool {
    matches!(byte, b'[' | b'O' | b']' | b'P' | b'_' | b'^' | b'X')
}

fn key(code: KeyCode) -> TtyEvent {
    held(code, KeyModifiers::NONE)
}

fn held(code: KeyCode, modifiers: KeyModifiers) -> TtyEvent {
    TtyEvent::Key(KeyEvent::new(code, modifiers))
}

fn typed(char: char) -> TtyEvent {
    held(KeyCode::Char(char), if char.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE })
}

fn control_key(byte: u8) -> TtyEvent {
    match byte {
        b'\r' | b'\n' => key(KeyCode::Enter),
        8 | DELETE => key(KeyCode::Backspace),
        _ => held(KeyCode::Char(char::from(byte | 0x60)), KeyModifiers::CONTROL),
    }
}

const fn lettered_key(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P' => KeyCode::F(1),
        _ => return None,
    })
}

/// The number is a bit set plus one.
fn modifiers(number: Option<u8>) -> KeyModifiers {
    let bits = number.unwrap_or(1).saturating_sub(1);
    let all = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    all.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, modifier)| modifier).collect()
}

#[cfg(test)]
mod tests;
