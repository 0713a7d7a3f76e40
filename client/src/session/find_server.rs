//! The server that was asked for, or one that is found on the network.

use std::pin::pin;

use super::Front;
use crate::address::Address;
use crate::cli::config::Config;
use crate::discovery::{self, Aim, FoundServer};
use crate::exit::{Failure, Stop};
use crate::terminal::{Tty, TtyEvent};
use crate::ui::console::Console;
use crate::ui::stdin::Line;
use crate::ui::tui::display::Display;
use crate::ui::tui::draw;
use crate::ui::tui::picker::{Decision, Picker};

/// None when the person leaves instead.
pub(super) async fn find(config: &Config, front: &mut Front) -> Result<Option<Address>, Failure> {
    match (&config.address, front) {
        (Some(address), _) => Ok(Some(address.clone())),
        (None, Front::Console(console)) => choose(discovery::search(Aim::Play).await?, console).await,
        (None, Front::Tty(tty)) => pick(config.display, tty).await,
    }
}

/// The only server, or the one that a person chooses. A program chooses none of several.
async fn choose(servers: Vec<FoundServer>, console: &mut Console) -> Result<Option<Address>, Failure> {
    if let [only] = servers.as_slice() {
        return Ok(Some(only.address.clone()));
    }
    if !console.is_for_a_person() {
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

/// The same on the full screen, which shows that servers are looked for.
async fn pick(display: Display, tty: &mut Tty) -> Result<Option<Address>, Failure> {
    let mut search = pin!(discovery::search(Aim::Play));
    let mut found: Option<Vec<FoundServer>> = None;
    let mut picker = Picker::looking(display);
    let mut is_stale = true;
    loop {
        let event = tokio::select! {
            biased;
            servers = &mut search, if found.is_none() => {
                let servers = found.insert(servers?);
                if let [only] = servers.as_slice() {
                    return Ok(Some(only.address.clone()));
                }
                picker = Picker::choosing(display, servers);
                is_stale = true;
                continue;
            }
            event = tty.next(is_stale) => event?,
        };
        is_stale = event != TtyEvent::ReadyToDraw;
        let decision = match event {
            TtyEvent::ReadyToDraw => {
                tty.set_title("Tic-tac-toe");
                tty.draw(|frame| draw::draw(&picker.scene(), frame))?;
                None
            }
            TtyEvent::Key(key) => picker.press(key, tty.size().into()),
            TtyEvent::Click(at) => picker.click(at, tty.size().into()),
            TtyEvent::Resized | TtyEvent::Continued | TtyEvent::Focus(_) => None,
        };
        match decision {
            None => {}
            Some(Decision::Redraw) => tty.repaint(),
            Some(Decision::Suspend) => tty.suspend()?,
            Some(Decision::Connect(index)) => {
                let server = found.as_ref().and_then(|servers| servers.get(index));
                return Ok(server.map(|server| server.address.clone()));
            }
            Some(Decision::Quit) => return Ok(None),
            Some(Decision::Interrupt) => return Err(Failure::Stopped(Stop::Interrupted)),
        }
    }
}
