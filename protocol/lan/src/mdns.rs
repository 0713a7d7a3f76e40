//! A server announces itself on the local network, and clients find it (RFC 6762, RFC 6763).

use std::net::IpAddr;

use thiserror::Error;

/// What servers are called.
pub const SERVICE: &str = "_tictactoe._tcp.local.";

/// Why nothing can be announced or looked for.
#[derive(Debug, Error)]
#[error("multicast DNS does not work here: {0}")]
pub struct MdnsError(String);

/// A server that was announced by somebody. Whether it lives is known when it has been called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The name of its machine, as it was announced: text of a stranger.
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
    /// A server has said goodbye.
    Gone {
        /// Its name.
        name: String,
        /// Its port.
        port: u16,
    },
}

/// A server's announcement. It must be ended with [`Announcement::withdraw`].
pub struct Announcement {}

impl Announcement {
    /// Announces a server that listens on `port`, at `ip` or, without one, at every address of this machine.
    ///
    /// # Errors
    /// [`MdnsError`] when the system gives no socket.
    pub fn begin(name: &str, ip: Option<IpAddr>, port: u16, version: &str) -> Result<Self, MdnsError> {
        let _ = (name, ip, port, version);
        Err(MdnsError("not yet".into()))
    }

    /// Says goodbye, so that no client offers the server any more.
    pub async fn withdraw(self) {}
}

/// Looks for servers until it is dropped.
pub struct Browser {}

impl Browser {
    /// Begins to look.
    ///
    /// # Errors
    /// [`MdnsError`] when the system gives no socket.
    pub fn begin() -> Result<Self, MdnsError> {
        Err(MdnsError("not yet".into()))
    }

    /// What is heard next; none when nothing will be heard any more. It may be dropped and called again: nothing is
    /// lost.
    pub async fn next(&mut self) -> Option<News> {
        None
    }
}
