//! The picture in the README shows the programs as they are, and pictures are drawn as they should be.
#![cfg(target_os = "linux")]

use std::fs;
use std::num::NonZeroU16;

use tictactoe_tests::paths::workspace;
use tictactoe_tests::picture::film::{Film, Shot};
use tictactoe_tests::picture::metronome::Pace;
use tictactoe_tests::picture::window::{COLUMNS, ROWS};
use tictactoe_tests::picture::{game, svg};
use vt100::Parser;

/// What a terminal shows to which this was written.
fn shot(written: &str) -> Shot {
    let [rows, columns] = [ROWS, COLUMNS].map(|size| NonZeroU16::new(size).unwrap());
    let mut terminal = Parser::new(rows, columns, 0);
    terminal.process(b"\x1b[?25l");
    terminal.process(written.as_bytes());
    Shot::of(terminal.screen(), "a title")
}

/// A picture of screens, a second each.
fn picture(screens: &[&str]) -> String {
    let mut film = Film::default();
    for (beat, written) in (0..).step_by(10).zip(screens) {
        film.add(beat, shot(written));
    }
    svg::draw(&[&film], "a description")
}

#[tokio::test]
async fn the_picture_ends_as_the_same_game_ends_today() {
    let picture = fs::read_to_string(workspace().join("client/picture.svg")).unwrap();
    let recording = game::play(Pace::Hurried).await;
    for film in [recording.ann, recording.bob] {
        let last = film.last().unwrap();
        // The first row has the latency.
        for row in last.rows.iter().skip(1) {
            assert!(
                picture.contains(&svg::draw_row(row)),
                "record it again: cargo run --release -p tictactoe-tests --bin picture\n{}",
                last.text()
            );
        }
    }
}

#[test]
fn lines_meet() {
    let picture = picture(&["\u{250c}\u{2500}\u{2510}\r\n\u{2502} \u{2502}"]);
    assert!(picture.contains(r#"d="M4 9H20M4 9V18M20 9V18""#), "{picture}");
    assert!(picture.contains(r#"d="M4 0V18M20 0V18""#), "{picture}");
}

#[test]
fn words_have_a_place_and_a_width() {
    let picture = picture(&["Ann  is here \u{25cf}"]);
    for text in [
        r#"<text y="13" x="0" textLength="24">Ann</text>"#,
        r#"<text y="13" x="40" textLength="56">is here</text>"#,
        "<text y=\"13\" x=\"108\" text-anchor=\"middle\">\u{25cf}</text>",
    ] {
        assert!(picture.contains(text), "{picture}");
    }
}

#[test]
fn attributes_are_kept() {
    let picture = picture(&["\x1b[1;36mX\x1b[0;7m5\x1b[0;4mO"]);
    assert!(picture.contains(r#"<text class="cyan bold" y="13" x="4""#), "{picture}");
    assert!(picture.contains(r#"<rect class="text" x="8" width="8""#), "{picture}");
    assert!(picture.contains(r#"<text class="ground" y="13" x="12""#), "{picture}");
    assert!(picture.contains(r#"<path class="line" d="M16 15h8"/>"#), "{picture}");
}

#[test]
fn what_was_seen_last_needs_no_animation() {
    let picture = picture(&["one", "two"]);
    let frames = "@keyframes a0{0%{transform:translateX(-1000px)}14.286%{transform:none}}";
    assert!(picture.contains(frames), "{picture}");
    assert!(picture.contains("\n<text y=\"13\" x=\"0\" textLength=\"24\">two</text>\n"), "{picture}");
    assert!(picture.contains(r#"<g transform="translate(1000)"><text"#), "{picture}");
}

#[test]
fn a_text_cannot_break_out() {
    let picture = picture(&["</svg>&"]);
    assert!(picture.contains(">&lt;/svg&gt;&amp;<"), "{picture}");
}
