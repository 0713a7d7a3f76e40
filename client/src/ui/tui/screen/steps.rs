//! A review: the positions of a finished game, one after the other.

use tictactoe_protocol::analysis::Review;

use crate::app::view::View;
use crate::ui::sentences::GameSentences;
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, ReviewStep};

#[derive(Debug)]
pub(super) struct Steps {
    positions: Vec<(View, ReviewStep)>,
    shown: usize,
}

impl Steps {
    /// Shows the whole game first, with a sentence about it; before that come its positions, from the empty board on.
    pub(super) fn new(view: &View, review: &Review) -> Self {
        let sentences = GameSentences::new(view);
        let start = ReviewStep {
            title: "Start".to_owned(),
            sentence: "Before the first move.".to_owned(),
            is_mistake: false,
            better: Vec::new(),
        };
        let (title, sentence) = ("Review".to_owned(), sentences.review_summary(review));
        let whole = ReviewStep { title, sentence, is_mistake: false, better: Vec::new() };
        let moves = review.moves.iter().zip(1..).map(|(reviewed, number)| ReviewStep {
            title: format!("Move {number} of {}", review.moves.len()),
            sentence: sentences.reviewed_move(number, reviewed),
            is_mistake: reviewed.mistake,
            better: if reviewed.mistake { reviewed.best.clone() } else { Vec::new() },
        });
        let steps = [start].into_iter().chain(moves).chain([whole]).enumerate();
        let positions: Vec<_> = steps.map(|(ply, step)| (view.after(ply), step)).collect();
        Self { shown: positions.len().saturating_sub(1), positions }
    }

    /// Shows another position. Returns whether the action is one for that.
    pub(super) fn step(&mut self, action: Action) -> bool {
        let last = self.positions.len().saturating_sub(1);
        self.shown = match action {
            Action::Left | Action::Up => self.shown.saturating_sub(1),
            Action::Right | Action::Down => (self.shown + 1).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }

    pub(super) fn match_screen(&self) -> Option<MatchScreen<'_>> {
        let (view, step) = self.positions.get(self.shown)?;
        let (hint, review) = (&*step.better, Some(step));
        let (cursor, sent, clock) = (None, None, None);
        Some(MatchScreen { view, cursor, sent, clock, hint, review, has_asked: false })
    }
}
