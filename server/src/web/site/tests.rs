//! Who is let in by name, and who is not.

use axum::http::Request;
use proptest::prelude::*;

use super::allowed::NotAllowed;
use super::*;

fn sites(hosts: &[&str], origins: &[&str]) -> Sites {
    let admission = Admission {
        hosts: hosts.iter().map(|text| text.parse().unwrap()).collect(),
        origins: origins.iter().map(|text| text.parse().unwrap()).collect(),
        ..Admission::default()
    };
    Sites::new(Some("Study"), &admission)
}

fn head(uri: &str, headers: &[(&str, &str)]) -> Parts {
    let request =
        headers.iter().fold(Request::get(uri), |request, (name, value)| request.header(*name, *value));
    request.body(()).unwrap().into_parts().0
}

fn check(sites: &Sites, headers: &[(&str, &str)]) -> Result<(), Stray> {
    sites.check(&head("/ws", headers))
}

#[test]
fn addresses_and_this_machines_names_are_let_in() {
    for host in [
        "127.0.0.1",
        "192.168.1.5:7878",
        "8.8.8.8",
        "[::1]:7878",
        "[2001:DB8::1]",
        "[fe80::1%25eth0]:7878",
        "localhost",
        "LocalHost:7878",
        "localhost.:7878",
        "localhost:",
        "games.localhost",
        "study",
        "STUDY.local.:7878",
        "study.local",
    ] {
        assert_eq!(check(&sites(&[], &[]), &[("host", host)]), Ok(()), "{host}");
    }
}

#[test]
fn other_names_are_not() {
    for host in [
        "example.org",
        "localhost.example.org",
        "notlocalhost",
        "study.example.org",
        "study.local.example.org",
        "local",
        "127.0.0.1.example.org",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "xn--bcher-kva.example",
    ] {
        let name = host.to_owned();
        assert_eq!(check(&sites(&[], &[]), &[("host", host)]), Err(Stray::OtherHost(name)), "{host}");
    }
}

#[test]
fn what_is_no_host_is_not_let_in_even_where_any_is() {
    for host in [
        "",
        " ",
        ".",
        "..",
        "a..b",
        "::1",
        "[::1",
        "[::1]x",
        "[127.0.0.1]",
        "localhost:99999",
        "localhost:+1",
        "localhost:1:2",
        "user@localhost",
        "localhost/",
        "local host",
        "http://localhost",
        "[]",
        "%6cocalhost",
    ] {
        assert_eq!(check(&sites(&["*"], &[]), &[("host", host)]), Err(Stray::NoHost), "{host}");
    }
    assert_eq!(check(&sites(&["*"], &[]), &[]), Err(Stray::NoHost));
    let twice = [("host", "localhost"), ("host", "localhost")];
    assert_eq!(check(&sites(&["*"], &[]), &twice), Err(Stray::NoHost));
}

#[test]
fn the_first_line_of_a_request_must_name_this_server_too() {
    let local = [("host", "localhost")];
    assert_eq!(sites(&[], &[]).check(&head("http://localhost/ws", &local)), Ok(()));
    let other = sites(&[], &[]).check(&head("http://example.org/ws", &local));
    assert_eq!(other, Err(Stray::OtherHost("example.org".into())));
}

#[test]
fn a_request_from_before_there_were_hosts_is_let_in_without() {
    let mut old = head("/", &[]);
    old.version = Version::HTTP_10;
    assert_eq!(sites(&[], &[]).check(&old), Ok(()));
    let mut page = head("/", &[("origin", "http://example.org")]);
    page.version = Version::HTTP_10;
    assert_eq!(sites(&[], &[]).check(&page), Err(Stray::NoHost));
}

#[test]
fn a_machine_with_a_long_name_goes_by_a_short_one_too() {
    let sites = Sites::new(Some("study.example.org"), &Admission::default());
    for (host, let_in) in [
        ("study.example.org", true),
        ("study", true),
        ("study.local", true),
        ("example.org", false),
        ("den.example.org", false),
    ] {
        assert_eq!(check(&sites, &[("host", host)]).is_ok(), let_in, "{host}");
    }
}

#[test]
fn names_that_are_allowed_are_let_in() {
    for (allowed, host, let_in) in [
        ("games.example.org", "games.example.org", true),
        ("Games.Example.ORG.", "games.example.org:80", true),
        ("games.example.org", "GAMES.example.org.", true),
        ("games.example.org", "more.games.example.org", false),
        (".example.org", "games.example.org", true),
        ("*.example.org", "a.b.example.org", true),
        (".example.org", "example.org", false),
        (".example.org", "badexample.org", false),
        ("*", "anything.at.all", true),
    ] {
        let checked = check(&sites(&[allowed], &[]), &[("host", host)]);
        assert_eq!(checked.is_ok(), let_in, "{host} where {allowed} is allowed");
    }
}

#[test]
fn what_names_no_host_or_no_site_is_not_allowed() {
    for text in
        ["", ".", "*.", "**", "*example.org", "a b", "http://example.org", "example.org:80", "bücher.example"]
    {
        assert_eq!(text.parse::<AllowedHost>(), Err(NotAllowed::NoHost), "{text}");
    }
    for text in
        ["", "example.org", "https://", "https://a/b", "https://a:b", "://a", "*.example.org", "https://u@a"]
    {
        assert_eq!(text.parse::<AllowedOrigin>(), Err(NotAllowed::NoOrigin), "{text}");
    }
}

#[test]
fn pages_of_this_server_are_let_in() {
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
        assert_eq!(
            check(&sites(&[], &[]), &[("host", host), ("origin", origin)]),
            Ok(()),
            "{origin} at {host}"
        );
    }
}

#[test]
fn pages_from_elsewhere_are_not() {
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
        let checked = check(&sites(&[], &[]), &[("host", host), ("origin", origin)]);
        assert!(matches!(checked, Err(Stray::OtherOrigin(_))), "{origin} at {host}: {checked:?}");
    }
    for unreadable in
        ["", "localhost:7878", "http://localhost:7878/", "http://localhost:7878 http://a", "http:"]
    {
        let checked = check(&sites(&[], &[]), &[("host", "localhost:7878"), ("origin", unreadable)]);
        assert_eq!(checked, Err(Stray::NoOrigin), "{unreadable}");
    }
    let origin = ("origin", "http://localhost");
    assert_eq!(check(&sites(&[], &["*"]), &[("host", "localhost"), origin, origin]), Err(Stray::NoOrigin));
}

#[test]
fn sites_that_are_allowed_are_let_in() {
    for (allowed, origin, let_in) in [
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
        let checked = check(&sites(&[], &[allowed]), &[("host", "localhost"), ("origin", origin)]);
        assert_eq!(checked.is_ok(), let_in, "{origin} where {allowed} is allowed");
    }
}

proptest! {
    #[test]
    fn whatever_a_client_says_is_judged(
        host in "[a-z0-9.:\\[\\]%@_-]{0,30}|[ -~]{0,300}",
        origin in "(https?://)?[a-z0-9.:\\[\\]%-]{0,30}|[ -~]{0,300}",
        allowed in "[*.]{0,2}[a-z.]{0,20}",
    ) {
        let hosts: Vec<_> = allowed.parse().into_iter().collect();
        let sites = Sites::new(Some(&allowed), &Admission { hosts, ..Admission::default() });
        let _ = check(&sites, &[("host", &host), ("origin", &origin)]);
    }

    #[test]
    fn nobody_is_let_in_by_a_name_that_is_not_known(host in "[a-z0-9-]{1,10}(\\.[a-z0-9-]{1,10}){0,3}(:[0-9]{1,5})?") {
        let checked = check(&sites(&[], &[]), &[("host", &host)]);
        let name = host.split(':').next().unwrap();
        let known = name.parse::<std::net::Ipv4Addr>().is_ok()
            || ["localhost", "study", "study.local"].contains(&name)
            || name.ends_with(".localhost");
        prop_assert!(known || checked.is_err(), "{host}");
    }

    #[test]
    fn a_page_is_let_in_only_where_it_is_from(host in "[a-z]{1,5}\\.localhost(:[1-9][0-9]{0,3})?", other in "[a-z]{1,5}\\.localhost(:[1-9][0-9]{0,3})?") {
        let origin = format!("http://{other}");
        let checked = check(&sites(&[], &[]), &[("host", &host), ("origin", &origin)]);
        let with_port = |host: &str| if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        prop_assert_eq!(checked.is_ok(), with_port(&host) == with_port(&other));
    }
}
