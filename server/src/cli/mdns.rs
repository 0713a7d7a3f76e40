//! Announces the server on the local network.

use std::net::{IpAddr, SocketAddr};

use tictactoe_lan::interfaces::{LanAddress, lan_addresses};
use tictactoe_lan::mdns::Announcement;
use tokio_util::sync::CancellationToken;

pub(crate) struct Announcer {
    announcement: Option<Announcement>,
    is_announced: bool,
}

impl Announcer {
    pub(crate) const fn disabled() -> Self {
        Self { announcement: None, is_announced: false }
    }

    /// Announces a server that listens on `bound`, unless only this machine can reach it. A failure is only logged.
    pub(crate) async fn start(bound: SocketAddr) -> Self {
        if bound.ip().to_canonical().is_loopback() {
            return Self::disabled();
        }
        match Announcement::start(&hostname(), bound.ip(), bound.port(), env!("CARGO_PKG_VERSION")) {
            Ok(announcement) => {
                let is_announced = announcement.wait_until_sent().await;
                if !is_announced {
                    let reason = unannounced_reason(bound.ip(), &lan_addresses());
                    tracing::warn!("not announced on the network yet: {reason}. Players need the address");
                }
                Self { announcement: Some(announcement), is_announced }
            }
            Err(error) => {
                tracing::warn!("not announced on the network: {error}. Players need the address");
                Self::disabled()
            }
        }
    }

    /// Whether clients find the server without its address.
    pub(crate) const fn is_announced(&self) -> bool {
        self.is_announced
    }

    /// Sends the goodbye as soon as the shutdown begins, because new players are refused from then on.
    pub(crate) async fn withdraw_on(self, stop: CancellationToken) {
        stop.cancelled().await;
        if let Some(announcement) = self.announcement {
            announcement.withdraw().await;
        }
    }
}

fn unannounced_reason(bound: IpAddr, addresses: &[LanAddress]) -> &'static str {
    let is_served = |address: &LanAddress| {
        bound == address.ip || bound.is_unspecified() && (bound.is_ipv6() || address.ip.is_ipv4())
    };
    if addresses.iter().any(is_served) {
        "another program uses port 5353 exclusively"
    } else if bound.is_unspecified() && !addresses.is_empty() {
        "this network has no IPv4, and the server listens on IPv4 only. Use --host :: for both"
    } else {
        "no network interface is up that has an address others can reach (IPv6 link-local addresses do not count)"
    }
}

/// The name of this machine, without its domain.
fn hostname() -> String {
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
    fn an_unannounced_server_logs_the_reason() {
        let eth0 = |ip: &str| LanAddress { ip: ip.parse().unwrap(), interface: "eth0".to_owned() };
        for (bound, addresses, expected) in [
            ("0.0.0.0", &["192.168.1.2"][..], "port 5353"),
            ("0.0.0.0", &["192.168.1.2", "fd00::2"], "port 5353"),
            ("0.0.0.0", &["fd00::2"], "--host ::"),
            ("::", &["fd00::2"], "port 5353"),
            ("fd00::2", &["192.168.1.2", "fd00::2"], "port 5353"),
            ("0.0.0.0", &[], "no network interface"),
            ("::", &[], "no network interface"),
            ("fe80::2", &["192.168.1.2"], "no network interface"),
        ] {
            let addresses: Vec<_> = addresses.iter().copied().map(eth0).collect();
            let reason = unannounced_reason(bound.parse().unwrap(), &addresses);
            assert!(reason.contains(expected), "{bound} {addresses:?}: {reason}");
        }
    }

    #[tokio::test]
    async fn a_server_on_loopback_is_not_announced() {
        for bound in ["127.0.0.1:7878", "[::1]:7878", "[::ffff:127.0.0.1]:7878"] {
            assert!(Announcer::start(bound.parse().unwrap()).await.announcement.is_none(), "{bound}");
        }
    }
}
