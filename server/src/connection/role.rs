//! What a connection is at the moment. It speaks for at most one seat.

use std::future::pending;
use std::sync::Arc;

use tokio::time::Instant;

use crate::matches::live::{Change, Subscription};
use crate::matches::waiter::Waiter;
use crate::matches::{MatchError, Seated};
use crate::record::{Record, SeatId};

/// What a connection is.
pub(super) enum Role {
    /// Nothing yet, or nothing any more.
    Idle,
    /// In the queue.
    Waiting {
        /// The place in it.
        waiter: Box<Waiter>,
        /// When the computer takes the other seat, if it does.
        computer_due: Option<Instant>,
    },
    /// A player.
    Seated(Box<Seated>),
    /// A spectator.
    Watching(Subscription),
}

/// What a role has to tell.
pub(super) enum News {
    /// The waiting is over: the match has begun.
    Paired,
    /// The match has changed.
    Match(Change),
}

impl Role {
    /// Waits for the next news of the role. Nothing is lost when this future is dropped.
    pub(super) async fn news(&mut self) -> Result<News, MatchError> {
        match self {
            Self::Idle => pending().await,
            Self::Waiting { waiter, .. } => {
                let paired = waiter.paired().await?;
                Ok(if paired { News::Paired } else { News::Match(Change::Gone) })
            }
            Self::Seated(seated) => seated.subscription.changed().await.map(News::Match),
            Self::Watching(subscription) => subscription.changed().await.map(News::Match),
        }
    }

    /// The match that the connection sees.
    pub(super) fn subscription(&self) -> Option<&Subscription> {
        match self {
            Self::Idle | Self::Waiting { .. } => None,
            Self::Seated(seated) => Some(&seated.subscription),
            Self::Watching(subscription) => Some(subscription),
        }
    }

    /// The newest record of the match that the connection sees.
    pub(super) fn record(&self) -> Option<Arc<Record>> {
        self.subscription()?.newest()
    }

    /// The seat that the connection speaks for.
    pub(super) fn seat(&self) -> Option<SeatId> {
        match self {
            Self::Seated(seated) => Some(seated.seat),
            Self::Idle | Self::Waiting { .. } | Self::Watching(_) => None,
        }
    }

    /// Whether a newer connection speaks for the seat.
    pub(super) fn superseded(&self, record: &Record) -> bool {
        match self {
            Self::Seated(seated) => seated.is_superseded(record),
            Self::Idle | Self::Waiting { .. } | Self::Watching(_) => false,
        }
    }
}
