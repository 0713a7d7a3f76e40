//! Whatever a server sends.

use proptest::prelude::*;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::words::{Mark, Rules};

use crate::errand::Series;
use crate::input::{Command, Square};
use crate::testing::client::Client;
use crate::testing::snapshots::{on_board, snapshot, won};

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

proptest! {
    #[test]
    fn no_snapshot_panics_any_face(
        snapshots in proptest::collection::vec(hostile("[XO_é ]{0,4}"), 1..6),
        lines in proptest::collection::vec("[0-9a-z,]{0,4}|board|moves|help|resign|rematch|new|quit|y|n", 0..6),
    ) {
        let two = Client::two();
        for mut client in [Client::person(), Client::script(), Client::watcher(Series::Open), two] {
            for snapshot in &snapshots {
                if client.end.is_none() {
                    client.see(snapshot.clone());
                }
                for line in &lines {
                    if client.app.wants_input() {
                        client.read(line);
                    }
                }
            }
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
