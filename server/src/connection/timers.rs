//! The timers of a connection: pings, silence, an expired game, and the computer that joins.

use std::time::Duration;

use tictactoe_protocol::refusal::ClosingReason;
use tokio::time::Instant;

use super::role::Role;
use super::{Connection, End};

/// The retry interval for ending an expired game, and for letting the computer join.
const RETRY: Duration = Duration::from_secs(1);

/// If a timer fires this late, the process was suspended.
const SUSPENDED: Duration = Duration::from_millis(500);

impl Connection {
    /// When the next timer is due.
    pub(super) fn next_due(&self) -> Instant {
        let computer_due = if let Role::Waiting(seek) = &self.role { seek.computer_due } else { None };
        let others = [self.first_message_due, self.expiry_due, computer_due, self.next_game.due];
        let liveness_due = self.liveness.ping_due.min(self.liveness.silence_due());
        others.into_iter().flatten().fold(liveness_due, Instant::min)
    }

    /// Runs all timers that are due.
    pub(super) async fn on_due(&mut self) -> Result<(), End> {
        let now = Instant::now();
        let is_due = |due: Option<Instant>| due.filter(|due| *due <= now);
        if is_due(self.first_message_due).is_some() {
            return Err(End::Close(ClosingReason::NoMessage));
        }
        // After a suspension, the ping comes first: then the client has time to answer.
        if self.liveness.ping_due <= now {
            self.ping().await?;
            if self.role.subscription().is_some_and(|it| it.live.spectators() != self.shown_spectators) {
                self.show_current().await?;
            }
        }
        if self.liveness.silence_due() <= now {
            return Err(End::Close(ClosingReason::Silent));
        }
        if let Some(due) = is_due(self.expiry_due) {
            self.expiry_due = Some(now + RETRY);
            // If the process was suspended, a move may have arrived on another connection. Let it be read first.
            if due + SUSPENDED > now
                && let Some(subscription) = self.role.subscription()
                && let Err(error) = self.services.matches.expire(subscription.id()).await
            {
                tracing::warn!(%error, "cannot end an expired game: retrying");
            }
        }
        if let Role::Waiting(seek) = &mut self.role
            && is_due(seek.computer_due).is_some()
        {
            seek.computer_due = Some(now + RETRY);
            if let Err(error) = seek.call_computer().await {
                tracing::warn!(%error, "the computer cannot join: retrying");
            }
        }
        match is_due(self.next_game.due) {
            Some(_) => self.on_next_game_due().await,
            None => Ok(()),
        }
    }

    /// Pings the client. Also retries what may have failed before: the computer's move, correcting a match after an
    /// interruption, and pairing two waiting players.
    pub(super) async fn ping(&mut self) -> Result<(), End> {
        self.check_store()?;
        self.liveness.on_ping(Instant::now());
        self.socket.ping().await?;
        if let Some(record) = self.role.record() {
            self.let_computer_move(&record);
            self.recover(&record).await;
        }
        if let Role::Waiting(seek) = &self.role {
            seek.look_for_opponent();
        }
        Ok(())
    }
}
