//! What comes after a game, and leaving.

use std::time::Instant;

use tictactoe_protocol::client::{ClientMessage, Empty, InGame};

use super::notice::Declined;
use super::requests::Request;
use super::view::View;
use super::{App, Effect, Effects, Stage, Then};
use crate::exit::Failure;
use crate::mode::{InputMode, LEAVE_TIME, Mode, Series};

impl App {
    /// Goes on as far as it can without another event.
    pub(super) fn settle(&mut self, now: Instant, out: &mut Effects) {
        loop {
            match self.stage {
                Stage::Leaving { then, .. }
                    if !(self.is_lost() || self.requests.wait_for(Request::Leave)) =>
                {
                    self.leave_behind(then, out);
                }
                Stage::Present => {
                    if !self.is_lost() {
                        self.go_on(now, out);
                    }
                    if self.stage == Stage::Present && !self.take_head(now, out) {
                        return;
                    }
                }
                Stage::Leaving { .. } | Stage::Ended => return,
            }
        }
    }

    pub(super) fn on_woke(&mut self, now: Instant, out: &mut Effects) {
        self.try_again(now, out);
        self.measure(now, out);
        self.tend_lines(now, out);
        match self.stage {
            Stage::Leaving { then, until } if until <= now => self.leave_unheard(then, out),
            Stage::Present => {
                self.warn(now, out);
                self.tell_of_thinking(now, out);
            }
            Stage::Leaving { .. } | Stage::Ended => {}
        }
    }

    /// Gives up the seat, the place in the queue or the watching.
    pub(super) fn leave(&mut self, now: Instant, then: Then, out: &mut Effects) {
        if self.is_lost() {
            return self.quit_while_lost(out);
        }
        self.requests.drop_put_off();
        for &link in self.mode.links() {
            self.ask(link, Request::Leave, ClientMessage::Leave(Empty {}), out);
        }
        self.question = None;
        self.stage = Stage::Leaving { then, until: now + LEAVE_TIME };
    }

    /// The server has not answered in time: it will not answer a goodbye either. Whoever goes on to the next match
    /// waits for a connection that is lost.
    fn leave_unheard(&mut self, then: Then, out: &mut Effects) {
        if then == Then::Enter && self.is_lost() {
            return;
        }
        out.extend(self.mode.links().iter().copied().map(Effect::HangUp));
        let silent = || Failure::Lost("the server does not answer".to_owned());
        self.end(if then == Then::Quit { Ok(()) } else { Err(silent()) }, out);
    }

    /// Asks for another game.
    pub(super) fn offer(&mut self, out: &mut Effects) {
        let game = self.view.as_ref().map(|view| view.snapshot().game);
        self.asked_after = game;
        for &link in self.mode.links() {
            self.ask(link, Request::Rematch, ClientMessage::Rematch(InGame { game }), out);
        }
    }

    /// Asks for another game because somebody wants one.
    pub(super) fn rematch(&mut self, out: &mut Effects) -> Result<(), Declined> {
        let view = self.seat()?;
        if !view.is_over() {
            return Err(Declined::GameOn);
        }
        if !view.snapshot().rematch.open {
            return Err(Declined::OpponentLeft);
        }
        if self.has_asked(view) || !self.series.is_chosen() {
            return Err(Declined::Asked);
        }
        if self.is_last_game() {
            return Err(self.game_over());
        }
        self.offer(out);
        Ok(())
    }

    /// A script whose last word was refused has nothing left to try. A series that is refused its rematch
    /// goes on with somebody else.
    pub(super) fn after_refusal(&mut self, now: Instant, request: Option<Request>, out: &mut Effects) {
        match (request, self.series) {
            (Some(Request::Resign), _) if self.input_ended => self.leave(now, Then::Quit, out),
            (Some(Request::Rematch), Series::Games(_)) => self.move_on(now, out),
            _ => {}
        }
    }

    /// After a game that is over, what happens without being asked for.
    fn go_on(&mut self, now: Instant, out: &mut Effects) {
        if !self.view.as_ref().is_some_and(View::is_over) || self.waits_for_review(now, out) {
            return;
        }
        let Some(view) = &self.view else { return };
        let open = view.snapshot().rematch.open;
        let asked = self.has_asked(view);
        match (&self.mode, self.series) {
            _ if self.input_ended => self.leave(now, Then::Quit, out),
            (Mode::Watch(_), Series::Open) if self.input_mode == InputMode::Person => {}
            (Mode::Watch(_), _) if !open => self.leave(now, Then::Quit, out),
            (_, Series::UpTo(_) | Series::Open) => {}
            _ if self.is_last_game() => self.leave(now, Then::Quit, out),
            (Mode::Watch(_), _) => {}
            _ if !open => self.move_on(now, out),
            _ if !asked => self.offer(out),
            _ => {}
        }
    }

    /// Finds another opponent, where there can be one.
    fn move_on(&mut self, now: Instant, out: &mut Effects) {
        let then = if matches!(self.mode, Mode::Join(_)) { Then::Enter } else { Then::Quit };
        self.leave(now, then, out);
    }

    fn leave_behind(&mut self, then: Then, out: &mut Effects) {
        match then {
            Then::Quit => self.end(Ok(()), out),
            Then::Enter => {
                self.stage = Stage::Present;
                self.forget_match();
                self.enter(out);
            }
        }
    }
}
