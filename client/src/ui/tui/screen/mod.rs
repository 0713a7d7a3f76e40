//! The full-screen interface's own state, and the scene made from it and the core.
//!
//! * `on_key`: what keys and clicks do. `on_notice`: what the core's notices change.
//! * `prompt`, `replay` (of a review or a forced win): the parts of its state.
//! * `countdown`: a time that runs down.

mod countdown;
mod on_key;
mod on_notice;
mod prompt;
mod replay;

use std::time::{Duration, Instant};

use tictactoe_protocol::analysis::Hint;
use tictactoe_protocol::snapshot::Presence;

use self::prompt::Entry;
use self::replay::Replay;
use super::draw::Drawn;
use super::keys::{self, Action, Binding, Choice, Context, KEYS, Prompt};
use super::scene::{Body, MatchScreen, Message, Overlay, Scene, Tone};
use crate::address::Address;
use crate::app::arena::Arena;
use crate::app::command::Verb;
use crate::app::view::View;
use crate::app::{App, Hosting};
use crate::ui::Display;
use crate::ui::invite::Invite;
use crate::ui::sentences::{
    self, GameSentences, HOW_OTHERS_JOIN, NOBODY_CAME, connecting, question, worth_showing,
};

/// Without focus events, treat the terminal as unattended after this long without a key.
const UNATTENDED: Duration = Duration::from_secs(15);

/// How long a message is shown that the next event does not clear.
const KEPT: Duration = Duration::from_secs(6);

/// How long the player is told that the connection is back.
const BACK: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(crate) struct Screen {
    display: Display,
    /// Shown until the server says something.
    connecting: String,
    /// The newest frame.
    pub(crate) drawn: Drawn,
    /// Where others reach the server, once it is known.
    pub(crate) shared_address: Option<Address>,
    /// The cell to play.
    cursor: u8,
    overlay: Option<Overlay>,
    message: Option<Message>,
    /// What is being typed in the place of the message.
    entry: Option<Entry>,
    has_bell: bool,
    /// None where the terminal does not say.
    pub(crate) is_focused: Option<bool>,
    last_input: Instant,
    /// The host has waited for long, and is told why that may be.
    is_lonely: bool,
    /// The last one, perhaps for an earlier position.
    hint: Option<Hint>,
    /// A review, and over it a forced win; in a game, the forced win of a hint.
    replays: Vec<Replay>,
}

impl Screen {
    pub(crate) fn new(display: Display, address: &Address, now: Instant) -> Self {
        Self {
            display,
            connecting: connecting(address),
            drawn: Drawn::default(),
            shared_address: None,
            cursor: 0,
            overlay: None,
            message: None,
            entry: None,
            has_bell: true,
            is_focused: None,
            last_input: now,
            is_lonely: false,
            hint: None,
            replays: Vec::new(),
        }
    }

    pub(crate) fn show(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = Some(Message { tone, text: text.into(), until: None });
    }

    pub(crate) const fn has_mouse(&self) -> bool {
        self.display.mouse
    }

    fn may_ring(&self, now: Instant) -> bool {
        let is_idle = now.saturating_duration_since(self.last_input) >= UNATTENDED;
        self.has_bell && self.is_focused.map_or(is_idle, |is_focused| !is_focused)
    }

    pub(crate) fn scene<'a>(&'a self, now: Instant, app: &'a App) -> Scene<'a> {
        Scene {
            display: self.display,
            retry_in: app.connection().retry_in(now),
            room: app.room(),
            arena: app.arena().map(|arena| arena_title(arena, now)),
            invite: self.shared_address.as_ref().map(|address| Invite::from_app(app, address)),
            body: self.body(now, app),
            available: self.available(app),
            overlay: self.overlay,
            question: app.question().map(|asked| question(asked, app.view(), app.hosting.as_ref())),
            message: self.entry.as_ref().map(|entry| &entry.message).or_else(|| self.message(now)),
            footer: self.footer(app),
        }
    }

    fn message(&self, now: Instant) -> Option<&Message> {
        self.message.as_ref().filter(|message| message.until.is_none_or(|end| end > now))
    }

    /// When the scene changes next without an event (clocks and countdowns).
    pub(crate) fn wake_at(&self, now: Instant, app: &App) -> Option<Instant> {
        let reconnects_at = app.connection().retry_in(now).map(|wait| now + wait);
        let arena_ends = app.arena().and_then(|arena| arena.table.as_ref()).map(|&(_, end)| end);
        let arena = arena_ends.and_then(|end| countdown::next(end, countdown::MINUTE, now));
        let counted = [computer_joins_at(app), clock(app), reconnects_at].into_iter().flatten();
        let message = self.message(now).and_then(|message| message.until);
        counted
            .filter_map(|end| countdown::next(end, countdown::SECOND, now))
            .chain(arena)
            .chain(message)
            .min()
    }

    fn context(&self, app: &App) -> Context {
        match app.view() {
            _ if app.question().is_some() => Context::Question,
            _ if matches!(self.overlay, Some(Overlay::Choose { .. })) => Context::Choice,
            _ if self.overlay.is_some() => Context::Overlay,
            _ if self.entry.is_some() => Context::Typing,
            _ => self.context_below(app),
        }
    }

    /// What is on the screen, apart from what lies over it.
    fn context_below(&self, app: &App) -> Context {
        match app.view() {
            Some(_) if !self.replays.is_empty() => Context::Review,
            Some(view) if !view.is_over() => Context::Game,
            Some(_) => Context::Over,
            None if app.is_match_gone() => Context::Over,
            None if app.waiting().is_some() || app.arena().is_some() => Context::Waiting,
            None => Context::Connecting,
        }
    }

    fn body<'a>(&'a self, now: Instant, app: &'a App) -> Body<'a> {
        match (app.view(), app.waiting()) {
            (Some(view), _) => Body::Match(self.match_screen(now, app, view)),
            (None, _) if app.is_match_gone() => {
                Body::Sentence("The server no longer has this match.", "Its game and score are lost.")
            }
            (None, waiting) => match (app.arena(), waiting) {
                (Some(arena), _) => Body::Arena(arena),
                (None, Some((waiting, _))) => Body::Waiting {
                    rules: waiting.rules,
                    computer_in: computer_joins_at(app).map(|end| countdown::seconds(end, now)),
                    advice: self.advice(app),
                },
                (None, None) => Body::Sentence(&self.connecting, ""),
            },
        }
    }

    fn match_screen<'a>(&'a self, now: Instant, app: &'a App, view: &'a View) -> MatchScreen<'a> {
        let clock = clock(app).map(|end| countdown::seconds(end, now));
        if let Some(position) = self.replays.last().and_then(|replay| replay.match_screen(clock)) {
            return position;
        }
        let hint = self.hint_for(view);
        MatchScreen {
            view,
            cursor: (!view.is_spectator).then(|| view.landing(self.cursor).unwrap_or(self.cursor)),
            sent: app.sent_cell().filter(|&cell| view.mark_at(cell).is_none()),
            clock,
            hint: hint.map_or(&[], |hint| GameSentences::new(view).hinted(hint)),
            review: None,
            has_asked: app.has_asked(view),
        }
    }

    /// The hint for this position, if there is one.
    fn hint_for(&self, view: &View) -> Option<&Hint> {
        let position = (view.snapshot.game, view.snapshot.ply);
        self.hint.as_ref().filter(|hint| (hint.game, hint.ply) == position && !view.is_over())
    }

    fn shows_win(&self) -> bool {
        self.replays.last().is_some_and(Replay::is_win)
    }

    /// The forced win from the position that is shown.
    fn win(&self, view: &View) -> Option<Replay> {
        if let Some(replay) = self.replays.last() {
            return replay.win();
        }
        worth_showing(self.hint_for(view)?.forced_win.as_ref()).map(|win| Replay::of_win(view, win))
    }

    /// What a host can do, so that others come.
    fn advice(&self, app: &App) -> Option<&'static str> {
        let is_reachable = self.shared_address.as_ref().is_some_and(|address| !address.is_this_machine());
        match app.hosting {
            Some(Hosting::Network { .. }) if self.is_lonely => Some(NOBODY_CAME),
            Some(Hosting::Network { .. }) if is_reachable => Some(HOW_OTHERS_JOIN),
            _ => None,
        }
    }

    /// The keys that can do something now.
    fn footer(&self, app: &App) -> Vec<Binding> {
        let context = self.context(app);
        let mut footer = keys::footer(context, |action| self.is_shown(action, context, app));
        for key in &mut footer {
            key.label = self.label(*key, app);
        }
        footer
    }

    /// What a key is called now.
    fn label(&self, key: Binding, app: &App) -> &'static str {
        let asked_by = app.view().and_then(View::takeback_asked_by);
        match (key.action(), app.view()) {
            (Some(Action::Win), _) if self.shows_win() => "hide",
            (Some(Action::Place), _) if self.entry.as_ref().is_some_and(Entry::is_square) => "play",
            (Some(Action::Say(Verb::Decline)), Some(view)) => {
                let is_own = if view.is_over() { app.has_asked(view) } else { asked_by == view.you };
                if is_own { "withdraw" } else { key.label }
            }
            (Some(Action::Say(Verb::TakeBack)), _) if asked_by.is_some() => "accept",
            (Some(Action::Say(Verb::Rematch)), Some(view)) => GameSentences::new(view).next_game(),
            (Some(Action::Say(Verb::Rematch)), None) => "next game",
            _ => key.label,
        }
    }

    /// The keys for the help that do something now, whether or not the footer has room for them.
    fn available(&self, app: &App) -> Vec<Binding> {
        let context = self.context_below(app);
        let works = |key: &&Binding| key.action().is_none_or(|action| self.works(action, app));
        KEYS.iter().filter(|key| key.is_for(context)).filter(works).copied().collect()
    }

    fn works(&self, action: Action, app: &App) -> bool {
        let view = app.view();
        let is_spectator = view.is_some_and(|view| view.is_spectator);
        let has_digits = view.is_none_or(|view| view.is_numbered() || view.snapshot.rules.gravity);
        match action {
            Action::Left => !is_spectator || !self.replays.is_empty(),
            Action::Place | Action::Ask(Prompt::Name) => !is_spectator,
            Action::Say(verb) => app.offers(verb),
            Action::Invite => app.offers(Verb::Invite),
            Action::Manage => app.arena().is_some_and(|arena| arena.managing_place.is_some()),
            Action::Close => app.view().is_some() || app.arena().is_none(),
            Action::Win => self.shows_win() || view.and_then(|view| self.win(view)).is_some(),
            Action::PlayOn => view.and_then(|view| self.replays.last()?.position_to_play(view)).is_some(),
            Action::Digit(_) => !is_spectator && has_digits,
            Action::Ask(Prompt::Square) => !is_spectator && !has_digits,
            Action::Choose(Choice::Reaction) => view.is_some_and(|view| {
                let is_there = |mark| view.player(mark).presence != Presence::Left;
                view.opponent().is_some_and(is_there)
                    && !view.is_against_the_computer()
                    && !(view.is_in_arena() && view.is_over())
            }),
            Action::Choose(Choice::Game) => {
                app.offers(Verb::New) || app.waiting().is_some() && app.arena().is_none()
            }
            _ => true,
        }
    }

    /// Is the key worth a place in the footer?
    fn is_shown(&self, action: Action, context: Context, app: &App) -> bool {
        let is_for_view = |is_true: fn(&View) -> bool| app.view().is_some_and(is_true);
        match (context, action) {
            (Context::Question, _) => matches!(action, Action::Yes | Action::No),
            (Context::Overlay, Action::Up) => matches!(self.overlay, Some(Overlay::Help { .. })),
            (Context::Review, Action::Left | Action::Win | Action::PlayOn) => self.works(action, app),
            (Context::Choice | Context::Typing, Action::Left | Action::Place) => true,
            (Context::Overlay | Context::Review | Context::Choice | Context::Typing, _) => {
                action == Action::Close
            }
            (Context::Waiting | Context::Connecting, Action::Close) => {
                !app.is_lost() && self.works(action, app)
            }
            (_, Action::Close) => false,
            (_, Action::Help | Action::Say(Verb::Quit)) => true,
            _ if app.is_lost() => false,
            // The answer needs the room.
            (Context::Game, _) if is_for_view(View::is_asked_for_takeback) => {
                matches!(action, Action::Say(Verb::TakeBack | Verb::Decline))
            }
            // The player withdraws it with another key.
            (_, Action::Say(Verb::TakeBack)) if is_for_view(|view| view.takeback_asked_by().is_some()) => {
                false
            }
            (_, Action::Say(_) | Action::Win) => self.works(action, app),
            (_, Action::Choose(Choice::Reaction)) => {
                let is_offered = is_for_view(|view| !view.snapshot.rematch.offers.is_empty());
                self.works(action, app) && !app.may_play() && !is_offered
            }
            (Context::Game, _) => app.may_play() && self.works(action, app),
            _ => self.works(action, app),
        }
    }
}

fn arena_title(arena: &Arena, now: Instant) -> String {
    let left = arena.table.as_ref().map(|&(_, end)| 1000 * countdown::seconds(end, now));
    let left = left.map_or_else(String::new, |ms| format!(", {}", sentences::time_left(ms)));
    format!("Arena {}{left}", arena.word)
}

fn computer_joins_at(app: &App) -> Option<Instant> {
    let (waiting, since) = app.waiting()?;
    Some(countdown::end(*since, Duration::from_millis(waiting.computer_in_ms?)))
}

/// The clock of the player to move. Without a connection it is not known whether it runs.
fn clock(app: &App) -> Option<Instant> {
    let snapshot = &app.view()?.snapshot;
    snapshot.turn?;
    let left = Duration::from_millis(snapshot.ms_left?);
    let since = app.seen_at()?;
    (!app.is_lost()).then(|| countdown::end(since, left))
}
