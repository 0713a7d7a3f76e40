//! How the levels play against each other: wins, draws and losses of X.
//!
//! ```sh
//! cargo bench -p tictactoe-benches --bench strength -- 1 1000 10  # by this seed, so many games on 3×3 and 15×15
//! ```

use tictactoe_benches::{Lot, TABLE_BYTES, asked, empty};
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Level, Mark, Outcome, choose};

const LEVELS: [Level; 3] = [Level::Easy, Level::Casual, Level::Perfect];

/// What a move may take on the large board: some fifty milliseconds.
const NODES: u64 = 30_000;

fn main() {
    let Some([seed, games, large_games]) = asked([1, 1_000, 10]) else { return };
    println!("seed {seed}");
    let mut search = Search::new(TABLE_BYTES);
    for x in LEVELS {
        for o in LEVELS {
            play_match(&empty(3, 3, 3), [x, o], seed, games, &mut search);
        }
    }
    for [x, o] in [[Level::Perfect, Level::Casual], [Level::Casual, Level::Perfect]] {
        play_match(&empty(15, 15, 5), [x, o], seed, large_games, &mut search);
    }
}

/// Plays so many games and prints how they end.
fn play_match(start: &Game, levels: [Level; 2], seed: u64, games: u64, search: &mut Search) {
    let [mut wins, mut draws, mut losses] = [0; 3];
    let mut lot = Lot::new(seed);
    for _ in 0..games {
        match play(start.clone(), levels, lot.number(), search) {
            Outcome::Win { mark: Mark::X, .. } => wins += 1,
            Outcome::Win { mark: Mark::O, .. } => losses += 1,
            Outcome::Draw => draws += 1,
        }
    }
    let ([x, o], rules) = (levels, start.rules());
    println!("{rules}: {x:>7} as X, {o:>7} as O: {wins:4} won, {draws:4} drawn, {losses:4} lost");
}

fn play(mut game: Game, [x, o]: [Level; 2], seed: u64, search: &mut Search) -> Outcome {
    let control = Control::new();
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.clone();
        }
        // Not the same numbers for both.
        let (level, seed) = if game.to_move() == Some(Mark::X) { (x, seed) } else { (o, !seed) };
        let budget = Budget { nodes: NODES, control: &control };
        let cell = choose(&game, level, seed, search, budget).expect("a game that is not over");
        game.play(cell).expect("a legal cell");
    }
}
