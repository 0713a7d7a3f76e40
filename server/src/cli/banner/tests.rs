use super::*;

fn addresses() -> Vec<LanAddress> {
    let lan = |interface: &str, ip: &str| LanAddress { ip: ip.parse().unwrap(), interface: interface.into() };
    vec![lan("wlan0", "192.168.1.23"), lan("tun0", "10.8.0.2")]
}

const TERMINAL: Terminal = Terminal { columns: 80, rows: 24, arrow: "➜", has_half_blocks: true };

fn banner<'a>(bound: &str, addresses: &'a [LanAddress]) -> Banner<'a> {
    let location = "kept in memory only";
    let ready_in = Duration::from_millis(12);
    Banner { bound: bound.parse().unwrap(), addresses, is_announced: true, location, ready_in }
}

/// The lines of a banner, without those of the code.
fn words(banner: &str) -> String {
    banner.lines().filter(|line| !line.contains('\x1b')).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_server_on_the_network_shows_every_way_to_play() {
    let expected = concat!(
        "  tictactoe-server ",
        env!("CARGO_PKG_VERSION"),
        r"                           ready in 12 ms
  ➜  This machine   http://localhost:7878/
  ➜  Network        http://192.168.1.23:7878/      wlan0   <- QR below
  ➜  Network        http://10.8.0.2:7878/          tun0
  ➜  Terminal       tictactoe                      found automatically
                    tictactoe 192.168.1.23:7878    if not
  ➜  Bots           ws://192.168.1.23:7878/ws      schema: /schema.json
  ➜  Matches        kept in memory only
  Anyone on this network can play. --local keeps it to this machine.
  Ctrl-C stops the server."
    );
    assert_eq!(words(&banner("0.0.0.0:7878", &addresses()).render(TERMINAL)), expected);
}

#[test]
fn the_code_is_between_the_addresses_and_the_footer() {
    let banner = banner("0.0.0.0:7878", &addresses()).render(TERMINAL);
    let lines: Vec<_> = banner.lines().collect();
    let is_code = |line: &&str| line.starts_with("      \x1b[38;5;16;48;5;231m") && line.ends_with("\x1b[0m");
    assert_eq!(lines[8..23].iter().filter(|line| is_code(line)).count(), 15, "{banner}");
    assert_eq!(lines.len(), 25);
}

#[test]
fn a_code_that_does_not_fit_is_replaced_by_the_reason() {
    let addresses = addresses();
    for (columns, rows, is_drawn) in
        [(80, 19, true), (80, 18, false), (35, 19, true), (34, 19, false), (35, 18, false)]
    {
        let banner = banner("0.0.0.0:7878", &addresses).render(Terminal { columns, rows, ..TERMINAL });
        assert_eq!(banner.contains('\x1b'), is_drawn, "{columns}x{rows}");
        assert_eq!(banner.contains("<- QR below"), is_drawn, "{banner}");
        assert_eq!(banner.contains("(no QR code: the terminal is too small, "), !is_drawn, "{banner}");
    }
}

#[test]
fn without_half_blocks_the_banner_is_ascii() {
    let ascii = Terminal { arrow: "->", has_half_blocks: false, ..TERMINAL };
    let banner = banner("0.0.0.0:7878", &addresses()).render(ascii);
    assert!(banner.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{banner}");
    assert!(banner.contains("  -> Network        http://192.168.1.23:7878/      wlan0\n"), "{banner}");
    assert!(banner.contains("(no QR code: "), "{banner}");
}

#[test]
fn an_unannounced_server_shows_its_address_only() {
    let addresses = addresses();
    let unannounced = Banner { is_announced: false, ..banner("0.0.0.0:7878", &addresses) };
    let banner = unannounced.render(TERMINAL);
    assert!(banner.contains("Terminal       tictactoe 192.168.1.23:7878\n"), "{banner}");
    assert!(!banner.contains("automatically"), "{banner}");
}

#[test]
fn a_local_server_shows_no_network() {
    for (bound, argument) in [("127.0.0.1:7878", " localhost:7878"), ("127.0.0.1:9000", " localhost:9000")] {
        let banner = banner(bound, &addresses()).render(TERMINAL);
        assert!(banner.contains(&format!("Terminal       tictactoe{argument}\n")), "{banner}");
        for absent in ["Network", "Anyone", "QR", "\x1b", "automatically"] {
            assert!(!banner.contains(absent), "{banner}");
        }
    }
}

#[test]
fn a_server_without_a_network_is_shown_as_local() {
    let banner = banner("0.0.0.0:7878", &[]).render(TERMINAL);
    assert!(banner.contains("ws://localhost:7878/ws") && !banner.contains("Anyone"), "{banner}");
}

#[test]
fn the_banner_shows_where_matches_are_stored() {
    let banner =
        Banner { location: "kept in /home/ann/data", ..banner("127.0.0.1:7878", &[]) }.render(TERMINAL);
    assert!(banner.contains("  ➜  Matches        kept in /home/ann/data\n"), "{banner}");
}

#[test]
fn a_program_gets_one_line_for_each_address() {
    let text = address_lines(([0, 0, 0, 0], 81).into(), &addresses()[..1]);
    assert_eq!(text, "listening on ws://localhost:81/ws\nlistening on ws://192.168.1.23:81/ws\n");
}
