use std::net::{Ipv4Addr, Ipv6Addr};

use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr, Ifv6Addr};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::*;

fn interface(name: &str, ip: &str) -> Interface {
    let addr = match ip.parse().unwrap() {
        IpAddr::V4(ip) => {
            IfAddr::V4(Ifv4Addr { ip, netmask: Ipv4Addr::BROADCAST, prefixlen: 24, broadcast: None })
        }
        IpAddr::V6(ip) => {
            IfAddr::V6(Ifv6Addr { ip, netmask: Ipv6Addr::UNSPECIFIED, prefixlen: 64, broadcast: None })
        }
    };
    Interface {
        name: name.into(),
        addr,
        index: None,
        oper_status: IfOperStatus::Up,
        is_p2p: false,
        #[cfg(windows)]
        adapter_name: String::new(),
    }
}

/// Reachable addresses of one machine in their order of preference, and addresses that must be left out.
const REACHABLE: [(&str, &str); 8] = [
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

fn ips(interfaces: &[(&str, &str)]) -> Vec<IpAddr> {
    interfaces.iter().map(|(_, ip)| ip.parse().unwrap()).collect()
}

proptest! {
    #[test]
    fn the_ranking_does_not_depend_on_the_order_of_the_system(
        interfaces in Just([&REACHABLE[..], &UNREACHABLE].concat()).prop_shuffle()
    ) {
        let interfaces: Vec<_> = interfaces.iter().map(|(name, ip)| interface(name, ip)).collect();
        prop_assert_eq!(rank(&interfaces), ips(&REACHABLE));
    }

    #[test]
    fn missing_interfaces_do_not_change_the_order_of_the_others(
        (some, out) in (subsequence(REACHABLE.to_vec(), 1..=8), select(UNREACHABLE.to_vec()))
    ) {
        let interfaces: Vec<_> = some.iter().rev().chain([&out]).map(|(name, ip)| interface(name, ip)).collect();
        prop_assert_eq!(rank(&interfaces), ips(&some));
    }
}

#[test]
fn an_interface_that_is_down_is_left_out() {
    let mut down = interface("eth0", "192.168.1.7");
    down.oper_status = IfOperStatus::Down;
    assert!(rank(&[down]).is_empty());
}

#[test]
fn virtual_networks_are_used_when_there_is_nothing_else() {
    let interfaces = [interface("lo", "127.0.0.1"), interface("veth0", "10.9.0.1")];
    assert_eq!(rank(&interfaces), ips(&[("veth0", "10.9.0.1")]));
    assert!(has_only_virtual(&interfaces) && !has_only_virtual(&interfaces[..1]));
}

#[test]
fn a_bridge_of_a_physical_interface_counts_as_physical() {
    let interfaces = [interface("br0", "192.168.1.7"), interface("vmbr0", "192.168.2.7")];
    assert_eq!(rank(&interfaces).len(), 2);
}

#[test]
fn the_addresses_of_this_machine_are_not_loopback() {
    assert!(lan_addresses().iter().all(|address| !address.is_loopback()));
}
