//! What a game is worth and which moves are best, as far as a budget allows: proofs first, then an estimate.

use super::budget::Spent;
use super::estimate::estimate;
use super::prover::Prover;
use super::table::Known;
use super::{Analysis, Value, Verdict};
use crate::{Cell, Mark};

/// Looks at one position, in which somebody is to move.
pub(super) struct Analyst<'a> {
    prover: Prover<'a>,
    us: Mark,
    /// No cell has been played yet.
    is_fresh: bool,
    /// Nobody wins within so many moves.
    open_for: u8,
}

/// As many moves as there can be, and more.
const ALL: u8 = Known::ALL;

/// How many moves ahead a win is looked for before everything else.
const SIGHT: u8 = 9;

/// With more empty cells than these there is little hope for a proof beyond what is in sight.
const PROVABLE: u8 = 64;

/// How many moves ahead a win of the opponent is looked for after a move that seems good, and after how many
/// such moves.
const DANGER: u8 = 9;
const DOUBTED: usize = 5;

impl<'a> Analyst<'a> {
    pub(super) fn new(prover: Prover<'a>, is_fresh: bool) -> Self {
        let us = prover.position.to_move();
        Self { prover, us, is_fresh, open_for: 0 }
    }

    /// Value, distance and every best move, as far as the budget reaches; without a value, the best found.
    pub(super) fn analyse(mut self) -> Analysis {
        let (mut verdict, mut best) = match self.value(false) {
            Some((Value::Win, distance)) => self.win(distance),
            Some((Value::Loss, distance)) => self.loss(distance),
            Some((Value::Draw, _)) => self.draw(),
            None => self.unproven(),
        };
        if best.is_empty() {
            // Nothing is claimed of a position for which no move is known that keeps it so.
            (verdict, best) = self.unproven();
        }
        Analysis { verdict, best, nodes: self.prover.meter.nodes() }
    }

    /// The value alone, if the budget suffices, and how many nodes it took.
    pub(super) fn value_alone(mut self) -> (Option<Value>, u64) {
        (self.value(true).map(|(value, _)| value), self.prover.meter.nodes())
    }

    /// The value, and the distance if it was found on the way: near ends first. When it is `all` that is wanted it
    /// may take all of the budget.
    fn value(&mut self, all: bool) -> Option<(Value, Option<u8>)> {
        let (us, them) = (self.us, self.us.other());
        if let Some((value, moves)) = self.near_end() {
            return Some((value, Some(moves)));
        }
        let parts = if self.prover.position.left() > PROVABLE { 64 } else { 2 };
        self.prover.meter.allow_one_in(if all && self.is_fresh { 1 } else { parts });
        let we_win = self.prover.can_win(us, ALL);
        if we_win == Ok(true) {
            return Some((Value::Win, None));
        }
        // Whoever is second on an empty board cannot win: the first could use the same strategy, and a mark
        // more does no harm (Hales and Jewett, "Regularity and positional games", 1963).
        let they_win = if self.is_fresh {
            Ok(false)
        } else {
            self.prover.meter.allow_one_in(if all { 1 } else { parts });
            self.prover.can_win(them, ALL)
        };
        match (we_win, they_win) {
            (_, Ok(true)) => Some((Value::Loss, None)),
            (Ok(false), Ok(false)) => Some((Value::Draw, None)),
            _ => None,
        }
    }

    /// A win or a loss within sight, and in how many moves.
    fn near_end(&mut self) -> Option<(Value, u8)> {
        self.prover.meter.allow_one_in(8);
        for moves in 1..=SIGHT {
            // Whoever wins moves last.
            let (mark, value) =
                if moves % 2 == 1 { (self.us, Value::Win) } else { (self.us.other(), Value::Loss) };
            match self.prover.can_win(mark, moves) {
                Ok(true) => return Some((value, moves)),
                Ok(false) => self.open_for = moves,
                Err(Spent) => return None,
            }
        }
        None
    }

    fn win(&mut self, distance: Option<u8>) -> (Verdict, Vec<Cell>) {
        let us = self.us;
        let distance = distance.or_else(|| self.distance(us));
        let moves = distance.unwrap_or(ALL);
        let best = self.moves(us, |prover| prover.can_win(us, moves - 1));
        (Self::proven(Value::Win, distance), best)
    }

    fn loss(&mut self, distance: Option<u8>) -> (Verdict, Vec<Cell>) {
        let them = self.us.other();
        let distance = distance.or_else(|| self.distance(them));
        let best = match distance {
            Some(moves) => self.moves(them, |prover| Ok(!prover.can_win(them, moves.saturating_sub(3))?)),
            None => self.moves(them, |prover| Ok(!prover.can_win(them, SIGHT)?)),
        };
        (Self::proven(Value::Loss, distance), best)
    }

    fn draw(&mut self) -> (Verdict, Vec<Cell>) {
        let them = self.us.other();
        let left = self.prover.position.left();
        if self.is_fresh {
            // Wherever the first mark is, it does no harm: whoever is second wins no more than on an empty board.
            let cells = self.prover.position.empty_cells().iter().collect();
            return (Self::proven(Value::Draw, Some(left)), cells);
        }
        let best = self.moves(them, |prover| Ok(!prover.can_win(them, ALL)?));
        (Self::proven(Value::Draw, Some(left)), best)
    }

    /// The best move found, which does not lose within sight if that can be helped.
    fn unproven(&mut self) -> (Verdict, Vec<Cell>) {
        let them = self.us.other();
        self.prover.meter.allow_all_but_one_in(5);
        let (cells, score) = estimate(&mut self.prover);
        self.prover.meter.allow_one_in(1);
        let is_safe =
            |cell: &Cell| self.prover.with(*cell, |prover| prover.can_win(them, DANGER)) != Ok(true);
        let safe = cells.iter().copied().take(DOUBTED).find(is_safe);
        (Verdict::Estimate(score), safe.or(cells.first().copied()).into_iter().collect())
    }

    /// The moves that pass a test made after them, in row-column order, as far as the budget reaches: half of it
    /// to find the first. They are tried in the order in which the prover tried them where `mark` is to win.
    fn moves(&mut self, mark: Mark, test: impl Fn(&mut Prover<'_>) -> Result<bool, Spent>) -> Vec<Cell> {
        let wins = self.prover.position.wins(self.us);
        if !wins.is_empty() {
            return wins.iter().collect();
        }
        let mut passed = Vec::new();
        for cell in self.prover.by_promise(mark) {
            self.prover.meter.allow_one_in(if passed.is_empty() { 2 } else { 1 });
            match self.prover.with(cell, &test) {
                Ok(true) => passed.push(cell),
                Ok(false) => {}
                Err(Spent) => break,
            }
        }
        passed.sort_unstable();
        passed
    }

    fn proven(value: Value, distance: Option<u8>) -> Verdict {
        Verdict::Proven { value, distance: distance.map(usize::from) }
    }

    /// In how many moves `mark`, who can, wins.
    fn distance(&mut self, mark: Mark) -> Option<u8> {
        self.prover.meter.allow_one_in(2);
        let is_last = |moves: &u8| (mark == self.us) == (moves % 2 == 1);
        for moves in (self.open_for + 1..=self.prover.position.left()).filter(is_last) {
            match self.prover.can_win(mark, moves) {
                Ok(true) => return Some(moves),
                Ok(false) => {}
                Err(Spent) => return None,
            }
        }
        None
    }
}
