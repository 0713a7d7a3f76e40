//! What notices change: the sentence that is shown, and what is remembered.

use std::time::Instant;

use tictactoe_protocol::server::Waiting;

use super::countdown::Countdown;
use super::scene::Tone;
use super::screen::{Lost, Open, Said, Screen};
use crate::app::App;
use crate::app::change::Change;
use crate::app::notice::{Declined, Notice};
use crate::app::view::{Perspective, View, Who};
use crate::ui::text;

impl Screen {
    /// Takes in what the core tells. Says whether to ring the bell.
    pub(crate) fn tell(&mut self, now: Instant, notice: &Notice, app: &App) -> bool {
        match notice {
            Notice::Connected(_) | Notice::Seated(_) | Notice::Closing(_) | Notice::AsBefore => {}
            Notice::Waiting(waiting) => self.wait(now, waiting, app),
            Notice::Match(change) => self.change(*change, notice, app),
            Notice::Lost { cause } => self.lose(cause, 0, None),
            Notice::Retry { cause, wait, tries } => {
                self.lose(cause, *tries, Some(Countdown::new(*wait, now)));
            }
            Notice::Back => self.is_back(app),
            Notice::Hint(hint) => {
                self.hint = Some((hint.game, hint.ply, hint.cells.clone()));
                self.say(Tone::News, notice, app);
            }
            Notice::Review(_) => self.open = Some(review(notice, app)),
            Notice::Help => self.open = Some(Open::Help { scroll: 0 }),
            Notice::Ask(_) => self.asked = true,
            Notice::Declined(declined) => self.decline(declined, notice, app),
            Notice::Refused(_) | Notice::Forgotten(_) => self.say(Tone::Refusal, notice, app),
            Notice::TimeShort(_) => self.say(Tone::Alert, notice, app),
            _ => self.say(Tone::News, notice, app),
        }
        self.bell && self.is_unwatched(now) && matters(notice, app)
    }

    /// Shows a sentence.
    pub(super) fn show(&mut self, tone: Tone, text: impl Into<String>) {
        self.said = Some(Said { text: text.into(), tone, stays: false });
    }

    /// Shows the sentence of the text face.
    fn say(&mut self, tone: Tone, notice: &Notice, app: &App) {
        self.show(tone, text::say(notice, app).trim_end());
    }

    fn wait(&mut self, now: Instant, waiting: &Waiting, app: &App) {
        self.waiting = Some((waiting.clone(), now));
        self.said.take_if(|said| !said.stays);
        self.invite(app);
    }

    fn change(&mut self, change: Change, notice: &Notice, app: &App) {
        let Some(view) = app.view() else { return };
        match change {
            Change::Began => self.begin(view, app),
            // Who played what, who is there, whose turn it is and who wants a rematch is beside the board.
            Change::Turn(_) => {
                self.typed = None;
                self.said.take_if(|said| !said.stays);
            }
            Change::Moved { .. } | Change::Offered(_) | Change::Left { .. } => self.calm(),
            Change::Over if view.is_cancelled_without_opponent() => {
                self.calm();
                let text = text::say(notice, app).trim_end().to_owned();
                self.said = Some(Said { text, tone: Tone::Alert, stays: true });
            }
            Change::Over => {
                self.calm();
                // On a board that scrolls the line that won comes into view.
                self.cursor = view.snapshot().moves.last().copied().unwrap_or(self.cursor);
            }
            Change::Away(_) | Change::Back(_) => {}
        }
    }

    /// What was said and typed before is over.
    fn calm(&mut self) {
        (self.typed, self.said) = (None, None);
    }

    fn begin(&mut self, view: &View, app: &App) {
        self.waiting = None;
        self.typed = None;
        self.hint = None;
        self.said.take_if(|said| !said.stays);
        self.cursor = middle(view);
        if matches!(self.open, Some(Open::Invite | Open::Review { .. })) {
            self.open = None;
        }
        self.invite(app);
    }

    fn lose(&mut self, cause: &str, tries: u32, wait: Option<Countdown>) {
        self.lost = Some(Lost { cause: cause.to_owned(), tries, wait });
    }

    fn is_back(&mut self, app: &App) {
        self.lost = None;
        self.say(Tone::News, &Notice::Back, app);
    }

    fn decline(&mut self, declined: &Declined, notice: &Notice, app: &App) {
        match declined {
            Declined::OpponentLeft => self.show(Tone::Refusal, "Your opponent has left: n finds a new one."),
            Declined::NotLegal(square) => {
                self.show(Tone::Refusal, format!("{square} cannot be played now: pick another square."));
            }
            _ => self.say(Tone::Refusal, notice, app),
        }
    }
}

fn review(notice: &Notice, app: &App) -> Open {
    Open::Review { lines: text::say(notice, app).lines().map(str::to_owned).collect(), scroll: 0 }
}

/// Whether somebody who looks elsewhere wants to know.
fn matters(notice: &Notice, app: &App) -> bool {
    let Some(view) = app.view() else { return false };
    match notice {
        Notice::Match(Change::Turn(_)) => {
            matches!(view.perspective(), Perspective::Player(_)) && view.mover().is_some()
        }
        Notice::Match(Change::Offered(mark)) => view.who(*mark) == Who::Them,
        Notice::TimeShort(_) => true,
        _ => false,
    }
}

/// The square on which the cursor begins.
fn middle(view: &View) -> u8 {
    let rules = view.rules();
    (rules.rows.saturating_sub(1) / 2) * rules.columns + rules.columns.saturating_sub(1) / 2
}
