//! Searches on real sockets; what is announced on the network is given.

use tictactoe_lan::mdns::AnnouncementId;
use tokio::net::TcpSocket;

use super::*;
use crate::testing::server::{Peer, WELCOME, serve};

fn address(text: &str) -> Address {
    Destination::parse(text).unwrap().address
}

/// A server for one probe.
async fn server() -> Address {
    server_with(WELCOME).await
}

async fn server_with(welcome: &'static str) -> Address {
    let greet = async move |mut peer: Peer| {
        peer.send(welcome).await;
        peer.see_close().await;
    };
    address(&serve(greet).await)
}

/// Bound and not listening: connections are refused, and no other process can take the port.
fn dead_server() -> (TcpSocket, Address) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = address(&socket.local_addr().unwrap().to_string());
    (socket, address)
}

async fn search_without_network(here: &Address) -> Result<Vec<FoundServer>, Failure> {
    search_in(SearchKind::Play, &Trust::default(), here.clone(), Err("there is none".to_owned())).await
}

#[tokio::test]
async fn a_server_of_this_machine_is_found_without_a_network() {
    let here = server().await;
    let found = search_without_network(&here).await.unwrap();
    let [server] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((&server.address, server.name.as_str()), (&here, "this machine"));
    assert_eq!(server.version, "0.1.0");
}

#[tokio::test]
async fn the_version_of_a_server_is_cleaned_and_bounded() {
    let welcome = WELCOME.replace("0.1.0", "\\u001b[2J0.1.0-a-very-long-version").leak();
    assert_ne!(welcome, WELCOME);
    let here = server_with(welcome).await;
    let found = search_without_network(&here).await.unwrap();
    assert_eq!(found[0].version, "[2J0.1.0-a-very-long");
}

#[tokio::test]
async fn a_failure_says_why_the_network_cannot_be_searched() {
    let (_held, here) = dead_server();
    let failure = search_without_network(&here).await.unwrap_err();
    assert_eq!(failure.code(), 3);
    let expected = "No server found on this machine, and the network cannot be searched (there is none).";
    assert_eq!(failure.to_string(), expected);
    let silence =
        search_in(SearchKind::List, &Trust::default(), here, Ok(stream::empty().boxed())).await.unwrap_err();
    assert!(silence.to_string().ends_with("(it stopped answering)."), "{silence}");
}

#[tokio::test]
async fn other_programs_on_the_port_are_no_servers() {
    let other = |says: &'static str| serve(async move |mut peer: Peer| peer.send(says).await);
    for says in ["hello", r#"{"type":"pong"}"#] {
        let here = address(&other(says).await);
        search_without_network(&here).await.unwrap_err();
    }
}

#[tokio::test]
async fn an_announced_server_that_does_not_answer_is_not_listed() {
    let here = serve(async |mut peer: Peer| {
        peer.send(WELCOME).await;
        assert!(peer.hear().await.contains(r#""type":"list""#));
        peer.send(r#"{"type":"list","waiting":[],"matches":[],"more":false}"#).await;
        peer.see_close().await;
    });
    let here = address(&here.await);
    let id = AnnouncementId::from("ghost");
    let ips = vec!["127.0.0.1".parse().unwrap()];
    let (name, url, hosted_since) = ("ghost".to_owned(), None, None);
    let found = AnnouncedServer { id, name, ips, port: 1, url, hosted_since };
    let events = stream::iter([BrowserEvent::Found(found)]).boxed();
    let found = search_in(SearchKind::List, &Trust::default(), here.clone(), Ok(events)).await.unwrap();
    let [server] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((&server.address, server.listing.is_some()), (&here, true));
}

#[tokio::test]
async fn only_a_host_who_began_shortly_before_is_an_older_host() {
    let (there, since) = (server().await, 4 * AT_ONCE);
    let announced = |name: &str, hosted_since| AnnouncedServer {
        id: AnnouncementId::from(name),
        name: name.to_owned(),
        ips: vec!["127.0.0.1".parse().unwrap()],
        port: there.port,
        url: None,
        hosted_since,
    };
    let hosts =
        [("this one", Some(since)), ("long ago", Some(AT_ONCE)), ("no host", None), ("Bob", Some(since - 1))];
    let events = hosts.map(|(name, hosted_since)| BrowserEvent::Found(announced(name, hosted_since)));
    let (kind, events) = (SearchKind::OlderHost { since }, stream::iter(events).boxed());
    let found = search_in(kind, &Trust::default(), there.clone(), Ok(events)).await.unwrap();
    assert_eq!(found.iter().map(|server| server.name.as_str()).collect::<Vec<_>>(), ["Bob"]);
}

#[test]
fn an_encrypted_server_is_probed_under_its_name_unless_that_means_this_machine() {
    for (url, expected) in [
        ("https://games.example.org:7878", Some("https://games.example.org:7878")),
        ("https://localhost:22", None),
        ("https://127.0.0.1", None),
        ("http://games.example.org", None),
        ("https://", None),
    ] {
        let found = encrypted_address(url, &["10.0.0.1".parse().unwrap()], 7878);
        assert_eq!(found.as_ref().map(ToString::to_string).as_deref(), expected, "{url}");
        assert!(found.is_none_or(|found| found.announced == ["10.0.0.1:7878".parse().unwrap()]));
    }
}

const OWN: [&str; 2] = ["192.168.1.2", "172.17.0.1"];

fn probed(ips: &[&str], port: u16) -> (Vec<String>, bool) {
    let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
    let (addresses, is_local) = worth_probing(ips, port, |ip| OWN.contains(&ip.to_string().as_str()));
    (addresses.iter().map(ToString::to_string).collect(), is_local)
}

#[test]
fn an_address_that_both_machines_have_is_not_probed() {
    let there = (vec!["192.168.1.9:7878".to_owned()], false);
    assert_eq!(probed(&["172.17.0.1", "192.168.1.9"], 7878), there);
}

#[test]
fn a_server_on_this_machines_default_port_is_local() {
    let (addresses, is_local) = probed(&OWN, 7878);
    assert!(is_local && addresses.len() == 2);
    assert!(!probed(&OWN, 7879).1);
    assert!(!probed(&["192.168.1.9"], 7878).1);
    assert!(!probed(&[], 7878).1);
}

#[test]
fn this_machine_knows_its_own_addresses() {
    assert!(is_own(Ipv4Addr::LOCALHOST.into()));
    // For documentation only (RFC 5737): no machine has it.
    assert!(!is_own(Ipv4Addr::new(192, 0, 2, 1).into()));
}
