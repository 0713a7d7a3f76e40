//! Properties of `Game`, on random games by random rules.

use proptest::prelude::*;
use tictactoe_engine::{Cell, Game, IllegalMove, Mark, Outcome, ReplayError, Rules};

use crate::line_scan::{letter, lines};
use crate::random_games::{finished, unfinished, variants, without_last};

/// The winner and the sorted lines of the winner; `None` and no lines for a draw.
type Ending = (Option<Mark>, Vec<Vec<usize>>);

fn scanned_outcome(game: &Game) -> Option<Ending> {
    let rows = game.board().rows();
    for mark in [Mark::X, Mark::O] {
        let lines = lines(&rows, letter(mark), game.rules().run().into());
        if !lines.is_empty() {
            let winner = if game.rules().is_misere() { mark.other() } else { mark };
            return Some((Some(winner), lines));
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
        game in finished(prop_oneof![variants(15, 15), variants(15, 4), variants(5, 3)])
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
    fn replaying_the_cells_of_a_game_gives_the_same_game(game in unfinished(variants(15, 15))) {
        let replayed = Game::replay(game.rules(), game.cells().iter().copied());
        prop_assert_eq!(replayed.as_ref(), Ok(&game));
        prop_assert_eq!(game.ply(), game.cells().len());
    }

    #[test]
    fn exactly_the_empty_cells_that_no_mark_falls_past_are_legal_and_accepted(
        game in unfinished(variants(15, 15))
    ) {
        let (rules, text) = (game.rules(), game.board().rows().concat());
        let is_empty = |index: usize| text.get(index..=index) == Some("_");
        let falls = |index| rules.has_gravity() && is_empty(index + usize::from(rules.columns()));
        for index in 0..rules.cell_count() {
            let cell = rules.cell(index).unwrap();
            let is_legal = is_empty(index) && !falls(index);
            prop_assert_eq!(game.clone().play(cell).is_ok(), is_legal);
            prop_assert_eq!(game.legal_cells().contains(&cell), is_legal);
            prop_assert_eq!(game.board().get(cell).is_none(), is_empty(index));
        }
        prop_assert!(game.legal_cells().is_sorted());
    }

    #[test]
    fn a_refused_move_changes_nothing(game in unfinished(variants(5, 5)), any in 0..225_usize) {
        let cell = Rules::new(15, 15, 1).unwrap().cell(any).unwrap();
        let mut tried = game.clone();
        match tried.play(cell) {
            Ok(()) => prop_assert_eq!(tried.ply(), game.ply() + 1),
            Err(reason) => {
                let column = |cell: Cell| cell.index() % usize::from(game.rules().columns());
                let is_right = match reason {
                    IllegalMove::Taken => game.board().get(cell).is_some(),
                    IllegalMove::Floating { lowest } => {
                        column(lowest) == column(cell) && game.clone().play(lowest).is_ok()
                    }
                    IllegalMove::NoSuchCell => any >= game.rules().cell_count(),
                    IllegalMove::GameOver => false,
                };
                prop_assert!(is_right, "{:?}", reason);
                prop_assert_eq!(tried, game);
            }
        }
    }

    #[test]
    fn no_move_is_accepted_after_the_end(game in finished(variants(6, 4)), any in 0..225_usize) {
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
    fn the_marks_alternate(game in unfinished(variants(15, 15))) {
        let text = game.board().to_string();
        let [x, o] = ["X", "O"].map(|letter| text.matches(letter).count());
        prop_assert_eq!((x, o), (game.ply().div_ceil(2), game.ply() / 2));
        prop_assert_eq!(game.to_move(), Some(if x == o { Mark::X } else { Mark::O }));
        prop_assert_eq!(text.matches('\n').count() + 1, usize::from(game.rules().rows()));
    }

    #[test]
    fn a_decisive_line_is_ascending_and_contains_the_last_move(game in finished(variants(8, 3))) {
        if let Some(Outcome::Win { lines, .. }) = game.outcome() {
            let last = game.cells().last().unwrap();
            prop_assert!((1..=4).contains(&lines.len()));
            for line in lines {
                prop_assert!(line.is_sorted_by(|a, b| a < b));
                prop_assert!(line.contains(last));
                prop_assert!(line.iter().all(|&cell| game.board().get(cell) == game.board().get(*last)));
            }
        }
    }
}
