use super::*;

#[test]
fn the_definition_is_consistent() {
    CommandLine::command().debug_assert();
}

/// The long flags that the help shows, with their variables.
fn flags() -> Vec<(String, Option<String>)> {
    let command = CommandLine::command();
    let arguments = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let arguments = arguments.filter_map(|argument| {
        let variable = argument.get_env().map(|name| name.to_string_lossy().into_owned());
        Some((argument.get_long()?.to_owned(), variable))
    });
    arguments.collect()
}

#[test]
#[cfg(not(feature = "nats"))]
fn there_are_few_flags() {
    // `--help` and `--version` are not among them.
    assert!(flags().len() <= 28, "{:?}", flags());
}

#[test]
fn every_flag_has_a_variable_that_is_named_like_it() {
    for (flag, variable) in flags() {
        let expected = format!("TICTACTOE_{}", flag.to_uppercase().replace('-', "_"));
        assert_eq!(variable, Some(expected), "--{flag}");
    }
}

#[test]
fn the_help_begins_with_examples() {
    let help = CommandLine::command().render_long_help().to_string();
    let heads =
        ["Examples:", "Usage:", "Commands:", NETWORK, "Games", STORAGE, "Access", "Limits", "Exit codes:"];
    let positions: Vec<_> = heads.iter().map(|head| help.find(head).unwrap()).collect();
    assert!(positions.is_sorted(), "{positions:?} in {help}");
}

#[test]
fn a_server_is_announced_by_default() {
    let is_announced =
        |flags: &[&str]| CommandLine::parse_from([&["server"], flags].concat()).flags.is_announced();
    assert!(is_announced(&[]) && !is_announced(&["--local"]) && !is_announced(&["--no-mdns"]));
}

#[test]
fn a_directory_of_downloads_is_checked_unless_nothing_is_handed_out() {
    let downloads = |more: &[&str]| {
        let flags = [&["server", "--local", "--downloads", "/nowhere"], more].concat();
        CommandLine::try_parse_from(flags).map(|line| line.flags.downloads())
    };
    let error = downloads(&[]).unwrap().unwrap_err().to_string();
    assert!(error.contains("/nowhere") && error.contains("\nGive --downloads"), "{error}");
    assert!(downloads(&["--no-downloads"]).unwrap().is_ok());
}

#[test]
fn a_server_that_is_public_or_without_downloads_hands_out_nothing() {
    for flags in [&["--no-downloads"][..], &["--public-url", "https://games.example.org"]] {
        let line = CommandLine::parse_from([&["server"], flags].concat());
        let downloads = line.flags.downloads().unwrap();
        assert_eq!(format!("{downloads:?}"), format!("{:?}", Downloads::default()), "{flags:?}");
    }
}

#[cfg(not(feature = "nats"))]
#[test]
fn a_server_without_nats_says_how_to_get_it() {
    let error = settings(&["--nats", "nats://localhost"]).unwrap_err().to_string();
    assert!(error.contains("built without NATS") && error.contains("--features nats"), "{error}");
}

#[test]
fn an_error_has_two_lines_and_says_what_to_write() {
    for (flags, lines) in [
        (&["--port", "abc"][..], "Invalid value 'abc' for '--port <PORT>': write a number from 0 to 65535."),
        (&["--port", "70000"], "Invalid value '70000' for '--port <PORT>': write a number from 0 to 65535."),
        (
            &["--host", "mybox"],
            "Invalid value 'mybox' for '--host <ADDRESS>': write an address of this machine, like 192.168.1.23.",
        ),
        (
            &["--max-matches", "0"],
            "Invalid value '0' for '--max-matches <COUNT>': write a number from 1 to 100000000.",
        ),
        (&["--tls-cert", "a.pem"], "The following required arguments were not provided: --tls-key <FILE>."),
    ] {
        let error = CommandLine::try_parse_from([&["server"], flags].concat()).unwrap_err();
        assert_eq!(two_lines(&error), format!("{lines}\nRun tictactoe-server --help to see the flags."));
    }
    let format = CommandLine::try_parse_from(["server", "--log-format", "xml"]).unwrap_err();
    assert!(two_lines(&format).ends_with("\nWrite one of text, json."), "{}", two_lines(&format));
}

fn settings(flags: &[&str]) -> Result<Settings, clap::Error> {
    CommandLine::try_parse_from([&["server"], flags].concat()).map(|line| line.flags.settings)
}

#[test]
fn the_help_shows_the_defaults() {
    let mut command = CommandLine::command();
    let help = command.render_long_help().to_string();
    for shown in ["20000", "256", "200000", "20", "1000,500,24h", "10s", "60s"] {
        assert!(help.contains(&format!("[default: {shown}]")), "{shown} in {help}");
    }
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    for (flag, wrong, told) in [
        ("--max-connections", "0", "write a number from 1 to 1000000"),
        ("--max-per-address", "0", "write a number from 1 to 1000000"),
        ("--messages-per-second", "0", "write a number from 1 to 1000000"),
        ("--arenas", "20,100", "give three limits"),
        ("--arenas", "20,501,2h", "at most 500 players"),
        ("--arenas", "10,0,2h", "0,0,0 for no arenas"),
        ("--arenas", "10,20,0", "0,0,0 for no arenas"),
        ("--allow-host", "http://example.org", "give a name"),
        ("--ai-after", "25h", "at most 24h"),
        ("--move-time", "soon", "give seconds"),
        ("--allow-origin", "example.org", "give a site"),
        ("--trusted-proxy", "10.0.0.0/64", "give an address, or a network"),
        ("--block", "/nowhere", "cannot read /nowhere"),
    ] {
        let error = settings(&[&*format!("{flag}={wrong}")]).unwrap_err().to_string();
        assert!(error.contains(flag) && error.contains(told), "{error}");
    }
}

#[test]
fn hosts_origins_and_proxies_can_be_lists() {
    let flags = [
        "--allow-host=a.example,b.example",
        "--allow-host=c.example",
        "--allow-origin=https://a.example,null",
        "--trusted-proxy=10.0.0.0/8,::1",
    ];
    let admission = settings(&flags).unwrap().admission;
    assert_eq!((admission.origins.len(), admission.proxies.len()), (2, 2));
    for host in ["a.example", "b.example", "c.example"] {
        assert!(admission.hosts.iter().any(|allowed| allowed == host), "{admission:?}");
    }
}

#[test]
fn only_the_port_that_was_asked_for_is_tried() {
    let ports = |flags: &[&str]| CommandLine::parse_from(flags).flags.ports();
    assert_eq!(ports(&["server", "--port", "9"]), [9]);
    assert!(ports(&["server", "--port", "0"]).iter().all(|port| *port == 0));
    assert_eq!(ports(&["server", "--local"]), default_ports());
}

#[test]
fn a_server_listens_in_both_families_unless_it_is_told_where() {
    for (flags, ips, are_optional) in [
        (&[][..], &["0.0.0.0", "::"][..], true),
        (&["--local", "--host", "10.0.0.1"], &["127.0.0.1", "::1"], true),
        (&["--host", "10.0.0.1"], &["10.0.0.1"], false),
        (&["--host", "10.0.0.1", "--host", "fd00::1"], &["10.0.0.1", "fd00::1"], false),
        (&["--host", "10.0.0.1,fd00::1"], &["10.0.0.1", "fd00::1"], false),
        (&["--host", "::,10.0.0.1"], &["0.0.0.0", "::"], false),
        (&["--host", "0.0.0.0,fd00::1"], &["0.0.0.0", "fd00::1"], false),
        (&["--host", "::ffff:10.0.0.1"], &["10.0.0.1"], false),
    ] {
        let hosts = CommandLine::parse_from([&["server"], flags].concat()).flags.hosts();
        let ips = ips.iter().map(|ip| ip.parse().unwrap()).collect();
        assert_eq!(hosts, Hosts { ips, are_optional }, "{flags:?}");
    }
}

#[test]
fn the_help_fits_into_80_columns() {
    let mut command = CommandLine::command().term_width(80);
    command.build();
    let commands: Vec<_> = command.get_subcommands().cloned().collect();
    for mut command in std::iter::once(command).chain(commands) {
        command = command.term_width(80);
        for help in [command.render_help(), command.render_long_help()] {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }
}
