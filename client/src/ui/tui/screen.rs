//! What the full-screen face remembers beside the core, and the scene that comes of both.

use std::time::{Duration, Instant};

use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::text::Room;

use super::countdown::{Countdown, next_second_after};
use super::display::Display;
use super::keys::Place;
use super::reach::{Invitation, Reach};
use super::scene::{self, Body, Card, Invite, Message, Scene, Signal, Table, Tone};
use crate::app::App;
use crate::app::view::{Perspective, View};

/// Without any word of the terminal about it, nobody looks at it after so long without a key.
const UNWATCHED: Duration = Duration::from_secs(15);

/// So many tries to come back are quick.
const QUICK_TRIES: u32 = 5;

/// What the full-screen face remembers.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(super) look: Display,
    pub(super) mouse: bool,
    pub(super) bell: bool,
    /// Where the server is.
    address: String,
    /// The room that was asked for.
    pub(super) room: Option<String>,
    /// How others reach the server.
    pub(super) reach: Option<Reach>,
    pub(super) invite: Invite,
    pub(super) cursor: u8,
    /// What was typed of a coordinate so far.
    pub(super) typed: Option<String>,
    pub(super) open: Option<Open>,
    pub(super) said: Option<Said>,
    pub(super) waiting: Option<(Waiting, Instant)>,
    pub(super) lost: Option<Lost>,
    /// The best cells in a position: that of the game, after so many moves.
    pub(super) hint: Option<(u32, u32, Vec<u8>)>,
    /// A question is on the screen, as far as its reader knows.
    pub(super) asked: bool,
    focus: Option<bool>,
    last_key: Instant,
}

/// What lies over the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Open {
    Help { scroll: u16 },
    Invite,
    Review { lines: Vec<String>, scroll: u16 },
}

/// What was said last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) tone: Tone,
    /// Waiting for another opponent does not take it away, nor does the beginning of a game.
    pub(super) stays: bool,
}

/// The connection is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) cause: String,
    pub(super) tries: u32,
    /// The time until the next try.
    pub(super) wait: Option<Countdown>,
}

impl Screen {
    /// A screen on which nothing has happened yet.
    pub(crate) const fn new(look: Display, address: String, room: Option<String>, now: Instant) -> Self {
        Self {
            look,
            mouse: look.mouse,
            bell: true,
            address,
            room,
            reach: None,
            invite: Invite::Unknown,
            cursor: 0,
            typed: None,
            open: None,
            said: None,
            waiting: None,
            lost: None,
            hint: None,
            asked: false,
            focus: None,
            last_key: now,
        }
    }

    /// It is known now how others reach the server.
    pub(crate) fn reached(&mut self, reach: Reach, app: &App) {
        self.reach = Some(reach);
        self.invite(app);
    }

    /// Says what the player should know of this machine.
    pub(crate) fn warn(&mut self, warning: &str) {
        self.show(Tone::Alert, warning);
    }

    /// The terminal says whether somebody looks at it.
    pub(crate) const fn focus(&mut self, is_focused: bool) {
        self.focus = Some(is_focused);
    }

    /// Everything that is to be seen now.
    pub(crate) fn scene<'a>(&'a self, now: Instant, app: &'a App) -> Scene<'a> {
        Scene {
            look: self.look,
            signal: self.signal(now, app),
            room: self.room(app),
            body: self.body(now, app),
            card: self.card(app),
            message: self.said.as_ref().map(|said| Message { text: &said.text, tone: said.tone }),
            footer: self.ways(app),
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
        let rest = [self.next_of_lost(now), app.measured_since().map(|since| next_second_after(since, now))];
        counted.filter_map(|countdown| countdown.next_second(now)).chain(rest.into_iter().flatten()).min()
    }

    /// When another time until the next try is to be shown: by tenths of a second as long as the tries are quick.
    fn next_of_lost(&self, now: Instant) -> Option<Instant> {
        let Lost { tries, wait, .. } = self.lost.as_ref()?;
        let wait = wait.as_ref()?;
        if *tries < QUICK_TRIES { wait.next_tenth(now) } else { wait.next_second(now) }
    }

    /// Where the player is, for the keys.
    pub(super) fn place(&self, app: &App) -> Option<Place> {
        match app.view() {
            _ if app.question().is_some() => Some(Place::Question),
            Some(view) if view.is_over() => Some(Place::Over),
            Some(_) => Some(Place::Game),
            None if app.is_match_gone() => Some(Place::Over),
            None => self.waiting.is_some().then_some(Place::Waiting),
        }
    }

    /// Somebody has pressed a key.
    pub(super) const fn touched(&mut self, now: Instant) {
        self.last_key = now;
    }

    /// Whether nobody seems to look at the terminal.
    pub(super) fn is_unwatched(&self, now: Instant) -> bool {
        let is_idle = now.saturating_duration_since(self.last_key) >= UNWATCHED;
        self.focus.map_or(is_idle, |is_focused| !is_focused)
    }

    /// Finds out what to tell somebody who is to come here.
    pub(super) fn invite(&mut self, app: &App) {
        let invitation = match (app.view(), self.room(app)) {
            (Some(view), _) => Invitation::Watch(view.snapshot().match_id.clone()),
            (None, Some(room)) => Invitation::Room(room.to_owned()),
            (None, None) => {
                let rules = self.waiting.as_ref().map(|(waiting, _)| waiting.rules);
                Invitation::Board(rules.unwrap_or_default())
            }
        };
        self.invite = self.reach.as_ref().map_or(Invite::Unknown, |reach| invitation.over(reach));
    }

    /// The room in which others can be met; that of two people at one keyboard is for nobody else.
    fn room<'a>(&'a self, app: &'a App) -> Option<&'a str> {
        if app.is_hotseat() {
            return None;
        }
        let of_match = app.view().and_then(|view| view.snapshot().room.as_ref());
        let of_waiting = self.waiting.as_ref().and_then(|(waiting, _)| waiting.room.as_ref());
        of_match.or(of_waiting).map(Room::as_str).or(self.room.as_deref())
    }

    fn signal(&self, now: Instant, app: &App) -> Signal<'_> {
        match &self.lost {
            Some(Lost { cause, tries, wait }) if app.is_lost() => {
                let wait = wait.as_ref().map(|wait| wait.left(now)).filter(|left| !left.is_zero());
                Signal::Lost { cause, tries: *tries, wait }
            }
            _ if app.is_lost() => Signal::Lost { cause: "", tries: 0, wait: None },
            _ => Signal::Up { latency: app.latency(now) },
        }
    }

    fn body<'a>(&'a self, now: Instant, app: &'a App) -> Body<'a> {
        match (app.view(), &self.waiting) {
            (Some(view), _) => Body::Table(self.table(now, app, view)),
            (None, _) if app.is_match_gone() => Body::MatchGone,
            (None, Some((waiting, _))) => Body::Waiting(scene::Waiting {
                invite: &self.invite,
                rules: waiting.rules,
                computer_in: self.computer_in().map(|countdown| countdown.seconds(now)),
            }),
            (None, None) => Body::Calling { address: &self.address },
        }
    }

    fn table<'a>(&'a self, now: Instant, app: &'a App, view: &'a View) -> Table<'a> {
        let snapshot = view.snapshot();
        let hint = self.hint.as_ref().filter(|(game, ply, _)| (*game, *ply) == (snapshot.game, snapshot.ply));
        Table {
            view,
            cursor: (view.perspective() != Perspective::Spectator || !view.is_numbered())
                .then_some(self.cursor),
            may_play: app.may_play(),
            sent: app.sent_cell().filter(|&cell| view.mark_at(cell).is_none()),
            clock: clock(app).map(|countdown| countdown.seconds(now)),
            hint: hint.map_or(&[], |(_, _, cells)| cells),
            typed: self.typed.as_deref(),
            has_asked: app.has_asked(view),
        }
    }

    fn card(&self, app: &App) -> Option<Card<'_>> {
        if let Some(question) = app.question() {
            return Some(Card::Question(question));
        }
        self.open.as_ref().map(|open| match open {
            Open::Help { scroll } => Card::Help { scroll: *scroll },
            Open::Invite => Card::Invite(&self.invite),
            Open::Review { lines, scroll } => Card::Review { lines, scroll: *scroll },
        })
    }

    pub(super) fn computer_in(&self) -> Option<Countdown> {
        let (waiting, since) = self.waiting.as_ref()?;
        Some(Countdown::new(Duration::from_millis(waiting.computer_in_ms?), *since))
    }
}

/// The clock of the player to move. Without a connection nobody knows whether it runs.
fn clock(app: &App) -> Option<Countdown> {
    let snapshot = app.view()?.snapshot();
    snapshot.turn?;
    let left = Duration::from_millis(snapshot.ms_left?);
    let since = app.seen_at()?;
    (!app.is_lost()).then(|| Countdown::new(left, since))
}
