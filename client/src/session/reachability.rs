//! How others reach the server on which the player is.

use std::net::SocketAddr;
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
    // No certificate for this machine's own name is for its addresses too.
    if !address.is_this_machine() || address.is_encrypted {
        return Reach { is_local: address.is_this_machine(), address };
    }
    for lan in lan_addresses() {
        let place = SocketAddr::new(lan.ip, address.port);
        if matches!(timeout(OWN_TIME, TcpStream::connect(place)).await, Ok(Ok(_))) {
            return Reach { address: place.into(), is_local: false };
        }
    }
    Reach { address, is_local: true }
}
