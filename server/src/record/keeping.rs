//! How long a match is kept after its last change.

use std::time::Duration;

use super::{Record, Stage};

/// After its game is over or the clock has run out: for a rematch, and for players who return late.
const KEEP_OVER: Duration = Duration::from_secs(60 * 60);

/// Without a clock, after the last move of a running game.
const KEEP_UNTIMED: Duration = Duration::from_secs(24 * 60 * 60);

/// When no one waits for the players who are gone: for as long as their clients reconnect.
const KEEP_UNATTENDED: Duration = Duration::from_secs(10 * 60);

/// When its players have left for good: for its spectators.
const KEEP_ABANDONED: Duration = Duration::from_secs(60);

impl Record {
    pub fn keep_for(&self) -> Duration {
        match (self.stage(), self.move_time()) {
            _ if self.is_abandoned() => KEEP_ABANDONED,
            _ if self.is_unattended() => KEEP_UNATTENDED,
            (Stage::Over { .. }, _) => KEEP_OVER,
            (Stage::On { .. }, Some(move_time)) => KEEP_OVER + move_time,
            (Stage::On { .. }, None) => KEEP_UNTIMED,
        }
    }
}
