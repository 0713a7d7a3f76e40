use super::*;

fn cards() -> Vec<Card> {
    let card = |name: &str, ip: &str| Card { ip: ip.parse().unwrap(), name: name.into() };
    vec![card("wlan0", "192.168.1.23"), card("tun0", "10.8.0.2")]
}

const SCREEN: Screen = Screen { columns: 80, rows: 24, arrow: "➜", draws: Ok(()) };

fn start<'a>(bound: &str, cards: &'a [Card]) -> Start<'a> {
    let place = &Place::Memory;
    let ready_in = Duration::from_millis(12);
    Start { bound: bound.parse().unwrap(), cards, is_announced: true, place, ready_in }
}

/// The lines of a banner, without those of the code.
fn words(banner: &str) -> String {
    banner.lines().filter(|line| !line.contains('\x1b')).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_server_for_everybody_tells_every_way_to_play() {
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
    assert_eq!(words(&banner(&start("0.0.0.0:7878", &cards()), SCREEN)), expected);
}

#[test]
fn the_code_stands_between_the_addresses_and_the_last_words() {
    let banner = banner(&start("0.0.0.0:7878", &cards()), SCREEN);
    let lines: Vec<_> = banner.lines().collect();
    let is_code = |line: &&str| line.starts_with("      \x1b[38;5;16;48;5;231m") && line.ends_with("\x1b[0m");
    assert_eq!(lines[8..23].iter().filter(|line| is_code(line)).count(), 15, "{banner}");
    assert_eq!(lines.len(), 25);
}

#[test]
fn a_code_that_is_not_seen_whole_is_left_out_and_says_so() {
    let cards = cards();
    for (columns, rows, is_drawn) in
        [(68, 18, true), (68, 17, false), (35, 19, true), (34, 19, false), (35, 18, false)]
    {
        let banner = banner(&start("0.0.0.0:7878", &cards), Screen { columns, rows, ..SCREEN });
        assert_eq!(banner.contains('\x1b'), is_drawn, "{columns}x{rows}");
        assert_eq!(banner.contains("<- QR below"), is_drawn, "{banner}");
        assert_eq!(banner.contains("(no QR code: the terminal is too small)"), !is_drawn, "{banner}");
    }
}

#[test]
fn where_no_half_blocks_can_be_shown_the_banner_is_of_ascii() {
    let ascii = Screen { arrow: "->", draws: Err("the locale is not UTF-8"), ..SCREEN };
    let banner = banner(&start("0.0.0.0:7878", &cards()), ascii);
    assert!(banner.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{banner}");
    assert!(banner.contains("  -> Network        http://192.168.1.23:7878/      wlan0\n"), "{banner}");
    assert!(banner.contains("(no QR code: the locale is not UTF-8)"), "{banner}");
}

#[test]
fn a_wide_terminal_has_the_last_words_in_one_line() {
    let banner = banner(&start("0.0.0.0:7878", &cards()), Screen { columns: 94, ..SCREEN });
    let last =
        "  Anyone on this network can play. --local keeps it to this machine. Ctrl-C stops the server.";
    assert_eq!((banner.lines().last(), last.len()), (Some(last), 93));
}

#[test]
fn a_server_that_nobody_finds_tells_its_address_only() {
    let cards = cards();
    let unannounced = Start { is_announced: false, ..start("0.0.0.0:7878", &cards) };
    let banner = banner(&unannounced, SCREEN);
    assert!(banner.contains("Terminal       tictactoe 192.168.1.23:7878\n"), "{banner}");
    assert!(!banner.contains("automatically"), "{banner}");
}

#[test]
fn a_local_server_names_no_network() {
    for (bound, argument) in [("127.0.0.1:7878", ""), ("127.0.0.1:9000", " localhost:9000")] {
        let banner = banner(&start(bound, &cards()), SCREEN);
        assert!(banner.contains(&format!("Terminal       tictactoe{argument}\n")), "{banner}");
        for absent in ["Network", "Anyone", "QR", "\x1b", "automatically"] {
            assert!(!banner.contains(absent), "{banner}");
        }
    }
}

#[test]
fn a_machine_without_a_network_has_a_server_for_itself() {
    let banner = banner(&start("0.0.0.0:7878", &[]), SCREEN);
    assert!(banner.contains("ws://localhost:7878/ws") && !banner.contains("Anyone"), "{banner}");
}

#[test]
fn the_banner_says_where_matches_are_kept() {
    let place = Place::Directory("/home/ann/data".into());
    let banner = banner(&Start { place: &place, ..start("127.0.0.1:7878", &[]) }, SCREEN);
    assert!(banner.contains("  ➜  Matches        kept in /home/ann/data\n"), "{banner}");
}

#[test]
fn a_program_gets_one_line_for_each_address() {
    let text = lines(([0, 0, 0, 0], 81).into(), &cards()[..1]);
    assert_eq!(text, "listening on ws://localhost:81/ws\nlistening on ws://192.168.1.23:81/ws\n");
}
