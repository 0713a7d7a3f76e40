//! Without colors, and in ASCII.

use harness::program::ServerProgram;
use harness::qr_reader::screen;
use vt100::{Color, Screen};

use super::CALM;
use super::person::Person;

fn is_coloured(screen: &Screen) -> bool {
    let (rows, columns) = screen.size();
    let mut cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
    cells.any(|(row, column)| {
        let cell = screen.cell(row, column).expect("a place on the screen");
        (cell.fgcolor(), cell.bgcolor()) != (Color::Default, Color::Default)
    })
}

#[tokio::test]
async fn without_colours_nothing_has_a_colour_and_whose_turn_it_is_is_reversed() {
    let server = ServerProgram::start(CALM).await;
    let with = Person::at(&server, "--vs ai --mark X").await;
    with.turn(None).await;
    assert!(is_coloured(screen(&with.tmux.coloured(), 80, 24).screen()), "there are colours otherwise");

    let without = Person::with("NO_COLOR=1", &server, "--vs ai --mark X").await;
    without.turn(None).await;
    let seen = screen(&without.tmux.coloured(), 80, 24);
    assert!(!is_coloured(seen.screen()));
    let (row, column) = place_of(&without.tmux.screen(), "Your turn").expect("whose turn it is");
    assert!(seen.screen().cell(row, column).expect("a place").inverse());
}

fn place_of(screen: &str, text: &str) -> Option<(u16, u16)> {
    let mut rows = (0..).zip(screen.lines());
    rows.find_map(|(row, line)| Some((row, u16::try_from(line[..line.find(text)?].chars().count()).ok()?)))
}

/// Every scene is drawn in ASCII in the tests of the client: here it is asked for.
#[tokio::test]
async fn ascii_is_drawn_where_a_flag_the_locale_or_the_terminal_asks_for_it() {
    let server = ServerProgram::start(CALM).await;
    for (variables, flags) in [("", "--ascii"), ("LC_ALL=C", ""), ("TERM=linux", "")] {
        let ann = Person::with(variables, &server, &format!("{flags} --vs ai --mark X")).await;
        let screen = ann.tmux.expect("Your turn").await;
        assert!(screen.is_ascii(), "{variables} {flags}\n{screen}");
        ann.quits().await;
    }
}
