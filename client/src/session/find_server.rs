//! The server and the match: those that were asked for, found on the network, or chosen from a list.

use std::time::Instant;

use tictactoe_protocol::client::{Join, Watch};

use super::Front;
use super::screen::on_terminal;
use crate::address::Address;
use crate::app::App;
use crate::cli::config::Config;
use crate::discovery::{self, Aim, FoundServer};
use crate::exit::Failure;
use crate::listing;
use crate::mode::{InputMode, Mode};
use crate::net::tls::Trust;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::console::Console;
use crate::ui::menu::Menu;
use crate::ui::stdin::Typed;
use crate::ui::tui::screen::{Act, Screen};

/// None when the person leaves instead.
pub(super) async fn find(
    config: &Config,
    trust: &Trust,
    front: &mut Front,
) -> Result<Option<(Address, Mode)>, Failure> {
    let address = match &config.address {
        Some(address) => address.clone(),
        None => match choose(config, front, None, discovery::search(Aim::Play, trust), servers).await? {
            Some(server) => server.address,
            None => return Ok(None),
        },
    };
    if let Some(mode) = &config.mode {
        return Ok(Some((address, mode.clone())));
    }
    let matches = async { listing::to_watch(&address, discovery::games(&address, trust).await?) };
    let menu = |matches: &[_]| Some(listing::menu(&address, matches));
    let game = choose(config, front, Some(&address), matches, menu).await?;
    Ok(game.map(|game| (address, Mode::Watch(Watch { match_id: game.match_id }))))
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
    front: &mut Front,
    address: Option<&Address>,
    search: impl Future<Output = Result<Vec<T>, Failure>>,
    menu: impl FnOnce(&[T]) -> Option<Menu>,
) -> Result<Option<T>, Failure> {
    let mut found;
    let index = match front {
        Front::Console(console) => {
            found = search.await?;
            match menu(&found) {
                Some(menu) => ask(&menu, console).await?,
                None => Some(0),
            }
        }
        Front::Tty(tty) => {
            let now = Instant::now();
            let mut screen = Screen::new(config.display, address.map(ToString::to_string), now);
            let app = App::new(Mode::Join(Join::default()), config.series, InputMode::Person, false, now);
            found = tokio::select! {
                biased;
                found = search => found?,
                left = pick(&mut screen, &app, tty) => return left.map(|_| None),
            };
            screen.menu = menu(&found);
            if screen.menu.is_some() { pick(&mut screen, &app, tty).await? } else { Some(0) }
        }
    };
    Ok(index.filter(|&index| index < found.len()).map(|index| found.swap_remove(index)))
}

/// The row that a person types. A program chooses none of several.
async fn ask(menu: &Menu, console: &mut Console) -> Result<Option<usize>, Failure> {
    if !console.is_for_a_person {
        return Err(menu.failure());
    }
    let mut said = menu.question();
    loop {
        console.say(&said, true).await?;
        let Some(Typed::Line(line)) = console.lines.recv().await.transpose()? else {
            return console.finish().await.map(|()| None);
        };
        // A line that cannot be read is none of the numbers.
        let line = line.unwrap_or_default();
        console.answered().await?;
        match menu.choose(&line) {
            Ok(choice) => return Ok(choice),
            Err(instruction) => said = instruction,
        }
    }
}

/// Shows the screen until a row of its menu is chosen. Cancel safe.
async fn pick(screen: &mut Screen, app: &App, tty: &mut Tty) -> Result<Option<usize>, Failure> {
    let mut is_stale = true;
    loop {
        let event = tty.next(is_stale).await?;
        is_stale = event != TtyEvent::ReadyToDraw;
        match on_terminal(event, screen, app, tty)? {
            Some(Act::Choose(row)) => return Ok(Some(row)),
            Some(Act::Input(_)) => return Ok(None),
            _ => {}
        }
    }
}
