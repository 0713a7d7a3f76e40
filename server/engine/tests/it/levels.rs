//! How strong the levels are, in few games: the example `levels` plays more, on more boards.

use std::ops::Range;

use tictactoe_engine::Level::{self, Casual, Easy, Hard, Perfect};
use tictactoe_engine::Rules;
use tictactoe_engine::search::Search;

use crate::people::{PEOPLE, Player, Score};

/// Columns, rows, run, and whether marks fall: those on which searching levels can win come first.
const BOARDS: [(u8, u8, u8, bool); 5] =
    [(7, 6, 4, true), (10, 10, 5, false), (15, 15, 5, false), (5, 5, 4, false), (7, 7, 5, false)];

/// Plays 40 games on each of the first boards.
fn assert_scores(player: Player<'_>, level: Level, boards: usize, percent: &Range<f64>) {
    let mut search = Search::new(1 << 20);
    for &(columns, rows, run, has_gravity) in &BOARDS[..boards] {
        let rules = Rules::new(columns, rows, run).unwrap().with_gravity(has_gravity);
        let score = Score::of(player, Player::Level(level), rules, 0..40, 2_000, &mut search);
        assert!(percent.contains(&score.percent()), "{rules}: {player} against {level:?}: {score}");
    }
}

#[test]
fn each_level_beats_the_one_below() {
    for (higher, lower, boards) in [(Casual, Easy, 5), (Hard, Casual, 3), (Perfect, Hard, 2)] {
        assert_scores(Player::Level(higher), lower, boards, &(60.0..101.0));
    }
}

#[test]
fn a_beginner_is_a_match_for_easy_and_a_strong_player_for_hard() {
    let [beginner, _, strong] = &PEOPLE;
    for (person, level, boards) in [(beginner, Easy, 5), (strong, Hard, 3)] {
        assert_scores(Player::Person(person), level, boards, &(25.0..75.0));
    }
}

/// By exact enumeration a beginner wins 15.7 % of its games against casual and 53.3 % against easy.
#[test]
fn on_3x3_a_beginner_wins_half_the_games_against_easy_and_some_against_casual() {
    let (beginner, mut search) = (Player::Person(&PEOPLE[0]), Search::new(0));
    for (level, wins) in [(Easy, 1_000..1_700), (Casual, 270..800)] {
        let score = Score::of(beginner, Player::Level(level), Rules::CLASSIC, 0..2_000, 0, &mut search);
        assert!(wins.contains(&score.won), "{level:?}: {score}");
    }
}

/// The required rates are below the exact ones: perfect beats easy in 87 % as X and in 52 % as O, and casual in 13 % as O;
/// casual beats easy in 69 % as X and in 42 % as O.
#[test]
fn on_3x3_each_level_beats_the_lower_ones_as_often_as_it_should_and_perfect_never_loses() {
    let mut search = Search::new(0);
    for (stronger, weaker, as_x, as_o) in
        [(Perfect, Easy, 820, 460), (Perfect, Casual, 0, 70), (Casual, Easy, 650, 380)]
    {
        let [player, opponent] = [stronger, weaker].map(Player::Level);
        for (first, least) in [(0, as_x), (1, as_o)] {
            let seeds = (first..2_000).step_by(2);
            let score = Score::of(player, opponent, Rules::CLASSIC, seeds, 0, &mut search);
            assert!(score.won >= least, "{player} against {opponent}: {score}");
            assert!(score.lost == 0 || stronger != Perfect, "{player} against {opponent}: {score}");
        }
    }
}
