//! What the core's notices change on the screen.

use std::time::Instant;

use tictactoe_protocol::snapshot::Presence;

use super::replay::Replay;
use super::{BACK, KEPT, Screen};
use crate::app::App;
use crate::app::change::{Change, OfferStep};
use crate::app::command::Verb;
use crate::app::notice::{Declined, Notice};
use crate::app::view::{View, Who};
use crate::sanitize::sanitize;
use crate::ui::sentences::{self, GameSentences, found};
use crate::ui::tui::scene::{Message, Overlay, Tone};

impl Screen {
    /// Returns whether to ring the bell.
    pub(crate) fn on_notice(&mut self, now: Instant, notice: &Notice, app: &App) -> bool {
        let for_a_while = Some(now + KEPT);
        match notice {
            Notice::AsBefore | Notice::Standings | Notice::Retry { .. } => {}
            // The headline says it.
            Notice::Lost { .. } => self.clear(),
            Notice::Waiting(_) => {
                self.is_lonely = false;
                self.clear();
            }
            Notice::Match(change) => self.on_change(now, *change, notice, app),
            Notice::Hint(hint) => {
                self.hint = Some(hint.clone());
                self.say(None, Tone::News, notice, app);
            }
            Notice::Review(review) => {
                (self.overlay, self.message) = (None, None);
                self.replays = app.view().map(|view| Replay::of_review(view, review)).into_iter().collect();
            }
            // The footer says what can be done then.
            Notice::Forgotten(refused) => self.show(Tone::Refusal, sanitize(&refused.message)),
            // The offer itself stands beside the board.
            Notice::Declined(Declined::Asked) => self.show(Tone::Refusal, "Press d to withdraw your offer."),
            Notice::Declined(declined) => self.show(Tone::Refusal, declined.to_string()),
            // The headline says it.
            Notice::Refused(refused)
                if app.arena().and_then(|arena| arena.refusal.as_ref()) == Some(refused) =>
            {
                self.clear();
            }
            Notice::Refused(_) => self.say(None, Tone::Refusal, notice, app),
            // The `state` after `seated` would clear it at once.
            Notice::Seat(_) => self.say(for_a_while, Tone::Alert, notice, app),
            Notice::Reacted(_) => self.say(for_a_while, Tone::News, notice, app),
            Notice::Back if self.drawn.is_compact && app.view().is_some_and(needs_news) => {}
            Notice::Back => self.say(Some(now + BACK), Tone::News, notice, app),
            Notice::Found(name) => {
                let text = found(name, "Press J");
                self.message = Some(Message { tone: Tone::News, text, until: for_a_while });
            }
            Notice::NobodyCame => self.is_lonely = true,
            Notice::TimeShort(_) | Notice::Unanswered => self.say(None, Tone::Alert, notice, app),
            _ => self.say(None, Tone::News, notice, app),
        }
        self.may_ring(now) && calls_the_player(notice, app)
    }

    fn say(&mut self, until: Option<Instant>, tone: Tone, notice: &Notice, app: &App) {
        let text = sentences::notice(notice, app.view());
        self.message = text.map(|text| Message { tone, text, until });
    }

    fn on_change(&mut self, now: Instant, change: Change, notice: &Notice, app: &App) {
        let Some(view) = app.view() else { return };
        let for_a_while = Some(now + KEPT);
        if matches!(change, Change::Away(_) | Change::Back(_)) {
            return;
        }
        self.entry.take_if(|entry| entry.is_square());
        // An invitation may cover who won. A list would still be open in the next game of an arena.
        if change == Change::Over {
            self.overlay.take_if(|overlay| {
                matches!(overlay, Overlay::Choose { .. } if view.is_in_arena()) || *overlay == Overlay::Invite
            });
        }
        // The forced win of a hint is one in an earlier position.
        if matches!(change, Change::Moved { .. } | Change::TakenBack { .. } | Change::Over) {
            self.replays.clear();
        }
        match change {
            Change::Began => self.on_begin(view),
            Change::Over if view.is_cancelled_without_opponent() => {
                self.say(for_a_while, Tone::Alert, notice, app);
            }
            Change::Over => {
                self.clear();
                if let Some(text) = after_the_end(view, app) {
                    self.show(Tone::News, text);
                }
            }
            Change::TakenBack { .. } => {
                self.hint = None;
                // The turn that follows is no reason to clear it.
                self.say(for_a_while, Tone::News, notice, app);
            }
            // What is asked has the place of a message on a small screen.
            Change::Offer { step: OfferStep::Asked, .. } => self.message = None,
            Change::Offer { .. } => self.say(None, Tone::News, notice, app),
            // Who played what, who is there and who wants a rematch is beside the board.
            _ => self.clear(),
        }
    }

    /// The board comes to the front. A list or link stays: the next key is meant for it, and must not play a square.
    fn on_begin(&mut self, view: &View) {
        self.overlay.take_if(|overlay| !matches!(overlay, Overlay::Choose { .. } | Overlay::Manage));
        self.replays.clear();
        self.hint = None;
        self.cursor = view.middle();
        self.clear();
    }

    pub(super) fn clear(&mut self) {
        self.message.take_if(|message| message.until.is_none());
    }
}

/// A question or a clock is to be seen in the place of a message.
fn needs_news(view: &View) -> bool {
    let is_away = |mark| view.player(mark).presence == Presence::Away;
    view.opponent().is_some_and(is_away) || GameSentences::new(view).offer(false, None).is_some()
}

/// What the player may want to know once a game is over, beside what is on the board.
fn after_the_end(view: &View, app: &App) -> Option<String> {
    if GameSentences::new(view).is_unbeaten() && app.offers(Verb::NextLevel) {
        return Some("An easier level? Press L.".to_owned());
    }
    app.offers(Verb::Continue).then(|| "Press c to continue this game against the computer.".to_owned())
}

/// Whether a player who looks elsewhere wants to know.
fn calls_the_player(notice: &Notice, app: &App) -> bool {
    let Some(view) = app.view() else { return false };
    match notice {
        Notice::Match(Change::Turn) => view.you.is_some() && view.mover().is_some(),
        Notice::Match(Change::Offer { step: OfferStep::Asked, by, .. }) => view.who(*by) == Who::Them,
        Notice::TimeShort(_) => true,
        _ => false,
    }
}
