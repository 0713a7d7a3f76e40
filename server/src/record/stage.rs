//! The stage of a match: a game is running, or it is over. A series has as many games as the players agreed on, until
//! neither can catch up.

use serde::{Deserialize, Serialize};

use super::seat::SeatId;
use super::{Record, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    On {
        /// When the player to move runs out of time, if there is a clock. The computer has none.
        deadline: Option<Timestamp>,
        /// A proposal to take back the proposer's last move.
        proposal: Proposal,
    },
    Over {
        ending: Ending,
        /// A proposal to play another game.
        proposal: Proposal,
    },
}

/// A proposal by one player, which the other may accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    #[default]
    None,
    By(SeatId),
    DeclinedBy(SeatId),
}

impl Stage {
    pub const fn proposal(&self) -> Proposal {
        let (Self::On { proposal, .. } | Self::Over { proposal, .. }) = self;
        *proposal
    }

    pub(super) const fn set_proposal(&mut self, new: Proposal) {
        let (Self::On { proposal, .. } | Self::Over { proposal, .. }) = self;
        *proposal = new;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    Won {
        by: SeatId,
        how: EndReason,
    },
    /// The board is full without a winning line.
    Drawn,
    /// A player did not begin, was absent before a first move in the match, or gave up a game of an arena before both
    /// had moved. The game does not count.
    Cancelled {
        by: SeatId,
        how: EndReason,
    },
}

impl Ending {
    pub const fn is_cancelled(self) -> bool {
        matches!(self, Self::Cancelled { .. })
    }
}

/// How a game was won, or why it was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    Line,
    Resigned,
    Time,
    Left,
    Disconnected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesResult {
    Won(SeatId),
    Drawn,
}

impl Record {
    /// The result of the series; `None` while it is undecided. A drawn game counts as played. Another game after the
    /// last one begins the next series.
    pub fn series_result(&self) -> Option<SeriesResult> {
        let [host, guest] = SeatId::BOTH.map(|seat| self.seat(seat).wins);
        let played = host.saturating_add(guest).saturating_add(self.draws);
        let remaining = u32::from(self.best_of?).saturating_sub(played);
        let leader = if host > guest { SeatId::Host } else { SeatId::Guest };
        match host.abs_diff(guest) {
            lead if lead > remaining => Some(SeriesResult::Won(leader)),
            _ => (remaining == 0).then_some(SeriesResult::Drawn),
        }
    }
}
