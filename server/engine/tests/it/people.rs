//! Players like people, to measure the levels against. They see some of the wins, blocks and double threats that are on the
//! board and look no further ahead; else they play where rows can grow.
//!
//! They know the rules only from the public API, and share no code with the levels.

use std::fmt;

use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Level, Mark, Outcome, Rules};

/// One side of the games.
#[derive(Clone, Copy)]
pub enum Player<'a> {
    /// The computer.
    Level(Level),
    /// A player like a person.
    Person(&'a Person),
}

impl fmt::Display for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "{level:?}"),
            Self::Person(person) => f.write_str(person.name),
        }
    }
}

/// The number of games by their result for one player.
#[derive(Default)]
pub struct Score {
    /// The games that the player won.
    pub won: u32,
    drawn: u32,
    /// The games that the player lost.
    pub lost: u32,
}

impl Score {
    /// The result of games between these two. The player has X in those with an even seed. The computer searches so many nodes
    /// for a move.
    pub fn of(
        player: Player,
        opponent: Player,
        rules: Rules,
        seeds: impl IntoIterator<Item = u64>,
        nodes: u64,
        search: &mut Search,
    ) -> Self {
        let mut score = Self::default();
        for seed in seeds {
            let mark = if seed % 2 == 0 { Mark::X } else { Mark::O };
            let mut game = Game::new(rules);
            while let Some(to_move) = game.to_move() {
                let next = if to_move == mark { player } else { opponent };
                game.play(next.choose_move(&game, seed, nodes, search)).expect("a legal move");
            }
            match game.outcome() {
                Some(Outcome::Win { mark: winner, .. }) if *winner == mark => score.won += 1,
                Some(Outcome::Win { .. }) => score.lost += 1,
                _ => score.drawn += 1,
            }
        }
        score
    }

    /// The share of the points that the player has: a draw is half.
    pub fn percent(&self) -> f64 {
        f64::from(100 * self.won + 50 * self.drawn) / f64::from(self.won + self.drawn + self.lost)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.won, self.drawn, self.lost)
    }
}

impl Player<'_> {
    fn choose_move(self, game: &Game, seed: u64, nodes: u64, search: &mut Search) -> Cell {
        let control = Control::new();
        match self {
            Self::Level(level) => {
                let budget = Budget { nodes, control: &control };
                tictactoe_engine::choose_move(game, level, seed, search, budget)
                    .expect("a game that is not over")
            }
            Self::Person(person) => person.choose_move(game, seed),
        }
    }
}

/// How much of a position a player sees, in percent.
pub struct Person {
    /// What the tables call this player.
    pub name: &'static str,
    wins: u64,
    blocks: u64,
    double_threats: u64,
    /// The part of the worth of a quiet move that is left to chance.
    chance: u64,
}

/// From the weakest to the strongest.
pub const PEOPLE: [Person; 3] = [
    Person { name: "beginner", wins: 90, blocks: 60, double_threats: 0, chance: 70 },
    Person { name: "regular", wins: 98, blocks: 92, double_threats: 60, chance: 50 },
    Person { name: "strong", wins: 100, blocks: 100, double_threats: 100, chance: 20 },
];

impl Person {
    /// The cell that this player chooses in a game that is not over.
    fn choose_move(&self, game: &Game, seed: u64) -> Cell {
        let mut random = Random::new(seed, game.ply());
        let (us, grid) = (game.to_move().expect("a game that is not over"), Grid::new(game));
        let legal = game.legal_cells();
        let looks: [(u64, &dyn Fn() -> Vec<Cell>); 5] = [
            (self.wins, &|| grid.completing(&legal, us)),
            (self.blocks, &|| grid.completing(&legal, us.other())),
            (self.double_threats, &|| grid.forking(&legal, us)),
            (self.double_threats, &|| grid.forking(&legal, us.other())),
            (self.blocks, &|| grid.safe(&legal, us)),
        ];
        let mut look = |(percent, find): (u64, &dyn Fn() -> Vec<Cell>)| {
            let cells = if random.below(100) < percent { find() } else { Vec::new() };
            (!cells.is_empty()).then_some(cells)
        };
        let cells = looks.into_iter().find_map(&mut look).unwrap_or_else(|| legal.clone());
        let mut worth = |cell: &Cell| {
            let worth = 100 * grid.growth(*cell, us) + self.blocks * grid.growth(*cell, us.other());
            (worth + 1) * (10_000 - random.below(100 * self.chance + 1))
        };
        cells.into_iter().max_by_key(|cell| worth(cell)).expect("a legal cell")
    }
}

/// The marks by row and column.
struct Grid {
    columns: usize,
    run: usize,
    has_gravity: bool,
    marks: Vec<Vec<Option<Mark>>>,
}

const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Grid {
    fn new(game: &Game) -> Self {
        let rules = game.rules();
        let marks: Vec<Option<Mark>> = rules.all_cells().map(|cell| game.board().get(cell)).collect();
        let columns = usize::from(rules.columns());
        let marks = marks.chunks(columns).map(<[_]>::to_vec).collect();
        Self { columns, run: rules.run().into(), has_gravity: rules.has_gravity(), marks }
    }

    /// Whether `mark` is so many steps from a cell; `None` off the board, and where the opponent is.
    fn has(&self, mark: Mark, cell: usize, (down, right): (isize, isize), steps: isize) -> Option<bool> {
        let row = (cell / self.columns).checked_add_signed(down * steps)?;
        let column = (cell % self.columns).checked_add_signed(right * steps)?;
        let found = *self.marks.get(row)?.get(column)?;
        (found != Some(mark.other())).then_some(found.is_some())
    }

    fn set(&mut self, cell: usize, mark: Option<Mark>) {
        self.marks[cell / self.columns][cell % self.columns] = mark;
    }

    fn completes(&self, cell: usize, mark: Mark) -> bool {
        let beside = |step, sign: isize| {
            let steps = 1..self.run.cast_signed();
            steps.take_while(|&steps| self.has(mark, cell, step, sign * steps) == Some(true)).count()
        };
        STEPS.iter().any(|&step| beside(step, 1) + beside(step, -1) + 1 >= self.run)
    }

    /// The cells on which `mark` completes a run.
    fn completing(&self, cells: &[Cell], mark: Mark) -> Vec<Cell> {
        cells.iter().copied().filter(|cell| self.completes(cell.index(), mark)).collect()
    }

    /// The cells on which `mark` threatens to complete a run on two others.
    fn forking(&self, cells: &[Cell], mark: Mark) -> Vec<Cell> {
        let makes_two = |cell: &Cell| {
            let mut after = Self { marks: self.marks.clone(), ..*self };
            after.set(cell.index(), Some(mark));
            let above = cell.index().checked_sub(self.columns).filter(|_| self.has_gravity);
            let others = cells.iter().map(|other| other.index()).filter(|&other| other != cell.index());
            others.chain(above).filter(|&other| after.completes(other, mark)).count() >= 2
        };
        cells.iter().copied().filter(makes_two).collect()
    }

    /// The cells that are not below one on which the opponent of `mark` completes a run; none if marks do not fall.
    fn safe(&self, cells: &[Cell], mark: Mark) -> Vec<Cell> {
        let above = |cell: &Cell| cell.index().checked_sub(self.columns);
        let is_safe = |cell: &&Cell| !above(cell).is_some_and(|above| self.completes(above, mark.other()));
        cells.iter().filter(|_| self.has_gravity).filter(is_safe).copied().collect()
    }

    /// How much the rows of `mark` grow with this cell: three times as much for each mark that is there. Where three in a row
    /// win, a row that grows is a threat, for which a player looks before: there it is the number of lines that are open.
    fn growth(&self, cell: Cell, mark: Mark) -> u64 {
        let run = self.run.cast_signed();
        let marks_from = |step, first: isize| -> Option<u32> {
            let others = (first..first + run).filter(|&steps| steps != 0);
            others.map(|steps| self.has(mark, cell.index(), step, steps).map(u32::from)).sum()
        };
        let lines = STEPS.iter().flat_map(|&step| (1 - run..=0).map(move |first| (step, first)));
        let by_mark: u64 = if run == 3 { 1 } else { 3 };
        lines.filter_map(|(step, first)| marks_from(step, first)).map(|marks| by_mark.pow(marks)).sum()
    }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random(u64);

impl Random {
    fn new(seed: u64, ply: usize) -> Self {
        Self(seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(ply as u64))
    }

    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % count
    }
}
