//! Whatever a server sends.

use proptest::prelude::*;
use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{Mark, Rules};

use crate::app::command::{Command, Square};
use crate::mode::{Mode, Series};
use crate::testing::client::Client;
use crate::testing::snapshots::{against_the_computer, on_board, snapshot, won};

fn hostile(text: impl Strategy<Value = String>) -> impl Strategy<Value = Snapshot> {
    let sizes = (0..=30_u8, 0..=30_u8, any::<u8>());
    let rows = proptest::collection::vec(text, 0..5);
    let cells = || proptest::collection::vec(any::<u8>(), 0..12);
    let marks = (any::<bool>(), any::<bool>(), 0..4_u8);
    (sizes, rows, cells(), cells(), cells(), marks, any::<(u64, u32, u32, Option<u64>)>()).prop_map(
        |(
            (columns, rows, run),
            board,
            moves,
            legal,
            line,
            (x_turn, over, size),
            (seq, game, ply, ms_left),
        )| {
            let mut hostile = if over { won() } else { snapshot(&[4, 0]) };
            // Half of them wrong in one place only, so that they come past the first checks.
            if size > 1 {
                hostile.rules = Rules { columns, rows, run };
                hostile.board = board;
                (hostile.moves, hostile.legal) = (moves, legal);
                hostile.ply = ply;
            }
            hostile.turn = (!over || size == 3).then_some(if x_turn { Mark::X } else { Mark::O });
            if let Some(result) = &mut hostile.result {
                result.lines = vec![line, Vec::new()];
            }
            (hostile.seq, hostile.game, hostile.ms_left) = (seq, game, ms_left);
            hostile
        },
    )
}

fn worth() -> impl Strategy<Value = Option<Worth>> {
    let usual = (-1..=1_i8, proptest::option::of(0..9_u16));
    let any = (any::<i8>(), any::<Option<u16>>());
    proptest::option::of(prop_oneof![usual, any].prop_map(|(value, distance)| Worth { value, distance }))
}

fn some_cells() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        proptest::sample::subsequence((0..9).collect::<Vec<_>>(), 0..9),
        proptest::collection::vec(any::<u8>(), 0..4)
    ]
}

fn hint() -> impl Strategy<Value = Hint> {
    (1..3_u32, 0..4_u32, some_cells(), worth()).prop_map(|(game, ply, cells, worth)| Hint {
        id: None,
        game,
        ply,
        cells,
        worth,
    })
}

fn review() -> impl Strategy<Value = Review> {
    let reviewed = (any::<(bool, u8, bool)>(), worth(), worth(), some_cells()).prop_map(
        |((is_x, cell, mistake), before, after, best)| {
            let mark = if is_x { Mark::X } else { Mark::O };
            ReviewedMove { mark, cell, before, after, best, mistake }
        },
    );
    (1..3_u32, proptest::collection::vec(reviewed, 0..7)).prop_map(|(game, moves)| Review {
        id: None,
        game,
        moves,
    })
}

/// Answers everything that was asked with these.
fn answer_all(client: &mut Client, hint: &Hint, review: &Review) {
    for ClientFrame { id, .. } in std::mem::take(&mut client.sent) {
        for answer in [
            ServerMessage::Hint(Hint { id: id.clone(), ..hint.clone() }),
            ServerMessage::Review(Review { id, ..review.clone() }),
        ] {
            client.hear(&answer);
        }
    }
}

proptest! {
    #[test]
    fn no_snapshot_panics_any_interface(
        snapshots in proptest::collection::vec(hostile("[XO_é ]{0,4}"), 1..6),
        lines in proptest::collection::vec("[0-9a-z,]{0,4}|board|moves|help|resign|rematch|hint|review|new|quit|y|n", 0..6),
        (hints, reviews) in (proptest::collection::vec(hint(), 6), proptest::collection::vec(review(), 6)),
    ) {
        let two = Client::hotseat();
        for mut client in [Client::person(), Client::script(), Client::spectator(Series::Open, crate::ui::LineUi::Plain), two] {
            for ((snapshot, hint), review) in snapshots.iter().zip(&hints).zip(&reviews) {
                if client.end.is_none() {
                    client.see(snapshot.clone());
                }
                for line in &lines {
                    if client.app.wants_input() {
                        client.read(line);
                    }
                }
                answer_all(&mut client, hint, review);
            }
        }
    }

    #[test]
    fn no_answer_panics_any_interface(hint in hint(), review in review(), is_over in any::<bool>(), spoil in any::<bool>()) {
        for mut client in [Client::person(), Client::script(), Client::spectator(Series::Open, crate::ui::LineUi::Plain)] {
            let mut seen = against_the_computer(if is_over { won() } else { snapshot(&[4, 0]) });
            if matches!(client.app.mode, Mode::Watch(_)) {
                seen.you = None;
            }
            let mut review = review.clone();
            // Half of them of the game that was played, so that they come past the first checks.
            if spoil {
                review.moves.truncate(seen.moves.len());
                for (reviewed, &cell) in review.moves.iter_mut().zip(&seen.moves) {
                    (reviewed.cell, reviewed.mark) = (cell, Mark::X);
                }
                review.moves.iter_mut().skip(1).step_by(2).for_each(|reviewed| reviewed.mark = Mark::O);
            }
            client.grant();
            client.see(seen);
            for line in ["hint", "review"] {
                if client.app.wants_input() {
                    client.read(line);
                }
            }
            answer_all(&mut client, &hint, &review);
        }
    }

    #[test]
    fn every_board_that_can_be_played_on_can_be_shown(
        columns in 1..=15_u8, rows in 1..=15_u8, pairs in 0..2_u8,
    ) {
        let rules = Rules { columns, rows, run: 1 };
        let cells = columns * rows;
        // As many of each mark: it is the client's turn.
        let moves: Vec<u8> = (0..pairs.min(cells / 2) * 2).map(|n| cells - 1 - n).collect();
        for mut client in [Client::person(), Client::script()] {
            client.see(on_board(&moves, rules));
            prop_assert_eq!(&client.end, &None);
            client.read("board").read("moves");
            let view = client.app.view().unwrap();
            for cell in 0..cells {
                let (row, column) = view.row_column(cell);
                let (row, column) = (u32::from(row), u32::from(column));
                prop_assert_eq!(view.cell(Square::At { row, column }), Some(cell));
                let Some(Command::Play(named)) = Command::parse(&view.label(cell)) else { panic!("a square") };
                prop_assert_eq!(view.cell(named), Some(cell));
            }
        }
    }
}
