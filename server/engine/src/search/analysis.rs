//! The analysis of one position: its value and its best moves, by proofs as far as the budget allows, else by the
//! heuristic search.

use super::budget::BudgetExhausted;
use super::proof_search::{ProofSearch, UNLIMITED};
use super::shape_search::ShapeSearch;
use super::tactics::Tactics;
use super::{Value, Verdict};
use crate::shapes::ShapeTable;
use crate::{Cell, Game, Mark, Outcome};

/// What a search found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The value of the game to the side to move.
    pub verdict: Verdict,
    /// When the verdict is proven, every move that was found to keep it (and its distance, if that is known), in
    /// reading order; else the best move found. Empty when the game is over.
    pub best: Vec<Cell>,
    /// The number of nodes (positions) that were searched.
    pub nodes: u64,
}

impl Analysis {
    /// The analysis of a game that is over: its value to the side that would be next.
    pub(super) fn of_finished(game: &Game) -> Self {
        let value = match game.outcome() {
            Some(Outcome::Win { .. }) if game.rules().is_misere() => Value::Win,
            Some(Outcome::Win { .. }) => Value::Loss,
            Some(Outcome::Draw) | None => Value::Draw,
        };
        Self { verdict: Verdict::Proven { value, distance: Some(0) }, best: Vec::new(), nodes: 1 }
    }
}

/// Analyses one position of a game that is not over.
pub(super) struct Analyser<'a> {
    game: &'a Game,
    search: ProofSearch<'a>,
    shape_table: &'a ShapeTable,
    us: Mark,
    /// The second player cannot win: the board is empty, and the first could use the same strategy, because an
    /// additional mark does no harm (strategy stealing: Hales and Jewett, "Regularity and positional games", 1963).
    is_first_safe: bool,
}

/// How many moves ahead wins of either side are searched before everything else.
const NEAR: u8 = 9;

/// With more empty cells than this there is little hope for a proof beyond [`NEAR`].
const PROVABLE_CELLS: u8 = 64;

/// Where nothing is proven, the best-ranked moves are checked for a win of the opponent within [`NEAR`] moves: this
/// many of them.
const MAX_CHECKED: usize = 5;

impl<'a> Analyser<'a> {
    pub(super) fn new(game: &'a Game, search: ProofSearch<'a>, shape_table: &'a ShapeTable) -> Self {
        let is_first_safe = game.ply() == 0 && game.rules().is_plain();
        Self { game, us: search.position.to_move(), search, shape_table, is_first_safe }
    }

    /// Value, distance and every best move, as far as the budget allows; without a proof, the best move found.
    pub(super) fn analyse(mut self) -> Analysis {
        let (mut verdict, mut best) = match self.value(false) {
            Some((Value::Win, distance)) => self.win(distance),
            Some((Value::Loss, distance)) => self.loss(distance),
            Some((Value::Draw, _)) => self.draw(),
            None => self.unproven(),
        };
        if best.is_empty() {
            // A value is only claimed together with a move that keeps it.
            (verdict, best) = self.unproven();
        }
        Analysis { verdict, best, nodes: self.search.resources.counter.nodes() }
    }

    /// The value alone, if the budget suffices, and the number of nodes searched.
    pub(super) fn value_alone(mut self) -> (Option<Value>, u64) {
        (self.value(true).map(|(value, _)| value), self.search.resources.counter.nodes())
    }

    /// The value, and its distance if that was found on the way. It may use the whole budget if nothing else is
    /// wanted (`alone`).
    fn value(&mut self, alone: bool) -> Option<(Value, Option<u8>)> {
        let (us, them) = (self.us, self.us.other());
        let is_large = self.search.position.empty_count() > PROVABLE_CELLS;
        self.allow_fraction(if is_large { 32 } else { 8 });
        if let Some((mark, moves)) = self.soonest_win(&[us, them], NEAR) {
            return Some((if mark == us { Value::Win } else { Value::Loss }, Some(moves)));
        }
        let divisor = if is_large { 64 } else { 2 };
        self.allow_fraction(if alone && self.is_first_safe { 1 } else { divisor });
        let we_win = self.search.can_win(us, UNLIMITED);
        if we_win == Ok(true) {
            return Some((Value::Win, None));
        }
        let they_win = if self.is_first_safe {
            Ok(false)
        } else {
            self.allow_fraction(if alone { 1 } else { divisor });
            self.search.can_win(them, UNLIMITED)
        };
        match (we_win, they_win) {
            (_, Ok(true)) => Some((Value::Loss, None)),
            (Ok(false), Ok(false)) => Some((Value::Draw, None)),
            _ => None,
        }
    }

    /// Which of these sides can win within the fewest moves, at most this many, as far as the budget allows.
    fn soonest_win(&mut self, marks: &[Mark], most: u8) -> Option<(Mark, u8)> {
        for moves in 1..=most {
            for &mark in marks {
                if self.is_last_of(mark, moves) && self.search.can_win(mark, moves).ok()? {
                    return Some((mark, moves));
                }
            }
        }
        None
    }

    fn win(&mut self, distance: Option<u8>) -> (Verdict, Vec<Cell>) {
        let us = self.us;
        let distance = distance.or_else(|| self.distance(us));
        let moves = distance.unwrap_or(UNLIMITED);
        let best = self.moves_that(us, |search| search.can_win(us, moves - 1));
        (Self::proven(Value::Win, distance), best)
    }

    fn loss(&mut self, distance: Option<u8>) -> (Verdict, Vec<Cell>) {
        let them = self.us.other();
        let distance = distance.or_else(|| self.distance(them));
        // A best move delays the loss to the distance, or past the near moves where the distance is unknown.
        let too_soon = distance.map_or(NEAR, |moves| moves.saturating_sub(3));
        let best = self.moves_that(them, |search| Ok(!search.can_win(them, too_soon)?));
        (Self::proven(Value::Loss, distance), best)
    }

    fn draw(&mut self) -> (Verdict, Vec<Cell>) {
        let them = self.us.other();
        let empty = self.search.position.empty_count();
        let best = if self.is_first_safe {
            // No first mark does harm.
            self.search.position.empty().iter().collect()
        } else {
            self.moves_that(them, |search| Ok(!search.can_win(them, UNLIMITED)?))
        };
        (Self::proven(Value::Draw, Some(empty)), best)
    }

    /// A forced win if one is found; else the best move of the heuristic search, preferably one that leaves the opponent
    /// none.
    fn unproven(&mut self) -> (Verdict, Vec<Cell>) {
        self.allow_fraction(3);
        let resources = &mut self.search.resources;
        let mut search = ShapeSearch::new(self.shape_table, self.game.board(), self.us, resources);
        if let Some(cell) = search.forced_win() {
            return (Self::proven(Value::Win, None), vec![cell]);
        }
        let cells: Vec<Cell> = search.rank_moves().into_iter().map(|(_, cell)| cell).collect();
        let safe = cells.iter().take(MAX_CHECKED).find(|&&cell| search.is_safe(cell, 2));
        (Verdict::Unproven, safe.or(cells.first()).copied().into_iter().collect())
    }

    /// The moves after which `test` holds, in reading order, as far as the budget allows: half of it to find the first.
    /// They are tried in the order of the proof search for a win of `mark`.
    fn moves_that(
        &mut self,
        mark: Mark,
        test: impl Fn(&mut ProofSearch<'_>) -> Result<bool, BudgetExhausted>,
    ) -> Vec<Cell> {
        let ends = self.search.position.ending_moves();
        if !ends.is_empty() {
            return ends.iter().collect();
        }
        let mut passed = Vec::new();
        for cell in self.search.ordered_moves(mark) {
            self.allow_fraction(if passed.is_empty() { 2 } else { 1 });
            match self.search.after(cell, &test) {
                Ok(true) => passed.push(cell),
                Ok(false) => {}
                Err(BudgetExhausted) => break,
            }
        }
        passed.sort_unstable();
        passed
    }

    fn allow_fraction(&mut self, divisor: u64) {
        self.search.resources.counter.allow_fraction(1, divisor);
    }

    fn proven(value: Value, distance: Option<u8>) -> Verdict {
        Verdict::Proven { value, distance: distance.map(usize::from) }
    }

    /// The distance of the win of `mark`, which is proven already.
    fn distance(&mut self, mark: Mark) -> Option<u8> {
        self.allow_fraction(2);
        Some(self.soonest_win(&[mark], self.search.position.empty_count())?.1)
    }

    /// Whether a game that `mark` wins can end with this many more moves: the last one completes a run.
    fn is_last_of(&self, mark: Mark, moves: u8) -> bool {
        let makes_run = (mark == self.us) == (moves % 2 == 1);
        makes_run != self.search.position.rules().is_misere()
    }
}
