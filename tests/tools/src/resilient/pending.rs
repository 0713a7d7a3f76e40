//! An action until it is confirmed.

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, InGame, Move, NextGame};
use tictactoe_protocol::snapshot::{Reason, Snapshot};
use tictactoe_protocol::values::FrameId;
use tokio::time::Instant;

use harness::player::own_mark;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Move {
        game: u32,
        ply: u32,
        cell: u8,
    },
    Resign(u32),
    Rematch(u32),
    Leave,
    /// Leaves a match that cannot be played and joins another.
    Abandon,
}

/// An action that is sent until it is acknowledged or visible in a state.
#[derive(Debug)]
pub(super) struct PendingAction {
    pub(super) action: Action,
    /// The same for every attempt.
    pub(super) id: FrameId,
    pub(super) attempts: u32,
    /// When to send it next; `None` if it needs no further attempt on this connection.
    pub(super) due: Option<Instant>,
    pub(super) acknowledged: bool,
    /// When it was sent first.
    pub(super) sent_at: Option<Instant>,
}

impl Action {
    fn message(self) -> ClientMessage {
        match self {
            Self::Move { game, ply, cell } => {
                let (ply, game, takebacks) = (Some(ply), Some(game), Some(0));
                ClientMessage::Move(Move { cell: cell.into(), ply, game, takebacks })
            }
            Self::Resign(game) => ClientMessage::Resign(InGame { game: Some(game) }),
            Self::Rematch(game) => ClientMessage::Rematch(NextGame { game: Some(game), level: None }),
            Self::Leave | Self::Abandon => ClientMessage::Leave(Empty {}),
        }
    }
}

impl PendingAction {
    pub(super) const fn new(action: Action, id: u64, due: Instant) -> Self {
        Self {
            action,
            id: FrameId::Number(id),
            attempts: 0,
            due: Some(due),
            acknowledged: false,
            sent_at: None,
        }
    }

    /// How long it has been under way, in ms.
    pub(super) fn waited(&self) -> u64 {
        let waited = self.sent_at.map_or(0, |sent_at| sent_at.elapsed().as_millis());
        u64::try_from(waited).unwrap_or(u64::MAX)
    }

    pub(super) fn frame(&self) -> ClientFrame {
        ClientFrame { id: Some(self.id.clone()), message: self.action.message() }
    }

    /// Whether a state shows the action. Panics if the match went on without it.
    pub(super) fn is_done_in(&self, state: &Snapshot) -> bool {
        match self.action {
            Action::Move { game, .. } | Action::Resign(game) if state.game > game => true,
            Action::Move { ply, cell, .. } if state.ply > ply || state.result.is_some() => {
                let there = state.moves.get(ply as usize);
                assert_eq!(there, Some(&cell), "move {ply} was played otherwise in {state:?}");
                true
            }
            Action::Resign(_) => state.result.as_ref().is_some_and(|result| {
                let lost = result.reason == Reason::Resigned && result.winner != own_mark(state);
                assert!(lost, "a game that was given up ended otherwise: {state:?}");
                true
            }),
            Action::Rematch(game) => state.game > game,
            Action::Move { .. } | Action::Leave | Action::Abandon => false,
        }
    }
}
