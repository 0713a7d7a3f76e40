//! Standard input as a bounded channel of bounded lines.
//!
//! Reading blocks, so it runs on its own thread. The thread is never joined: the process exits even if it is waiting
//! for a line.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::thread;
use std::time::Duration;

use tictactoe_host::StopSignal;
use tokio::sync::mpsc;

use crate::app::Line;
use crate::app::notice::Declined;
use crate::app::notice::LINE_BYTES;
use crate::failure::{Failure, cause};
use crate::terminal::is_gone;

/// The pause before a read that would not block is tried again.
const PAUSE: Duration = Duration::from_millis(20);

pub(crate) const LINES_AHEAD: usize = 16;

/// The channel closes at the end of input, or after a failure.
pub(crate) type Lines = mpsc::Receiver<Result<Typed, Failure>>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Typed {
    Line(Line),
    /// Ctrl-D on a terminal, where more can follow.
    EndKey,
}

pub(crate) fn lines() -> io::Result<Lines> {
    let (sender, lines) = mpsc::channel(LINES_AHEAD);
    let is_terminal = io::stdin().is_terminal();
    thread::Builder::new().name("stdin".into()).spawn(move || {
        let mut input = BufReader::new(Blocking(io::stdin().lock()));
        while let Some(typed) = read_typed(&mut input, is_terminal).transpose() {
            let is_last = typed.is_err();
            if sender.blocking_send(typed).is_err() || is_last {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// A terminal has no end: it is gone, or the player has pressed Ctrl-D.
fn read_typed(input: &mut impl BufRead, is_terminal: bool) -> Result<Option<Typed>, Failure> {
    match read_line(input) {
        Ok(Some(line)) => Ok(Some(Typed::Line(line))),
        Ok(None) if !is_terminal => Ok(None),
        Ok(None) if io::stdin().is_terminal() => Ok(Some(Typed::EndKey)),
        Ok(None) => Err(Failure::Stopped(StopSignal::HangUp)),
        Err(error) if is_terminal && is_gone(&error) => Err(Failure::Stopped(StopSignal::HangUp)),
        Err(error) => Err(Failure::Input(cause(&error))),
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let length = input.take(LINE_BYTES + 1).read_until(b'\n', &mut line)?;
    let has_end = line.pop_if(|last| *last == b'\n').is_some();
    if !has_end && length as u64 > LINE_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(Declined::TooLong)));
    }
    // Windows PowerShell puts a byte order mark before what it pipes.
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
    Ok((length > 0).then(|| str::from_utf8(line).map(str::to_owned).map_err(|_| Declined::NotUtf8)))
}

/// Waits where the input would not: another process that shares it may have made it non-blocking.
struct Blocking<R>(R);

impl<R: Read> Read for Blocking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
                done => return done,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    /// An input that fails with these errors, the last one first, before it has a line.
    struct Failing(Vec<io::Error>);

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.pop().map_or_else(|| (&b"5\n"[..]).read(buffer), Err)
        }
    }

    #[test]
    fn lines_lose_their_ends_and_their_byte_order_marks() {
        for (bytes, lines) in [
            (&b""[..], &[][..]),
            (b"5\n", &["5"]),
            (b"5\n\nrematch please\nb2", &["5", "", "rematch please", "b2"]),
            (b"\xef\xbb\xbf5\n\xef\xbb\xbf\n6", &["5", "", "6"]),
        ] {
            let lines: Vec<Line> = lines.iter().map(|&line| Ok(line.to_owned())).collect();
            assert_eq!(read_all(bytes), lines);
        }
    }

    #[test]
    fn lines_that_are_not_utf_8_are_skipped() {
        assert_eq!(read_all(b"\xff\xfe\n5\n"), [Err(Declined::NotUtf8), Ok("5".into())]);
    }

    #[test]
    fn a_line_of_the_maximum_length_is_read_and_a_longer_one_is_skipped() {
        let longest = "x".repeat(LINE_BYTES.try_into().unwrap());
        let bytes = format!("{longest}\n{longest}x\n5\n");
        assert_eq!(read_all(bytes.as_bytes()), [Ok(longest.clone()), Err(Declined::TooLong), Ok("5".into())]);
    }

    #[test]
    fn a_read_that_would_block_is_retried() {
        let troubles = [io::ErrorKind::WouldBlock, io::ErrorKind::Interrupted].map(io::Error::from);
        let mut input = BufReader::new(Blocking(Failing(troubles.into())));
        assert_eq!(read_line(&mut input).unwrap(), Some(Ok("5".into())));
    }

    #[test]
    fn a_read_error_is_not_the_end_of_input() {
        let mut input = BufReader::new(Failing(vec![io::Error::from_raw_os_error(5)]));
        assert!(read_line(&mut input).is_err());
    }
}
