//! Entering an arena, and its table.

use std::time::Duration;

use tictactoe_protocol::arena::{ArenaPlayers, Row, Standings};
use tictactoe_protocol::client::{ArenaChange, Join, JoinKind};
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::snapshot::PlayerKind;
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::MatchId;

use super::join_request::{self, name_or_made_up};
use super::refusal::RequestError;
use crate::arena::record::{self, ArenaRecord, Entrant, Place};
use crate::matchmaking::request::{JoinRequest, Opponent, Standing, Terms};
use crate::record::{RowId, Timestamp};
use crate::secret::Secret;

const NOT_IN_ARENA: &str = "With `arena`, a join has `name`, `kind`, `rules`, `minutes` (1 to 1440), `players` or `place`, and nothing else.";
const ONLY_IN_ARENA: &str =
    "`place`, `minutes` and `players` are for an arena. Leave them out, or name the `arena`.";
const BAD_PLACE: &str =
    "A `place` has 64 hexadecimal digits in lower case. Choose them at random, or leave it out.";

/// The arena in a `join` and the player who enters it; `None` if the `join` names no arena. A player who sends no place
/// gets `secret`, and one who sends no name gets one chosen by `random`.
pub fn entrant(join: &Join, secret: Secret, random: u64) -> Result<Option<(Room, Entrant)>, RequestError> {
    let Some(word) = &join.arena else {
        let is_alone = join.place.is_none() && join.minutes.is_none() && join.players.is_none();
        return if is_alone { Ok(None) } else { Err(RequestError::invalid(Code::BadMessage, ONLY_IN_ARENA)) };
    };
    let Join { name, kind, rules, arena, place, minutes, players, .. } = join.clone();
    let allowed = Join { name, kind, rules, arena, place, minutes, players, ..Join::default() };
    let minutes = minutes.unwrap_or(Standings::MINUTES);
    if *join != allowed || !(1..=Standings::MAX_MINUTES).contains(&minutes) {
        return Err(RequestError::invalid(Code::BadMessage, NOT_IN_ARENA));
    }
    let rules = join.rules.map(join_request::rules).transpose()?;
    let secret = join.place.as_ref().map_or(Ok(secret), |place| place.reveal().parse());
    let entrant = Entrant {
        name: name_or_made_up(join.name.as_deref(), random)?,
        is_bot: join.kind == Some(JoinKind::Bot),
        secret: secret.map_err(|_| RequestError::invalid(Code::BadMessage, BAD_PLACE))?,
        rules: rules.unwrap_or_default(),
        lasts: Duration::from_secs(60 * u64::from(minutes)),
        only_bots: match join.players.unwrap_or(ArenaPlayers::All) {
            ArenaPlayers::All => None,
            ArenaPlayers::People => Some(false),
            ArenaPlayers::Bots => Some(true),
        },
    };
    Ok(Some((join_request::room(word)?, entrant)))
}

/// A change by the person who opened the arena, with the new name as it is stored.
pub fn change(change: ArenaChange) -> Result<ArenaChange, RequestError> {
    match change {
        ArenaChange::Rename { from, to } => Ok(ArenaChange::Rename { from, to: join_request::name(&to)? }),
        other => Ok(other),
    }
}

/// The request of a free player of an arena.
pub fn seek_request(word: &str, place: &Place) -> JoinRequest {
    JoinRequest {
        name: place.name.clone(),
        is_bot: place.is_bot,
        wants_x: None,
        terms: Terms { rules: Some(place.rules), best_of: None },
        word: word.to_owned(),
        listed_word: String::new(),
        is_in_room: false,
        start: None,
        arena: Some(place.seek),
        opponent: Opponent::Person,
        standing: Standing::default(),
    }
}

pub fn standings(arena_word: Room, arena: &ArenaRecord, now: Timestamp) -> Standings {
    let row = |(id, row): (RowId, &record::Row)| Row {
        name: Name::new(&row.name).unwrap_or_default(),
        kind: if row.is_bot { PlayerKind::Bot } else { PlayerKind::Person },
        points: row.points(),
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        match_id: arena.running_match(id).map(|id| MatchId(id.as_str().to_owned())),
    };
    Standings {
        id: None,
        arena: arena_word,
        rules: super::rules(arena.rules()),
        ms_left: super::millis(now.until(arena.ends_at).unwrap_or_default()),
        rows: arena.ranking().into_iter().map(row).collect(),
    }
}
