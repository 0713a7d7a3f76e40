//! The state of a connection: idle, waiting, playing or watching.

use std::future::pending;
use std::sync::Arc;

use crate::matches::Seated;
use crate::matches::hub::{MatchEvent, Subscription};
use crate::matchmaking::{Joined, Seek};
use crate::record::{Record, Seats};

pub(super) enum Role {
    Idle,
    Waiting(Box<Seek>),
    Playing(Box<Seated>),
    Watching(Subscription),
}

impl From<Joined> for Role {
    fn from(joined: Joined) -> Self {
        match joined {
            Joined::Seated(seated) => Self::Playing(seated),
            Joined::Waiting(seek) => Self::Waiting(seek),
        }
    }
}

impl Role {
    /// Waits for the next event of the match; `None` when the seek has ended. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<MatchEvent> {
        match self {
            Self::Idle => pending().await,
            Self::Waiting(seek) => {
                seek.ended().await;
                None
            }
            Self::Playing(seated) => Some(seated.subscription.next().await),
            Self::Watching(subscription) => Some(subscription.next().await),
        }
    }

    /// The match that the connection sees.
    pub(super) fn subscription(&self) -> Option<&Subscription> {
        match self {
            Self::Idle | Self::Waiting(_) => None,
            Self::Playing(seated) => Some(&seated.subscription),
            Self::Watching(subscription) => Some(subscription),
        }
    }

    /// The newest record of that match.
    pub(super) fn record(&self) -> Option<Arc<Record>> {
        self.subscription()?.newest()
    }

    pub(super) fn seats(&self) -> Option<Seats> {
        Some(self.seated()?.seats)
    }

    pub(super) fn is_superseded(&self) -> bool {
        self.seated().is_some_and(Seated::is_superseded)
    }

    /// The player's seat, if the connection has one.
    pub(super) fn seated(&self) -> Option<&Seated> {
        match self {
            Self::Playing(seated) => Some(seated),
            Self::Idle | Self::Waiting(_) | Self::Watching(_) => None,
        }
    }

    /// Another person waits for this player's first move in the match.
    pub(super) fn owes_first_move(&self, record: &Record) -> bool {
        self.seats().is_some_and(|seats| record.owes_first_move(seats.person_seat()))
    }
}
