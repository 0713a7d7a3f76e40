//! Announces the server on the local network.

use tictactoe_lan::mdns::{Announced, Announcement};

use crate::links::Links;
use crate::settings::Origin;

/// Announces a server, unless only this machine can reach it. A failure is only logged.
pub(super) fn announce(announced: &Announced, links: &Links) -> Option<Announcement> {
    let mut bound = links.bound().to_vec();
    bound.retain(|address| !address.ip().to_canonical().is_loopback());
    if bound.is_empty() {
        return None;
    }
    let url = links.public_url.as_ref().filter(|_| links.is_encrypted).map(Origin::to_string);
    let announcement = Announcement::start(bound, announced, url).inspect_err(|error| {
        tracing::warn!("not announced on the network: {error}. Players need the address");
    });
    let announcement = announcement.ok()?;
    let sent = announcement.sent();
    tokio::spawn(async move {
        if !sent.await {
            tracing::warn!("not announced on the network yet: {UNANNOUNCED}. Players need the address");
        }
    });
    Some(announcement)
}

/// The possible reasons.
const UNANNOUNCED: &str = "no network interface is up on which others can reach this server, or another program uses \
                           port 5353 exclusively";

#[cfg(test)]
mod tests {
    use super::super::this_machine;
    use super::*;

    #[tokio::test]
    async fn a_server_on_loopback_is_not_announced() {
        let local = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        assert!(announce(&this_machine(), &Links::new(&local.into(), None)).is_none());
    }
}
