//! A server announces itself on the local network, and clients find it (RFC 6762, RFC 6763).
//!
//! Announcements cannot be trusted, and a killed server stays announced for minutes: only connecting shows whether a
//! server is there.
//!
//! * `daemon`: the thread that speaks multicast DNS.
//! * `announcement`: announces a server.
//! * `browser`: finds servers; `known_servers` validates and bounds what it receives, and is pure.

mod announcement;
mod browser;
mod daemon;
mod known_servers;

use std::fmt;
use std::net::IpAddr;

use thiserror::Error;

pub use announcement::Announcement;
pub use browser::Browser;

/// The DNS-SD service type.
pub const SERVICE: &str = "_tictactoe._tcp.local.";

// Keys of the TXT record.
const NAME: &str = "name";
const PROTOCOL: &str = "protocol";
const VERSION: &str = "version";

/// The multicast DNS daemon cannot be used.
#[derive(Debug, Error)]
#[error("multicast DNS does not work here: {0}")]
pub struct MdnsError(#[from] mdns_sd::Error);

/// Identifies an announcement. A restarted server makes a new one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnnouncementId(String);

impl AnnouncementId {
    /// The id of the announcement with this full DNS-SD instance name.
    pub fn new(fullname: impl Into<String>) -> Self {
        Self(fullname.into())
    }
}

impl fmt::Display for AnnouncementId {
    /// Untrusted text, not cleaned.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A server that was announced. Only connecting shows whether it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncedServer {
    /// Its announcement.
    pub id: AnnouncementId,
    /// The name of its machine, as announced: untrusted, but cleaned and at most 24 characters. Not unique.
    pub name: String,
    /// Its addresses, the likeliest first. Never empty.
    pub ips: Vec<IpAddr>,
    /// Its port.
    pub port: u16,
}

/// What a browser reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrowserEvent {
    /// A server was announced, or its addresses changed.
    Found(AnnouncedServer),
    /// A server said goodbye, or its announcement expired.
    Removed(AnnouncementId),
    /// Nothing can be received: no interface is up, or another program holds the port of multicast DNS exclusively.
    Unavailable,
}
