//! Whatever a server sends that fits the schema.

use proptest::arbitrary::Arbitrary;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use tictactoe_protocol::analysis::{Effect, ForcedWin, Hint, Review, ReviewedMove, Shape, Worth};
use tictactoe_protocol::client::{ClientFrame, ClientMessage};
use tictactoe_protocol::server::{Done, ServerMessage};
use tictactoe_protocol::snapshot::{Snapshot, You};
use tictactoe_protocol::values::{Mark, Rules};

use crate::app::command::{Command, Square};
use crate::purpose::InputMode;
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, on_board, snapshot, won};

/// Any value, but every other one of these.
fn often<T: Arbitrary, S: Strategy<Value = T>>(usual: S) -> impl Strategy<Value = T> {
    prop_oneof![usual, any::<T>()]
}

/// Squares of the smallest boards, and squares beyond any board.
fn some_cells() -> impl Strategy<Value = Vec<u8>> {
    vec(often(prop_oneof![0..9_u8, Just(u8::MAX)]), 0..12)
}

fn mark() -> impl Strategy<Value = Mark> {
    select(vec![Mark::X, Mark::O])
}

/// A board that can be drawn; nothing else in it needs to fit.
fn drawable() -> impl Strategy<Value = Snapshot> {
    let side = || prop_oneof![Just(1), 1..=15_u8];
    let squares = vec(select(vec!['_', 'X', 'O']), 225);
    let viewer = (select(vec![You::X, You::O, You::Both]), any::<bool>());
    let numbers = (often(1..3_u32), often(0..4_u32), any::<Option<u64>>());
    ((side(), side(), any::<u8>()), squares, vec(some_cells(), 4), option::of(mark()), viewer, numbers)
        .prop_map(|((columns, rows, run), squares, cells, turn, (you, is_person), (game, ply, ms_left))| {
            let mut any = if turn.is_some() { snapshot(&[4, 0]) } else { won() };
            let lines = squares.chunks(15).take(rows.into());
            any.board = lines.map(|line| line.iter().take(columns.into()).collect()).collect();
            (any.rules, any.you, any.turn) = (Rules::new(columns, rows, run), Some(you), turn);
            (any.moves, any.legal) = (cells[0].clone(), cells[1].clone());
            if let Some(result) = &mut any.result {
                result.lines = cells[2..].to_vec();
            }
            (any.game, any.ply, any.ms_left) = (game, ply, ms_left);
            if is_person { any } else { against_the_computer(any) }
        })
}

/// A board that cannot be drawn.
fn undrawable() -> impl Strategy<Value = Snapshot> {
    (drawable(), 0..6).prop_map(|(mut flawed, flaw)| {
        match flaw {
            0 => drop(flawed.board.pop()),
            1 => flawed.board.push("_".repeat(flawed.rules.columns.into())),
            2 => flawed.board[0].push('é'),
            3 => flawed.board[0].replace_range(..1, " "),
            4 => (flawed.rules.columns, flawed.board) = (0, vec![String::new(); flawed.board.len()]),
            _ => (flawed.rules.columns, flawed.rules.rows, flawed.board) = (27, 1, vec!["_".repeat(27)]),
        }
        flawed
    })
}

fn worth() -> impl Strategy<Value = Option<Worth>> {
    let worth = (often(-1..=1_i8), option::of(often(0..9_u16)));
    option::of(worth.prop_map(|(value, distance)| Worth { value, distance }))
}

fn shape() -> impl Strategy<Value = Option<Shape>> {
    let effect = prop_oneof![Just(Effect::Makes), Just(Effect::Blocks), Just(Effect::Leaves)];
    let shape = (effect, any::<u8>(), any::<bool>());
    option::of(shape.prop_map(|(effect, marks, open)| Shape { effect, marks, open }))
}

/// A hint and a review, of any game.
fn answers() -> impl Strategy<Value = (Hint, Review)> {
    let reviewed = (mark(), often(0..9_u8), worth(), worth(), some_cells(), any::<bool>(), shape()).prop_map(
        |(mark, cell, before, after, best, mistake, shape)| ReviewedMove {
            mark,
            cell,
            before,
            after,
            best,
            mistake,
            shape,
        },
    );
    let win = || {
        let parts = (any::<u32>(), mark(), vec(some_cells(), 0..14));
        parts.prop_map(|(ply, winner, moves)| ForcedWin { ply, winner, moves })
    };
    let wins = (option::of(win()), vec(win(), 0..3));
    (1..3_u32, often(0..4_u32), some_cells(), worth(), shape(), vec(reviewed, 0..12), wins).prop_map(
        |(game, ply, cells, worth, shape, moves, (forced_win, forced_wins))| {
            let hint = Hint { id: None, game, ply, cells, worth, shape, forced_win };
            (hint, Review { id: None, game, moves, forced_wins })
        },
    )
}

fn clients() -> [Client; 4] {
    let watches = Client::spectator(InputMode::Script);
    [Client::person(), Client::script(), watches, Client::hotseat()]
}

proptest! {
    #[test]
    fn nothing_that_can_be_drawn_panics_or_ends_any_interface(
        seen in vec((drawable(), answers()), 1..6),
        lines in vec("[0-9a-z,]{0,4}|board|moves|help|resign|rematch|hint|review|new|quit|y|n", 0..6),
        (fits, flawed) in (any::<bool>(), undrawable()),
    ) {
        for mut client in clients() {
            for (seq, (snapshot, (hint, review))) in (0..).zip(&seen) {
                if client.end.is_none() {
                    client.see(Snapshot { seq, ..snapshot.clone() });
                }
                for line in lines.iter().map(String::as_str).chain(["board", "moves", "hint", "review"]) {
                    if client.app.wants_input() {
                        client.read(line);
                    }
                }
                for ClientFrame { id, message } in std::mem::take(&mut client.sent) {
                    let hint = ServerMessage::Hint(Hint { id: id.clone(), ..hint.clone() });
                    let review = ServerMessage::Review(Review { id: id.clone(), ..review.clone() });
                    match message {
                        ClientMessage::Hint(_) if fits => client.hear(&hint),
                        ClientMessage::Review(_) if fits => client.hear(&review),
                        _ if fits => client.hear(&ServerMessage::Done(Done { id: id.unwrap(), duplicate: false })),
                        _ => client.hear(&hint).hear(&review),
                    };
                }
                prop_assert!(!fits || !matches!(client.end, Some(Err(_))), "{:?}", client.end);
            }
        }
        for mut client in clients() {
            client.see(flawed.clone());
            prop_assert_eq!(client.end.take().unwrap().unwrap_err().code(), 6);
        }
    }
}

#[test]
fn every_board_that_can_be_played_on_can_be_shown() {
    for (columns, rows) in (1..=15_u8).flat_map(|columns| (1..=15_u8).map(move |rows| (columns, rows))) {
        let cells = columns * rows;
        // As many of each mark: it is the client's turn.
        let moves: Vec<u8> = (0..cells.min(3) / 2 * 2).map(|n| cells - 1 - n).collect();
        for mut client in [Client::person(), Client::script()] {
            client.see(on_board(&moves, Rules::new(columns, rows, 1)));
            assert_eq!(client.end, None);
            client.read("board").read("moves");
            let view = client.app.view().unwrap();
            for cell in 0..cells {
                let (row, column) = view.row_column(cell);
                let (row, column) = (u32::from(row), u32::from(column));
                assert_eq!(view.cell(Square::At { row, column }), Some(cell));
                let Ok(Some(Command::Play(named))) = Command::parse(&view.label(cell)) else {
                    panic!("a square")
                };
                assert_eq!(view.cell(named), Some(cell));
            }
        }
    }
}
