//! Results of the levels against each other: wins, draws and losses of X.
//!
//! ```sh
//! cargo bench -p tictactoe-benches --bench strength -- 1 1000 10  # seed, number of games on 3×3 and on 15×15
//! ```

use tictactoe_benches::{Rng, TABLE_BYTES, arguments, empty};
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Level, Mark, Outcome, choose_move};

const LEVELS: [Level; 3] = [Level::Easy, Level::Casual, Level::Perfect];

/// The budget of a move, which takes about fifty milliseconds on the large board.
const NODES: u64 = 30_000;

fn main() {
    let Some([seed, games, large_games]) = arguments([1, 1_000, 10]) else { return };
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

/// Plays this many games and prints the results.
fn play_match(start: &Game, levels: [Level; 2], seed: u64, games: u64, search: &mut Search) {
    let [mut wins, mut draws, mut losses] = [0; 3];
    let mut rng = Rng::seeded(seed);
    for _ in 0..games {
        match play(start.clone(), levels, rng.next_u64(), search) {
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
        // The players get different random numbers.
        let (level, seed) = if game.to_move() == Some(Mark::X) { (x, seed) } else { (o, !seed) };
        let budget = Budget { nodes: NODES, control: &control };
        let cell = choose_move(&game, level, seed, search, budget).expect("a game that is not over");
        game.play(cell).expect("a legal cell");
    }
}
