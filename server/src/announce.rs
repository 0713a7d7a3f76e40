//! Tells the local network of the server.

use std::net::{IpAddr, SocketAddr};

use tictactoe_lan::cards::{self, Card};
use tictactoe_lan::mdns::Announcement;
use tokio_util::sync::CancellationToken;

/// What the network has been told.
pub(crate) struct Announcer {
    announcement: Option<Announcement>,
    is_out: bool,
}

impl Announcer {
    /// Tells nobody.
    pub(crate) const fn silent() -> Self {
        Self { announcement: None, is_out: false }
    }

    /// Tells everybody on the network of a server that listens on `bound`, unless nobody else reaches it there. A
    /// server that cannot be announced is one all the same: the log says so.
    pub(crate) async fn begin(bound: SocketAddr) -> Self {
        if bound.ip().to_canonical().is_loopback() {
            return Self::silent();
        }
        match Announcement::begin(&machine(), Some(bound.ip()), bound.port(), env!("CARGO_PKG_VERSION")) {
            Ok(announcement) => {
                let is_out = announcement.is_out().await;
                if !is_out {
                    let why = why_silent(bound.ip(), &cards::ranked());
                    tracing::warn!("announced to nobody yet: {why}. Players need the address");
                }
                Self { announcement: Some(announcement), is_out }
            }
            Err(error) => {
                tracing::warn!("not announced: {error}. Players need the address");
                Self::silent()
            }
        }
    }

    /// Whether clients find the server without its address.
    pub(crate) const fn is_out(&self) -> bool {
        self.is_out
    }

    /// Waits until the server is told to stop, and says goodbye at once: from then on it lets nobody new in.
    pub(crate) async fn until(self, stop: CancellationToken) {
        stop.cancelled().await;
        if let Some(announcement) = self.announcement {
            announcement.withdraw().await;
        }
    }
}

/// Why nobody hears of a server that listens on `ip`.
fn why_silent(ip: IpAddr, cards: &[Card]) -> &'static str {
    let is_served = |card: &Card| ip == card.ip || ip.is_unspecified() && (ip.is_ipv6() || card.ip.is_ipv4());
    if cards.iter().any(is_served) {
        "another program keeps port 5353 to itself"
    } else if ip.is_unspecified() && !cards.is_empty() {
        "this network has no IPv4, and the server listens on nothing else. --host :: is for both"
    } else {
        "no network card that is up has an address at which others could call (a link-local one of IPv6 is none)"
    }
}

/// What the machine calls itself, without the network that it is in.
fn machine() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_nobody_hears_of_says_why() {
        let card = |ip: &str| Card { ip: ip.parse().unwrap(), name: "eth0".to_owned() };
        for (ip, cards, why) in [
            ("0.0.0.0", &["192.168.1.2"][..], "port 5353"),
            ("0.0.0.0", &["192.168.1.2", "fd00::2"], "port 5353"),
            ("0.0.0.0", &["fd00::2"], "--host ::"),
            ("::", &["fd00::2"], "port 5353"),
            ("fd00::2", &["192.168.1.2", "fd00::2"], "port 5353"),
            ("0.0.0.0", &[], "no network card"),
            ("::", &[], "no network card"),
            ("fe80::2", &["192.168.1.2"], "no network card"),
        ] {
            let cards: Vec<_> = cards.iter().copied().map(card).collect();
            let said = why_silent(ip.parse().unwrap(), &cards);
            assert!(said.contains(why), "{ip} {cards:?}: {said}");
        }
    }

    #[tokio::test]
    async fn a_server_that_only_this_machine_reaches_is_announced_to_nobody() {
        for bound in ["127.0.0.1:7878", "[::1]:7878", "[::ffff:127.0.0.1]:7878"] {
            assert!(Announcer::begin(bound.parse().unwrap()).await.announcement.is_none(), "{bound}");
        }
    }
}
