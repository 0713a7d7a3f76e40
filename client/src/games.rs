//! Games to join or to watch: the lines of `tictactoe list`, and the choice of `tictactoe watch`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};

use tictactoe_protocol::history::PlayerIdentity;
use tictactoe_protocol::listing::{ListedMatch, Listing};
use tictactoe_protocol::values::MatchId;

use crate::address::Address;
use crate::discovery::{self, Aim, instruction};
use crate::exit::{Failure, cause};
use crate::sanitize::sanitize;
use crate::ui::sentences::{counted, labelled};
use crate::ui::text::PROMPT;
use crate::ui::tui::invite::{Invite, InvitedTo, Reach};

/// A line for each player who waits and each game, with what to type to join or to watch.
pub(crate) fn lines(address: &Address, listing: &Listing) -> String {
    let command = |to| Invite::new(&Reach { address: address.clone(), is_local: false }, to).command;
    let waiting = listing.waiting.iter().map(|player| {
        let board = player.rules.map_or_else(String::new, |rules| format!(" on {rules}"));
        let name = labelled(player.kind, None, player.name.as_str());
        let command = command(InvitedTo::Room(player.word.as_str()));
        format!("  {name} waits for another player{board}: {command}\n")
    });
    let watch = |game| format!("  {}: {}\n", plays(game), command(InvitedTo::Watch(&game.match_id)));
    waiting.chain(listing.matches.iter().map(watch)).collect()
}

fn plays(game: &ListedMatch) -> String {
    let name = |player: &PlayerIdentity| labelled(player.kind, player.level, player.name.as_str());
    let (x, o) = (name(&game.players.x), name(&game.players.o));
    format!("{x} plays {o} on {}, game {}, {}", game.rules, game.game, counted(game.ply, "move"))
}

/// A person chooses a game; a program is told what to type. None when the person leaves instead.
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
    let mut said = "Games to watch:\n".to_owned();
    for (number, game) in (1..).zip(&games) {
        let _ = writeln!(said, "{number}: {} (match {})", plays(game), sanitize(&game.match_id.0));
    }
    if games.is_empty() {
        let what = format!("No public games are running on {address}.");
        return Err(Failure::usage(what, format!("Play one: tictactoe {address}.")));
    }
    if !is_person {
        let hint = format!("Name one: tictactoe {address} --watch MATCH.");
        return Err(Failure::usage(said.trim_end(), hint));
    }
    let game = ask(&games, said + &instruction(&games))?;
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
