use super::*;

fn link(origin: &str, is_on_network: bool) -> Link {
    Link { origin: origin.to_owned(), is_on_network }
}

fn links() -> [Link; 2] {
    [link("http://localhost:7878", false), link("http://192.168.1.23:7878", true)]
}

const TERMINAL: Terminal = Terminal { columns: 80, rows: 24, has_half_blocks: true };

fn banner(links: &[Link]) -> Banner<'_> {
    let location = "kept in /home/ann/data";
    Banner { links, busy_port: None, is_announced: true, location }
}

/// The lines of a banner, without the QR code.
fn words(banner: &str) -> String {
    banner.lines().filter(|line| !line.contains('\x1b')).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_server_on_the_network_shows_every_way_to_play() {
    let expected = format!("  tictactoe-server {VERSION}\n")
        + r"  This machine   http://localhost:7878/
  Network        http://192.168.1.23:7878/
  Terminal       tictactoe                      finds this server by itself
                 tictactoe 192.168.1.23:7878    if it does not
  Bots           ws://192.168.1.23:7878/ws      schema: /schema.json
  Matches        kept in /home/ann/data
  Anyone who can open the network address can play.
  Ctrl-C stops the server.";
    assert_eq!(words(&banner(&links()).render(TERMINAL)), expected);
}

#[test]
fn a_busy_port_is_named_above_the_addresses() {
    let links = links();
    let text = words(&Banner { busy_port: Some(7878), ..banner(&links) }.render(TERMINAL));
    let second = text.lines().nth(1);
    assert_eq!(second, Some("  Port           7878 is busy, so this server is on another port"));
}

#[test]
fn the_code_is_between_the_addresses_and_the_footer() {
    let banner = banner(&links()).render(TERMINAL);
    let lines: Vec<_> = banner.lines().collect();
    let is_code = |line: &&str| line.starts_with("      \x1b[38;5;16;48;5;231m") && line.ends_with("\x1b[0m");
    assert_eq!(lines[7..22].iter().filter(|line| is_code(line)).count(), 15, "{banner}");
    assert_eq!(lines.len(), 24);
}

#[test]
fn a_code_that_does_not_fit_is_replaced_by_the_reason() {
    let links = links();
    for (columns, rows, is_drawn) in
        [(80, 19, true), (80, 18, false), (35, 19, true), (34, 19, false), (35, 18, false)]
    {
        let banner = banner(&links).render(Terminal { columns, rows, ..TERMINAL });
        assert_eq!(banner.contains('\x1b'), is_drawn, "{columns}x{rows}");
        assert_eq!(banner.contains("(no QR code: the terminal is too small, "), !is_drawn, "{banner}");
    }
}

#[test]
fn without_half_blocks_the_banner_is_ascii() {
    let ascii = Terminal { has_half_blocks: false, ..TERMINAL };
    let banner = banner(&links()).render(ascii);
    assert!(banner.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{banner}");
    assert!(banner.contains("  Network        http://192.168.1.23:7878/\n"), "{banner}");
    assert!(banner.contains("(no QR code: "), "{banner}");
}

#[test]
fn an_unannounced_server_shows_its_address_only() {
    let links = links();
    let unannounced = Banner { is_announced: false, ..banner(&links) };
    let banner = unannounced.render(TERMINAL);
    assert!(banner.contains("Terminal       tictactoe 192.168.1.23:7878\n"), "{banner}");
    assert!(!banner.contains("automatically"), "{banner}");
}

#[test]
fn a_local_server_shows_no_network() {
    let banner = banner(&links()[..1]).render(TERMINAL);
    assert!(banner.contains("Terminal       tictactoe localhost:7878\n"), "{banner}");
    assert!(banner.contains("ws://localhost:7878/ws"), "{banner}");
    for absent in ["Network", "Anyone", "QR", "\x1b", "automatically"] {
        assert!(!banner.contains(absent), "{banner}");
    }
}

#[test]
fn an_encrypted_server_is_named_by_its_links() {
    let links = [link("https://localhost:7878", false), link("https://games.example.org", true)];
    let banner = Banner { is_announced: false, ..banner(&links) }.render(TERMINAL);
    assert!(!banner.contains("localhost"), "{banner}");
    for row in [
        "Network        https://games.example.org/\n",
        "Terminal       tictactoe https://games.example.org\n",
        "Bots           wss://games.example.org/ws     schema: /schema.json\n",
    ] {
        assert!(banner.contains(row), "{row} in {banner}");
    }
}

#[test]
fn a_program_gets_one_line_for_each_address() {
    let text = address_lines(&links());
    assert_eq!(text, "listening on ws://localhost:7878/ws\nlistening on ws://192.168.1.23:7878/ws\n");
}

fn terminal(variables: &[(&str, &str)]) -> Terminal {
    let value =
        |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
    Terminal::new(value, 80, 24)
}

#[test]
fn the_first_variable_that_is_set_selects_the_locale() {
    for (variables, is_utf8) in [
        (&[("LANG", "en_US.UTF-8")][..], true),
        (&[("LANG", "C.utf8")], true),
        (&[("LANG", "de_DE@euro"), ("LC_CTYPE", "de_DE.UTF-8")], true),
        (&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")], false),
        (&[("LANG", "C.UTF-8"), ("LC_ALL", "")], true),
        (&[("LANG", "C")], false),
        (&[], false),
    ] {
        let (terminal, is_utf8) = (terminal(variables), is_utf8 || cfg!(windows));
        assert_eq!(terminal.has_half_blocks, is_utf8, "{variables:?}");
    }
}

#[test]
fn a_dumb_terminal_has_no_blocks() {
    assert!(!terminal(&[("LANG", "C.UTF-8"), ("TERM", "dumb")]).has_half_blocks);
}
