//! How often one player may do what the other notices and cannot prevent. It is counted for as long as anyone sees the
//! match, so that reconnecting does not refill it.

use std::time::Duration;

use tokio::time::Instant;

use crate::token_bucket::{TokenBucket, TooOften};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatCost {
    /// A new connection takes the seat.
    Resume,
    Reaction,
    /// A takeback, a declined or withdrawn offer, one after that, or another name.
    Request,
}

#[derive(Debug)]
pub(super) struct SeatBudget {
    resumes: TokenBucket,
    reactions: TokenBucket,
    requests: TokenBucket,
}

impl SeatBudget {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            resumes: TokenBucket::new(30, 1, SECOND, now),
            reactions: TokenBucket::new(3, 1, 2 * SECOND, now),
            requests: TokenBucket::new(5, 1, 2 * SECOND, now),
        }
    }

    pub(super) fn take(&mut self, cost: SeatCost, now: Instant) -> Result<(), TooOften> {
        match cost {
            SeatCost::Resume => self.resumes.take(now),
            SeatCost::Reaction => self.reactions.take(now),
            SeatCost::Request => self.requests.take(now),
        }
    }
}

const SECOND: Duration = Duration::from_secs(1);
