//! Accepted and refused names and origins.

use axum::http::Request;
use proptest::prelude::*;

use super::*;

fn policy(hosts: &[&str], origins: &[&str]) -> OriginPolicy {
    let hosts = hosts.iter().map(|text| allowed_host(text).unwrap()).collect();
    let origins = origins.iter().map(|text| allowed_origin(text).unwrap()).collect();
    OriginPolicy::new(Some("Study"), hosts, origins)
}

fn head(uri: &str, headers: &[(&str, &str)]) -> Parts {
    let request =
        headers.iter().fold(Request::get(uri), |request, (name, value)| request.header(*name, *value));
    request.body(()).unwrap().into_parts().0
}

fn check(policy: &OriginPolicy, headers: &[(&str, &str)]) -> Result<(), OriginError> {
    policy.check(&head("/ws", headers), false)
}

/// Checks a host where these names are allowed.
fn check_host(allowed: &[&str], host: &str) -> Result<(), OriginError> {
    check(&policy(allowed, &[]), &[("host", host)])
}

/// Checks an origin at this host.
fn check_origin(host: &str, origin: &str) -> Result<(), OriginError> {
    check(&policy(&[], &[]), &[("host", host), ("origin", origin)])
}

#[test]
fn addresses_and_names_of_this_machine_are_accepted() {
    let hosts = "127.0.0.1 192.168.1.5:7878 8.8.8.8 [::1]:7878 [2001:DB8::1] [fe80::1%25eth0]:7878 localhost
        LocalHost:7878 localhost.:7878 localhost: games.localhost study STUDY.local.:7878 study.local";
    for host in hosts.split_whitespace() {
        assert_eq!(check_host(&[], host), Ok(()), "{host}");
    }
}

#[test]
fn other_names_are_refused() {
    let hosts =
        "example.org localhost.example.org notlocalhost study.example.org study.local.example.org local
        127.0.0.1.example.org 127.1 2130706433 0x7f.0.0.1 xn--bcher-kva.example";
    for host in hosts.split_whitespace() {
        assert_eq!(check_host(&[], host), Err(OriginError::UnknownHost(host.to_owned())), "{host}");
    }
}

#[test]
fn a_malformed_host_is_refused_even_when_any_host_is_allowed() {
    let hosts =
        ". .. a..b ::1 [::1 [::1]x [127.0.0.1] localhost:99999 localhost:+1 localhost:1:2 user@localhost
        localhost/ http://localhost [] %6cocalhost";
    for host in hosts.split_whitespace().chain(["", " ", "local host"]) {
        assert_eq!(check_host(&["*"], host), Err(OriginError::InvalidHost), "{host}");
    }
    assert_eq!(check(&policy(&["*"], &[]), &[]), Err(OriginError::InvalidHost));
    let twice = [("host", "localhost"), ("host", "localhost")];
    assert_eq!(check(&policy(&["*"], &[]), &twice), Err(OriginError::InvalidHost));
}

#[test]
fn the_request_line_must_name_this_server_too() {
    let local = [("host", "localhost")];
    assert_eq!(policy(&[], &[]).check(&head("http://localhost/ws", &local), false), Ok(()));
    let other = policy(&[], &[]).check(&head("http://example.org/ws", &local), false);
    assert_eq!(other, Err(OriginError::UnknownHost("example.org".into())));
}

#[test]
fn an_http_1_0_request_needs_no_host() {
    let mut old = head("/", &[]);
    old.version = Version::HTTP_10;
    assert_eq!(policy(&[], &[]).check(&old, false), Ok(()));
    let mut page = head("/", &[("origin", "http://example.org")]);
    page.version = Version::HTTP_10;
    assert_eq!(policy(&[], &[]).check(&page, false), Err(OriginError::InvalidHost));
}

#[test]
fn the_first_label_of_the_machines_name_is_accepted_too() {
    let policy = OriginPolicy::new(Some("study.example.org"), Vec::new(), Vec::new());
    for (host, is_accepted) in [
        ("study.example.org", true),
        ("study", true),
        ("study.local", true),
        ("example.org", false),
        ("den.example.org", false),
    ] {
        assert_eq!(check(&policy, &[("host", host)]).is_ok(), is_accepted, "{host}");
    }
}

#[test]
fn allowed_names_are_accepted() {
    for (allowed, host, is_accepted) in [
        ("games.example.org", "games.example.org", true),
        ("Games.Example.ORG.", "games.example.org:80", true),
        ("games.example.org", "GAMES.example.org.", true),
        ("games.example.org", "more.games.example.org", false),
        ("*", "anything.at.all", true),
    ] {
        assert_eq!(check_host(&[allowed], host).is_ok(), is_accepted, "{host} where {allowed} is allowed");
    }
}

#[test]
fn malformed_names_and_origins_cannot_be_allowed() {
    for text in [
        "",
        ".",
        "*.",
        "**",
        ".example.org",
        "*.example.org",
        "a b",
        "http://example.org",
        "example.org:80",
        "bücher.example",
    ] {
        assert!(allowed_host(text).is_err(), "{text}");
    }
    for text in
        ["", "example.org", "https://", "https://a/b", "https://a:b", "://a", "*.example.org", "https://u@a"]
    {
        assert!(allowed_origin(text).is_err(), "{text}");
    }
}

#[test]
fn pages_of_this_server_are_accepted() {
    for (host, origin) in [
        ("localhost:7878", "http://localhost:7878"),
        ("LOCALHOST:7878", "HTTP://localhost.:7878"),
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),
        ("localhost", "http://localhost:80"),
        ("localhost", "https://localhost"),
        ("localhost:443", "https://localhost"),
        ("[::1]:7878", "http://[0:0::1]:7878"),
        ("192.168.1.5:7878", "http://192.168.1.5:7878"),
    ] {
        assert_eq!(check_origin(host, origin), Ok(()), "{origin} at {host}");
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    for (host, origin) in [
        ("localhost:7878", "http://localhost:7879"),
        ("localhost:7878", "http://localhost"),
        ("localhost", "https://localhost:80"),
        ("localhost:80", "https://localhost"),
        ("localhost:7878", "http://127.0.0.1:7878"),
        ("localhost:7878", "http://example.org"),
        ("localhost:7878", "ftp://localhost:7878"),
        ("localhost:7878", "null"),
        ("games.localhost:7878", "http://localhost:7878"),
    ] {
        let checked = check_origin(host, origin);
        assert!(matches!(checked, Err(OriginError::ForeignOrigin(_))), "{origin} at {host}: {checked:?}");
    }
    for unreadable in
        ["", "localhost:7878", "http://localhost:7878/", "http://localhost:7878 http://a", "http:"]
    {
        let checked = check_origin("localhost:7878", unreadable);
        assert_eq!(checked, Err(OriginError::InvalidOrigin), "{unreadable}");
    }
    let origin = ("origin", "http://localhost");
    assert_eq!(
        check(&policy(&[], &["*"]), &[("host", "localhost"), origin, origin]),
        Err(OriginError::InvalidOrigin)
    );
}

#[test]
fn allowed_origins_are_accepted() {
    for (allowed, origin, is_accepted) in [
        ("https://games.example.org", "https://games.example.org", true),
        ("HTTPS://Games.Example.org/", "https://games.example.org:443", true),
        ("https://games.example.org", "http://games.example.org", false),
        ("https://games.example.org:8443", "https://games.example.org", false),
        ("capacitor://localhost", "capacitor://localhost", true),
        ("null", "null", true),
        ("https://games.example.org", "null", false),
        ("*", "null", true),
        ("*", "https://anything.example", true),
    ] {
        let checked = check(&policy(&[], &[allowed]), &[("host", "localhost"), ("origin", origin)]);
        assert_eq!(checked.is_ok(), is_accepted, "{origin} where {allowed} is allowed");
    }
}

proptest! {
    #[test]
    fn no_header_causes_a_panic(
        host in "[a-z0-9.:\\[\\]%@_-]{0,30}|[ -~]{0,300}",
        origin in "(https?://)?[a-z0-9.:\\[\\]%-]{0,30}|[ -~]{0,300}",
        allowed in "[*.]{0,2}[a-z.]{0,20}",
    ) {
        let hosts: Vec<_> = allowed_host(&allowed).into_iter().collect();
        let policy = OriginPolicy::new(Some(&allowed), hosts, Vec::new());
        let _ = check(&policy, &[("host", &host), ("origin", &origin)]);
    }

    #[test]
    fn a_page_may_connect_only_to_the_server_it_was_loaded_from(host in "[a-z]{1,5}\\.localhost(:[1-9][0-9]{0,3})?", other in "[a-z]{1,5}\\.localhost(:[1-9][0-9]{0,3})?") {
        let origin = format!("http://{other}");
        let checked = check_origin(&host, &origin);
        let with_port = |host: &str| if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        prop_assert_eq!(checked.is_ok(), with_port(&host) == with_port(&other));
    }
}
