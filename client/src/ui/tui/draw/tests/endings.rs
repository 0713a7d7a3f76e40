//! How games end, in the words beside the board.

use tictactoe_protocol::snapshot::{Presence, Reason};
use tictactoe_protocol::values::Mark;

use super::*;
use crate::testing::snapshots::{ended, player, won};

/// The panel beside the board, its rows joined.
fn panel(view: &View, footer: Vec<&'static Binding>) -> String {
    let scene = Scene { footer, ..table(rest(view)) };
    let shown = text(&drawn(&scene, Rect::new(0, 0, 60, 16)));
    let beside = |line: &str| line.chars().skip(27).collect::<String>();
    let rows: Vec<_> = shown.lines().skip(8).take(4).map(beside).collect();
    rows.iter().map(|row| row.trim()).collect::<Vec<_>>().join(" ").trim().to_owned()
}

fn end(reason: Reason, winner: Option<Mark>) -> Snapshot {
    ended(&[0, 3, 1], reason, winner, &[])
}

#[test]
fn a_result_names_the_winner_and_the_reason() {
    let said = |reason, winner| panel(&played(end(reason, winner)), vec![]);
    let (x, o) = (Some(Mark::X), Some(Mark::O));
    assert_eq!(said(Reason::Full, None), "Draw  the board is full");
    assert_eq!(said(Reason::Resigned, x), "You won  Bob resigned");
    assert_eq!(said(Reason::Resigned, o), "You lost  you resigned");
    assert_eq!(said(Reason::Time, x), "You won  Bob ran out of time");
    assert_eq!(said(Reason::Time, o), "You lost  you ran out of time");
    assert_eq!(said(Reason::Left, x), "You won  Bob left");
    assert_eq!(said(Reason::Cancelled, None), "Game cancelled a player never moved. It doesn't count");
    assert_eq!(panel(&played(won()), vec![]), "You won  1-2-3");
}

#[test]
fn spectators_and_hotseat_see_the_winners_name() {
    assert_eq!(panel(&watched(won()), vec![]), "Ann won  1-2-3");
    assert_eq!(panel(&shared(end(Reason::Resigned, Some(Mark::O))), vec![]), "Bob won  Ann resigned");
    let mut named = won();
    named.players.x = player("you");
    assert_eq!(panel(&watched(named), vec![]), "\"you\" won  1-2-3");
}

#[test]
fn a_rematch_is_offered_only_while_both_are_there() {
    let mut offered = end(Reason::Resigned, Some(Mark::X));
    offered.rematch.offers.push(Mark::O);
    let mut gone = offered.clone();
    (gone.rematch.open, gone.players.o.presence) = (false, Presence::Left);
    let win = |rest: &str| format!("You won  Bob resigned {rest}");
    assert_eq!(
        panel(&played(offered.clone()), keys([REMATCH])),
        win("Bob wants a rematch. Press r to accept")
    );
    assert_eq!(panel(&played(offered), vec![]), win("Bob wants a rematch"));
    assert_eq!(panel(&played(gone), keys([REMATCH])), win("Bob has left: no rematch"));
    let mut asked = end(Reason::Resigned, Some(Mark::X));
    asked.rematch.offers.push(Mark::X);
    assert_eq!(panel(&played(asked), vec![]), win("Rematch offered: waiting for the answer"));
}
