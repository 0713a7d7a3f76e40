//! How often one player may do what the other notices and cannot prevent. It is counted for as long as anyone sees the
//! match, so that reconnecting does not refill it.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::token_bucket::{TokenBucket, TooOften};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeatCost {
    /// A new connection takes the seat.
    Resume,
    Reaction,
    /// A takeback, a declined or withdrawn offer, one after that, or another name.
    Request,
}

#[derive(Debug, Default)]
pub(super) struct SeatBudget(HashMap<SeatCost, TokenBucket>);

impl SeatBudget {
    pub(super) fn take(&mut self, cost: SeatCost, now: Instant) -> Result<(), TooOften> {
        const SECOND: Duration = Duration::from_secs(1);
        let (burst, period) = match cost {
            SeatCost::Resume => (30, SECOND),
            SeatCost::Reaction => (3, 2 * SECOND),
            SeatCost::Request => (5, 2 * SECOND),
        };
        self.0.entry(cost).or_insert_with(|| TokenBucket::new(burst, 1, period, now)).take(now)
    }
}
