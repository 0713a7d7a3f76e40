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
        .filter(|interface| only_virtual || !is_virtual(&interface.name))
        .map(|interface| {
            let ip = interface.ip();
            ((family_order(ip), is_tunnel(&interface.name), !is_private(ip)), ip)
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
    reachable.peek().is_some() && reachable.all(|interface| is_virtual(&interface.name))
}

fn reachable(interfaces: &[Interface]) -> impl Iterator<Item = &Interface> {
    interfaces.iter().filter(|interface| interface.is_oper_up() && is_reachable_from_network(interface.ip()))
}

/// Another machine can connect to this address without naming an interface of its own, as it must for an IPv6
/// link-local address.
#[must_use]
pub fn is_reachable_from_network(ip: IpAddr) -> bool {
    let is_of_one_machine = match ip {
        IpAddr::V4(ip) => ip.is_broadcast() || ip.octets()[0] == 0,
        IpAddr::V6(ip) => ip.is_unicast_link_local() || ip.to_ipv4_mapped().is_some(),
    };
    !(is_of_one_machine || ip.is_loopback() || ip.is_unspecified() || ip.is_multicast())
}

/// Sorts IPv4 before IPv6, and last IPv4 link-local addresses, which systems choose if there is no DHCP server.
pub(crate) fn family_order(ip: IpAddr) -> (bool, bool) {
    (matches!(ip, IpAddr::V4(ip) if ip.is_link_local()), ip.is_ipv6())
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

/// The interface, judged by its name, leads to containers or virtual machines on this machine. `br-` is a bridge of
/// Docker; `br0` usually bridges a physical interface.
pub(crate) fn is_virtual(name: &str) -> bool {
    let prefixes = "docker veth br- virbr vboxnet vmnet podman cni lxc lxdbr incusbr flannel cali vnet VirtualBox \
                    VMware vEthernet";
    prefixes.split(' ').any(|prefix| name.starts_with(prefix))
}

fn is_tunnel(name: &str) -> bool {
    let mut prefixes = "tun tap wg tailscale zt ppp utun ipsec nordlynx".split(' ');
    prefixes.any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests;
