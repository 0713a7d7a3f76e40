//! The analysis of one position: its value and its best moves, by proofs as far as the budget allows, else by the
//! heuristic search.

use super::budget::{BudgetExhausted, NodeCounter};
use super::transposition_table::ProofBounds;
use super::{Value, Verdict};
use crate::cell::CellSet;
use crate::{Cell, Game, Mark, Outcome};

/// What a search found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The value of the game to the side to move; `None` if it is not proven.
    pub verdict: Option<Verdict>,
    /// When the value is proven, every move that was found to keep it (and its distance, if that is known), in
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
        Self { verdict: Some(Verdict { value, distance: Some(0) }), best: Vec::new(), nodes: 1 }
    }
}

/// What an analysis asks of a search about one position of a game that is not over.
pub(super) trait Prover<'a> {
    /// Whether `mark` can force a win within this many moves, by both sides together: after a first move that does not end
    /// the game, if there is one.
    fn can_win_after(&mut self, first: Option<Cell>, mark: Mark, moves: u8) -> Result<bool, BudgetExhausted>;

    /// The moves that win at once; where a run loses, those that lose at once if there are no others.
    fn ending_moves(&self) -> CellSet;

    /// Every move that does not end the game, the most promising first when `mark` is to win.
    fn ordered_moves(&self, mark: Mark) -> Vec<Cell>;

    /// The best move found without a proof of the value, and what was proven on the way. In a variant it is one of these that
    /// hold, if there are any.
    fn best_move(&mut self, holding: &[Cell]) -> (Option<Verdict>, Vec<Cell>);

    fn counter(&mut self) -> &mut NodeCounter<'a>;
}

/// More moves than any game has: a win at any distance.
pub(super) const UNLIMITED: u8 = ProofBounds::UNLIMITED;

/// Analyses one position of a game that is not over.
pub(super) struct Analyser<'a> {
    game: &'a Game,
    search: Box<dyn Prover<'a> + 'a>,
    us: Mark,
    empty: u8,
    /// There is little hope for a proof beyond [`NEAR`], and each node of one takes long.
    is_large: bool,
    /// The second player cannot win: the board is empty, and the first could use the same strategy, because an
    /// additional mark does no harm (strategy stealing: Hales and Jewett, "Regularity and positional games", 1963).
    is_first_safe: bool,
}

/// What is found of the value of a position.
enum Finding {
    /// The value, and its distance if that was found on the way.
    Value(Value, Option<u8>),
    /// The opponent cannot win. Not said in the plain game, where the search for a win comes first.
    NoLoss,
    Nothing,
}

/// How many moves ahead wins of either side are searched before everything else.
const NEAR: u8 = 11;

/// With more empty cells than this a position of the plain game is large.
const PROVABLE_CELLS: u32 = 64;

impl<'a> Analyser<'a> {
    pub(super) fn new(game: &'a Game, us: Mark, mut search: Box<dyn Prover<'a> + 'a>) -> Self {
        let is_first_safe = game.ply() == 0 && game.rules().is_plain();
        let empty = u8::try_from(game.rules().cell_count() - game.ply()).unwrap_or(u8::MAX);
        let provable = match search.counter().remaining().checked_ilog2() {
            // One more empty cell takes about 1.6 times as many nodes.
            Some(bits) if !game.rules().is_plain() => 5 * bits / 3,
            _ => PROVABLE_CELLS,
        };
        Self { game, search, us, empty, is_large: u32::from(empty) > provable, is_first_safe }
    }

    /// Value, distance and every best move, as far as the budget allows; without a proof, the best move found.
    pub(super) fn analyse(mut self) -> Analysis {
        let (mut verdict, mut best) = match self.value() {
            Finding::Value(Value::Win, distance) => self.win(distance),
            Finding::Value(Value::Loss, distance) => self.loss(distance),
            Finding::Value(Value::Draw, _) => self.draw(),
            Finding::NoLoss => {
                // The rest of the budget chooses among the safe moves.
                let safe = self.moves_that(false, self.us.other(), UNLIMITED, 2);
                self.search.best_move(&safe)
            }
            Finding::Nothing => self.search.best_move(&[]),
        };
        if best.is_empty() {
            // A value is only claimed together with a move that keeps it.
            (verdict, best) = self.search.best_move(&[]);
        }
        Analysis { verdict, best, nodes: self.search.counter().nodes() }
    }

    /// What is found of the value.
    fn value(&mut self) -> Finding {
        let (us, them) = (self.us, self.us.other());
        let won_by =
            |mark, distance| Finding::Value(if mark == us { Value::Win } else { Value::Loss }, distance);
        self.allow_fraction((1, if self.is_large { 32 } else { 8 }));
        if let Some((mark, moves)) = self.soonest_win(&[us, them], NEAR) {
            return won_by(mark, Some(moves));
        }
        let is_plain = self.game.rules().is_plain();
        // In a variant nearly every position that is not large can be proven: little is left for a guess.
        let share = match (self.is_large, is_plain) {
            (true, _) => (1, 64),
            (false, true) => (1, 2),
            (false, false) => (3, 4),
        };
        // Not to lose comes first. In the plain game the search for a win shows that sooner.
        let order = if is_plain { [us, them] } else { [them, us] };
        let mut cannot_win = Vec::new();
        for mark in order {
            if mark == us || !self.is_first_safe {
                self.allow_fraction(share);
                match self.search.can_win_after(None, mark, UNLIMITED) {
                    Ok(true) => return won_by(mark, None),
                    Ok(false) => {}
                    Err(BudgetExhausted) => continue,
                }
            }
            cannot_win.push(mark);
        }
        match (cannot_win.contains(&us), cannot_win.contains(&them)) {
            (true, true) => Finding::Value(Value::Draw, None),
            (false, true) if !is_plain => Finding::NoLoss,
            _ => Finding::Nothing,
        }
    }

    /// Which of these sides can win within the fewest moves, at most this many, as far as the budget allows.
    fn soonest_win(&mut self, marks: &[Mark], most: u8) -> Option<(Mark, u8)> {
        for moves in 1..=most {
            for &mark in marks {
                if self.is_last_of(mark, moves) && self.search.can_win_after(None, mark, moves).ok()? {
                    return Some((mark, moves));
                }
            }
        }
        None
    }

    fn win(&mut self, distance: Option<u8>) -> (Option<Verdict>, Vec<Cell>) {
        let us = self.us;
        let distance = distance.or_else(|| self.distance(us));
        let moves = distance.unwrap_or(UNLIMITED);
        let best = self.moves_that(true, us, moves - 1, self.part_for_others());
        (Some(Self::proven(Value::Win, distance)), best)
    }

    fn loss(&mut self, distance: Option<u8>) -> (Option<Verdict>, Vec<Cell>) {
        let them = self.us.other();
        let distance = distance.or_else(|| self.distance(them));
        // A best move delays the loss to the distance, or past the near moves where the distance is unknown.
        let too_soon = distance.map_or(NEAR, |moves| moves.saturating_sub(3));
        let best = self.moves_that(false, them, too_soon, self.part_for_others());
        (Some(Self::proven(Value::Loss, distance)), best)
    }

    fn draw(&mut self) -> (Option<Verdict>, Vec<Cell>) {
        let best = if self.is_first_safe {
            // No first mark does harm.
            self.game.legal_cells()
        } else {
            self.moves_that(false, self.us.other(), UNLIMITED, self.part_for_others())
        };
        (Some(Self::proven(Value::Draw, Some(self.empty))), best)
    }

    /// The moves that let `mark` win within this many moves, or that do not, in reading order, as far as the budget allows:
    /// half of it to find the first, and this part of the rest to find the others.
    fn moves_that(&mut self, let_win: bool, mark: Mark, moves: u8, part_for_others: u64) -> Vec<Cell> {
        let ends = self.search.ending_moves();
        if !ends.is_empty() {
            return ends.iter().collect();
        }
        let mut passed = Vec::new();
        for cell in self.search.ordered_moves(mark) {
            if passed.is_empty() {
                self.allow_fraction((1, 2));
            }
            match self.search.can_win_after(Some(cell), mark, moves) {
                Ok(wins) if wins == let_win => {
                    passed.push(cell);
                    if passed.len() == 1 {
                        self.allow_fraction((1, part_for_others));
                    }
                }
                Ok(_) => {}
                Err(BudgetExhausted) => break,
            }
        }
        passed.sort_unstable();
        passed
    }

    /// On a large board, an eighth of the budget finds the other moves that keep a value.
    const fn part_for_others(&self) -> u64 {
        if self.is_large { 8 } else { 1 }
    }

    fn allow_fraction(&mut self, (numerator, divisor): (u64, u64)) {
        self.search.counter().allow_fraction(numerator, divisor);
    }

    fn proven(value: Value, distance: Option<u8>) -> Verdict {
        Verdict { value, distance: distance.map(usize::from) }
    }

    /// The distance of the win of `mark`, which is proven already.
    fn distance(&mut self, mark: Mark) -> Option<u8> {
        self.allow_fraction((1, if self.is_large { 8 } else { 2 }));
        Some(self.soonest_win(&[mark], self.empty)?.1)
    }

    /// Whether a game that `mark` wins can end with this many more moves: the last one completes a run.
    fn is_last_of(&self, mark: Mark, moves: u8) -> bool {
        let makes_run = (mark == self.us) == (moves % 2 == 1);
        makes_run != self.game.rules().is_misere()
    }
}
