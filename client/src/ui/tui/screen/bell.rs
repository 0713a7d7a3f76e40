//! Whether to ring the bell.

use std::time::{Duration, Instant};

/// Without focus events, treat the terminal as unattended after this long without a key.
const UNATTENDED: Duration = Duration::from_secs(15);

#[derive(Debug)]
pub(super) struct Bell {
    is_on: bool,
    is_focused: Option<bool>,
    last_input: Instant,
}

impl Bell {
    pub(super) const fn new(now: Instant) -> Self {
        Self { is_on: true, is_focused: None, last_input: now }
    }

    /// Returns whether it is on now.
    pub(super) const fn toggle(&mut self) -> bool {
        self.is_on = !self.is_on;
        self.is_on
    }

    pub(super) const fn on_focus(&mut self, is_focused: bool) {
        self.is_focused = Some(is_focused);
    }

    pub(super) const fn on_input(&mut self, now: Instant) {
        self.last_input = now;
    }

    pub(super) fn may_ring(&self, now: Instant) -> bool {
        let is_idle = now.saturating_duration_since(self.last_input) >= UNATTENDED;
        self.is_on && self.is_focused.map_or(is_idle, |is_focused| !is_focused)
    }
}
