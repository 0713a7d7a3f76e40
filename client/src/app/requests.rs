//! What was asked of the server and is not settled: messages without an answer, those that a busy server wants again, and
//! the snapshot that has to follow.

use std::mem;
use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Move, Rename};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::values::{FrameId, MatchId};

use super::view::View;
use crate::net::backoff::{BusyRetry, pause};

#[derive(Debug, Default)]
pub(super) struct Requests {
    /// Ids are never used twice.
    last_id: u64,
    /// The oldest is first.
    open: Vec<Open>,
    awaits: Option<AwaitSnapshot>,
    /// The game after which the viewer has asked for another one.
    rematch_after: Option<u32>,
    /// What had no answer when the connection was lost.
    unanswered: Vec<ClientMessage>,
    /// The position when the connection was lost. The server may come back with an earlier one, from a backup.
    before_loss: Option<Position>,
}

#[derive(Debug)]
struct Open {
    id: FrameId,
    message: ClientMessage,
    retry: BusyRetry,
}

/// Nothing may be played: the answer has arrived, the snapshot that belongs to it has not.
#[derive(Debug, PartialEq, Eq)]
enum AwaitSnapshot {
    /// The next one must show another position.
    Past(Position),
    Any,
}

#[derive(Debug, PartialEq, Eq)]
struct Position {
    match_id: MatchId,
    game: u32,
    ply: u32,
    takebacks: u32,
    is_over: bool,
}

/// What a refusal does to the message that it answers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    // It is sent again after a while. The wait may now have become long, for the first time.
    Deferred { is_long: bool },
    // None: it answers no open message.
    Final(Option<ClientMessage>),
}

impl Requests {
    /// Returns the frame, with the id that its answer will carry.
    pub(super) fn open(&mut self, message: ClientMessage, view: Option<&View>) -> ClientFrame {
        match &message {
            ClientMessage::Move(_) | ClientMessage::Continue(_) | ClientMessage::Resign(_) => {
                self.awaits = view.map(|view| AwaitSnapshot::Past(Position::of(view)));
            }
            // Also a request that is not granted shows in a snapshot.
            ClientMessage::TakeBack(_) => self.awaits = Some(AwaitSnapshot::Any),
            ClientMessage::Rematch(asked) => self.rematch_after = asked.game,
            // An older one that is sent again would undo this one.
            ClientMessage::Rename(Rename { mark, .. }) => {
                self.open.retain(|open| match &open.message {
                    ClientMessage::Rename(older) => older.mark != *mark,
                    _ => true,
                });
            }
            _ => {}
        }
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

    pub(super) fn on_refused(&mut self, now: Instant, refused: &Refused) -> Refusal {
        let was_long = self.open.iter().any(|open| open.retry.is_long);
        if let Some(wait) = pause(refused)
            && let Some(open) = self.deferred_by(refused)
        {
            return Refusal::Deferred { is_long: open.retry.schedule(now, wait) && !was_long };
        }
        let asked = refused.id.as_ref().and_then(|id| self.close(id));
        match asked {
            Some(
                ClientMessage::Move(_)
                | ClientMessage::TakeBack(_)
                | ClientMessage::Continue(_)
                | ClientMessage::Resign(_),
            ) => {
                // A snapshot will explain these refusals.
                let is_explained = matches!(refused.code, Code::Stale | Code::Ahead);
                self.awaits = is_explained.then_some(AwaitSnapshot::Any);
            }
            Some(ClientMessage::Rematch(_)) => self.forget_rematch(),
            _ => {}
        }
        Refusal::Final(asked)
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

    pub(super) fn on_snapshot(&mut self, view: &View) {
        self.awaits.take_if(|awaits| *awaits != AwaitSnapshot::Past(Position::of(view)));
    }

    /// The connection is lost: nothing that is open will be answered.
    pub(super) fn disconnect(&mut self, view: Option<&View>) {
        self.before_loss = view.map(Position::of);
        self.unanswered.extend(self.open.drain(..).map(|open| open.message));
    }

    /// A snapshot may be older than the one that is shown.
    pub(super) const fn is_disconnected(&self) -> bool {
        self.before_loss.is_some()
    }

    /// The connection is back. Returns the unanswered messages: those to send again, and those that the newest snapshot
    /// answers or that it made obsolete.
    pub(super) fn resume(&mut self, view: Option<&View>) -> (Vec<ClientMessage>, Vec<ClientMessage>) {
        self.awaits = None;
        let seen = self.before_loss.take();
        let unanswered = mem::take(&mut self.unanswered).into_iter();
        let (again, dropped): (_, Vec<_>) =
            unanswered.partition(|message| is_still_wanted(message, view, seen.as_ref()));
        if dropped.iter().any(|message| matches!(message, ClientMessage::Rematch(_))) {
            self.forget_rematch();
        }
        (again, dropped)
    }

    pub(super) fn clear(&mut self) {
        *self = Self { last_id: self.last_id, ..Self::default() };
    }

    pub(super) fn any(&self, is_wanted: impl Fn(&ClientMessage) -> bool) -> bool {
        self.open.iter().any(|open| is_wanted(&open.message))
    }

    /// Something was sent that changes what can be done, and its outcome is not known yet.
    pub(super) fn is_busy(&self) -> bool {
        use ClientMessage::{Continue, Move, Rematch, Resign, TakeBack};
        let is_action =
            |message: &_| matches!(message, Move(_) | TakeBack(_) | Resign(_) | Rematch(_) | Continue(_));
        self.awaits.is_some() || self.any(is_action)
    }

    /// A hint or a review is awaited.
    pub(super) fn has_question(&self) -> bool {
        self.any(|message| matches!(message, ClientMessage::Hint(_) | ClientMessage::Review(_)))
    }

    /// The viewer has asked for another game after the one that is over.
    pub(super) fn has_asked(&self, view: &View) -> bool {
        view.has_offered() || self.rematch_after == Some(view.snapshot.game)
    }

    pub(super) const fn forget_rematch(&mut self) {
        self.rematch_after = None;
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

impl Position {
    fn of(view: &View) -> Self {
        let snapshot = &view.snapshot;
        Self {
            match_id: snapshot.match_id.clone(),
            game: snapshot.game,
            ply: snapshot.ply,
            takebacks: snapshot.takebacks,
            is_over: view.is_over(),
        }
    }
}

/// Resend an unanswered message if the new snapshot neither answers it nor made it obsolete. `seen` is the position before
/// the loss.
fn is_still_wanted(message: &ClientMessage, view: Option<&View>, seen: Option<&Position>) -> bool {
    if matches!(message, ClientMessage::Rename(_)) {
        return true;
    }
    let Some(view) = view else { return false };
    let snapshot = &view.snapshot;
    let (is_same_game, is_over) = (|game| game == Some(snapshot.game), view.is_over());
    match message {
        ClientMessage::Move(played) => {
            let position = (Some(snapshot.ply), Some(snapshot.takebacks));
            let is_next = (played.ply, played.takebacks) == position && view.mover().is_some();
            is_same_game(played.game) && !is_over && is_next
        }
        // An agreement is not resent: it could be taken for one to another request.
        ClientMessage::TakeBack(asked) => asked.mark == view.you && seen == Some(&Position::of(view)),
        ClientMessage::Continue(asked) => is_same_game(asked.game) && snapshot.continuable,
        ClientMessage::Resign(resigned) => is_same_game(resigned.game) && !is_over,
        ClientMessage::Rematch(asked) => {
            is_same_game(asked.game) && is_over && snapshot.rematch.open && !view.has_offered()
        }
        ClientMessage::Hint(_) => seen == Some(&Position::of(view)),
        ClientMessage::Review(asked) => is_same_game(asked.game) && is_over,
        _ => false,
    }
}
