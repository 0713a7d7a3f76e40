//! Properties of `Game`, on random games by random rules.

use proptest::prelude::*;
use tictactoe_engine::{Cell, Game, IllegalMove, Mark, Outcome, ReplayError, Rules};

use crate::line_scan::{letter, lines};
use crate::random_games::{finished, rules, unfinished, without_last};

/// The winner and the sorted lines of the winner; `None` and no lines for a draw.
type Ending = (Option<Mark>, Vec<Vec<usize>>);

fn scanned_outcome(game: &Game) -> Option<Ending> {
    let rows = game.board().rows();
    for mark in [Mark::X, Mark::O] {
        let lines = lines(&rows, letter(mark), game.rules().run().into());
        if !lines.is_empty() {
            return Some((Some(mark), lines));
        }
    }
    (!rows.concat().contains('_')).then_some((None, vec![]))
}

fn engine_outcome(game: &Game) -> Option<Ending> {
    let by_number = |line: &Vec<Cell>| line.iter().map(|cell| cell.index()).collect::<Vec<_>>();
    game.outcome().map(|outcome| match outcome {
        Outcome::Win { mark, lines } => {
            let mut lines: Vec<Vec<usize>> = lines.iter().map(by_number).collect();
            lines.sort();
            (Some(*mark), lines)
        }
        Outcome::Draw => (None, vec![]),
    })
}

proptest! {
    #[test]
    fn the_outcome_after_every_move_equals_a_scan_of_the_board(
        game in finished(prop_oneof![rules(15, 15), rules(15, 4), rules(5, 3)])
    ) {
        // The scan is slow on big boards, so about 20 positions of each game are enough.
        let step = game.ply().div_ceil(20);
        for moves in (0..=game.ply()).step_by(step) {
            let earlier = without_last(&game, moves);
            prop_assert_eq!(engine_outcome(&earlier), scanned_outcome(&earlier));
            prop_assert_eq!(earlier.outcome().is_none(), moves > 0);
        }
    }

    #[test]
    fn replaying_the_cells_of_a_game_gives_the_same_game(game in unfinished(rules(15, 15))) {
        let replayed = Game::replay(game.rules(), game.cells().iter().copied());
        prop_assert_eq!(replayed.as_ref(), Ok(&game));
        prop_assert_eq!(game.ply(), game.cells().len());
    }

    #[test]
    fn exactly_the_empty_cells_are_legal_and_accepted(
        game in unfinished(rules(15, 15))
    ) {
        let text = game.board().rows().concat();
        let empty: Vec<usize> = text.match_indices('_').map(|(index, _)| index).collect();
        let legal: Vec<usize> = game.legal_cells().into_iter().map(Cell::index).collect();
        prop_assert_eq!(&legal, &empty);
        for index in 0..game.rules().cell_count() {
            let cell = game.rules().cell(index).unwrap();
            prop_assert_eq!(game.clone().play(cell).is_ok(), empty.contains(&index));
            prop_assert_eq!(game.board().get(cell).is_none(), empty.contains(&index));
        }
    }

    #[test]
    fn a_refused_move_changes_nothing(game in unfinished(rules(5, 5)), any in 0..225_usize) {
        let cell = Rules::new(15, 15, 1).unwrap().cell(any).unwrap();
        let mut tried = game.clone();
        match tried.play(cell) {
            Ok(()) => prop_assert_eq!(tried.ply(), game.ply() + 1),
            Err(reason) => {
                let expected = if any < game.rules().cell_count() { IllegalMove::Taken } else { IllegalMove::NoSuchCell };
                prop_assert_eq!(reason, expected);
                prop_assert_eq!(tried, game);
            }
        }
    }

    #[test]
    fn no_move_is_accepted_after_the_end(game in finished(rules(6, 4)), any in 0..225_usize) {
        let cell = Rules::new(15, 15, 1).unwrap().cell(any).unwrap();
        let mut over = game.clone();
        prop_assert_eq!(over.play(cell), Err(IllegalMove::GameOver));
        prop_assert_eq!(&over, &game);
        prop_assert_eq!((game.to_move(), game.legal_cells()), (None, vec![]));
        let longer = game.cells().iter().copied().chain([cell]);
        let refused = ReplayError { ply: game.ply(), reason: IllegalMove::GameOver };
        prop_assert_eq!(Game::replay(game.rules(), longer), Err(refused));
    }

    #[test]
    fn the_marks_alternate(game in unfinished(rules(15, 15))) {
        let text = game.board().to_string();
        let [x, o] = ["X", "O"].map(|letter| text.matches(letter).count());
        prop_assert_eq!((x, o), (game.ply().div_ceil(2), game.ply() / 2));
        prop_assert_eq!(game.to_move(), Some(if x == o { Mark::X } else { Mark::O }));
        prop_assert_eq!(text.matches('\n').count() + 1, usize::from(game.rules().rows()));
    }

    #[test]
    fn a_winning_line_is_ascending_and_contains_the_last_move(game in finished(rules(8, 3))) {
        if let Some(Outcome::Win { mark, lines }) = game.outcome() {
            prop_assert!((1..=4).contains(&lines.len()));
            for line in lines {
                prop_assert!(line.is_sorted_by(|a, b| a < b));
                prop_assert!(line.contains(game.cells().last().unwrap()));
                prop_assert!(line.iter().all(|&cell| game.board().get(cell) == Some(*mark)));
            }
        }
    }
}
