//! How games end, in the words beside the board.

use tictactoe_protocol::snapshot::{Presence, Reason, Series, SeriesResult};
use tictactoe_protocol::values::Mark;

use super::*;
use crate::testing::snapshots::ended;

/// The lower part of the panel beside the board: who won, and the sentences below.
fn panel(view: &View, footer: Vec<Binding>) -> Vec<String> {
    let scene = Scene { footer, ..table(at_middle(view)) };
    let shown = text(&drawn(&scene, Rect::new(0, 0, 120, 24)));
    let beside = shown.lines().skip(9).take(8).map(|line| line.chars().skip(58).collect::<String>());
    beside.map(|row| row.trim().to_owned()).filter(|row| !row.is_empty()).collect()
}

fn end(reason: Reason, winner: Option<Mark>) -> Snapshot {
    ended(&[0, 3, 1], reason, winner, &[])
}

#[test]
fn a_rematch_is_offered_only_while_both_are_there() {
    let mut offered = end(Reason::Resigned, Some(Mark::X));
    offered.rematch.offers.push(Mark::O);
    let mut gone = offered.clone();
    (gone.rematch.open, gone.players.o.presence) = (false, Presence::Left);
    let mut asked = end(Reason::Resigned, Some(Mark::X));
    asked.rematch.offers.push(Mark::X);
    let said = |game: &Snapshot, footer| panel(&played(game.clone()), footer)[2..].join(" ");
    assert_eq!(said(&offered, keys([REMATCH])), "Bob wants a rematch. Press r to accept, d to decline.");
    assert_eq!(said(&offered, vec![]), "Bob wants a rematch.");
    assert_eq!(said(&gone, keys([REMATCH])), "Bob has left.");
    assert_eq!(said(&asked, vec![]), "Rematch offered. Waiting for Bob...");
}

#[test]
fn a_draw_is_of_both_sides() {
    let mut game = ended(&[0, 4, 8, 1, 7, 6, 2, 5, 3], Reason::Full, None, &[]);
    assert_eq!(panel(&played(game.clone()), vec![])[0], "✕    Draw    ◯");
    game.series = Some(Series { best_of: 3.try_into().unwrap(), result: Some(SeriesResult::X) });
    assert_eq!(panel(&played(game), vec![])[0], "You won the series!");
}
