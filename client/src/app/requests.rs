//! The messages that wait for their receipt.

use tictactoe_protocol::words::FrameId;

/// What a message asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// To join or to watch.
    Enter,
    /// To play a cell.
    Move,
    /// To give the game up.
    Resign,
    /// To play another game.
    Rematch,
    /// To leave.
    Leave,
}

/// What has been asked and not yet answered. Ids are never used twice, on no connection.
#[derive(Debug, Default)]
pub(super) struct Requests {
    last: u64,
    open: Vec<(u64, Request)>,
}

impl Requests {
    /// Remembers a request, and gives it the id that its receipt will carry.
    pub(super) fn open(&mut self, request: Request) -> FrameId {
        self.last += 1;
        self.open.push((self.last, request));
        FrameId::Number(self.last)
    }

    /// Takes the request that a receipt answers.
    pub(super) fn close(&mut self, id: &FrameId) -> Option<Request> {
        let FrameId::Number(id) = id else { return None };
        let index = self.open.iter().position(|(open, _)| open == id)?;
        Some(self.open.swap_remove(index).1)
    }

    /// Whether such a request is unanswered.
    pub(super) fn wait_for(&self, request: Request) -> bool {
        self.open.iter().any(|&(_, open)| open == request)
    }

    /// Forgets what will not be answered any more.
    pub(super) fn forget(&mut self) {
        self.open.clear();
    }
}
