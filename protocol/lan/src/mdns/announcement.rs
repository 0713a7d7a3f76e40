//! What a server says.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::IpAddr;
use std::time::Duration;

use if_addrs::Interface;
use mdns_sd::{DaemonEvent, IfKind, IfPredicate, Receiver, ServiceInfo};
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::text::{NAME_CHARS, clean};
use tokio::time::{sleep, timeout};

use super::daemon::Daemon;
use super::{MdnsError, NAME, PROTOCOL, SERVICE, VERSION};
use crate::cards::Reach;

/// A server's announcement. It should be ended with [`Announcement::withdraw`]: otherwise the program may end before
/// the goodbye has left the machine.
pub struct Announcement {
    daemon: Daemon,
    events: Receiver<DaemonEvent>,
    fullname: String,
}

/// The longest that the first announcement may take, where it is possible at all.
const OUT: Duration = Duration::from_millis(200);

/// The goodbye is said twice, for those who missed the first; this long after it the second has been said.
const SECOND_GOODBYE: Duration = Duration::from_millis(150);

/// The longest that a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

impl Announcement {
    /// Announces a server that listens on `port`, at `ip` or, without one, at every address of this machine. `0.0.0.0`
    /// is every IPv4 address, and `::` is every address. Addresses that come and go later are followed.
    ///
    /// # Errors
    /// [`MdnsError`] when the system gives no thread or no event queue.
    pub fn begin(name: &str, ip: Option<IpAddr>, port: u16, version: &str) -> Result<Self, MdnsError> {
        // Several servers may run on one machine, and another program may answer for its name.
        let label = format!("tictactoe-{:016x}", random());
        let properties = [(NAME, shown(name)), (PROTOCOL, SUBPROTOCOL.to_owned()), (VERSION, shown(version))];
        let mut info =
            ServiceInfo::new(SERVICE, &label, &format!("{label}.local."), (), port, &properties[..])?
                .enable_addr_auto();
        info.set_interfaces(vec![IfKind::Predicate(IfPredicate::new(move |card| serves(ip, card)))]);
        // Nobody else has this label: asking for that first would take most of a second.
        info.set_requires_probe(false);
        let daemon = Daemon::begin()?;
        let fullname = info.get_fullname().to_owned();
        let events = daemon.monitor()?;
        daemon.register(info)?;
        Ok(Self { daemon, events, fullname })
    }

    /// Waits until the announcement has left the machine, and says whether it has. It has not after a fifth of a
    /// second when no card is up, or when another program keeps the port of multicast DNS to itself; as soon as a card
    /// comes up, it leaves all the same.
    ///
    /// # Panics
    /// Outside of a Tokio runtime with time.
    pub async fn is_out(&self) -> bool {
        let is_out = async {
            while let Ok(event) = self.events.recv_async().await {
                if matches!(event, DaemonEvent::Announce(..)) {
                    return true;
                }
            }
            false
        };
        timeout(OUT, is_out).await.unwrap_or(false)
    }

    /// Says goodbye, so that no client offers the server any more. When it returns, the goodbye has left the machine,
    /// or a second has passed.
    ///
    /// # Panics
    /// Outside of a Tokio runtime with time.
    pub async fn withdraw(self) {
        let goodbye = async {
            if let Ok(said) = self.daemon.unregister(&self.fullname) {
                let _ = said.recv_async().await;
                sleep(SECOND_GOODBYE).await;
            }
            if let Ok(ended) = self.daemon.shutdown() {
                let _ = ended.recv_async().await;
            }
        };
        let _ = timeout(GOODBYE, goodbye).await;
    }
}

/// Whether a server that listens on `ip` is reached over a card's address.
fn serves(ip: Option<IpAddr>, card: &Interface) -> bool {
    let own = card.ip();
    Reach::of(own).is_some()
        && match ip {
            None => true,
            Some(IpAddr::V4(ip)) if ip.is_unspecified() => own.is_ipv4(),
            Some(ip) => ip.is_unspecified() || ip == own,
        }
}

/// A text as others may show it.
fn shown(text: &str) -> String {
    clean(text).chars().take(NAME_CHARS).collect()
}

/// The standard library's only randomness suffices for a label that should be nobody else's.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};

    use super::*;

    fn card(ip: &str) -> Interface {
        let addr = match ip.parse().unwrap() {
            IpAddr::V4(ip) => {
                IfAddr::V4(Ifv4Addr { ip, netmask: Ipv4Addr::BROADCAST, prefixlen: 32, broadcast: None })
            }
            IpAddr::V6(ip) => IfAddr::V6(Ifv6Addr { ip, netmask: ip, prefixlen: 64, broadcast: None }),
        };
        Interface { name: "eth0".into(), addr, index: None, oper_status: IfOperStatus::Up, is_p2p: false }
    }

    fn served<'a>(by: Option<&str>, of: &[&'a str]) -> Vec<&'a str> {
        let ip = by.map(|ip| ip.parse().unwrap());
        of.iter().copied().filter(|address| serves(ip, &card(address))).collect()
    }

    #[test]
    fn only_addresses_on_which_the_server_listens_are_announced() {
        let cards = ["127.0.0.1", "192.168.1.23", "10.0.0.1", "fd00::1", "fe80::1", "::1"];
        assert_eq!(served(None, &cards), ["192.168.1.23", "10.0.0.1", "fd00::1"]);
        assert_eq!(served(Some("::"), &cards), ["192.168.1.23", "10.0.0.1", "fd00::1"]);
        assert_eq!(served(Some("0.0.0.0"), &cards), ["192.168.1.23", "10.0.0.1"]);
        assert_eq!(served(Some("10.0.0.1"), &cards), ["10.0.0.1"]);
        assert_eq!(served(Some("fe80::1"), &cards), [""; 0]);
    }

    #[test]
    fn a_name_is_cleaned_and_cut_before_others_see_it() {
        assert_eq!(shown("box\u{1b}[31m\u{202e}"), "box[31m");
        assert_eq!(shown(&"ä".repeat(300)), "ä".repeat(NAME_CHARS));
    }

    #[tokio::test]
    async fn whatever_a_machine_is_called_it_can_be_announced() {
        for name in ["", "a.b\\c", "\0", &"😀".repeat(100)] {
            Announcement::begin(name, None, 1, "0.1.0").unwrap().withdraw().await;
        }
    }
}
