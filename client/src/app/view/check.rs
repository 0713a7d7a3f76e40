//! Whether a snapshot makes sense.

use thiserror::Error;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{Mark, Rules};

/// The most columns: each has a letter.
const MOST_COLUMNS: u8 = 26;

/// The most rows that are drawn.
const MOST_ROWS: u8 = 99;

/// The most cells that the wire can number.
const MOST_CELLS: usize = 256;

/// What is wrong with a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Flaw {
    /// The board has no cells, or more than can be named.
    #[error("a board of an impossible size")]
    Size,
    /// The rows are not as the rules say, or have something other than `X`, `O` and `_`.
    #[error("a board that does not fit its rules")]
    Board,
    /// `moves` names cells without a mark, one of them twice, or not as many as `ply` says.
    #[error("moves that do not fit the board")]
    Moves,
    /// `legal` names cells that are not empty, or one of them twice.
    #[error("legal cells that do not fit the board")]
    Legal,
    /// A winning line leaves the board.
    #[error("a winning line that leaves the board")]
    Lines,
    /// Somebody is to move in a game that is over, or nobody in one that is on.
    #[error("a turn that does not fit the result")]
    Turn,
    /// A player's snapshot does not say which one mark is the player's.
    #[error("a snapshot that does not say which player you are")]
    You,
}

/// Checks a snapshot. Gives its squares in reading order.
pub(super) fn check(snapshot: &Snapshot) -> Result<Vec<Option<Mark>>, Flaw> {
    let squares = read_board(snapshot)?;
    let at = |&cell: &u8| squares.get(usize::from(cell)).copied();
    if snapshot.moves.len() != snapshot.ply as usize
        || snapshot.moves.iter().any(|cell| !matches!(at(cell), Some(Some(_))))
        || repeats(&snapshot.moves)
    {
        return Err(Flaw::Moves);
    }
    if snapshot.legal.iter().any(|cell| at(cell) != Some(None)) || repeats(&snapshot.legal) {
        return Err(Flaw::Legal);
    }
    if let Some(result) = &snapshot.result
        && result.lines.iter().flatten().any(|cell| at(cell).is_none())
    {
        return Err(Flaw::Lines);
    }
    if snapshot.turn.is_some() == snapshot.result.is_some() {
        return Err(Flaw::Turn);
    }
    Ok(squares)
}

/// Whether a cell is named twice.
fn repeats(cells: &[u8]) -> bool {
    let mut seen = [false; MOST_CELLS];
    cells
        .iter()
        .any(|&cell| seen.get_mut(usize::from(cell)).is_some_and(|seen| std::mem::replace(seen, true)))
}

fn read_board(snapshot: &Snapshot) -> Result<Vec<Option<Mark>>, Flaw> {
    let Rules { columns, rows, .. } = snapshot.rules;
    let cells = usize::from(columns) * usize::from(rows);
    if !(1..=MOST_COLUMNS).contains(&columns) || !(1..=MOST_ROWS).contains(&rows) || cells > MOST_CELLS {
        return Err(Flaw::Size);
    }
    if snapshot.board.len() != usize::from(rows) {
        return Err(Flaw::Board);
    }
    let mut squares = Vec::with_capacity(cells);
    for row in &snapshot.board {
        let before = squares.len();
        for c in row.chars() {
            squares.push(read_square(c)?);
        }
        if squares.len() - before != usize::from(columns) {
            return Err(Flaw::Board);
        }
    }
    Ok(squares)
}

const fn read_square(c: char) -> Result<Option<Mark>, Flaw> {
    match c {
        'X' => Ok(Some(Mark::X)),
        'O' => Ok(Some(Mark::O)),
        '_' => Ok(None),
        _ => Err(Flaw::Board),
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::client::Join;

    use super::*;
    use crate::app::view::View;
    use crate::mode::{LinkId, Mode};
    use crate::testing::snapshots::{snapshot, won};

    fn flaw(spoil: impl FnOnce(&mut Snapshot)) -> Flaw {
        let mut snapshot = snapshot(&[4, 0]);
        spoil(&mut snapshot);
        View::new(snapshot, &Mode::Join(Join::default()), LinkId::First).unwrap_err()
    }

    #[test]
    fn a_snapshot_that_makes_no_sense_is_not_taken_in() {
        assert_eq!(flaw(|s| s.rules.columns = 0), Flaw::Size);
        assert_eq!(flaw(|s| s.rules.rows = 255), Flaw::Size);
        assert_eq!(flaw(|s| s.rules.rows = 4), Flaw::Board);
        assert_eq!(flaw(|s| s.board[1] = "_X".into()), Flaw::Board);
        assert_eq!(flaw(|s| s.board[1] = "_\u{e9}_".into()), Flaw::Board);
        assert_eq!(flaw(|s| s.ply = 3), Flaw::Moves);
        assert_eq!(flaw(|s| s.moves = vec![4, 8]), Flaw::Moves);
        assert_eq!(flaw(|s| s.moves = vec![4, 200]), Flaw::Moves);
        assert_eq!(flaw(|s| (s.moves, s.ply) = (vec![4, 0, 4], 3)), Flaw::Moves);
        assert_eq!(flaw(|s| s.legal.push(0)), Flaw::Legal);
        assert_eq!(flaw(|s| s.legal.push(1)), Flaw::Legal);
        assert_eq!(flaw(|s| s.legal.push(9)), Flaw::Legal);
        assert_eq!(flaw(|s| s.turn = None), Flaw::Turn);
        assert_eq!(flaw(|s| s.result = won().result), Flaw::Turn);
        assert_eq!(flaw(|s| s.you = None), Flaw::You);
        let beyond = |s: &mut Snapshot| {
            s.result = won().result;
            s.result.as_mut().unwrap().lines.push(vec![9]);
        };
        assert_eq!(flaw(beyond), Flaw::Lines);
    }
}
