//! Actions on a match, decoded from bytes: so few bytes each that short inputs are whole games.

use std::time::Duration;

use tictactoe_server::record::{SeatId, Timestamp};

#[derive(Debug, Clone, Copy)]
pub enum Action {
    Play {
        /// The seat to move if `None`.
        seat: Option<SeatId>,
        cell: usize,
        /// How many moves the player has seen.
        ply: Option<usize>,
    },
    /// The last move of a seat, or the one that is meant if no seat is named, after so many takebacks.
    TakeBack(SeatId, Option<SeatId>, Option<u32>),
    Continue(SeatId, Option<u32>),
    Resign(SeatId),
    Rematch(SeatId, Option<u32>),
    Decline(SeatId, Option<u32>),
    /// To one of two names.
    Rename(SeatId, bool),
    Leave(SeatId),
    Arrive(SeatId),
    Depart(SeatId),
    Expire,
    Recover,
}

pub struct Script<'a> {
    bytes: &'a [u8],
    now: Timestamp,
}

impl<'a> Script<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, now: Timestamp::ZERO }
    }

    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    pub fn next(&mut self) -> Option<(Action, Timestamp)> {
        let action = self.byte()?;
        let seat = if action & 0x08 == 0 { SeatId::Host } else { SeatId::Guest };
        let said = action & 0x10 != 0;
        let is_rare = action & 0x20 != 0;
        let action = match action & 0x07 {
            3 if is_rare => Action::Decline(seat, self.maybe(said)),
            4 if is_rare => Action::Rename(seat, said),
            0 if is_rare => Action::TakeBack(
                seat,
                said.then_some(SeatId::Host),
                self.byte().map(|byte| (byte & 7).into()),
            ),
            1 if is_rare && said => Action::TakeBack(seat, None, None),
            1 if is_rare => Action::TakeBack(seat, Some(seat.other()), None),
            2 if is_rare => Action::Continue(seat, self.maybe(said)),
            0 => Action::Play { seat: None, cell: self.number(), ply: None },
            1 => Action::Play { seat: Some(seat), cell: self.number(), ply: self.maybe(said) },
            2 => Action::Resign(seat),
            3 => Action::Rematch(seat, self.maybe(said)),
            4 => Action::Leave(seat),
            5 => Action::Arrive(seat),
            6 => Action::Depart(seat),
            _ if said => Action::Recover,
            _ => {
                let passed = self.number();
                self.now = self.now.after(Duration::from_millis(passed));
                Action::Expire
            }
        };
        Some((action, self.now))
    }

    fn maybe<T: Default + TryFrom<u64>>(&mut self, said: bool) -> Option<T> {
        said.then(|| self.number())
    }

    /// Usually a small number, sometimes one at the end of its type's range.
    fn number<T: Default + TryFrom<u64>>(&mut self) -> T {
        let byte = self.byte().unwrap_or_default();
        let number = match byte {
            0xff => u64::MAX,
            0xfe => u64::from(u32::MAX),
            0xe0..=0xfd => 1 << (byte - 0xc0),
            _ => byte.into(),
        };
        T::try_from(number).unwrap_or_default()
    }
}
