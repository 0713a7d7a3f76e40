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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Timer {
    /// Nothing was received for too long.
    Silence,
    FirstMessage,
    Ping,
    /// The game may have expired.
    Game,
    /// The computer takes the other seat.
    Computer,
    /// The player of an arena looks for the next opponent.
    NextGame,
}

impl Connection {
    pub(super) fn next_timer(&self) -> (Instant, Timer) {
        let computer = match &self.role {
            Role::Waiting(seek) => seek.computer_due,
            Role::Idle | Role::Playing(_) | Role::Watching(_) => None,
        };
        let others = [
            (self.first_message_due, Timer::FirstMessage),
            (Some(self.liveness.ping_due), Timer::Ping),
            (self.game_due, Timer::Game),
            (computer, Timer::Computer),
            (self.next_game.due(), Timer::NextGame),
        ];
        let others = others.into_iter().filter_map(|(due, timer)| Some((due?, timer)));
        others.fold((self.liveness.silence_due(), Timer::Silence), |next, other| {
            if other.0 < next.0 { other } else { next }
        })
    }

    pub(super) async fn on_timer(&mut self, due: Instant, timer: Timer) -> Result<(), End> {
        let now = Instant::now();
        match timer {
            Timer::Silence => Err(End::Close(ClosingReason::Silent)),
            Timer::FirstMessage => Err(End::Close(ClosingReason::NoMessage)),
            Timer::Ping => {
                self.ping().await?;
                match self.role.subscription() {
                    Some(subscription) if subscription.spectators() != self.shown_spectators => {
                        self.show_current().await
                    }
                    _ => Ok(()),
                }
            }
            Timer::Game => {
                self.game_due = Some(now + RETRY);
                // If the process was suspended, a move may have arrived on another connection. Let it be read first.
                if due + SUSPENDED > now
                    && let Some(subscription) = self.role.subscription()
                    && let Err(error) = self.services.matches.expire(subscription.id()).await
                {
                    tracing::warn!(%error, "cannot end an expired game: retrying");
                }
                Ok(())
            }
            Timer::Computer => {
                if let Role::Waiting(seek) = &mut self.role {
                    seek.computer_due = Some(now + RETRY);
                    if let Err(error) = seek.call_computer().await {
                        tracing::warn!(%error, "the computer cannot join: retrying");
                    }
                }
                Ok(())
            }
            Timer::NextGame => self.on_next_game_due().await,
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
