//! Who waits and who plays on a server.

use std::fmt::Write as _;
use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::history::PlayerIdentity;
use tictactoe_protocol::listing::{ListedMatch, Listing, WaitingPlayer};
use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;

use super::listing::instruction;
use crate::address::Address;
use crate::exit::Failure;
use crate::net::socket::Socket;
use crate::sanitize::sanitize;
use crate::ui::sentences::{counted, labelled};
use crate::ui::tui::invite::{Invite, InvitedTo, Reach};

const TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) async fn games(address: &Address) -> Result<Listing, Failure> {
    let silent = |_| Err(Failure::Lost("the server does not answer".to_owned()));
    timeout(TIMEOUT, ask(address)).await.unwrap_or_else(silent)
}

async fn ask(address: &Address) -> Result<Listing, Failure> {
    let mut socket = Socket::open(address).await?;
    socket.send(ClientFrame::from(ClientMessage::List(Empty {})).to_json()).await;
    let answer = loop {
        match ServerMessage::parse(&socket.next().await?) {
            Ok(ServerMessage::List(list)) => break Ok(list.listing),
            Ok(ServerMessage::Refused(refused)) => break Err(Failure::refused(&refused)),
            Ok(_) => {}
            Err(_) => break Err(Failure::unreadable()),
        }
    };
    // The closing handshake goes on in the background.
    tokio::spawn(socket.close());
    answer
}

/// A line for each player who waits and each game, with what to type to join or to watch.
pub(super) fn lines(address: &Address, listing: &Listing) -> String {
    let command = |to| Invite::new(&Reach { address: address.clone(), is_local: false }, to).command;
    let waiting = listing
        .waiting
        .iter()
        .map(|player| format!("{}: {}", waits(player), command(InvitedTo::Room(player.word.as_str()))));
    let matches = listing
        .matches
        .iter()
        .map(|game| format!("{}: {}", plays(game), command(InvitedTo::Watch(&game.match_id))));
    waiting.chain(matches).fold(String::new(), |text, line| text + "  " + &line + "\n")
}

pub(crate) fn question(games: &[ListedMatch]) -> String {
    numbered(games) + &instruction(games)
}

/// A program chooses none of several games.
pub(crate) fn unchosen(address: &Address, games: &[ListedMatch]) -> Failure {
    let hint = format!("Name one: tictactoe {address} --watch MATCH.");
    Failure::usage(numbered(games).trim_end(), hint)
}

fn numbered(games: &[ListedMatch]) -> String {
    let mut text = "Games to watch:\n".to_owned();
    for (number, game) in (1..).zip(games) {
        let _ = writeln!(text, "{number}: {} (match {})", plays(game), sanitize(&game.match_id.0));
    }
    text
}

fn waits(player: &WaitingPlayer) -> String {
    let board = player.rules.map_or_else(String::new, |rules| format!(" on {rules}"));
    format!("{} waits for another player{board}", labelled(player.kind, None, player.name.as_str()))
}

fn plays(game: &ListedMatch) -> String {
    let name = |player: &PlayerIdentity| labelled(player.kind, player.level, player.name.as_str());
    let (x, o) = (name(&game.players.x), name(&game.players.o));
    format!("{x} plays {o} on {}, game {}, {}", game.rules, game.game, counted(game.ply, "move"))
}
