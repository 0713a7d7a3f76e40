//! What is on the servers: the output of `tictactoe list`, and the choice of `tictactoe watch`.

use std::fmt::Write as _;

use serde_json::json;
use tictactoe_protocol::history::PlayerIdentity;
use tictactoe_protocol::listing::{ListedMatch, Listing};
use tictactoe_protocol::snapshot::PlayerKind;
use unicode_width::UnicodeWidthStr;

use crate::address::{Address, LinkTarget};
use crate::discovery::FoundServer;
use crate::failure::Failure;
use crate::named_games;
use crate::sanitize::sanitize;
use crate::ui::invite::Invite;
use crate::ui::menu::Menu;
use crate::ui::sentences::{counted, labelled, level_name};

pub(crate) fn list(servers: &[FoundServer], is_json: bool) -> String {
    if is_json {
        return servers.iter().map(json).collect();
    }
    let mut rows = vec![["NAME", "ADDRESS", "VERSION"].map(str::to_owned)];
    for FoundServer { name, address, version, .. } in servers {
        rows.push([name.clone(), address.to_string(), version.clone()]);
    }
    let name_width = rows.iter().map(|[name, ..]| name.width()).max().unwrap_or_default();
    let address_width = rows.iter().map(|[_, address, _]| address.width()).max().unwrap_or_default();
    let mut text = String::new();
    for [name, address, version] in rows {
        // The format counts characters, and some are two columns wide.
        let gap = name_width - name.width();
        let _ = writeln!(text, "{name}{:gap$}  {address:address_width$}  {version}", "");
    }
    for FoundServer { name, address, listing, .. } in servers {
        let lines = listing.as_ref().map_or_else(String::new, |listing| lines(address, listing));
        if !lines.is_empty() {
            let _ = write!(text, "\nOn {name}:\n{lines}");
        }
    }
    if let Some(first) = servers.first() {
        let _ = writeln!(text, "\nTo play: tictactoe {}", first.address);
    }
    text
}

/// A line for each player who waits and each game, with what to type to join or to watch.
fn lines(address: &Address, listing: &Listing) -> String {
    let command = |to: LinkTarget| Invite::new(address, Some(&to), false).command;
    let waiting = listing.waiting.iter().map(|player| {
        let board = player.rules.map_or_else(String::new, |rules| format!(", {}", named_games::name(rules)));
        let name = labelled(player.kind, None, player.name.as_str());
        let command = command(LinkTarget::Room(player.word.clone()));
        format!("  {name} waits for another player{board}: {command}\n")
    });
    let watch = |game| {
        let [players, stage] = describe(game);
        format!("  {players}, {stage}: {}\n", command(LinkTarget::Match(game.match_id.clone())))
    };
    waiting.chain(listing.matches.iter().map(watch)).collect()
}

/// The games between people come first.
pub(crate) fn to_watch(address: &Address, mut listing: Listing) -> Result<Vec<ListedMatch>, Failure> {
    if listing.matches.is_empty() {
        let what = format!("No public games are running on {address}.");
        return Err(Failure::usage(what, format!("Play one: tictactoe {address}.")));
    }
    let has_computer = |game: &ListedMatch| {
        [&game.players.x, &game.players.o].iter().any(|player| player.kind == PlayerKind::Computer)
    };
    listing.matches.sort_by_key(has_computer);
    Ok(listing.matches)
}

pub(crate) fn menu(address: &Address, games: &[ListedMatch]) -> Menu {
    let rows = games.iter().map(|game| {
        let [players, stage] = describe(game);
        [players, format!("{stage}, match {}", sanitize(&game.match_id.0))]
    });
    let hint = format!("Name one: tictactoe {address} --watch MATCH.");
    Menu::new("Games to watch", rows.collect(), hint)
}

/// Who plays, and the board and how far they are.
fn describe(game: &ListedMatch) -> [String; 2] {
    let name = |player: &PlayerIdentity| {
        let level = player.level.map(|level| level_name(level, game.rules));
        labelled(player.kind, level, player.name.as_str())
    };
    let (x, o) = (name(&game.players.x), name(&game.players.o));
    [format!("{x} - {o}"), format!("{}, {}", named_games::name(game.rules), counted(game.ply, "move"))]
}

fn json(FoundServer { name, address, version, listing }: &FoundServer) -> String {
    let json = json!({
        "name": name,
        "address": address.to_string(),
        "host": address.host,
        "port": address.port,
        "version": version,
        "waiting": listing.as_ref().map(|listing| &listing.waiting),
        "matches": listing.as_ref().map(|listing| &listing.matches),
    });
    format!("{json}\n")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::address::Destination;

    fn server(name: &str, address: &str) -> FoundServer {
        FoundServer {
            name: name.to_owned(),
            address: Destination::parse(address).unwrap().address,
            version: "0.1.0".to_owned(),
            listing: None,
        }
    }

    fn two() -> [FoundServer; 2] {
        [server("kitchen", "192.168.1.23"), server("棋盤 study", "[fd00::9]:9000")]
    }

    #[test]
    fn people_get_a_table_and_the_command_to_type() {
        let expected = "\
NAME        ADDRESS            VERSION
kitchen     192.168.1.23:7878  0.1.0
棋盤 study  [fd00::9]:9000     0.1.0

To play: tictactoe 192.168.1.23:7878
";
        assert_eq!(list(&two(), false), expected);
    }

    #[test]
    fn scripts_get_one_json_object_per_line() {
        let list = list(&two(), true);
        let objects: Vec<Value> = list.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let object = |name, address, host, port| {
            json!({
                "name": name,
                "address": address,
                "host": host,
                "port": port,
                "version": "0.1.0",
                "waiting": null,
                "matches": null,
            })
        };
        let kitchen = object("kitchen", "192.168.1.23:7878", "192.168.1.23", 7878);
        assert_eq!(objects, [kitchen, object("棋盤 study", "[fd00::9]:9000", "fd00::9", 9000)]);
    }
}
