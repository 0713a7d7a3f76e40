//! Proofs: whether a side can force a win.

use std::cmp::Reverse;

use super::budget::{Meter, Spent};
use super::pairing;
use super::position::Position;
use super::table::{Known, Table};
use crate::cell::CellSet;
use crate::{Cell, Mark};

/// Searches one position, again and again if need be, and remembers in the table what it has found.
#[derive(Debug)]
pub(super) struct Prover<'a> {
    /// The position. A search that runs out of its budget leaves it as it was.
    pub(super) position: Position<'a>,
    table: &'a mut Table,
    /// Counts the nodes.
    pub(super) meter: Meter<'a>,
}

/// What a look at the threats tells, before anything is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    /// This side wins in so many moves, whatever the other does.
    Decided(Mark, u8),
    /// The side to move must play here, or lose at once.
    Block(Cell),
    /// Nobody threatens to win at once.
    None,
}

impl<'a> Prover<'a> {
    pub(super) fn new(position: Position<'a>, table: &'a mut Table, meter: Meter<'a>) -> Self {
        Self { position, table, meter }
    }

    /// Whether `mark` can force a win that is complete after so many moves, of both together, at most.
    ///
    /// # Errors
    /// [`Spent`] when the budget is.
    pub(super) fn can_win(&mut self, mark: Mark, moves: u8) -> Result<bool, Spent> {
        self.meter.spend()?;
        let left = self.position.left();
        let moves = moves.min(left);
        let Some(potential) = self.hope(mark, moves) else { return Ok(false) };
        match threats(&self.position) {
            Threats::Decided(winner, within) => return Ok(winner == mark && within <= moves),
            Threats::Block(cell) => return self.with(cell, |prover| prover.can_win(mark, moves - 1)),
            Threats::None => {}
        }
        let limit = if moves == left { Known::ALL } else { moves };
        let key = self.position.key() ^ question(mark);
        if let Some(answer) = self.table.get(key).and_then(|known| known.answer(limit)) {
            return Ok(answer);
        }
        let before = self.meter.nodes();
        let answer = self.search(mark, moves, potential)?;
        self.table.put(key, limit, answer, self.meter.nodes() - before);
        Ok(answer)
    }

    /// Goes on from the position after a move.
    pub(super) fn with<T>(&mut self, cell: Cell, then: impl FnOnce(&mut Self) -> T) -> T {
        self.position.play(cell);
        let answer = then(self);
        self.position.undo(cell);
        answer
    }

    /// Every empty cell, the most promising first.
    pub(super) fn by_promise(&self, mark: Mark) -> Vec<Cell> {
        self.ordered(mark, self.position.empty_cells().iter())
    }

    /// The potential of what `mark` can complete within so many moves; `None` when it is so small that nothing
    /// can be won any more.
    fn hope(&self, mark: Mark, moves: u8) -> Option<u32> {
        let position = &self.position;
        let attacks = position.to_move() == mark;
        let own_moves = if attacks { moves.div_ceil(2) } else { moves / 2 };
        let potential = position.potential(mark, own_moves);
        // A move doubles the potential at most.
        let at_most = if attacks { 2 * potential } else { potential };
        (at_most >= position.whole()).then_some(potential)
    }

    /// The answer where nobody threatens to win at once, nor the side to move to threaten so twice.
    fn search(&mut self, mark: Mark, moves: u8, potential: u32) -> Result<bool, Spent> {
        let attacks = self.position.to_move() == mark;
        let soonest = if attacks { 5 } else { 4 };
        if moves < soonest {
            return Ok(false);
        }
        let cells = if attacks { self.attacks(mark, potential) } else { self.defences(mark) };
        if attacks && cells.is_empty() || pairing::exists(&self.position, mark) {
            return Ok(false);
        }
        for cell in cells {
            if self.with(cell, |prover| prover.can_win(mark, moves - 1))? == attacks {
                return Ok(attacks);
            }
        }
        Ok(!attacks)
    }

    /// The moves after which `mark` can still hope to win.
    fn attacks(&self, mark: Mark, potential: u32) -> Vec<Cell> {
        let position = &self.position;
        let hopeful = |&cell: &Cell| potential + position.weight(mark, cell) >= position.whole();
        self.ordered(mark, candidates(position).iter().filter(hopeful))
    }

    /// The moves that can make a difference to whether `mark` wins.
    fn defences(&self, mark: Mark) -> Vec<Cell> {
        let position = &self.position;
        let matters = |&cell: &Cell| position.weight(mark, cell) + position.weight(mark.other(), cell) > 0;
        self.ordered(mark, candidates(position).iter().filter(matters))
    }

    /// The most promising first: those that mean most to `mark`, whoever takes them.
    fn ordered(&self, mark: Mark, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
        let position = &self.position;
        let promise = |cell| 2 * position.weight(mark, cell) + position.weight(mark.other(), cell);
        let mut ordered: Vec<(Reverse<u32>, Cell)> =
            cells.map(|cell| (Reverse(promise(cell)), cell)).collect();
        ordered.sort_unstable();
        ordered.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// Looks at the threats of both.
pub(super) fn threats(position: &Position<'_>) -> Threats {
    let (us, them) = (position.to_move(), position.to_move().other());
    if position.lacking(us, 1) > 0 {
        return Threats::Decided(us, 1);
    }
    if position.lacking(them, 1) > 0 {
        let wins = position.wins(them);
        return match wins.first() {
            Some(cell) if wins.len() == 1 => Threats::Block(cell),
            _ => Threats::Decided(them, 2),
        };
    }
    match position.forks(us).next() {
        Some(_) => Threats::Decided(us, 3),
        None => Threats::None,
    }
}

/// The moves that do not lose to a fork at once, where nobody threatens to win at once.
pub(super) fn candidates(position: &Position<'_>) -> CellSet {
    let mut cells = position.empty_cells();
    let mut forks = position.forks(position.to_move().other()).take(MOST_FORKS).peekable();
    if forks.peek().is_some() {
        let threatening = position.threatening(position.to_move());
        for fork in forks {
            cells = cells.and(fork.cells.or(threatening));
        }
    }
    cells
}

/// More forks than these leave hardly fewer moves.
const MOST_FORKS: usize = 4;

/// Sets the two questions about a position apart: whether X can win, and whether O can.
fn question(mark: Mark) -> u64 {
    match mark {
        Mark::X => 0x9E6D_62D0_6F6A_3A57,
        Mark::O => 0,
    }
}
