//! One run: finds the server, connects, lets an interface play, and cleans up.

mod find_server;
mod lines;
mod screen;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};

use tictactoe_lan::interfaces::lan_addresses;
use tictactoe_protocol::text::Name;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::address::Address;
use crate::app::{App, Effect, Event};
use crate::cli::config::Config;
use crate::exit::Failure;
use crate::mode::{InputMode, Mode};
use crate::net::Server;
use crate::net::connection::Connection;
use crate::net::saved_tickets::SavedTickets;
use crate::net::seat::SeatTicket;
use crate::net::tls::Trust;
use crate::preferences::Preferences;
use crate::terminal::Tty;
use crate::ui::console::Console;
use crate::ui::{Ui, json};

/// How long a run that is stopped tries to end its line.
const LINE_END_TIME: Duration = Duration::from_millis(100);

pub(crate) enum Front {
    Tty(Box<Tty>),
    Console(Console),
}

/// Does what the flags ask for. Returns what is to be printed when the terminal is restored.
pub(crate) async fn run(
    config: Config,
    trust: Trust,
    mut front: Front,
    stop: impl Future<Output = Failure>,
) -> Result<Option<String>, Failure> {
    let mut stop = pin!(stop);
    let found = tokio::select! {
        biased;
        stop = &mut stop => return Err(stop),
        found = find_server::find(&config, &trust, &mut front) => found?,
    };
    let Some((address, mut mode)) = found else { return Ok(None) };
    let mut saved = SavedTickets::new(config.state.clone(), &address, &mode, config.ui.input_mode());
    let ticket = saved.find(config.is_new);
    let kept = prefer(&config, &mut mode);
    let connection = Connection::new(mode.first_message(), ticket, config.retry);
    let mut server = Server::connect(address, trust, connection, saved);
    // The interface may wait for its output to be read: a stop ends the run all the same.
    let end = tokio::select! {
        biased;
        stop = &mut stop => Err(stop),
        end = play(&config, (mode, kept), &mut front, &mut server) => end,
    };
    clean_up(&end, front, server).await;
    end
}

/// A person keeps the name and the level that were chosen last. A script plays the same in each run, and two people who
/// share a keyboard are not the person who played last.
///
/// Returns what is known of the player.
fn prefer(config: &Config, mode: &mut Mode) -> Preferences {
    let (is_shared, directory) = (mode.is_hotseat(), &config.state);
    if config.ui.input_mode() != InputMode::Person {
        return Preferences::default();
    }
    let kept = Preferences::load(directory);
    let Some(join) = mode.join_mut().filter(|_| !is_shared) else { return kept };
    let name = join.name.as_deref().and_then(|name| Name::new(name).ok());
    let chosen = Preferences { name, level: join.level, ..Preferences::default() };
    chosen.clone().keep(directory);
    let usual = Preferences { name: config.user.clone(), ..Preferences::default() };
    let kept = chosen.or(kept).or(usual);
    (join.name, join.level) = (kept.name.clone().map(String::from), kept.level);
    kept
}

async fn play(
    config: &Config,
    (mode, kept): (Mode, Preferences),
    front: &mut Front,
    server: &mut Server,
) -> Result<Option<String>, Failure> {
    let is_resuming = matches!(server.connection().saved_ticket(), Some(SeatTicket::Match(_)));
    let input_mode = config.ui.input_mode();
    let core = |mode, server| {
        let mut app = App::new(mode, config.series, input_mode, is_resuming, Instant::now());
        app.recall(kept);
        Core { app, server, directory: &config.state }
    };
    match front {
        Front::Tty(tty) => return screen::run(config.display, core(mode, server), tty).await,
        Front::Console(console) if config.ui == Ui::Json => {
            json::run(&mode, server, console).await?;
        }
        Front::Console(console) => lines::run(config.display, core(mode, server), console).await?,
    }
    Ok(None)
}

/// The core, and what it works on: the same for every interface with notices.
struct Core<'a> {
    app: App,
    server: &'a mut Server,
    /// Where files for later runs are.
    directory: &'a Path,
}

impl Core<'_> {
    /// Handles an event. Returns the effects that are for the interface.
    async fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut shown = Vec::new();
        for effect in self.app.handle(Instant::now(), event) {
            match effect {
                Effect::Send(frame) => self.server.send(&frame).await,
                Effect::Enter(asked) => self.server.enter(asked).await,
                Effect::Disconnect => self.server.disconnect(),
                Effect::Remember(preferences) => preferences.keep(self.directory),
                Effect::Show(_) | Effect::Invite { .. } | Effect::End(_) => shown.push(effect),
            }
        }
        shown
    }
}

/// Removes the saved seat if it is given up, restores the terminal, and closes the connection.
async fn clean_up<T>(end: &Result<T, Failure>, mut front: Front, mut server: Server) {
    // A run that is stopped without a connection cannot leave its seat.
    let is_stopped = matches!(end, Err(Failure::Stopped(_) | Failure::TimedOut | Failure::OutputClosed));
    let cannot_leave = is_stopped && !server.connection().is_open();
    if !cannot_leave && end.as_ref().is_err_and(|failure| !failure.keeps_seat()) {
        server.forget();
    }
    if let (Err(_), Front::Console(console)) = (end, &mut front) {
        timeout(LINE_END_TIME, console.finish()).await.ok();
    }
    // The terminal is restored before the server is told.
    drop(front);
    match end {
        Err(failure) if !failure.keeps_seat() => server.leave().await,
        _ => server.close().await,
    }
}

/// How long this machine may take to answer itself.
const OWN_TIME: Duration = Duration::from_millis(500);

/// Finds out at which address other machines reach the server. For one on another machine it is the address that
/// the player uses. One on this machine may be for this machine only: a connection by its network address shows that.
async fn reach(address: Address) -> Address {
    // No certificate for this machine's own name is for its addresses too.
    if !address.is_this_machine() || address.is_encrypted {
        return address;
    }
    for lan in lan_addresses() {
        let place = SocketAddr::new(lan.ip, address.port);
        if matches!(timeout(OWN_TIME, TcpStream::connect(place)).await, Ok(Ok(_))) {
            return place.into();
        }
    }
    address
}
