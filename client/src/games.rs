//! Games to join or to watch: the lines of `tictactoe list`, and the choice of `tictactoe watch`.

use tictactoe_protocol::history::PlayerIdentity;
use tictactoe_protocol::listing::{ListedMatch, Listing};

use crate::address::Address;
use crate::exit::Failure;
use crate::sanitize::sanitize;
use crate::ui::menu::Menu;
use crate::ui::sentences::{counted, labelled};
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
    let watch = |game| {
        let [players, stage] = describe(game);
        format!("  {players} on {stage}: {}\n", command(InvitedTo::Watch(&game.match_id)))
    };
    waiting.chain(listing.matches.iter().map(watch)).collect()
}

pub(crate) fn menu(address: &Address, games: &[ListedMatch]) -> Result<Menu, Failure> {
    if games.is_empty() {
        let what = format!("No public games are running on {address}.");
        return Err(Failure::usage(what, format!("Play one: tictactoe {address}.")));
    }
    let rows = games.iter().map(|game| {
        let [players, stage] = describe(game);
        [players, format!("{stage}, match {}", sanitize(&game.match_id.0))]
    });
    let hint = format!("Name one: tictactoe {address} --watch MATCH.");
    Ok(Menu::new("Games to watch", rows.collect(), hint))
}

/// Who plays, and the board and how far they are.
fn describe(game: &ListedMatch) -> [String; 2] {
    let name = |player: &PlayerIdentity| labelled(player.kind, player.level, player.name.as_str());
    let (x, o) = (name(&game.players.x), name(&game.players.o));
    let stage = format!("{}, game {}, {}", game.rules, game.game, counted(game.ply, "move"));
    [format!("{x} plays {o}"), stage]
}
