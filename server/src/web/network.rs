//! Addresses: which count as one, which belong to a proxy, and whom a proxy speaks for. Pure.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use thiserror::Error;

/// What counts as one address. Somebody with IPv6 has at least a /64 to choose addresses from, so that counts as
/// one, except on the own link, where everybody shares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source(IpAddr);

impl Source {
    /// What an address counts as; `None` for this machine's own, which does not count.
    #[must_use]
    pub fn of(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            own if own.is_loopback() => None,
            IpAddr::V6(address) if !address.is_unicast_link_local() => {
                Some(Self(Ipv6Addr::from_bits(high_bits(address.to_bits(), 64)).into()))
            }
            address => Some(Self(address)),
        }
    }
}

/// A network: an address, and how many of its bits are the network's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

/// A text is no network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("give an address, or a network as in 10.0.0.0/8")]
pub struct NoNetwork;

impl Network {
    /// Whether the address is one of the network's. IPv4 written as IPv6 is IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(address)) => {
                let bits = u32::from(self.bits).min(32);
                (ours.to_bits() ^ address.to_bits()).checked_shr(32 - bits).unwrap_or(0) == 0
            }
            (IpAddr::V6(ours), IpAddr::V6(address)) => {
                high_bits(ours.to_bits() ^ address.to_bits(), self.bits.into()) == 0
            }
            _ => false,
        }
    }
}

fn high_bits(bits: u128, count: u32) -> u128 {
    bits & u128::MAX.checked_shl(128_u32.saturating_sub(count)).unwrap_or(0)
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let (address, bits) =
            text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().map_err(|_| NoNetwork)?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| NoNetwork))?;
        if bits <= most { Ok(Self { address, bits }) } else { Err(NoNetwork) }
    }
}

/// Whom a request counts for that came through a proxy, by all its `X-Forwarded-For` in order: each proxy adds
/// on the right whom it heard from, so the right-most that is no proxy is the last that can be believed. What
/// cannot be read counts for the proxy that wrote it. `None` when nobody but proxies had a hand in it, or the
/// address is this machine's own.
#[must_use]
pub fn forwarded_for(proxy: IpAddr, forwarded: &str, proxies: &[Network]) -> Option<Source> {
    let mut writer = proxy;
    for item in forwarded.rsplit(',').map(str::trim).filter(|item| !item.is_empty()) {
        match address_in(item) {
            Some(address) if is_proxy(address, proxies) => writer = address,
            Some(address) => return Source::of(address),
            None => return Some(Source(writer.to_canonical())),
        }
    }
    None
}

/// Whether the address is one of the proxies'.
#[must_use]
pub fn is_proxy(address: IpAddr, proxies: &[Network]) -> bool {
    proxies.iter().any(|network| network.contains(address))
}

/// An address, with a port or without, with the brackets of IPv6 or without.
fn address_in(item: &str) -> Option<IpAddr> {
    let bare = item.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(item);
    bare.parse().ok().or_else(|| item.parse().map(|address: SocketAddr| address.ip()).ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn source(address: &str) -> Option<Source> {
        Source::of(address.parse().unwrap())
    }

    fn networks(of: &[&str]) -> Vec<Network> {
        of.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn this_machine_does_not_count() {
        for own in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(source(own), None, "{own}");
        }
    }

    #[test]
    fn addresses_count_each_and_networks_of_ipv6_as_one() {
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("fe80::1", "fe80::2", false),
        ] {
            assert_eq!(source(one) == source(other), same, "{one} and {other}");
        }
    }

    #[test]
    fn a_network_holds_its_own_addresses() {
        for (network, address, holds) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.0.0.1", true),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.6", false),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/33", "2001:db8:7fff::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false),
            ("::/0", "2001:db8::1", true),
            ("::1", "::1", true),
        ] {
            let contains = network.parse::<Network>().unwrap().contains(address.parse().unwrap());
            assert_eq!(contains, holds, "{address} in {network}");
        }
    }

    #[test]
    fn what_is_no_network_is_not_read_as_one() {
        for text in
            ["", "/", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "host", "10.0.0.0/8/8", "[::1]"]
        {
            assert_eq!(text.parse::<Network>(), Err(NoNetwork), "{text}");
        }
    }

    #[test]
    fn the_right_most_that_is_no_proxy_counts() {
        let proxies = networks(&["10.0.0.0/8", "2001:db8:ffff::/48"]);
        for (forwarded, counts) in [
            ("", None),
            (" , ,", None),
            ("192.0.2.1", source("192.0.2.1")),
            ("198.51.100.66, 192.0.2.1", source("192.0.2.1")),
            ("198.51.100.66, 192.0.2.1, 10.0.0.7", source("192.0.2.1")),
            ("10.0.0.8, 10.0.0.7", None),
            ("192.0.2.1:4711", source("192.0.2.1")),
            ("[2001:db8::1]:4711,2001:db8:ffff::2", source("2001:db8::1")),
            ("[2001:db8::1]", source("2001:db8::1")),
            ("192.0.2.1, unknown", Some(Source("10.0.0.1".parse().unwrap()))),
            ("192.0.2.1, unknown, 10.0.0.7", Some(Source("10.0.0.7".parse().unwrap()))),
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
        fn whatever_is_forwarded_is_read(forwarded in "[0-9a-fA-F:., \\[\\]x]{0,60}|.{0,60}") {
            let _ = forwarded_for("10.0.0.1".parse().unwrap(), &forwarded, &networks(&["10.0.0.0/8"]));
        }

        #[test]
        fn whatever_is_named_a_network_is_read(text in "[0-9a-f:.]{0,30}/?[0-9]{0,4}|.{0,30}", address: u128) {
            if let Ok(network) = text.parse::<Network>() {
                let _ = network.contains(Ipv6Addr::from_bits(address).into());
                prop_assert!(network.contains(network.address));
            }
        }
    }
}
