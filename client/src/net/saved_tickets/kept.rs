//! The content of the file of a saved seat.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::Join;

use crate::address::Address;
use crate::mode::{InputMode, Mode};
use crate::net::seat::SeatTicket;

/// Files of another version are ignored.
const VERSION: u32 = 2;

/// Older files are ignored, and removed.
pub(super) const AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Only a run with the same purpose takes the seat again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Purpose {
    server: String,
    /// A script does not continue what a person began, nor a person what a script did.
    input_mode: InputMode,
    wish: Join,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    version: u32,
    purpose: Purpose,
    ticket: SeatTicket,
    /// When it was written, in seconds since 1970.
    at: u64,
}

impl Purpose {
    /// `None` for spectators, who have no seat.
    pub(super) fn new(address: &Address, mode: &Mode, input_mode: InputMode) -> Option<Self> {
        let wish = match mode {
            Mode::Watch(_) => return None,
            Mode::Join(join) => join.clone(),
        };
        Some(Self { server: server(address), input_mode, wish })
    }
}

impl Kept {
    pub(super) fn new(purpose: &Purpose, ticket: &SeatTicket, now: SystemTime) -> Self {
        Self { version: VERSION, purpose: purpose.clone(), ticket: ticket.clone(), at: seconds(now) }
    }

    pub(super) fn read(content: &[u8]) -> Option<Self> {
        serde_json::from_slice(content).ok().filter(|kept: &Self| kept.version == VERSION)
    }

    pub(super) fn write(&self) -> Vec<u8> {
        // String keys and plain values always serialize.
        serde_json::to_vec(self).unwrap_or_default()
    }

    pub(super) fn fits(&self, purpose: &Purpose, now: SystemTime) -> bool {
        let is_young = self.at.abs_diff(seconds(now)) < AGE.as_secs();
        is_young && self.purpose == *purpose
    }

    /// A seat is worth more than a place in a queue, and a newer one more than an older one.
    pub(super) fn worth(&self) -> (bool, u64) {
        (matches!(self.ticket, SeatTicket::Match(_)), self.at)
    }

    pub(super) fn into_ticket(self) -> SeatTicket {
        self.ticket
    }
}

/// The address as it was typed; the names of this machine are one.
fn server(address: &Address) -> String {
    let is_here =
        ["localhost", "127.0.0.1", "::1"].iter().any(|host| host.eq_ignore_ascii_case(address.host()));
    if is_here { format!("localhost:{}", address.port()) } else { address.to_string() }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
