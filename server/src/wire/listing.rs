//! A match as the list of public matches shows it.

use tictactoe_protocol::listing::ListedMatch;
use tictactoe_protocol::values::{ByMark, MatchId};

use super::snapshot::{identity, score};
use crate::matches::listing::Listed;

pub fn listed(Listed { id, record, spectators }: &Listed) -> ListedMatch {
    let game = record.game();
    let player = |mark| identity(&record.seat(record.seat_of(super::engine_mark(mark))).player());
    ListedMatch {
        match_id: MatchId(id.as_str().to_owned()),
        rules: super::rules(game.rules()),
        players: ByMark::each(player),
        game: record.game_number(),
        ply: super::count(game.ply()),
        score: score(record),
        spectators: *spectators,
    }
}
