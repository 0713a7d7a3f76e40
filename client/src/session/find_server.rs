//! The server and the match: those that were asked for, found on the network, or chosen from a list.

use std::cell::OnceCell;
use std::future::pending;
use std::path::PathBuf;
use std::time::Duration;

use futures::future::join_all;
use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::Opponent;
use tokio::time::timeout;

use super::before_match::Frontend;
use crate::address::{Address, DEFAULT_ADDRESS, Destination};
use crate::cli::config::{Config, Venue};
use crate::discovery::{self, FoundServer, SearchKind};
use crate::failure::Failure;
use crate::host::{Host, default_ports};
use crate::listing;
use crate::net::tls::Trust;
use crate::preferences::Preferences;
use crate::purpose::{InputMode, Purpose};
use crate::ui::menu::{ENTER, Menu};
use crate::ui::sentences::connecting;

/// A server on this machine answers sooner.
const LOCAL_ANSWER: Duration = Duration::from_secs(1);

/// What to look for.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    Venue(Venue),
    /// A server that has appeared meanwhile, and that the person has chosen.
    Offered(Address),
    /// The server of a player who began to host at the same time, but earlier.
    OlderHost {
        name: String,
        address: Address,
    },
    /// The server is gone for good, and the person chooses what comes next.
    Choice(Failure),
}

/// A server to connect to, and what to do there.
pub(super) struct ReadyServer {
    pub(super) address: Address,
    pub(super) purpose: Purpose,
    /// The server, if it runs inside this program.
    pub(super) host: Option<Host>,
    /// A sentence for the person about the server.
    pub(super) note: Option<String>,
}

impl ReadyServer {
    const fn on(address: Address, purpose: Purpose) -> Self {
        Self { address, purpose, host: None, note: None }
    }

    fn hosted(host: Host, purpose: Purpose) -> Self {
        Self { address: host.address.clone(), purpose, host: Some(host), note: None }
    }
}

/// None when the person leaves instead.
pub(super) async fn find(
    config: &Config,
    wanted: Wanted,
    trust: &Trust,
    front: &mut Frontend,
) -> Result<Option<ReadyServer>, Failure> {
    match wanted {
        Wanted::Venue(Venue::Named(address)) => on_server(config, address, trust, front).await,
        Wanted::Offered(address) => Ok(Some(ReadyServer::on(address, with_anyone(config)))),
        Wanted::OlderHost { name, address } => {
            let note = Some(format!("{name} started hosting at the same time, so you are playing there."));
            Ok(Some(ReadyServer { note, ..ReadyServer::on(address, hosting(config)) }))
        }
        Wanted::Venue(Venue::Private) => prepare(config, front, private(config)).await,
        Wanted::Venue(Venue::Hosted { data }) => prepare(config, front, host(config, data, trust)).await,
        Wanted::Choice(failure) => choose_start(config, failure, trust, front).await,
        Wanted::Venue(Venue::Found) => {
            let title = "Looking for a server...".to_owned();
            match choose(config, front, title, discovery::search(SearchKind::Play, trust), servers).await {
                Ok(Some(server)) => on_server(config, server.address, trust, front).await,
                Ok(None) => Ok(None),
                Err(failure @ Failure::NoServer { .. }) if may_choose(config) => {
                    choose_start(config, failure, trust, front).await
                }
                Err(failure) => Err(failure),
            }
        }
    }
}

/// Plays as the flags say, on this server; a game to watch is chosen if they name none.
async fn on_server(
    config: &Config,
    address: Address,
    trust: &Trust,
    front: &mut Frontend,
) -> Result<Option<ReadyServer>, Failure> {
    if let Some(purpose) = &config.purpose {
        return Ok(Some(ReadyServer::on(address, purpose.clone())));
    }
    let matches = async { listing::to_watch(&address, discovery::games(&address, trust).await?) };
    let menu = |matches: &[_]| Some(listing::menu(&address, matches));
    let game = choose(config, front, connecting(&address), matches, menu).await?;
    Ok(game.map(|game| ReadyServer::on(address, Purpose::Watch(Watch { match_id: game.match_id }))))
}

/// A person who wants to play can choose where.
pub(super) fn may_choose(config: &Config) -> bool {
    config.input_mode == InputMode::Person
        && config.purpose.as_ref().is_some_and(|purpose| purpose.join().is_some())
}

/// What the flags ask for, to play, with a change.
fn playing(config: &Config, change: impl FnOnce(&mut Join)) -> Purpose {
    let mut join = config.purpose.as_ref().and_then(Purpose::join).cloned().unwrap_or_default();
    change(&mut join);
    Purpose::Join(join)
}

async fn prepare(
    config: &Config,
    front: &mut Frontend,
    prepared: impl Future<Output = Result<ReadyServer, Failure>>,
) -> Result<Option<ReadyServer>, Failure> {
    front.wait(config.display, connecting(&"this machine"), prepared).await
}

/// The computer, or two people at this keyboard, on a server inside this program.
async fn private(config: &Config) -> Result<ReadyServer, Failure> {
    let host = Host::private().await?;
    let purpose = playing(config, |join| {
        if join.opponent != Some(Opponent::Hotseat) {
            (join.opponent, join.room) = (Some(Opponent::Ai), None);
            (join.arena, join.minutes, join.players, join.place) = (None, None, None, None);
        }
    });
    Ok(ReadyServer::hosted(host, purpose))
}

/// A server for the network inside this program; or the one that runs on this machine already.
async fn host(config: &Config, data: Option<PathBuf>, trust: &Trust) -> Result<ReadyServer, Failure> {
    let purpose = hosting(config);
    let local = Destination::parse(DEFAULT_ADDRESS)?.address;
    let probes = default_ports()
        .into_iter()
        .map(|port| discovery::probe(Address { port, ..local.clone() }, SearchKind::Play, trust))
        .map(|probe| timeout(LOCAL_ANSWER, probe));
    let Some(running) = join_all(probes).await.into_iter().flatten().find_map(Result::ok) else {
        let host = Host::for_network(name(config).as_ref(), data).await?;
        return Ok(ReadyServer::hosted(host, purpose));
    };
    let note = Some("A server is already running on this machine. You are playing there.".to_owned());
    Ok(ReadyServer { note, ..ReadyServer::on(running.address, purpose) })
}

/// A host waits for a person, unless the flags say otherwise.
fn hosting(config: &Config) -> Purpose {
    playing(config, |join| {
        let is_by_word = join.room.is_some() || join.arena.is_some();
        join.opponent = join.opponent.or((!is_by_word).then_some(Opponent::Human));
    })
}

/// The name under which the person hosts.
fn name(config: &Config) -> Option<Name> {
    let join = config.purpose.as_ref().and_then(Purpose::join);
    let given = join.and_then(|join| Name::new(join.name.as_deref()?).ok());
    given.or_else(|| Preferences::load(&config.state).name).or_else(|| config.user.clone())
}

/// Instead of the computer, or of two people at one keyboard, anyone who is on a server.
fn with_anyone(config: &Config) -> Purpose {
    playing(config, |join| {
        join.name = join.name.take().filter(|_| join.opponent != Some(Opponent::Hotseat));
        (join.opponent, join.second_name) = (None, None);
    })
}

/// Asks what to do where there is no server, and searches on meanwhile.
async fn choose_start(
    config: &Config,
    why: Failure,
    trust: &Trust,
    front: &mut Frontend,
) -> Result<Option<ReadyServer>, Failure> {
    let title = match &why {
        Failure::NoServer { .. } => "Nobody is hosting on this network.".to_owned(),
        Failure::Closed { message, .. } => message.clone(),
        _ => why.to_string(),
    };
    let rows = [["Play the computer", ENTER], ["Host for this network", "h"]];
    let menu = Menu::new(title, rows.map(|row| row.map(str::to_owned)).to_vec(), String::new());
    let found = OnceCell::new();
    let appears = async {
        let server = discovery::wait_for_server(SearchKind::Wait, trust).await;
        let server = found.get_or_init(|| server);
        [format!("Join {}", server.name), "J".to_owned()]
    };
    let row = front.ask(config.display, menu, appears).await?;
    match (row, found.into_inner()) {
        (Some(0), _) => prepare(config, front, private(config)).await,
        (Some(1), _) => {
            let data = match &config.venue {
                Venue::Hosted { data } => data.clone(),
                _ => None,
            };
            prepare(config, front, host(config, data, trust)).await
        }
        (Some(_), Some(server)) => {
            Ok(config.purpose.clone().map(|purpose| ReadyServer::on(server.address, purpose)))
        }
        _ if matches!(why, Failure::NoServer { .. }) => Ok(None),
        _ => Err(why),
    }
}

/// None if there is only one.
fn servers(servers: &[FoundServer]) -> Option<Menu> {
    let rows: Vec<_> =
        servers.iter().map(|server| [server.name.clone(), server.address.to_string()]).collect();
    let hint = "Name one: tictactoe HOST:PORT.".to_owned();
    (rows.len() > 1).then(|| Menu::new("Several servers were found", rows, hint))
}

/// What is found, as a person chooses it; without a menu the first.
async fn choose<T>(
    config: &Config,
    front: &mut Frontend,
    title: String,
    search: impl Future<Output = Result<Vec<T>, Failure>>,
    menu: impl FnOnce(&[T]) -> Option<Menu>,
) -> Result<Option<T>, Failure> {
    let Some(mut found) = front.wait(config.display, title, search).await? else { return Ok(None) };
    let index = match menu(&found) {
        Some(menu) => front.ask(config.display, menu, pending()).await?,
        None => Some(0),
    };
    Ok(index.filter(|&index| index < found.len()).map(|index| found.swap_remove(index)))
}
