//! The loop of the text interface: lines in, sentences out.

use super::{Client, Ended, reachable_address};
use crate::app::command::{Command, Verb};
use crate::app::{Effect, Event, Input};
use crate::failure::Failure;
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
    if let Some(note) = client.note.take() {
        console.say(&format!("{note}\n"), false).await?;
    }
    loop {
        let event = next(&mut client, console).await?;
        let effects = client.on(event).await;
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
async fn invite(Client { app, link, .. }: &Client<'_>, code: Option<bool>) -> String {
    let address = reachable_address(link.address().clone()).await;
    text::invite(&Invite::from_app(app, &address), code)
}

async fn next(client: &mut Client<'_>, console: &mut Console) -> Result<Event, Failure> {
    let wants_line = client.app.wants_input() && client.app.connection().has_begun();
    tokio::select! {
        biased;
        // Before messages: piped input is used as early as possible.
        typed = console.line(wants_line) => read(typed?, console).await,
        event = client.next(None) => Ok(event),
    }
}

async fn read(typed: Option<Typed>, console: &mut Console) -> Result<Event, Failure> {
    let input = match typed {
        Some(Typed::Line(line)) => {
            console.answered();
            return Ok(Event::Input(Input::Line(line)));
        }
        Some(Typed::EndKey) => Input::Command(Command::Say(Verb::Quit)),
        None => Input::End,
    };
    // No terminal has printed a newline.
    console.finish().await?;
    Ok(Event::Input(input))
}
