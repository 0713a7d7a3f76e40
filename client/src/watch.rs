//! `tictactoe watch`: which game. A person chooses from a list; a program is told what to type.

use std::io::{self, IsTerminal};

use tictactoe_protocol::values::MatchId;

use crate::address::Address;
use crate::discovery::{self, Aim};
use crate::exit::{Failure, cause};
use crate::ui::text::PROMPT;

/// None when the person leaves instead.
pub(crate) async fn choose(address: Option<Address>) -> Result<Option<(Address, MatchId)>, Failure> {
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let address = match address {
        Some(address) => address,
        None => match discovery::search(Aim::Play).await?.as_slice() {
            [only] => only.address.clone(),
            servers if !is_person => return Err(discovery::several_servers(servers)),
            servers => match ask(servers, discovery::question(servers))? {
                Some(server) => server.address.clone(),
                None => return Ok(None),
            },
        },
    };
    let games = discovery::games(&address).await?.matches;
    if games.is_empty() {
        return Err(Failure::usage(
            format!("No public games are running on {address}."),
            format!("Play one: tictactoe {address}."),
        ));
    }
    if !is_person {
        return Err(discovery::unchosen(&address, &games));
    }
    let game = ask(&games, discovery::which_game(&games))?;
    Ok(game.map(|game| (address, game.match_id.clone())))
}

/// Asks at the terminal, before an interface takes it over.
fn ask<T>(items: &[T], mut said: String) -> Result<Option<&T>, Failure> {
    loop {
        crate::print(&format!("{said}{PROMPT}"))?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line).map_err(|error| Failure::Input(cause(&error)))? == 0 {
            return Ok(None);
        }
        match discovery::choose(items, &line) {
            Ok(choice) => return Ok(choice),
            Err(instruction) => said = instruction,
        }
    }
}
