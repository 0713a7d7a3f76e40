//! Standard input as a bounded channel of bounded lines.
//!
//! Reading blocks, so a thread of its own does it. It is never joined: a process that is done ends although
//! the thread still waits for a line that nobody will type.

use std::io::{self, BufRead};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;

use crate::app::command::{LINE_BYTES, LineError};
use crate::exit::cause;

/// How long a reader pauses when the input has nothing and does not wait for more.
const PAUSE: Duration = Duration::from_millis(20);

/// Lines that are read ahead.
const LINES_AHEAD: usize = 16;

/// Lines as they come. The channel closes at the end of input.
pub(crate) type Lines = mpsc::Receiver<Line>;

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, without its end.
    Text(String),
    /// A line that cannot be taken in.
    Bad(LineError),
    /// The input cannot be read any more, and why. Nothing follows.
    Failed(String),
}

/// Starts to read standard input.
pub(crate) fn lines() -> io::Result<Lines> {
    let (sender, lines) = mpsc::channel(LINES_AHEAD);
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next(&mut input) {
            let is_last = matches!(line, Line::Failed(_));
            if sender.blocking_send(line).is_err() || is_last {
                break;
            }
        }
    })?;
    Ok(lines)
}

fn next(input: &mut impl BufRead) -> Option<Line> {
    match read_line(input) {
        Ok(line) => line.map(|line| line.map_or_else(Line::Bad, Line::Text)),
        Err(error) => Some(Line::Failed(cause(&error))),
    }
}

/// Reads one line without its end. A line that is too long is read to its end and forgotten.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // Another process that shares the input has made it so that reading does not wait.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(PAUSE);
                continue;
            }
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or(chunk);
        if line.len() + part.len() <= LINE_BYTES {
            line.extend_from_slice(part);
        }
        length += part.len();
        let (is_last, used) = (chunk.is_empty(), part.len() + usize::from(end.is_some()));
        input.consume(used);
        match (is_last, end) {
            (true, _) if length == 0 => return Ok(None),
            (false, None) => {}
            _ => return Ok(Some(finish(line, length))),
        }
    }
}

fn finish(line: Vec<u8>, length: usize) -> Result<String, LineError> {
    if length > LINE_BYTES {
        return Err(LineError::TooLong);
    }
    String::from_utf8(line).map_err(|_| LineError::NotUtf8)
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read_all(bytes: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next(&mut input)).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    /// An input that has had these troubles before it has a line.
    struct Troubled(Vec<io::Error>);

    impl io::Read for Troubled {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.pop().map_or_else(|| (&b"5\n"[..]).read(buffer), Err)
        }
    }

    #[test]
    fn lines_come_without_their_ends_and_the_last_one_needs_none() {
        assert_eq!(
            read_all(b"5\n\nrematch please\nb2"),
            [text("5"), text(""), text("rematch please"), text("b2")]
        );
        assert_eq!(read_all(b"5\n"), [text("5")]);
        assert_eq!(read_all(b""), []);
    }

    #[test]
    fn a_line_of_the_longest_length_is_taken_and_a_longer_one_is_passed_over() {
        let longest = "x".repeat(LINE_BYTES);
        let bytes = format!("{longest}\n{longest}x\n5\n");
        assert_eq!(read_all(bytes.as_bytes()), [text(&longest), Line::Bad(LineError::TooLong), text("5")]);
    }

    #[test]
    fn bytes_that_are_no_text_are_passed_over() {
        assert_eq!(read_all(b"\xff\xfe\n5\n"), [Line::Bad(LineError::NotUtf8), text("5")]);
    }

    #[test]
    fn an_input_that_does_not_wait_is_asked_again() {
        let troubles = [io::ErrorKind::WouldBlock, io::ErrorKind::Interrupted].map(io::Error::from);
        let mut input = BufReader::new(Troubled(troubles.into()));
        assert_eq!(next(&mut input), Some(text("5")));
    }

    #[test]
    fn an_input_that_cannot_be_read_is_not_taken_for_its_end() {
        let mut input = BufReader::new(Troubled(vec![io::Error::from_raw_os_error(5)]));
        let Some(Line::Failed(why)) = next(&mut input) else { panic!("a failure") };
        assert!(!why.contains("os error"), "{why}");
    }
}
