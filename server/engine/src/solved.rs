//! The solved game: every position of 3×3, worked out once.

use std::cmp::Reverse;
use std::iter;
use std::sync::OnceLock;

use crate::random::SplitMix64;
use crate::search::{Analysis, Value, Verdict, is_solved};
use crate::{Cell, Game, Rules};

/// What is known of this game, looked up; `None` unless it is played by [`Rules::CLASSIC`].
///
/// The first call works out every position, which takes about a millisecond.
pub(crate) fn solved(game: &Game) -> Option<Solved> {
    static POSITIONS: OnceLock<Vec<Solved>> = OnceLock::new();
    if !is_solved(game.rules()) {
        return None;
    }
    let mut code = 0;
    for (ply, cell) in game.cells().iter().enumerate() {
        code += marked(*cell, ply % 2)?;
    }
    POSITIONS.get_or_init(every_position).get(code).copied()
}

/// What is known of a position, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solved {
    value: Value,
    /// How many moves it takes until the end.
    distance: u8,
    /// The cells that keep value and distance.
    best: Cells,
    /// Those of them that leave the opponent the fewest safe replies.
    choice: Cells,
    /// How many cells keep the value.
    safe: u8,
}

impl Solved {
    /// Value, distance and every best cell.
    pub(crate) fn analysis(self) -> Analysis {
        Analysis {
            verdict: Verdict::Proven { value: self.value, distance: Some(self.distance.into()) },
            best: self.best.iter().collect(),
            nodes: 1,
        }
    }

    /// One of the best cells that leave the opponent the fewest safe replies: those that keep what the opponent
    /// has. `None` when the game is over.
    pub(crate) fn choose(self, random: &mut SplitMix64) -> Option<Cell> {
        self.choice.iter().nth(random.below(self.choice.count())?)
    }

    /// A game that ended so.
    fn over(value: Value) -> Self {
        Self { value, distance: 0, best: Cells(0), choice: Cells(0), safe: 0 }
    }

    /// More is better: wins are hurried, losses delayed.
    fn rank(self) -> (Value, i16) {
        let distance = i16::from(self.distance);
        (self.value, if self.value == Value::Win { -distance } else { distance })
    }

    /// What the position after a move says to the side that made it.
    fn before(self) -> Self {
        Self { value: self.value.reversed(), distance: self.distance + 1, ..self }
    }
}

/// By the code of a position what is known of it. Every move leads to a higher code.
fn every_position() -> Vec<Solved> {
    let mut known = vec![Solved::over(Value::Draw); CODES];
    for code in (0..CODES).rev() {
        let solved = Position::new(code).map(|position| position.solve(&known));
        if let (Some(solved), Some(entry)) = (solved, known.get_mut(code)) {
            *entry = solved;
        }
    }
    known
}

/// What each cell counts in the code of a position: nothing when it is empty, once for X and twice for O.
const PLACES: [usize; 9] = [1, 3, 9, 27, 81, 243, 729, 2_187, 6_561];

/// One more than the highest code.
const CODES: usize = 3 * 6_561;

/// What a mark counts in the code of a position, by the side that makes it: 0 for X, 1 for O.
fn marked(cell: Cell, side: usize) -> Option<usize> {
    Some(PLACES.get(cell.index())? << side)
}

/// Whose cells are whose, seen by the side to move.
struct Position {
    code: usize,
    side: usize,
    ours: Cells,
    theirs: Cells,
}

impl Position {
    /// The position with this code; `None` when it is nobody's turn in it.
    fn new(code: usize) -> Option<Self> {
        let with_mark = |mark| {
            let has_it = |cell: &Cell| PLACES.get(cell.index()).is_some_and(|place| code / place % 3 == mark);
            Rules::CLASSIC.all_cells().filter(has_it).collect::<Cells>()
        };
        let [x, o] = [1, 2].map(with_mark);
        match x.count().checked_sub(o.count())? {
            0 => Some(Self { code, side: 0, ours: x, theirs: o }),
            1 => Some(Self { code, side: 1, ours: o, theirs: x }),
            _ => None,
        }
    }

    /// What is known of this position, from what is `known` of those with higher codes.
    fn solve(&self, known: &[Solved]) -> Solved {
        let empty = self.ours.or(self.theirs).others();
        if self.theirs.has_a_line() {
            return Solved::over(Value::Loss);
        }
        let after = |cell| {
            let next = marked(cell, self.side).and_then(|mark| known.get(self.code + mark));
            next.copied().map(Solved::before)
        };
        let best = empty.least_by(|cell| Reverse(after(cell).map(Solved::rank)));
        let choice = best.least_by(|cell| after(cell).map(|next| next.safe));
        let Some(next) = choice.iter().find_map(after) else { return Solved::over(Value::Draw) };
        let keeps_value = |cell: &Cell| after(*cell).is_some_and(|other| other.value == next.value);
        Solved { best, choice, safe: empty.iter().filter(keeps_value).map(|_| 1).sum(), ..next }
    }
}

/// Some of the nine cells: bit n is on when cell n is among them.
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

    /// The cells, ascending.
    fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        iter::from_fn(move || {
            let first = u8::try_from(rest.trailing_zeros()).ok()?;
            rest = rest.checked_sub(1)? & rest;
            Some(Cell(first))
        })
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn others(self) -> Self {
        Self(!self.0 & 0b111_111_111)
    }

    fn has_a_line(self) -> bool {
        Self::LINES.iter().any(|line| self.0 & line == *line)
    }

    /// Those for which the key is the least.
    fn least_by<K: Ord>(self, key: impl Fn(Cell) -> K) -> Self {
        let least = self.iter().map(&key).min();
        self.iter().filter(|&cell| Some(key(cell)) == least).collect()
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
    use crate::search::minimax;

    /// One game for each position that can be reached.
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
    fn it_says_what_plain_minimax_says_of_every_position() {
        let games = games();
        assert_eq!(games.len(), 5_478);
        for game in games {
            let (solved, plain) = (solved(&game).unwrap().analysis(), minimax(&game));
            assert_eq!((solved.verdict, solved.best), (plain.verdict, plain.best), "{}", game.board());
        }
    }

    #[test]
    fn it_plays_a_best_move_and_none_when_the_game_is_over() {
        for game in games() {
            let solved = solved(&game).unwrap();
            let choice = solved.choose(&mut SplitMix64::new(3, 0));
            assert_eq!(choice.is_some(), game.outcome().is_none());
            assert!(choice.is_none_or(|cell| solved.analysis().best.contains(&cell)), "{}", game.board());
        }
    }

    #[test]
    fn of_the_first_moves_a_corner_leaves_the_fewest_safe_replies() {
        let empty = solved(&Game::new(Rules::CLASSIC)).unwrap();
        assert_eq!(empty.choice, [0, 2, 6, 8].map(Cell).into_iter().collect());
        let safe = |cell| solved(&Game::replay(Rules::CLASSIC, [Cell(cell)]).unwrap()).unwrap().safe;
        assert_eq!([0, 1, 4].map(safe), [1, 4, 4]);
    }

    #[test]
    fn other_rules_are_not_solved() {
        assert!(solved(&Game::new(Rules::new(3, 3, 2).unwrap())).is_none());
        assert!(solved(&Game::new(Rules::new(4, 3, 3).unwrap())).is_none());
    }
}
