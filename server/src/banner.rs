//! What the server says when it starts: the addresses at which others reach it.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use if_addrs::Interface;
use tictactoe_protocol::{DEFAULT_PORT, SOCKET_PATH};

use crate::flags::Place;

/// One way to reach the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The address to type.
    pub(crate) host: String,
    /// The network card it belongs to; `None` for this machine itself.
    pub(crate) card: Option<String>,
}

/// Every way to reach a server that listens on `bound`, this machine's own first.
pub(crate) fn reaches(bound: SocketAddr, cards: &[Interface]) -> Vec<Reach> {
    let here = |host: &str| Reach { host: host.to_owned(), card: None };
    if bound.ip().is_loopback() {
        return vec![here("localhost")];
    }
    if !bound.ip().is_unspecified() {
        return vec![here(&bracketed(bound.ip()))];
    }
    let others = cards
        .iter()
        .filter(|card| is_for_others(card))
        .map(|card| Reach { host: bracketed(card.ip()), card: Some(card.name.clone()) });
    std::iter::once(here("localhost")).chain(others).collect()
}

/// The banner for a person at a terminal.
pub(crate) fn banner(bound: SocketAddr, cards: &[Interface], place: &Place, ready_in: Duration) -> String {
    let port = bound.port();
    let reaches = reaches(bound, cards);
    let mut text = format!(
        "\n  tictactoe-server {}   ready in {} ms\n\n",
        env!("CARGO_PKG_VERSION"),
        ready_in.as_millis()
    );
    for Reach { host, card } in &reaches {
        let (label, card) = match card {
            Some(card) => ("Network", format!("   {card}")),
            None => ("This machine", String::new()),
        };
        let _ = writeln!(text, "  {label:<13} tictactoe {}{card}", argument(host, port));
    }
    let best = reaches.iter().find(|reach| reach.card.is_some()).or(reaches.first());
    if let Some(Reach { host, .. }) = best {
        let _ = writeln!(text, "  {:<13} ws://{host}:{port}{SOCKET_PATH}", "Bots");
    }
    let _ = writeln!(text, "  {:<13} {place}", "Matches");
    let open = reaches.iter().any(|reach| reach.card.is_some());
    text.push_str(if open {
        "\n  Anyone on this network can play; --local keeps it to this machine.\n  Ctrl-C stops the server.\n"
    } else {
        "\n  Ctrl-C stops the server.\n"
    });
    text
}

/// One line for each address, for logs and programs.
pub(crate) fn lines(bound: SocketAddr, cards: &[Interface]) -> String {
    let mut text = String::new();
    for reach in reaches(bound, cards) {
        let _ = writeln!(text, "listening on ws://{}:{}{SOCKET_PATH}", reach.host, bound.port());
    }
    text
}

/// What to type after `tictactoe`.
fn argument(host: &str, port: u16) -> String {
    match (host, port) {
        ("localhost", DEFAULT_PORT) => String::new(),
        (host, DEFAULT_PORT) => host.to_owned(),
        (host, port) => format!("{host}:{port}"),
    }
}

fn bracketed(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

/// Other machines reach an IPv4 address of a card that is neither the loopback nor a container's bridge.
fn is_for_others(card: &Interface) -> bool {
    const INNER: [&str; 6] = ["docker", "veth", "br-", "virbr", "vboxnet", "vmnet"];
    let inner = INNER.iter().any(|prefix| card.name.starts_with(prefix));
    card.ip().is_ipv4() && !card.is_loopback() && !card.is_link_local() && !inner
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use if_addrs::{IfAddr, IfOperStatus, Ifv4Addr};

    use super::*;

    fn card(name: &str, ip: [u8; 4]) -> Interface {
        let addr = Ifv4Addr { ip: ip.into(), netmask: Ipv4Addr::BROADCAST, prefixlen: 24, broadcast: None };
        Interface {
            name: name.into(),
            addr: IfAddr::V4(addr),
            index: None,
            oper_status: IfOperStatus::Up,
            is_p2p: false,
        }
    }

    fn cards() -> Vec<Interface> {
        vec![card("lo", [127, 0, 0, 1]), card("docker0", [172, 17, 0, 1]), card("wlan0", [192, 168, 1, 23])]
    }

    #[test]
    fn a_server_for_everybody_tells_the_address_of_each_real_card() {
        let text = banner(([0, 0, 0, 0], 7878).into(), &cards(), &Place::Memory, Duration::from_millis(12));
        assert!(text.contains("Network       tictactoe 192.168.1.23   wlan0"), "{text}");
        assert!(text.contains("ws://192.168.1.23:7878/ws"), "{text}");
        assert!(!text.contains("172.17"), "{text}");
    }

    #[test]
    fn another_port_is_part_of_what_to_type() {
        let text = banner(([0, 0, 0, 0], 9000).into(), &cards(), &Place::Memory, Duration::ZERO);
        assert!(
            text.contains("tictactoe localhost:9000") && text.contains("tictactoe 192.168.1.23:9000"),
            "{text}"
        );
    }

    #[test]
    fn a_local_server_names_no_network() {
        let text = banner(([127, 0, 0, 1], 7878).into(), &cards(), &Place::Memory, Duration::ZERO);
        assert!(!text.contains("Network") && !text.contains("Anyone"), "{text}");
    }

    #[test]
    fn the_banner_says_where_matches_are_kept() {
        let place = Place::Directory("/home/ann/data".into());
        let text = banner(([127, 0, 0, 1], 7878).into(), &cards(), &place, Duration::ZERO);
        assert!(text.contains("  Matches       kept in /home/ann/data\n"), "{text}");
    }

    #[test]
    fn a_program_gets_one_line_for_each_address() {
        let text = lines(([0, 0, 0, 0], 81).into(), &cards());
        assert_eq!(text, "listening on ws://localhost:81/ws\nlistening on ws://192.168.1.23:81/ws\n");
    }
}
