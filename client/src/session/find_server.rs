//! The server and the match: those that were asked for, found on the network, or chosen from a list.

use std::convert::Infallible;
use std::future::pending;
use std::pin::{Pin, pin};

use futures::FutureExt as _;

use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::Opponent;

use super::Frontend;
use super::screen::show;
use crate::address::{Address, DEFAULT_ADDRESS, Destination};
use crate::cli::HostFlags;
use crate::cli::config::{Config, Place};
use crate::discovery::{self, FoundServer, Purpose};
use crate::failure::Failure;
use crate::host::{Host, NotHosted};
use crate::listing;
use crate::mode::Mode;
use crate::net::tls::Trust;
use crate::preferences::Preferences;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::Ui;
use crate::ui::console::Console;
use crate::ui::menu::Menu;
use crate::ui::stdin::Typed;
use crate::ui::tui::start::{Chosen, StartScreen};

/// What to look for.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    Place(Place),
    /// This server, to play whoever is there.
    Anyone(Address),
    /// The server of a player who began to host at the same time.
    OlderHost(FoundServer),
    /// The server is gone for good, and the person chooses what comes next.
    Choice(Failure),
}

/// A server, and what to do there.
pub(super) struct Table {
    pub(super) address: Address,
    pub(super) mode: Mode,
    /// The server, if it runs inside this program.
    pub(super) host: Option<Host>,
    /// A sentence for the person about the server.
    pub(super) note: Option<String>,
}

impl Table {
    const fn on(address: Address, mode: Mode) -> Self {
        Self { address, mode, host: None, note: None }
    }

    fn hosted(host: Host, mode: Mode) -> Self {
        Self { address: host.address.clone(), mode, host: Some(host), note: None }
    }
}

/// What a person chooses where there is no server.
enum Start {
    Computer,
    Host,
    Join(Address),
}

/// None when the person leaves instead.
pub(super) async fn find(
    config: &Config,
    wanted: Wanted,
    trust: &Trust,
    front: &mut Frontend,
) -> Result<Option<Table>, Failure> {
    match wanted {
        Wanted::Place(Place::Named(address)) => on_server(config, address, trust, front).await,
        Wanted::Anyone(address) => Ok(Some(Table::on(address, with_anyone(config)))),
        Wanted::OlderHost(server) => {
            let note = format!("{} began to host at the same time: you are playing there.", server.name);
            Ok(Some(Table { note: Some(note), ..Table::on(server.address, hosting(config)) }))
        }
        Wanted::Place(Place::Private) => unless_left(config, front, private(config)).await,
        Wanted::Place(Place::Hosted(flags)) => unless_left(config, front, host(config, &flags, trust)).await,
        Wanted::Choice(failure) => choose_start(config, failure, trust, front).await,
        Wanted::Place(Place::Found) => {
            match choose(config, front, None, discovery::search(Purpose::Play, trust), servers).await {
                Ok(Some(server)) => on_server(config, server.address, trust, front).await,
                Ok(None) => Ok(None),
                Err(failure @ Failure::NoServer { .. }) if may_choose(config, front) => {
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
) -> Result<Option<Table>, Failure> {
    if let Some(mode) = &config.mode {
        return Ok(Some(Table::on(address, mode.clone())));
    }
    let matches = async { listing::to_watch(&address, discovery::games(&address, trust).await?) };
    let menu = |matches: &[_]| Some(listing::menu(&address, matches));
    let game = choose(config, front, Some(&address), matches, menu).await?;
    Ok(game.map(|game| Table::on(address, Mode::Watch(Watch { match_id: game.match_id }))))
}

/// A person who wants to play can choose where.
pub(super) fn may_choose(config: &Config, front: &Frontend) -> bool {
    let is_person = match front {
        Frontend::Tty(_) => true,
        Frontend::Console(console) => console.is_for_a_person && config.ui == Ui::Text,
    };
    is_person && config.mode.as_ref().is_some_and(|mode| mode.join().is_some())
}

/// What the flags ask for, to play.
fn playing(config: &Config) -> Mode {
    config.mode.clone().unwrap_or_else(|| Mode::Join(Join::default()))
}

/// Prepares a game. On the full screen, where no signal does it, a person can leave meanwhile.
async fn unless_left(
    config: &Config,
    front: &mut Frontend,
    prepared: impl Future<Output = Result<Table, Failure>>,
) -> Result<Option<Table>, Failure> {
    let Frontend::Tty(tty) = front else { return prepared.await.map(Some) };
    let mut screen = StartScreen::new(config.display, Some("this machine".to_owned()));
    tokio::select! {
        biased;
        table = prepared => table.map(Some),
        left = pick(&mut screen, tty) => left.map(|_| None),
    }
}

/// The computer, or two people at this keyboard, on a server inside this program.
async fn private(config: &Config) -> Result<Table, Failure> {
    let host = Host::private().await?;
    let mut mode = playing(config);
    if let Some(join) = mode.join_mut().filter(|join| join.opponent != Some(Opponent::Hotseat)) {
        (join.opponent, join.room) = (Some(Opponent::Ai), None);
    }
    Ok(Table::hosted(host, mode))
}

/// A server for the network inside this program; or the one that runs on this machine already.
async fn host(config: &Config, flags: &HostFlags, trust: &Trust) -> Result<Table, Failure> {
    let mode = hosting(config);
    let local = Destination::parse(DEFAULT_ADDRESS)?.address;
    let running = match discovery::probe(local.clone(), Purpose::Play, trust).await {
        Ok(server) => server,
        Err(_) => match Host::for_network(name(config).as_ref(), flags.data.clone()).await {
            Ok(host) => return Ok(Table::hosted(host, mode)),
            Err(NotHosted::Failed(failure)) => return Err(failure),
            Err(NotHosted::AlreadyRuns) => beside(&local, trust).await?,
        },
    };
    let note = Some("A server is already running on this machine. You are playing there.".to_owned());
    Ok(Table { note, ..Table::on(running.address, mode) })
}

/// The server of this machine that has the matches of this user.
async fn beside(local: &Address, trust: &Trust) -> Result<FoundServer, Failure> {
    for port in Host::usual_ports() {
        if let Ok(server) = discovery::probe(Address { port, ..local.clone() }, Purpose::Play, trust).await {
            return Ok(server);
        }
    }
    Err(Failure::usage(
        "Another server on this machine uses the same matches.",
        "Name it: tictactoe localhost:PORT. Or host with other matches: tictactoe host --data DIR.",
    ))
}

/// A host waits for a person, unless the flags say otherwise.
fn hosting(config: &Config) -> Mode {
    let mut mode = playing(config);
    if let Some(join) = mode.join_mut() {
        join.opponent = join.opponent.or(join.room.is_none().then_some(Opponent::Human));
    }
    mode
}

/// The name under which the person hosts.
fn name(config: &Config) -> Option<Name> {
    let given =
        config.mode.as_ref().and_then(Mode::join).and_then(|join| Name::new(join.name.as_deref()?).ok());
    given.or_else(|| Preferences::load(&config.state).name).or_else(|| config.user.clone())
}

/// Instead of the computer, or of two people at one keyboard, anyone who is on a server.
fn with_anyone(config: &Config) -> Mode {
    let mut mode = playing(config);
    if let Some(join) = mode.join_mut() {
        join.name = join.name.take().filter(|_| join.opponent != Some(Opponent::Hotseat));
        (join.opponent, join.second_name) = (None, None);
    }
    mode
}

/// Asks what to do where there is no server, and searches on meanwhile.
async fn choose_start(
    config: &Config,
    why: Failure,
    trust: &Trust,
    front: &mut Frontend,
) -> Result<Option<Table>, Failure> {
    let title = match &why {
        Failure::NoServer { .. } => "Nobody is hosting on this network.".to_owned(),
        Failure::Closed { message, .. } => message.clone(),
        _ => why.to_string(),
    };
    match choose_one(config, title, trust, front).await? {
        Some(Start::Computer) => unless_left(config, front, private(config)).await,
        Some(Start::Host) => {
            let flags = match &config.place {
                Place::Hosted(flags) => flags.clone(),
                _ => HostFlags::default(),
            };
            unless_left(config, front, host(config, &flags, trust)).await
        }
        Some(Start::Join(address)) => Ok(config.mode.clone().map(|mode| Table::on(address, mode))),
        None if matches!(why, Failure::NoServer { .. }) => Ok(None),
        None => Err(why),
    }
}

async fn choose_one(
    config: &Config,
    title: String,
    trust: &Trust,
    front: &mut Frontend,
) -> Result<Option<Start>, Failure> {
    let rows = [["Play the computer", "Enter"], ["Host for this network", "h"]];
    let mut menu = Menu::new(title, rows.map(|row| row.map(str::to_owned)).to_vec(), String::new());
    menu.letters = &['c', 'h', 'J'];
    let mut appears = pin!(discovery::wait_for_server(trust).fuse());
    let mut found: Option<FoundServer> = None;
    let mut screen = StartScreen::new(config.display, None);
    let row = loop {
        let asked = match front {
            Frontend::Tty(tty) => {
                screen.menu = Some(menu.clone());
                tokio::select! {
                    row = pick(&mut screen, tty) => row.map(|row| row.map_or(Asked::Left, Asked::Row)),
                    server = &mut appears => Ok(Asked::Interrupted(server)),
                }
            }
            Frontend::Console(console) => ask_until(&menu, console, appears.as_mut()).await,
        };
        match asked? {
            Asked::Row(row) => break Some(row),
            Asked::Left => break None,
            Asked::Interrupted(server) => {
                menu.cursor = screen.menu.as_ref().map_or(0, |shown| shown.cursor);
                menu.rows.push([format!("Join {}", server.name), "J".to_owned()]);
                found = Some(server);
            }
        }
    };
    Ok(match (row, found) {
        (Some(0), _) => Some(Start::Computer),
        (Some(1), _) => Some(Start::Host),
        (Some(_), Some(server)) => Some(Start::Join(server.address)),
        _ => None,
    })
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
    address: Option<&Address>,
    search: impl Future<Output = Result<Vec<T>, Failure>>,
    menu: impl FnOnce(&[T]) -> Option<Menu>,
) -> Result<Option<T>, Failure> {
    let mut found;
    let index = match front {
        Frontend::Console(console) => {
            found = search.await?;
            match menu(&found) {
                Some(menu) => ask(&menu, console).await?,
                None => Some(0),
            }
        }
        Frontend::Tty(tty) => {
            let mut screen = StartScreen::new(config.display, address.map(ToString::to_string));
            found = tokio::select! {
                biased;
                found = search => found?,
                left = pick(&mut screen, tty) => return left.map(|_| None),
            };
            screen.menu = menu(&found);
            if screen.menu.is_some() { pick(&mut screen, tty).await? } else { Some(0) }
        }
    };
    Ok(index.filter(|&index| index < found.len()).map(|index| found.swap_remove(index)))
}

/// The row that a person types. A program chooses none of several.
async fn ask(menu: &Menu, console: &mut Console) -> Result<Option<usize>, Failure> {
    if !console.is_for_a_person {
        return Err(menu.failure());
    }
    match ask_until(menu, console, pin!(pending::<Infallible>())).await? {
        Asked::Row(row) => Ok(Some(row)),
        Asked::Left => Ok(None),
        Asked::Interrupted(never) => match never {},
    }
}

enum Asked<T> {
    Row(usize),
    Left,
    Interrupted(T),
}

async fn ask_until<T>(
    menu: &Menu,
    console: &mut Console,
    mut interrupt: Pin<&mut impl Future<Output = T>>,
) -> Result<Asked<T>, Failure> {
    let mut said = menu.question();
    loop {
        console.say(&said, true).await?;
        let typed = tokio::select! {
            typed = console.line(true) => typed?,
            reason = &mut interrupt => return Ok(Asked::Interrupted(reason)),
        };
        let Some(Typed::Line(line)) = typed else {
            return console.finish().await.map(|()| Asked::Left);
        };
        // A line that cannot be read is none of the numbers.
        let line = line.unwrap_or_default();
        console.answered();
        match menu.choose(&line) {
            Ok(choice) => return Ok(choice.map_or(Asked::Left, Asked::Row)),
            Err(instruction) => said = instruction,
        }
    }
}

/// Shows the screen until a row of its menu is chosen; none to leave. Cancel safe.
async fn pick(screen: &mut StartScreen, tty: &mut Tty) -> Result<Option<usize>, Failure> {
    let mut is_stale = true;
    loop {
        let event = tty.next(is_stale).await?;
        is_stale = event != TtyEvent::ReadyToDraw;
        let chosen = match event {
            TtyEvent::Key(key) => screen.press(key),
            TtyEvent::Click(at) => screen.click(at),
            TtyEvent::ReadyToDraw => {
                tty.set_title("Tic-tac-toe");
                if let Some(drawn) = show(&screen.scene(), tty)? {
                    screen.drawn = drawn;
                }
                None
            }
            TtyEvent::Focus(_) | TtyEvent::Resized | TtyEvent::Continued => None,
        };
        match chosen {
            Some(Chosen::Row(row)) => return Ok(Some(row)),
            Some(Chosen::Leave) => return Ok(None),
            None => {}
        }
    }
}
