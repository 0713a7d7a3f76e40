//! Standard input as a bounded channel of bounded lines.
//!
//! Reading blocks, so a thread of its own does it. It is never joined: a process that is done ends although
//! the thread still waits for a line that nobody will type.

use std::io::{self, BufRead};
use std::thread;

use thiserror::Error;
use tokio::sync::mpsc;

/// The longest line that is taken in: a server takes no longer frame.
pub const LINE_BYTES: usize = 4096;

/// Lines that are read ahead.
const LINES_AHEAD: usize = 16;

/// Lines as they come. The channel closes at the end of input.
pub type Lines = mpsc::Receiver<Result<String, LineError>>;

/// Why a line cannot be taken in. It has been passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// It is longer than [`LINE_BYTES`].
    #[error("a line was longer than {LINE_BYTES} bytes and was passed over")]
    TooLong,
    /// It is not UTF-8.
    #[error("a line was not UTF-8 and was passed over")]
    NotUtf8,
}

/// Starts to read standard input.
///
/// # Errors
/// When the system gives no thread.
pub fn lines() -> io::Result<Lines> {
    let (sender, lines) = mpsc::channel(LINES_AHEAD);
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut input = io::stdin().lock();
        // An input that cannot be read has no more lines.
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// Reads one line without its end. A line that is too long is read to its end and forgotten.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
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

    fn read_all(bytes: &[u8]) -> Vec<Result<String, LineError>> {
        // A tiny buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_come_without_their_ends_and_the_last_one_needs_none() {
        assert_eq!(
            read_all(b"5\n\nrematch please\nb2"),
            [Ok("5".into()), Ok(String::new()), Ok("rematch please".into()), Ok("b2".into())]
        );
        assert_eq!(read_all(b"5\n"), [Ok("5".into())]);
        assert_eq!(read_all(b""), []);
    }

    #[test]
    fn a_line_of_the_longest_length_is_taken_and_a_longer_one_is_passed_over() {
        let longest = "x".repeat(LINE_BYTES);
        let bytes = format!("{longest}\n{longest}x\n5\n");
        assert_eq!(read_all(bytes.as_bytes()), [Ok(longest), Err(LineError::TooLong), Ok("5".into())]);
    }

    #[test]
    fn bytes_that_are_no_text_are_passed_over() {
        assert_eq!(read_all(b"\xff\xfe\n5\n"), [Err(LineError::NotUtf8), Ok("5".into())]);
    }
}
