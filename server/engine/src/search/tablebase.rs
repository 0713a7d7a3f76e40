//! The tablebase of 3×3: value, distance and best moves of every position, computed once by retrograde analysis.

use std::cmp::Reverse;
use std::iter;
use std::sync::OnceLock;

use super::{Analysis, Value, Verdict};
use crate::random::SplitMix64;
use crate::{Cell, Game, Rules};

/// Whether every position of these rules is in a tablebase, so that nothing is searched: true for
/// [`Rules::CLASSIC`] only.
///
/// The first lookup of the program takes about a millisecond, each later one a fraction of a microsecond.
#[must_use]
pub fn has_tablebase(rules: Rules) -> bool {
    rules == Rules::CLASSIC
}

/// The entry of this game's position; `None` when its rules have no tablebase.
pub(crate) fn lookup(game: &Game) -> Option<Entry> {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    if !has_tablebase(game.rules()) {
        return None;
    }
    let mut code = 0;
    for (ply, cell) in game.cells().iter().enumerate() {
        code += mark_code(*cell, ply % 2)?;
    }
    ENTRIES.get_or_init(solve_all).get(code).copied()
}

/// What is known of a position, from the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    value: Value,
    /// The number of moves until the game ends.
    distance: u8,
    /// The cells that keep value and distance.
    best: Cells,
    /// Those of the best cells that leave the opponent the fewest safe replies.
    hardest_to_answer: Cells,
    /// The number of cells that keep the value.
    safe: u8,
}

impl Entry {
    pub(super) fn value(self) -> Value {
        self.value
    }

    pub(super) fn analysis(self) -> Analysis {
        Analysis {
            verdict: Verdict::Proven { value: self.value, distance: Some(self.distance.into()) },
            best: self.best.iter().collect(),
            nodes: 1,
        }
    }

    /// One of the best cells that leave the opponent the fewest safe replies (replies that keep the value). `None`
    /// when the game is over.
    pub(crate) fn choose_move(self, random: &mut SplitMix64) -> Option<Cell> {
        self.hardest_to_answer.iter().nth(random.below(self.hardest_to_answer.count())?)
    }

    fn of_finished(value: Value) -> Self {
        Self { value, distance: 0, best: Cells(0), hardest_to_answer: Cells(0), safe: 0 }
    }

    /// More is better: fast wins before slow wins, slow losses before fast losses.
    fn rank(self) -> (Value, i16) {
        let distance = i16::from(self.distance);
        (self.value, if self.value == Value::Win { -distance } else { distance })
    }

    /// The entry of the position after a move, from the view of the side that made the move.
    fn before_move(self) -> Self {
        Self { value: self.value.for_opponent(), distance: self.distance + 1, ..self }
    }
}

/// The entries of all positions, by code. A move always leads to a higher code, so the highest is solved first.
fn solve_all() -> Vec<Entry> {
    let mut entries = vec![Entry::of_finished(Value::Draw); CODES];
    for code in (0..CODES).rev() {
        let solved = DecodedPosition::new(code).map(|position| position.solve(&entries));
        if let (Some(solved), Some(entry)) = (solved, entries.get_mut(code)) {
            *entry = solved;
        }
    }
    entries
}

/// The code of a position is a number in base 3, with a digit for each cell: 0 when it is empty, 1 for X, 2 for O.
/// This is the place value of each digit.
const PLACE_VALUES: [usize; 9] = [1, 3, 9, 27, 81, 243, 729, 2_187, 6_561];

/// One more than the highest code.
const CODES: usize = 3 * 6_561;

/// What a mark adds to the code of a position. Side 0 is X, side 1 is O.
fn mark_code(cell: Cell, side: usize) -> Option<usize> {
    Some(PLACE_VALUES.get(cell.index())? << side)
}

/// A position from the view of the side to move.
struct DecodedPosition {
    code: usize,
    side: usize,
    ours: Cells,
    theirs: Cells,
}

impl DecodedPosition {
    /// The position with this code; `None` when the numbers of marks are impossible.
    fn new(code: usize) -> Option<Self> {
        let with_digit = |digit| {
            let has_digit =
                |cell: &Cell| PLACE_VALUES.get(cell.index()).is_some_and(|value| code / value % 3 == digit);
            Rules::CLASSIC.all_cells().filter(has_digit).collect::<Cells>()
        };
        let [x, o] = [1, 2].map(with_digit);
        match x.count().checked_sub(o.count())? {
            0 => Some(Self { code, side: 0, ours: x, theirs: o }),
            1 => Some(Self { code, side: 1, ours: o, theirs: x }),
            _ => None,
        }
    }

    /// The entry of this position, from the `entries` of positions with higher codes.
    fn solve(&self, entries: &[Entry]) -> Entry {
        let empty = self.ours.union(self.theirs).complement();
        if self.theirs.has_line() {
            return Entry::of_finished(Value::Loss);
        }
        let after = |cell| {
            let next = mark_code(cell, self.side).and_then(|mark| entries.get(self.code + mark));
            next.copied().map(Entry::before_move)
        };
        let best = empty.min_by_key(|cell| Reverse(after(cell).map(Entry::rank)));
        let hardest_to_answer = best.min_by_key(|cell| after(cell).map(|next| next.safe));
        let Some(next) = hardest_to_answer.iter().find_map(after) else {
            return Entry::of_finished(Value::Draw);
        };
        let keeps_value = |cell: &Cell| after(*cell).is_some_and(|other| other.value == next.value);
        let safe = empty.iter().filter(keeps_value).map(|_| 1).sum();
        Entry { best, hardest_to_answer, safe, ..next }
    }
}

/// A set of the nine cells in two bytes, which keeps the tablebase small: bit n is 1 when cell n is in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cells(u16);

impl Cells {
    const LINES: [u16; 8] = [
        0b000_000_111,
        0b000_111_000,
        0b111_000_000,
        0b001_001_001,
        0b010_010_010,
        0b100_100_100,
        0b100_010_001,
        0b001_010_100,
    ];

    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cells in ascending order.
    fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        iter::from_fn(move || {
            let first = u8::try_from(rest.trailing_zeros()).ok()?;
            rest = rest.checked_sub(1)? & rest;
            Some(Cell(first))
        })
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn complement(self) -> Self {
        Self(!self.0 & 0b111_111_111)
    }

    fn has_line(self) -> bool {
        Self::LINES.iter().any(|line| self.0 & line == *line)
    }

    /// All cells with the lowest key.
    fn min_by_key<K: Ord>(self, key: impl Fn(Cell) -> K) -> Self {
        let min = self.iter().map(&key).min();
        self.iter().filter(|&cell| Some(key(cell)) == min).collect()
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().map(|cell| 1 << cell.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// One game for each reachable position.
    fn games() -> Vec<Game> {
        let mut found = vec![Game::new(Rules::CLASSIC)];
        let mut seen = HashSet::from([*found[0].board()]);
        let mut next = 0;
        while let Some(game) = found.get(next).cloned() {
            let after =
                |cell| Game::replay(game.rules(), game.cells().iter().copied().chain([cell])).unwrap();
            found.extend(game.legal_cells().into_iter().map(after).filter(|game| seen.insert(*game.board())));
            next += 1;
        }
        found
    }

    #[test]
    fn it_plays_a_best_move_and_none_when_the_game_is_over() {
        for game in games() {
            let entry = lookup(&game).unwrap();
            let choice = entry.choose_move(&mut SplitMix64::new(3, 0));
            assert_eq!(choice.is_some(), game.outcome().is_none());
            assert!(choice.is_none_or(|cell| entry.analysis().best.contains(&cell)), "{}", game.board());
        }
    }

    #[test]
    fn of_the_first_moves_a_corner_leaves_the_fewest_safe_replies() {
        let empty = lookup(&Game::new(Rules::CLASSIC)).unwrap();
        assert_eq!(empty.hardest_to_answer, [0, 2, 6, 8].map(Cell).into_iter().collect());
        let safe = |cell| lookup(&Game::replay(Rules::CLASSIC, [Cell(cell)]).unwrap()).unwrap().safe;
        assert_eq!([0, 1, 4].map(safe), [1, 4, 4]);
    }

    #[test]
    fn other_rules_have_no_tablebase() {
        assert!(lookup(&Game::new(Rules::new(3, 3, 2).unwrap())).is_none());
        assert!(lookup(&Game::new(Rules::new(4, 3, 3).unwrap())).is_none());
    }
}
