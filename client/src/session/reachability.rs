//! How others reach the server on which the player is.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tictactoe_lan::interfaces::lan_addresses;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::address::Address;
use crate::ui::tui::invite::Reach;

/// How long this machine may take to answer itself.
const OWN_TIME: Duration = Duration::from_millis(500);

/// Finds out. At an address that other machines reach too, it is the player's own; a server on this very machine may
/// be for it alone, which calling it over the network shows.
pub(super) async fn reach(address: Address) -> Reach {
    if !is_own(&address.host) {
        return Reach { address, is_local: false };
    }
    for lan in lan_addresses() {
        let place = SocketAddr::new(lan.ip, address.port);
        if matches!(timeout(OWN_TIME, TcpStream::connect(place)).await, Ok(Ok(_))) {
            return Reach { address: place.into(), is_local: false };
        }
    }
    Reach { address, is_local: true }
}

/// Whether it is this machine, to itself only (RFC 6761, 6.3).
fn is_own(host: &str) -> bool {
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    let is_own = |ip: IpAddr| ip.to_canonical().is_loopback() || ip.is_unspecified();
    name == "localhost" || name.ends_with(".localhost") || host.parse().is_ok_and(is_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_many_names_for_itself() {
        for own in [
            "localhost",
            "LOCALHOST.",
            "a.localhost",
            "127.0.0.1",
            "127.1.2.3",
            "::1",
            "::ffff:127.0.0.1",
            "0.0.0.0",
            "::",
        ] {
            assert!(is_own(own), "{own}");
        }
        for other in ["192.168.1.23", "mybox", "localhost.example", "fe80::1%eth0", "::2"] {
            assert!(!is_own(other), "{other}");
        }
    }
}
