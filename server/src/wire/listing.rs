//! From a record to what the list of matches says of it.

use tictactoe_protocol::history::FormerPlayer;
use tictactoe_protocol::listing::ListedMatch;
use tictactoe_protocol::words::{ByMark, MatchId};

use super::snapshot::{player, score, seat};
use crate::record::Record;

/// A match as the list shows it, with so many who watch it without a seat.
#[must_use]
pub fn listed(id: &str, record: &Record, watchers: u32) -> ListedMatch {
    let game = record.game();
    ListedMatch {
        match_id: MatchId(id.to_owned()),
        rules: super::rules(game.rules()),
        players: ByMark::each(|mark| {
            let player = player(seat(record, mark));
            FormerPlayer { name: player.name, kind: player.kind, level: player.level }
        }),
        game: record.game_number(),
        ply: super::count(game.ply()),
        score: score(record),
        watchers,
    }
}
