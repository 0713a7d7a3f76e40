use mdns_sd::ServiceInfo;
use proptest::prelude::*;
use tictactoe_protocol::text::NAME_CHARS;

use super::*;

fn service(instance: &str, name: &str, ips: &str, port: u16) -> ResolvedService {
    with_properties(instance, &[(NAME, name)], ips, port)
}

fn with_properties(instance: &str, properties: &[(&str, &str)], ips: &str, port: u16) -> ResolvedService {
    ServiceInfo::new(SERVICE, instance, "box.local.", ips, port, properties).unwrap().as_resolved_service()
}

fn id(instance: &str) -> String {
    format!("{instance}.{SERVICE}")
}

fn found(instance: &str, name: &str, ips: &[&str], port: u16) -> BrowserEvent {
    let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
    let (id, name) = (id(instance), name.to_owned());
    BrowserEvent::Found(AnnouncedServer { id, name, ips, port, url: None, hosted_since: None })
}

#[test]
fn a_browser_can_be_dropped_before_its_first_event() {
    drop(Browser::start().unwrap());
}

#[test]
fn a_server_is_reported_once_and_again_when_its_addresses_change() {
    let mut servers = KnownServers::default();
    let (before, after) = (service("a", "box", "10.0.0.1", 7878), service("a", "box", "10.0.0.2", 7878));
    assert_eq!(servers.on_resolved(&before), Some(found("a", "box", &["10.0.0.1"], 7878)));
    assert_eq!(servers.on_resolved(&before), None);
    assert_eq!(servers.on_resolved(&after), Some(found("a", "box", &["10.0.0.2"], 7878)));
}

#[test]
fn the_servers_of_a_cluster_are_one() {
    let mut servers = KnownServers::default();
    let of_cluster = |instance, ip| with_properties(instance, &[(CLUSTER, "7f3a")], ip, 7878);
    let [one, other] = [of_cluster("a", "10.0.0.1"), of_cluster("b", "10.0.0.2")];
    let ids = [&one, &other].map(|service| match servers.on_resolved(service) {
        Some(BrowserEvent::Found(server)) => server.id,
        event => panic!("{event:?}"),
    });
    assert_eq!(ids[0], ids[1]);
}

#[test]
fn the_likeliest_address_comes_first_and_unreachable_ones_are_left_out() {
    let ips =
        "169.254.1.1,fd00::1,8.8.8.8,192.168.1.2,127.0.0.1,::1,fe80::1,224.0.0.1,0.0.0.0,::ffff:127.0.0.1";
    assert_eq!(
        KnownServers::default().on_resolved(&service("a", "box", ips, 1)),
        Some(found("a", "box", &["192.168.1.2", "8.8.8.8", "fd00::1", "169.254.1.1"], 1))
    );
    assert_eq!(KnownServers::default().on_resolved(&service("a", "box", "127.0.0.1,fe80::1", 1)), None);
}

#[test]
fn a_server_without_a_name_is_found_too() {
    let silent = with_properties("a", &[], "10.0.0.1", 1);
    assert_eq!(KnownServers::default().on_resolved(&silent), Some(found("a", UNNAMED, &["10.0.0.1"], 1)));
}

#[test]
fn only_an_encrypted_server_names_its_url() {
    for (url, expected) in [
        ("https://games.example.org:7878", Some("https://games.example.org:7878")),
        ("http://localhost:22", None),
    ] {
        let announced = with_properties("a", &[(URL, url)], "10.0.0.1", 1);
        let Some(BrowserEvent::Found(server)) = KnownServers::default().on_resolved(&announced) else {
            panic!("a server")
        };
        assert_eq!(server.url.as_deref(), expected);
    }
}

#[test]
fn the_number_of_servers_and_addresses_is_bounded() {
    let mut servers = KnownServers::default();
    let ips: Vec<_> = (1..=200).map(|last| format!("10.0.0.{last}")).collect();
    for number in 0..1000 {
        let found = servers.on_resolved(&service(&format!("server-{number}"), "box", &ips.join(","), 1));
        assert_eq!(found.is_some(), number < MAX_SERVERS, "hundreds of false ones hide no server");
    }
    assert_eq!(servers.0.len(), MAX_SERVERS);
    assert!(servers.0.values().all(|server| server.ips.len() == MAX_ADDRESSES));
}

proptest! {
    #[test]
    fn every_reported_server_is_bounded_and_clean(name in any::<String>(), ips: Vec<std::net::IpAddr>, port: u16) {
        let cut: String = name.chars().take(60).collect();
        let ips: Vec<_> = ips.iter().map(ToString::to_string).collect();
        let heard = KnownServers::default().on_resolved(&service("a", &cut, &ips.join(","), port));
        if let Some(BrowserEvent::Found(server)) = heard {
            prop_assert!((1..=NAME_CHARS).contains(&server.name.chars().count()));
            prop_assert!(!server.name.chars().any(char::is_control));
            prop_assert!((1..=MAX_ADDRESSES).contains(&server.ips.len()));
            prop_assert!(server.ips.iter().all(|ip| !ip.is_loopback()) && server.port != 0);
        } else {
            prop_assert!(port == 0 || ips.iter().all(|ip| ip.parse().is_ok_and(|ip| !is_reachable_from_network(ip))));
        }
    }
}
