//! What a player wants done, until it is certain that it is done.

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, InGame, Move};
use tictactoe_protocol::snapshot::{Reason, Snapshot};
use tictactoe_protocol::values::FrameId;
use tokio::time::Instant;

use crate::player::own_mark;

/// What can be wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// To play a cell.
    Move {
        /// In which game.
        game: u32,
        /// After how many moves.
        ply: u32,
        /// Where.
        cell: u8,
    },
    /// To give this game up.
    Resign(u32),
    /// To play another game after this one.
    Rematch(u32),
    /// To leave the match.
    Leave,
    /// To leave a match that cannot be played, and to ask for another.
    Abandon,
}

/// A deed that is wanted. It is said again until it is acknowledged or shown.
#[derive(Debug)]
pub(super) struct Intent {
    /// What is wanted.
    pub(super) deed: Deed,
    /// What its frame is called: the same each time.
    pub(super) id: FrameId,
    /// How often it was said, on whatever connection.
    pub(super) said: u32,
    /// When it is to be said next; `None` when that is done on this connection.
    pub(super) due: Option<Instant>,
    /// There is a receipt.
    pub(super) acknowledged: bool,
}

impl Deed {
    fn message(self) -> ClientMessage {
        match self {
            Self::Move { game, ply, cell } => {
                ClientMessage::Move(Move { cell: cell.into(), ply: Some(ply), game: Some(game) })
            }
            Self::Resign(game) => ClientMessage::Resign(InGame { game: Some(game) }),
            Self::Rematch(game) => ClientMessage::Rematch(InGame { game: Some(game) }),
            Self::Leave | Self::Abandon => ClientMessage::Leave(Empty {}),
        }
    }
}

impl Intent {
    /// Something that is to be said at this time.
    pub(super) const fn new(deed: Deed, id: u64, due: Instant) -> Self {
        Self { deed, id: FrameId::Number(id), said: 0, due: Some(due), acknowledged: false }
    }

    /// The frame that says it.
    pub(super) fn frame(&self) -> ClientFrame {
        ClientFrame { id: Some(self.id.clone()), message: self.deed.message() }
    }

    /// Whether a state shows that it is done. Fails when the match went on without it.
    pub(super) fn is_done_in(&self, state: &Snapshot) -> bool {
        match self.deed {
            Deed::Move { game, .. } | Deed::Resign(game) if state.game > game => true,
            Deed::Move { ply, cell, .. } if state.ply > ply || state.result.is_some() => {
                let there = state.moves.get(ply as usize);
                assert_eq!(there, Some(&cell), "move {ply} was played otherwise in {state:?}");
                true
            }
            Deed::Resign(_) => state.result.as_ref().is_some_and(|result| {
                let lost = result.reason == Reason::Resigned && result.winner != own_mark(state);
                assert!(lost, "a game that was given up ended otherwise: {state:?}");
                true
            }),
            Deed::Rematch(game) => state.game > game,
            Deed::Move { .. } | Deed::Leave | Deed::Abandon => false,
        }
    }
}
