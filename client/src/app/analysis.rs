//! Hints and reviews: when the computer may be asked, and which of its answers are shown.

use std::time::{Duration, Instant};

use tictactoe_protocol::analysis::{Hint, Review};
use tictactoe_protocol::refusal::{Code, Refused};

use super::notice::{Declined, Notice};
use super::view::View;

/// A person is told that the computer is still thinking when it takes this long.
const LONG: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub(super) tell_at: Option<Instant>,
    pub(super) is_review_wanted: bool,
    pub(super) is_unsupported: bool,
}

impl Analysis {
    pub(super) fn begin(&mut self, now: Instant) {
        self.tell_at = Some(now + LONG);
    }

    pub(super) const fn forget_match(&mut self) {
        self.tell_at = None;
        self.is_review_wanted = false;
    }

    pub(super) fn ask(&mut self, now: Instant, is_thinking: bool) -> Result<(), Declined> {
        match (self.is_unsupported, is_thinking) {
            (true, _) => return Err(Declined::NoAnalysis),
            (false, true) => return Err(Declined::Thinking),
            (false, false) => self.begin(now),
        }
        Ok(())
    }

    /// Returns what to say of a refused question. Says nothing if the new snapshot explains the refusal.
    pub(super) fn on_refused(&mut self, refused: Refused) -> Option<Notice> {
        self.tell_at = None;
        match refused.code {
            Code::Stale | Code::Ahead | Code::GameOver => None,
            // Servers of the first version do not know such questions.
            Code::BadMessage => {
                self.is_unsupported = true;
                Some(Notice::Declined(Declined::NoAnalysis))
            }
            _ => Some(Notice::Refused(refused)),
        }
    }
}

pub(super) fn is_current(hint: &Hint, view: &View) -> bool {
    let snapshot = &view.snapshot;
    (snapshot.game, snapshot.ply) == (hint.game, hint.ply) && snapshot.turn.is_some()
}

/// Shows a review, unless another game has begun.
pub(super) fn show_review(review: Review, view: Option<&View>) -> Notice {
    let is_current = |view: &&View| view.snapshot.game == review.game && view.is_over();
    match view.filter(is_current) {
        Some(_) => Notice::Review(review),
        None => Notice::Declined(Declined::ReviewPassed),
    }
}
