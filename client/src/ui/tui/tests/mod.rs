//! The full screen against hand-made snapshots: keys in, a scene and messages out.

mod confirming;
mod input;
mod on_notice;
mod picking;

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Join};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::Mark;

use super::draw::draw;
use super::keys::{Action, Binding};
use super::scene::{Body, MatchScreen, Scene};
use super::screen::Screen;
use crate::address::Destination;
use crate::app::notice::Notice;
use crate::app::{App, Event, Input};
use crate::purpose::{InputMode, Purpose};
use crate::testing::client::{Client, Interface};
use crate::testing::snapshots::snapshot;
use crate::ui::Display;
use crate::ui::sentences::GameSentences;

const DISPLAY: Display = Display { colour: true, ascii: false, mouse: true };

/// The screen, and how often it has rung the bell.
struct FullScreen {
    screen: Screen,
    rang: u32,
}

impl Interface for FullScreen {
    fn show(&mut self, now: Instant, notice: &Notice, app: &App) {
        self.rang += u32::from(self.screen.on_notice(now, notice, app));
    }
}

/// A player at a full screen. The server answers each message at once.
struct Person {
    client: Client<FullScreen>,
    area: Rect,
}

impl Deref for Person {
    type Target = Client<FullScreen>;

    fn deref(&self) -> &Self::Target {
        &self.client
    }
}

impl DerefMut for Person {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.client
    }
}

impl Person {
    fn new(purpose: Purpose) -> Self {
        let screen = Screen::new(DISPLAY, &Destination::parse("mybox").unwrap().address, Instant::now());
        let screen = FullScreen { screen, rang: 0 };
        let mut client = Client::start(purpose, InputMode::Person, None, screen);
        client.is_granting = true;
        Self { client, area: Rect::new(0, 0, 80, 24) }
    }

    /// A player who has asked for a match.
    fn joining() -> Self {
        Self::new(Purpose::Join(Join::default()))
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

    fn screen(&mut self) -> &mut Screen {
        &mut self.client.interface.screen
    }

    fn pass(&mut self, time: Duration) -> &mut Self {
        self.now += time;
        self
    }

    fn press(&mut self, key: KeyEvent) -> &mut Self {
        self.draw(self.area);
        let Client { interface, app, now, .. } = &mut self.client;
        if let Some(input) = interface.screen.press(*now, key, app) {
            self.event(Event::Input(input));
        }
        self
    }

    /// Where the parts of the newest frame can be clicked on.
    fn draw(&mut self, area: Rect) -> Vec<(Position, Action)> {
        let drawn = draw(&self.scene(), &mut Buffer::empty(area));
        let hits = area.positions().filter_map(|at| Some((at, drawn.hit(at)?))).collect();
        self.screen().drawn = drawn;
        hits
    }

    /// Clicks on the newest frame.
    fn click(&mut self, at: Position) -> Option<Input> {
        let Client { interface, app, now, .. } = &mut self.client;
        interface.screen.click(*now, at, app)
    }

    /// When the screen changes by itself.
    fn screen_wake_at(&self) -> Option<Instant> {
        self.interface.screen.wake_at(self.now, &self.app)
    }

    fn messages(&self) -> Vec<ClientMessage> {
        self.sent.iter().map(|frame| frame.message.clone()).collect()
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
        self.interface.screen.scene(self.now, &self.app)
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
        self.scene().message.map_or("", |message| &message.text)
    }

    /// What is printed at the end of the run.
    fn summary(&self) -> String {
        GameSentences::new(self.app.view().unwrap()).last_words().unwrap()
    }

    /// The keys that the footer offers.
    fn footer_keys(&self) -> Vec<String> {
        self.scene().footer.iter().map(Binding::keys).collect()
    }

    /// The cells that were played.
    fn played(&self) -> Vec<u32> {
        let cell = |frame: &ClientFrame| match &frame.message {
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
