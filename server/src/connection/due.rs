//! What happens when time passes: pings, silence, the clock of the match, the computer that joins.

use std::time::Duration;

use tictactoe_protocol::refusal::ClosingReason;
use tokio::time::{Instant, timeout};

use super::peer::Inbound;
use super::role::Role;
use super::{Connection, End};
use crate::matches::playing::RENEW_PLAYING;

/// How long after a clock ran out it is looked at again, should the match not have changed by then: the
/// store may have been out of reach.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// A clock that is looked at this long after it ran out is looked at again instead.
const LATE: Duration = Duration::from_millis(500);

/// How long what has arrived already may take to be read.
const LAST_CHANCE: Duration = Duration::from_secs(1);

impl Connection {
    /// When the connection has something to do of its own accord.
    pub(super) fn next_due(&self) -> Instant {
        let computer_due = match &self.role {
            Role::Waiting { computer_due, .. } => *computer_due,
            Role::Idle | Role::Seated(_) | Role::Watching(_) => None,
        };
        let silent = self.heard + self.services.settings.heartbeat.silence;
        let soonest = self.ping_due.min(silent);
        [computer_due, self.first_due, self.clock_due, self.watchers_due]
            .into_iter()
            .flatten()
            .fold(soonest, Instant::min)
    }

    /// Does what is due.
    pub(super) async fn on_due(&mut self) -> Result<(), End> {
        let now = Instant::now();
        let heartbeat = self.services.settings.heartbeat;
        if self.heard + heartbeat.silence <= now {
            return self.last_chance(ClosingReason::Silent).await;
        }
        if self.first_due.is_some_and(|due| due <= now) {
            return self.last_chance(ClosingReason::NoMessage).await;
        }
        if self.ping_due <= now {
            self.ping_due = now + heartbeat.ping;
            self.beat().await?;
        }
        if self.watchers_due.is_some_and(|due| due <= now) {
            self.watchers_due = None;
            self.show_again().await?;
        }
        if let Some(due) = self.clock_due.filter(|due| *due <= now) {
            self.clock_due = Some(now + LOOK_AGAIN);
            // Whoever comes so late was frozen with the whole program: what has arrived meanwhile is heard first.
            if due + LATE > now {
                self.expire().await;
            }
        }
        self.call_computer_if_due(now).await;
        Ok(())
    }

    /// What should have come has not. If that is because this program was frozen, it is there now.
    async fn last_chance(&mut self, reason: ClosingReason) -> Result<(), End> {
        match timeout(LAST_CHANCE, self.peer.receive()).await {
            Err(_) => Err(End::Close(reason)),
            Ok(Ok(Inbound::Heard)) if reason == ClosingReason::NoMessage => Err(End::Close(reason)),
            Ok(inbound) => self.on_inbound(inbound?).await,
        }
    }

    async fn beat(&mut self) -> Result<(), End> {
        self.peer.ping().await?;
        // Should the computer have failed to move, this is its second chance.
        if let Some(record) = self.role.record() {
            self.attend(&record);
        }
        self.keep_room().await;
        match self.keep_place().await {
            Ok(false) => Ok(()),
            Ok(true) => self.announce().await,
            Err(problem) if matches!(self.role, Role::Idle) => self.refuse(&problem, None).await,
            Err(problem) => {
                tracing::warn!(?problem, "a place in a lobby could not be renewed");
                Ok(())
            }
        }
    }

    /// Renews what the room of a player remembers, when that is due.
    async fn keep_room(&mut self) {
        let now = Instant::now();
        let Role::Seated(seated) = &self.role else { return };
        let Some(record) = seated.subscription.newest().filter(|_| self.room_due <= now) else { return };
        match self.services.matches.keep_room(seated.id(), &record).await {
            Ok(true) => self.room_due = now + RENEW_PLAYING,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "a room could not be kept"),
        }
    }

    async fn expire(&mut self) {
        let Some(subscription) = self.role.subscription() else { return };
        let expired =
            self.services.matches.change(subscription.id(), |record, now| Ok(record.expire(now))).await;
        if let Err(error) = expired {
            tracing::warn!(%error, "a clock could not be stopped");
        }
    }

    async fn call_computer_if_due(&mut self, now: Instant) {
        let Role::Waiting { waiter, computer_due } = &mut self.role else { return };
        if computer_due.is_none_or(|due| due > now) {
            return;
        }
        *computer_due = Some(now + LOOK_AGAIN);
        if let Err(error) = self.services.matches.call_computer(waiter).await {
            tracing::warn!(%error, "the computer could not be seated");
        }
    }
}
