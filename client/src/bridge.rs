//! The `json` face: the protocol's frames, one a line, both ways: the bridge for programs that speak over
//! standard input and output.
//!
//! The client says the first word, the `join` or the `watch` that its flags ask for. From then on each line
//! of input goes to the server as it is, and each frame of the server comes out as it came.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::words::FrameId;
use tokio::time::{Instant, sleep_until};

use crate::console::Console;
use crate::errand::{Errand, LinkId};
use crate::exit::Failure;
use crate::links::Links;
use crate::stdin::LineError;

/// The id of the first message: its refusal ends the run.
const ENTER: &str = "tictactoe-enter";

/// The id of the last message: its receipt ends the run.
const LEAVE: &str = "tictactoe-leave";

/// How long the end waits for the server's word.
const LEAVE_TIME: Duration = Duration::from_secs(2);

/// Carries frames and lines until the input ends or the connection does.
///
/// # Errors
/// When the first message is refused, the connection lost, or the output gone.
pub async fn run(errand: Errand, links: &mut Links, console: &mut Console) -> Result<(), Failure> {
    send(links, ENTER, first_message(errand)).await?;
    loop {
        tokio::select! {
            frame = links.next() => pass_on(frame?.1, console).await?,
            line = console.lines.recv() => match line {
                Some(line) => take(line, links).await?,
                None => break,
            },
        }
    }
    leave(links, console).await
}

/// What to say of a frame that is none of the protocol's.
#[must_use]
pub fn unreadable() -> Failure {
    Failure::Broken("it sent a frame that cannot be read".to_owned())
}

fn first_message(errand: Errand) -> ClientMessage {
    match errand {
        Errand::Watch(watch) => ClientMessage::Watch(watch),
        Errand::Join(join) | Errand::Hotseat { first: join, .. } => ClientMessage::Join(join),
    }
}

async fn send(links: &mut Links, id: &str, message: ClientMessage) -> Result<(), Failure> {
    let frame = ClientFrame { id: Some(FrameId::Text(id.to_owned())), message };
    links.send(LinkId::First, frame.to_json()).await
}

/// Sends one line of the program's.
async fn take(line: Result<String, LineError>, links: &mut Links) -> Result<(), Failure> {
    match line {
        Ok(line) if line.trim().is_empty() => Ok(()),
        Ok(line) => links.send(LinkId::First, line.trim().to_owned()).await,
        Err(error) => {
            // Standard error may be closed; nobody has to hear this.
            writeln!(std::io::stderr(), "Not sent: {error}.").ok();
            Ok(())
        }
    }
}

/// Prints one frame of the server's.
async fn pass_on(text: String, console: &mut Console) -> Result<(), Failure> {
    let message = ServerMessage::parse(&text).map_err(|_| unreadable())?;
    console.write(&one_line(&text)).await?;
    match message {
        ServerMessage::Refused(refused) if answers(refused.id.as_ref(), ENTER) => {
            Err(Failure::refused(&refused))
        }
        _ => Ok(()),
    }
}

/// Gives the seat up and prints what comes until the server has heard it.
async fn leave(links: &mut Links, console: &mut Console) -> Result<(), Failure> {
    if send(links, LEAVE, ClientMessage::Leave(Empty {})).await.is_err() {
        return Ok(());
    }
    let until = Instant::now() + LEAVE_TIME;
    loop {
        let text = tokio::select! {
            frame = links.next() => match frame {
                Ok((_, text)) => text,
                Err(_) => return Ok(()),
            },
            () = sleep_until(until) => return Ok(()),
        };
        let heard = match ServerMessage::parse(&text) {
            Ok(ServerMessage::Done(done)) => answers(Some(&done.id), LEAVE),
            Ok(ServerMessage::Refused(refused)) => answers(refused.id.as_ref(), LEAVE),
            _ => false,
        };
        pass_on(text, console).await?;
        if heard {
            return Ok(());
        }
    }
}

fn answers(id: Option<&FrameId>, to: &str) -> bool {
    matches!(id, Some(FrameId::Text(id)) if id == to)
}

/// A frame as one line. JSON means the same with its control characters gone: outside of strings they are
/// white space, and inside they can be written as escapes.
fn one_line(frame: &str) -> String {
    let mut line = String::with_capacity(frame.len() + 1);
    for c in frame.trim().chars() {
        match c {
            '\n' | '\r' | '\t' => line.push(' '),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                write!(line, "\\u{:04x}", u32::from(c)).ok();
            }
            c => line.push(c),
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_becomes_one_line_that_means_the_same() {
        assert_eq!(one_line("{\"type\":\"pong\"}\n"), "{\"type\":\"pong\"}\n");
        let spread = "{\r\n\t\"type\": \"closing\", \"message\": \"a\u{9b}2Jb\u{7f}\"\n}";
        let line = one_line(spread);
        assert_eq!(line.lines().count(), 1);
        assert!(!line.trim_end().chars().any(char::is_control));
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&line), value(spread));
    }
}
