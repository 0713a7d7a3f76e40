//! The connection to the server as a state machine. Pure: what happened and the time come in, [`Step`]s go out. It
//! knows neither sockets nor what is on the screen; every interface uses it.
//!
//! ```text
//! Connecting -> Greeting -> Up      `state` or `waiting` has arrived
//!     ^            |         |
//!     +- BackingOff <--------+      lost: the next attempt waits, then greets again
//! Closed                            given up, refused, or closed for good
//! ```
//!
//! The greeting is what [`Whereabouts`] says: the first `join` or `watch`, later the ticket.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::refusal::{Closing, Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::FrameId;

use super::backoff::{Backoff, BusyRetry, pause};
use super::closing::{CLOSING_TIME, explain};
use super::whereabouts::{Forgotten, Whereabouts, is_gone, is_match_forgotten};
use crate::failure::Failure;
use crate::sanitize::sanitize;

/// The id of the first message of a run, and of each new match.
const ENTER: &str = "tictactoe-enter";

/// The id of the first message after a lost connection.
const BACK: &str = "tictactoe-back";

/// The id of a `leave` of the client itself.
const LEAVE: &str = "tictactoe-leave";

/// How long a run that ends waits for the answer to its `leave`.
const LEAVE_TIME: Duration = Duration::from_secs(2);

/// News of the socket, or that the time of [`Connection::wake_at`] has come.
#[derive(Debug)]
pub(crate) enum SocketEvent {
    Opened,
    Text(String),
    Lost(Failure),
    Woke,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SocketCommand {
    Connect,
    Send(ClientFrame),
    Disconnect,
    /// The server names the other nodes: their URLs.
    LearnNodes(Vec<String>),
}

#[derive(Debug)]
pub(crate) enum ConnectionEvent {
    Message(Incoming),
    Lost {
        cause: String,
    },
    /// A try to reconnect has failed for another reason than the one before.
    Retry {
        cause: String,
    },
    /// The server has been full, or too busy for the greeting or the `leave`, for some time.
    Busy(Code),
    /// [`Connection::leave`] is done or has taken too long, or a `json` program's `leave`, whose answer was lost.
    Left,
    /// The match that was played or watched before the connection was lost is gone.
    MatchGone {
        refused: Refused,
        failure: Failure,
    },
    Closed(Failure),
}

#[derive(Debug)]
pub(crate) struct Incoming {
    pub(crate) message: ServerMessage,
    pub(crate) text: String,
    pub(crate) completes_reconnect: bool,
    pub(crate) is_reply: bool,
}

#[derive(Debug)]
pub(crate) enum Step {
    Do(SocketCommand),
    Tell(ConnectionEvent),
}

#[derive(Debug)]
pub(crate) struct Connection {
    state: Phase,
    /// From the loss until the reconnect is complete.
    is_lost: bool,
    whereabouts: Whereabouts,
    /// Some while an answer to the greeting is awaited.
    greeting: Option<BusyRetry>,
    /// Some while an answer to the `leave` is awaited.
    leaving: Option<BusyRetry>,
    /// When a run that ends does not wait for that answer any more.
    leave_until: Option<Instant>,
    backoff: Backoff,
    /// The server's announcement, and when it should have closed the connection.
    closing: Option<(Closing, Instant)>,
    /// Why the last attempt failed.
    last_failure: Failure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Connecting,
    Greeting,
    Up,
    BackingOff,
    Closed,
}

impl Connection {
    /// `reconnect`: how long to try to make a lost connection again.
    pub(crate) fn new(asked: ClientMessage, ticket: Option<Ticket>, reconnect: Duration) -> Self {
        Self {
            state: Phase::Connecting,
            is_lost: false,
            whereabouts: Whereabouts::new(asked, ticket),
            greeting: None,
            leaving: None,
            leave_until: None,
            backoff: Backoff::new(reconnect),
            closing: None,
            last_failure: Failure::silent(),
        }
    }

    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.state, Phase::Greeting | Phase::Up)
    }

    /// Messages can be sent: the socket is open and no reconnect is in progress.
    pub(crate) const fn is_usable(&self) -> bool {
        self.is_open() && !self.is_lost
    }

    pub(crate) const fn has_begun(&self) -> bool {
        self.is_open() || self.is_lost
    }

    /// The server has announced that it closes the connection.
    pub(crate) const fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    pub(crate) const fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// The wait until the next try to reconnect; none if the connection is not lost.
    pub(crate) fn retry_in(&self, now: Instant) -> Option<Duration> {
        self.is_lost.then(|| self.backoff.wait(now))
    }

    pub(crate) const fn whereabouts(&self) -> &Whereabouts {
        &self.whereabouts
    }

    pub(crate) fn wake_at(&self) -> Option<Instant> {
        if self.state == Phase::Closed {
            return None;
        }
        let closed_by = self.closing.as_ref().map(|&(_, until)| until);
        let retries = [&self.greeting, &self.leaving].map(|retry| retry.as_ref()?.at);
        retries.into_iter().chain([closed_by, self.leave_until, self.backoff.wake_at()]).flatten().min()
    }

    /// Asks for another match, on a connection that is up.
    pub(crate) fn enter(&mut self, asked: ClientMessage) -> Vec<Step> {
        self.whereabouts = Whereabouts::new(asked, None);
        self.greet()
    }

    /// Leaves the match, the queue or the watch: again if the server is too busy, or the connection is lost before the
    /// answer. Tells [`ConnectionEvent::Left`] when it is done.
    pub(crate) fn leave(&mut self) -> Vec<Step> {
        self.leaving = Some(BusyRetry::default());
        vec![self.send_leave()]
    }

    /// The run ends soon, with or without an answer to its `leave`.
    pub(crate) fn limit_leave(&mut self, now: Instant) {
        self.leave_until = Some(now + LEAVE_TIME);
    }

    pub(crate) fn sent(&mut self, frame: &ClientFrame) {
        if matches!(frame.message, ClientMessage::Leave(_)) {
            self.greeting = None;
        }
        self.whereabouts.sent(frame);
    }

    pub(crate) fn on_socket(&mut self, now: Instant, event: SocketEvent) -> Vec<Step> {
        match event {
            SocketEvent::Opened => self.opened(),
            SocketEvent::Text(text) => self.received(now, text),
            SocketEvent::Lost(failure) => self.lost(now, failure),
            SocketEvent::Woke => self.woke(now),
        }
    }

    fn opened(&mut self) -> Vec<Step> {
        self.state = Phase::Greeting;
        self.last_failure = Failure::silent();
        self.greet()
    }

    fn received(&mut self, now: Instant, text: String) -> Vec<Step> {
        if !self.is_open() {
            return Vec::new();
        }
        let Ok(message) = ServerMessage::parse(&text) else { return self.close(Failure::unreadable()) };
        let is_reply = self.answers_greeting(&message);
        match &message {
            ServerMessage::Refused(refused) if is_reply || (is_match_forgotten(refused) && self.is_lost) => {
                let refused = refused.clone();
                let incoming = Incoming { message, text, completes_reconnect: false, is_reply: true };
                return self.on_greeting_refused(now, refused, incoming);
            }
            ServerMessage::Closing(closing) => self.closing = Some((closing.clone(), now + CLOSING_TIME)),
            _ => {}
        }
        if is_reply {
            self.greeting = None;
        }
        self.whereabouts.received(now, &message);
        let left = self.answers_leave(&message).then(|| self.on_leave_answered(now, &message));
        let is_reply = is_reply || left.is_some();
        let shows_place = match &message {
            ServerMessage::State(snapshot) => self.whereabouts.is_in(&snapshot.match_id),
            ServerMessage::Waiting(_) => true,
            ServerMessage::Pong(_) => is_reply,
            _ => false,
        };
        let completes_reconnect = shows_place && self.confirm(now);
        let nodes = match &message {
            ServerMessage::Welcome(welcome) => Some(SocketCommand::LearnNodes(welcome.nodes.clone())),
            _ => None,
        };
        let incoming = Incoming { message, text, completes_reconnect, is_reply };
        let leave_again = (completes_reconnect && self.leaving.is_some()).then(|| self.send_leave());
        let told = Step::Tell(ConnectionEvent::Message(incoming));
        nodes.map(Step::Do).into_iter().chain([told]).chain(left.flatten()).chain(leave_again).collect()
    }

    fn lost(&mut self, now: Instant, failure: Failure) -> Vec<Step> {
        let closing = self.closing.take().map(|(closing, _)| closing);
        self.greeting = None;
        self.leaving.iter_mut().for_each(|retry| *retry = BusyRetry::default());
        match self.state {
            Phase::BackingOff | Phase::Closed => Vec::new(),
            Phase::Connecting if self.is_lost && failure.is_for_now() => {
                self.retry(now, Duration::ZERO, failure)
            }
            Phase::Connecting => self.close(failure),
            Phase::Greeting | Phase::Up => match explain(failure, closing.as_ref()) {
                (failure, None) => self.close(failure),
                (failure, Some(shortest_wait)) => self.retry(now, shortest_wait, failure),
            },
        }
    }

    fn woke(&mut self, now: Instant) -> Vec<Step> {
        if self.wake_at().is_none_or(|at| at > now) {
            return Vec::new();
        }
        if self.leave_until.is_some_and(|until| until <= now) {
            self.state = Phase::Closed;
            self.whereabouts.abandon();
            return vec![Step::Do(SocketCommand::Disconnect), Step::Tell(ConnectionEvent::Left)];
        }
        if self.closing.as_ref().is_some_and(|&(_, until)| until <= now) {
            let steps = self.lost(now, Failure::Lost("the server was closing it".to_owned()));
            return [Step::Do(SocketCommand::Disconnect)].into_iter().chain(steps).collect();
        }
        if self.backoff.is_exhausted(now) {
            let gave_up = self.gave_up();
            return self.close(gave_up);
        }
        if self.backoff.take_due(now) {
            self.state = Phase::Connecting;
            return vec![Step::Do(SocketCommand::Connect)];
        }
        if self.greeting.as_mut().is_some_and(|retry| retry.take_due(now)) {
            return vec![self.greeting()];
        }
        if self.leaving.as_mut().is_some_and(|retry| retry.take_due(now)) {
            return vec![self.send_leave()];
        }
        Vec::new()
    }

    fn greet(&mut self) -> Vec<Step> {
        self.greeting = Some(BusyRetry::default());
        vec![self.greeting()]
    }

    fn greeting(&self) -> Step {
        let id = Some(FrameId::Text(self.greeting_id().to_owned()));
        Step::Do(SocketCommand::Send(ClientFrame { id, message: self.whereabouts.greeting() }))
    }

    fn send_leave(&mut self) -> Step {
        let id = Some(FrameId::Text(LEAVE.to_owned()));
        let frame = ClientFrame { id, message: ClientMessage::Leave(Empty {}) };
        self.sent(&frame);
        Step::Do(SocketCommand::Send(frame))
    }

    const fn greeting_id(&self) -> &'static str {
        if self.is_lost { BACK } else { ENTER }
    }

    fn answers_greeting(&self, message: &ServerMessage) -> bool {
        answers(message, self.greeting_id()) || (self.greeting.is_some() && is_unread(message))
    }

    fn answers_leave(&self, message: &ServerMessage) -> bool {
        self.leaving.is_some() && (answers(message, LEAVE) || is_unread(message))
    }

    fn on_leave_answered(&mut self, now: Instant, answer: &ServerMessage) -> Option<Step> {
        if let ServerMessage::Refused(refused) = answer
            && let Some(wait) = pause(refused)
        {
            let is_long = self.leaving.as_mut().is_some_and(|retry| retry.schedule(now, wait));
            return is_long.then_some(Step::Tell(ConnectionEvent::Busy(refused.code)));
        }
        self.leaving = None;
        Some(Step::Tell(ConnectionEvent::Left))
    }

    /// Returns whether the connection was lost before.
    fn confirm(&mut self, now: Instant) -> bool {
        self.greeting = None;
        if self.state == Phase::Greeting {
            self.state = Phase::Up;
            self.backoff.succeed(now);
        }
        std::mem::take(&mut self.is_lost)
    }

    fn on_greeting_refused(&mut self, now: Instant, refused: Refused, incoming: Incoming) -> Vec<Step> {
        let mut steps = vec![Step::Tell(ConnectionEvent::Message(incoming))];
        if let Some(wait) = pause(&refused) {
            let is_long = self.greeting.as_mut().is_some_and(|retry| retry.schedule(now, wait));
            steps.extend(is_long.then_some(Step::Tell(ConnectionEvent::Busy(refused.code))));
            return steps;
        }
        self.greeting = None;
        if !is_gone(&refused) || !(self.is_lost || self.whereabouts.saved().is_some()) {
            steps.extend(self.close(Failure::refused(&refused)));
            return steps;
        }
        let forgotten = self.whereabouts.forget();
        let has_left = self.leaving.take().is_some() || forgotten == Forgotten::Left;
        if forgotten == Forgotten::Place && !has_left {
            steps.extend(self.greet());
            return steps;
        }
        self.confirm(now);
        let failure = Failure::MatchGone(sanitize(&refused.message));
        let gone = ConnectionEvent::MatchGone { refused, failure };
        steps.push(Step::Tell(if has_left { ConnectionEvent::Left } else { gone }));
        steps
    }

    fn retry(&mut self, now: Instant, shortest_wait: Duration, failure: Failure) -> Vec<Step> {
        let (cause, is_new) = (failure.why(), !failure.has_cause_of(&self.last_failure));
        self.last_failure = failure;
        if self.backoff.schedule(now, shortest_wait).is_none() {
            let is_tried = !self.backoff.limit.is_zero();
            let failure = if is_tried { self.gave_up() } else { self.last_failure.clone() };
            return self.close(failure);
        }
        self.state = Phase::BackingOff;
        match (std::mem::replace(&mut self.is_lost, true), is_new) {
            (false, _) => vec![Step::Tell(ConnectionEvent::Lost { cause })],
            (true, true) => vec![Step::Tell(ConnectionEvent::Retry { cause })],
            (true, false) => Vec::new(),
        }
    }

    fn close(&mut self, failure: Failure) -> Vec<Step> {
        self.state = Phase::Closed;
        vec![Step::Tell(ConnectionEvent::Closed(failure))]
    }

    fn gave_up(&self) -> Failure {
        Failure::GaveUp { limit: self.backoff.limit, last: Box::new(self.last_failure.clone()) }
    }
}

fn answers(message: &ServerMessage, to: &str) -> bool {
    let id = match message {
        ServerMessage::Done(done) => Some(&done.id),
        ServerMessage::Pong(pong) => pong.id.as_ref(),
        ServerMessage::Refused(refused) => refused.id.as_ref(),
        _ => None,
    };
    matches!(id, Some(FrameId::Text(id)) if id == to)
}

/// A rate limit without an id: the server dropped the frame unread, so it stands for the oldest open one.
fn is_unread(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Refused(refused) if refused.id.is_none() && refused.code == Code::RateLimited)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tictactoe_protocol::client::Join;

    use super::*;
    use crate::net::backoff::DEFAULT_LIMIT;
    use crate::testing::snapshots::snapshot;

    const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.place"}"#;

    fn happen(connection: &mut Connection, now: Instant, event: u8) -> Vec<Step> {
        let refused = |id: &str, code: &str| {
            format!(r#"{{"type":"refused",{id}"code":"{code}","message":"No.","retry_in_ms":null}}"#)
        };
        let reply = format!(r#""id":"{}","#, connection.greeting_id());
        let text = match event {
            0 => return connection.lost(now, Failure::shut()),
            1 => return connection.woke(now),
            2 => WAITING.to_owned(),
            3 => r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#.to_owned(),
            4 => ServerMessage::State(Box::new(snapshot(&[]))).to_json(),
            5 => refused(&reply, "no_such_match"),
            6 => refused(&reply, "unavailable"),
            7 => refused("", "no_such_match"),
            8 if connection.is_usable() => return connection.leave(),
            9 if connection.leaving.is_some() => {
                connection.limit_leave(now);
                return Vec::new();
            }
            8 => refused(r#""id":"tictactoe-leave","#, "not_seated"),
            _ => r#"{"type":"closing","reason":"shutdown","message":"","retry_in_ms":100}"#.to_owned(),
        };
        connection.received(now, text)
    }

    proptest! {
        /// Whatever happens in whatever order: the connection is open, or it has a time at which it goes on, or it is
        /// closed and has said so once.
        #[test]
        fn a_connection_never_gets_stuck(events in proptest::collection::vec((0..11_u8, 0..3_000_u64), 0..60), seed in any::<u64>()) {
            fastrand::seed(seed);
            let mut connection = Connection::new(ClientMessage::Join(Join::default()), None, DEFAULT_LIMIT);
            let mut now = Instant::now();
            let mut closed = 0;
            let mut steps = connection.opened();
            for (event, ms) in events {
                for step in steps.drain(..) {
                    match step {
                        Step::Tell(ConnectionEvent::Closed(_)) => closed += 1,
                        Step::Do(SocketCommand::Send(_)) => prop_assert!(connection.is_open()),
                        Step::Do(SocketCommand::Connect) => {
                            prop_assert_eq!(connection.state, Phase::Connecting);
                        }
                        Step::Do(_) | Step::Tell(_) => {}
                    }
                }
                now += Duration::from_millis(ms);
                steps = match connection.state {
                    Phase::Connecting => connection.opened(),
                    _ => happen(&mut connection, now, event),
                };
                prop_assert!(connection.is_open() || connection.wake_at().is_some() || connection.state == Phase::Closed);
            }
            prop_assert!(closed <= 1);
        }
    }
}
