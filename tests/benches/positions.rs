//! How many random positions of up to 36 cells the engine solves within a time limit, and how long the others take.
//!
//! ```sh
//! cargo bench -p tictactoe-benches --bench positions -- 3000 1    # number of positions, seed
//! ```
//!
//! A board has 2 to 12 columns and rows and any run from 3 that fits. A random number of random moves leads to the
//! position, in which the game is not over. The search runs on one thread.

use std::time::{Duration, Instant};

use tictactoe_benches::{Rng, TABLE_BYTES, arguments};
use tictactoe_engine::search::{Budget, Control, Search, Value};
use tictactoe_engine::{Game, Rules};

/// The maximum number of cells of a board.
const MAX_CELLS: usize = 36;

const TIME_LIMIT: Duration = Duration::from_millis(50);

/// The search gives up after this many nodes: a few seconds.
const NODES: u64 = 4_000_000;

/// The number of slowest positions that are printed.
const SLOWEST: usize = 10;

struct Solved {
    game: Game,
    value: Option<Value>,
    nodes: u64,
    time: Duration,
}

fn main() {
    let Some([count, seed]) = arguments([3_000, 1]) else { return };
    let mut rng = Rng::seeded(seed);
    let mut search = Search::new(TABLE_BYTES);
    let mut all: Vec<Solved> = (0..count).map(|_| solve(random_position(&mut rng), &mut search)).collect();
    all.sort_by_key(|solved| solved.time);
    report(&all, seed);
}

fn solve(game: Game, search: &mut Search) -> Solved {
    let began = Instant::now();
    let found = search.analyse(&game, Budget { nodes: NODES, control: &Control::new() });
    Solved {
        game,
        value: found.verdict.map(|verdict| verdict.value),
        nodes: found.nodes,
        time: began.elapsed(),
    }
}

fn random_position(rng: &mut Rng) -> Game {
    let mut boards = Vec::new();
    for (columns, rows) in (2..=12).flat_map(|columns| (2..=12).map(move |rows| (columns, rows))) {
        if usize::from(columns) * usize::from(rows) <= MAX_CELLS && columns.max(rows) >= 3 {
            boards.push((columns, rows));
        }
    }
    loop {
        let (columns, rows) = rng.pick(&boards);
        let runs: Vec<u8> = (3..=columns.max(rows)).collect();
        let rules = Rules::new(columns, rows, rng.pick(&runs)).expect("a run that fits");
        let plies = rng.next_u64() % rules.cell_count() as u64;
        let game = (0..plies).try_fold(Game::new(rules), |mut game, _| {
            game.play(rng.pick(&game.legal_cells())).expect("a legal cell");
            game.to_move().map(|_| game)
        });
        if let Some(game) = game {
            return game;
        }
    }
}

fn report(all: &[Solved], seed: u64) {
    let in_time = all.iter().filter(|solved| solved.value.is_some() && solved.time <= TIME_LIMIT).count();
    println!("{in_time} of {} random positions by seed {seed} are solved within {TIME_LIMIT:?}", all.len());
    for (name, share) in [("half", 500), ("90 %", 900), ("99 %", 990), ("99.9 %", 999)] {
        if let Some(solved) = all.get((all.len() * share).div_ceil(1_000).saturating_sub(1)) {
            println!("{name:>6} take at most {:?}", solved.time);
        }
    }
    println!("the slowest:");
    for Solved { game, value, nodes, time } in all.iter().rev().take(SLOWEST) {
        let value = value.map_or_else(|| "not solved".to_owned(), |value| format!("{value:?}"));
        println!("{time:?}, {nodes} nodes, {}: {value}\n{}", game.rules(), game.board());
    }
}
