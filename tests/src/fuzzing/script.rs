//! Decisions on a match, made of bytes: few bytes for what players do, so that short inputs are whole games.

use std::time::Duration;

use tictactoe_server::record::{SeatId, Timestamp};

/// What may happen to a match.
#[derive(Debug, Clone, Copy)]
pub enum Deed {
    /// A cell is played, by whoever is to move or by this seat, at the present ply or at this one.
    Play {
        /// Who plays; the seat to move unless said.
        seat: Option<SeatId>,
        /// The cell.
        cell: usize,
        /// How many moves the player has seen.
        ply: Option<usize>,
    },
    /// The game is given up.
    Resign(SeatId),
    /// Another game after this one is asked for.
    Rematch(SeatId, Option<u32>),
    /// The seat is given up.
    Leave(SeatId),
    /// A person comes.
    Arrive(SeatId),
    /// The newest connection ends, or the one with this number.
    Depart(SeatId, Option<u32>),
    /// Time passes.
    Expire,
    /// The server was down.
    Recover,
}

/// Reads deeds and times from bytes, until there are no more.
pub struct Script<'a> {
    bytes: &'a [u8],
    now: Timestamp,
}

impl<'a> Script<'a> {
    /// All that the bytes say, from the beginning of time.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, now: Timestamp::ZERO }
    }

    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    /// What happens next, and when.
    pub fn next(&mut self) -> Option<(Deed, Timestamp)> {
        let deed = self.byte()?;
        let seat = if deed & 0x08 == 0 { SeatId::Host } else { SeatId::Guest };
        let said = deed & 0x10 != 0;
        let deed = match deed & 0x07 {
            0 => Deed::Play { seat: None, cell: self.number(), ply: None },
            1 => Deed::Play { seat: Some(seat), cell: self.number(), ply: self.maybe(said) },
            2 => Deed::Resign(seat),
            3 => Deed::Rematch(seat, self.maybe(said)),
            4 => Deed::Leave(seat),
            5 => Deed::Arrive(seat),
            6 => Deed::Depart(seat, self.maybe(said)),
            _ if said => Deed::Recover,
            _ => {
                let passed = self.number();
                self.now = self.now.after(Duration::from_millis(passed));
                Deed::Expire
            }
        };
        Some((deed, self.now))
    }

    fn maybe<T: Default + TryFrom<u64>>(&mut self, said: bool) -> Option<T> {
        said.then(|| self.number())
    }

    /// A number: mostly a small one, sometimes one at the end of its kind.
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
