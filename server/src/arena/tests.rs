//! The decisions of an arena, and its players against a store.

use proptest::collection::vec;
use proptest::prelude::*;
use tictactoe_engine::{Game, Rules};

use super::record::*;
use super::*;
use crate::record::{BySeat, Decision, Holder, NodeId, Record, SeatId, Seats, Setup, Timestamp};
use crate::wire::snapshot::shared_rest;

const START: Timestamp = Timestamp::from_millis(1_000_000);

/// The most players of an arena.
const PLAYERS: u16 = 5;

fn seconds(seconds: u64) -> Timestamp {
    START.after(Duration::from_secs(seconds))
}

const LASTS: Duration = Duration::from_secs(600);

fn entrant(name: &str) -> Entrant {
    let (rules, lasts, secret) = (Rules::CLASSIC, LASTS, Secret::generate());
    Entrant { name: name.to_owned(), is_bot: false, secret, rules, lasts, only_bots: None }
}

fn id(number: usize) -> MatchId {
    MatchId::parse(&format!("{number:012}")).unwrap()
}

struct Table {
    arena: ArenaRecord,
    key: Secret,
    players: Vec<(RowId, Entrant)>,
}

impl Table {
    fn of(players: usize) -> Self {
        let opener = entrant("opener");
        let arena = ArenaRecord::open(&opener, LASTS, START);
        let mut table = Self { arena, key: opener.secret, players: Vec::new() };
        for number in 0..players {
            table.enter(&format!("player {number}")).unwrap();
        }
        table
    }

    fn enter(&mut self, name: &str) -> Result<RowId, ArenaRefusal> {
        let entrant = entrant(name);
        let row = self.arena.enter(&entrant, PLAYERS, START)?.seek.row;
        self.players.push((row, entrant));
        Ok(row)
    }

    fn rows(&self, [host, guest]: [usize; 2]) -> BySeat<RowId> {
        BySeat { host: self.players[host].0, guest: self.players[guest].0 }
    }

    fn begin(&mut self, number: usize, players: [usize; 2]) -> Result<(), ArenaRefusal> {
        let rows = self.rows(players);
        self.arena.begin(&id(number), rows, SeatId::Host, START)
    }

    /// Plays a match in which the first player has X and these cells are played; then time runs out.
    fn play(&mut self, number: usize, players: [usize; 2], cells: &[usize]) {
        self.begin(number, players).unwrap();
        let rows = self.rows(players);
        self.arena.finish(&id(number), &over(started(rows, cells)));
    }

    /// Plays a match in which the second player resigns after these cells.
    fn resign(&mut self, number: usize, players: [usize; 2], cells: &[usize]) {
        self.begin(number, players).unwrap();
        let record = started(self.rows(players), cells);
        let resigned = changed(record.resign(Seats::One(SeatId::Guest)).unwrap());
        assert_eq!(resigned.seat(SeatId::Host).wins, u32::from(cells.len() >= 2), "the score of the match");
        assert_eq!(resigned.resign(Seats::One(SeatId::Guest)), Ok(Decision::Unchanged));
        self.arena.finish(&id(number), &resigned);
    }

    fn place(&self, player: usize) -> Result<Place, ArenaRefusal> {
        self.arena.place(self.players[player].0, START)
    }

    fn points(&self) -> Vec<(&str, u32)> {
        let points = |(_, row): &(RowId, &Row)| row.points();
        self.arena.ranking().iter().map(|row| (row.1.name.as_str(), points(row))).collect()
    }
}

fn changed(decision: Decision) -> Record {
    let Decision::Changed(record) = decision else { panic!("nothing has changed") };
    *record
}

/// The record of a match that is over: by its moves, or because the player to move has run out of time.
fn over(record: Record) -> Record {
    match record.expire(seconds(100)) {
        Decision::Changed(expired) => *expired,
        Decision::Unchanged => record,
    }
}

/// The record of a match in which these cells were played.
fn started(rows: BySeat<RowId>, cells: &[usize]) -> Record {
    started_on(Rules::CLASSIC, rows, cells)
}

fn started_on(rules: Rules, rows: BySeat<RowId>, cells: &[usize]) -> Record {
    let person = || Holder::new_player(Secret::generate().hash(), false, NodeId::generate(), START);
    let setup = Setup {
        game: Game::new(rules),
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
        record = changed(record.play(turn, cell, None, START).unwrap());
    }
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
    let rows = table.rows([0, 1]);
    table.arena.finish(&id(1), &over(started(rows, X_WINS)));
    assert_eq!(table.points(), [("player 0", 2), ("player 1", 0)]);
}

#[test]
fn a_game_without_two_moves_gives_no_points() {
    let mut table = Table::of(2);
    table.play(1, [0, 1], &[4]);
    assert_eq!(table.points(), [("player 0", 0), ("player 1", 0)]);
    table.play(2, [0, 1], &[4, 0]);
    assert_eq!(table.points(), [("player 1", 2), ("player 0", 0)], "X ran out of time after both moved");
}

#[test]
fn a_player_whose_clock_ended_the_game_is_not_shown_as_playing_on() {
    let mut record = over(started(Table::of(2).rows([0, 1]), &[4]));
    for seat in SeatId::BOTH {
        record = changed(record.disconnect(Seats::One(seat), record.person(seat).unwrap().node, START));
    }
    let shown = r#""presence":"online"},"O":{"name":"O","kind":"person","presence":"away"}"#;
    assert!(shared_rest(&id(1), &record, 0).contains(shown));
}

#[test]
fn a_player_who_misses_two_first_moves_in_a_row_is_paired_again_on_request_only() {
    let mut table = Table::of(2);
    table.play(1, [0, 1], &[]);
    assert!(table.place(0).is_ok());
    table.play(2, [0, 1], &[]);
    assert_eq!(table.place(0), Err(ArenaRefusal::SetAside));
    assert!(table.place(1).is_ok());
    table.arena.forgive(table.players[0].0);
    assert!(table.place(0).is_ok());
}

#[test]
fn a_player_who_resigns_before_both_have_moved_twice_in_a_row_is_set_aside() {
    for cells in [&[][..], &[4]] {
        let mut table = Table::of(2);
        table.resign(1, [0, 1], cells);
        table.resign(2, [0, 1], cells);
        assert_eq!(table.place(1), Err(ArenaRefusal::SetAside), "{cells:?}");
        assert!(table.place(0).is_ok());
        assert_eq!(table.points(), [("player 0", 0), ("player 1", 0)]);
    }
}

#[test]
fn a_player_who_loses_by_the_first_move_is_not_set_aside() {
    let mut table = Table::of(2);
    for number in [1, 2] {
        table.begin(number, [0, 1]).unwrap();
        let record = started_on(Rules::new(2, 2, 1).unwrap(), table.rows([0, 1]), &[0]);
        table.arena.finish(&id(number), &record);
    }
    assert!(table.place(1).is_ok());
}

#[test]
fn a_player_who_resigns_later_loses_the_game() {
    let mut table = Table::of(2);
    table.resign(1, [0, 1], &[4, 0]);
    table.resign(2, [0, 1], &[4, 0]);
    assert!(table.place(1).is_ok());
    assert_eq!(table.points(), [("player 0", 4), ("player 1", 0)]);
}

#[test]
fn a_missed_start_is_not_forgotten_when_the_opponent_misses_one() {
    let mut table = Table::of(2);
    table.play(1, [0, 1], &[]);
    table.play(2, [1, 0], &[]);
    table.play(3, [0, 1], &[]);
    assert_eq!(table.place(0), Err(ArenaRefusal::SetAside));
}

#[test]
fn a_player_who_was_removed_is_not_paired_and_does_not_come_back() {
    let mut table = Table::of(2);
    let key = table.key.clone();
    table.arena.manage(&key, &ArenaChange::Remove("PLAYER 0".to_owned()), START).unwrap();
    assert_eq!(table.begin(1, [0, 1]), Err(ArenaRefusal::Removed));
    let (_, entrant) = &table.players[0];
    assert_eq!(table.arena.enter(entrant, PLAYERS, START).map(drop), Err(ArenaRefusal::Removed));
    assert_eq!(table.enter("Player 0"), Err(ArenaRefusal::NameTaken));
    assert_eq!(table.points(), [("player 1", 0)]);
}

#[test]
fn the_player_who_opened_an_arena_manages_it_also_without_a_row() {
    let [ann, bob] = ["Ann", "Bob"].map(entrant);
    let mut arena = ArenaRecord::open(&ann, LASTS, START);
    assert!(arena.enter(&ann, PLAYERS, START).unwrap().manages);
    assert!(!arena.enter(&bob, PLAYERS, START).unwrap().manages);
    let end = arena.manage(&bob.secret, &ArenaChange::End, START);
    assert_eq!((end, arena.is_over(START)), (Err(ArenaRefusal::BadKey), false));
    for change in [ArenaChange::Remove("Ann".to_owned()), ArenaChange::End] {
        arena.manage(&ann.secret, &change, START).unwrap();
    }
    assert!(arena.is_over(START));
    assert_eq!(arena.ranking().len(), 1);
}

#[test]
fn an_arena_may_be_for_people_only_or_for_bots_only() {
    for (only_bots, is_bot, expected) in [
        (None, true, Ok(())),
        (Some(true), true, Ok(())),
        (Some(true), false, Err(ArenaRefusal::OnlyFor { bots: true })),
        (Some(false), true, Err(ArenaRefusal::OnlyFor { bots: false })),
    ] {
        let opener = Entrant { only_bots, ..entrant("Eve") };
        let mut arena = ArenaRecord::open(&opener, LASTS, START);
        let entered = arena.enter(&Entrant { is_bot, ..entrant("Ann") }, PLAYERS, START);
        assert_eq!(entered.map(drop), expected);
        assert!(arena.enter(&opener, PLAYERS, START).is_ok(), "who opens it may be of either kind");
    }
}

#[test]
fn a_name_belongs_to_the_first_who_took_it() {
    assert_eq!(Table::of(1).enter("Player 0"), Err(ArenaRefusal::NameTaken));
}

#[test]
fn an_arena_that_is_over_takes_no_one_and_pairs_no_one() {
    let mut table = Table::of(3);
    table.play(1, [2, 1], X_WINS);
    table.begin(2, [2, 1]).unwrap();
    let (row, known) = &table.players[0];
    let over = Err(ArenaRefusal::Finished { rank: 2, players: 3, is_final: false });
    assert_eq!(table.arena.place(*row, seconds(600)), over);
    assert_eq!(table.arena.enter(known, PLAYERS, seconds(600)), over);
    let late = table.arena.enter(&entrant("late"), PLAYERS, seconds(600));
    assert_eq!(late, Err(ArenaRefusal::Over));
}

#[test]
fn a_player_whose_game_is_running_takes_no_second_one() {
    let mut table = Table::of(3);
    assert_eq!(table.begin(1, [0, 1]), Ok(()));
    let begun = table.arena.clone();
    assert_eq!((table.begin(1, [0, 1]), &table.arena), (Ok(()), &begun), "the same write again");
    assert_eq!(table.begin(2, [2, 0]), Err(ArenaRefusal::Playing));
    assert_eq!(table.begin(2, [2, 2]), Err(ArenaRefusal::Playing), "no one plays against themselves");
    let (_, entrant) = &table.players[0];
    assert_eq!(table.arena.enter(entrant, PLAYERS, START).map(drop), Err(ArenaRefusal::Playing));
    table.arena.forget(&id(1)).unwrap();
    assert_eq!(table.begin(2, [2, 0]), Ok(()));
}

#[test]
fn an_arena_has_room_for_so_many_players() {
    let mut table = Table::of(usize::from(PLAYERS));
    assert_eq!(table.enter("one more"), Err(ArenaRefusal::Full));
    let (row, entrant) = &table.players[0];
    assert_eq!(table.arena.enter(entrant, PLAYERS, START).map(|place| place.seek.row), Ok(*row));
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
        for (id, row) in table.arena.ranking() {
            prop_assert_eq!(row.points(), points[usize::from(id.0)]);
        }
        prop_assert!(table.arena.ranking().is_sorted_by_key(|(_, row)| std::cmp::Reverse(row.points())));
    }
}
