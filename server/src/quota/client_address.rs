//! The sources to which the cost of connections and requests is charged, also behind trusted proxies. Pure.

use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// One source of connections: an IPv4 address, or a /64 of IPv6, from which one client can choose any address. On the
/// local link, where all clients share the prefix, each IPv6 address counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source(IpNet);

impl Source {
    /// `None` for a loopback address, because clients on this machine are not limited.
    pub fn from_ip(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            own if own.is_loopback() => None,
            IpAddr::V6(address) if !address.is_unicast_link_local() => Some(Self::prefix(address.into(), 64)),
            address => Some(Self(address.into())),
        }
    }

    /// The address; the first one of a /64.
    pub fn address(self) -> IpAddr {
        self.0.addr()
    }

    /// The client in a log: only its network, because an address is personal.
    pub fn in_log(source: Option<Self>) -> String {
        source.map_or_else(|| "loopback".to_owned(), |source| source.network().0.to_string())
    }

    /// The network around it, which has a separate limit: a /24 of IPv4, or a /48 of IPv6.
    pub fn network(self) -> Self {
        let length = if self.0.addr().is_ipv4() { 24 } else { 48 };
        Self::prefix(self.0.addr(), length)
    }

    fn prefix(address: IpAddr, length: u8) -> Self {
        Self(IpNet::new(address, length).map_or(address.into(), |network| network.trunc()))
    }
}

/// The source of a request that came through a proxy, from all its `X-Forwarded-For` headers in order. Each proxy
/// appends the address from which it was called, so the right-most address that is not a proxy is the client. If that
/// address is missing or invalid, the proxy that should have appended it counts. `None` for a loopback address.
pub fn forwarded_for(proxy: IpAddr, forwarded: &str, proxies: &[IpNet]) -> Option<Source> {
    let mut writer = proxy;
    for item in forwarded.rsplit(',').map(str::trim).filter(|item| !item.is_empty()) {
        match parse_address(item) {
            Some(address) if is_proxy(address, proxies) => writer = address,
            Some(address) => return Source::from_ip(address),
            None => break,
        }
    }
    Some(Source(writer.to_canonical().into()))
}

pub fn is_proxy(address: IpAddr, proxies: &[IpNet]) -> bool {
    let address = address.to_canonical();
    proxies.iter().any(|network| network.contains(&address))
}

/// An address, with or without a port, and with or without the brackets of IPv6.
fn parse_address(item: &str) -> Option<IpAddr> {
    let bare = item.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(item);
    bare.parse().ok().or_else(|| item.parse().map(|address: SocketAddr| address.ip()).ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn client(address: &str) -> Option<Source> {
        Source::from_ip(address.parse().unwrap())
    }

    fn networks(of: &[&str]) -> Vec<IpNet> {
        of.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn loopback_addresses_are_no_client() {
        for own in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(client(own), None, "{own}");
        }
    }

    #[test]
    fn each_ipv4_address_is_a_client_and_each_ipv6_network() {
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("fe80::1", "fe80::2", false),
        ] {
            assert_eq!(client(one) == client(other), same, "{one} and {other}");
        }
    }

    #[test]
    fn the_network_of_a_source_is_wider() {
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.200", true),
            ("192.0.2.1", "192.0.3.1", false),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", true),
            ("2001:db8:1:2::1", "2001:db8:2:2::1", false),
        ] {
            let network = |address| client(address).map(Source::network);
            assert_eq!(network(one) == network(other), same, "{one} and {other}");
        }
    }

    #[test]
    fn ipv4_addresses_written_as_ipv6_match_ipv4_networks() {
        let proxies = networks(&["10.0.0.0/8"]);
        for (address, expected) in
            [("10.255.0.1", true), ("::ffff:10.0.0.1", true), ("11.0.0.1", false), ("::10.0.0.1", false)]
        {
            assert_eq!(is_proxy(address.parse().unwrap(), &proxies), expected, "{address}");
        }
    }

    #[test]
    fn the_right_most_address_that_is_no_proxy_counts() {
        let proxies = networks(&["10.0.0.0/8", "2001:db8:ffff::/48"]);
        for (forwarded, counts) in [
            ("", client("10.0.0.1")),
            (" , ,", client("10.0.0.1")),
            ("192.0.2.1", client("192.0.2.1")),
            ("198.51.100.66, 192.0.2.1", client("192.0.2.1")),
            ("198.51.100.66, 192.0.2.1, 10.0.0.7", client("192.0.2.1")),
            ("10.0.0.8, 10.0.0.7", client("10.0.0.8")),
            ("192.0.2.1:4711", client("192.0.2.1")),
            ("[2001:db8::1]:4711,2001:db8:ffff::2", client("2001:db8::1")),
            ("[2001:db8::1]", client("2001:db8::1")),
            ("192.0.2.1, unknown", client("10.0.0.1")),
            ("192.0.2.1, unknown, 10.0.0.7", client("10.0.0.7")),
            ("192.0.2.1, 127.0.0.1", None),
        ] {
            assert_eq!(
                forwarded_for("10.0.0.1".parse().unwrap(), forwarded, &proxies),
                counts,
                "{forwarded:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn no_forwarded_header_causes_a_panic(forwarded in "[0-9a-fA-F:., \\[\\]x]{0,60}|.{0,60}") {
            let _ = forwarded_for("10.0.0.1".parse().unwrap(), &forwarded, &networks(&["10.0.0.0/8"]));
        }
    }
}
