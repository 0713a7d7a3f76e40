//! The `json` face: the protocol's frames, one a line, both ways: the bridge for programs that speak over
//! standard input and output.
//!
//! The client says the first word, the `join` or the `watch` that its flags ask for. From then on each line
//! of input goes to the server as it is, and each frame of the server comes out as it came.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::refusal::{Closing, Code};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::words::FrameId;

use crate::console::Console;
use crate::errand::{CLOSING_TIME, Errand, LEAVE_TIME, LinkId, pause};
use crate::exit::Failure;
use crate::links::Links;
use crate::session::sleep_until;
use crate::stdin::Line;

/// The id of the first message: its refusal ends the run.
const ENTER: &str = "tictactoe-enter";

/// The id of the last message: its receipt ends the run.
const LEAVE: &str = "tictactoe-leave";

/// Carries frames and lines until the input ends or the connection does. A watch whose input has ended goes
/// on to the end of the game.
///
/// # Errors
/// When the first message is refused, the connection lost, the input unreadable, or the output gone.
pub async fn run(errand: Errand, links: &mut Links, console: &mut Console) -> Result<(), Failure> {
    let watches = matches!(errand, Errand::Watch(_));
    let Some((_, message)) = errand.first_words().into_iter().next() else { return Ok(()) };
    let first = frame(ENTER, message);
    let mut bridge = Bridge { links, console, closing: None, enter_at: None, is_over: false };
    bridge.send(&first).await?;
    let mut is_open = true;
    while is_open || (watches && !bridge.is_over) {
        tokio::select! {
            text = bridge.links.next() => bridge.on_frame(text).await?,
            line = bridge.console.lines.recv(), if is_open => match line {
                Some(line) => bridge.take(line).await?,
                None => is_open = false,
            },
            () = sleep_until(bridge.enter_at) => {
                bridge.enter_at = None;
                bridge.send(&first).await?;
            }
            () = sleep_until(bridge.closing.as_ref().map(|&(_, until)| until)) => return Err(bridge.closed()),
        }
    }
    bridge.leave().await
}

/// The two sides, and what has been said between them.
struct Bridge<'a> {
    links: &'a mut Links,
    console: &'a mut Console,
    /// What the server says before it closes the connection, and when it should have done so.
    closing: Option<(Closing, Instant)>,
    /// When to send the first message again, which a busy server did not look at.
    enter_at: Option<Instant>,
    /// Whether there is nothing to watch any more.
    is_over: bool,
}

impl Bridge<'_> {
    async fn send(&mut self, frame: &ClientFrame) -> Result<(), Failure> {
        let sent = self.links.send(LinkId::First, frame.to_json()).await;
        sent.map_err(|failure| self.explain(failure))
    }

    /// Sends one line of the program's.
    async fn take(&mut self, line: Line) -> Result<(), Failure> {
        match line {
            Line::Text(line) if line.trim().is_empty() => Ok(()),
            Line::Text(line) => {
                let sent = self.links.send(LinkId::First, line.trim().to_owned()).await;
                sent.map_err(|failure| self.explain(failure))
            }
            Line::Bad(error) => {
                // Standard error may be closed; nobody has to hear this.
                writeln!(std::io::stderr(), "Not sent: {error}.").ok();
                Ok(())
            }
            Line::Failed(why) => Err(Failure::Input(why)),
        }
    }

    /// Prints one frame of the server's, and heeds what concerns the bridge itself.
    async fn on_frame(&mut self, text: Result<(LinkId, String), Failure>) -> Result<(), Failure> {
        let (_, text) = text.map_err(|failure| self.explain(failure))?;
        match self.pass_on(&text).await? {
            ServerMessage::Refused(refused) if answers(refused.id.as_ref(), ENTER) => {
                let wait = pause(&refused).ok_or_else(|| Failure::refused(&refused))?;
                self.enter_at = Some(Instant::now() + wait);
            }
            ServerMessage::Refused(refused) if refused.id.is_none() && refused.code == Code::NoSuchMatch => {
                self.is_over = true;
            }
            ServerMessage::State(snapshot) => self.is_over = snapshot.result.is_some(),
            ServerMessage::Closing(closing) => self.closing = Some((closing, Instant::now() + CLOSING_TIME)),
            _ => {}
        }
        Ok(())
    }

    async fn pass_on(&mut self, text: &str) -> Result<ServerMessage, Failure> {
        let message = ServerMessage::parse(text).map_err(|_| Failure::unreadable())?;
        self.console.write(&one_line(text)).await?;
        Ok(message)
    }

    fn explain(&self, failure: Failure) -> Failure {
        failure.after(self.closing.as_ref().map(|(closing, _)| closing))
    }

    fn closed(&self) -> Failure {
        self.explain(Failure::Lost("the server was closing it".to_owned()))
    }

    /// Gives the seat up and prints what comes until the server has heard it.
    async fn leave(&mut self) -> Result<(), Failure> {
        let last = frame(LEAVE, ClientMessage::Leave(Empty {}));
        let until = Instant::now() + LEAVE_TIME;
        let mut leave_at = Some(Instant::now());
        loop {
            tokio::select! {
                biased;
                () = sleep_until(leave_at) => {
                    leave_at = None;
                    if self.send(&last).await.is_err() {
                        return Ok(());
                    }
                }
                text = self.links.next() => {
                    let Ok((_, text)) = text else { return Ok(()) };
                    match self.pass_on(&text).await? {
                        ServerMessage::Done(done) if answers(Some(&done.id), LEAVE) => return Ok(()),
                        ServerMessage::Refused(refused) if answers(refused.id.as_ref(), LEAVE) => {
                            let Some(wait) = pause(&refused) else { return Ok(()) };
                            leave_at = Some(Instant::now() + wait);
                        }
                        ServerMessage::Refused(refused)
                            if answers(refused.id.as_ref(), ENTER) && pause(&refused).is_none() =>
                        {
                            return Err(Failure::refused(&refused));
                        }
                        _ => {}
                    }
                },
                () = sleep_until(Some(until)) => return Ok(()),
            }
        }
    }
}

fn frame(id: &str, message: ClientMessage) -> ClientFrame {
    ClientFrame { id: Some(FrameId::Text(id.to_owned())), message }
}

fn answers(id: Option<&FrameId>, to: &str) -> bool {
    matches!(id, Some(FrameId::Text(id)) if id == to)
}

/// A frame as one line, whatever its reader takes for the end of one. JSON means the same with its control
/// characters gone: outside of strings they are white space, and inside they can be written as escapes.
fn one_line(frame: &str) -> String {
    let mut line = String::with_capacity(frame.len() + 1);
    for c in frame.trim().chars() {
        match c {
            '\n' | '\r' | '\t' => line.push(' '),
            c if needs_escape(c) => {
                // Writing to a string cannot fail.
                write!(line, "\\u{:04x}", u32::from(c)).ok();
            }
            c => line.push(c),
        }
    }
    line.push('\n');
    line
}

/// Control characters, the line ends of Unicode, and what turns the direction of a line around.
fn needs_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_becomes_one_line_that_means_the_same() {
        assert_eq!(one_line("{\"type\":\"pong\"}\n"), "{\"type\":\"pong\"}\n");
        let spread = "{\r\n\t\"type\": \"closing\", \"message\": \"a\u{9b}2Jb\u{7f}\u{2028}c\u{2029}\u{202e}d\u{2066}\u{61c}\"\n}";
        let line = one_line(spread);
        assert_eq!(line.lines().count(), 1);
        assert!(line.trim_end().is_ascii());
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&line), value(spread));
    }
}
