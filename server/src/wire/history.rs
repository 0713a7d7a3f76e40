//! The history of a match, for HTTP and exports.

use std::time::{Duration, UNIX_EPOCH};

use tictactoe_protocol::history::{self, History};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::to_json;
use tictactoe_protocol::values::{ByMark, MatchId};

use super::snapshot::{identity, result, spectator_snapshot};
use crate::matches::MatchHistory;
use crate::record::{self, Corrupt, FinishedGame, Timestamp};

/// The finished games of a match, and its current state as long as it is kept.
pub fn history(id: &record::MatchId, found: &MatchHistory, now: Timestamp) -> History {
    let state = |record| Box::new(spectator_snapshot(id, record, found.spectators, now));
    History {
        match_id: MatchId(id.as_str().to_owned()),
        games: found.games().map(|game| finished_game(id.as_str(), &game)).collect(),
        state: found.record.as_deref().map(state),
    }
}

/// A finished game from the history of a match, as one line of JSON.
///
/// # Errors
/// [`Corrupt`] when the bytes are not a finished game.
pub fn history_line(match_id: &str, stored: &[u8]) -> Result<String, Corrupt> {
    Ok(to_json(&finished_game(match_id, &FinishedGame::from_bytes(stored)?)))
}

fn finished_game(id: &str, finished: &FinishedGame) -> history::FinishedGame {
    history::FinishedGame {
        match_id: MatchId(id.to_owned()),
        game: finished.number,
        rules: super::rules(finished.game.rules()),
        players: ByMark { x: identity(&finished.x), o: identity(&finished.o) },
        moves: super::cells(finished.game.cells()),
        result: result(finished.ending, &finished.game, finished.x_seat),
        ended_at: date(finished.ended_at),
        arena: finished.arena.as_deref().and_then(|word| Room::new(word).ok()),
    }
}

/// A date in RFC 3339, whose years have four digits.
fn date(time: Timestamp) -> String {
    const LAST: Duration = Duration::from_secs(253_402_300_799);
    let since_1970 = Timestamp::ZERO.until(time).unwrap_or_default().min(LAST);
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since_1970).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_rfc_3339_however_far_away_it_is() {
        assert_eq!(date(Timestamp::ZERO.after(Duration::from_secs(1_795_189_547))), "2026-11-20T15:45:47Z");
        assert_eq!(date(Timestamp::ZERO.after(Duration::MAX)), "9999-12-31T23:59:59Z");
    }
}
