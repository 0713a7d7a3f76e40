//! The messages that wait for their receipt, or for the moment to be sent again.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Move};
use tictactoe_protocol::values::FrameId;

use crate::mode::LinkId;

/// What a message asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// To join or to watch.
    Enter,
    /// To take a seat again that an earlier run had.
    Retake,
    /// To go on after a lost connection.
    Return,
    /// What is asked for without caring for the answer.
    Any,
    /// To play a cell.
    Move,
    /// To give the game up.
    Resign,
    /// To play another game.
    Rematch,
    /// To be told what the computer would play.
    Hint,
    /// To be told what each move was worth.
    Review,
    /// To leave.
    Leave,
}

impl Request {
    /// Whether the computer has to think about it.
    pub(super) const fn is_for_analysis(self) -> bool {
        matches!(self, Self::Hint | Self::Review)
    }
}

/// What has been asked and not yet answered, the oldest first. Ids are never used twice, on no connection.
#[derive(Debug, Default)]
pub(super) struct Requests {
    last: u64,
    open: Vec<Open>,
}

/// One message without its receipt.
#[derive(Debug)]
struct Open {
    id: u64,
    request: Request,
    link: LinkId,
    message: ClientMessage,
    /// When the server put it off for the first time.
    put_off_at: Option<Instant>,
    /// Whether that has taken long.
    is_long: bool,
    /// When to send it again; none while its receipt is on its way.
    again_at: Option<Instant>,
}

impl Requests {
    /// Remembers a request. Gives the frame with the id that its receipt will carry.
    pub(super) fn open(&mut self, request: Request, link: LinkId, message: ClientMessage) -> ClientFrame {
        self.last += 1;
        let id = self.last;
        let open = Open { id, request, link, message, put_off_at: None, is_long: false, again_at: None };
        let frame = open.frame();
        self.open.push(open);
        frame
    }

    /// Takes the request that a receipt answers.
    pub(super) fn close(&mut self, id: &FrameId) -> Option<Request> {
        let FrameId::Number(id) = id else { return None };
        let index = self.open.iter().position(|open| open.id == *id)?;
        Some(self.open.remove(index).request)
    }

    /// The id of the request that waits longest for its receipt on a connection.
    pub(super) fn oldest(&self, link: LinkId) -> Option<FrameId> {
        let oldest = self.open.iter().find(|open| open.link == link && open.again_at.is_none())?;
        Some(FrameId::Number(oldest.id))
    }

    /// What a request is, that has not been answered.
    pub(super) fn get(&self, id: &FrameId) -> Option<Request> {
        let FrameId::Number(id) = id else { return None };
        self.open.iter().find(|open| open.id == *id).map(|open| open.request)
    }

    /// Notes when to send a request again. Says whether waiting has now become `long`.
    pub(super) fn put_off(&mut self, id: &FrameId, now: Instant, wait: Duration, long: Duration) -> bool {
        let FrameId::Number(id) = id else { return false };
        let was_long = self.open.iter().any(|open| open.is_long);
        let Some(open) = self.open.iter_mut().find(|open| open.id == *id) else { return false };
        let again_at = now + wait;
        open.again_at = Some(again_at);
        let since = *open.put_off_at.get_or_insert(now);
        open.is_long |= again_at.saturating_duration_since(since) >= long;
        open.is_long && !was_long
    }

    /// When the next request is to be sent again.
    pub(super) fn next_at(&self) -> Option<Instant> {
        self.open.iter().filter_map(|open| open.again_at).min()
    }

    /// The frames that are to be sent again now.
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<(LinkId, ClientFrame)> {
        let is_due = |open: &&mut Open| open.again_at.is_some_and(|at| at <= now);
        self.open
            .iter_mut()
            .filter(is_due)
            .map(|open| {
                open.again_at = None;
                (open.link, open.frame())
            })
            .collect()
    }

    /// Takes what has not been answered on a connection that is gone: there will be no receipts for it.
    pub(super) fn take(&mut self, link: LinkId) -> Vec<(Request, ClientMessage)> {
        let (gone, open): (Vec<Open>, _) =
            std::mem::take(&mut self.open).into_iter().partition(|open| open.link == link);
        self.open = open;
        gone.into_iter().map(|Open { request, message, .. }| (request, message)).collect()
    }

    /// The cell of the move that waits for its receipt.
    pub(super) fn sent_cell(&self) -> Option<u8> {
        self.open.iter().find_map(|open| match open.message {
            ClientMessage::Move(Move { cell, .. }) => u8::try_from(cell).ok(),
            _ => None,
        })
    }

    /// No longer cares for the answers that are owed on a connection.
    pub(super) fn disregard(&mut self, link: LinkId) {
        self.open.iter_mut().filter(|open| open.link == link).for_each(|open| open.request = Request::Any);
    }

    /// Whether such a request is unanswered.
    pub(super) fn wait_for(&self, request: Request) -> bool {
        self.open.iter().any(|open| open.request == request)
    }

    /// Drops what would have been sent again.
    pub(super) fn drop_put_off(&mut self) {
        self.open.retain(|open| open.again_at.is_none());
    }

    /// Forgets what will not be answered any more.
    pub(super) fn forget(&mut self) {
        self.open.clear();
    }
}

impl Open {
    fn frame(&self) -> ClientFrame {
        ClientFrame { id: Some(FrameId::Number(self.id)), message: self.message.clone() }
    }
}
