//! Without colors, and in ASCII.

use tictactoe_tests::program::ServerProgram;
use tictactoe_tests::qr_reader::screen;
use vt100::{Color, Screen};

use super::CALM;
use super::person::Person;

fn place_of(screen: &Screen, text: &str) -> Option<(u16, u16)> {
    let mut rows = (0..).zip(screen.rows(0, screen.size().1.get()));
    rows.find_map(|(row, line)| {
        let before = &line[..line.find(text)?];
        Some((row, u16::try_from(before.chars().count()).ok()?))
    })
}

fn is_coloured(screen: &Screen) -> bool {
    let (rows, columns) = screen.size();
    let mut cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
    cells.any(|(row, column)| {
        let cell = screen.cell(row, column).expect("a place on the screen");
        (cell.fgcolor(), cell.bgcolor()) != (Color::Default, Color::Default)
    })
}

#[tokio::test]
async fn without_colours_the_cursor_is_seen_and_nothing_has_a_colour() {
    let server = ServerProgram::start(CALM).await;
    let with = Person::at(&server, "--vs ai --mark X").await;
    with.turn(None).await;
    assert!(is_coloured(screen(&with.tmux.coloured(), 80, 24).screen()), "there are colours otherwise");

    let without = Person::with("NO_COLOR=1", &server, "--vs ai --mark X").await;
    without.turn(None).await;
    for (key, cursor) in [("Right", "[ 6 ]"), ("Up", "[ 3 ]")] {
        without.tmux.keys(&[key]);
        without.tmux.expect(cursor).await;
        let seen = screen(&without.tmux.coloured(), 80, 24);
        let (row, column) = place_of(seen.screen(), cursor).expect("the cursor");
        assert!(seen.screen().cell(row, column).expect("the cursor").inverse(), "{cursor} is reversed");
        assert!(!is_coloured(seen.screen()));
    }
    without.tmux.keys(&["Enter"]);
    without.turn(Some("")).await;
    without.tmux.expect("[ X ]").await;
}

#[tokio::test]
async fn ascii_mode_draws_ascii_only() {
    for (variables, flags) in [("", "--ascii"), ("LC_ALL=C", ""), ("TERM=linux", "")] {
        let server = ServerProgram::start(CALM).await;
        let ann = Person::with(variables, &server, &format!("{flags} --mark X")).await;
        let is_ascii = async |told: &str| {
            let screen = ann.tmux.expect(told).await;
            assert!(screen.is_ascii(), "{variables} {flags}\n{screen}");
        };
        is_ascii("The computer joins in").await;
        ann.tmux.keys(&["s"]);
        is_ascii("Invite others").await;
        ann.tmux.keys(&["Escape"]);
        ann.tmux.expect_gone("Invite others").await;
        ann.tmux.keys(&["a"]);
        is_ascii("Your turn").await;
        ann.tmux.keys(&["?"]);
        is_ascii("- Keys -").await;
        ann.tmux.keys(&["Escape"]);
        ann.tmux.expect_gone("- Keys -").await;
        ann.tmux.keys(&["5"]);
        is_ascii("Computer played").await;
        ann.tmux.keys(&["R"]);
        is_ascii("Sure?").await;
        ann.tmux.keys(&["y"]);
        is_ascii("You lost").await;
        ann.quits().await;
    }
}
