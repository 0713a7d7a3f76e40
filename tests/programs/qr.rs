//! A QR reader reads the codes of the client and the server from a terminal in every theme. The page draws the same
//! modules: `protocol/lan/src/qr.rs`.
//!
//! The codes hold a network address, so both programs run in a network namespace.

use harness::namespace::{Machine, NSENTER, Network};
use harness::program::{client, server};
use harness::qr_reader::{Theme, codes, screen};
use harness::tmux::Tmux;

const URL: &str = "HTTP://10.77.0.1:7878/";

const DARK: Theme = Theme {
    name: "dark",
    default: ("cccccc", "1d1f21"),
    palette: "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 \
              7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
};

const LIGHT: Theme = Theme { name: "light", default: ("222222", "ffffff"), ..DARK };

/// A palette in which black and white are neither, and bright colors are greys.
const SOLARIZED: &str = "073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 \
                         002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3";

const THEMES: [Theme; 4] = [
    DARK,
    LIGHT,
    Theme { name: "Solarized dark", default: ("839496", "002b36"), palette: SOLARIZED },
    Theme { name: "Solarized light", default: ("657b83", "fdf6e3"), palette: SOLARIZED },
];

async fn machine() -> (Network, Machine) {
    let network = Network::new().await;
    let machine = network.machine(1).await;
    (network, machine)
}

async fn terminal(machine: &Machine, (columns, rows): (u16, u16)) -> Tmux {
    let tmux = Tmux::start(100, rows, &[server(), client()]).await;
    tmux.run(&format!("exec {NSENTER} {} sh -i", machine.enter().join(" "))).await;
    tmux.expect("\n<0>").await;
    tmux.resize(columns, rows);
    tmux
}

/// The word that the server made up, on a screen.
fn word(screen: &str) -> Option<String> {
    let last = |text: &str| text.rsplit('/').next().unwrap_or_default().to_owned();
    let is_word =
        |text: &String| text.matches('-').count() == 2 && text.ends_with(|c: char| c.is_ascii_digit());
    screen.split_whitespace().map(last).find(is_word)
}

/// A player who waits in public, and the URL of the invitation.
async fn public_invitation(machine: &Machine, size: (u16, u16), variables: &str) -> (Tmux, String) {
    let tmux = terminal(machine, size).await;
    tmux.run(format!("{variables} tictactoe localhost --vs human").trim()).await;
    let word = tmux.until("the word of the invitation", word).await;
    tmux.keys(&["s"]);
    (tmux, format!("{URL}r/{word}"))
}

/// Asserts that a QR reader finds exactly this text on the screen in every theme. As soon as one theme can be read,
/// the screen is complete.
async fn assert_read(tmux: &Tmux, (columns, rows): (u16, u16), expected: &str) {
    let read = |drawn: &str, theme| codes(screen(drawn, columns, rows).screen(), theme);
    let drawn = |_: &str| Some(tmux.coloured()).filter(|drawn| read(drawn, &LIGHT) == [expected]);
    let drawn = tmux.until(expected, drawn).await;
    for theme in &THEMES {
        assert_eq!(read(&drawn, theme), [expected], "in the theme {} of\n{}", theme.name, tmux.screen());
    }
}

#[tokio::test]
async fn the_invitation_of_the_client_is_read_in_every_theme() {
    let (_network, machine) = machine().await;
    let _server = machine.serve(&[]).await;
    for (size, variables) in [((80, 24), ""), ((80, 24), "NO_COLOR=1"), ((66, 22), "")] {
        let (tmux, url) = public_invitation(&machine, size, variables).await;
        assert_read(&tmux, size, &url).await;
    }
}

#[tokio::test]
async fn the_banner_of_the_server_is_read_in_every_theme() {
    let (_network, machine) = machine().await;
    for (size, variables) in [((80, 24), ""), ((80, 24), "NO_COLOR=1"), ((100, 40), "")] {
        let tmux = terminal(&machine, size).await;
        tmux.run(format!("{variables} tictactoe-server 2> /dev/null").trim()).await;
        tmux.expect("Ctrl-C stops the server.").await;
        assert_read(&tmux, size, URL).await;
    }
}
