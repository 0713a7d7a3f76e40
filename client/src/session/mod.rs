//! A run from the first connection to the last word.
//!
//! [`run`] finds the server, connects and hands over to the loop of a face: one `select!` over everything that can
//! happen; the core decides, the loop carries out.
//!
//! * `entrance`: finding the server, and the first connection.
//! * `spoken`: the loop of the faces that use words.
//! * `screen`: the loop of the full screen.
//! * `outside`: how others reach the server.
//!
//! The loop of the `json` face is [`crate::ui::json`].

mod entrance;
mod outside;
mod screen;
mod spoken;
#[cfg(test)]
mod tests;

use std::pin::pin;
use std::time::{Duration, Instant};

use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;

use crate::app::Event;
use crate::cli::config::Config;
use crate::exit::{Failure, Stop};
use crate::mode::LinkId;
use crate::net::links::{Links, News};
use crate::net::saved_tickets::Keeper;
use crate::terminal::Tty;
use crate::ui::Ui;
use crate::ui::console::Console;
use crate::ui::json;

/// How long a run that is stopped tries to leave a clean line behind.
const TIDY_TIME: Duration = Duration::from_millis(100);

/// Where a run is heard and seen.
pub(crate) enum Front {
    /// Lines in, text out.
    Console(Console),
    /// A whole terminal.
    Tty(Box<Tty>),
}

/// The surroundings of a run.
pub(crate) struct Ends<'a, F> {
    /// The server's side.
    pub(crate) links: &'a mut Links,
    /// The user's side.
    pub(crate) front: &'a mut F,
    /// Where its seat is kept, should it be killed.
    pub(crate) keeper: &'a mut Keeper,
}

/// Does what was planned. Gives what is to be said when the terminal is the shell's again.
pub(crate) async fn run(
    plan: Config,
    mut front: Front,
    stop: impl Future<Output = Stop>,
) -> Result<Option<String>, Failure> {
    let mut stop = pin!(stop);
    let links = tokio::select! {
        biased;
        stop = &mut stop => return Err(Failure::Stopped(stop)),
        links = entrance::enter(&plan, &mut front) => links?,
    };
    let Some(mut links) = links else { return Ok(None) };
    let mut keeper = Keeper::new(&plan.keeping, links.address(), &plan.mode, plan.face.input_mode());
    // The conversation may wait for a reader of its output: whatever it does, a stop gets through.
    let end = tokio::select! {
        biased;
        stop = &mut stop => Err(Failure::Stopped(stop)),
        end = converse(plan, &mut front, &mut links, &mut keeper) => end,
    };
    see_out(&end, front, links, keeper).await;
    end
}

/// Ends a run in good order: what is kept of its seat, the user's side, and then the server's.
async fn see_out<T>(end: &Result<T, Failure>, mut front: Front, links: Links, mut keeper: Keeper) {
    // Without a connection nobody can be told that the player leaves: then the seat stays as well.
    let is_untold = matches!(end, Err(Failure::Stopped(_))) && !links.stand();
    if !is_untold && end.as_ref().is_err_and(|failure| !failure.keeps_seat()) {
        keeper.forget();
    }
    if let (Err(_), Front::Console(console)) = (end, &mut front) {
        timeout(TIDY_TIME, console.finish()).await.ok();
    }
    // The terminal is the shell's again before the server is told.
    drop(front);
    match end {
        Err(failure) if failure.may_leave() => links.depart().await,
        _ => links.close().await,
    }
}

async fn converse(
    plan: Config,
    front: &mut Front,
    links: &mut Links,
    keeper: &mut Keeper,
) -> Result<Option<String>, Failure> {
    let kept = if plan.keeping.starts_anew { None } else { keeper.find() };
    match (plan.face, front) {
        (Ui::Json, Front::Console(console)) => {
            let pass = kept.and_then(|passes| passes.into_iter().next());
            let ends = Ends { links, front: console, keeper };
            json::run(plan.mode, pass, plan.patience, ends).await.map(|()| None)
        }
        (Ui::Lines(face), Front::Console(console)) => {
            let ends = Ends { links, front: console, keeper };
            spoken::run(plan, face, ends, kept.unwrap_or_default()).await.map(|()| None)
        }
        (_, Front::Tty(tty)) => {
            let ends = Ends { links, front: &mut **tty, keeper };
            screen::run(plan, ends, kept.unwrap_or_default()).await
        }
        (Ui::Tui, Front::Console(_)) => {
            Err(Failure::Internal("The full screen needs a terminal.".to_owned()))
        }
    }
}

fn read_news(link: LinkId, news: News) -> Event {
    match news {
        News::Text(text) => match ServerMessage::parse(&text) {
            Ok(message) => Event::Frame(link, message),
            Err(_) => Event::Failed(Failure::unreadable()),
        },
        News::Stands => Event::Stands(link),
        News::Gone(failure) => Event::Gone(link, failure),
    }
}

/// Waits until then, or for ever.
pub(crate) async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}
