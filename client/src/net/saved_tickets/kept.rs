//! What is in the file of a seat.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::Join;

use crate::address::Address;
use crate::mode::{InputMode, Mode};
use crate::net::seat::SeatTicket;

/// The version of the form. What has another one is let alone.
const VERSION: u32 = 2;

/// Older seats are nobody's any more.
pub(super) const AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// What a run is for: only one with the same purpose takes its seat again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Purpose {
    /// Where the server is.
    server: String,
    /// Who is at the client: a script does not play on what a person began, nor a person what a script did.
    input_mode: InputMode,
    /// What the player asks for.
    wish: Join,
}

/// One file.
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
    /// None for whoever has no seat.
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

    /// Reads a file; none when it is none of ours.
    pub(super) fn read(content: &[u8]) -> Option<Self> {
        serde_json::from_slice(content).ok().filter(|kept: &Self| kept.version == VERSION)
    }

    pub(super) fn write(&self) -> Vec<u8> {
        // It has string keys and plain values only: writing cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Whether a run with this purpose takes it.
    pub(super) fn fits(&self, purpose: &Purpose, now: SystemTime) -> bool {
        let is_young = self.at.abs_diff(seconds(now)) < AGE.as_secs();
        is_young && self.purpose == *purpose
    }

    /// Which of two is taken first: a seat before a place in a queue, and then the newer one.
    pub(super) fn worth(&self) -> (bool, u64) {
        (matches!(self.ticket, SeatTicket::Match(_)), self.at)
    }

    pub(super) fn into_ticket(self) -> SeatTicket {
        self.ticket
    }
}

/// An address as it was written, but for the names that mean this machine itself.
fn server(address: &Address) -> String {
    let is_here =
        ["localhost", "127.0.0.1", "::1"].iter().any(|host| host.eq_ignore_ascii_case(address.host()));
    if is_here { format!("localhost:{}", address.port()) } else { address.to_string() }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
