//! An announcement, without what cannot be called.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use tictactoe_lan::interfaces::is_reachable_from_network;
use tictactoe_lan::mdns::{AnnouncedServer, AnnouncementId};
use tictactoe_protocol::DEFAULT_PORT;

use crate::address::Address;

/// A server that was announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sighting {
    /// Which announcement it was.
    pub(super) id: AnnouncementId,
    /// The name, as it was announced.
    pub(super) name: String,
    /// Where it may be called, the likeliest first.
    pub(super) places: Vec<Address>,
    /// Whether it is on the usual port of this machine.
    pub(super) is_here: bool,
}

impl Sighting {
    /// What is left of an announcement. Two machines may both have a card with the same inner address: what is
    /// also at addresses of others is not called at one of this machine's own, where somebody else would answer.
    pub(super) fn new(found: AnnouncedServer) -> Self {
        Self::among(found, is_of_this_machine)
    }

    fn among(found: AnnouncedServer, is_here: impl Fn(IpAddr) -> bool) -> Self {
        let AnnouncedServer { id, name, ips, port } = found;
        let callable = ips.into_iter().filter(|ip| is_reachable_from_network(*ip));
        let (here, others): (Vec<_>, Vec<_>) = callable.partition(|ip| is_here(*ip));
        let is_here = others.is_empty() && !here.is_empty();
        let ips = if is_here { here } else { others };
        let places = ips.into_iter().filter_map(|ip| Address::at(SocketAddr::new(ip, port))).collect();
        Self { id, name, places, is_here: is_here && port == DEFAULT_PORT }
    }
}

/// Whether an address is one of this machine's: then a connection to it has the same address on both ends. Nothing
/// is sent.
fn is_of_this_machine(ip: IpAddr) -> bool {
    let any = match ip {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
    let own_end = || {
        let socket = UdpSocket::bind((any, 0))?;
        socket.connect((ip, DEFAULT_PORT))?;
        socket.local_addr()
    };
    own_end().is_ok_and(|own| own.ip() == ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [&str; 2] = ["192.168.1.2", "172.17.0.1"];

    fn sighting(ips: &[&str], port: u16) -> Sighting {
        let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
        let found = AnnouncedServer { id: AnnouncementId::from("a"), name: "kitchen".into(), ips, port };
        Sighting::among(found, |ip| OWN.contains(&ip.to_string().as_str()))
    }

    fn places(ips: &[&str]) -> Vec<String> {
        sighting(ips, 7878).places.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_leads_nowhere_is_not_called() {
        let ips = ["127.0.0.1", "0.0.0.0", "::1", "fe80::1", "224.0.0.251", "192.168.1.9", "fd00::9"];
        assert_eq!(places(&ips), ["192.168.1.9:7878", "[fd00::9]:7878"]);
        assert!(sighting(&["192.168.1.9"], 0).places.is_empty());
    }

    #[test]
    fn an_inner_address_that_both_machines_have_is_not_called() {
        assert_eq!(places(&["172.17.0.1", "192.168.1.9"]), ["192.168.1.9:7878"]);
        assert!(!sighting(&["172.17.0.1", "192.168.1.9"], 7878).is_here);
    }

    #[test]
    fn a_server_of_this_machine_on_its_usual_port_is_known_as_such() {
        let here = sighting(&OWN, 7878);
        assert!(here.is_here && here.places.len() == 2);
        assert!(!sighting(&OWN, 7879).is_here);
        assert!(!sighting(&["192.168.1.9"], 7878).is_here);
        assert!(!sighting(&[], 7878).is_here);
    }

    #[test]
    fn this_machine_knows_its_own_addresses() {
        assert!(is_of_this_machine(Ipv4Addr::LOCALHOST.into()));
        // For documentation only (RFC 5737): nobody has it.
        assert!(!is_of_this_machine(Ipv4Addr::new(192, 0, 2, 1).into()));
    }
}
