//! From the message `join` to a request: text is cleaned here, where it enters.

use tictactoe_engine as engine;
use tictactoe_protocol::client::{Join, JoinKind};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{self, Level};

use super::refusal::RequestError;
use crate::matchmaking::request::{JoinRequest, Opponent};

pub fn join_request(join: &Join) -> Result<JoinRequest, RequestError> {
    let room = join.room.as_deref().map(Room::new).transpose().map_err(RequestError::Room)?;
    let rules = join.rules.map(|rules| engine::Rules::new(rules.columns, rules.rows, rules.run));
    let level = level(join.level.unwrap_or_default());
    // A player who names a room expects a particular person, not the computer.
    let default = if room.is_some() { values::Opponent::Human } else { values::Opponent::Any };
    let opponent = match join.opponent.unwrap_or(default) {
        values::Opponent::Any => Opponent::Any(level),
        values::Opponent::Human => Opponent::Person,
        values::Opponent::Ai => Opponent::Computer(level),
        values::Opponent::Hotseat => Opponent::Hotseat(name(join.second_name.as_deref())?),
    };
    if join.second_name.is_some() && !matches!(opponent, Opponent::Hotseat(_)) {
        return Err(RequestError::SecondName);
    }
    Ok(JoinRequest {
        name: name(join.name.as_deref())?,
        is_bot: join.kind == Some(JoinKind::Bot),
        mark: join.mark.mark().map(super::engine_mark),
        rules: rules.transpose().map_err(RequestError::Rules)?,
        room: room.map(String::from),
        opponent,
    })
}

fn name(name: Option<&str>) -> Result<String, RequestError> {
    let name = name.map_or_else(|| Ok(Name::default()), Name::new);
    name.map(String::from).map_err(RequestError::Name)
}

const fn level(level: Level) -> engine::Level {
    match level {
        Level::Easy => engine::Level::Easy,
        Level::Casual => engine::Level::Casual,
        Level::Perfect => engine::Level::Perfect,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_join_asks_for_anyone() {
        let request = join_request(&Join::default()).unwrap();
        assert_eq!(request.opponent, Opponent::Any(engine::Level::Perfect));
        assert_eq!((request.name.as_str(), request.room, request.rules), ("Guest", None, None));
    }

    #[test]
    fn a_join_to_a_room_asks_for_a_person() {
        let join = Join { room: Some("Kitten".into()), ..Join::default() };
        let request = join_request(&join).unwrap();
        assert_eq!((request.room.as_deref(), request.opponent), (Some("kitten"), Opponent::Person));
    }

    #[test]
    fn only_hotseat_has_a_second_name() {
        let join = Join { second_name: Some("Bob".into()), ..Join::default() };
        assert!(matches!(join_request(&join), Err(RequestError::SecondName)));
        let join = Join { opponent: Some(values::Opponent::Hotseat), ..join };
        assert_eq!(join_request(&join).unwrap().opponent, Opponent::Hotseat("Bob".into()));
    }
}
