//! What each of the server's messages does.

use std::time::{Duration, Instant};

use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::refusal::{Closing, Code, Refused};
use tictactoe_protocol::server::{ServerMessage, Welcome};
use tictactoe_protocol::snapshot::Snapshot;

use super::change::{Change, changes};
use super::notice::Notice;
use super::requests::Request;
use super::view::{Stance, View};
use super::{App, Effect, Effects, Hold, Position, Stage, Then};
use crate::errand::{Errand, LinkId};
use crate::exit::Failure;
use crate::tidy::tidy;

/// A player to move is told when this much of the time is left.
const TIME_SHORT: Duration = Duration::from_secs(10);

impl App {
    pub(super) fn on_frame(&mut self, now: Instant, link: LinkId, message: ServerMessage, out: &mut Effects) {
        let is_first = link == LinkId::First;
        let is_present = self.stage == Stage::Present;
        match message {
            ServerMessage::Welcome(welcome) => self.on_welcome(is_first, welcome, out),
            ServerMessage::Waiting(waiting) if is_present && !self.is_hotseat() => {
                out.push(Effect::Show(Notice::Waiting(waiting)));
            }
            ServerMessage::Seated(seated) if is_present && !self.is_hotseat() => {
                out.push(Effect::Show(Notice::Seated(seated)));
            }
            ServerMessage::State(snapshot) if is_present => self.on_state(now, link, *snapshot, out),
            ServerMessage::Done(done) => {
                self.requests.close(&done.id);
            }
            ServerMessage::Refused(refused) => self.on_refused(now, refused, out),
            ServerMessage::Closing(closing) => self.on_closing(closing, out),
            ServerMessage::Waiting(_)
            | ServerMessage::Seated(_)
            | ServerMessage::State(_)
            | ServerMessage::Pong(_)
            | ServerMessage::Unknown => {}
        }
    }

    /// A connection that goes while the client leaves does what was wanted.
    pub(super) fn on_gone(&mut self, failure: Failure, out: &mut Effects) {
        let result = match (self.stage, &self.closing, failure) {
            (Stage::Leaving { then: Then::Quit, .. }, ..) => Ok(()),
            (_, Some(closing), Failure::Lost(_)) => Err(Failure::closed(closing)),
            (_, _, failure) => Err(failure),
        };
        self.end(result, out);
    }

    pub(super) const fn is_hotseat(&self) -> bool {
        matches!(self.errand, Errand::Hotseat { .. })
    }

    fn on_welcome(&mut self, is_first: bool, welcome: Welcome, out: &mut Effects) {
        if welcome.protocol != SUBPROTOCOL {
            let detail = format!("it speaks {}, not {SUBPROTOCOL}", tidy(&welcome.protocol));
            self.end(Err(Failure::Broken(detail)), out);
        } else if is_first {
            out.push(Effect::Show(Notice::Connected(welcome)));
        }
    }

    fn on_closing(&mut self, closing: Closing, out: &mut Effects) {
        self.closing = Some(closing.clone());
        if self.stage == Stage::Present {
            out.push(Effect::Show(Notice::Closing(closing)));
        }
    }

    fn on_refused(&mut self, now: Instant, refused: Refused, out: &mut Effects) {
        let request = refused.id.as_ref().and_then(|id| self.requests.close(id));
        match request {
            Some(Request::Enter) => return self.end(Err(Failure::refused(&refused)), out),
            Some(Request::Move | Request::Resign) => {
                let follows = matches!(refused.code, Code::Stale | Code::Ahead);
                self.hold = follows.then_some(Hold::NextState);
            }
            Some(Request::Rematch) => self.asked_after = None,
            Some(Request::Leave) | None => {}
        }
        if self.stage == Stage::Present && request != Some(Request::Leave) {
            out.push(Effect::Show(Notice::Refused(refused)));
            self.after_refusal(now, request, out);
        }
    }

    fn on_state(&mut self, now: Instant, link: LinkId, snapshot: Snapshot, out: &mut Effects) {
        let after = match View::new(snapshot, &self.errand, link) {
            Ok(view) => view,
            Err(flaw) => return self.end(Err(Failure::Broken(format!("it sent {flaw}"))), out),
        };
        if self.view.as_ref().is_some_and(|before| is_older(&after, before)) {
            return;
        }
        if self.hold.as_ref().is_some_and(|hold| *hold != Hold::Past(Position::of(&after))) {
            self.hold = None;
        }
        let told = changes(self.view.as_ref(), &after);
        if told.contains(&Change::Over) {
            self.games_over = self.games_over.saturating_add(1);
        }
        if told.iter().any(|change| matches!(change, Change::Over | Change::Began)) {
            self.question = None;
        }
        if told.iter().any(|change| matches!(change, Change::Over | Change::Turn(_))) {
            self.warn_at = warning(now, &after);
        }
        self.view = Some(after);
        out.extend(told.into_iter().map(|change| Effect::Show(Notice::Match(change))));
    }

    pub(super) fn warn(&mut self, now: Instant, out: &mut Effects) {
        if self.warn_at.is_some_and(|at| at <= now) {
            self.warn_at = None;
            out.push(Effect::Show(Notice::TimeShort(TIME_SHORT.as_secs())));
        }
    }
}

/// Whether a snapshot was overtaken by another. Two connections to one match bring each of them twice.
fn is_older(snapshot: &View, than: &View) -> bool {
    let hotseat = matches!(snapshot.stance(), Stance::Both { .. });
    let (new, known) = (snapshot.snapshot(), than.snapshot());
    new.match_id == known.match_id && (new.seq < known.seq || (hotseat && new.seq == known.seq))
}

/// When to say that the time runs short: not on a clock on which it always does.
fn warning(now: Instant, view: &View) -> Option<Instant> {
    view.mover()?;
    let left = Duration::from_millis(view.snapshot().ms_left?);
    let until_short = left.checked_sub(TIME_SHORT).filter(|&time| time >= TIME_SHORT)?;
    now.checked_add(until_short)
}
