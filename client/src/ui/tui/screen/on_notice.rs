//! What the core's notices change on the screen.

use std::time::Instant;

use super::Screen;
use super::countdown::Countdown;
use super::reconnect::Reconnect;
use crate::app::App;
use crate::app::change::Change;
use crate::app::notice::{Declined, Notice};
use crate::app::view::{View, Who};
use crate::ui::text;
use crate::ui::tui::overlay::Content;
use crate::ui::tui::scene::Tone;

impl Screen {
    /// Returns whether to ring the bell.
    pub(crate) fn on_notice(&mut self, now: Instant, notice: &Notice, app: &App) -> bool {
        match notice {
            Notice::Connected(_) => self.has_connected = true,
            Notice::Seated(_) | Notice::Closing(_) | Notice::AsBefore => {}
            Notice::Waiting(waiting) => {
                self.waiting = Some((waiting.clone(), now));
                self.status_line.clear_unless_kept();
                self.update_invitation(app);
            }
            Notice::Match(change) => self.on_change(*change, notice, app),
            Notice::Lost { cause } => self.on_lost(cause, 0, None),
            Notice::Retry { cause, wait, tries } => {
                self.on_lost(cause, *tries, Some(Countdown::new(*wait, now)));
            }
            Notice::Back => {
                self.has_connected = true;
                self.reconnect = None;
                self.say(Tone::News, notice, app);
            }
            Notice::Hint(hint) => {
                self.hint = Some((hint.game, hint.ply, hint.cells.clone()));
                self.say(Tone::News, notice, app);
            }
            Notice::Review(_) => {
                let lines = text::say(notice, app).lines().map(str::to_owned).collect();
                self.overlay.open(Content::Review(lines));
            }
            Notice::Help => self.overlay.open(Content::Help),
            Notice::Ask(_) => self.was_asked = true,
            Notice::Declined(Declined::OpponentLeft) => {
                self.status_line.show(Tone::Refusal, "Your opponent has left: n finds a new one.");
            }
            Notice::Declined(Declined::NotLegal(square)) => {
                let text = format!("{square} cannot be played now: pick another square.");
                self.status_line.show(Tone::Refusal, text);
            }
            Notice::Declined(_) | Notice::Refused(_) | Notice::Forgotten(_) => {
                self.say(Tone::Refusal, notice, app);
            }
            Notice::TimeShort(_) => self.say(Tone::Alert, notice, app),
            _ => self.say(Tone::News, notice, app),
        }
        self.bell.may_ring(now) && calls_the_player(notice, app)
    }

    /// Shows the sentence of the text interface.
    fn say(&mut self, tone: Tone, notice: &Notice, app: &App) {
        self.status_line.show(tone, text::say(notice, app).trim_end());
    }

    fn on_change(&mut self, change: Change, notice: &Notice, app: &App) {
        let Some(view) = app.view() else { return };
        match change {
            Change::Began => self.on_begin(view, app),
            // Who played what, who is there, whose turn it is and who wants a rematch is beside the board.
            Change::Turn(_) => {
                self.cursor.stop_typing();
                self.status_line.clear_unless_kept();
            }
            Change::Moved { .. } | Change::Offered(_) | Change::Left { .. } => {
                self.cursor.stop_typing();
                self.status_line.clear();
            }
            Change::Over if view.is_cancelled_without_opponent() => {
                self.cursor.stop_typing();
                self.status_line.keep(Tone::Alert, text::say(notice, app).trim_end());
            }
            Change::Over => {
                self.cursor.stop_typing();
                self.status_line.clear();
                // On a board that scrolls the line that won comes into view.
                if let Some(&last) = view.snapshot.moves.last() {
                    self.cursor.move_to(last);
                }
            }
            Change::Away(_) | Change::Back(_) => {}
        }
    }

    fn on_begin(&mut self, view: &View, app: &App) {
        self.waiting = None;
        self.hint = None;
        self.cursor.stop_typing();
        self.cursor.move_to_middle(view);
        self.status_line.clear_unless_kept();
        self.overlay.close_at_new_game();
        self.update_invitation(app);
    }

    fn on_lost(&mut self, cause: &str, tries: u32, wait: Option<Countdown>) {
        self.reconnect = Some(Reconnect { cause: cause.to_owned(), tries, wait });
    }
}

/// Whether a player who looks elsewhere wants to know.
fn calls_the_player(notice: &Notice, app: &App) -> bool {
    let Some(view) = app.view() else { return false };
    match notice {
        Notice::Match(Change::Turn(_)) => view.you.is_some() && view.mover().is_some(),
        Notice::Match(Change::Offered(mark)) => view.who(*mark) == Who::Them,
        Notice::TimeShort(_) => true,
        _ => false,
    }
}
