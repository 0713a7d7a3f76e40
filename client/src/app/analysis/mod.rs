//! Hints and reviews: when they are asked for, and which answers are shown.
//!
//! * `check`: whether an answer makes sense.

mod check;

use std::time::{Duration, Instant};

use tictactoe_protocol::analysis::{Hint, Review};
use tictactoe_protocol::client::{ClientMessage, InGame};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::values::FrameId;

use super::commands::is_word;
use super::notice::{Declined, Notice};
use super::requests::Request;
use super::view::View;
use super::{App, Effect, Effects, Input, Stage};
use crate::app::command::Verb;
use crate::exit::Failure;
use crate::mode::LinkId;

/// A person is told that the computer still thinks when it takes this long.
pub(super) const LONG: Duration = Duration::from_secs(2);

/// How it stands with the questions that the computer is asked.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// When to tell that the computer still thinks.
    pub(super) tell_at: Option<Instant>,
    /// A review is asked for when the game is over.
    is_review_wanted: bool,
    /// The server has shown that it knows neither hints nor reviews.
    pub(super) is_unknown: bool,
}

impl Analysis {
    /// Forgets what was asked in a match.
    pub(super) const fn forget_match(&mut self) {
        self.tell_at = None;
        self.is_review_wanted = false;
    }
}

impl App {
    /// Asks what the computer would play.
    pub(super) fn hint(&mut self, now: Instant, out: &mut Effects) -> Result<(), Declined> {
        let view = self.seat()?;
        if !view.is_against_the_computer() {
            return Err(Declined::NoHints);
        }
        let game = Some(view.snapshot().game);
        let link = self.mover()?;
        self.may_ask_the_computer()?;
        self.ask_the_computer(now, link, Request::Hint, ClientMessage::Hint(InGame { game }), out);
        Ok(())
    }

    /// Asks what each move was worth, once the game is over.
    pub(super) fn review(&mut self, now: Instant, out: &mut Effects) -> Result<(), Declined> {
        let view = self.known()?;
        if self.analysis.is_unknown {
            return Err(Declined::NoAnalysis);
        }
        if !view.is_over() {
            self.analysis.is_review_wanted = true;
            out.push(Effect::Show(Notice::ReviewLater));
            return Ok(());
        }
        if view.snapshot().moves.is_empty() {
            return Err(Declined::NoMoves);
        }
        let game = Some(view.snapshot().game);
        self.may_ask_the_computer()?;
        let message = ClientMessage::Review(InGame { game });
        self.ask_the_computer(now, LinkId::First, Request::Review, message, out);
        Ok(())
    }

    /// Asks for the review that is wanted, now that the game is over. Says whether what follows has to wait.
    pub(super) fn waits_for_review(&mut self, now: Instant, out: &mut Effects) -> bool {
        if matches!(&self.head, Some(Input::Line(line)) if is_word(line, Verb::Review)) {
            self.head = None;
            self.analysis.is_review_wanted = true;
        }
        if self.analysis.is_review_wanted && !self.is_thinking() {
            self.analysis.is_review_wanted = false;
            if let Err(declined) = self.review(now, out) {
                out.push(Effect::Show(Notice::Declined(declined)));
            }
        }
        self.analysis.is_review_wanted || self.requests.wait_for(Request::Review)
    }

    /// Tells of a hint, if it is about the position on the board.
    pub(super) fn on_hint(&mut self, hint: Hint, out: &mut Effects) {
        if !self.is_answered(hint.id.as_ref(), Request::Hint, out) {
            return;
        }
        let is_current = |view: &&View| {
            let snapshot = view.snapshot();
            (snapshot.game, snapshot.ply) == (hint.game, hint.ply) && snapshot.turn.is_some()
        };
        // Whoever has played already needs no hint any more.
        let Some(view) = self.view.as_ref().filter(is_current).filter(|_| !self.is_busy()) else { return };
        let checked = check::hint(view, &hint);
        self.show_answer(checked, Notice::Hint(hint), out);
    }

    /// Tells of a review, if it is of the game that is over.
    pub(super) fn on_review(&mut self, review: Review, out: &mut Effects) {
        if !self.is_answered(review.id.as_ref(), Request::Review, out) {
            return;
        }
        let is_current = |view: &&View| view.snapshot().game == review.game && view.is_over();
        let Some(view) = self.view.as_ref().filter(is_current) else {
            out.push(Effect::Show(Notice::Declined(Declined::ReviewPassed)));
            return;
        };
        let checked = check::review(view, &review);
        self.show_answer(checked, Notice::Review(review), out);
    }

    /// A question to the computer was refused. What has passed is told by the board. Servers of the first version
    /// do not know such questions.
    pub(super) fn on_unanswerable(&mut self, refused: Refused, out: &mut Effects) {
        self.analysis.tell_at = None;
        self.analysis.is_unknown |= refused.code == Code::BadMessage;
        if self.stage != Stage::Present {
            return;
        }
        match refused.code {
            Code::Stale | Code::Ahead | Code::GameOver => {}
            Code::BadMessage => out.push(Effect::Show(Notice::Declined(Declined::NoAnalysis))),
            _ => out.push(Effect::Show(Notice::Refused(refused))),
        }
    }

    pub(super) fn tell_of_thinking(&mut self, now: Instant, out: &mut Effects) {
        if self.analysis.tell_at.is_some_and(|at| at <= now) {
            self.analysis.tell_at = None;
            out.push(Effect::Show(Notice::Thinking));
        }
    }

    fn may_ask_the_computer(&self) -> Result<(), Declined> {
        if self.analysis.is_unknown {
            Err(Declined::NoAnalysis)
        } else if self.is_thinking() {
            Err(Declined::Thinking)
        } else {
            Ok(())
        }
    }

    fn ask_the_computer(
        &mut self,
        now: Instant,
        link: LinkId,
        request: Request,
        message: ClientMessage,
        out: &mut Effects,
    ) {
        self.analysis.tell_at = Some(now + LONG);
        self.ask(link, request, message, out);
    }

    /// Whether an answer is one that is waited for. From now on it is not.
    fn is_answered(&mut self, id: Option<&FrameId>, request: Request, out: &mut Effects) -> bool {
        let Some(asked) = id.and_then(|id| self.requests.close(id)) else { return false };
        if asked != request {
            self.end(Err(Failure::Broken("it answered another question".to_owned())), out);
            return false;
        }
        self.analysis.tell_at = None;
        self.stage == Stage::Present
    }

    fn show_answer(&mut self, checked: Result<(), check::Flaw>, notice: Notice, out: &mut Effects) {
        match checked {
            Ok(()) => out.push(Effect::Show(notice)),
            Err(flaw) => self.end(Err(Failure::Broken(format!("it sent {flaw}"))), out),
        }
    }
}
