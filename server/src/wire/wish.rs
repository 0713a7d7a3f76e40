//! From `join` to a wish: the text is cleaned here, where it enters.

use tictactoe_engine as engine;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::words::{Level, MarkWish, Opponent};

use super::refusal::Problem;
use super::seating;
use crate::record;

/// What a `join` asks for.
///
/// # Errors
/// [`Problem::Name`], [`Problem::Room`], [`Problem::Rules`], [`Problem::BadTicket`].
pub fn wish(join: &Join) -> Result<record::Wish, Problem> {
    let name = join.name.as_deref().map_or_else(|| Ok(Name::default()), Name::new).map_err(Problem::Name)?;
    let room = join.room.as_deref().map(Room::new).transpose().map_err(Problem::Room)?;
    let rules = join.rules.map(|rules| engine::Rules::new(rules.columns, rules.rows, rules.run));
    let rules = rules.transpose().map_err(Problem::Rules)?;
    // Who names a room waits for somebody in particular.
    let unsaid = if room.is_some() { Opponent::Human } else { Opponent::Any };
    Ok(record::Wish {
        name: name.into(),
        mark: mark(join.mark),
        // In a room it is for whoever waits there to say.
        rules: rules.or_else(|| room.is_none().then(engine::Rules::default)),
        room: room.map(String::from),
        wanted: wanted(join.opponent.unwrap_or(unsaid)),
        level: level(join.level.unwrap_or_default()),
        earlier: join.ticket.as_ref().map(earlier).transpose()?,
    })
}

fn earlier(ticket: &Ticket) -> Result<record::Earlier, Problem> {
    let (id, secret) = seating::read_ticket(ticket)?;
    let secret = secret.parse().map_err(|_| Problem::BadTicket)?;
    Ok(record::Earlier { match_id: id.to_owned(), secret })
}

const fn mark(wish: MarkWish) -> record::MarkWish {
    match wish {
        MarkWish::X => record::MarkWish::X,
        MarkWish::O => record::MarkWish::O,
        MarkWish::Any => record::MarkWish::Any,
    }
}

const fn wanted(opponent: Opponent) -> record::Wanted {
    match opponent {
        Opponent::Any => record::Wanted::Anyone,
        Opponent::Human => record::Wanted::Person,
        Opponent::Ai => record::Wanted::Computer,
    }
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
    fn an_empty_join_means_the_defaults() {
        let wish = wish(&Join::default()).unwrap();
        assert_eq!((wish.name.as_str(), wish.room, wish.wanted), ("Guest", None, record::Wanted::Anyone));
        assert_eq!((wish.rules, wish.level), (Some(engine::Rules::CLASSIC), engine::Level::Perfect));
    }

    #[test]
    fn whoever_names_a_room_waits_for_a_person_on_whatever_board() {
        let join = Join { room: Some("Kitten".into()), ..Join::default() };
        let wish = wish(&join).unwrap();
        assert_eq!((wish.room.as_deref(), wish.wanted), (Some("kitten"), record::Wanted::Person));
        assert_eq!(wish.rules, None);
    }
}
