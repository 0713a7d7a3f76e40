use std::net::{Ipv4Addr, Ipv6Addr};

use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::*;

fn card(name: &str, ip: &str) -> Interface {
    let addr = match ip.parse().unwrap() {
        IpAddr::V4(ip) => {
            IfAddr::V4(Ifv4Addr { ip, netmask: Ipv4Addr::BROADCAST, prefixlen: 24, broadcast: None })
        }
        IpAddr::V6(ip) => {
            IfAddr::V6(Ifv6Addr { ip, netmask: Ipv6Addr::UNSPECIFIED, prefixlen: 64, broadcast: None })
        }
    };
    Interface { name: name.into(), addr, index: None, oper_status: IfOperStatus::Up, is_p2p: false }
}

/// The cards of one machine, in the order in which others should try them, and all that they should not.
const ORDER: [(&str, &str); 8] = [
    ("wlan0", "192.168.1.23"),
    ("eth0", "203.0.113.7"),
    ("wg0", "10.8.0.2"),
    ("tailscale0", "100.101.102.103"),
    ("wlan0", "fd00::23"),
    ("eth0", "2001:db8::7"),
    ("tailscale0", "fd7a:115c:a1e0::1"),
    ("eth1", "169.254.3.4"),
];
const UNREACHABLE: [(&str, &str); 8] = [
    ("lo", "127.0.0.1"),
    ("lo", "::1"),
    ("wlan0", "fe80::1"),
    ("docker0", "172.17.0.1"),
    ("veth12ab", "10.1.1.1"),
    ("br-0123456789ab", "172.18.0.1"),
    ("virbr0", "192.168.122.1"),
    ("vboxnet0", "192.168.56.1"),
];

fn names_and_ips(cards: &[Card]) -> Vec<(String, String)> {
    cards.iter().map(|card| (card.name.clone(), card.ip.to_string())).collect()
}

fn owned(cards: &[(&str, &str)]) -> Vec<(String, String)> {
    cards.iter().map(|&(name, ip)| (name.to_owned(), ip.to_owned())).collect()
}

proptest! {
    #[test]
    fn the_order_in_which_the_system_tells_cards_does_not_matter(
        cards in Just([&ORDER[..], &UNREACHABLE].concat()).prop_shuffle()
    ) {
        let cards: Vec<_> = cards.iter().map(|(name, ip)| card(name, ip)).collect();
        prop_assert_eq!(names_and_ips(&rank(&cards)), owned(&ORDER));
    }

    #[test]
    fn whatever_cards_are_missing_the_others_keep_their_order(
        (some, out) in (subsequence(ORDER.to_vec(), 1..=8), select(UNREACHABLE.to_vec()))
    ) {
        let cards: Vec<_> = some.iter().rev().chain([&out]).map(|(name, ip)| card(name, ip)).collect();
        prop_assert_eq!(names_and_ips(&rank(&cards)), owned(&some));
    }

    #[test]
    fn no_card_is_made_up(names in prop::collection::vec("[a-z]{1,8}[0-9]?", 0..6), ips: Vec<u32>) {
        let cards: Vec<_> = names
            .iter()
            .zip(&ips)
            .map(|(name, &ip)| card(name, &Ipv4Addr::from(ip).to_string()))
            .collect();
        for ranked in rank(&cards) {
            prop_assert!(cards.iter().any(|card| card.name == ranked.name && card.ip() == ranked.ip));
            prop_assert!(!ranked.ip.is_loopback());
        }
    }
}

#[test]
fn a_card_that_is_not_up_is_left_out() {
    let mut down = card("eth0", "192.168.1.7");
    down.oper_status = IfOperStatus::Down;
    assert_eq!(rank(&[down]), []);
}

#[test]
fn a_machine_with_nothing_but_a_network_inside_it_has_that() {
    let cards = [card("lo", "127.0.0.1"), card("veth0", "10.9.0.1")];
    assert_eq!(names_and_ips(&rank(&cards)), owned(&[("veth0", "10.9.0.1")]));
    assert!(only_inner(&cards) && !only_inner(&cards[..1]));
}

#[test]
fn one_of_the_ipv6_addresses_of_a_card_is_enough() {
    let cards = [
        card("eth0", "2001:db8::7"),
        card("eth0", "fd00::7"),
        card("eth0", "fd00::8"),
        card("eth1", "fd00::9"),
    ];
    assert_eq!(names_and_ips(&rank(&cards)), owned(&[("eth0", "fd00::7"), ("eth1", "fd00::9")]));
}

#[test]
fn a_bridge_with_a_real_card_in_it_is_a_real_card() {
    let cards = [card("br0", "192.168.1.7"), card("vmbr0", "192.168.2.7")];
    assert_eq!(rank(&cards).len(), 2);
}

#[test]
fn this_machine_tells_its_cards() {
    assert!(ranked().iter().all(|card| !card.ip.is_loopback() && !card.name.is_empty()));
}
