//! A server announces itself on the local network, and clients find it (RFC 6762, RFC 6763).
//!
//! Nothing that is announced can be trusted, and a server that was killed stays announced for minutes: whether one
//! lives is known when it has been called.
//!
//! * `daemon`: the thread that speaks multicast DNS, and over which cards it does.
//! * `announcement`: what a server says.
//! * `browser`: what a client hears; `neighbours`: what it makes of it. Pure.

mod announcement;
mod browser;
mod daemon;
mod neighbours;

use std::fmt;
use std::net::IpAddr;

use thiserror::Error;

pub use announcement::Announcement;
pub use browser::Browser;

/// What servers are called.
pub const SERVICE: &str = "_tictactoe._tcp.local.";

/// The property that holds the name of a server's machine.
const NAME: &str = "name";

/// The property that holds the protocol that a server speaks.
const PROTOCOL: &str = "protocol";

/// The property that holds a server's version.
const VERSION: &str = "version";

/// Why nothing can be announced or looked for.
#[derive(Debug, Error)]
#[error("multicast DNS does not work here: {0}")]
pub struct MdnsError(String);

impl From<mdns_sd::Error> for MdnsError {
    fn from(error: mdns_sd::Error) -> Self {
        Self(error.to_string())
    }
}

/// Which announcement something is about. It means nothing else, and is another one when the server starts again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncementId(String);

impl AnnouncementId {
    /// The announcement of this full name.
    pub fn new(fullname: impl Into<String>) -> Self {
        Self(fullname.into())
    }
}

impl fmt::Display for AnnouncementId {
    /// Text of a stranger, as it came.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A server that was announced by somebody. Whether it lives is known when it has been called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its announcement.
    pub id: AnnouncementId,
    /// The name of its machine, as it was announced: cleaned text of a stranger, of 24 characters at most. Several
    /// servers may have the same.
    pub name: String,
    /// Its addresses, the likeliest first. Never empty.
    pub ips: Vec<IpAddr>,
    /// Its port.
    pub port: u16,
}

/// What a browser hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// A server is there, or has other addresses than before.
    Found(Found),
    /// A server has said goodbye, or was not heard of for a long time.
    Gone(AnnouncementId),
    /// Nothing can be heard now: no network card is up, or another program keeps the port of multicast DNS to itself.
    Deaf,
}
