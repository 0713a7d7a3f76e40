//! A client without sockets, clock, input or output.

use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Join, Watch};
use tictactoe_protocol::server::{Done, ServerMessage};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{FrameId, MatchId};

use super::server::frame;
use crate::app::{App, Effect, Event, Input};
use crate::exit::Failure;
use crate::mode::{LinkId, Mode, Series};
use crate::net::backoff::{DEFAULT_LIMIT, RetryPolicy};
use crate::net::pass::Pass;
use crate::ui::LineUi;

/// What people have when they ask for nothing else.
const PATIENCE: RetryPolicy = RetryPolicy { limit: DEFAULT_LIMIT, lot: 7 };

/// A core, and everything that it has sent and said.
pub(crate) struct Client {
    pub(crate) app: App,
    pub(crate) now: Instant,
    pub(crate) sent: Vec<(LinkId, ClientFrame)>,
    pub(crate) called: Vec<LinkId>,
    pub(crate) hung_up: Vec<LinkId>,
    said: String,
    face: LineUi,
    pub(crate) end: Option<Result<(), Failure>>,
}

impl Client {
    pub(crate) fn new(mode: Mode, series: Series, face: LineUi) -> Self {
        let app = App::new(mode, series, face.input_mode(), PATIENCE);
        let mut client = Self {
            app,
            now: Instant::now(),
            sent: Vec::new(),
            called: Vec::new(),
            hung_up: Vec::new(),
            said: String::new(),
            face,
            end: None,
        };
        let effects = client.app.start(Vec::new());
        client.note(effects);
        client
    }

    /// A client that takes over what an earlier run has left behind.
    pub(crate) fn taking_over(mode: Mode, series: Series, face: LineUi, passes: Vec<Pass>) -> Self {
        let mut client = Self::new(mode.clone(), series, face);
        client.app = App::new(mode, series, face.input_mode(), PATIENCE);
        client.sent.clear();
        let effects = client.app.start(passes);
        client.note(effects);
        client
    }

    pub(crate) fn person() -> Self {
        Self::new(Mode::Join(Join::default()), Series::Open, LineUi::Text)
    }

    pub(crate) fn script() -> Self {
        Self::new(Mode::Join(Join::default()), Series::ONE, LineUi::Plain)
    }

    pub(crate) fn watcher(series: Series) -> Self {
        Self::new(Mode::Watch(Watch { match_id: MatchId("m1".into()) }), series, LineUi::Plain)
    }

    pub(crate) fn two() -> Self {
        let mode = Mode::Hotseat { first: Join::default(), second: Join::default() };
        Self::new(mode, Series::Open, LineUi::Text)
    }

    fn note(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            assert!(self.end.is_none(), "nothing comes after the end");
            match effect {
                Effect::Send(link, frame) => self.sent.push((link, frame)),
                Effect::Call(link) => self.called.push(link),
                Effect::HangUp(link) => self.hung_up.push(link),
                Effect::Show(notice) => self.said.push_str(&self.face.say(&notice, &self.app)),
                Effect::End(result) => self.end = Some(result),
            }
        }
    }

    pub(crate) fn event(&mut self, event: Event) -> &mut Self {
        let effects = self.app.handle(self.now, event);
        self.note(effects);
        self
    }

    pub(crate) fn hear(&mut self, message: ServerMessage) -> &mut Self {
        self.event(Event::Frame(LinkId::First, message))
    }

    pub(crate) fn see(&mut self, snapshot: Snapshot) -> &mut Self {
        self.hear(ServerMessage::State(Box::new(snapshot)))
    }

    pub(crate) fn read(&mut self, line: &str) -> &mut Self {
        assert!(self.app.wants_input(), "the line {line} has to wait");
        self.event(Event::Input(Input::Line(line.to_owned())))
    }

    pub(crate) fn end_input(&mut self) -> &mut Self {
        self.event(Event::Input(Input::End))
    }

    /// Answers the oldest message that was not looked at, and gives it.
    pub(crate) fn grant(&mut self) -> ClientMessage {
        let (_, frame) = self.take_sent();
        let id = frame.id.clone().unwrap();
        self.hear(ServerMessage::Done(Done { id, duplicate: false }));
        frame.message
    }

    pub(crate) fn refuse(&mut self, code: &str) -> ClientMessage {
        let (_, sent) = self.take_sent();
        let Some(FrameId::Number(id)) = sent.id else { panic!("a number") };
        self.hear(frame(&format!(r#"{{"type":"refused","id":{id},"code":"{code}","message":"No."}}"#)));
        sent.message
    }

    /// Answers the oldest message that was not looked at with this frame under its id. Gives the message.
    pub(crate) fn answer(&mut self, json: &str) -> ClientMessage {
        let (link, sent) = self.take_sent();
        let Some(FrameId::Number(id)) = sent.id else { panic!("a number") };
        self.event(Event::Frame(link, frame(&json.replacen('{', &format!("{{\"id\":{id},"), 1))));
        sent.message
    }

    /// Cuts a connection that stands.
    pub(crate) fn cut(&mut self, link: LinkId) -> &mut Self {
        self.event(Event::Gone(link, Failure::shut()))
    }

    /// Lets the time pass until the client calls the server again, and lets the connection come to stand. Gives
    /// what is said on it first.
    pub(crate) fn reconnect(&mut self) -> ClientMessage {
        self.call_again();
        let link = self.called.remove(0);
        self.event(Event::Stands(link));
        let (_, frame) = self.sent.last().unwrap();
        frame.message.clone()
    }

    /// Lets the time pass until the client calls the server again.
    pub(crate) fn call_again(&mut self) -> &mut Self {
        while self.called.is_empty() {
            self.wake();
        }
        self
    }

    /// Lets the time pass until the client wants to wake.
    pub(crate) fn wake(&mut self) -> &mut Self {
        self.now = self.app.wake_at().unwrap();
        self.event(Event::Woke)
    }

    pub(crate) fn take_sent(&mut self) -> (LinkId, ClientFrame) {
        assert!(!self.sent.is_empty(), "something was sent");
        self.sent.remove(0)
    }

    pub(crate) fn said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }
}
