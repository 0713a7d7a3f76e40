//! The ways to reach a server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::cards::Card;

/// One way to reach a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Host and port, as in an address.
    pub place: String,
    /// Who reaches it so.
    pub audience: Audience,
}

/// Who reaches a server by an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// Only programs on this machine.
    ThisMachine,
    /// Everybody on a network.
    Network {
        /// The network card; empty when it is not known.
        card: String,
    },
}

impl Reach {
    /// Whether other machines reach the server so.
    #[must_use]
    pub fn is_for_others(&self) -> bool {
        matches!(self.audience, Audience::Network { .. })
    }
}

/// Every way to reach a server that listens on `bound`, this machine's own first, then those over its cards in their
/// order.
#[must_use]
pub fn reaches(bound: SocketAddr, cards: &[Card]) -> Vec<Reach> {
    let here = |host: &str| Reach { place: place(host, bound), audience: Audience::ThisMachine };
    let over = |card: &Card| Reach {
        place: place(&bracketed(card.ip), bound),
        audience: Audience::Network { card: card.name.clone() },
    };
    match bound.ip() {
        ip if is_localhost(ip) => vec![here("localhost")],
        ip if ip.is_loopback() => vec![here(&bracketed(ip))],
        ip if ip.is_unspecified() => {
            // 0.0.0.0 is every address of IPv4, and :: is every address.
            let others = cards.iter().filter(|card| ip.is_ipv6() || card.ip.is_ipv4());
            std::iter::once(here("localhost")).chain(others.map(over)).collect()
        }
        ip => {
            let card = cards.iter().find(|card| card.ip == ip);
            vec![over(card.unwrap_or(&Card { ip, name: String::new() }))]
        }
    }
}

fn is_localhost(ip: IpAddr) -> bool {
    ip == Ipv4Addr::LOCALHOST || ip == Ipv6Addr::LOCALHOST
}

fn place(host: &str, bound: SocketAddr) -> String {
    format!("{host}:{}", bound.port())
}

fn bracketed(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(bound: &str) -> Vec<String> {
        let card = |name: &str, ip: &str| Card { ip: ip.parse().unwrap(), name: name.into() };
        let cards = [card("wlan0", "192.168.1.23"), card("wlan0", "fd00::23")];
        let reaches = reaches(bound.parse().unwrap(), &cards);
        reaches
            .into_iter()
            .map(|Reach { place, audience }| match audience {
                Audience::ThisMachine => place,
                Audience::Network { card } => format!("{place} {card}"),
            })
            .collect()
    }

    #[test]
    fn a_server_is_reached_where_it_listens() {
        for (bound, expected) in [
            ("0.0.0.0:81", &["localhost:81", "192.168.1.23:81 wlan0"][..]),
            ("[::]:81", &["localhost:81", "192.168.1.23:81 wlan0", "[fd00::23]:81 wlan0"]),
            ("127.0.0.1:81", &["localhost:81"]),
            ("[::1]:81", &["localhost:81"]),
            ("127.0.0.5:81", &["127.0.0.5:81"]),
            ("192.168.1.23:81", &["192.168.1.23:81 wlan0"]),
            ("10.0.0.1:81", &["10.0.0.1:81 "]),
        ] {
            assert_eq!(places(bound), expected, "{bound}");
        }
    }
}
