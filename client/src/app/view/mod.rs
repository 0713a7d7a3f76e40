//! A snapshot that has been checked, and where its viewer stands.
//!
//! The protocol's types guarantee that a snapshot can be read; they do not guarantee that it makes sense.
//! After the `check` every cell that it names is on the board, so that no face has to ask again.

mod check;

use tictactoe_protocol::snapshot::{Player, PlayerKind, Snapshot};
use tictactoe_protocol::words::{Mark, Rules};

use crate::errand::{Errand, LinkId};
use crate::input::Square;
pub use check::Flaw;
use check::check;

/// Boards of up to this many cells are numbered; larger ones have coordinates.
const NUMBERED_CELLS: usize = 9;

/// A checked snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    snapshot: Snapshot,
    squares: Vec<Option<Mark>>,
    stance: Stance,
    numbers: Numbers,
}

/// Which number a square of a small board has for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    /// Its place in reading order: 1 is at the top on the left.
    #[default]
    Reading,
    /// Its place on a keyboard's keypad: 7 is at the top on the left. Only for three rows of three; other boards are
    /// numbered in reading order all the same.
    Numpad,
}

/// Where the viewer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stance {
    /// The viewer plays this mark.
    Player(Mark),
    /// The viewer looks on.
    Watcher,
    /// Two people share the keyboard.
    Both {
        /// The mark that the first connection plays.
        first: Mark,
    },
}

/// A player as the viewer speaks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The viewer.
    You,
    /// The viewer's opponent.
    Them,
    /// One of two others, or one of two at the same keyboard.
    Other(Mark),
}

impl View {
    /// Checks a snapshot that came over `link`.
    ///
    /// # Errors
    /// The first [`Flaw`] that is found.
    pub fn new(snapshot: Snapshot, errand: &Errand, link: LinkId) -> Result<Self, Flaw> {
        let squares = check(&snapshot)?;
        let stance = stance(&snapshot, errand, link)?;
        Ok(Self { snapshot, squares, stance, numbers: Numbers::Reading })
    }

    /// The same with other numbers.
    #[must_use]
    pub fn numbered(self, numbers: Numbers) -> Self {
        Self { numbers, ..self }
    }

    /// The snapshot.
    #[must_use]
    pub const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Where the viewer stands.
    #[must_use]
    pub const fn stance(&self) -> Stance {
        self.stance
    }

    /// The rows of the board, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Option<Mark>]> {
        // The check has seen to it that there is a column; `max` says so to `chunks`.
        self.squares.chunks(usize::from(self.rules().columns).max(1))
    }

    /// The board's size and how many in a row win.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.snapshot.rules
    }

    /// Whether squares go by numbers; otherwise they go by coordinates.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        self.squares.len() <= NUMBERED_CELLS
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// The mark on a cell.
    #[must_use]
    pub fn mark_at(&self, cell: u8) -> Option<Mark> {
        self.squares.get(usize::from(cell)).copied().flatten()
    }

    /// The row and the column of a cell, from 1.
    #[must_use]
    pub fn row_column(&self, cell: u8) -> (u8, u8) {
        let columns = self.rules().columns.max(1);
        (cell / columns + 1, cell % columns + 1)
    }

    /// A cell as `row,column`, from 1.
    #[must_use]
    pub fn pair(&self, cell: u8) -> String {
        let (row, column) = self.row_column(cell);
        format!("{row},{column}")
    }

    /// What people call a cell: `5`, or `h8` on a board that is too large for numbers.
    #[must_use]
    pub fn label(&self, cell: u8) -> String {
        if self.is_numbered() {
            return (u16::from(self.renumber(cell)) + 1).to_string();
        }
        let (row, column) = self.row_column(cell);
        Square::At { row: row.into(), column: column.into() }.to_string()
    }

    /// The cell that a person named, if the board has it.
    #[must_use]
    pub fn cell(&self, square: Square) -> Option<u8> {
        let Rules { columns, rows, .. } = self.rules();
        let index = match square {
            Square::Number(number) => {
                let index = number.checked_sub(1)?;
                u8::try_from(index).map_or(index, |cell| self.renumber(cell).into())
            }
            Square::At { row, column } => {
                let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
                if row >= u32::from(rows) || column >= u32::from(columns) {
                    return None;
                }
                row * u32::from(columns) + column
            }
        };
        u8::try_from(index).ok().filter(|&cell| usize::from(cell) < self.squares.len())
    }

    /// Reading order and the keypad: what is at a place in one is at this place in the other.
    fn renumber(&self, cell: u8) -> u8 {
        match (self.numbers, cell) {
            (Numbers::Numpad, 0..=8) if (self.rules().columns, self.rules().rows) == (3, 3) => {
                6 - cell / 3 * 3 + cell % 3
            }
            _ => cell,
        }
    }

    /// How the viewer speaks of the player with `mark`.
    #[must_use]
    pub fn who(&self, mark: Mark) -> Who {
        match self.stance {
            Stance::Player(you) if you == mark => Who::You,
            Stance::Player(_) => Who::Them,
            Stance::Watcher | Stance::Both { .. } => Who::Other(mark),
        }
    }

    /// The player with `mark`.
    #[must_use]
    pub const fn player(&self, mark: Mark) -> &Player {
        self.snapshot.players.get(mark)
    }

    /// The connection over which the player to move is played from here; none when that is not ours to do.
    #[must_use]
    pub fn mover(&self) -> Option<LinkId> {
        match (self.stance, self.snapshot.turn?) {
            (Stance::Player(you), turn) => (you == turn).then_some(LinkId::First),
            (Stance::Both { first }, turn) => {
                Some(if first == turn { LinkId::First } else { LinkId::Second })
            }
            (Stance::Watcher, _) => None,
        }
    }

    /// The mark that is played over a connection; none for a watcher.
    #[must_use]
    pub fn mark_over(&self, link: LinkId) -> Option<Mark> {
        match self.stance {
            Stance::Player(you) => Some(you),
            Stance::Both { first } => Some(if link == LinkId::First { first } else { first.other() }),
            Stance::Watcher => None,
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.snapshot.result.is_some()
    }

    /// Whether all the viewer's seats have asked for another game.
    #[must_use]
    pub fn has_offered(&self) -> bool {
        let offered = |mark| self.snapshot.rematch.offers.contains(&mark);
        match self.stance {
            Stance::Player(you) => offered(you),
            Stance::Both { .. } => offered(Mark::X) && offered(Mark::O),
            Stance::Watcher => false,
        }
    }

    /// Whether leaving now would cost a game against a person.
    #[must_use]
    pub fn is_live_against_a_person(&self) -> bool {
        let opponent = match self.stance {
            Stance::Player(you) => you.other(),
            Stance::Both { first } => first,
            Stance::Watcher => return false,
        };
        !self.is_over() && self.player(opponent).kind == PlayerKind::Person
    }

    /// Whether the viewer plays the computer.
    #[must_use]
    pub fn is_against_the_computer(&self) -> bool {
        matches!(self.stance, Stance::Player(you) if self.player(you.other()).kind == PlayerKind::Computer)
    }

    /// Whether the viewer has played a move in this game.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        let is_mine = |&cell: &u8| self.mark_at(cell).is_some_and(|mark| self.who(mark) == Who::You);
        self.snapshot.moves.iter().any(is_mine)
    }
}

fn stance(snapshot: &Snapshot, errand: &Errand, link: LinkId) -> Result<Stance, Flaw> {
    match (errand, snapshot.you) {
        (Errand::Watch(_), _) => Ok(Stance::Watcher),
        (_, None) => Err(Flaw::You),
        (Errand::Join(_), Some(you)) => Ok(Stance::Player(you)),
        (Errand::Hotseat { .. }, Some(you)) => {
            Ok(Stance::Both { first: if link == LinkId::First { you } else { you.other() } })
        }
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::client::{Join, Watch};
    use tictactoe_protocol::words::MatchId;

    use super::*;
    use crate::testing::snapshots::{on_board, snapshot};

    fn view(snapshot: Snapshot) -> View {
        View::new(snapshot, &Errand::Join(Join::default()), LinkId::First).unwrap()
    }

    #[test]
    fn squares_are_named_as_people_count() {
        let small = view(snapshot(&[]));
        assert_eq!((small.label(0), small.label(8)), ("1".into(), "9".into()));
        assert_eq!(small.cell(Square::At { row: 3, column: 1 }), Some(6));
        assert_eq!(small.cell(Square::Number(10)), None);
        assert_eq!(small.cell(Square::At { row: 1, column: 4 }), None);
        let large = view(on_board(&[], Rules { columns: 15, rows: 15, run: 5 }));
        assert_eq!((large.label(0), large.label(224)), ("a1".into(), "o15".into()));
        assert_eq!(large.cell(Square::Number(225)), Some(224));
        assert_eq!(large.cell(Square::At { row: u32::MAX, column: u32::MAX }), None);
    }

    #[test]
    fn a_keypad_has_its_seven_at_the_top() {
        let keypad = view(snapshot(&[])).numbered(Numbers::Numpad);
        let labels: Vec<_> = (0..9).map(|cell| keypad.label(cell)).collect();
        assert_eq!(labels.join(" "), "7 8 9 4 5 6 1 2 3");
        for (cell, label) in (0..9).zip(&labels) {
            assert_eq!(keypad.cell(Square::Number(label.parse().unwrap())), Some(cell));
        }
        assert_eq!(keypad.cell(Square::At { row: 1, column: 1 }), Some(0));
        let wide = view(on_board(&[], Rules { columns: 4, rows: 2, run: 3 })).numbered(Numbers::Numpad);
        assert_eq!((wide.label(0), wide.cell(Square::Number(8))), ("1".into(), Some(7)));
    }

    #[test]
    fn the_mover_is_found_from_where_the_viewer_stands() {
        assert_eq!(view(snapshot(&[])).mover(), Some(LinkId::First));
        assert_eq!(view(snapshot(&[4])).mover(), None);
        let watch = Errand::Watch(Watch { match_id: MatchId("m1".into()) });
        assert_eq!(View::new(snapshot(&[]), &watch, LinkId::First).unwrap().mover(), None);
        let two = Errand::Hotseat { first: Join::default(), second: Join::default() };
        let over = |link, moves: &[u8]| View::new(snapshot(moves), &two, link).unwrap().mover();
        assert_eq!(over(LinkId::First, &[]), Some(LinkId::First));
        assert_eq!(over(LinkId::First, &[4]), Some(LinkId::Second));
        assert_eq!(over(LinkId::Second, &[]), Some(LinkId::Second));
    }
}
