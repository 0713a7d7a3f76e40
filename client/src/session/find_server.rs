//! The server that was asked for, or one that is found on the network.

use super::Front;
use crate::address::Address;
use crate::cli::config::Config;
use crate::discovery::{self, Aim, FoundServer};
use crate::exit::Failure;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::console::Console;
use crate::ui::stdin::Line;
use crate::ui::tui::Display;
use crate::ui::tui::draw;
use crate::ui::tui::picker::{Decision, Picker};

/// None when the person leaves instead.
pub(super) async fn find(config: &Config, front: &mut Front) -> Result<Option<Address>, Failure> {
    match (&config.address, front) {
        (Some(address), _) => Ok(Some(address.clone())),
        (None, Front::Console(console)) => choose(discovery::search(Aim::Play).await?, console).await,
        (None, Front::Tty(tty)) => find_on_screen(config.display, tty).await,
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

async fn find_on_screen(display: Display, tty: &mut Tty) -> Result<Option<Address>, Failure> {
    let mut picker = Picker::new(display);
    let servers = tokio::select! {
        biased;
        servers = discovery::search(Aim::Play) => servers?,
        decided = pick(&mut picker, tty) => return decided,
    };
    if let [only] = servers.as_slice() {
        return Ok(Some(only.address.clone()));
    }
    picker.servers = servers;
    pick(&mut picker, tty).await
}

/// Shows the servers until one is chosen. Cancel safe.
async fn pick(picker: &mut Picker, tty: &mut Tty) -> Result<Option<Address>, Failure> {
    let mut is_stale = true;
    loop {
        let event = tty.next(is_stale).await?;
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
            Some(Decision::Connect(address)) => return Ok(Some(address)),
            Some(Decision::Quit) => return Ok(None),
        }
    }
}
