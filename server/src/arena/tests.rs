//! The decisions of an arena, and its players against a store.

use proptest::collection::vec;
use proptest::prelude::*;
use tictactoe_engine::Game;

use super::record::*;
use super::*;
use crate::record::{BySeat, Decision, Holder, NodeId, Record, SeatId, Seats, Setup, Timestamp};

const START: Timestamp = Timestamp::from_millis(1_000_000);

fn seconds(seconds: u64) -> Timestamp {
    START.after(Duration::from_secs(seconds))
}

fn entrant(name: &str) -> Entrant {
    Entrant { name: name.to_owned(), is_bot: false }
}

fn id(number: usize) -> MatchId {
    MatchId::parse(&format!("{number:012}")).unwrap()
}

struct Table {
    arena: ArenaRecord,
    players: Vec<(RowId, Secret)>,
}

impl Table {
    fn of(players: usize) -> Self {
        let arena = ArenaRecord::open(Rules::CLASSIC, seconds(600), None);
        let mut table = Self { arena, players: Vec::new() };
        for number in 0..players {
            table.enter(&format!("player {number}")).unwrap();
        }
        table
    }

    fn enter(&mut self, name: &str) -> Result<RowId, ArenaRefusal> {
        let secret = Secret::generate().unwrap();
        let (arena, row) = self.arena.enter(&entrant(name), secret.hash(), START)?;
        self.arena = arena;
        self.players.push((row, secret));
        Ok(row)
    }

    /// Plays a match in which the first player has X and these cells are played; then time runs out.
    fn play(&mut self, number: usize, [x, o]: [usize; 2], cells: &[usize]) {
        let rows = BySeat { host: self.players[x].0, guest: self.players[o].0 };
        let begun = self.arena.begin(&id(number), rows, SeatId::Host, START).unwrap();
        self.arena = begun.unwrap();
        self.arena = self.arena.finish(&id(number), &over(rows, cells)).unwrap();
    }

    fn points(&self) -> Vec<(&str, u32)> {
        let points = |(_, row): &(RowId, &Row)| row.points();
        self.arena.ranking().iter().map(|row| (row.1.name.as_str(), points(row))).collect()
    }
}

/// The record of a match that is over: by these moves, or because the player to move has run out of time.
fn over(rows: BySeat<RowId>, cells: &[usize]) -> Record {
    let person = || Holder::new_player(Secret::generate().unwrap().hash(), false, NodeId::generate(), START);
    let setup = Setup {
        game: Game::new(Rules::CLASSIC),
        best_of: None,
        room: None,
        move_time: Some(MOVE_TIME),
        first_move_time: None,
        seats: BySeat { host: ("X".into(), person()), guest: ("O".into(), person()) },
        x: SeatId::Host,
        arena: Some(ArenaSeats { word: "class".into(), rows }),
    };
    let mut record = Record::start(setup, START);
    for &cell in cells {
        let turn = Seats::One(record.to_move().unwrap());
        let Decision::Changed(next) = record.play(turn, cell, None, START).unwrap() else { panic!() };
        record = *next;
    }
    if let Decision::Changed(expired) = record.expire(seconds(100)) {
        record = *expired;
    }
    assert!(record.is_over());
    record
}

const X_WINS: &[usize] = &[0, 3, 1, 4, 2];
const DRAW: &[usize] = &[0, 1, 2, 4, 3, 5, 7, 6, 8];

#[test]
fn a_win_gives_two_points_and_a_draw_one() {
    let mut table = Table::of(3);
    table.play(1, [0, 1], X_WINS);
    table.play(2, [1, 2], DRAW);
    assert_eq!(table.points(), [("player 0", 2), ("player 2", 1), ("player 1", 1)], "fewer games come first");
}

#[test]
fn a_result_counts_once() {
    let mut table = Table::of(2);
    table.play(1, [0, 1], X_WINS);
    let rows = BySeat { host: table.players[0].0, guest: table.players[1].0 };
    assert_eq!(table.arena.finish(&id(1), &over(rows, X_WINS)), None);
}

#[test]
fn a_game_without_two_moves_gives_no_points() {
    let mut table = Table::of(2);
    table.play(1, [0, 1], &[4]);
    assert_eq!(table.points(), [("player 0", 0), ("player 1", 0)]);
    table.play(2, [0, 1], &[4, 0]);
    assert_eq!(
        table.points(),
        [("player 1", 2), ("player 0", 0)],
        "X ran out of time in a game that had begun"
    );
}

#[test]
fn a_player_who_misses_two_first_moves_in_a_row_is_paired_again_on_request_only() {
    let mut table = Table::of(2);
    let (absent, present) = (table.players[0].0, table.players[1].0);
    table.play(1, [0, 1], &[]);
    assert!(table.arena.seek(absent, START).is_some());
    table.play(2, [0, 1], &[]);
    assert_eq!(table.arena.seek(absent, START), None);
    assert!(table.arena.seek(present, START).is_some());
    assert!(table.arena.present(absent).seek(absent, START).is_some());
}

#[test]
fn two_players_who_never_come_are_both_set_aside() {
    let mut table = Table::of(2);
    for number in 0..4 {
        table.play(number, if number % 2 == 0 { [0, 1] } else { [1, 0] }, &[]);
    }
    assert_eq!([0, 1].map(|player| table.arena.seek(table.players[player].0, START)), [None, None]);
}

#[test]
fn a_player_who_was_removed_is_not_paired_and_does_not_come_back() {
    let key = Secret::generate().unwrap();
    let mut table = Table::of(2);
    table.arena = ArenaRecord::open(Rules::CLASSIC, seconds(600), Some(key.hash()));
    table.players.clear();
    let [ann, bob] = ["Ann", "Bob"].map(|name| table.enter(name).unwrap());
    table.arena = table.arena.remove(&key, "ANN").unwrap();
    let rows = BySeat { host: ann, guest: bob };
    assert_eq!(table.arena.begin(&id(1), rows, SeatId::Host, START), Err(ArenaRefusal::Removed));
    let (_, secret) = &table.players[0];
    assert_eq!(table.arena.enter_again(secret, START).map(drop), Err(ArenaRefusal::Removed));
    assert_eq!(table.enter("Ann"), Err(ArenaRefusal::NameTaken));
    assert_eq!(table.points(), [("Bob", 0)]);
}

#[test]
fn no_one_plays_against_themselves() {
    let table = Table::of(1);
    let row = table.players[0].0;
    let rows = BySeat { host: row, guest: row };
    assert!(table.arena.begin(&id(1), rows, SeatId::Host, START).is_err());
}

#[test]
fn a_name_belongs_to_the_first_who_took_it() {
    let mut table = Table::of(1);
    assert_eq!(table.enter("Player 0"), Err(ArenaRefusal::NameTaken));
    let (row, secret) = &table.players[0];
    assert_eq!(table.arena.enter_again(secret, START).map(|(_, row)| row), Ok(*row));
    let stranger = Secret::generate().unwrap();
    assert_eq!(table.arena.enter_again(&stranger, START).map(drop), Err(ArenaRefusal::BadPlace));
}

#[test]
fn an_arena_that_is_over_takes_no_one_and_pairs_no_one() {
    let table = Table::of(1);
    let (row, secret) = &table.players[0];
    assert_eq!(table.arena.seek(*row, seconds(600)), None);
    assert_eq!(table.arena.enter_again(secret, seconds(600)).map(drop), Err(ArenaRefusal::Over));
    let late = table.arena.enter(&entrant("late"), secret.hash(), seconds(600));
    assert_eq!(late.map(drop), Err(ArenaRefusal::Over));
}

#[test]
fn a_player_whose_game_is_running_takes_no_second_one() {
    let mut table = Table::of(3);
    let [one, two, three] = [0, 1, 2].map(|player| table.players[player].0);
    let rows = BySeat { host: one, guest: two };
    table.arena = table.arena.begin(&id(1), rows, SeatId::Host, START).unwrap().unwrap();
    assert_eq!(table.arena.begin(&id(1), rows, SeatId::Host, START), Ok(None), "the same write again");
    let again = BySeat { host: three, guest: one };
    assert_eq!(table.arena.begin(&id(2), again, SeatId::Host, START), Err(ArenaRefusal::Playing));
    let (_, secret) = &table.players[0];
    assert_eq!(table.arena.enter_again(secret, START).map(drop), Err(ArenaRefusal::Playing));
    assert_eq!(table.arena.forget(&id(1), seconds(10)), None, "it may be on its way");
    let forgotten = table.arena.forget(&id(1), seconds(60)).unwrap();
    assert!(forgotten.begin(&id(2), again, SeatId::Host, START).is_ok());
}

proptest! {
    /// In any order, and with any of them told twice.
    #[test]
    fn the_table_is_the_sum_of_the_games(
        games in vec((0..5_usize, 1..5_usize, prop_oneof![Just(X_WINS), Just(DRAW), Just(&[4, 0][..])]), 0..30),
    ) {
        let mut table = Table::of(5);
        let mut points = [0; 5];
        for (number, &(x, other, cells)) in games.iter().enumerate() {
            let o = (x + other) % 5;
            table.play(number, [x, o], cells);
            match cells.len() {
                5 => points[x] += 2,
                9 => [x, o].map(|player| points[player] += 1).into_iter().for_each(drop),
                _ => points[o] += 2,
            }
        }
        for ((row, _), points) in table.players.iter().zip(points) {
            prop_assert_eq!(table.arena.row(*row).map(Row::points), Some(points));
        }
        prop_assert!(table.arena.ranking().is_sorted_by_key(|(_, row)| std::cmp::Reverse(row.points())));
    }
}
