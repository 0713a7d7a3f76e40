//! What is tried again, and what a refusal ends.

use std::time::{Duration, Instant};

use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::values::FrameId;

use super::notice::Notice;
use super::requests::Request;
use super::{App, Bearing, Effect, Effects, Hold, Input, Stage, Then};
use crate::exit::Failure;
use crate::mode::{InputMode, LEAVE_TIME, LinkId, Mode, Series, pause};

/// A person is told that the server is busy when something takes this long.
const LONG: Duration = Duration::from_secs(2);

impl App {
    pub(super) fn on_refused(&mut self, now: Instant, link: LinkId, refused: Refused, out: &mut Effects) {
        if let Some(wait) = pause(&refused)
            && let Some(id) = self.put_off_id(link, &refused)
        {
            return self.put_off(now, &id, wait, out);
        }
        let is_present = self.stage == Stage::Present;
        if is_present && refused.id.is_none() && refused.code == Code::NoSuchMatch {
            return self.on_forgotten(now, refused, out);
        }
        let request = refused.id.as_ref().and_then(|id| self.requests.close(id));
        match request {
            Some(Request::Return) => return self.on_return_refused(now, link, refused, out),
            Some(Request::Retake) => return self.on_retake_refused(now, link, &refused, out),
            Some(Request::Any) => return,
            Some(Request::Enter) => return self.end(Err(Failure::refused(&refused)), out),
            Some(Request::Move | Request::Resign) => {
                let follows = matches!(refused.code, Code::Stale | Code::Ahead);
                self.hold = follows.then_some(Hold::NextState);
            }
            Some(Request::Rematch) => self.asked_after = None,
            Some(Request::Hint | Request::Review) => return self.on_unanswerable(refused, out),
            // It was asked in a match that has been left behind.
            None if refused.id.is_some() => return,
            Some(Request::Leave) | None => {}
        }
        if is_present && request != Some(Request::Leave) {
            out.push(Effect::Show(Notice::Refused(refused)));
            self.after_refusal(now, request, out);
        }
    }

    /// Sends again what was put off.
    pub(super) fn try_again(&mut self, now: Instant, out: &mut Effects) {
        let due = self.requests.take_due(now);
        out.extend(due.into_iter().map(|(link, frame)| Effect::Send(link, frame)));
    }

    /// The message that a server which is busy did not look at. One that could not even be read for its id
    /// is the oldest that waits for a receipt.
    fn put_off_id(&self, link: LinkId, refused: &Refused) -> Option<FrameId> {
        match &refused.id {
            Some(id) => self.requests.get(id).map(|_| id.clone()),
            None if refused.code == Code::RateLimited => self.requests.oldest(link),
            None => None,
        }
    }

    /// The same frame goes out again after a while: the game and the ply in it make that safe. Whoever
    /// leaves has nothing else left to say.
    fn put_off(&mut self, now: Instant, id: &FrameId, wait: Duration, out: &mut Effects) {
        if let Stage::Leaving { then, until } = &mut self.stage {
            if self.requests.get(id) != Some(Request::Leave) {
                self.requests.close(id);
                return;
            }
            if *then == Then::Enter {
                *until = now + wait + LEAVE_TIME;
            }
        }
        if self.requests.put_off(id, now, wait, LONG) {
            out.push(Effect::Show(Notice::Busy));
        }
    }

    /// The server keeps the match no longer, and the seat is gone with it.
    fn on_forgotten(&mut self, now: Instant, refused: Refused, out: &mut Effects) {
        // Two connections to one match say it twice.
        if self.match_id.is_none() {
            return;
        }
        self.after_match(now, refused, Ok(()), out);
    }

    /// The match is there no more. A series goes on with a new one, and whoever has the choice says what comes next;
    /// a run that can do neither ends like this.
    pub(super) fn after_match(
        &mut self,
        now: Instant,
        refused: Refused,
        end: Result<(), Failure>,
        out: &mut Effects,
    ) {
        self.forget_match();
        self.connections.have_nothing_to_return_to(now);
        self.is_loss_told = false;
        let goes_on = self.can_do_without();
        // A person reads in the last two lines why the run has failed.
        if goes_on || end.is_ok() || self.input_mode == InputMode::Script {
            out.push(Effect::Show(Notice::Forgotten(refused)));
        }
        match self.series {
            _ if !goes_on => self.end(end, out),
            Series::Games(_) => self.enter(out),
            Series::UpTo(_) | Series::Open => self.bearing = Bearing::MatchGone,
        }
    }

    /// Whether there is something to do without the match, and somebody who has not said their last word.
    fn can_do_without(&self) -> bool {
        let has_more = !self.input_ended && self.head != Some(Input::End);
        has_more
            && match self.mode {
                Mode::Join(_) => true,
                Mode::Hotseat { .. } => self.series.is_chosen(),
                Mode::Watch(_) => false,
            }
    }
}
