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

use crate::mode::{LinkId, Mode};
pub(crate) use check::Flaw;
use check::check;
pub(crate) use names::Numbers;

/// A checked snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct View {
    snapshot: Snapshot,
    squares: Vec<Option<Mark>>,
    perspective: Perspective,
    numbers: Numbers,
}

/// Where the viewer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// The viewer plays this mark.
    Player(Mark),
    /// The viewer looks on.
    Spectator,
    /// Two people share the keyboard.
    Both {
        /// The mark that the first connection plays.
        first: Mark,
    },
}

/// What becomes of a game that its player leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// It is lost.
    Lost,
    /// It is cancelled.
    Cancelled,
    /// That depends on what has happened before.
    Unsure,
}

/// A player as the viewer speaks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// The viewer.
    You,
    /// The viewer's opponent.
    Them,
    /// One of two others, or one of two at the same keyboard.
    Other(Mark),
}

impl View {
    /// Checks a snapshot that came over `link`.
    pub(crate) fn new(snapshot: Snapshot, mode: &Mode, link: LinkId) -> Result<Self, Flaw> {
        let squares = check(&snapshot)?;
        let perspective = perspective(&snapshot, mode, link)?;
        Ok(Self { snapshot, squares, perspective, numbers: Numbers::Reading })
    }

    /// The snapshot.
    pub(crate) const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Where the viewer stands.
    pub(crate) const fn perspective(&self) -> Perspective {
        self.perspective
    }

    /// The rows of the board, from the top.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Option<Mark>]> {
        // The check has seen to it that there is a column; `max` says so to `chunks`.
        self.squares.chunks(usize::from(self.rules().columns).max(1))
    }

    /// The board's size and how many in a row win.
    pub(crate) const fn rules(&self) -> Rules {
        self.snapshot.rules
    }

    /// How many cells the board has.
    pub(crate) fn cells(&self) -> usize {
        self.squares.len()
    }

    /// The mark on a cell.
    pub(crate) fn mark_at(&self, cell: u8) -> Option<Mark> {
        self.squares.get(usize::from(cell)).copied().flatten()
    }

    /// How the viewer speaks of the player with `mark`.
    pub(crate) fn who(&self, mark: Mark) -> Who {
        match self.perspective {
            Perspective::Player(you) if you == mark => Who::You,
            Perspective::Player(_) => Who::Them,
            Perspective::Spectator | Perspective::Both { .. } => Who::Other(mark),
        }
    }

    /// The player with `mark`.
    pub(crate) const fn player(&self, mark: Mark) -> &Player {
        self.snapshot.players.get(mark)
    }

    /// The connection over which the player to move is played from here; none when that is not ours to do.
    pub(crate) fn mover(&self) -> Option<LinkId> {
        match (self.perspective, self.snapshot.turn?) {
            (Perspective::Player(you), turn) => (you == turn).then_some(LinkId::First),
            (Perspective::Both { first }, turn) => {
                Some(if first == turn { LinkId::First } else { LinkId::Second })
            }
            (Perspective::Spectator, _) => None,
        }
    }

    /// The mark that is played over a connection; none for a watcher.
    pub(crate) fn mark_over(&self, link: LinkId) -> Option<Mark> {
        match self.perspective {
            Perspective::Player(you) => Some(you),
            Perspective::Both { first } => Some(if link == LinkId::First { first } else { first.other() }),
            Perspective::Spectator => None,
        }
    }

    /// Whether the game is over.
    pub(crate) const fn is_over(&self) -> bool {
        self.snapshot.result.is_some()
    }

    /// Whether all the viewer's seats have asked for another game.
    pub(crate) fn has_offered(&self) -> bool {
        let offered = |mark| self.snapshot.rematch.offers.contains(&mark);
        match self.perspective {
            Perspective::Player(you) => offered(you),
            Perspective::Both { .. } => offered(Mark::X) && offered(Mark::O),
            Perspective::Spectator => false,
        }
    }

    /// Whether leaving now would cost a game against a person.
    pub(crate) fn is_live_against_a_person(&self) -> bool {
        let opponent = match self.perspective {
            Perspective::Player(you) => you.other(),
            Perspective::Both { first } => first,
            Perspective::Spectator => return false,
        };
        !self.is_over() && self.player(opponent).kind != PlayerKind::Computer
    }

    /// What leaving now costs, where that is sure: whoever has not moved in any game of the match loses none.
    pub(crate) fn cost_of_leaving(&self) -> Cost {
        match (self.perspective, self.has_moved(), self.snapshot.game) {
            (Perspective::Player(_), true, _) => Cost::Lost,
            (Perspective::Player(_), false, 1) => Cost::Cancelled,
            _ => Cost::Unsure,
        }
    }

    /// Whether the game was cancelled and the opponent is gone: another one has to be found.
    pub(crate) fn is_cancelled_without_opponent(&self) -> bool {
        let Perspective::Player(you) = self.perspective else { return false };
        let is_cancelled =
            self.snapshot.result.as_ref().is_some_and(|result| result.reason == Reason::Cancelled);
        is_cancelled && self.player(you.other()).presence != Presence::Online
    }

    /// Whether the viewer plays the computer.
    pub(crate) fn is_against_the_computer(&self) -> bool {
        matches!(self.perspective, Perspective::Player(you) if self.player(you.other()).kind == PlayerKind::Computer)
    }

    /// Whether the viewer has played a move in this game.
    pub(crate) fn has_moved(&self) -> bool {
        let is_mine = |&cell: &u8| self.mark_at(cell).is_some_and(|mark| self.who(mark) == Who::You);
        self.snapshot.moves.iter().any(is_mine)
    }
}

fn perspective(snapshot: &Snapshot, mode: &Mode, link: LinkId) -> Result<Perspective, Flaw> {
    match (mode, snapshot.you.and_then(You::mark)) {
        (Mode::Watch(_), _) => Ok(Perspective::Spectator),
        (_, None) => Err(Flaw::You),
        (Mode::Join(_), Some(you)) => Ok(Perspective::Player(you)),
        (Mode::Hotseat { .. }, Some(you)) => {
            Ok(Perspective::Both { first: if link == LinkId::First { you } else { you.other() } })
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
        View::new(snapshot, &Mode::Join(Join::default()), LinkId::First).unwrap()
    }

    #[test]
    fn the_mover_is_found_from_where_the_viewer_stands() {
        assert_eq!(view(snapshot(&[])).mover(), Some(LinkId::First));
        assert_eq!(view(snapshot(&[4])).mover(), None);
        let watch = Mode::Watch(Watch { match_id: MatchId("m1".into()) });
        assert_eq!(View::new(snapshot(&[]), &watch, LinkId::First).unwrap().mover(), None);
        let two = Mode::Hotseat { first: Join::default(), second: Join::default() };
        let over = |link, moves: &[u8]| View::new(snapshot(moves), &two, link).unwrap().mover();
        assert_eq!(over(LinkId::First, &[]), Some(LinkId::First));
        assert_eq!(over(LinkId::First, &[4]), Some(LinkId::Second));
        assert_eq!(over(LinkId::Second, &[]), Some(LinkId::Second));
    }
}
