//! Announces the server on the local network.

use tictactoe_host::VERSION;
use tictactoe_lan::interfaces::lan_addresses;
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
    let url = links.list(&lan_addresses()).into_iter().find(Link::is_on_network).map(|link| link.origin);
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
    let announcement = Announcement::start(bound, description).await.inspect_err(|error| {
        tracing::warn!("not announced on the network: {error}. Players need the address");
    });
    let announcement = announcement.ok()?;
    if !announcement.was_sent() {
        tracing::warn!("not announced on the network yet: {UNANNOUNCED}. Players need the address");
    }
    Some(announcement)
}

/// The possible reasons.
const UNANNOUNCED: &str = "no network interface is up on which others can reach this server, or another program uses \
                           port 5353 exclusively";

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_on_loopback_is_not_announced() {
        let local = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        assert!(announce(&Announced::default(), &Links::new(&local.into(), None)).await.is_none());
    }
}
