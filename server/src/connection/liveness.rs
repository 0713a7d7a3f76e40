//! How long a connection may be silent. Pure.
//!
//! Before a player's first move in a match between two people the limit is shorter, see [`Role::owes_first_move`]: the
//! connection may have broken before the player was told of the match.
//!
//! [`Role::owes_first_move`]: super::role::Role::owes_first_move

use std::time::Duration;

use tokio::time::Instant;

use crate::settings::Heartbeat;

const FIRST_MOVE_PING: Duration = Duration::from_secs(4);

pub(super) struct Liveness {
    heard: Instant,
    /// Since when the player owes a first move, if so.
    first_move_owed_since: Option<Instant>,
}

impl Liveness {
    pub(super) const fn new(now: Instant) -> Self {
        Self { heard: now, first_move_owed_since: None }
    }

    pub(super) const fn on_frame(&mut self, now: Instant) {
        self.heard = now;
    }

    pub(super) fn silent_for(&self) -> Duration {
        self.heard.elapsed()
    }

    /// Sets whether the player owes a first move. Returns true if that is new: the client has to be pinged, because
    /// it may have been silent until now for longer than it may be from now on.
    pub(super) fn set_first_move_owed(&mut self, is_owed: bool, now: Instant) -> bool {
        let was_owed = self.first_move_owed_since.is_some();
        self.first_move_owed_since = is_owed.then(|| self.first_move_owed_since.unwrap_or(now));
        is_owed && !was_owed
    }

    /// When the connection has been silent for too long if no frame arrives before.
    pub(super) fn silence_due(&self, heartbeat: &Heartbeat) -> Instant {
        match self.first_move_owed_since {
            Some(since) => self.heard.max(since) + heartbeat.silence.min(heartbeat.silence_before_first_move),
            None => self.heard + heartbeat.silence,
        }
    }

    pub(super) fn ping_interval(&self, heartbeat: &Heartbeat) -> Duration {
        match self.first_move_owed_since {
            Some(_) => heartbeat.ping.min(FIRST_MOVE_PING),
            None => heartbeat.ping,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_client_that_was_silent_before_it_owes_a_first_move_has_time_to_answer_a_ping() {
        let heartbeat = Settings::default().heartbeat;
        let began = Instant::now();
        let mut liveness = Liveness::new(began);
        assert_eq!(liveness.silence_due(&heartbeat), began + heartbeat.silence);
        // A rematch after a cancelled game, shortly before the next regular ping.
        let rematch = began + heartbeat.ping;
        assert!(liveness.set_first_move_owed(true, rematch), "the client has to be pinged");
        assert_eq!(liveness.silence_due(&heartbeat), rematch + heartbeat.silence_before_first_move);
        assert_eq!(liveness.ping_interval(&heartbeat), FIRST_MOVE_PING);
    }

    #[test]
    fn each_frame_extends_the_time_before_the_first_move() {
        let heartbeat = Settings::default().heartbeat;
        let began = Instant::now();
        let mut liveness = Liveness::new(began);
        liveness.set_first_move_owed(true, began);
        let pong = began + FIRST_MOVE_PING;
        liveness.on_frame(pong);
        assert!(!liveness.set_first_move_owed(true, pong), "one ping is enough");
        assert_eq!(liveness.silence_due(&heartbeat), pong + heartbeat.silence_before_first_move);
        assert!(!liveness.set_first_move_owed(false, pong));
        assert_eq!(liveness.silence_due(&heartbeat), pong + heartbeat.silence);
        assert_eq!(liveness.ping_interval(&heartbeat), heartbeat.ping);
    }
}
