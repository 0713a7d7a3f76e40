//! A snapshot that has been checked, and where its viewer stands.
//!
//! The protocol's types guarantee that a snapshot can be read; they do not guarantee that it makes sense.
//! After the `check` every cell that it names is on the board, so that no face has to ask again.
//!
//! * `check`: whether a snapshot makes sense.
//! * `names`: what people call squares.

mod check;
mod names;

use tictactoe_protocol::snapshot::{Player, PlayerKind, Presence, Reason, Snapshot, You};
use tictactoe_protocol::values::{Mark, Rules};

use crate::errand::{Errand, LinkId};
pub use check::Flaw;
use check::check;
pub use names::Numbers;

/// A checked snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    snapshot: Snapshot,
    squares: Vec<Option<Mark>>,
    stance: Stance,
    numbers: Numbers,
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

/// What becomes of a game that its player leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It is lost.
    Lost,
    /// It is cancelled.
    Cancelled,
    /// That depends on what has happened before.
    Unsure,
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
        !self.is_over() && self.player(opponent).kind != PlayerKind::Computer
    }

    /// What leaving now costs, where that is sure: whoever has not moved in any game of the match loses none.
    #[must_use]
    pub fn cost_of_leaving(&self) -> Cost {
        match (self.stance, self.has_moved(), self.snapshot.game) {
            (Stance::Player(_), true, _) => Cost::Lost,
            (Stance::Player(_), false, 1) => Cost::Cancelled,
            _ => Cost::Unsure,
        }
    }

    /// Whether the game was cancelled and the opponent is gone: another one has to be found.
    #[must_use]
    pub fn is_cancelled_without_opponent(&self) -> bool {
        let Stance::Player(you) = self.stance else { return false };
        let is_cancelled =
            self.snapshot.result.as_ref().is_some_and(|result| result.reason == Reason::Cancelled);
        is_cancelled && self.player(you.other()).presence != Presence::Online
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
    match (errand, snapshot.you.and_then(You::mark)) {
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
    use tictactoe_protocol::values::MatchId;

    use super::*;
    use crate::testing::snapshots::snapshot;

    fn view(snapshot: Snapshot) -> View {
        View::new(snapshot, &Errand::Join(Join::default()), LinkId::First).unwrap()
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
