//! How long a connection may be silent. Pure.
//!
//! Before a player's first move in a match between two people the limit is shorter, see [`Role::owes_first_move`],
//! because the connection may have broken before the player learned of the match.
//!
//! [`Role::owes_first_move`]: super::role::Role::owes_first_move

use std::time::Duration;

use tokio::time::Instant;

use crate::settings::Heartbeat;

const FIRST_MOVE_PING: Duration = Duration::from_secs(4);

/// A client has this long to answer a ping, even if the ping was late because the process was suspended.
const ANSWER_TIME: Duration = Duration::from_secs(5);

pub(super) struct Liveness {
    heartbeat: Heartbeat,
    heard: Instant,
    pub(super) ping_due: Instant,
    /// The first ping since something was heard.
    unanswered: Option<Instant>,
    owes_first_move: bool,
}

impl Liveness {
    pub(super) fn new(heartbeat: Heartbeat, now: Instant) -> Self {
        let ping_due = now + heartbeat.ping;
        Self { heartbeat, heard: now, ping_due, unanswered: None, owes_first_move: false }
    }

    pub(super) const fn on_frame(&mut self, now: Instant) {
        self.heard = now;
        self.unanswered = None;
    }

    pub(super) fn on_ping(&mut self, now: Instant) {
        let longest = if self.owes_first_move { FIRST_MOVE_PING } else { Duration::MAX };
        self.ping_due = now + self.heartbeat.ping.min(longest);
        self.unanswered.get_or_insert(now);
    }

    pub(super) fn silent_for(&self) -> Duration {
        self.heard.elapsed()
    }

    /// Records that the player owes a first move, or does not. Returns true if the debt is new. Then the shorter limit
    /// begins, and the client must be pinged, because it may have nothing to send.
    pub(super) fn set_first_move_owed(&mut self, is_owed: bool, now: Instant) -> bool {
        let is_new = is_owed && !self.owes_first_move;
        self.owes_first_move = is_owed;
        if is_new {
            self.heard = now;
        }
        is_new
    }

    /// When the connection has been silent for too long, if no frame arrives before.
    pub(super) fn silence_due(&self) -> Instant {
        let Heartbeat { silence, silence_before_first_move, .. } = self.heartbeat;
        let limit = if self.owes_first_move { silence.min(silence_before_first_move) } else { silence };
        let pinged = self.unanswered.unwrap_or(self.ping_due);
        (self.heard + limit).max(pinged + ANSWER_TIME.min(limit / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_limit_is_shorter_while_a_first_move_is_owed() {
        let (heartbeat, began) = (Settings::default().heartbeat, Instant::now());
        let mut liveness = Liveness::new(heartbeat, began);
        assert_eq!(liveness.silence_due(), began + heartbeat.silence);

        let rematch = began + heartbeat.ping;
        assert!(liveness.set_first_move_owed(true, rematch), "it has to be pinged");
        liveness.on_ping(rematch);
        assert_eq!(liveness.silence_due(), rematch + heartbeat.silence_before_first_move);
        assert!(
            liveness.ping_due - rematch < heartbeat.silence_before_first_move / 2,
            "two pings can be answered"
        );
        assert!(!liveness.set_first_move_owed(true, rematch + SECOND));

        let pong = rematch + 2 * SECOND;
        liveness.on_frame(pong);
        assert_eq!(liveness.silence_due(), pong + heartbeat.silence_before_first_move);
        assert!(!liveness.set_first_move_owed(false, pong));
        assert_eq!(liveness.silence_due(), pong + heartbeat.silence);
    }

    #[test]
    fn after_a_suspension_a_client_is_pinged_and_may_answer_before_it_is_judged_once() {
        let (heartbeat, began) = (Settings::default().heartbeat, Instant::now());
        let mut liveness = Liveness::new(heartbeat, began);
        let woken = began + 1000 * SECOND;
        assert!(liveness.ping_due < liveness.silence_due(), "the ping is due first");
        liveness.on_ping(woken);
        assert_eq!(liveness.silence_due(), woken + ANSWER_TIME);
        liveness.on_ping(woken + heartbeat.ping);
        assert_eq!(liveness.silence_due(), woken + ANSWER_TIME, "further pings do not put the end off");
    }
}
