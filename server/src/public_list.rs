//! The public matches and the players who wait, the same list for everyone who asks within a second.

use std::sync::Arc;

use tictactoe_protocol::listing::Listing;

use crate::services::Services;
use crate::wire;

pub async fn public_list(services: &Services) -> Arc<Listing> {
    let newest = async || {
        let matches = services.matches.list(Listing::MATCHES).await;
        let waiting = services.matchmaker.waiting_players(Listing::WAITING);
        Arc::new(wire::listing::listing(&matches, &waiting))
    };
    services.public_list.get(newest).await
}
