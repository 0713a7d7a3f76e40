//! A client without sockets, clock, input or output.

use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Join, Watch};
use tictactoe_protocol::server::{Done, ServerMessage};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{MatchId, Opponent};

use super::server::frame;
use crate::address::Address;
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event, Input};
use crate::failure::Failure;
use crate::net::backoff::DEFAULT_LIMIT;
use crate::net::connection::{Connection, SocketCommand, SocketEvent};
use crate::preferences::Preferences;
use crate::purpose::{InputMode, Purpose};
use crate::ui::text;

/// An interface that is told what happens.
pub(crate) trait Interface {
    fn show(&mut self, now: Instant, notice: &Notice, app: &App);
}

/// What a text interface has said.
#[derive(Default)]
pub(crate) struct Said {
    text: String,
}

impl Interface for Said {
    fn show(&mut self, _: Instant, notice: &Notice, app: &App) {
        self.text.push_str(&text::say(notice, app));
    }
}

/// The core and its connection, with an interface, and everything that they have sent.
pub(crate) struct Client<I = Said> {
    pub(crate) app: App,
    pub(crate) now: Instant,
    pub(crate) sent: Vec<ClientFrame>,
    /// How many tries to connect have begun.
    pub(crate) tries: usize,
    pub(crate) disconnects: usize,
    pub(crate) remembered: Vec<Preferences>,
    pub(crate) interface: I,
    /// Whether the server answers each message with `done` at once.
    pub(crate) is_granting: bool,
    pub(crate) end: Option<Result<(), Failure>>,
    /// The server on which the run goes on.
    pub(crate) joined: Option<Address>,
}

impl Client {
    pub(crate) fn new(purpose: Purpose, input_mode: InputMode) -> Self {
        Self::start(purpose, input_mode, None, Said::default())
    }

    /// A client that resumes what an earlier run has left behind.
    pub(crate) fn resuming(purpose: Purpose, input_mode: InputMode, ticket: Ticket) -> Self {
        Self::start(purpose, input_mode, Some(ticket), Said::default())
    }

    pub(crate) fn person() -> Self {
        Self::new(Purpose::Join(Join::default()), InputMode::Person)
    }

    pub(crate) fn script() -> Self {
        Self::new(Purpose::Join(Join::default()), InputMode::Script)
    }

    pub(crate) fn spectator(input_mode: InputMode) -> Self {
        Self::new(Purpose::Watch(Watch { match_id: MatchId("m1".into()) }), input_mode)
    }

    /// Two people at one keyboard.
    pub(crate) fn hotseat() -> Self {
        let join = Join { opponent: Some(Opponent::Hotseat), ..Join::default() };
        Self::new(Purpose::Join(join), InputMode::Person)
    }

    pub(crate) fn said(&mut self) -> String {
        std::mem::take(&mut self.interface.text)
    }
}

impl<I: Interface> Client<I> {
    /// A client with a connection on which it has sent its first message.
    pub(crate) fn start(
        purpose: Purpose,
        input_mode: InputMode,
        ticket: Option<Ticket>,
        interface: I,
    ) -> Self {
        let now = Instant::now();
        fastrand::seed(7);
        let connection = Connection::new(purpose.first_message(), ticket, DEFAULT_LIMIT);
        let mut client = Self {
            app: App::new(purpose, input_mode, connection, now),
            now,
            sent: Vec::new(),
            tries: 0,
            disconnects: 0,
            remembered: Vec::new(),
            interface,
            is_granting: false,
            end: None,
            joined: None,
        };
        client.event(Event::Socket(SocketEvent::Opened));
        client
    }

    pub(crate) fn event(&mut self, event: Event) -> &mut Self {
        for effect in self.app.handle(self.now, event) {
            assert!(self.end.is_none(), "nothing follows the end");
            match effect {
                Effect::Socket(SocketCommand::Connect) => self.tries += 1,
                Effect::Socket(SocketCommand::Send(frame)) => self.note_sent(frame),
                Effect::Socket(SocketCommand::Disconnect) => self.disconnects += 1,
                Effect::Socket(SocketCommand::LearnNodes(_)) | Effect::Invite { .. } => {}
                Effect::Remember(preferences) => self.remembered.push(preferences),
                Effect::Show(notice) => self.interface.show(self.now, &notice, &self.app),
                Effect::Join(address) => self.joined = Some(address),
                Effect::End(result) => self.end = Some(result),
            }
        }
        self
    }

    fn note_sent(&mut self, frame: ClientFrame) {
        let id = frame.id.clone();
        let has_own_answer = matches!(
            frame.message,
            ClientMessage::Hint(_) | ClientMessage::Review(_) | ClientMessage::Standings(_)
        );
        self.sent.push(frame);
        if self.is_granting && !has_own_answer {
            self.hear(&ServerMessage::Done(Done { id: id.unwrap(), duplicate: false }));
        }
    }

    pub(crate) fn hear(&mut self, message: &ServerMessage) -> &mut Self {
        self.hear_text(&message.to_json())
    }

    pub(crate) fn hear_text(&mut self, json: &str) -> &mut Self {
        self.event(Event::Socket(SocketEvent::Text(json.to_owned())))
    }

    pub(crate) fn see(&mut self, snapshot: Snapshot) -> &mut Self {
        self.hear(&ServerMessage::State(Box::new(snapshot)))
    }

    pub(crate) fn read(&mut self, line: &str) -> &mut Self {
        assert!(self.app.wants_input(), "the line {line} has to wait");
        self.event(Event::Input(Input::Line(Ok(line.to_owned()))))
    }

    pub(crate) fn end_input(&mut self) -> &mut Self {
        self.event(Event::Input(Input::End))
    }

    /// Answers the oldest unread message with `done`, and returns it.
    pub(crate) fn grant(&mut self) -> ClientMessage {
        let ClientFrame { id, message } = self.take_sent();
        self.hear(&ServerMessage::Done(Done { id: id.unwrap(), duplicate: false }));
        message
    }

    pub(crate) fn refuse(&mut self, code: &str) -> ClientMessage {
        self.answer(&format!(r#"{{"type":"refused","code":"{code}","message":"No."}}"#))
    }

    /// Answers the oldest unread message with this frame under its id, and returns the message.
    pub(crate) fn answer(&mut self, json: &str) -> ClientMessage {
        let sent = self.take_sent();
        let id = serde_json::to_string(&sent.id).unwrap();
        self.hear(&frame(&json.replacen('{', &format!("{{\"id\":{id},"), 1)));
        sent.message
    }

    /// Cuts the connection.
    pub(crate) fn cut(&mut self) -> &mut Self {
        self.lose(Failure::shut())
    }

    /// The connection is lost, or cannot be made.
    pub(crate) fn lose(&mut self, failure: Failure) -> &mut Self {
        self.event(Event::Socket(SocketEvent::Lost(failure)))
    }

    /// Lets the time pass until the client connects again, and lets it succeed. Returns the first message.
    pub(crate) fn reconnect(&mut self) -> ClientMessage {
        self.await_attempt();
        self.connect();
        self.sent.last().unwrap().message.clone()
    }

    /// Lets the attempt to connect succeed.
    pub(crate) fn connect(&mut self) -> &mut Self {
        self.tries -= 1;
        self.event(Event::Socket(SocketEvent::Opened))
    }

    /// Lets the time pass until the client tries to connect.
    pub(crate) fn await_attempt(&mut self) -> &mut Self {
        while self.tries == 0 {
            self.wake();
        }
        self
    }

    pub(crate) fn wake_at(&self) -> Option<Instant> {
        [self.app.wake_at(), self.app.connection().wake_at()].into_iter().flatten().min()
    }

    /// Lets the time pass until the client wants to wake.
    pub(crate) fn wake(&mut self) -> &mut Self {
        self.now = self.wake_at().unwrap();
        self.event(Event::Socket(SocketEvent::Woke)).event(Event::Woke)
    }

    pub(crate) fn take_sent(&mut self) -> ClientFrame {
        assert!(!self.sent.is_empty(), "something was sent");
        self.sent.remove(0)
    }

    pub(crate) fn saved(&self) -> Option<&Ticket> {
        self.app.connection().whereabouts().saved()
    }
}
