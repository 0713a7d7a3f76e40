//! What the full-screen interface remembers beside the core, and the scene made of both.
//!
//! * `input`: what keys and clicks do. `on_notice`: what the core's notices change. `footer`: what can be done now.
//! * `cursor`, `status_line`, `bell`, `reconnect`: the parts of its state.
//! * `countdown`: a time that runs down.

mod bell;
mod countdown;
mod cursor;
mod footer;
mod input;
mod on_notice;
mod reconnect;
mod status_line;

use std::time::{Duration, Instant};

use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::text::Room;

use self::bell::Bell;
use self::countdown::{Countdown, SECOND, next_second_after};
use self::cursor::Cursor;
pub(crate) use self::input::Act;
use self::reconnect::Reconnect;
use self::status_line::StatusLine;
use super::display::Display;
use super::invite::{Invitation, InvitedTo, Reach};
use super::keys::Place;
use super::overlay::Overlay;
use super::scene::{self, Body, Connection, MatchScreen, Scene, Tone};
use crate::app::App;
use crate::app::view::View;

#[derive(Debug)]
pub(crate) struct Screen {
    display: Display,
    address: String,
    /// The room that was asked for.
    room: Option<String>,
    invitation: Invitation,
    cursor: Cursor,
    overlay: Overlay,
    status_line: StatusLine,
    bell: Bell,
    /// What the server said of the wait for an opponent, and when.
    waiting: Option<(Waiting, Instant)>,
    reconnect: Option<Reconnect>,
    /// The server has answered.
    has_connected: bool,
    /// The best cells in a position: that of the game, after so many moves.
    hint: Option<(u32, u32, Vec<u8>)>,
    /// A question is on the screen, as far as its reader knows.
    was_asked: bool,
}

impl Screen {
    pub(crate) fn new(display: Display, address: String, room: Option<String>, now: Instant) -> Self {
        Self {
            display,
            address,
            room,
            invitation: Invitation::default(),
            cursor: Cursor::default(),
            overlay: Overlay::default(),
            status_line: StatusLine::default(),
            bell: Bell::new(now),
            waiting: None,
            reconnect: None,
            has_connected: false,
            hint: None,
            was_asked: false,
        }
    }

    /// It is known now how others reach the server.
    pub(crate) fn reached(&mut self, reach: Reach, app: &App) {
        self.invitation.reached(reach);
        self.update_invitation(app);
    }

    /// Says what the player should know of this machine.
    pub(crate) fn warn(&mut self, warning: &str) {
        self.status_line.show(Tone::Alert, warning);
    }

    /// The terminal has gained or lost the focus.
    pub(crate) const fn focus(&mut self, is_focused: bool) {
        self.bell.on_focus(is_focused);
    }

    pub(crate) fn scene<'a>(&'a self, now: Instant, app: &'a App) -> Scene<'a> {
        let question = app.question().map(scene::Overlay::Question);
        Scene {
            display: self.display,
            connection: self.connection(now, app),
            room: self.room(app),
            body: self.body(now, app),
            overlay: question.or_else(|| self.overlay.scene(self.invitation.invite())),
            message: self.status_line.message(),
            footer: self.footer(app),
        }
    }

    /// What the terminal's title is to say.
    pub(crate) fn title(&self, app: &App) -> &'static str {
        match app.view() {
            _ if app.is_lost() => "Tic-tac-toe: reconnecting",
            Some(view) if view.is_over() => "Tic-tac-toe: game over",
            Some(view) if view.mover().is_some() => "Tic-tac-toe: your turn",
            None if self.waiting.is_some() => "Tic-tac-toe: waiting",
            _ => "Tic-tac-toe",
        }
    }

    /// When the scene will be another one although nothing happens.
    pub(crate) fn wake_at(&self, now: Instant, app: &App) -> Option<Instant> {
        let counted = [self.computer_in(), clock(app)].into_iter().flatten();
        let reconnect = self.reconnect.as_ref().and_then(|reconnect| reconnect.wake_at(now));
        let latency = app.measured_since().map(|since| next_second_after(since, now));
        let seconds = counted.filter_map(|countdown| countdown.next(now, SECOND));
        seconds.chain(reconnect).chain(latency).min()
    }

    /// Where the player is, for the keys.
    fn place(&self, app: &App) -> Option<Place> {
        match app.view() {
            _ if app.question().is_some() => Some(Place::Question),
            Some(view) if view.is_over() => Some(Place::Over),
            Some(_) => Some(Place::Game),
            None if app.is_match_gone() => Some(Place::Over),
            None => self.waiting.is_some().then_some(Place::Waiting),
        }
    }

    fn update_invitation(&mut self, app: &App) {
        let to = match (app.view(), self.room(app)) {
            (Some(view), _) => InvitedTo::Watch(view.snapshot.match_id.clone()),
            (None, Some(room)) => InvitedTo::Room(room.to_owned()),
            (None, None) => {
                let rules = self.waiting.as_ref().map(|(waiting, _)| waiting.rules);
                InvitedTo::Board(rules.unwrap_or_default())
            }
        };
        self.invitation.update(&to);
    }

    /// The room in which others can be met; that of a hotseat is for its two players only.
    fn room<'a>(&'a self, app: &'a App) -> Option<&'a str> {
        if app.is_hotseat() {
            return None;
        }
        let of_match = app.view().and_then(|view| view.snapshot.room.as_ref());
        let of_waiting = self.waiting.as_ref().and_then(|(waiting, _)| waiting.room.as_ref());
        of_match.or(of_waiting).map(Room::as_str).or(self.room.as_deref())
    }

    fn connection(&self, now: Instant, app: &App) -> Connection<'_> {
        match &self.reconnect {
            Some(reconnect) if app.is_lost() => reconnect.scene(now),
            _ if app.is_lost() => Connection::Lost { cause: "", tries: 0, wait: None },
            _ if !self.has_connected => Connection::None,
            _ => Connection::Up { latency: app.latency(now) },
        }
    }

    fn body<'a>(&'a self, now: Instant, app: &'a App) -> Body<'a> {
        match (app.view(), &self.waiting) {
            (Some(view), _) => Body::Match(self.match_screen(now, app, view)),
            (None, _) if app.is_match_gone() => Body::MatchGone,
            (None, Some((waiting, _))) => Body::Waiting(scene::Waiting {
                invite: self.invitation.invite(),
                rules: waiting.rules,
                computer_in: self.computer_in().map(|countdown| countdown.seconds(now)),
            }),
            (None, None) => Body::Calling { address: &self.address },
        }
    }

    fn match_screen<'a>(&'a self, now: Instant, app: &'a App, view: &'a View) -> MatchScreen<'a> {
        let snapshot = &view.snapshot;
        let hint = self.hint.as_ref().filter(|(game, ply, _)| (*game, *ply) == (snapshot.game, snapshot.ply));
        let has_cursor = !view.is_spectator || !view.is_numbered();
        MatchScreen {
            view,
            cursor: has_cursor.then_some(self.cursor.cell()),
            may_play: app.may_play(),
            sent: app.sent_cell().filter(|&cell| view.mark_at(cell).is_none()),
            clock: clock(app).map(|countdown| countdown.seconds(now)),
            hint: hint.map_or(&[], |(_, _, cells)| cells),
            typed: self.cursor.typed(),
            has_asked: app.has_asked(view),
        }
    }

    fn computer_in(&self) -> Option<Countdown> {
        let (waiting, since) = self.waiting.as_ref()?;
        Some(Countdown::new(Duration::from_millis(waiting.computer_in_ms?), *since))
    }
}

/// The clock of the player to move. Without a connection it is not known whether it runs.
fn clock(app: &App) -> Option<Countdown> {
    let snapshot = &app.view()?.snapshot;
    snapshot.turn?;
    let left = Duration::from_millis(snapshot.ms_left?);
    let since = app.seen_at()?;
    (!app.is_lost()).then(|| Countdown::new(left, since))
}
