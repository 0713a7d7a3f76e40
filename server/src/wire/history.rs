//! What is kept of a match for good, as anybody may read it.

use std::time::{Duration, UNIX_EPOCH};

use tictactoe_engine::{Game, Outcome};
use tictactoe_protocol::history::{self, History};
use tictactoe_protocol::snapshot::{GameResult, PlayerKind, Reason};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::words::{ByMark, Mark, MatchId};

use super::snapshot::{Viewer, snapshot};
use crate::record::{Corrupt, Ending, FinishedGame, Former, FormerPlayer, How, Record, SeatId, Timestamp};

/// The match with these games behind it; `present` as long as it is kept.
#[must_use]
pub fn history(id: &str, games: &[FinishedGame], present: Option<&Record>, viewer: Viewer) -> History {
    History {
        match_id: MatchId(id.to_owned()),
        games: games.iter().map(|game| finished_game(id, game)).collect(),
        state: present.map(|record| Box::new(snapshot(id, record, viewer))),
    }
}

/// What was stored of a game that is over, as one line of JSON.
///
/// # Errors
/// [`Corrupt`] when the bytes are not what this version stores.
pub fn history_line(match_name: &str, page: &[u8]) -> Result<String, Corrupt> {
    Ok(finished_game(match_name, &FinishedGame::from_bytes(page)?).to_json())
}

fn finished_game(id: &str, finished: &FinishedGame) -> history::FinishedGame {
    history::FinishedGame {
        match_id: MatchId(id.to_owned()),
        game: finished.number,
        rules: super::rules(finished.game.rules()),
        players: ByMark::each(|mark| match mark {
            Mark::X => former(&finished.x),
            Mark::O => former(&finished.o),
        }),
        moves: super::cells(finished.game.cells()),
        result: result(finished.ending, &finished.game, finished.x_seat),
        ended_at: date(finished.ended_at),
    }
}

fn former(player: &FormerPlayer) -> history::FormerPlayer {
    let (kind, level) = match player.kind {
        Former::Person => (PlayerKind::Person, None),
        Former::Computer(level) => (PlayerKind::Computer, Some(super::level(level))),
    };
    history::FormerPlayer { name: Name::new(&player.name).unwrap_or_default(), kind, level }
}

/// How a game ended in which this seat was X.
pub(super) fn result(ending: Ending, game: &Game, x: SeatId) -> GameResult {
    let mark = |seat| if seat == x { Mark::X } else { Mark::O };
    let (winner, reason) = match ending {
        Ending::Drawn => (None, Reason::Full),
        Ending::CalledOff => (None, Reason::CalledOff),
        Ending::Won { by, how } => (Some(mark(by)), reason(how)),
    };
    let lines = match game.outcome() {
        Some(Outcome::Win { lines, .. }) => lines.iter().map(|line| super::cells(line)).collect(),
        Some(Outcome::Draw) | None => Vec::new(),
    };
    GameResult { winner, reason, lines }
}

const fn reason(how: How) -> Reason {
    match how {
        How::Line => Reason::Line,
        How::Resigned => Reason::Resigned,
        How::Time => Reason::Time,
        How::Left => Reason::Left,
    }
}

/// A date as RFC 3339 has it: its years have four digits.
fn date(moment: Timestamp) -> String {
    const LAST: Duration = Duration::from_secs(253_402_300_799);
    let since_1970 = Timestamp::ZERO.until(moment).unwrap_or_default().min(LAST);
    humantime::format_rfc3339_seconds(UNIX_EPOCH + since_1970).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_the_form_of_the_standard_however_far_it_is() {
        assert_eq!(date(Timestamp::ZERO.after(Duration::from_secs(1_795_189_547))), "2026-11-20T15:45:47Z");
        assert_eq!(date(Timestamp::ZERO.after(Duration::MAX)), "9999-12-31T23:59:59Z");
    }
}
