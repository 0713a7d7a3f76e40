//! One run: finds the server, connects, lets an interface play, and cleans up.

mod before_match;
mod find_server;
#[cfg(test)]
mod tests;
mod text_loop;
mod tui_loop;

use std::future::pending;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::{Fuse, LocalBoxFuture, OptionFuture};
use tictactoe_lan::interfaces::lan_addresses;
use tictactoe_protocol::text::Name;
use tictactoe_protocol::ticket::Ticket;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::address::Address;
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event, Hosting};
use crate::cli::config::Config;
use crate::discovery::{self, FoundServer, SearchKind};
use crate::failure::Failure;
use crate::host::{Host, Hosted};
use crate::net::connection::Connection;
use crate::net::saved_seat::SavedSeat;
use crate::net::tls::Trust;
use crate::net::{Link, sleep_until};
use crate::preferences::Preferences;
use crate::purpose::{InputMode, Purpose};
use crate::ui::{Ui, json};
pub(crate) use before_match::Frontend;
use find_server::{ReadyServer, Wanted};

/// How long a run that is stopped tries to end its line.
const LINE_END_TIME: Duration = Duration::from_millis(100);

/// Printed after a quit without a connection.
const SEAT_KEPT: &str = "Your seat is saved. Start tictactoe again to continue.";

/// How the time on one server ends.
enum Ended {
    /// The run is over. The text is printed when the terminal is restored.
    Over(Option<String>),
    /// It goes on, on another server.
    Next(Wanted),
}

/// Runs one session. Returns the text to print when the terminal is restored.
pub(crate) async fn run(
    config: Config,
    trust: Trust,
    mut front: Frontend,
    stop: impl Future<Output = Failure>,
) -> Result<Option<String>, Failure> {
    let mut stop = pin!(stop);
    let mut wanted = Wanted::Venue(config.venue.clone());
    loop {
        let has_moved = matches!(wanted, Wanted::Offered(_) | Wanted::OlderHost { .. });
        let found = tokio::select! {
            biased;
            stop = &mut stop => return Err(stop),
            found = Box::pin(find_server::find(&config, wanted, &trust, &mut front)) => found?,
        };
        let Some(ReadyServer { address, mut purpose, mut host, note }) = found else { return Ok(None) };
        let hosted = host.as_ref().map(|host| host.hosted.clone());
        let (saved, ticket) = saved_seat(&config, &address, &purpose, hosted.as_ref());
        let is_muted = apply_preferences(&config, &mut purpose, &address);
        let connection = Connection::new(purpose.first_message(), ticket, config.reconnect);
        let mut link = Link::connect(address, trust.clone(), saved);
        // The interface may wait for its output to be read: a stop ends the run all the same.
        let end = tokio::select! {
            biased;
            stop = &mut stop => Err(stop),
            Some(failure) = OptionFuture::from(host.as_mut().map(Host::failed)) => Err(failure),
            end = Box::pin(play(&config, (purpose, is_muted, note), connection, &mut front, &mut link, (hosted, trust.clone()))) => end,
        };
        let Some(next) = next(&config, &end, has_moved) else {
            clean_up(&end, front, link).await;
            OptionFuture::from(host.map(Host::stop)).await;
            return end.map(|end| if let Ended::Over(said) = end { said } else { None });
        };
        say_goodbye(&end, link).await;
        OptionFuture::from(host.map(Host::stop)).await;
        wanted = next;
    }
}

/// Where a person plays next; `None` to end the run.
fn next(config: &Config, end: &Result<Ended, Failure>, has_moved: bool) -> Option<Wanted> {
    // A server that was offered may have gone meanwhile.
    let is_gone = |failure: &Failure| {
        failure.is_server_gone() || (has_moved && matches!(failure, Failure::NoServer { .. }))
    };
    match end {
        Ok(Ended::Next(wanted)) => Some(wanted.clone()),
        Err(failure) if is_gone(failure) && find_server::may_choose(config) => {
            Some(Wanted::Choice(failure.clone()))
        }
        _ => None,
    }
}

/// Where the seat is saved, and the ticket of an earlier run. A program has its ticket in `seated`, a spectator has no
/// seat, and a private server ends with the run.
fn saved_seat(
    config: &Config,
    address: &Address,
    purpose: &Purpose,
    hosted: Option<&Hosted>,
) -> (SavedSeat, Option<Ticket>) {
    let is_private = matches!(hosted, Some(Hosted::Private));
    let mut saved = match purpose {
        Purpose::Join(join) if config.input_mode == InputMode::Person && !is_private => {
            SavedSeat::open(&config.state, address, join)
        }
        _ => return (SavedSeat::default(), None),
    };
    let ticket = if config.is_new { None } else { saved.take() };
    (saved, ticket)
}

/// A person keeps the name and the level that were chosen last. A script plays the same in each run, and two people who
/// share a keyboard are not the person who played last.
///
/// Returns whether reactions of others are hidden.
fn apply_preferences(config: &Config, purpose: &mut Purpose, address: &Address) -> bool {
    let (is_shared, directory) = (purpose.is_hotseat(), &config.state);
    if config.input_mode != InputMode::Person {
        return false;
    }
    let kept = Preferences::load(directory);
    let is_muted = kept.muted == Some(true);
    let Some(join) = purpose.join_mut().filter(|_| !is_shared) else { return is_muted };
    let name = join.name.as_deref().and_then(|name| Name::new(name).ok());
    let secret = kept.secret.clone().or(join.place.take());
    let chosen = Preferences { name, level: join.level, secret, ..Preferences::default() };
    chosen.clone().save_changes(directory);
    let usual = Preferences { name: config.user.clone(), ..Preferences::default() };
    let kept = chosen.or(kept).or(usual);
    (join.name, join.level) =
        (kept.name.clone().map(String::from), kept.level.filter(|_| join.arena.is_none()));
    join.place = join.arena.as_ref().and_then(|arena| kept.place(address, arena));
    is_muted
}

async fn play(
    config: &Config,
    (purpose, is_muted, note): (Purpose, bool, Option<String>),
    connection: Connection,
    front: &mut Frontend,
    link: &mut Link,
    (hosted, trust): (Option<Hosted>, Trust),
) -> Result<Ended, Failure> {
    let input_mode = config.input_mode;
    let neighbour = neighbour(hosted.clone(), input_mode, trust).boxed_local().fuse();
    let client = |purpose, connection, link| {
        let mut app = App::new(purpose, input_mode, connection, Instant::now());
        app.is_muted = is_muted;
        app.hosting = hosted.as_ref().map(|hosted| match hosted {
            Hosted::Private => Hosting::Private,
            Hosted::Network { .. } => Hosting::Network { guests: Vec::new() },
        });
        let directory = &*config.state;
        Client { app, link, directory, hosted, neighbour, note: note.clone(), end: None }
    };
    match front {
        Frontend::Tty(tty) => tui_loop::run(config.display, client(purpose, connection, link), tty).await,
        Frontend::Console(console) if config.ui == Ui::Json => {
            if let Some(note) = note {
                writeln!(std::io::stderr(), "{note}").ok();
            }
            json::run(&purpose, connection, link, console).await.map(|()| Ended::Over(None))
        }
        Frontend::Console(console) => {
            text_loop::run(config.display, client(purpose, connection, link), console).await
        }
    }
}

/// The core, and what it works on: the same for every interface with notices.
struct Client<'a> {
    app: App,
    link: &'a mut Link,
    /// Where files for later runs are.
    directory: &'a Path,
    hosted: Option<Hosted>,
    /// A server that may appear on the network.
    neighbour: Fuse<LocalBoxFuture<'static, FoundServer>>,
    /// A sentence for the person about the server.
    note: Option<String>,
    end: Option<Result<Ended, Failure>>,
}

impl Client<'_> {
    /// Learns whose games are at stake if this program ends.
    async fn look_for_guests(&mut self) {
        if let Some(hosted) = &self.hosted
            && let Some(guests) = hosted.guests(self.app.name()).await
        {
            self.app.hosting = Some(Hosting::Network { guests });
        }
    }

    /// Waits until something happens that is not an input. Cancel safe.
    async fn next(&mut self, screen_wakes_at: Option<Instant>) -> Event {
        let wakes_at = [self.app.wake_at(), screen_wakes_at].into_iter().flatten().min();
        tokio::select! {
            event = self.link.next(self.app.connection()) => Event::Socket(event),
            FoundServer { name, address, .. } = &mut self.neighbour => Event::Found { name, address },
            () = sleep_until(wakes_at) => Event::Woke,
        }
    }

    /// Returns the effects that are for the interface.
    async fn on(&mut self, event: Event) -> Vec<Effect> {
        if matches!(event, Event::Input(_) | Event::Found { .. }) {
            self.look_for_guests().await;
        }
        if let (Event::Found { name, address }, Some(Hosting::Network { guests })) =
            (&event, &self.app.hosting)
        {
            // This host has no guests, and the other began earlier.
            if guests.is_empty() && self.app.view().is_none() {
                let wanted = Wanted::OlderHost { name: name.clone(), address: address.clone() };
                self.end = Some(Ok(Ended::Next(wanted)));
            }
            return Vec::new();
        }
        let mut shown = Vec::new();
        for effect in self.app.handle(Instant::now(), event) {
            match effect {
                Effect::Socket(command) => self.link.execute(command).await,
                Effect::Remember(preferences) => preferences.save_changes(self.directory),
                Effect::Join(address) => self.end = Some(Ok(Ended::Next(Wanted::Offered(address)))),
                Effect::End(result) => {
                    let is_kept = self.app.is_lost() && self.link.saved.is_saved();
                    self.end = Some(result.map(|()| Ended::Over(is_kept.then(|| SEAT_KEPT.to_owned()))));
                }
                Effect::Show(_) | Effect::Invite { .. } => shown.push(effect),
            }
        }
        // Before anything is said: who reads of the seat may kill the client at once.
        let warning = self.link.save(self.app.connection());
        shown.extend(warning.map(|warning| Effect::Show(Notice::Seat(warning))));
        shown
    }
}

/// Waits for a server to appear on the network: another one than that of a private game, or a host who began earlier
/// than this one. Cancel safe.
async fn neighbour(hosted: Option<Hosted>, input_mode: InputMode, trust: Trust) -> FoundServer {
    match hosted {
        Some(Hosted::Private) if input_mode == InputMode::Person => {
            discovery::wait_for_server(SearchKind::Wait, &trust).await
        }
        Some(Hosted::Network { since, .. }) => discovery::older_host(since, &trust).await,
        _ => pending().await,
    }
}

/// Removes the saved seat if it is given up, restores the terminal, and closes the connection.
async fn clean_up(end: &Result<Ended, Failure>, mut front: Frontend, link: Link) {
    if let (Err(_), Frontend::Console(console)) = (end, &mut front) {
        timeout(LINE_END_TIME, console.finish()).await.ok();
    }
    // The terminal is restored before the server is told.
    drop(front);
    say_goodbye(end, link).await;
}

/// Removes the saved seat if it is given up, and closes the connection.
async fn say_goodbye(end: &Result<Ended, Failure>, mut link: Link) {
    // A run that is stopped without a connection cannot leave its seat.
    let is_stopped = matches!(end, Err(Failure::Stopped(_) | Failure::TimedOut | Failure::OutputClosed));
    let cannot_leave = is_stopped && !link.is_open();
    let gives_up = match end {
        Ok(Ended::Over(_)) => false,
        Ok(Ended::Next(_)) => true,
        Err(failure) => !failure.keeps_seat(),
    };
    if gives_up && !cannot_leave {
        link.saved.forget();
    }
    if gives_up { link.leave().await } else { link.close().await }
}

/// How long this machine may take to answer itself.
const OWN_TIME: Duration = Duration::from_millis(500);

/// Finds out at which address other machines reach the server. For one on another machine it is the address that
/// the player uses. One on this machine may be for this machine only: a connection by its network address shows that.
async fn reachable_address(address: Address) -> Address {
    // No certificate for this machine's own name is for its addresses too.
    if !address.is_this_machine() || address.is_encrypted {
        return address;
    }
    for ip in lan_addresses() {
        let place = SocketAddr::new(ip, address.port);
        if matches!(timeout(OWN_TIME, TcpStream::connect(place)).await, Ok(Ok(_))) {
            return place.into();
        }
    }
    address
}
