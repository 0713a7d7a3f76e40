//! A series: as many games as the players agreed on, until no one can catch up.

use super::Record;
use super::seat::SeatId;

/// The series in which the current game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Series {
    pub best_of: u8,
    /// `None` while it is undecided.
    pub result: Option<SeriesResult>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesResult {
    Won(SeatId),
    Drawn,
}

impl Record {
    /// A drawn game counts as played. Another game after the last one begins the next series.
    pub fn series(&self) -> Option<Series> {
        let best_of = self.best_of?;
        let [host, guest] = SeatId::BOTH.map(|seat| self.seat(seat).wins);
        let played = host.saturating_add(guest).saturating_add(self.draws);
        let remaining = u32::from(best_of).saturating_sub(played);
        let result = if host > guest.saturating_add(remaining) {
            Some(SeriesResult::Won(SeatId::Host))
        } else if guest > host.saturating_add(remaining) {
            Some(SeriesResult::Won(SeatId::Guest))
        } else {
            (remaining == 0).then_some(SeriesResult::Drawn)
        };
        Some(Series { best_of, result })
    }
}
