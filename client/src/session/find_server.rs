//! The server that was asked for, or one that is found on the network.

use std::time::Instant;

use super::Front;
use crate::address::Address;
use crate::app::App;
use crate::cli::config::Config;
use crate::discovery::{self, Aim, FoundServer};
use crate::exit::Failure;
use crate::mode::InputMode;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::console::Console;
use crate::ui::stdin::Line;
use crate::ui::tui::draw;
use crate::ui::tui::screen::{Act, Screen};

/// None when the person leaves instead.
pub(super) async fn find(config: &Config, front: &mut Front) -> Result<Option<Address>, Failure> {
    match (&config.address, front) {
        (Some(address), _) => Ok(Some(address.clone())),
        (None, Front::Console(console)) => choose(discovery::search(Aim::Play).await?, console).await,
        (None, Front::Tty(tty)) => find_on_screen(config, tty).await,
    }
}

/// The only server, or the one that a person chooses. A program chooses none of several.
async fn choose(servers: Vec<FoundServer>, console: &mut Console) -> Result<Option<Address>, Failure> {
    if let [only] = servers.as_slice() {
        return Ok(Some(only.address.clone()));
    }
    if !console.is_for_a_person {
        return Err(discovery::several_servers(&servers));
    }
    let mut said = discovery::question(&servers);
    loop {
        console.say(&said, true).await?;
        let line = match console.lines.recv().await {
            Some(Line::Text(line)) => line,
            // It is none of the numbers.
            Some(Line::Bad(_)) => String::new(),
            Some(Line::Failed(why)) => return Err(Failure::Input(why)),
            None => "quit".to_owned(),
        };
        console.answered().await?;
        match discovery::choose(&servers, &line) {
            Ok(choice) => return Ok(choice.map(|server| server.address.clone())),
            Err(instruction) => said = instruction,
        }
    }
}

async fn find_on_screen(config: &Config, tty: &mut Tty) -> Result<Option<Address>, Failure> {
    let now = Instant::now();
    let mut screen = Screen::new(config.display, None, None, now);
    let app = App::new(config.mode.clone(), config.series, InputMode::Person, false, now);
    let servers = tokio::select! {
        biased;
        servers = discovery::search(Aim::Play) => servers?,
        picked = pick(&mut screen, &app, tty) => return picked,
    };
    if let [only] = servers.as_slice() {
        return Ok(Some(only.address.clone()));
    }
    screen.servers = servers;
    pick(&mut screen, &app, tty).await
}

/// Shows the servers until one is chosen. Cancel safe.
async fn pick(screen: &mut Screen, app: &App, tty: &mut Tty) -> Result<Option<Address>, Failure> {
    let mut is_stale = true;
    loop {
        let event = tty.next(is_stale).await?;
        is_stale = event != TtyEvent::ReadyToDraw;
        let (now, area) = (Instant::now(), tty.size().into());
        let act = match event {
            TtyEvent::ReadyToDraw => {
                tty.set_title(screen.title(app));
                tty.draw(|frame| draw::draw(&screen.scene(now, app), frame))?;
                None
            }
            TtyEvent::Key(key) => screen.press(now, key, area, app),
            TtyEvent::Click(at) => screen.click(now, at, area, app),
            TtyEvent::Resized | TtyEvent::Continued | TtyEvent::Focus(_) => None,
        };
        match act {
            Some(Act::Connect(address)) => return Ok(Some(address)),
            Some(Act::Input(_)) => return Ok(None),
            _ => {}
        }
    }
}
