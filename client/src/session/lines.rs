//! The loop of the text interface: lines in, sentences out.

use std::pin::{Pin, pin};

use futures::FutureExt as _;
use futures::future::Fuse;

use super::find_server::Wanted;
use super::{Client, Ended, Neighbour, neighbour, reachable_address};
use crate::app::command::{Command, Verb};
use crate::app::{Effect, Event, Input};
use crate::discovery::FoundServer;
use crate::failure::Failure;
use crate::net::connection::SocketEvent;
use crate::net::sleep_until;
use crate::ui::Display;
use crate::ui::console::Console;
use crate::ui::invite::Invite;
use crate::ui::stdin::Typed;
use crate::ui::text;

pub(super) async fn run(
    display: Display,
    mut core: Client<'_>,
    console: &mut Console,
) -> Result<Ended, Failure> {
    let has_colours = console.is_for_a_person && display.colour && !display.ascii;
    let mut unread = None;
    let neighbour = neighbour(core.hosted.clone(), core.app.input_mode(), core.server.trust().clone());
    let mut neighbour = pin!(neighbour.fuse());
    if let Some(note) = core.note.take() {
        console.say(&format!("{note}\n"), false).await?;
    }
    loop {
        let event = match next(&mut core, console, &mut unread, neighbour.as_mut()).await? {
            Happened::Event(event) => event,
            Happened::Found(found) => match core.on_found(found).await {
                Neighbour::None => continue,
                Neighbour::OlderHost(server) => return Ok(Ended::Next(Wanted::OlderHost(server))),
                Neighbour::Offer(event) => event,
            },
        };
        if matches!(event, Event::Input(_)) {
            core.count_guests().await;
        }
        let effects = core.handle(event).await;
        // Before it is said: who reads of the seat may kill the client at once.
        if let Some(warning) = core.server.save(core.app.connection()) {
            console.warn(&warning).await?;
        }
        let (said, end) = read_effects(effects, &core, has_colours).await;
        console.say(&said, core.app.is_asking()).await?;
        if let Some(end) = end {
            console.finish().await?;
            return end;
        }
    }
}

/// What is to be said, and how the time on this server ends.
async fn read_effects(
    effects: Vec<Effect>,
    core: &Client<'_>,
    has_colours: bool,
) -> (String, Option<Result<Ended, Failure>>) {
    let (mut said, mut end) = (String::new(), None);
    for effect in effects {
        match effect {
            Effect::Show(notice) => said.push_str(&text::say(&notice, &core.app)),
            Effect::Invite { has_code } => {
                said.push_str(&invite(core, has_code.then_some(has_colours)).await);
            }
            Effect::Join(address) => end = Some(Ok(Ended::Next(Wanted::Anyone(address)))),
            Effect::End(result) => end = Some(result.map(|()| Ended::Over(None))),
            Effect::Socket(_) | Effect::Remember(_) => {}
        }
    }
    (said, end)
}

/// `code`: whether a QR code that is asked for can be drawn.
async fn invite(Client { app, server, .. }: &Client<'_>, code: Option<bool>) -> String {
    let address = reachable_address(server.address().clone()).await;
    text::invite(&Invite::new(&address, app.invites_to().as_ref(), app.has_downloads), code)
}

enum Happened {
    Event(Event),
    /// A server has appeared on the network.
    Found(FoundServer),
}

/// The next event. If a line and a message are both ready, the line is handled first: piped input is used as early as
/// possible.
async fn next(
    core: &mut Client<'_>,
    console: &mut Console,
    unread: &mut Option<SocketEvent>,
    mut neighbour: Pin<&mut Fuse<impl Future<Output = FoundServer>>>,
) -> Result<Happened, Failure> {
    if let Some(happened) = unread.take() {
        return Ok(Happened::Event(Event::Socket(happened)));
    }
    let wants_line = core.app.wants_input() && core.app.connection().has_begun();
    let happened = tokio::select! {
        happened = core.server.next(core.app.connection()) => happened,
        typed = console.line(wants_line) => {
            return read(typed?, console).await.map(Happened::Event);
        }
        found = &mut neighbour => return Ok(Happened::Found(found)),
        () = sleep_until(core.app.wake_at()) => return Ok(Happened::Event(Event::Woke)),
    };
    if matches!(happened, SocketEvent::Text(_))
        && core.app.wants_input()
        && let Some(typed @ (Ok(Some(_)) | Err(_))) = console.line(true).now_or_never()
    {
        *unread = Some(happened);
        return read(typed?, console).await.map(Happened::Event);
    }
    Ok(Happened::Event(Event::Socket(happened)))
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
