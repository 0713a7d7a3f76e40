//! The list of public matches and of the players who wait.

use tictactoe_protocol::listing::{self, ListedMatch, Listing};
use tictactoe_protocol::snapshot::PlayerKind;
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{ByMark, MatchId};

use super::snapshot::{identity, score};
use crate::matches::listing::{List, Listed};
use crate::matchmaking::WaitingPlayer;

pub fn listing(matches: &List, waiting: &[WaitingPlayer]) -> Listing {
    Listing {
        id: None,
        matches: matches.matches.iter().map(listed).collect(),
        more: matches.more,
        waiting: waiting.iter().filter_map(waiting_player).collect(),
    }
}

pub fn waiting_player(WaitingPlayer { request, waiting }: &WaitingPlayer) -> Option<listing::WaitingPlayer> {
    let word = if request.is_in_room { &request.word } else { &request.listed_word };
    Some(listing::WaitingPlayer {
        word: Room::new(word).ok()?,
        name: Name::new(&request.name).unwrap_or_default(),
        kind: if request.is_bot { PlayerKind::Bot } else { PlayerKind::Person },
        rules: request.terms.rules.map(super::rules),
        best_of: super::best_of(request.terms),
        waiting_ms: super::millis(*waiting),
    })
}

fn listed(Listed { id, record, spectators }: &Listed) -> ListedMatch {
    let game = &record.game;
    let player = |mark| identity(&record.seat(record.seat_of(super::engine_mark(mark))).player());
    ListedMatch {
        match_id: MatchId(id.as_str().to_owned()),
        rules: super::rules(game.rules()),
        players: ByMark::each(player),
        game: record.game_number,
        ply: super::count(game.ply()),
        board: game.board().rows(),
        score: score(record),
        spectators: *spectators,
    }
}
