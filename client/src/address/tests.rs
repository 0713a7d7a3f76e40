use proptest::prelude::*;

use super::*;

fn assert_parses(text: &str, address: &str, room: Option<&str>) {
    let destination = Destination::parse(text).unwrap();
    assert_eq!(destination.address.to_string(), address, "{text}");
    let room = room.map(|room| LinkTarget::Room(Room::new(room).unwrap()));
    assert_eq!(destination.target, room, "{text}");
}

fn error(text: &str) -> AddressError {
    Destination::parse(text).unwrap_err()
}

#[test]
fn a_host_without_a_port_gets_the_default_port() {
    assert_parses("192.168.1.23", "192.168.1.23:7878", None);
    assert_parses(" mybox.local ", "mybox.local:7878", None);
    assert_parses("mybox:9000", "mybox:9000", None);
    assert_parses(DEFAULT_ADDRESS, "localhost:7878", None);
}

#[test]
fn ipv6_is_parsed_with_and_without_brackets() {
    assert_parses("::1", "[::1]:7878", None);
    assert_parses("[::1]", "[::1]:7878", None);
    assert_parses("ws://[fd00::1]:9000/ws", "[fd00::1]:9000", None);
    assert_eq!(Destination::parse("[::1]:7878").unwrap().address.host, "::1");
}

#[test]
fn the_interface_of_a_link_local_address_stays_out_of_the_url() {
    assert_parses("fe80::1%eth0", "[fe80::1%eth0]:7878", None);
    assert_parses("http://[fe80::1%eth0]:9000/r/kitten", "[fe80::1%eth0]:9000", Some("kitten"));
    let address = Destination::parse("fe80::1%eth0").unwrap().address;
    assert_eq!((&*address.host, &*address.socket_url()), ("fe80::1%eth0", "ws://[fe80::1]:7878/ws"));
    assert_eq!(error("fe80::1%"), AddressError::BadHost("fe80::1%".into()));
    assert_eq!(error("[fe80::1%e h]"), AddressError::BadHost("fe80::1%e h".into()));
}

#[test]
fn errors_contain_no_control_characters() {
    for text in ["\u{1b}[2J", "a:\u{1b}", "a/\u{1b}", "\u{1b}://a", "[\u{1b}", "[\u{1b}]"] {
        assert!(!error(text).to_string().contains(char::is_control), "{text:?}");
    }
}

#[test]
fn a_url_without_a_port_gets_port_80() {
    assert_parses("ws://mybox", "mybox:80", None);
    assert_parses("HTTP://mybox/", "mybox:80", None);
    assert_parses("http://mybox:7878/?a=b#c", "mybox:7878", None);
    assert_parses("ws://mybox:7878/ws/", "mybox:7878", None);
}

#[test]
fn an_encrypted_address_keeps_its_scheme() {
    assert_parses("https://mybox/", "https://mybox", None);
    assert_parses("WSS://mybox:443/ws", "https://mybox", None);
    assert_parses("https://mybox:7878/r/kitten", "https://mybox:7878", Some("kitten"));
    for (text, socket_url) in [
        ("https://mybox", "wss://mybox/ws"),
        ("wss://[fe80::1%eth0]:7878", "wss://[fe80::1]:7878/ws"),
        ("mybox", "ws://mybox:7878/ws"),
    ] {
        assert_eq!(Destination::parse(text).unwrap().address.socket_url(), socket_url);
    }
}

#[test]
fn this_machine_has_many_names_for_itself() {
    let is_this_machine = |host: &str| Destination::parse(host).unwrap().address.is_this_machine();
    for own in [
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "127.0.0.1",
        "127.1.2.3",
        "::1",
        "::ffff:127.0.0.1",
        "0.0.0.0",
        "::",
    ] {
        assert!(is_this_machine(own), "{own}");
    }
    for other in ["192.168.1.23", "mybox", "localhost.example", "fe80::1%eth0", "::2"] {
        assert!(!is_this_machine(other), "{other}");
    }
}

#[test]
fn a_copied_invitation_names_its_room() {
    assert_parses("http://mybox:7878/r/Kitten", "mybox:7878", Some("kitten"));
    assert_parses("mybox/r/k%C3%BCken/", "mybox:7878", Some("k\u{fc}ken"));
}

#[test]
fn a_copied_link_to_a_match_names_it() {
    for text in ["http://mybox:7878/watch/k3v9d7qpx2ma", "mybox/watch/k3v9d7qpx2m%61/?a=b"] {
        let destination = Destination::parse(text).unwrap();
        assert_eq!(destination.address.to_string(), "mybox:7878", "{text}");
        assert_eq!(destination.target, Some(LinkTarget::Match(MatchId("k3v9d7qpx2ma".into()))), "{text}");
    }
    assert_eq!(error("mybox/watch/"), AddressError::BadPath("/watch/".into()));
    assert_eq!(error("mybox/watch"), AddressError::BadPath("/watch".into()));
}

#[test]
fn the_interface_of_a_url_is_decoded() {
    for (written, host) in [
        ("http://[fe80::1%25lo]:7878", "fe80::1%lo"),
        ("http://[fe80::1%lo]:7878", "fe80::1%lo"),
        ("[fe80::1%25]:7878", "fe80::1%25"),
        ("http://[fe80::1%2525]:7878", "fe80::1%25"),
    ] {
        assert_eq!(Destination::parse(written).unwrap().address.host, host, "{written}");
    }
}

#[test]
fn invalid_addresses_are_refused() {
    assert_eq!(error(""), AddressError::BadHost(String::new()));
    assert_eq!(error("ws:///ws"), AddressError::BadHost(String::new()));
    assert_eq!(error("ftp://mybox"), AddressError::BadHost("ftp://mybox".into()));
    assert_eq!(error("my box"), AddressError::BadHost("my box".into()));
    assert_eq!(error("ann@mybox"), AddressError::BadHost("ann@mybox".into()));
    assert_eq!(error("[::1"), AddressError::BadHost("[::1".into()));
    assert_eq!(error("[fe80::1]:7878"), AddressError::NoInterface("fe80::1".into()));
    assert_eq!(error("febf::2"), AddressError::NoInterface("febf::2".into()));
    assert_eq!(error("mybox:0"), AddressError::BadPort("0".into()));
    assert_eq!(error("mybox:+80"), AddressError::BadPort("+80".into()));
    assert_eq!(error("[::1]7878"), AddressError::BadPort("7878".into()));
    assert_eq!(error("mybox/scores"), AddressError::BadPath("/scores".into()));
    assert_eq!(error("mybox/r/a%2"), AddressError::BadPath("/r/a%2".into()));
    assert_eq!(error("mybox/r/"), AddressError::BadPath("/r/".into()));
}

proptest! {
    #[test]
    fn parsing_never_panics(text in any::<String>()) {
        let _ = Destination::parse(&text);
    }

    #[test]
    fn an_address_survives_display_and_parse(host in "[a-z][a-z0-9.-]{0,20}", port in 1..=u16::MAX) {
        let text = format!("{host}:{port}");
        prop_assert_eq!(Destination::parse(&text).unwrap().address.to_string(), text);
    }
}
