//! Whether to ring the bell.

use std::time::{Duration, Instant};

/// Without focus events, treat the terminal as unattended after this long without a key.
const UNATTENDED: Duration = Duration::from_secs(15);

#[derive(Debug)]
pub(super) struct Bell {
    pub(super) is_on: bool,
    /// None where the terminal does not say.
    pub(super) is_focused: Option<bool>,
    pub(super) last_input: Instant,
}

impl Bell {
    pub(super) fn may_ring(&self, now: Instant) -> bool {
        let is_idle = now.saturating_duration_since(self.last_input) >= UNATTENDED;
        self.is_on && self.is_focused.map_or(is_idle, |is_focused| !is_focused)
    }
}
