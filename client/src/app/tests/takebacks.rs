//! Takebacks, reactions and series.

use tictactoe_protocol::client::{ClientMessage, InGame, NextGame, React, TakeBack};
use tictactoe_protocol::snapshot::{Presence, Reason, Series, SeriesResult, Snapshot, Takeback};
use tictactoe_protocol::values::{BestOf, Mark, Reaction};

use super::seated;
use crate::preferences::Preferences;
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, ended, snapshot, won};

/// X has played 4 and O 0, or after a takeback what is left of it.
fn position(seq: u64, moves: &[u8], takebacks: u32, takeback: Option<Takeback>) -> Snapshot {
    Snapshot { seq: 10 + seq, takebacks, takeback, ..snapshot(moves) }
}

fn take_back(mark: Mark) -> ClientMessage {
    ClientMessage::TakeBack(TakeBack { mark: Some(mark), game: Some(1), takebacks: Some(0) })
}

#[test]
fn a_takeback_is_asked_declined_and_made() {
    let asked = position(1, &[4, 0], 0, Some(Takeback::AskedBy(Mark::X)));
    for mut client in [seated(Client::script()), seated(Client::person())] {
        client.see(position(0, &[4, 0], 0, None)).read("takeback").said();
        assert_eq!(client.grant(), take_back(Mark::X));
        client.see(asked.clone());
        client.see(position(2, &[4, 0], 0, Some(Takeback::DeclinedBy(Mark::O))));
        client.see(Snapshot { seq: 13, ..asked.clone() }).see(position(4, &[4, 0], 0, None));
        client.see(position(5, &[8], 1, None));
        assert_eq!(
            client.said(),
            "Takeback requested. Waiting for Bob...\nBob declined the takeback.\n\
             Takeback requested. Waiting for Bob...\nYou withdrew the takeback request.\n\
             You took back a move.\nYou played bottom right.\nBob is thinking...\n"
        );
    }
}

#[test]
fn the_opponents_request_is_answered_on_the_opponents_turn() {
    let asked = position(1, &[4], 0, Some(Takeback::AskedBy(Mark::O)));
    for (line, answer) in
        [("takeback", take_back(Mark::O)), ("decline", ClientMessage::Decline(InGame { game: Some(1) }))]
    {
        let mut client = seated(Client::person());
        client.see(position(0, &[4], 0, None)).see(asked.clone()).read(line);
        assert_eq!(client.grant(), answer);
    }
}

#[test]
fn a_series_is_shown_when_a_game_begins_and_when_it_ends() {
    let best_of = BestOf::try_from(3).unwrap();
    let series = |result| Some(Series { best_of, result });
    let mut client = Client::script();
    client.see(Snapshot { series: series(None), ..snapshot(&[]) });
    assert!(client.said().starts_with("Game 1 of 3 in match m1."));
    client.see(Snapshot { series: series(Some(SeriesResult::X)), ..won() });
    assert!(client.said().contains("won the series"));
}

#[test]
fn a_takeback_is_asked_only_where_there_is_a_move_and_asked_again_it_is_withdrawn() {
    let mut client = seated(Client::person());
    client.said();
    client.read("u");
    assert_eq!((client.said().as_str(), client.sent.len()), ("You have no move to take back.\n", 0));
    client.see(position(0, &[4], 0, Some(Takeback::AskedBy(Mark::X)))).read("takeback");
    assert_eq!(client.grant(), ClientMessage::Decline(InGame { game: Some(1) }));
    client.see(Snapshot { seq: 50, ..won() }).said();
    client.read("takeback").read("continue");
    let over = "The game is over. Type rematch, review, new or quit.\n";
    let over = format!("{over}This game cannot be continued.\n");
    assert_eq!((client.said(), client.sent.len()), (over, 0));
}

#[test]
fn a_request_that_takes_effect_at_once_is_followed_by_its_snapshot_before_the_next_line() {
    let mut client = seated(Client::script());
    client.see(against_the_computer(position(0, &[4, 0], 0, None))).read("takeback");
    assert_eq!(client.grant(), take_back(Mark::X));
    client.read("9");
    assert!(client.sent.is_empty(), "the board is not known yet");
    client.see(against_the_computer(position(1, &[], 1, None)));
    assert!(matches!(client.grant(), ClientMessage::Move(played) if played.takebacks == Some(1)));
}

#[test]
fn reactions_are_not_repeated_to_a_busy_server_and_those_of_others_can_be_muted() {
    let mut client = seated(Client::person());
    client.said();
    client.read("react thanks");
    assert_eq!(client.take_sent().message, ClientMessage::React(React { reaction: Reaction::Thanks }));
    client
        .hear_text(r#"{"type":"refused","id":1,"code":"rate_limited","message":"Wait.","retry_in_ms":900}"#);
    client.read("mute");
    client.hear_text(r#"{"type":"reaction","mark":"O","reaction":"oops"}"#);
    client.hear_text(r#"{"type":"reaction","mark":"X","reaction":"thanks"}"#);
    client.read("mute");
    client.hear_text(r#"{"type":"reaction","mark":"O","reaction":"oops"}"#);
    let said = "Too many reactions. Wait a moment.\nReactions are muted.\nYou: Thanks!\n\
                Reactions are no longer muted.\nBob: Oops!\n";
    assert_eq!((client.said().as_str(), client.wake_at()), (said, None));
    let muted = [true, false].map(|muted| Preferences { muted: Some(muted), ..Preferences::default() });
    assert_eq!(client.remembered, muted);
}

#[test]
fn continue_and_reactions_are_sent_and_shown() {
    let mut client = seated(Client::person());
    client.see(snapshot(&[4])).read("react nice_move");
    assert_eq!(client.grant(), ClientMessage::React(React { reaction: Reaction::NiceMove }));
    client.said();
    client.hear_text(r#"{"type":"reaction","mark":"O","reaction":"oops"}"#);
    assert_eq!(client.said(), "Bob: Oops!\n");
    let mut left = ended(&[4], Reason::Left, Some(Mark::X), &[]);
    (left.players.o.presence, left.rematch.open, left.continuable) = (Presence::Left, false, true);
    let mut client = seated(Client::person());
    client.see(left).read("continue");
    assert_eq!(client.grant(), ClientMessage::Continue(NextGame { game: Some(1), level: None }));
}
