//! How often the levels win against each other, and against players like people: what the engine's README shows.
//!
//! ```sh
//! cargo run --release -p tictactoe-engine --example levels -- 200 2000 5x5    # games, nodes a move, boards that begin so
//! ```
//!
//! Every number can be left out. The games are played with both marks, from the empty board, with seeds from 0.

#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "the tests use it too")]
#[path = "../tests/it/people.rs"]
mod people;

use std::env;

use people::{PEOPLE, Player, Score};
use tictactoe_engine::search::Search;
use tictactoe_engine::{Level, Rules};

/// Columns, rows, run, and whether marks fall.
const BOARDS: [(u8, u8, u8, bool); 6] = [
    (3, 3, 3, false),
    (5, 5, 4, false),
    (7, 6, 4, true),
    (7, 7, 5, false),
    (10, 10, 5, false),
    (15, 15, 5, false),
];

const LEVELS: [Level; 4] = [Level::Easy, Level::Casual, Level::Hard, Level::Perfect];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number =
        |place: usize, default| arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (games, nodes) = (number(0, 200), number(1, 2_000));
    let wanted = arguments.get(2).map_or("", String::as_str);
    println!("| board | player | against | won-drawn-lost | score |\n|---|---|---|---|---|");
    for (columns, rows, run, has_gravity) in BOARDS {
        let Ok(rules) = Rules::new(columns, rows, run).map(|rules| rules.with_gravity(has_gravity)) else {
            continue;
        };
        if rules.to_string().starts_with(wanted) {
            measure(rules, games, nodes);
        }
    }
}

fn measure(rules: Rules, games: u64, nodes: u64) {
    let mut search = Search::new(32 << 20);
    let pairs =
        LEVELS.iter().zip(LEVELS.iter().skip(1)).map(|(&lower, &higher)| (Player::Level(higher), lower));
    let people = PEOPLE.iter().flat_map(|person| LEVELS.map(|level| (Player::Person(person), level)));
    for (player, level) in people.chain(pairs) {
        let score = Score::of(player, Player::Level(level), rules, 0..games, nodes, &mut search);
        println!("| {rules} | {player} | {level:?} | {score} | {:.0} % |", score.percent());
    }
}
