//! The full screen against hand-made snapshots: keys in, a scene and messages out.
//!
//! * `input`: keys and clicks in a game.
//! * `confirming`: what asks first, and what never ends a game.
//! * `on_notice`: what is shown of what happens.

mod confirming;
mod input;
mod on_notice;

use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use tictactoe_protocol::client::{ClientMessage, Join};
use tictactoe_protocol::server::{Done, ServerMessage};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::Mark;

use super::display::{Display, Numbers};
use super::scene::{Body, MatchScreen, Scene};
use super::screen::{Act, Screen};
use crate::app::{App, Effect, Event};
use crate::exit::Failure;
use crate::mode::{InputMode, LinkId, Mode, Series};
use crate::net::backoff::{DEFAULT_LIMIT, RetryPolicy};
use crate::testing::snapshots::snapshot;

const DISPLAY: Display = Display { colour: true, ascii: false, numbers: Numbers::Reading, mouse: true };

/// A player at a full screen, without sockets, clock or terminal.
struct Person {
    app: App,
    screen: Screen,
    now: Instant,
    area: Rect,
    sent: Vec<ClientMessage>,
    acts: Vec<Act>,
    rang: u32,
    end: Option<Result<(), Failure>>,
}

impl Person {
    fn new(mode: Mode) -> Self {
        let now = Instant::now();
        let patience = RetryPolicy { limit: DEFAULT_LIMIT, lot: 7 };
        let mut person = Self {
            app: App::new(mode, Series::Open, InputMode::Person, patience),
            screen: Screen::new(DISPLAY, "mybox:7878".into(), None, now),
            now,
            area: Rect::new(0, 0, 80, 24),
            sent: Vec::new(),
            acts: Vec::new(),
            rang: 0,
            end: None,
        };
        let effects = person.app.start(Vec::new());
        person.note(effects);
        person
    }

    /// A player who has asked for a match.
    fn joining() -> Self {
        Self::new(Mode::Join(Join::default()))
    }

    /// A player who sees this.
    fn seeing(snapshot: Snapshot) -> Self {
        let mut person = Self::joining();
        person.sent.clear();
        person.see(snapshot);
        person
    }

    /// Ann, to move on an empty board.
    fn to_move() -> Self {
        Self::seeing(snapshot(&[]))
    }

    /// What was sent is answered at once.
    fn note(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Show(notice) => {
                    self.rang += u32::from(self.screen.on_notice(self.now, &notice, &self.app));
                }
                Effect::Send(link, frame) => {
                    let id = frame.id.clone().unwrap();
                    self.sent.push(frame.message);
                    self.event(Event::Frame(link, ServerMessage::Done(Done { id, duplicate: false })));
                }
                Effect::End(end) => self.end = Some(end),
                Effect::Call(_) | Effect::HangUp(_) => {}
            }
        }
    }

    fn event(&mut self, event: Event) -> &mut Self {
        let effects = self.app.handle(self.now, event);
        self.note(effects);
        self
    }

    fn hear(&mut self, message: ServerMessage) -> &mut Self {
        self.event(Event::Frame(LinkId::First, message))
    }

    fn see(&mut self, snapshot: Snapshot) -> &mut Self {
        self.hear(&ServerMessage::State(Box::new(snapshot)))
    }

    fn cut(&mut self) -> &mut Self {
        self.event(Event::Gone(LinkId::First, Failure::shut()))
    }

    fn pass(&mut self, time: Duration) -> &mut Self {
        self.now += time;
        self
    }

    fn press(&mut self, key: KeyEvent) -> &mut Self {
        match self.screen.press(self.now, key, self.area, &self.app) {
            Some(Act::Input(input)) => {
                self.event(Event::Input(input));
            }
            Some(Act::Renumber(numbers)) => self.app.renumber(numbers),
            Some(act) => self.acts.push(act),
            None => {}
        }
        self
    }

    fn code(&mut self, code: KeyCode) -> &mut Self {
        self.press(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// Types one letter after the other.
    fn types(&mut self, letters: &str) -> &mut Self {
        for letter in letters.chars() {
            self.code(KeyCode::Char(letter));
        }
        self
    }

    fn scene(&self) -> Scene<'_> {
        self.screen.scene(self.now, &self.app)
    }

    fn table(&self) -> MatchScreen<'_> {
        match self.scene().body {
            Body::Match(table) => table,
            other => panic!("{other:?}"),
        }
    }

    fn cursor(&self) -> u8 {
        self.table().cursor.unwrap()
    }

    fn message(&self) -> &str {
        self.scene().message.map_or("", |message| message.text)
    }

    /// The keys that the footer offers.
    fn footer_keys(&self) -> Vec<&str> {
        self.scene().footer.iter().map(|item| item.keys).collect()
    }

    /// The cells that were played.
    fn played(&self) -> Vec<u32> {
        let cell = |message: &ClientMessage| match message {
            ClientMessage::Move(played) => Some(played.cell),
            _ => None,
        };
        self.sent.iter().filter_map(cell).collect()
    }
}

/// The same game as the player with this mark sees it.
fn seen_by(mark: Mark, mut snapshot: Snapshot) -> Snapshot {
    snapshot.you = Some(mark.into());
    snapshot
}
