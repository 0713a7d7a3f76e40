//! The `json` interface: the protocol's frames, one a line, both ways, for programs that use standard input and output.
//!
//! Each line of input goes to the server as it is, and each frame of the server is printed as it came. `client/README.md`
//! says what the client itself sends. Messages about the connection go to standard error.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::text::is_invisible;

use crate::app::Line;
use crate::app::notice::Declined;
use crate::failure::Failure;
use crate::net::Link;
use crate::net::connection::{Connection, ConnectionEvent, Incoming, Step};
use crate::purpose::Purpose;
use crate::ui::console::Console;
use crate::ui::sentences::{CONNECTED_AGAIN, connection_lost, still_trying};
use crate::ui::stdin::Typed;

/// Carries frames and lines until the input ends, or the connection for good. A watch goes on to the end of the game
/// after its input has ended.
pub(crate) async fn run(
    purpose: &Purpose,
    connection: Connection,
    server: &mut Link,
    console: &mut Console,
) -> Result<(), Failure> {
    let mut bridge = Bridge { connection, server, console };
    let mut is_open = true;
    while is_open || (purpose.is_watch() && bridge.connection.whereabouts().is_game_on()) {
        let reads = is_open && bridge.connection.has_begun();
        tokio::select! {
            happened = bridge.server.next(&bridge.connection) => {
                let steps = bridge.connection.on_socket(Instant::now(), happened);
                for event in bridge.follow(steps).await {
                    bridge.on_event(event).await?;
                }
            }
            line = bridge.console.line(reads) => match line? {
                Some(Typed::Line(line)) => bridge.on_line(line).await?,
                Some(Typed::EndKey) | None => is_open = false,
            },
        }
    }
    bridge.leave().await
}

struct Bridge<'a> {
    connection: Connection,
    server: &'a mut Link,
    console: &'a mut Console,
}

impl Bridge<'_> {
    /// Returns what has happened.
    async fn follow(&mut self, steps: Vec<Step>) -> Vec<ConnectionEvent> {
        let mut events = Vec::new();
        for step in steps {
            match step {
                Step::Do(command) => self.server.execute(command).await,
                Step::Tell(event) => events.push(event),
            }
        }
        events
    }

    async fn on_line(&mut self, line: Line) -> Result<(), Failure> {
        match line {
            Ok(line) if line.trim().is_empty() => Ok(()),
            Ok(line) if self.connection.is_usable() => {
                if let Ok(frame) = ClientFrame::parse(line.trim()) {
                    self.connection.sent(&frame);
                }
                self.server.send(line.trim().to_owned()).await;
                Ok(())
            }
            Ok(line) => {
                let (code, message) = (Code::Unavailable, format!("This was not sent. {}", Declined::Lost));
                let id = ClientFrame::id_in(&line);
                let refused = Refused { id, code, message, legal: None, retry_in_ms: None, match_id: None };
                self.print(&ServerMessage::Refused(refused).to_json()).await
            }
            Err(error) => {
                warn(&error.to_string());
                Ok(())
            }
        }
    }

    async fn on_event(&mut self, event: ConnectionEvent) -> Result<(), Failure> {
        match event {
            ConnectionEvent::Message(incoming) => {
                if incoming.completes_reconnect {
                    warn(CONNECTED_AGAIN);
                }
                return self.print(&incoming.text).await;
            }
            ConnectionEvent::Lost { cause } => warn(&connection_lost(&cause)),
            ConnectionEvent::Retry { cause } => warn(&still_trying(&cause)),
            ConnectionEvent::MatchGone { failure, .. } | ConnectionEvent::Closed(failure) => {
                return Err(failure);
            }
            ConnectionEvent::Busy(_) | ConnectionEvent::Left => {}
        }
        Ok(())
    }

    /// Gives the seat up, and prints what comes until the server has answered. Without a connection the seat stays.
    async fn leave(&mut self) -> Result<(), Failure> {
        if !self.connection.is_usable() {
            return Ok(());
        }
        self.connection.limit_leave(Instant::now());
        let mut steps = self.connection.leave();
        loop {
            for event in self.follow(steps).await {
                match event {
                    // The program has left before.
                    ConnectionEvent::Message(incoming) if is_not_seated(&incoming) => {}
                    ConnectionEvent::Message(incoming) => self.print(&incoming.text).await?,
                    ConnectionEvent::Closed(failure @ Failure::Refused { .. }) => return Err(failure),
                    ConnectionEvent::Left | ConnectionEvent::Closed(_) | ConnectionEvent::Lost { .. } => {
                        return Ok(());
                    }
                    _ => {}
                }
            }
            let happened = self.server.next(&self.connection).await;
            steps = self.connection.on_socket(Instant::now(), happened);
        }
    }

    async fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.console.write(&one_line(text)).await
    }
}

/// The server's answer to the client's own `leave`, where there was nothing to leave.
fn is_not_seated(Incoming { message, is_reply, .. }: &Incoming) -> bool {
    *is_reply && matches!(message, ServerMessage::Refused(refused) if refused.code == Code::NotSeated)
}

/// Standard error may be closed; that does not end the run.
fn warn(text: &str) {
    writeln!(std::io::stderr(), "{text}").ok();
}

/// A frame as one line, whatever its reader takes for the end of one. JSON means the same with its control
/// characters gone: outside of strings they are white space, and inside they can be written as escapes.
fn one_line(frame: &str) -> String {
    let mut line = String::with_capacity(frame.len() + 1);
    for c in frame.trim().chars() {
        match c {
            '\n' | '\r' | '\t' => line.push(' '),
            // It is not seen, or turns the direction of a line around.
            c if is_invisible(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    write!(line, "\\u{unit:04x}").ok();
                }
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
        let spread = "{\r\n\t\"type\": \"closing\", \"message\": \"a\u{9b}2Jb\u{7f}\u{2028}c\u{2029}\u{202e}d\u{2066}\u{61c}\u{200b}\u{feff}\u{e0041}\u{200d}\"\n}";
        let line = one_line(spread);
        assert_eq!(line.lines().count(), 1);
        assert!(line.trim_end().is_ascii());
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&line), value(spread));
    }
}
