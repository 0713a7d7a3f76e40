//! Announces the server on the local network.

use std::net::SocketAddr;

use tictactoe_host::VERSION;
use tictactoe_lan::interfaces::{LanAddress, is_served, lan_addresses};
use tictactoe_lan::mdns::{Announcement, Description};

use super::Announced;
use crate::links::{Link, Links};

/// Announces a server, unless only this machine can reach it. A failure is only logged.
pub(super) async fn announce(announced: &Announced, links: &Links) -> Option<Announcement> {
    let mut bound = links.bound().to_vec();
    bound.retain(|address| !address.ip().to_canonical().is_loopback());
    if bound.is_empty() {
        return None;
    }
    let addresses = lan_addresses();
    let url = links.list(&addresses).into_iter().find(Link::is_on_network).map(|link| link.origin);
    let url = url.filter(|_| links.is_encrypted());
    if links.is_encrypted() && url.is_none() {
        tracing::warn!("not announced on the network: the certificate names no host that others can open");
        return None;
    }
    let Announced { name, cluster, hosted_since } = announced;
    let description = Description {
        name,
        url: url.as_deref(),
        cluster: cluster.as_deref(),
        hosted_since: *hosted_since,
        version: VERSION,
    };
    let announcement = Announcement::start(bound.clone(), description).await.inspect_err(|error| {
        tracing::warn!("not announced on the network: {error}. Players need the address");
    });
    let announcement = announcement.ok()?;
    if !announcement.was_sent() {
        let reason = unannounced_reason(&bound, &addresses);
        tracing::warn!("not announced on the network yet: {reason}. Players need the address");
    }
    Some(announcement)
}

fn unannounced_reason(bound: &[SocketAddr], addresses: &[LanAddress]) -> &'static str {
    if addresses.iter().any(|address| is_served(bound, address.ip)) {
        "another program uses port 5353 exclusively"
    } else if bound.iter().any(|address| address.ip().is_unspecified()) && !addresses.is_empty() {
        "this network has IPv4 or IPv6 only, and the server listens on the other. Start the server without --host for both"
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
            ("0.0.0.0", &["fd00::2"], "without --host"),
            ("::", &["192.168.1.2"], "without --host"),
            ("::", &["fd00::2"], "port 5353"),
            ("fd00::2", &["192.168.1.2", "fd00::2"], "port 5353"),
            ("0.0.0.0", &[], "no network interface"),
            ("::", &[], "no network interface"),
            ("fe80::2", &["192.168.1.2"], "no network interface"),
        ] {
            let addresses: Vec<_> = addresses.iter().copied().map(eth0).collect();
            let reason = unannounced_reason(&[SocketAddr::new(bound.parse().unwrap(), 7878)], &addresses);
            assert!(reason.contains(expected), "{bound} {addresses:?}: {reason}");
        }
    }

    #[tokio::test]
    async fn a_server_on_loopback_is_not_announced() {
        let local = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        assert!(announce(&Announced::default(), &Links::new(&local.into(), None)).await.is_none());
    }
}
