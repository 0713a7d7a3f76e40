//! What the core's notices change on the screen.

use std::time::{Duration, Instant};

use super::countdown::Countdown;
use super::steps::Steps;
use super::{Reconnect, Screen};
use crate::app::App;
use crate::app::change::Change;
use crate::app::notice::Notice;
use crate::app::view::{View, Who};
use crate::sanitize::sanitize;
use crate::ui::sentences::{GameSentences, streak};
use crate::ui::text;
use crate::ui::tui::keys::Prompt;
use crate::ui::tui::scene::{Lasts, Overlay, Tone};

/// How long a reaction is shown.
const REACTION: Duration = Duration::from_secs(4);

impl Screen {
    /// Returns whether to ring the bell.
    pub(crate) fn on_notice(&mut self, now: Instant, notice: &Notice, app: &App) -> bool {
        match notice {
            Notice::Connected(_) | Notice::Seated(_) | Notice::Closing(_) | Notice::AsBefore => {}
            Notice::Waiting(waiting) => {
                self.waiting = Some((waiting.clone(), now));
                self.clear_unless_kept();
            }
            Notice::Match(change) => self.on_change(*change, notice, app),
            Notice::Lost { cause } => self.on_lost(now, cause, 0, Duration::ZERO),
            Notice::Retry { cause, wait, tries } => {
                self.on_lost(now, cause, *tries, *wait);
            }
            Notice::Back => {
                self.reconnect = None;
                self.say(Tone::News, notice, app);
            }
            Notice::Hint(hint) => {
                self.hint = Some(hint.clone());
                self.say(Tone::News, notice, app);
            }
            Notice::Review(review) => {
                self.overlay = None;
                self.review = app.view().map(|view| Steps::new(view, review));
            }
            Notice::Help => self.overlay = Some(Overlay::Help { scroll: 0 }),
            Notice::Ask(_) => self.was_asked = true,
            // The footer says what can be done then.
            Notice::Forgotten(refused) => self.show(Tone::Refusal, sanitize(&refused.message)),
            Notice::Declined(_) | Notice::Refused(_) => self.say(Tone::Refusal, notice, app),
            Notice::Reacted(_) => {
                self.say(Tone::News, notice, app);
                self.keep_message(Lasts::Until(now + REACTION));
            }
            Notice::TimeShort(_) => self.say(Tone::Alert, notice, app),
            _ => self.say(Tone::News, notice, app),
        }
        self.may_ring(now) && calls_the_player(notice, app)
    }

    /// Shows the sentence of the text interface.
    fn say(&mut self, tone: Tone, notice: &Notice, app: &App) {
        self.show(tone, text::say(notice, app).trim_end());
    }

    fn on_change(&mut self, change: Change, notice: &Notice, app: &App) {
        let Some(view) = app.view() else { return };
        if matches!(change, Change::Away(_) | Change::Back(_)) {
            return;
        }
        self.entry.take_if(|entry| entry.prompt == Prompt::Square);
        match change {
            Change::Began => self.on_begin(view),
            Change::Turn(_) => self.clear_unless_kept(),
            Change::Over if view.is_cancelled_without_opponent() => {
                self.say(Tone::Alert, notice, app);
                self.keep_message(Lasts::Kept);
            }
            Change::Over => {
                self.clear();
                if let Some(text) = after_the_end(view, app) {
                    self.show(Tone::News, text);
                }
            }
            Change::TakenBack { .. } => {
                self.hint = None;
                self.say(Tone::News, notice, app);
                // The turn that follows is no reason to clear it.
                self.keep_message(Lasts::Kept);
            }
            Change::Declined(_)
            | Change::Withdrawn(_)
            | Change::TakebackDeclined(_)
            | Change::TakebackWithdrawn(_) => self.say(Tone::News, notice, app),
            // What is asked has the place of a message on a small screen.
            Change::Offered(_) | Change::TakebackAsked(_) => self.message = None,
            // Who played what, who is there and who wants a rematch is beside the board.
            _ => self.clear(),
        }
        // On a board that scrolls the line that won comes into view.
        if let (Change::Over, Some(&last)) = (change, view.snapshot.moves.last()) {
            self.cursor = last;
        }
    }

    fn on_begin(&mut self, view: &View) {
        self.waiting = None;
        self.review = None;
        self.hint = None;
        self.cursor = view.middle();
        self.clear_unless_kept();
        // What is about the time before this game is closed.
        self.overlay.take_if(|overlay| *overlay == Overlay::Invite);
    }

    pub(super) fn clear_unless_kept(&mut self) {
        self.message.take_if(|message| message.lasts == Lasts::Usual);
    }

    /// A reaction stays for its time.
    fn clear(&mut self) {
        self.message.take_if(|message| matches!(message.lasts, Lasts::Usual | Lasts::Kept));
    }

    fn keep_message(&mut self, lasts: Lasts) {
        self.message.iter_mut().for_each(|message| message.lasts = lasts);
    }

    fn on_lost(&mut self, now: Instant, cause: &str, tries: u32, wait: Duration) {
        self.reconnect = Some(Reconnect { cause: cause.to_owned(), tries, wait: Countdown::new(wait, now) });
    }
}

/// What the player may want to know once a game is over, beside what is on the board.
fn after_the_end(view: &View, app: &App) -> Option<String> {
    if GameSentences::new(view).is_hopeless() {
        return Some("Try casual? Press L.".to_owned());
    }
    if app.next_options().continues {
        return Some("Press c to continue this game against the computer.".to_owned());
    }
    streak(app.streak())
}

/// Whether a player who looks elsewhere wants to know.
fn calls_the_player(notice: &Notice, app: &App) -> bool {
    let Some(view) = app.view() else { return false };
    match notice {
        Notice::Match(Change::Turn(_)) => view.you.is_some() && view.mover().is_some(),
        Notice::Match(Change::Offered(mark) | Change::TakebackAsked(mark)) => view.who(*mark) == Who::Them,
        Notice::TimeShort(_) => true,
        _ => false,
    }
}
