//! Every refusal has a stable code and a readable sentence, carries the `id` of the message, and changes neither the
//! stored match nor what is shown of it.
//!
//! A resent move is no refusal: it succeeds and changes nothing.

use std::collections::HashSet;

use crate::violation::{Fixture, Scenario, Sender, check_violation};
use tictactoe_protocol::refusal::Code;

macro_rules! scenarios {
    ($($code:ident { $($name:ident: $scenario:ident, $sender:ident, $text:expr;)+ })+) => {
        const CODES: &[Code] = &[$(Code::$code),+];
        $($(
            #[tokio::test]
            async fn $name() {
                check_violation(Code::$code, Scenario::$scenario, Sender::$sender, $text).await;
            }
        )+)+
    };
}

scenarios! {
    NotJson {
        text_that_is_no_json: On, O, "hello";
    }
    BadMessage {
        an_unknown_type: On, O, r#"{"type":"dance"}"#;
        a_position_for_two_people: On, Newcomer, r#"{"type":"join","from":[4]}"#;
        an_arena_against_the_computer: On, Newcomer, r#"{"type":"join","arena":"class","opponent":"ai"}"#;
        an_arena_of_no_minutes: On, Newcomer, r#"{"type":"join","arena":"class","minutes":0}"#;
        minutes_without_an_arena: On, Newcomer, r#"{"type":"join","minutes":5}"#;
    }
    BadName {
        an_invisible_name: On, Newcomer, r#"{"type":"join","name":"\u200b\u202e\u001b"}"#;
    }
    BadRoom {
        a_room_of_two_words: On, Newcomer, r#"{"type":"join","room":"two words"}"#;
    }
    BadRules {
        a_board_of_16_rows: On, Newcomer, r#"{"type":"join","rules":{"rows":16}}"#;
    }
    BadPosition {
        a_taken_cell_in_a_position: On, Newcomer, r#"{"type":"join","opponent":"ai","from":[4,4]}"#;
        a_position_on_a_smaller_board: On, Newcomer, r#"{"type":"join","opponent":"ai","from":[9]}"#;
        a_position_of_a_game_that_is_over: On, Newcomer,
            r#"{"type":"join","opponent":"ai","from":[0,3,1,4,2]}"#;
    }
    RoomRules {
        another_board_than_the_one_that_is_waited_for: Rooms, Newcomer,
            r#"{"type":"join","room":"puppy","rules":{"columns":4,"rows":4,"run":4}}"#;
        another_variant_than_the_one_that_is_waited_for: Rooms, Newcomer,
            r#"{"type":"join","room":"puppy","rules":{"misere":true}}"#;
    }
    RoomFull {
        a_third_in_a_room: Rooms, Newcomer, r#"{"type":"join","room":"kitten"}"#;
        a_third_with_another_board: Rooms, Newcomer,
            r#"{"type":"join","room":"Kitten","rules":{"columns":4,"rows":4,"run":4}}"#;
    }
    ArenaOver {
        a_join_to_an_arena_that_is_over: Arenas, Newcomer, r#"{"type":"join","arena":"Over"}"#;
    }
    ArenaFull {
        one_player_more_than_the_arena_has_room_for: Arenas, Newcomer,
            r#"{"type":"join","arena":"class","name":"Cleo"}"#;
    }
    NoSuchArena {
        the_table_of_an_arena_that_does_not_exist: On, Newcomer, r#"{"type":"standings","arena":"class"}"#;
    }
    WrongKind {
        a_person_in_an_arena_for_bots: Arenas, Newcomer, r#"{"type":"join","arena":"bots"}"#;
    }
    NameTaken {
        another_player_with_the_same_name: Arenas, Newcomer, r#"{"type":"join","arena":"class","name":"ANN"}"#;
    }
    AlreadySeated {
        a_join_by_a_player: On, X, r#"{"type":"join"}"#;
        a_join_by_someone_who_waits: On, Waiting, r#"{"type":"join"}"#;
        a_resume_of_ones_own_seat: On, X, r#"{"type":"resume","ticket":"TICKET-OF-X"}"#;
        a_player_who_would_watch: On, O, r#"{"type":"watch","match":"MATCH"}"#;
        a_join_after_the_game_without_leaving: Won, O, r#"{"type":"join","opponent":"ai"}"#;
    }
    NotSeated {
        a_move_by_a_spectator: On, Spectator, r#"{"type":"move","cell":0,"ply":1}"#;
        a_move_by_a_stranger: On, Newcomer, r#"{"type":"move","cell":0,"ply":1}"#;
        a_hint_for_a_spectator: On, Spectator, r#"{"type":"hint"}"#;
        a_review_for_a_stranger: Won, Newcomer, r#"{"type":"review"}"#;
        a_stranger_who_leaves: On, Newcomer, r#"{"type":"leave"}"#;
    }
    NotYourTurn {
        a_move_out_of_turn: On, X, r#"{"type":"move","cell":0,"ply":1}"#;
    }
    Taken {
        a_move_on_the_opponents_cell: On, O, r#"{"type":"move","cell":4,"ply":1}"#;
    }
    Floating {
        a_move_above_an_empty_cell: Gravity, O, r#"{"type":"move","cell":0,"ply":1}"#;
    }
    NoSuchCell {
        a_move_beside_the_board: On, O, r#"{"type":"move","cell":9,"ply":1}"#;
        a_cell_that_only_a_bigger_board_has: On, O, r#"{"type":"move","cell":260}"#;
    }
    Stale {
        a_move_at_a_ply_that_has_passed: On, O, r#"{"type":"move","cell":0,"ply":0}"#;
        another_move_than_before_at_its_ply: On, X, r#"{"type":"move","cell":0,"ply":0}"#;
        the_opponents_move_at_its_ply: On, O, r#"{"type":"move","cell":4,"ply":0}"#;
        a_move_of_a_game_that_has_passed: On, O, r#"{"type":"move","cell":0,"ply":1,"game":0}"#;
        an_agreement_to_no_request: On, O, r#"{"type":"take_back","mark":"X"}"#;
        a_review_of_a_game_that_has_passed: Won, O, r#"{"type":"review","game":0}"#;
    }
    Ahead {
        a_move_at_a_ply_to_come: On, O, r#"{"type":"move","cell":0,"ply":2}"#;
        a_move_after_more_takebacks: On, O, r#"{"type":"move","cell":0,"ply":1,"takebacks":1}"#;
        a_move_of_a_game_to_come: On, O, r#"{"type":"move","cell":0,"ply":1,"game":2}"#;
        a_review_of_a_game_to_come: Won, Spectator, r#"{"type":"review","game":2}"#;
    }
    GameOver {
        a_move_by_the_loser_after_the_end: Won, O, r#"{"type":"move","cell":7,"ply":5}"#;
        a_takeback_after_the_end: Won, X, r#"{"type":"take_back"}"#;
        a_resignation_after_the_end: Won, O, r#"{"type":"resign"}"#;
        a_hint_after_the_end: Won, O, r#"{"type":"hint"}"#;
        a_move_after_the_opponent_left: OLeft, X, r#"{"type":"move","cell":0}"#;
    }
    GameOn {
        going_on_while_the_game_is_on: On, X, r#"{"type":"continue"}"#;
        a_rematch_while_the_game_is_on: On, X, r#"{"type":"rematch"}"#;
        a_review_while_the_game_is_on: On, X, r#"{"type":"review"}"#;
    }
    NothingToTakeBack {
        a_takeback_before_the_first_move: On, O, r#"{"type":"take_back"}"#;
    }
    OpponentPresent {
        going_on_while_the_opponent_is_there: Won, O, r#"{"type":"continue"}"#;
    }
    NoHints {
        a_hint_against_a_person: On, O, r#"{"type":"hint"}"#;
    }
    Busy {
        a_second_review: Busy, O, r#"{"type":"review"}"#;
    }
    OpponentLeft {
        a_rematch_after_the_opponent_left: OLeft, X, r#"{"type":"rematch"}"#;
    }
    Left {
        a_ticket_of_someone_who_left: OLeft, Newcomer, r#"{"type":"resume","ticket":"TICKET-OF-O"}"#;
    }
    NoSuchMatch {
        watching_a_match_that_is_none: On, Newcomer, r#"{"type":"watch","match":"000000000000"}"#;
        watching_what_cannot_be_a_match: On, Newcomer, r#"{"type":"watch","match":"../match"}"#;
        a_ticket_of_a_match_that_is_none: On, Newcomer,
            &format!(r#"{{"type":"resume","ticket":"000000000000.{}"}}"#, "0".repeat(64));
    }
    BadTicket {
        a_ticket_without_a_secret: On, Newcomer, r#"{"type":"resume","ticket":"MATCH."}"#;
        a_ticket_with_a_wrong_secret: On, Newcomer,
            &format!(r#"{{"type":"resume","ticket":"MATCH.{}"}}"#, "0".repeat(64));
        a_ticket_with_more_behind_it: On, Newcomer, r#"{"type":"resume","ticket":"TICKET-OF-X0"}"#;
    }
    RateLimited {
        more_messages_than_there_may_be: Flood, O, r#"{"type":"move","cell":4,"ply":1}"#;
    }
    Full {
        a_join_when_there_are_enough_matches: Full, Newcomer, r#"{"type":"join"}"#;
    }
    Unavailable {
        a_move_while_the_store_is_down: StoreDown, O, r#"{"type":"move","cell":0,"ply":1}"#;
        joining_the_computer_while_the_store_is_down: StoreDown, Newcomer,
            r#"{"type":"join","opponent":"ai"}"#;
        a_resume_while_the_store_is_down: StoreDown, Newcomer, r#"{"type":"resume","ticket":"TICKET-OF-X"}"#;
    }
}

#[test]
fn every_code_has_a_scenario() {
    // No message is refused as `set_aside`: see `a_player_who_gives_up_two_games_is_told_so` of the arena.
    let covered: HashSet<_> = CODES.iter().chain([&Code::SetAside]).collect();
    let all: HashSet<_> = Code::ALL.iter().collect();
    assert_eq!(covered, all);
}

#[tokio::test]
async fn a_move_may_be_sent_again_even_after_the_end_and_on_another_connection() {
    let mut fixture = Fixture::new(Scenario::Won).await;
    let ticket = fixture.x.ticket();
    fixture.x = fixture.take(Sender::Newcomer).await;
    fixture.x.resume(&ticket).await.unwrap();
    fixture.x.over().await;
    let before = fixture.state().await;
    for (ply, cell) in [(0, 4), (2, 0), (4, 8)] {
        assert!(fixture.x.play_at(cell, Some(ply)).await.expect("a resend is no violation").duplicate);
    }
    assert_eq!(fixture.state().await, before);
}

#[tokio::test]
async fn resigning_or_offering_again_is_a_success_and_changes_nothing() {
    let mut fixture = Fixture::new(Scenario::On).await;
    fixture.x.resign().await.unwrap();
    fixture.o.over().await;
    fixture.o.rematch().await.unwrap();
    let before = fixture.state().await;
    assert!(fixture.x.resign().await.expect("a resend is no violation").duplicate);
    assert!(fixture.o.rematch().await.expect("a resend is no violation").duplicate);
    assert_eq!(fixture.state().await, before);
}
