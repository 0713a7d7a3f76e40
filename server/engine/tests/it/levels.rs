//! How strong the levels are, in few games: the example `levels` plays more, on more boards.

use tictactoe_engine::Level::{self, Casual, Easy, Hard, Perfect};
use tictactoe_engine::Rules;
use tictactoe_engine::search::Search;

use crate::people::{PEOPLE, Player, Score};

/// What the player scores in 40 games on each of these boards, in percent.
fn scores(player: Player<'_>, level: Level) -> [f64; 2] {
    let mut search = Search::new(1 << 20);
    [(7, 6, 4, true), (10, 10, 5, false)].map(|(columns, rows, run, has_gravity)| {
        let rules = Rules::new(columns, rows, run).unwrap().with_gravity(has_gravity);
        Score::of(player, Player::Level(level), rules, 0..40, 2_000, &mut search).percent()
    })
}

#[test]
fn each_level_beats_the_one_below() {
    for (higher, lower) in [(Casual, Easy), (Hard, Casual), (Perfect, Hard)] {
        let scores = scores(Player::Level(higher), lower);
        assert!(scores.iter().all(|&score| score > 60.0), "{higher:?} against {lower:?}: {scores:?}");
    }
}

#[test]
fn a_beginner_is_a_match_for_easy_and_a_strong_player_for_hard() {
    let [beginner, _, strong] = &PEOPLE;
    for (person, level) in [(beginner, Easy), (strong, Hard)] {
        let scores = scores(Player::Person(person), level);
        assert!(scores.iter().all(|score| (25.0..75.0).contains(score)), "{level:?}: {scores:?}");
    }
}
