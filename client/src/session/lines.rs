//! The loop of the text interface: lines in, sentences out.

use futures::FutureExt as _;

use super::{Client, Ended, Happened, reachable_address};
use crate::app::command::{Command, Verb};
use crate::app::{Effect, Input};
use crate::failure::Failure;
use crate::net::connection::SocketEvent;
use crate::ui::Display;
use crate::ui::console::Console;
use crate::ui::invite::Invite;
use crate::ui::stdin::Typed;
use crate::ui::text;

pub(super) async fn run(
    display: Display,
    mut client: Client<'_>,
    console: &mut Console,
) -> Result<Ended, Failure> {
    let has_colours = console.is_for_a_person && display.colour && !display.ascii;
    let mut unread = None;
    if let Some(note) = client.note.take() {
        console.say(&format!("{note}\n"), false).await?;
    }
    loop {
        let happened = next(&mut client, console, &mut unread).await?;
        let effects = client.on(happened).await;
        // Before it is said: who reads of the seat may kill the client at once.
        if let Some(warning) = client.server.save(client.app.connection()) {
            console.warn(&warning).await?;
        }
        let mut said = String::new();
        for effect in effects {
            match effect {
                Effect::Show(notice) => said.push_str(&text::say(&notice, &client.app)),
                Effect::Invite { has_code } => {
                    said.push_str(&invite(&client, has_code.then_some(has_colours)).await);
                }
                _ => {}
            }
        }
        console.say(&said, client.app.is_asking()).await?;
        if let Some(end) = client.end.take() {
            console.finish().await?;
            return end;
        }
    }
}

/// `code`: whether a QR code that is asked for can be drawn.
async fn invite(Client { app, server, .. }: &Client<'_>, code: Option<bool>) -> String {
    let address = reachable_address(server.address().clone()).await;
    text::invite(&Invite::new(&address, app.invites_to().as_ref(), app.has_downloads), code)
}

/// If a line and a message are both ready, the line is handled first: piped input is used as early as
/// possible.
async fn next(
    client: &mut Client<'_>,
    console: &mut Console,
    unread: &mut Option<Happened>,
) -> Result<Happened, Failure> {
    if let Some(happened) = unread.take() {
        return Ok(happened);
    }
    let wants_line = client.app.wants_input() && client.app.connection().has_begun();
    let happened = tokio::select! {
        happened = client.next(None) => happened,
        typed = console.line(wants_line) => return read(typed?, console).await,
    };
    if matches!(happened, Happened::Socket(SocketEvent::Text(_)))
        && client.app.wants_input()
        && let Some(typed @ (Ok(Some(_)) | Err(_))) = console.line(true).now_or_never()
    {
        *unread = Some(happened);
        return read(typed?, console).await;
    }
    Ok(happened)
}

async fn read(typed: Option<Typed>, console: &mut Console) -> Result<Happened, Failure> {
    let input = match typed {
        Some(Typed::Line(line)) => {
            console.answered();
            return Ok(Happened::Input(Input::Line(line)));
        }
        Some(Typed::EndKey) => Input::Command(Command::Say(Verb::Quit)),
        None => Input::End,
    };
    // No terminal has printed a newline.
    console.finish().await?;
    Ok(Happened::Input(input))
}
