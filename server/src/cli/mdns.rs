//! Announces the server on the local network.

use std::net::{IpAddr, SocketAddr};

use gethostname::gethostname;
use tictactoe_lan::interfaces::{LanAddress, lan_addresses};
use tictactoe_lan::mdns::Announcement;

/// Announces a server that listens on `bound`, unless only this machine can reach it. A failure is only logged.
pub(crate) async fn announce(bound: SocketAddr) -> Option<Announcement> {
    if bound.ip().to_canonical().is_loopback() {
        return None;
    }
    let name = gethostname().to_string_lossy().into_owned();
    let name = name.split('.').next().unwrap_or_default();
    let announcement = Announcement::start(name, bound.ip(), bound.port(), env!("CARGO_PKG_VERSION"))
        .await
        .inspect_err(|error| {
            tracing::warn!("not announced on the network: {error}. Players need the address");
        })
        .ok()?;
    if !announcement.was_sent() {
        let reason = unannounced_reason(bound.ip(), &lan_addresses());
        tracing::warn!("not announced on the network yet: {reason}. Players need the address");
    }
    Some(announcement)
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
            assert!(announce(bound.parse().unwrap()).await.is_none(), "{bound}");
        }
    }
}
