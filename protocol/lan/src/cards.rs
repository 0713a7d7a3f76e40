//! This machine's network cards, as far as other machines reach it over them.

use std::net::IpAddr;

use if_addrs::Interface;

/// An address at which others reach this machine, and the card that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The address.
    pub ip: IpAddr,
    /// The card's name, like `wlan0`.
    pub name: String,
}

/// The addresses at which others may reach this machine, the likeliest first; none when the system does not tell.
#[must_use]
pub fn ranked() -> Vec<Card> {
    rank(&all())
}

/// The addresses of these cards at which others may reach the machine, the likeliest first: IPv4 before IPv6, cards
/// before tunnels, private networks before public ones; an address that a card gave itself for want of a network
/// comes last. Of a card's IPv6 addresses the first is enough. Networks inside the machine, like those of containers,
/// are left out unless there is nothing else.
#[must_use]
pub fn rank(cards: &[Interface]) -> Vec<Card> {
    let only_inner = only_inner(cards);
    let mut ranked: Vec<_> = serving(cards)
        .filter(|(card, _)| only_inner || kind(&card.name) != Kind::Inner)
        .map(|(card, reach)| ((reach, kind(&card.name), !is_private(card.ip())), card))
        .collect();
    ranked.sort_by_key(|&(place, _)| place);
    let mut best: Vec<Card> = Vec::new();
    for (_, card) in ranked {
        let ip = card.ip();
        let is_known =
            best.iter().any(|other| other.ip == ip || ip.is_ipv6() && other.is_ipv6_of(&card.name));
        if !is_known {
            best.push(Card { ip, name: card.name.clone() });
        }
    }
    best
}

impl Card {
    fn is_ipv6_of(&self, name: &str) -> bool {
        self.ip.is_ipv6() && self.name == name
    }
}

/// Every address of every card; none when the system does not tell.
pub(crate) fn all() -> Vec<Interface> {
    if_addrs::get_if_addrs().unwrap_or_default()
}

/// Whether networks inside the machine are all that it has.
pub(crate) fn only_inner(cards: &[Interface]) -> bool {
    let mut kinds = serving(cards).map(|(card, _)| kind(&card.name)).peekable();
    kinds.peek().is_some() && kinds.all(|kind| kind == Kind::Inner)
}

/// Whether a card, going by its name, leads to containers or virtual machines on this machine.
pub(crate) fn is_inner(name: &str) -> bool {
    kind(name) == Kind::Inner
}

/// The cards that are up, with what their address is good for.
fn serving(cards: &[Interface]) -> impl Iterator<Item = (&Interface, Reach)> {
    cards.iter().filter(|card| card.is_oper_up()).filter_map(|card| Some((card, Reach::of(card.ip())?)))
}

/// Who reaches an address; the likeliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// Everybody on an IPv4 network.
    V4,
    /// Everybody on an IPv6 network.
    V6,
    /// Whoever is on the same cable, and has no network either.
    Cable,
}

impl Reach {
    /// Who reaches an address; none when no other machine does, or only one that knows over which of its cards.
    pub(crate) fn of(ip: IpAddr) -> Option<Self> {
        match ip {
            _ if ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() => None,
            IpAddr::V4(ip) if ip.is_broadcast() || ip.octets()[0] == 0 => None,
            IpAddr::V4(ip) if ip.is_link_local() => Some(Self::Cable),
            IpAddr::V4(_) => Some(Self::V4),
            IpAddr::V6(ip) if ip.is_unicast_link_local() || ip.to_ipv4_mapped().is_some() => None,
            IpAddr::V6(_) => Some(Self::V6),
        }
    }
}

/// Whether one machine can call another at this address. It cannot where the address means itself, or all at once, or
/// says nothing without a network card.
#[must_use]
pub fn is_for_others(ip: IpAddr) -> bool {
    Reach::of(ip).is_some()
}

/// Whether an address belongs to a network like those of homes and offices.
pub(crate) fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_private(),
        IpAddr::V6(ip) => ip.is_unique_local(),
    }
}

/// What a card is; the likeliest to lead to people first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A wireless card, one for a cable, or a bridge that contains one.
    Real,
    /// The way into another network.
    Tunnel,
    /// A network inside this machine.
    Inner,
}

/// What the names of tunnels begin with.
const TUNNELS: [&str; 9] = ["tun", "tap", "wg", "tailscale", "zt", "ppp", "utun", "ipsec", "nordlynx"];

/// What the names of networks inside a machine begin with. A bridge called `br0` has a real card in it: `br-` has not.
const INNER: [&str; 17] = [
    "docker",
    "veth",
    "br-",
    "virbr",
    "vboxnet",
    "vmnet",
    "podman",
    "cni",
    "lxc",
    "lxdbr",
    "incusbr",
    "flannel",
    "cali",
    "vnet",
    "VirtualBox",
    "VMware",
    "vEthernet (",
];

fn kind(name: &str) -> Kind {
    let begins = |prefix: &&str| name.starts_with(*prefix);
    if INNER.iter().any(begins) {
        Kind::Inner
    } else if TUNNELS.iter().any(begins) {
        Kind::Tunnel
    } else {
        Kind::Real
    }
}

#[cfg(test)]
mod tests;
