//! The messages that wait for their answer, for the moment to be sent again, or for a lost connection.

use std::mem;
use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Move};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::values::FrameId;

use crate::net::backoff::{BusyRetry, pause};

/// The oldest is first. Ids are never used twice.
#[derive(Debug, Default)]
pub(super) struct Pending {
    last_id: u64,
    open: Vec<Open>,
    /// What had no answer when the connection was lost.
    unanswered: Vec<ClientMessage>,
}

/// What a refusal does to the message that it answers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    // It is sent again after a while. The wait may now have become long, for the first time.
    Deferred { is_long: bool },
    // None: it answers no open message.
    Final(Option<ClientMessage>),
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

    pub(super) fn on_refused(&mut self, now: Instant, refused: &Refused) -> Refusal {
        let was_long = self.open.iter().any(|open| open.retry.is_long);
        if let Some(wait) = pause(refused)
            && let Some(open) = self.deferred_by(refused)
        {
            return Refusal::Deferred { is_long: open.retry.schedule(now, wait) && !was_long };
        }
        Refusal::Final(refused.id.as_ref().and_then(|id| self.close(id)))
    }

    /// The message that a busy server did not look at. If it could not even read the id, it is the oldest one. A reaction
    /// that comes late is worth nothing.
    fn deferred_by(&mut self, refused: &Refused) -> Option<&mut Open> {
        let mut open = self.open.iter_mut();
        match &refused.id {
            Some(id) => open.find(|open| open.id == *id && !matches!(open.message, ClientMessage::React(_))),
            None if refused.code == Code::RateLimited => open.find(|open| open.retry.at.is_none()),
            None => None,
        }
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

    pub(super) fn take_unanswered(&mut self) -> Vec<ClientMessage> {
        mem::take(&mut self.unanswered)
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

    /// A message whose outcome is not known yet, and which changes what can be done.
    pub(super) fn has_action(&self) -> bool {
        use ClientMessage::{Continue, Move, Rematch, Resign, TakeBack};
        self.any(|message| matches!(message, Move(_) | TakeBack(_) | Resign(_) | Rematch(_) | Continue(_)))
    }

    /// A hint or a review is awaited.
    pub(super) fn has_question(&self) -> bool {
        self.any(is_question)
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

/// The answer is more than `done`.
pub(super) const fn is_question(message: &ClientMessage) -> bool {
    matches!(message, ClientMessage::Hint(_) | ClientMessage::Review(_))
}
