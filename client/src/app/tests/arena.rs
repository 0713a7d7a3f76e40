//! The player of an arena: from game to game without asking.

use tictactoe_protocol::client::{AskStandings, ClientMessage, Join, NextGame};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::MatchId;

use super::{LEAVE, REMATCH};
use crate::purpose::{InputMode, Purpose};
use crate::testing::client::Client;
use crate::testing::snapshots::{snapshot, won};

const SEATED: &str = r#"{"type":"seated","match":"m1","ticket":"m1.secret","mark":"X"}"#;
const WAITING: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"arena":"class","name":"Ann","ticket":"m2.place"}"#;
/// The answer to the `join` of the player who opened the arena.
const OPENED: &str = r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"arena":"class","place":"row","manages":true,"ticket":"m1.place"}"#;
const TABLE: &str = r#"{"type":"standings","arena":"class","rules":{"columns":3,"rows":3,"run":3},"ms_left":LEFT,"rows":[{"name":"Ann","kind":"person","points":5,"wins":2,"draws":1,"losses":0}]}"#;

fn wish() -> Join {
    Join { name: Some("Ann".into()), arena: Some("class".into()), ..Join::default() }
}

fn in_arena(snapshot: Snapshot) -> Snapshot {
    Snapshot { arena: Room::new("class").ok(), ..snapshot }
}

fn ask() -> ClientMessage {
    ClientMessage::Standings(AskStandings { arena: "class".into() })
}

fn table(left: &str) -> String {
    TABLE.replace("LEFT", left)
}

/// A client that has entered, and plays.
fn entered(input_mode: InputMode) -> Client {
    let mut client = Client::new(Purpose::Join(wish()), input_mode);
    client.grant();
    client.hear_text(&OPENED.replace("true", "false"));
    client.answer(&table("60001"));
    client.hear_text(SEATED);
    client.see(in_arena(snapshot(&[])));
    client.said();
    client
}

#[test]
fn the_player_who_opened_the_arena_is_invited_to_manage_it_also_in_later_games() {
    let mut client = entered(InputMode::Person);
    let key = |client: &Client| client.app.arena().unwrap().managing_place.clone();
    assert_eq!(key(&client), None);
    client.hear_text(OPENED);
    client.hear_text(WAITING);
    assert_eq!(key(&client), Some(Ticket::new("row".into())));
}

/// A client that has finished a game.
fn between_games(input_mode: InputMode) -> Client {
    let mut client = entered(input_mode);
    client.see(in_arena(won()));
    client.said();
    client
}

#[test]
fn after_a_game_the_table_is_shown_and_the_next_opponent_comes_by_itself() {
    let mut client = between_games(InputMode::Person);
    client.hear_text(WAITING);
    assert_eq!(client.answer(&table("60001")), ask());
    let said = "Waiting in the arena class for your next opponent. Type quit to leave.\n\
                Arena class: 2 min left.\n 1. You: 5 points (2 won, 1 drawn, 0 lost)\n";
    assert_eq!(client.said(), said);
    client.hear_text(&SEATED.replace("m1", "m2"));
    client.see(Snapshot { match_id: MatchId("m2".into()), ..in_arena(snapshot(&[])) });
    assert!(client.said().contains("Your turn"), "it is another match");
}

#[test]
fn a_player_who_does_not_want_to_wait_says_so_by_rematch() {
    let mut client = between_games(InputMode::Person);
    client.read("rematch");
    assert_eq!(client.grant(), REMATCH);
}

#[test]
fn in_an_arena_no_other_opponent_or_game_can_be_chosen() {
    let mut client = between_games(InputMode::Person);
    for line in ["new", "level easy", "game 5x4"] {
        client.read(line);
        assert!(client.said().starts_with("In an arena the server finds your opponents."), "{line}");
    }
}

const GONE: &str = r#"{"type":"refused","code":"no_such_match","message":"It is gone."}"#;
const SET_ASIDE: &str = r#"{"type":"refused","code":"set_aside","message":"You get no opponent."}"#;

#[test]
fn a_player_who_is_set_aside_is_told_so() {
    let mut client = between_games(InputMode::Person);
    client.hear_text(SET_ASIDE);
    client.answer(&table("60001"));
    assert!(client.said().contains(" Type rematch to play on.\nArena class: 2 min left.\n"));
    assert!(client.app.is_asking());
    assert_eq!(client.read("r").grant(), ClientMessage::Rematch(NextGame::default()));
    client.hear_text(WAITING);
    assert!(client.app.arena().unwrap().refusal.is_none());
    client.hear_text(SET_ASIDE).hear_text(GONE).read("r");
    assert!(matches!(client.sent.pop().unwrap().message, ClientMessage::Join(_)));
}

#[test]
fn a_player_whose_last_game_is_over_reads_the_place_then_and_at_the_end() {
    let mut client = between_games(InputMode::Person);
    for message in ["You are number 2 of 3 so far.", "You are number 1 of 3."] {
        client.hear_text(&FINISHED.replace("You are number 1 of 1.", message));
        assert_eq!(client.answer(&table("0")), ask());
        let said = client.said();
        let told = format!(
            "The arena is over. {message}\nArena class: over.\n 1. You: 5 points (2 won, 1 drawn, 0 lost)\n"
        );
        assert_eq!(said, told);
        client.see(in_arena(Snapshot { seq: 9, ..won() }));
        assert!(client.app.view().is_none() && client.said().is_empty(), "the table stays");
    }
    client.read("r");
    assert_eq!(client.said(), "The arena is over. Use q to leave.\n");
}

#[test]
fn a_script_that_is_set_aside_ends() {
    let mut client = between_games(InputMode::Script);
    client.hear_text(SET_ASIDE);
    assert_eq!(client.grant(), LEAVE);
    assert!(matches!(client.end, Some(Ok(()))));
}

const FINISHED: &str =
    r#"{"type":"refused","code":"arena_over","message":"The arena is over. You are number 1 of 1."}"#;

#[test]
fn a_player_whose_match_in_an_arena_is_gone_can_choose_no_other_game() {
    let mut client = entered(InputMode::Person);
    client.hear_text(GONE).read("game 5x4");
    assert!(client.said().contains("\nIn an arena"));
}

#[test]
fn who_waits_when_the_arena_ends_reads_the_own_place_and_a_script_leaves() {
    for input_mode in [InputMode::Person, InputMode::Script] {
        let mut client = between_games(input_mode);
        client.hear_text(WAITING);
        client.answer(&table("60001"));
        client.hear_text(FINISHED);
        assert!(client.said().contains("The arena is over. You are number 1 of 1.\n"));
        if input_mode == InputMode::Script {
            assert_eq!(client.grant(), LEAVE);
            assert!(matches!(client.end, Some(Ok(()))));
        } else {
            assert_eq!(client.answer(&table("0")), ask());
            assert!(client.said().contains(" 1. You: 5 points"));
        }
    }
}

#[test]
fn a_player_whose_connection_is_lost_between_games_takes_the_same_row() {
    let mut client = between_games(InputMode::Person);
    client.hear_text(WAITING);
    client.answer(&table("60001"));
    let resume = client.cut().reconnect();
    assert!(matches!(resume, ClientMessage::Resume(_)), "the place in the queue may still be there");
    client.refuse("no_such_match");
    let again = Join { place: Some(Ticket::new("row".into())), ..wish() };
    assert_eq!(client.grant(), ClientMessage::Join(again));
}
