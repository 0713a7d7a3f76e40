//! Takebacks, going on against the computer, and reactions.

use tictactoe_protocol::client::{ClientMessage, InGame, NextGame, React, TakeBack};
use tictactoe_protocol::snapshot::{Presence, Reason, Series, SeriesResult, Snapshot, Takeback};
use tictactoe_protocol::values::{BestOf, Mark, Reaction};

use super::{SEATED, seated, with_ticket};
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{ended, on_board, snapshot, won};

/// X has played 4 and O 0, or after a takeback what is left of it.
fn position(seq: u64, moves: &[u8], takebacks: u32, takeback: Option<Takeback>) -> Snapshot {
    Snapshot { seq: 10 + seq, takebacks: Some(takebacks), takeback, ..snapshot(moves) }
}

fn take_back(mark: Mark) -> ClientMessage {
    ClientMessage::TakeBack(TakeBack { mark: Some(mark), game: Some(1), takebacks: Some(0) })
}

#[test]
fn a_takeback_is_asked_declined_and_made() {
    let asked = position(1, &[4, 0], 0, Some(Takeback::AskedBy(Mark::X)));
    for (mut client, said) in [
        (
            seated(Client::script()),
            "takeback_asked who=you\ntakeback_declined who=them\ntakeback_asked who=you\n\
             takeback_withdrawn who=you\ntaken_back ply=0\nmove who=you mark=X cell=9 ply=1\n\
             turn who=them ply=1 board=.../.../..X legal=1,2,3,4,5,6,7,8 ms_left=none\n",
        ),
        (
            seated(Client::person()),
            "You asked to take your last move back.\nBob declined the takeback.\n\
             You asked to take your last move back.\nYou withdrew the takeback.\n\
             Taken back to move 0.\nYou played 9 (row 3, column 3).\nBob's turn.\n",
        ),
    ] {
        client.see(position(0, &[4, 0], 0, None)).read("takeback").said();
        assert_eq!(client.grant(), take_back(Mark::X));
        client.see(asked.clone());
        client.see(position(2, &[4, 0], 0, Some(Takeback::DeclinedBy(Mark::O))));
        client.see(Snapshot { seq: 13, ..asked.clone() }).see(position(4, &[4, 0], 0, None));
        client.see(position(5, &[8], 1, None));
        assert_eq!(client.said(), said);
    }
}

#[test]
fn the_opponents_request_is_answered_on_the_opponents_turn() {
    let asked = position(1, &[4], 0, Some(Takeback::AskedBy(Mark::O)));
    for (line, answer) in
        [("takeback", take_back(Mark::O)), ("decline", ClientMessage::Decline(InGame { game: Some(1) }))]
    {
        let mut client = seated(Client::script());
        client.see(position(0, &[4], 0, None)).see(asked.clone()).read(line);
        assert_eq!(client.grant(), answer);
    }
}

#[test]
fn a_move_before_a_takeback_is_not_resent_after_it() {
    let mut client = with_ticket(Client::script());
    client.see(snapshot(&[])).read("5").take_sent();
    client.cut().reconnect();
    client.grant();
    client.hear(&frame(SEATED)).see(position(1, &[], 1, None));
    assert!(client.said().ends_with(
        "taken_back ply=0\nturn who=you ply=0 board=.../.../... legal=1,2,3,4,5,6,7,8,9 ms_left=none\n"
    ));
    client.read("6");
    let played = client.grant();
    assert!(matches!(played, ClientMessage::Move(played) if (played.cell, played.takebacks) == (5, Some(1))));
}

#[test]
fn continue_and_reactions_are_sent_and_shown() {
    let mut client = seated(Client::script());
    client.see(snapshot(&[4])).read("react nice_move");
    assert_eq!(client.grant(), ClientMessage::React(React { reaction: Reaction::NiceMove }));
    client.said();
    client.hear_text(r#"{"type":"reaction","mark":"O","reaction":"oops"}"#);
    assert_eq!(client.said(), "reaction who=them reaction=oops\n");
    let mut left = ended(&[4], Reason::Left, Some(Mark::X), &[]);
    (left.players.o.presence, left.rematch.open, left.continuable) = (Presence::Left, false, true);
    let mut client = seated(Client::person());
    client.see(left).read("continue");
    assert_eq!(client.grant(), ClientMessage::Continue(NextGame { game: Some(1), level: None }));
}

#[test]
fn a_series_is_shown_when_a_game_begins_and_when_it_ends() {
    let best_of = BestOf::try_from(3).unwrap();
    let series = |result| Some(Series { best_of, result });
    let mut client = Client::script();
    client.see(Snapshot { series: series(None), ..on_board(&[], snapshot(&[]).rules) });
    assert!(client.said().contains("\nseries best_of=3 result=none\n"));
    client.see(Snapshot { series: series(Some(SeriesResult::X)), ..won() });
    assert!(client.said().ends_with("\nseries best_of=3 result=X\n"));
}
