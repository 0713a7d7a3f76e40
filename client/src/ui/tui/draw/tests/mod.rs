//! Scenes as they are drawn.

mod album;
mod endings;
mod properties;
mod screens;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tictactoe_protocol::snapshot::Snapshot;
use unicode_width::UnicodeWidthStr;

use super::{Drawn, draw};
use crate::app::command::Verb;
use crate::app::view::View;
use crate::testing::snapshots::for_both;
use crate::ui::Display;
use crate::ui::invite::Invite;
use crate::ui::tui::keys::{Action, Binding, Choice, Context, KEYS};
use crate::ui::tui::scene::{Body, MatchScreen, Message, Overlay, ReviewStep, Scene, Tone};

const COLOUR: Display = Display { colour: true, ascii: false, mouse: true };

fn drawn(scene: &Scene, area: Rect) -> Buffer {
    let mut buffer = Buffer::empty(area);
    let _ = draw(scene, &mut buffer);
    buffer
}

/// What a frame of this size answers.
fn answers(scene: &Scene, area: Rect) -> Drawn {
    draw(scene, &mut Buffer::empty(area))
}

/// The characters of a screen, line by line. A wide one is followed by nothing.
fn text(buffer: &Buffer) -> String {
    let row = |y: u16| {
        let mut covered = 0;
        let mut line = String::new();
        for x in buffer.area.columns().map(|column| column.x) {
            let symbol = buffer[(x, y)].symbol();
            if covered == 0 {
                line.push_str(symbol);
                covered = symbol.width();
            }
            covered = covered.saturating_sub(1);
        }
        line.trim_end().to_owned()
    };
    buffer.area.rows().map(|area| row(area.y)).collect::<Vec<_>>().join("\n")
}

fn played(snapshot: Snapshot) -> View {
    View::new(snapshot, false).unwrap()
}

fn watched(mut snapshot: Snapshot) -> View {
    snapshot.you = None;
    View::new(snapshot, true).unwrap()
}

fn shared(snapshot: Snapshot) -> View {
    View::new(for_both(snapshot), false).unwrap()
}

fn scene(body: Body<'_>) -> Scene<'_> {
    Scene {
        display: COLOUR,
        retry_in: None,
        room: None,
        arena: None,
        invite: None,
        body,
        available: available(),
        overlay: None,
        question: None,
        message: None,
        footer: keys([HELP, QUIT]),
    }
}

fn available() -> Vec<Binding> {
    KEYS.iter().filter(|key| key.is_for(Context::Game)).copied().collect()
}

/// A match with the cursor in the middle.
fn at_middle(view: &View) -> MatchScreen<'_> {
    let middle = u8::try_from(view.cells() / 2).unwrap();
    MatchScreen {
        view,
        cursor: Some(middle),
        sent: None,
        clock: None,
        hint: &[],
        review: None,
        has_asked: false,
    }
}

fn table(table: MatchScreen<'_>) -> Scene<'_> {
    scene(Body::Match(table))
}

fn open_invite() -> Invite {
    let url = Some("http://192.168.1.23:7878/r/otter-maple-407".into());
    let command = "tictactoe 192.168.1.23 --room otter-maple-407".into();
    Invite {
        purpose: "To join you",
        command,
        url,
        download: Some("curl 192.168.1.23:7878".into()),
        manage: None,
    }
}

fn message(text: &str, tone: Tone) -> Message {
    Message { tone, text: text.to_owned(), until: None }
}

/// The first keys for these actions.
fn keys<const N: usize>(actions: [Action; N]) -> Vec<Binding> {
    actions.map(|action| *KEYS.iter().find(|key| key.action() == Some(action)).unwrap()).to_vec()
}

const MOVE: Action = Action::Left;
const PLACE: Action = Action::Place;
const DIGITS: Action = Action::Digit(1);
const HELP: Action = Action::Help;
const QUIT: Action = Action::Say(Verb::Quit);
const REMATCH: Action = Action::Say(Verb::Rematch);
const TAKE_BACK: Action = Action::Say(Verb::TakeBack);
const DECLINE: Action = Action::Say(Verb::Decline);
const REVIEW: Action = Action::Say(Verb::Review);
const COMPUTER: Action = Action::Say(Verb::Computer);
const WAIT: Action = Action::Say(Verb::Wait);
const NEW: Action = Action::Say(Verb::New);
const CLOSE: Action = Action::Close;
const YES: Action = Action::Yes;
const NO: Action = Action::No;
