//! A review: the positions of a finished game, one after the other.

use tictactoe_protocol::analysis::Review;

use crate::app::view::View;
use crate::ui::sentences::GameSentences;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, ReviewStep};

#[derive(Debug)]
pub(super) struct Steps {
    start: Step,
    after_moves: Vec<Step>,
    /// How many moves of the game are on the board.
    ply: usize,
}

#[derive(Debug)]
struct Step {
    view: View,
    sentence: String,
    is_mistake: bool,
    /// The squares that would have been better than the last move.
    better: Vec<u8>,
}

impl Steps {
    pub(super) fn new(view: &View, review: &Review) -> Self {
        let sentences = GameSentences::new(view);
        let summary = sentences.review_summary(review);
        let start = Step { view: view.after(0), sentence: summary, is_mistake: false, better: Vec::new() };
        let after_moves = (1..).zip(&review.moves).map(|(number, reviewed)| Step {
            view: view.after(number),
            sentence: sentences.reviewed_move(number, reviewed),
            is_mistake: reviewed.mistake,
            better: if reviewed.mistake { reviewed.best.clone() } else { Vec::new() },
        });
        Self { start, after_moves: after_moves.collect(), ply: 0 }
    }

    /// Shows another position. Returns whether the action is one for that.
    pub(super) fn step(&mut self, action: Action) -> bool {
        let last = self.after_moves.len();
        self.ply = match action {
            Action::Left | Action::Up => self.ply.saturating_sub(1),
            Action::Right | Action::Down => (self.ply + 1).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }

    pub(super) fn match_screen(&self) -> MatchScreen<'_> {
        let shown = self.ply.checked_sub(1).and_then(|index| self.after_moves.get(index));
        let Step { view, sentence, is_mistake, better } = shown.unwrap_or(&self.start);
        let review =
            ReviewStep { ply: self.ply, moves: self.after_moves.len(), sentence, is_mistake: *is_mistake };
        MatchScreen {
            view,
            cursor: None,
            sent: None,
            clock: None,
            hint: better,
            review: Some(review),
            typed: None,
            has_asked: false,
        }
    }
}
