//! How strong the levels are, in few games: the example `levels` plays more, on more boards.

use tictactoe_engine::Level::{self, Casual, Easy, Hard, Perfect};
use tictactoe_engine::search::Search;
use tictactoe_engine::{Game, Mark, Outcome, Rules};

use crate::choose_move;
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

/// The required rates are below those of 5,000 games a side: perfect beats easy in 87 % as X and in 51 % as O, and casual
/// in 10 % as O; casual beats easy in 70 % as X and in 44 % as O.
#[test]
fn on_3x3_each_level_beats_the_lower_ones_as_often_as_it_should_and_perfect_never_loses() {
    for (x, o, least) in [
        (Perfect, Easy, 820),
        (Easy, Perfect, 460),
        (Perfect, Casual, 0),
        (Casual, Perfect, 70),
        (Casual, Easy, 650),
        (Easy, Casual, 380),
    ] {
        let stronger = if x == Perfect || o == Easy { Mark::X } else { Mark::O };
        let winners: Vec<Mark> = (0..1_000).filter_map(|seed| winner(x, o, seed)).collect();
        let won = winners.iter().filter(|&&mark| mark == stronger).count();
        assert!(won >= least, "{x:?} against {o:?}: {won} of 1000");
        assert!(won == winners.len() || ![x, o].contains(&Perfect), "{x:?} against {o:?}: perfect lost");
    }
}

fn winner(x: Level, o: Level, seed: u64) -> Option<Mark> {
    let mut game = Game::new(Rules::CLASSIC);
    while let Some(mark) = game.to_move() {
        let level = if mark == Mark::X { x } else { o };
        game.play(choose_move(&game, level, seed).unwrap()).unwrap();
    }
    match game.outcome() {
        Some(Outcome::Win { mark, .. }) => Some(*mark),
        Some(Outcome::Draw) | None => None,
    }
}
