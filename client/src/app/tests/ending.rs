//! What comes after games, and how runs end.

use tictactoe_protocol::client::{ClientMessage, Join, Rename};
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{Presence, Reason, SeriesResult};
use tictactoe_protocol::values::Mark;

use super::{LEAVE, REMATCH, RESIGN, plays, seated, with_ticket};
use crate::failure::Failure;
use crate::purpose::InputMode;
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{
    cancelled_without_opponent, ended, for_both, in_series, snapshot, watched, won,
};

#[test]
fn a_script_plays_one_game_and_leaves() {
    let mut client = seated(Client::script());
    client.see(won());
    assert_eq!(client.end, None, "it waits until the server knows");
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn the_end_of_input_on_the_own_turn_resigns_and_tells_how_it_ended() {
    let mut client = seated(Client::script());
    client.end_input();
    assert_eq!(client.grant(), RESIGN);
    client.see(ended(&[], Reason::Resigned, Some(Mark::O), &[]));
    assert!(client.said().contains("You resigned."));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn the_end_of_input_waits_for_the_own_turn() {
    let mut client = seated(Client::script());
    client.read("5").end_input();
    assert_eq!(client.grant(), plays(4, 0));
    client.see(snapshot(&[4]));
    assert!(client.sent.is_empty());
    client.see(snapshot(&[4, 0]));
    assert_eq!(client.grant(), RESIGN);
}

#[test]
fn a_script_whose_resignation_is_refused_leaves() {
    let mut client = seated(Client::script());
    client.end_input();
    assert_eq!(client.refuse("bad_message"), RESIGN);
    assert_eq!(client.grant(), LEAVE);
}

#[test]
fn the_end_of_input_leaves_the_queue() {
    let mut client = Client::script();
    client.grant();
    client.end_input();
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_series_asks_for_its_rematches_once_and_ends_after_the_last_game() {
    let mut client = seated(Client::script());
    client.see(in_series(won(), None));
    assert_eq!(client.grant(), REMATCH);
    let mut offered = in_series(won(), None);
    offered.seq += 1;
    offered.rematch.offers = vec![Mark::X];
    client.see(offered);
    assert!(client.sent.is_empty());
    let mut second = in_series(won(), Some(SeriesResult::X));
    (second.game, second.seq) = (2, 20);
    client.see(second);
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_person_is_asked_before_a_game_is_given_up() {
    let mut client = seated(Client::person());
    client.said();
    client.read("resign").read("maybe").read("n").read("resign").read("y");
    let said = "Resign? You will lose this game. y or n\nPlease answer y or n.\nResign? You will lose this game. y or n\n";
    assert_eq!(client.said(), said);
    assert_eq!(client.grant(), RESIGN);
}

#[test]
fn after_a_game_a_person_chooses() {
    let mut client = seated(Client::person());
    client.see(won());
    assert!(client.app.is_asking());
    client.read("r");
    assert_eq!(client.grant(), REMATCH);
    client.said();
    client.read("r");
    assert_eq!(client.said(), "Rematch offered. Waiting for Bob...\n");
    client.read("n");
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
    assert_eq!(client.app.view(), None, "the old match is forgotten");
}

#[test]
fn no_rematch_is_offered_to_an_opponent_who_has_left() {
    let mut client = seated(Client::person());
    let mut alone = won();
    alone.rematch.open = false;
    client.see(alone).said();
    client.read("r");
    assert_eq!(client.said(), "Bob has left. Type review, new or quit.\n");
    assert!(client.sent.is_empty());
}

#[test]
fn after_a_cancelled_game_without_an_opponent_the_client_joins_again() {
    let away = "Bob lost the connection before moving";
    for (client, presence, why) in [
        (Client::person(), Presence::Left, "Bob left before moving"),
        (Client::person(), Presence::Away, away),
        (Client::script(), Presence::Away, away),
    ] {
        let mut client = with_ticket(client);
        client.see(cancelled_without_opponent(presence));
        let said = client.said();
        assert!(said.ends_with(&format!("Game cancelled: {why}. It doesn't count.\n")), "{said}");
        assert_eq!((client.saved(), client.app.is_asking()), (None, false));
        assert_eq!(client.grant(), LEAVE);
        assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
        assert_eq!((client.app.view(), &client.end), (None, &None));
    }
}

#[test]
fn a_cancelled_game_with_both_players_online_leaves_the_choice() {
    let mut client = with_ticket(Client::person());
    client.see(ended(&[], Reason::Cancelled, None, &[]));
    assert!(client.app.is_asking() && client.sent.is_empty());
    let mut left = cancelled_without_opponent(Presence::Left);
    left.seq += 1;
    client.see(left);
    assert!(client.app.is_asking() && client.sent.is_empty(), "the opponent left after the end");
}

#[test]
fn spectators_and_hotseat_players_do_not_join_after_a_cancelled_game() {
    let mut watcher = Client::spectator(InputMode::Script);
    watcher.grant();
    let seen = watched(cancelled_without_opponent(Presence::Left));
    watcher.see(seen);
    assert_eq!(watcher.grant(), LEAVE);
    assert_eq!(watcher.end, Some(Ok(())));
    let mut two = Client::hotseat();
    two.grant();
    two.see(for_both(cancelled_without_opponent(Presence::Away)));
    assert!(two.app.is_asking() && two.sent.is_empty());
}

#[test]
fn after_the_end_of_input_a_cancelled_game_is_the_last() {
    let mut client = with_ticket(Client::script());
    client.end_input();
    client.see(cancelled_without_opponent(Presence::Left));
    assert_eq!(client.sent.last().unwrap().message, LEAVE);
    assert_eq!(client.grant(), RESIGN);
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_refused_join_is_an_error_also_after_the_end_of_the_input() {
    for mut client in [Client::script(), Client::person()] {
        client.end_input();
        client.refuse("bad_rules");
        assert_eq!(client.end.take().unwrap().unwrap_err().code(), 4);
    }
}

#[test]
fn two_people_at_one_keyboard_play_both_marks() {
    let mut client = Client::hotseat();
    client.grant();
    client.see(for_both(snapshot(&[]))).said();
    client.read("5");
    assert_eq!(client.grant(), plays(4, 0));
    client.see(for_both(snapshot(&[4])));
    assert!(client.said().ends_with("Bob's turn. Type the number of a square, or help.\n"));
    client.read("1");
    assert_eq!(client.grant(), plays(0, 1));
}

#[test]
fn at_one_keyboard_the_player_to_move_gets_another_name_which_is_not_remembered() {
    let mut client = Client::hotseat();
    client.grant();
    client.see(for_both(snapshot(&[4])));
    client.read("name Eve");
    let rename = Rename { name: "Eve".to_owned(), mark: Some(Mark::O) };
    assert_eq!(client.grant(), ClientMessage::Rename(rename));
    assert_eq!(client.remembered, []);
}

#[test]
fn a_watcher_sees_everything_and_plays_nothing() {
    let mut client = Client::spectator(InputMode::Script);
    client.grant();
    let seen = watched(snapshot(&[4, 0]));
    client.see(seen);
    client.read("5").end_input();
    let over = watched(won());
    client.see(over);
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
    let said = client.said();
    assert!(said.contains("Only the players can do that."), "{said}");
    assert!(said.contains("Ann won with the top row. Score: Ann 1, Bob 0, no draws."), "{said}");
}

#[test]
fn a_lost_connection_says_what_the_server_said_last() {
    let mut client = seated(Client::person());
    client.hear(&frame(r#"{"type":"closing","reason":"shutdown","message":"The server is stopping."}"#));
    client.cut();
    let message = "The server is stopping.".to_owned();
    assert_eq!(client.end, Some(Err(Failure::Closed { reason: ClosingReason::Shutdown, message })));
}

#[test]
fn what_a_newer_server_adds_is_passed_over() {
    let mut client = seated(Client::person());
    client.said();
    client.hear(&ServerMessage::Unknown).hear(&frame(r#"{"type":"done","id":"not mine"}"#));
    assert_eq!((client.said().as_str(), &client.end), ("", &None));
}
