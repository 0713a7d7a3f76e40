//! Every `host:port` under which a server can be reached.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::interfaces::LanAddress;

/// One way to reach a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// `host:port`, as in a URL.
    pub authority: String,
    /// The network interface over which other machines reach it, empty when it is not known; `None` when only this
    /// machine reaches it.
    pub interface: Option<String>,
}

impl Endpoint {
    /// Whether other machines can reach the server here.
    #[must_use]
    pub const fn is_on_network(&self) -> bool {
        self.interface.is_some()
    }
}

/// Every endpoint of a server that listens on `bound`, all with one port: this machine's own first, then `addresses` in
/// their order.
#[must_use]
pub fn endpoints(bound: &[SocketAddr], addresses: &[LanAddress]) -> Vec<Endpoint> {
    let Some(port) = bound.first().map(SocketAddr::port) else { return Vec::new() };
    let (own, others): (Vec<_>, Vec<_>) =
        bound.iter().map(SocketAddr::ip).partition(|ip| ip.is_unspecified() || ip.is_loopback());
    let is_other = |ip: IpAddr| ip.is_loopback() && ip != Ipv4Addr::LOCALHOST && ip != Ipv6Addr::LOCALHOST;
    let mut all: Vec<_> = own
        .into_iter()
        .map(|ip| if is_other(ip) { ip.to_string() } else { "localhost".to_owned() })
        .map(|host| Endpoint { authority: format!("{host}:{port}"), interface: None })
        .collect();
    all.dedup();
    let unknown = others.into_iter().filter(|ip| addresses.iter().all(|address| address.ip != *ip));
    let unknown = unknown.map(|ip| LanAddress { ip, interface: String::new() });
    let served = addresses.iter().filter(|address| is_served(bound, address.ip)).cloned().chain(unknown);
    all.extend(served.map(|LanAddress { ip, interface }| Endpoint {
        authority: SocketAddr::new(ip, port).to_string(),
        interface: Some(interface),
    }));
    all
}

/// Whether a server that listens on `bound` is reached at this address. `0.0.0.0` is every IPv4 address, and `::` every
/// IPv6 address.
#[must_use]
pub fn is_served(bound: &[SocketAddr], address: IpAddr) -> bool {
    bound.iter().any(|listening| {
        let ip = listening.ip();
        ip == address || ip.is_unspecified() && ip.is_ipv4() == address.is_ipv4()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(bound: &str) -> Vec<String> {
        let wlan0 = |ip: &str| LanAddress { ip: ip.parse().unwrap(), interface: "wlan0".into() };
        let addresses = [wlan0("192.168.1.23"), wlan0("fd00::23")];
        let bound: Vec<_> = bound.split(' ').map(|bound| bound.parse().unwrap()).collect();
        endpoints(&bound, &addresses)
            .into_iter()
            .map(|Endpoint { authority, interface }| match interface {
                None => authority,
                Some(interface) => format!("{authority} {interface}"),
            })
            .collect()
    }

    #[test]
    fn a_server_is_reached_where_it_listens() {
        for (bound, expected) in [
            ("0.0.0.0:81", &["localhost:81", "192.168.1.23:81 wlan0"][..]),
            ("[::]:81", &["localhost:81", "[fd00::23]:81 wlan0"]),
            ("0.0.0.0:81 [::]:81", &["localhost:81", "192.168.1.23:81 wlan0", "[fd00::23]:81 wlan0"]),
            ("127.0.0.1:81", &["localhost:81"]),
            ("[::1]:81", &["localhost:81"]),
            ("127.0.0.1:81 [::1]:81", &["localhost:81"]),
            ("[fd00::23]:81 192.168.1.23:81", &["192.168.1.23:81 wlan0", "[fd00::23]:81 wlan0"]),
            ("127.0.0.5:81", &["127.0.0.5:81"]),
            ("192.168.1.23:81", &["192.168.1.23:81 wlan0"]),
            ("10.0.0.1:81", &["10.0.0.1:81 "]),
        ] {
            assert_eq!(described(bound), expected, "{bound}");
        }
    }
}
