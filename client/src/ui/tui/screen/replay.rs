//! Positions that are stepped through: those of a finished game, or of a forced win.

use tictactoe_protocol::analysis::{ForcedWin, Review};

use crate::app::view::View;
use crate::ui::sentences::{GameSentences, win_to_show};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, ReviewStep};

/// The most moves of a forced win.
const MOST_MOVES: usize = 12;

#[derive(Debug)]
pub(super) struct Replay {
    positions: Vec<ReplayPosition>,
    shown: usize,
}

#[derive(Debug)]
struct ReplayPosition {
    view: View,
    step: ReviewStep,
    /// The forced win to show from here, and the position that it starts from.
    win: Option<(View, ForcedWin)>,
}

impl Replay {
    /// Shows the whole game first, with a sentence about it; before that come its positions, from the empty board on.
    pub(super) fn of_review(view: &View, review: &Review) -> Self {
        let sentences = GameSentences::new(view);
        let step =
            |title: &str, sentence| ReviewStep { title: title.to_owned(), sentence, ..ReviewStep::default() };
        let start = step("Start", "Before the first move.".to_owned());
        let whole = step("Review", sentences.review_summary(review));
        let moves = review.moves.iter().zip(1..).map(|(reviewed, number)| ReviewStep {
            title: format!("Move {number} of {}", review.moves.len()),
            sentence: sentences.reviewed_move(number, reviewed),
            is_mistake: reviewed.mistake,
            better: if reviewed.mistake { reviewed.best.clone() } else { Vec::new() },
            imagined: Vec::new(),
        });
        let steps = [start].into_iter().chain(moves).chain([whole]).enumerate();
        let positions: Vec<_> = steps
            .map(|(ply, step)| {
                let win = win_to_show(review, ply)
                    .map(|win| (view.after(win.ply.try_into().unwrap_or(usize::MAX)), win.clone()));
                ReplayPosition { view: view.after(ply), step, win }
            })
            .collect();
        Self { shown: positions.len().saturating_sub(1), positions }
    }

    /// The position that a forced win starts from, and those after its moves.
    pub(super) fn of_win(view: &View, win: &ForcedWin) -> Self {
        let sentences = GameSentences::new(view);
        let start = ReviewStep {
            title: format!("{} can win", sentences.subject(win.winner)),
            sentence: sentences.how_to_win(win),
            ..ReviewStep::default()
        };
        let mut imagined = Vec::new();
        let moves = win.moves.iter().take(MOST_MOVES).enumerate().filter_map(|(at, cells)| {
            let (&played, others) = cells.split_first()?;
            imagined.push(played);
            Some(ReviewStep {
                title: format!("Move {} of {}", at + 1, win.moves.len().min(MOST_MOVES)),
                sentence: sentences.turn_of_win(win, at),
                better: others.to_vec(),
                imagined: imagined.clone(),
                ..ReviewStep::default()
            })
        });
        let steps = [start].into_iter().chain(moves);
        let position = |step: ReviewStep| {
            let view = view.imagined(&step.imagined, win.winner);
            ReplayPosition { view, step, win: None }
        };
        Self { positions: steps.map(position).collect(), shown: 0 }
    }

    pub(super) fn is_win(&self) -> bool {
        self.positions.last().is_some_and(|position| !position.step.imagined.is_empty())
    }

    /// The forced win from the position that is shown.
    pub(super) fn win(&self) -> Option<Self> {
        let (view, win) = self.positions.get(self.shown)?.win.as_ref()?;
        Some(Self::of_win(view, win))
    }

    /// After how many moves the player of `view` can go on from here: before a move of the player's own, and after one of
    /// the opponent's. None after imagined moves, before the first move and after the opponent's last one.
    pub(super) fn position_to_play(&self, view: &View) -> Option<usize> {
        let ReplayPosition { view: shown, step, .. } = self.positions.get(self.shown)?;
        let moves = &shown.snapshot.moves;
        let is_own = shown.mark_at(*moves.last()?) == Some(view.you?);
        let ply = moves.len() - usize::from(is_own);
        (step.imagined.is_empty() && ply < view.snapshot.moves.len()).then_some(ply)
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

    /// `clock`: that of the game, which goes on.
    pub(super) fn match_screen(&self, clock: Option<u64>) -> Option<MatchScreen<'_>> {
        let ReplayPosition { view, step, .. } = self.positions.get(self.shown)?;
        let (hint, review) = (&*step.better, Some(step));
        Some(MatchScreen { view, cursor: None, sent: None, clock, hint, review, has_asked: false })
    }
}
