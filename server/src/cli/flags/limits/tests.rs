use clap::Parser;

use super::*;

#[derive(Debug, Parser)]
struct Alone {
    #[command(flatten)]
    limits: LimitFlags,
}

fn settings(flags: &[&str]) -> Result<Settings, clap::Error> {
    Alone::try_parse_from([&["server"], flags].concat()).map(|alone| alone.limits.settings())
}

#[test]
fn the_flags_have_the_defaults_of_the_settings() {
    assert_eq!(settings(&[]).unwrap(), Settings::default());
}

#[test]
fn the_help_shows_the_defaults() {
    let mut command = <Alone as clap::CommandFactory>::command();
    let help = command.render_long_help().to_string();
    for shown in ["20000", "256", "4096", "20", "40", "5", "5s", "10s", "20s", "45s"] {
        assert!(help.contains(&format!("[default: {shown}]")), "{shown} in {help}");
    }
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    for (flag, wrong, told) in [
        ("--max-connections", "0", "1..=1000000"),
        ("--max-per-address", "0", "1..=1000000"),
        ("--max-frame", "511", "512..=65536"),
        ("--max-frame", "65537", "512..=65536"),
        ("--messages-per-second", "0", "1..=1000000"),
        ("--burst", "99999999999", "1..=1000000"),
        ("--malformed-per-minute", "-1", "--malformed-per-minute"),
        ("--header-time", "0", "at least 100ms and at most 1h"),
        ("--first-message", "2h", "at least 100ms and at most 1h"),
        ("--ping", "soon", "give seconds"),
        ("--silence", "0", "at least 100ms"),
        ("--write-time", "1ms", "at least 100ms"),
        ("--thinkers", "0", "1..=1024"),
        ("--hints", "many", "invalid digit"),
        ("--reviews", "1000001", "0..=1000000"),
        ("--allow-host", "http://example.org", "give a name"),
        ("--allow-origin", "example.org", "give a site"),
        ("--trusted-proxy", "10.0.0.0/64", "give an address, or a network"),
    ] {
        let error = settings(&[&*format!("{flag}={wrong}")]).unwrap_err().to_string();
        assert!(error.contains(flag) && error.contains(told), "{error}");
    }
}

#[test]
fn a_proxy_is_an_address_or_a_network() {
    for (text, expected) in [
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::1", "::1/128"),
        ("2001:db8::/33", "2001:db8::/33"),
    ] {
        assert_eq!(network(text).map(|network| network.to_string()).as_deref(), Ok(expected));
    }
    for wrong in
        ["", "/", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "host", "10.0.0.0/8/8", "[::1]"]
    {
        assert!(network(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn hosts_origins_and_proxies_can_be_lists() {
    let flags = [
        "--allow-host=a.example,b.example",
        "--allow-host=.c.example",
        "--allow-origin=https://a.example,null",
        "--trusted-proxy=10.0.0.0/8,::1",
    ];
    let admission = settings(&flags).unwrap().admission;
    assert_eq!((admission.origins.len(), admission.proxies.len()), (2, 2));
    for host in ["a.example", "b.example", ".c.example"] {
        assert!(admission.hosts.contains(&host.parse().unwrap()), "{admission:?}");
    }
}

#[test]
fn a_silent_client_is_pinged_twice_before_it_is_disconnected() {
    let heartbeat = settings(&["--silence=10s"]).unwrap().heartbeat;
    assert_eq!((heartbeat.ping, heartbeat.silence), (Duration::from_secs(5), Duration::from_secs(10)));
}
