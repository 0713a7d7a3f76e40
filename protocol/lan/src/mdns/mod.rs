//! A server announces itself on the local network, and clients find it (RFC 6762, RFC 6763).
//!
//! Announcements cannot be trusted, and a killed server stays announced for minutes. Only connecting shows whether a
//! server is there.
//!
//! `announcement` announces a server, `browser` finds servers.

mod announcement;
mod browser;

use std::net::IpAddr;

use mdns_sd::{IfKind, IfPredicate, ServiceDaemon};
use thiserror::Error;

use crate::interfaces;

pub use announcement::{Announced, Announcement};
pub use browser::Browser;

/// The DNS-SD service type.
pub const SERVICE: &str = "_tictactoe._tcp.local.";

// Keys of the TXT record.
const NAME: &str = "name";
const PROTOCOL: &str = "protocol";
const URL: &str = "url";
const CLUSTER: &str = "cluster";
const HOSTED_SINCE: &str = "hosted";

/// The multicast DNS daemon cannot be used.
#[derive(Debug, Error)]
#[error("multicast DNS does not work here: {0}")]
pub struct MdnsError(#[from] mdns_sd::Error);

/// The full DNS-SD instance name of an announcement, or its cluster: untrusted, not cleaned. A restarted server makes a
/// new name. The servers of a cluster are one choice for a player.
pub type AnnouncementId = String;

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
    /// `https://host:port` of an encrypted server, whose certificate is not for its addresses: untrusted.
    pub url: Option<String>,
    /// When its player began to host, in microseconds since 1970; `None` for a server that no player hosts. Untrusted.
    pub hosted_since: Option<u64>,
}

/// An event of a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrowserEvent {
    /// A server was announced, or its addresses changed.
    Found(AnnouncedServer),
    /// Nothing can be received, because no interface is up, or another program has the port of multicast DNS
    /// exclusively.
    Unavailable,
}

/// The thread that speaks multicast DNS. It ends when this is dropped.
struct Daemon(ServiceDaemon);

impl Daemon {
    /// Starts the thread. It talks only to other machines, neither over loopback nor to containers on this machine.
    fn start() -> Result<Self, MdnsError> {
        let daemon = Self(ServiceDaemon::new()?);
        daemon.0.disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])?;
        if !interfaces::has_only_virtual(&interfaces::all()) {
            let is_virtual = IfPredicate::new(|interface| interfaces::is_virtual(&interface.name));
            daemon.0.disable_interface(IfKind::Predicate(is_virtual))?;
        }
        Ok(daemon)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // The thread does not end by itself. If this fails, it has ended already.
        let _ = self.0.shutdown();
    }
}
