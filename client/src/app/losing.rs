//! What happens when a connection is lost, until it stands again.

use std::time::{Duration, Instant};

use super::connections::{Connection, Standing};
use super::notice::Notice;
use super::requests::Request;
use super::{App, Effect, Effects, Position, Stage, Then};
use crate::exit::Failure;
use crate::mode::LinkId;
use crate::net::backoff::{Verdict, verdict};
use crate::net::pass::Pass;

impl App {
    /// Whether a connection is gone, or has not yet taken up what was lost with it.
    pub(crate) fn is_lost(&self) -> bool {
        !self.connections.are_up()
    }

    pub(super) fn on_gone(&mut self, now: Instant, link: LinkId, failure: Failure, out: &mut Effects) {
        match self.connections.standing(link) {
            // It is known already.
            Standing::Lost => {}
            Standing::Calling if failure.is_for_now() => self.put_off_call(now, link, failure, None, out),
            Standing::Calling => self.end_lost(failure, out),
            Standing::Up | Standing::Returning => self.lose(now, link, failure, out),
        }
    }

    /// A connection that stood is lost.
    fn lose(&mut self, now: Instant, link: LinkId, failure: Failure, out: &mut Effects) {
        self.pulse.break_off();
        let unanswered = self.requests.take(link);
        let Some(connection) = self.connections.get_mut(link) else { return };
        let closing = connection.closing.take().map(|(closing, _)| closing);
        let verdict = verdict(&failure, closing.as_ref());
        let failure = failure.after(closing.as_ref());
        // What was sent after a first return, and before everything stood again, is kept with the rest.
        if connection.standing == Standing::Up {
            connection.unanswered.extend(unanswered);
            connection.lost_at = self.view.as_ref().map(Position::of);
        }
        let has_seat = connection.pass.as_ref().is_some_and(Pass::is_seat);
        match (self.stage, verdict) {
            // A place in the queue goes with the connection.
            (Stage::Leaving { then: Then::Quit, .. }, Verdict::Return(_)) if !has_seat => {
                self.end(Ok(()), out);
            }
            (Stage::Leaving { then: Then::Quit, .. }, Verdict::Stop) => self.end(Ok(()), out),
            (_, Verdict::Stop) => self.end(Err(failure), out),
            (_, Verdict::Return(told)) => {
                self.analysis.tell_at = None;
                self.withdraw();
                self.put_off_call(now, link, failure, told, out);
            }
        }
    }

    /// Waits before the next try, if there is one.
    fn put_off_call(
        &mut self,
        now: Instant,
        link: LinkId,
        failure: Failure,
        told: Option<Duration>,
        out: &mut Effects,
    ) {
        let were_up = self.connections.are_up();
        let Some(connection) = self.connections.get_mut(link) else { return };
        let was_up = connection.standing == Standing::Up;
        connection.cause = failure.why();
        let Some(wait) = connection.comeback.put_off(now, told) else {
            let is_tried = !connection.comeback.limit().is_zero();
            let failure = if is_tried { gave_up(connection) } else { failure };
            return self.end_lost(failure, out);
        };
        connection.standing = Standing::Lost;
        let (tries, cause) = (connection.comeback.tries(), connection.cause.clone());
        if self.stage != Stage::Present {
            return;
        }
        if were_up {
            self.is_loss_told = true;
            out.push(Effect::Show(Notice::Lost { cause }));
        } else if !was_up && self.connections.first_down() == Some(link) {
            out.push(Effect::Show(Notice::Retry { cause, wait, tries }));
        }
    }

    /// The connection does not come back. Whoever was leaving has left.
    fn end_lost(&mut self, failure: Failure, out: &mut Effects) {
        let is_quitting = matches!(self.stage, Stage::Leaving { then: Then::Quit, .. });
        self.end(if is_quitting { Ok(()) } else { Err(failure) }, out);
    }

    /// Does what is due on the connections.
    pub(super) fn tend_lines(&mut self, now: Instant, out: &mut Effects) {
        for &link in self.mode.links() {
            let Some(connection) = self.connections.get_mut(link) else { continue };
            if connection.closing.as_ref().is_some_and(|&(_, until)| until <= now) {
                out.push(Effect::HangUp(link));
                self.on_gone(now, link, Failure::Lost("the server was closing it".to_owned()), out);
            } else if connection.comeback.is_over(now) {
                let failure = gave_up(connection);
                self.end_lost(failure, out);
            } else if connection.comeback.take_due(now) {
                connection.standing = Standing::Calling;
                out.push(Effect::Call(link));
            }
            if self.stage == Stage::Ended {
                return;
            }
        }
    }

    /// The connection stands again: says who is there.
    pub(super) fn on_stands(&mut self, link: LinkId, out: &mut Effects) {
        let (is_match_gone, wish) = (self.is_match_gone(), self.wish());
        let Some(connection) = self.connections.get_mut(link) else { return };
        connection.standing = Standing::Returning;
        "the server does not answer".clone_into(&mut connection.cause);
        if let Some(word) = connection.first_word(&wish, is_match_gone) {
            self.ask(link, Request::Return, word, out);
        }
    }
}

fn gave_up(connection: &Connection) -> Failure {
    Failure::GaveUp { limit: connection.comeback.limit(), cause: connection.cause.clone() }
}
