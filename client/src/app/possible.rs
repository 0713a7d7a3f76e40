//! What may be done now.

use std::time::{Duration, Instant};

use super::notice::{NextOptions, Question};
use super::requests::Request;
use super::view::View;
use super::{App, Bearing, Stage, Then};
use crate::mode::{InputMode, Mode};

impl App {
    /// The match as it was last seen.
    pub(crate) const fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// When it was seen.
    pub(crate) const fn seen_at(&self) -> Option<Instant> {
        self.seen_at
    }

    /// How long a message takes there and back, if it is measured and known.
    pub(crate) fn latency(&self, now: Instant) -> Option<Duration> {
        self.pulse.latency(now)
    }

    /// Since when the server owes the answer from which that is measured.
    pub(crate) const fn measured_since(&self) -> Option<Instant> {
        self.pulse.sent_at()
    }

    /// The cell that was played and is not yet on the board.
    pub(crate) fn sent_cell(&self) -> Option<u8> {
        self.requests.sent_cell().filter(|_| self.is_busy() && !self.is_lost())
    }

    /// Whether a line would be taken in now.
    pub(crate) fn wants_input(&self) -> bool {
        self.stage == Stage::Present && self.head.is_none() && !self.input_ended
    }

    /// The question that the next line answers.
    pub(crate) const fn question(&self) -> Option<Question> {
        self.question
    }

    /// Whether it is a person's turn to type.
    pub(crate) fn is_asking(&self) -> bool {
        self.input_mode == InputMode::Person
            && self.wants_input()
            && !self.connections.is_closing()
            && !self.is_lost()
            && self.analysis.tell_at.is_none()
            && (self.question.is_some() || self.may_play() || self.may_choose())
    }

    /// When to call with [`super::Event::Woke`].
    pub(crate) fn wake_at(&self) -> Option<Instant> {
        let of_stage = match self.stage {
            // Whoever goes on to the next match waits for the connection.
            Stage::Leaving { then: Then::Enter, .. } if self.is_lost() => None,
            Stage::Leaving { until, .. } => Some(until),
            Stage::Present => self.warn_at.into_iter().chain(self.analysis.tell_at).min(),
            Stage::Ended => return None,
        };
        let measures = self.stage == Stage::Present && !self.is_lost();
        let pulse = self.pulse.next_at().filter(|_| measures);
        [of_stage, self.requests.next_at(), self.connections.wake_at(), pulse].into_iter().flatten().min()
    }

    /// What comes after the game that is over.
    pub(crate) fn next_options(&self) -> NextOptions {
        if self.stage != Stage::Present || !self.series.is_chosen() {
            return NextOptions::Decided { review: false };
        }
        let (review, more) = (self.may_review(), !self.is_last_game());
        let rematch = more && self.is_rematch_open();
        match self.mode {
            Mode::Join(_) => NextOptions::Choice { rematch, new: more, review },
            Mode::Hotseat { .. } => NextOptions::Choice { rematch, new: false, review },
            Mode::Watch(_) => NextOptions::Decided { review },
        }
    }

    /// Whether no game follows this one in any case.
    pub(super) const fn is_last_game(&self) -> bool {
        self.series.is_done(self.games_over)
    }

    /// Whether the match is no longer kept, and the person chooses what comes next.
    pub(crate) fn is_match_gone(&self) -> bool {
        self.bearing == Bearing::MatchGone
    }

    fn is_rematch_open(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.snapshot().rematch.open)
    }

    /// Whether a move would be sent now.
    pub(crate) fn may_play(&self) -> bool {
        !self.is_lost() && !self.is_busy() && self.view.as_ref().is_some_and(|view| view.mover().is_some())
    }

    /// Whether there is no game and the person has the choice.
    pub(super) fn may_choose(&self) -> bool {
        let Some(view) = &self.view else { return self.is_match_gone() };
        let decided = view.is_over() && view.snapshot().rematch.open && self.has_asked(view);
        view.is_over()
            && !decided
            && !self.is_busy()
            && matches!(self.next_options(), NextOptions::Choice { .. })
    }

    /// Whether the viewer has asked for another game after the one that is over.
    pub(crate) fn has_asked(&self, view: &View) -> bool {
        view.has_offered() || self.asked_after == Some(view.snapshot().game)
    }

    /// Whether a review of the game that is over would be asked for now.
    fn may_review(&self) -> bool {
        let has_moves = |view: &View| view.is_over() && view.snapshot().ply > 0;
        self.view.as_ref().is_some_and(has_moves) && !self.analysis.is_unknown && !self.is_thinking()
    }

    /// Whether the computer has been asked something that it has not answered.
    pub(super) fn is_thinking(&self) -> bool {
        [Request::Hint, Request::Review].iter().any(|&r| self.requests.wait_for(r))
    }

    /// Whether something was sent whose outcome is not known yet.
    pub(super) fn is_busy(&self) -> bool {
        self.hold.is_some()
            || [Request::Move, Request::Resign, Request::Rematch].iter().any(|&r| self.requests.wait_for(r))
    }
}
