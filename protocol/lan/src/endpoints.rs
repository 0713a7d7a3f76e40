//! Every `host:port` under which a server can be reached.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

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

/// Every endpoint of a server that listens on `bound`: this machine's own first, then `addresses` in their order.
#[must_use]
pub fn endpoints(bound: SocketAddr, addresses: &[LanAddress]) -> Vec<Endpoint> {
    let port = bound.port();
    let local = |host: &str| Endpoint { authority: format!("{host}:{port}"), interface: None };
    let on_network = |LanAddress { ip, interface }: &LanAddress| Endpoint {
        authority: SocketAddr::new(*ip, port).to_string(),
        interface: Some(interface.clone()),
    };
    match bound.ip() {
        ip if ip == Ipv4Addr::LOCALHOST || ip == Ipv6Addr::LOCALHOST => vec![local("localhost")],
        ip if ip.is_loopback() => vec![local(&ip.to_string())],
        ip if ip.is_unspecified() => {
            // 0.0.0.0 is every IPv4 address, and :: is every address.
            let served = addresses.iter().filter(|address| ip.is_ipv6() || address.ip.is_ipv4());
            std::iter::once(local("localhost")).chain(served.map(on_network)).collect()
        }
        ip => {
            let known = addresses.iter().find(|address| address.ip == ip).cloned();
            vec![on_network(&known.unwrap_or(LanAddress { ip, interface: String::new() }))]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(bound: &str) -> Vec<String> {
        let wlan0 = |ip: &str| LanAddress { ip: ip.parse().unwrap(), interface: "wlan0".into() };
        let addresses = [wlan0("192.168.1.23"), wlan0("fd00::23")];
        endpoints(bound.parse().unwrap(), &addresses)
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
            ("[::]:81", &["localhost:81", "192.168.1.23:81 wlan0", "[fd00::23]:81 wlan0"]),
            ("127.0.0.1:81", &["localhost:81"]),
            ("[::1]:81", &["localhost:81"]),
            ("127.0.0.5:81", &["127.0.0.5:81"]),
            ("192.168.1.23:81", &["192.168.1.23:81 wlan0"]),
            ("10.0.0.1:81", &["10.0.0.1:81 "]),
        ] {
            assert_eq!(described(bound), expected, "{bound}");
        }
    }
}
