//! What is known of a lost connection.

use std::time::Instant;

use super::countdown::{Countdown, SECOND, TENTH};
use crate::ui::tui::scene::Connection;

/// So many tries are quick: until then the wait is shown by tenths of a second.
const QUICK_TRIES: u32 = 5;

#[derive(Debug)]
pub(super) struct Reconnect {
    pub(super) cause: String,
    pub(super) tries: u32,
    pub(super) wait: Option<Countdown>,
}

impl Reconnect {
    pub(super) fn scene(&self, now: Instant) -> Connection<'_> {
        let wait = self.wait.as_ref().map(|wait| wait.left(now)).filter(|left| !left.is_zero());
        Connection::Lost { cause: &self.cause, tries: self.tries, wait }
    }

    /// When another time until the next try is to be shown.
    pub(super) fn wake_at(&self, now: Instant) -> Option<Instant> {
        let wait = self.wait.as_ref()?;
        wait.next(now, if self.tries < QUICK_TRIES { TENTH } else { SECOND })
    }
}
