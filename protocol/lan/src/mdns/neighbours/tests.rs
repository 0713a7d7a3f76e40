use mdns_sd::ServiceInfo;
use proptest::prelude::*;

use super::*;
use crate::mdns::SERVICE;

fn service(instance: &str, name: &str, ips: &str, port: u16) -> ResolvedService {
    with_properties(instance, &[(NAME, name), (PROTOCOL, SUBPROTOCOL)], ips, port)
}

fn with_properties(instance: &str, properties: &[(&str, &str)], ips: &str, port: u16) -> ResolvedService {
    ServiceInfo::new(SERVICE, instance, "box.local.", ips, port, properties).unwrap().as_resolved_service()
}

fn id(instance: &str) -> AnnouncementId {
    AnnouncementId::new(format!("{instance}.{SERVICE}"))
}

fn found(instance: &str, name: &str, ips: &[&str], port: u16) -> News {
    let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
    News::Found(Found { id: id(instance), name: name.to_owned(), ips, port })
}

#[test]
fn a_server_is_found_once_and_again_when_it_has_other_addresses() {
    let mut neighbours = Neighbours::default();
    let (before, after) = (service("a", "box", "10.0.0.1", 7878), service("a", "box", "10.0.0.2", 7878));
    assert_eq!(neighbours.heard(&before), Some(found("a", "box", &["10.0.0.1"], 7878)));
    assert_eq!(neighbours.heard(&before), None);
    assert_eq!(neighbours.heard(&after), Some(found("a", "box", &["10.0.0.2"], 7878)));
}

#[test]
fn machines_of_one_name_keep_it_in_whatever_order_they_are_heard() {
    let announcements = [service("a", "box", "10.0.0.1", 7878), service("b", "box", "10.0.0.2", 7878)];
    let expected = [found("a", "box", &["10.0.0.1"], 7878), found("b", "box", &["10.0.0.2"], 7878)];
    for order in [[0, 1], [1, 0]] {
        let mut neighbours = Neighbours::default();
        for at in order {
            assert_eq!(neighbours.heard(&announcements[at]).as_ref(), Some(&expected[at]));
        }
    }
}

#[test]
fn a_goodbye_is_about_its_own_announcement() {
    let mut neighbours = Neighbours::default();
    let (first, again) = (service("a", "box", "10.0.0.1", 7878), service("b", "box", "10.0.0.1", 7878));
    neighbours.heard(&first);
    assert_eq!(neighbours.heard(&again), Some(found("b", "box", &["10.0.0.1"], 7878)));
    assert_eq!(neighbours.gone(&first.fullname), Some(News::Gone(id("a"))));
    assert_eq!(neighbours.gone(&first.fullname), None);
    assert_eq!(neighbours.gone(&again.fullname), Some(News::Gone(id("b"))));
}

#[test]
fn the_likeliest_address_comes_first_and_useless_ones_are_left_out() {
    let ips =
        "169.254.1.1,fd00::1,8.8.8.8,192.168.1.2,127.0.0.1,::1,fe80::1,224.0.0.1,0.0.0.0,::ffff:127.0.0.1";
    assert_eq!(
        Neighbours::default().heard(&service("a", "box", ips, 1)),
        Some(found("a", "box", &["192.168.1.2", "8.8.8.8", "fd00::1", "169.254.1.1"], 1))
    );
    assert_eq!(Neighbours::default().heard(&service("a", "box", "127.0.0.1,fe80::1", 1)), None);
}

#[test]
fn a_server_of_another_protocol_is_none_and_one_that_does_not_say_it_may_be() {
    let other = with_properties("a", &[(PROTOCOL, "tictactoe.v2")], "10.0.0.1", 1);
    assert_eq!(Neighbours::default().heard(&other), None);
    let silent = with_properties("a", &[], "10.0.0.1", 1);
    assert_eq!(Neighbours::default().heard(&silent), Some(found("a", NAMELESS, &["10.0.0.1"], 1)));
}

#[test]
fn port_0_is_no_server() {
    assert_eq!(Neighbours::default().heard(&service("a", "box", "10.0.0.1", 0)), None);
}

#[test]
fn of_endless_servers_and_addresses_a_few_are_taken() {
    let mut neighbours = Neighbours::default();
    let ips: Vec<_> = (1..=200).map(|last| format!("10.0.0.{last}")).collect();
    for number in 0..1000 {
        neighbours.heard(&service(&format!("server-{number}"), "box", &ips.join(","), 1));
    }
    assert_eq!(neighbours.known.len(), SERVERS);
    assert!(neighbours.known.values().all(|found| found.ips.len() == ADDRESSES));
}

#[test]
fn a_server_is_heard_behind_hundreds_that_are_not_there() {
    let mut neighbours = Neighbours::default();
    for number in 0..250 {
        neighbours.heard(&service(&format!("ghost-{number}"), "box", &format!("10.0.1.{number}"), 1));
    }
    let kitchen = service("kitchen", "box", "10.0.0.1", 7878);
    assert_eq!(neighbours.heard(&kitchen), Some(found("kitchen", "box", &["10.0.0.1"], 7878)));
}

proptest! {
    #[test]
    fn whatever_is_announced_is_bounded_and_harmless(name in any::<String>(), ips: Vec<std::net::IpAddr>, port: u16) {
        let cut: String = name.chars().take(60).collect();
        let ips: Vec<_> = ips.iter().map(ToString::to_string).collect();
        let heard = Neighbours::default().heard(&service("a", &cut, &ips.join(","), port));
        if let Some(News::Found(found)) = heard {
            prop_assert!((1..=NAME_CHARS).contains(&found.name.chars().count()));
            prop_assert!(!found.name.chars().any(char::is_control));
            prop_assert!((1..=ADDRESSES).contains(&found.ips.len()));
            prop_assert!(found.ips.iter().all(|ip| !ip.is_loopback()) && found.port != 0);
        }
    }
}
