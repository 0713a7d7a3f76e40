//! How others reach the server on which the player is.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tictactoe_lan::cards;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::address::{Address, Destination};
use crate::tui::reach::Reach;

/// How long this machine may take to answer itself.
const OWN_TIME: Duration = Duration::from_millis(500);

/// Finds out. At an address that other machines reach too, it is the player's own; a server on this very machine may
/// be for it alone, which calling it over the network shows.
pub(super) async fn reach(address: Address) -> Reach {
    if !is_own(address.host()) {
        return Reach::Network(address);
    }
    for card in cards::ranked() {
        let place = SocketAddr::new(card.ip, address.port());
        let is_open = matches!(timeout(OWN_TIME, TcpStream::connect(place)).await, Ok(Ok(_)));
        if let (true, Ok(seen)) = (is_open, Destination::parse(&place.to_string())) {
            return Reach::Network(seen.address);
        }
    }
    Reach::Machine(address)
}

fn is_own(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
