//! A review: the positions of a finished game, one after the other.

use tictactoe_protocol::analysis::Review;

use crate::app::view::View;
use crate::ui::sentences::GameSentences;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, ReviewStep};

#[derive(Debug)]
pub(super) struct Steps {
    positions: Vec<(View, ReviewStep)>,
    /// How many moves are on the board that is shown.
    ply: usize,
}

impl Steps {
    /// Begins with the empty board and a sentence about the whole game.
    pub(super) fn new(view: &View, review: &Review) -> Self {
        let sentences = GameSentences::new(view);
        let (title, sentence) = ("Review".to_owned(), sentences.review_summary(review));
        let start = ReviewStep { title, sentence, is_mistake: false, better: Vec::new() };
        let moves = review.moves.iter().zip(1..).map(|(reviewed, number)| ReviewStep {
            title: format!("Move {number} of {}", review.moves.len()),
            sentence: sentences.reviewed_move(number, reviewed),
            is_mistake: reviewed.mistake,
            better: if reviewed.mistake { reviewed.best.clone() } else { Vec::new() },
        });
        let steps = [start].into_iter().chain(moves).enumerate();
        Self { positions: steps.map(|(ply, step)| (view.after(ply), step)).collect(), ply: 0 }
    }

    /// Shows another position. Returns whether the action is one for that.
    pub(super) fn step(&mut self, action: Action) -> bool {
        let last = self.positions.len().saturating_sub(1);
        self.ply = match action {
            Action::Left | Action::Up => self.ply.saturating_sub(1),
            Action::Right | Action::Down => (self.ply + 1).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }

    pub(super) fn match_screen(&self) -> Option<MatchScreen<'_>> {
        let (view, step) = self.positions.get(self.ply)?;
        let (hint, review) = (&*step.better, Some(step));
        let (cursor, sent, clock) = (None, None, None);
        Some(MatchScreen { view, cursor, sent, clock, hint, review, has_asked: false })
    }
}
