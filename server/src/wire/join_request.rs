//! From the message `join` to a request: text is cleaned here, where it enters.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use tictactoe_engine::{self as engine, Game, IllegalMove, ReplayError, Rules};
use tictactoe_protocol::client::{Join, JoinKind};
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{self, Level, MarkPreference};

use super::refusal::RequestError;
use crate::matchmaking::request::{JoinRequest, Opponent, Standing, Terms};

/// `random` chooses the names and the word that the player does not give.
pub fn join_request(join: &Join, random: u64) -> Result<JoinRequest, RequestError> {
    let room = join.room.as_deref().map(room).transpose()?;
    let word = join.word.as_deref().map(self::room).transpose()?;
    let level = level(join.level.unwrap_or_default());
    // A player who names a room expects a particular person, not the computer.
    let default = if room.is_some() { values::Opponent::Human } else { values::Opponent::Any };
    let opponent = match join.opponent.unwrap_or(default) {
        values::Opponent::Any => Opponent::Any(level),
        values::Opponent::Human => Opponent::Person,
        values::Opponent::Ai => Opponent::Computer(level),
        values::Opponent::Hotseat => {
            Opponent::Hotseat(name_or_made_up(join.second_name.as_deref(), random.wrapping_add(1))?)
        }
    };
    if join.second_name.is_some() && !matches!(opponent, Opponent::Hotseat(_)) {
        let sentence = "`second_name` is for `hotseat` only. Leave it out, or ask for that opponent.";
        return Err(RequestError::invalid(Code::BadMessage, sentence));
    }
    let rules = join.rules.map(rules).transpose()?;
    let start = join.from.as_deref().map(|cells| game_after(rules.unwrap_or_default(), cells)).transpose()?;
    if start.is_some() && !matches!(opponent, Opponent::Computer(_) | Opponent::Hotseat(_)) {
        let sentence = "`from` is for `ai` and `hotseat` only. Leave it out, or ask for that opponent.";
        return Err(RequestError::invalid(Code::BadMessage, sentence));
    }
    let (is_in_room, best_of) = (room.is_some(), join.best_of.map(u8::from));
    let word = String::from(room.or(word).unwrap_or_else(|| Room::made_up(random)));
    Ok(JoinRequest {
        name: name_or_made_up(join.name.as_deref(), random)?,
        is_bot: join.kind == Some(JoinKind::Bot),
        wants_x: match join.mark {
            MarkPreference::X => Some(true),
            MarkPreference::O => Some(false),
            MarkPreference::Any => None,
        },
        terms: Terms { rules: if is_in_room { rules } else { Some(rules.unwrap_or_default()) }, best_of },
        start: start.map(Box::new),
        is_in_room,
        arena: None,
        listed_word: Room::made_up(LISTED_WORDS.hash_one(&word)).into(),
        word,
        opponent,
        standing: Standing::default(),
    })
}

/// A game that continues after these moves.
fn game_after(rules: Rules, cells: &[u8]) -> Result<Game, RequestError> {
    let find = |(ply, &cell): (usize, &u8)| {
        rules.cell(cell.into()).ok_or(ReplayError { ply, reason: IllegalMove::NoSuchCell })
    };
    let cells: Result<Vec<_>, _> = cells.iter().enumerate().map(find).collect();
    let game = cells.and_then(|cells| Game::replay(rules, cells));
    let game = game.map_err(|error| RequestError::invalid(Code::BadPosition, error.to_string()))?;
    if game.outcome().is_none() {
        Ok(game)
    } else {
        let sentence = "The game is over after these moves. Send fewer of them.";
        Err(RequestError::invalid(Code::BadPosition, sentence))
    }
}

/// Turns the word of a player into the listed one. That cannot be traced back, and is the same when the player joins
/// again.
static LISTED_WORDS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

pub fn name_or_made_up(given: Option<&str>, random: u64) -> Result<String, RequestError> {
    given.map_or_else(|| Ok(Name::made_up(random).into()), name)
}

pub fn name(text: &str) -> Result<String, RequestError> {
    let refused = |error| RequestError::invalid(Code::BadName, format!("This name is not allowed: {error}."));
    Name::new(text).map(String::from).map_err(refused)
}

pub fn room(text: &str) -> Result<Room, RequestError> {
    let refused = |error| format!("This room name is not allowed: {error}.");
    Room::new(text).map_err(|error| RequestError::invalid(Code::BadRoom, refused(error)))
}

pub fn rules(rules: values::Rules) -> Result<Rules, RequestError> {
    let plain = Rules::new(rules.columns, rules.rows, rules.run);
    let plain = plain.map_err(|error| RequestError::invalid(Code::BadRules, error.to_string()))?;
    Ok(plain.with_misere(rules.misere).with_gravity(rules.gravity))
}

pub const fn level(level: Level) -> engine::Level {
    match level {
        Level::Easy => engine::Level::Easy,
        Level::Casual => engine::Level::Casual,
        Level::Hard => engine::Level::Hard,
        Level::Perfect => engine::Level::Perfect,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_join_asks_for_anyone() {
        let request = join_request(&Join::default(), 4).unwrap();
        assert_eq!(request.opponent, Opponent::Any(engine::Level::Perfect));
        let classic = Terms { rules: Some(Rules::CLASSIC), best_of: None };
        assert_eq!((request.room(), request.terms), (None, classic));
        assert_eq!((request.name.as_str(), request.word.as_str()), ("Coral Badger", "badger-cedar-000000"));
    }

    #[test]
    fn a_join_to_a_room_asks_for_a_person() {
        let join = Join { room: Some("Kitten".into()), ..Join::default() };
        let request = join_request(&join, 4).unwrap();
        assert_eq!((request.room(), request.opponent.clone()), (Some("kitten"), Opponent::Person));
    }

    #[test]
    fn only_hotseat_has_a_second_name() {
        let join = Join { second_name: Some("Bob".into()), ..Join::default() };
        assert!(matches!(join_request(&join, 4), Err(RequestError::Invalid(Code::BadMessage, _))));
        let join = Join { opponent: Some(values::Opponent::Hotseat), ..join };
        assert_eq!(join_request(&join, 4).unwrap().opponent, Opponent::Hotseat("Bob".into()));
    }
}
