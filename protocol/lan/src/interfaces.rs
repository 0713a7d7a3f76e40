//! The addresses of this machine's network interfaces at which other machines can reach it.

use std::net::{IpAddr, SocketAddr};

use if_addrs::Interface;

/// The addresses at which other machines may reach this one, the likeliest first: IPv4 before IPv6, physical interfaces
/// before tunnels, private networks before public ones, link-local addresses last. Virtual networks, such as container
/// networks, are left out unless there is nothing else. Empty when the system cannot list its interfaces.
#[must_use]
pub fn lan_addresses() -> Vec<IpAddr> {
    rank(&all())
}

fn rank(interfaces: &[Interface]) -> Vec<IpAddr> {
    let only_virtual = has_only_virtual(interfaces);
    let mut ranked: Vec<_> = reachable(interfaces)
        .filter(|(interface, _)| only_virtual || !is_virtual(&interface.name))
        .map(|(interface, scope)| {
            let ip = interface.ip();
            ((scope, InterfaceKind::of(&interface.name), !is_private(ip)), ip)
        })
        .collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.into_iter().map(|(_, ip)| ip).collect()
}

/// Every address of every interface; none when the system cannot list them.
pub(crate) fn all() -> Vec<Interface> {
    if_addrs::get_if_addrs().unwrap_or_default()
}

/// The machine has reachable interfaces, and all of them are virtual.
pub(crate) fn has_only_virtual(interfaces: &[Interface]) -> bool {
    let mut reachable = reachable(interfaces).peekable();
    reachable.peek().is_some() && reachable.all(|(interface, _)| is_virtual(&interface.name))
}

/// An interface, judged by its name, leads to containers or virtual machines on this machine.
pub(crate) fn is_virtual(name: &str) -> bool {
    InterfaceKind::of(name) == InterfaceKind::Virtual
}

fn reachable(interfaces: &[Interface]) -> impl Iterator<Item = (&Interface, Scope)> {
    let up = interfaces.iter().filter(|interface| interface.is_oper_up());
    up.filter_map(|interface| Some((interface, Scope::of(interface.ip())?)))
}

/// The reach of an address, the likeliest to be useful first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Ipv4,
    Ipv6,
    /// Reachable on the same link only. Systems choose it if there is no DHCP server.
    Ipv4LinkLocal,
}

impl Scope {
    /// `None` if no other machine can reach the address, or only one that names its own interface too (an IPv6
    /// link-local address).
    pub(crate) fn of(ip: IpAddr) -> Option<Self> {
        match ip {
            _ if ip.is_loopback() || ip.is_unspecified() || ip.is_multicast() => None,
            IpAddr::V4(ip) if ip.is_broadcast() || ip.octets()[0] == 0 => None,
            IpAddr::V4(ip) if ip.is_link_local() => Some(Self::Ipv4LinkLocal),
            IpAddr::V4(_) => Some(Self::Ipv4),
            IpAddr::V6(ip) if ip.is_unicast_link_local() || ip.to_ipv4_mapped().is_some() => None,
            IpAddr::V6(_) => Some(Self::Ipv6),
        }
    }
}

/// Another machine can connect to this address. It is no loopback, unspecified, multicast or IPv6 link-local address.
#[must_use]
pub fn is_reachable_from_network(ip: IpAddr) -> bool {
    Scope::of(ip).is_some()
}

/// A server that listens on `bound` is reached at this address. `0.0.0.0` is every IPv4 address, and `::` every IPv6
/// address.
#[must_use]
pub fn is_served(bound: &[SocketAddr], address: IpAddr) -> bool {
    bound.iter().any(|listening| {
        let ip = listening.ip();
        ip == address || ip.is_unspecified() && ip.is_ipv4() == address.is_ipv4()
    })
}

pub(crate) fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_private(),
        IpAddr::V6(ip) => ip.is_unique_local(),
    }
}

/// The likeliest to lead to other players first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum InterfaceKind {
    /// A physical interface, or a bridge with one in it.
    Physical,
    Tunnel,
    Virtual,
}

/// How the names of tunnels begin.
const TUNNELS: &str = "tun tap wg tailscale zt ppp utun ipsec nordlynx";

/// The same for virtual interfaces. `br-` is a bridge of Docker; `br0` usually bridges a physical interface.
const VIRTUAL: &str = "docker veth br- virbr vboxnet vmnet podman cni lxc lxdbr incusbr flannel cali vnet VirtualBox \
                       VMware vEthernet";

impl InterfaceKind {
    fn of(name: &str) -> Self {
        let is_one_of = |prefixes: &str| prefixes.split(' ').any(|prefix| name.starts_with(prefix));
        if is_one_of(VIRTUAL) {
            Self::Virtual
        } else if is_one_of(TUNNELS) {
            Self::Tunnel
        } else {
            Self::Physical
        }
    }
}

#[cfg(test)]
mod tests;
