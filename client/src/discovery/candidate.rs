//! The addresses of an announcement that are worth a probe.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use tictactoe_lan::mdns::{AnnouncedServer, AnnouncementId};
use tictactoe_protocol::DEFAULT_PORT;

use crate::address::Address;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) id: AnnouncementId,
    pub(super) name: String,
    /// The likeliest first.
    pub(super) addresses: Vec<Address>,
    /// Whether it is on this machine's default port.
    pub(super) is_local: bool,
}

impl Candidate {
    /// Two machines may have an interface with the same private address, a virtual one for instance: a server with
    /// addresses elsewhere is not probed at this machine's own, where another server would answer.
    pub(super) fn new(found: AnnouncedServer) -> Self {
        Self::with_own(found, is_own)
    }

    fn with_own(found: AnnouncedServer, is_own: impl Fn(IpAddr) -> bool) -> Self {
        let AnnouncedServer { id, name, ips, port } = found;
        let (own, others): (Vec<_>, Vec<_>) = ips.into_iter().partition(|ip| is_own(*ip));
        let is_local = others.is_empty() && !own.is_empty() && port == DEFAULT_PORT;
        let ips = if others.is_empty() { own } else { others };
        let addresses = ips.into_iter().map(|ip| SocketAddr::new(ip, port).into()).collect();
        Self { id, name, addresses, is_local }
    }
}

/// Whether this machine has the address: then a connection to it has the same address on both ends. Nothing is sent.
fn is_own(ip: IpAddr) -> bool {
    let any: IpAddr = if ip.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let local_end = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect((ip, DEFAULT_PORT))?;
        socket.local_addr()
    });
    local_end.is_ok_and(|local| local.ip() == ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [&str; 2] = ["192.168.1.2", "172.17.0.1"];

    fn candidate(ips: &[&str], port: u16) -> Candidate {
        let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
        let found = AnnouncedServer { id: AnnouncementId::from("a"), name: "kitchen".into(), ips, port };
        Candidate::with_own(found, |ip| OWN.contains(&ip.to_string().as_str()))
    }

    fn addresses(ips: &[&str]) -> Vec<String> {
        candidate(ips, 7878).addresses.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_address_that_both_machines_have_is_not_probed() {
        assert_eq!(addresses(&["172.17.0.1", "192.168.1.9"]), ["192.168.1.9:7878"]);
        assert!(!candidate(&["172.17.0.1", "192.168.1.9"], 7878).is_local);
    }

    #[test]
    fn a_server_on_this_machines_default_port_is_local() {
        let here = candidate(&OWN, 7878);
        assert!(here.is_local && here.addresses.len() == 2);
        assert!(!candidate(&OWN, 7879).is_local);
        assert!(!candidate(&["192.168.1.9"], 7878).is_local);
        assert!(!candidate(&[], 7878).is_local);
    }

    #[test]
    fn this_machine_knows_its_own_addresses() {
        assert!(is_own(Ipv4Addr::LOCALHOST.into()));
        // For documentation only (RFC 5737): nobody has it.
        assert!(!is_own(Ipv4Addr::new(192, 0, 2, 1).into()));
    }
}
