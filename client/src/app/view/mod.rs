//! A snapshot as its viewer sees it.
//!
//! What a server sends is trusted as far as its schema goes: the client proves no arithmetic again. Only the board is
//! checked, because it is drawn: no size that a terminal or the coordinates cannot show.

mod squares;

use tictactoe_protocol::snapshot::{GameResult, Player, PlayerKind, Presence, Reason, Snapshot, Takeback};
use tictactoe_protocol::values::{Level, Mark, Rules};

pub(crate) use squares::{Square, column_letter, number_word};

const MAX_COLUMNS: u8 = 26;

const MAX_ROWS: u8 = 99;

/// The most cells that the wire can number.
const MAX_CELLS: usize = 256;

/// What is wrong with a snapshot, after "it sent".
pub(crate) type Flaw = &'static str;

const NO_BOARD: Flaw = "a board that does not fit its rules";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    /// The viewer's mark. None for a spectator, and for two people at one keyboard.
    pub(crate) you: Option<Mark>,
    pub(crate) is_spectator: bool,
    squares: Vec<Option<Mark>>,
}

/// A player as the viewer speaks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    You,
    Them,
    /// One of two others, or one of two at the same keyboard.
    Other(Mark),
}

/// What one player asks of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    Rematch,
    Takeback,
}

impl View {
    pub(crate) fn new(snapshot: Snapshot, is_spectator: bool) -> Result<Self, Flaw> {
        let squares = read_board(&snapshot)?;
        // A game without a player to move and without a result would never go on.
        if snapshot.turn.is_some() == snapshot.result.is_some() {
            return Err("a turn that does not fit the result");
        }
        let you = match snapshot.you {
            _ if is_spectator => None,
            Some(you) => you.mark(),
            None => return Err("a snapshot that does not say which player you are"),
        };
        Ok(Self { snapshot, you, is_spectator, squares })
    }

    /// The same game after so many of its moves. The score stays, so it does not say which game of a series this is.
    pub(crate) fn after(&self, ply: usize) -> Self {
        let mut view = self.clone();
        let later = self.snapshot.moves.get(ply..).unwrap_or_default();
        if let Some(&next) = later.first() {
            view.snapshot.turn = self.mark_at(next);
            (view.snapshot.result, view.snapshot.series) = (None, None);
        }
        for &cell in later {
            view.squares.get_mut(usize::from(cell)).into_iter().for_each(|square| *square = None);
        }
        view.snapshot.moves.truncate(ply);
        view
    }

    /// The same game as if it went on with these cells, to a win for this player if they complete a row.
    pub(crate) fn imagined(&self, cells: &[u8], winner: Mark) -> Self {
        let mut view = self.clone();
        for &cell in cells {
            let mark = if view.snapshot.moves.len().is_multiple_of(2) { Mark::X } else { Mark::O };
            view.squares.get_mut(usize::from(cell)).into_iter().for_each(|square| *square = Some(mark));
            view.snapshot.moves.push(cell);
        }
        let row = cells.last().and_then(|&cell| view.row_through(cell));
        let (winner, reason) = (Some(winner), Reason::Line);
        view.snapshot.result = row.map(|row| GameResult { winner, reason, lines: vec![row], ended_by: None });
        view.snapshot.series = None;
        view
    }

    /// The row that the mark in this cell completes. For positions of which the server sends no snapshot.
    fn row_through(&self, cell: u8) -> Option<Vec<u8>> {
        let mark = self.mark_at(cell);
        let (row, column) = self.row_column(cell);
        let beside = |(down, right): (i64, i64)| {
            let [row, column] = [i64::from(row) + down, i64::from(column) + right].map(u32::try_from);
            let cell = self.cell(Square::At { row: row.ok()?, column: column.ok()? })?;
            (self.mark_at(cell) == mark).then_some(cell)
        };
        let rows = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right)| -> Vec<u8> {
            let walk =
                |sign: i64| (1..).map_while(move |step| beside((sign * step * down, sign * step * right)));
            walk(1).chain([cell]).chain(walk(-1)).collect()
        });
        rows.into_iter().find(|row| row.len() >= self.snapshot.rules.run.into())
    }

    pub(crate) fn cells(&self) -> usize {
        self.squares.len()
    }

    pub(crate) fn mark_at(&self, cell: u8) -> Option<Mark> {
        self.squares.get(usize::from(cell)).copied().flatten()
    }

    /// The cell to which a mark falls that is put on this one: the cell itself in a game without gravity. None if its
    /// column is full.
    pub(crate) fn landing(&self, cell: u8) -> Option<u8> {
        let Rules { columns, gravity, .. } = self.snapshot.rules;
        let column = |cell: u8| cell % columns.max(1);
        let mut legal = self.snapshot.legal.iter().copied();
        if gravity { legal.find(|&other| column(other) == column(cell)) } else { Some(cell) }
    }

    pub(crate) fn who(&self, mark: Mark) -> Who {
        match self.you {
            Some(you) if you == mark => Who::You,
            Some(_) => Who::Them,
            None => Who::Other(mark),
        }
    }

    pub(crate) const fn player(&self, mark: Mark) -> &Player {
        self.snapshot.players.get(mark)
    }

    /// A player's name to begin a sentence with; in quotes if it could mean the reader or the computer.
    pub(crate) fn name(&self, mark: Mark) -> String {
        let player = self.player(mark);
        let name = player.name.as_str();
        let small = name.to_lowercase();
        let small = small.strip_prefix("the ").unwrap_or(&small);
        match player.kind {
            PlayerKind::Computer => "The computer".to_owned(),
            _ if small == "you" || small == "your" || small.starts_with("computer") => format!("\"{name}\""),
            _ => name.to_owned(),
        }
    }

    pub(crate) fn plays(&self, mark: Mark) -> bool {
        self.you.map_or(!self.is_spectator, |you| you == mark)
    }

    pub(crate) fn marks(&self) -> [Mark; 2] {
        let first = self.you.unwrap_or(Mark::X);
        [first, first.other()]
    }

    /// The other player, if this client plays one mark.
    pub(crate) fn opponent(&self) -> Option<Mark> {
        self.you.map(Mark::other)
    }

    /// The mark to move, if this client plays it.
    pub(crate) fn mover(&self) -> Option<Mark> {
        self.snapshot.turn.filter(|&turn| self.plays(turn))
    }

    /// After the game, both players look for other opponents.
    pub(crate) const fn is_in_arena(&self) -> bool {
        self.snapshot.arena.is_some()
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.snapshot.result.is_some()
    }

    /// All the viewer's seats have asked for another game.
    pub(crate) fn has_offered(&self) -> bool {
        let is_done = |&mark: &Mark| !self.plays(mark) || self.asks(Offer::Rematch, mark);
        !self.is_spectator && self.marks().iter().all(is_done)
    }

    pub(crate) fn asks(&self, offer: Offer, mark: Mark) -> bool {
        match offer {
            Offer::Rematch => self.snapshot.rematch.offers.contains(&mark),
            Offer::Takeback => self.takeback_asked_by() == Some(mark),
        }
    }

    pub(crate) const fn declined_by(&self, offer: Offer) -> Option<Mark> {
        match (offer, self.snapshot.takeback) {
            (Offer::Rematch, _) => self.snapshot.rematch.declined_by,
            (Offer::Takeback, Some(Takeback::DeclinedBy(mark))) => Some(mark),
            (Offer::Takeback, _) => None,
        }
    }

    /// The computer's level, if it is the opponent.
    pub(crate) fn computer_level(&self) -> Option<Level> {
        self.player(self.opponent()?).level
    }

    /// Leaving now would cost a game against a person.
    pub(crate) fn is_live_against_a_person(&self) -> bool {
        !self.is_over() && !self.is_spectator && !self.is_against_the_computer()
    }

    /// Another opponent has to be found.
    pub(crate) fn is_cancelled_without_opponent(&self) -> bool {
        self.snapshot.result.as_ref().is_some_and(|result| result.reason == Reason::Cancelled)
            && self.opponent().is_some_and(|mark| self.player(mark).presence != Presence::Online)
    }

    pub(crate) fn is_against_the_computer(&self) -> bool {
        self.opponent().is_some_and(|mark| self.player(mark).kind == PlayerKind::Computer)
    }

    /// None where no line won.
    pub(crate) fn is_in_winning_line(&self, cell: u8) -> Option<bool> {
        let lines = &self.snapshot.result.as_ref()?.lines;
        (!lines.is_empty()).then(|| lines.iter().flatten().any(|&won| won == cell))
    }

    /// Before the first move in a match, and in an arena before both have moved, the game is cancelled instead.
    pub(crate) fn loses_by_leaving(&self, mark: Mark) -> bool {
        let is_on = !self.is_over() && (self.snapshot.game > 1 || self.has_moved(mark));
        is_on && !(self.is_in_arena() && self.snapshot.ply < 2)
    }

    /// The viewer has a move that can be taken back.
    pub(crate) fn has_own_move(&self) -> bool {
        self.marks().into_iter().any(|mark| self.plays(mark) && self.has_moved(mark))
    }

    /// Who asks to take back a move.
    pub(crate) const fn takeback_asked_by(&self) -> Option<Mark> {
        match self.snapshot.takeback {
            Some(Takeback::AskedBy(mark)) => Some(mark),
            _ => None,
        }
    }

    pub(crate) fn is_asked_for_takeback(&self) -> bool {
        self.takeback_asked_by().is_some_and(|mark| self.who(mark) == Who::Them)
    }

    pub(crate) fn has_moved(&self, mark: Mark) -> bool {
        self.snapshot.moves.iter().any(|&cell| self.mark_at(cell) == Some(mark))
    }
}

fn read_board(snapshot: &Snapshot) -> Result<Vec<Option<Mark>>, Flaw> {
    let Rules { columns, rows, .. } = snapshot.rules;
    let cells = usize::from(columns) * usize::from(rows);
    if !(1..=MAX_COLUMNS).contains(&columns) || !(1..=MAX_ROWS).contains(&rows) || cells > MAX_CELLS {
        return Err("a board of an impossible size");
    }
    let is_wide = |row: &String| row.chars().count() == usize::from(columns);
    if snapshot.board.len() != usize::from(rows) || !snapshot.board.iter().all(is_wide) {
        return Err(NO_BOARD);
    }
    let read_square = |c| match c {
        'X' => Ok(Some(Mark::X)),
        'O' => Ok(Some(Mark::O)),
        '_' => Ok(None),
        _ => Err(NO_BOARD),
    };
    snapshot.board.iter().flat_map(|row| row.chars()).map(read_square).collect()
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::snapshot::You;

    use super::*;
    use crate::testing::snapshots::snapshot;

    fn mover(moves: &[u8], you: You, is_watch: bool) -> Option<Mark> {
        View::new(Snapshot { you: Some(you), ..snapshot(moves) }, is_watch).unwrap().mover()
    }

    #[test]
    fn the_mover_depends_on_the_viewer() {
        assert_eq!(mover(&[], You::X, false), Some(Mark::X));
        assert_eq!(mover(&[4], You::X, false), None);
        assert_eq!(mover(&[], You::X, true), None);
        assert_eq!(
            (mover(&[], You::Both, false), mover(&[4], You::Both, false)),
            (Some(Mark::X), Some(Mark::O))
        );
    }

    fn flaw(spoil: impl FnOnce(&mut Snapshot)) -> Flaw {
        let mut snapshot = snapshot(&[4, 0]);
        spoil(&mut snapshot);
        View::new(snapshot, false).unwrap_err()
    }

    #[test]
    fn a_board_that_cannot_be_drawn_is_a_flaw() {
        for columns_or_rows in [flaw(|s| s.rules.columns = 0), flaw(|s| s.rules.rows = 255)] {
            assert_eq!(columns_or_rows, "a board of an impossible size");
        }
        assert_eq!(flaw(|s| s.rules.rows = 4), NO_BOARD);
        assert_eq!(flaw(|s| s.board[1] = "_X".into()), NO_BOARD);
        assert_eq!(flaw(|s| s.board[1] = "_\u{e9}_".into()), NO_BOARD);
        assert_eq!(flaw(|s| s.turn = None), "a turn that does not fit the result");
        assert_eq!(flaw(|s| s.you = None), "a snapshot that does not say which player you are");
    }
}
