//! The messages that wait for their answer, for the moment to be sent again, or for a lost connection.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Move};
use tictactoe_protocol::values::FrameId;

use crate::net::backoff::BusyRetry;

/// The oldest is first. Ids are never used twice.
#[derive(Debug, Default)]
pub(super) struct Pending {
    last_id: u64,
    open: Vec<Open>,
    /// What had no answer when the connection was lost.
    pub(super) unanswered: Vec<ClientMessage>,
}

#[derive(Debug)]
struct Open {
    id: FrameId,
    message: ClientMessage,
    retry: BusyRetry,
}

impl Pending {
    /// Returns the frame, with the id that its answer will carry.
    pub(super) fn open(&mut self, message: ClientMessage) -> ClientFrame {
        self.last_id += 1;
        let open = Open { id: FrameId::Number(self.last_id), message, retry: BusyRetry::default() };
        let frame = open.frame();
        self.open.push(open);
        frame
    }

    /// Takes the message with this id, now that it is answered.
    pub(super) fn close(&mut self, id: &FrameId) -> Option<ClientMessage> {
        let index = self.open.iter().position(|open| open.id == *id)?;
        Some(self.open.remove(index).message)
    }

    pub(super) fn get(&self, id: &FrameId) -> Option<&ClientMessage> {
        self.open.iter().find(|open| open.id == *id).map(|open| &open.message)
    }

    pub(super) fn oldest(&self) -> Option<FrameId> {
        self.open.iter().find(|open| open.retry.at.is_none()).map(|open| open.id.clone())
    }

    /// Sends a message again after a while. Returns whether the wait has now become long.
    pub(super) fn defer(&mut self, id: &FrameId, now: Instant, wait: Duration) -> bool {
        let was_long = self.open.iter().any(|open| open.retry.is_long);
        let Some(open) = self.open.iter_mut().find(|open| open.id == *id) else { return false };
        open.retry.schedule(now, wait) && !was_long
    }

    pub(super) fn retry_at(&self) -> Option<Instant> {
        self.open.iter().filter_map(|open| open.retry.at).min()
    }

    pub(super) fn take_due(&mut self, now: Instant) -> Vec<ClientFrame> {
        let due = self.open.iter_mut().filter_map(|open| open.retry.take_due(now).then(|| open.frame()));
        due.collect()
    }

    /// The connection is lost: nothing that is open will be answered.
    pub(super) fn disconnect(&mut self) {
        self.unanswered.extend(self.open.drain(..).map(|open| open.message));
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.unanswered.clear();
    }

    /// Nothing is of interest any more but the answer to a new name: the next match begins with that.
    pub(super) fn clear_but_rename(&mut self) {
        let is_rename =
            |open: &Open| matches!(open.message, ClientMessage::Rename(_)) && open.retry.at.is_none();
        self.open.retain(is_rename);
        self.unanswered.clear();
    }

    pub(super) fn any(&self, is_wanted: impl Fn(&ClientMessage) -> bool) -> bool {
        self.open.iter().any(|open| is_wanted(&open.message))
    }

    pub(super) fn cell_played(&self) -> Option<u8> {
        self.open.iter().find_map(|open| match open.message {
            ClientMessage::Move(Move { cell, .. }) => u8::try_from(cell).ok(),
            _ => None,
        })
    }
}

impl Open {
    fn frame(&self) -> ClientFrame {
        ClientFrame { id: Some(self.id.clone()), message: self.message.clone() }
    }
}
