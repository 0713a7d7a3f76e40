//! A player's request for a match.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use tictactoe_engine::{Game, Level, Rules};

use super::queues::Lobby;
use crate::arena::record::ArenaSeek;
use crate::quota::Source;
use crate::record::SeatId;
use crate::record::encoding::rules;
use crate::record::seat::LevelName;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinRequest {
    /// Cleaned.
    pub name: String,
    pub is_bot: bool,
    /// The player prefers X, or O, in the first game.
    pub wants_x: Option<bool>,
    /// Only a player in a room may accept any board.
    pub terms: Terms,
    /// The first game, if it continues from a position. Only against the computer or in hotseat.
    #[serde(skip)]
    pub start: Option<Box<Game>>,
    /// A player who names this word plays this one. Cleaned.
    pub word: String,
    /// The same for players who see it in the public list. `word` itself is for friends.
    pub listed_word: String,
    /// `word` is a room, so only a player who names it is an opponent.
    pub is_in_room: bool,
    /// The word is an arena: only its other players are opponents, again and again.
    pub arena: Option<ArenaSeek>,
    pub opponent: Opponent,
    pub standing: Standing,
}

/// The source and the earlier opponents of a player who joins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Standing {
    pub source: Option<Source>,
    /// The sources of the latest strangers who did not begin a match with this player in time.
    pub left_by: Vec<Source>,
    /// Pair this player first, because the last opponent did not begin.
    pub is_next: bool,
}

/// The terms on which two players have to agree. `None` accepts the other player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Terms {
    #[serde(with = "rules")]
    pub rules: Option<Rules>,
    /// The number of games in a series.
    pub best_of: Option<u8>,
}

impl Terms {
    pub fn fit(self, other: Self) -> bool {
        self.or(other) == other.or(self)
    }

    pub fn or(self, other: Self) -> Self {
        Self { rules: self.rules.or(other.rules), best_of: self.best_of.or(other.best_of) }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, best_of } = self;
        match (rules, best_of) {
            (Some(rules), Some(games)) => write!(f, "{rules}, best of {games}"),
            (Some(rules), None) => write!(f, "{rules}"),
            (None, Some(games)) => write!(f, "a best of {games}"),
            (None, None) => write!(f, "any game"),
        }
    }
}

impl JoinRequest {
    pub fn room(&self) -> Option<&str> {
        self.is_in_room.then_some(&self.word)
    }

    pub const fn is_with_person(&self) -> bool {
        matches!(self.opponent, Opponent::Any(_) | Opponent::Person)
    }

    /// Where this player looks for others, and is found by them.
    pub fn lobbies(&self) -> Vec<Lobby> {
        let word = |word: &String| Lobby::Word(word.clone());
        match self.arena {
            // No room has a slash in its word.
            Some(_) => vec![Lobby::Word(format!("arena/{}", self.word))],
            None if self.is_in_room => vec![word(&self.word)],
            None => vec![word(&self.word), word(&self.listed_word), Lobby::Board(self.terms)],
        }
    }

    /// The players found each other in the public list or the queue, and not by a word that they share.
    pub fn is_stranger_to(&self, other: &Self) -> bool {
        self.word != other.word
    }

    /// In an arena, X goes to the one who has had it less often.
    pub fn wants_x_against(&self, other: &Self) -> Option<bool> {
        match self.arena.zip(other.arena) {
            Some((own, others)) => (own.x_lead != others.x_lead).then_some(own.x_lead < others.x_lead),
            None => self.wants_x,
        }
    }

    /// Two players of an arena who have just played each other.
    pub fn has_just_met(&self, other: &Self) -> bool {
        self.arena.zip(other.arena).is_some_and(|(one, other)| {
            one.last_opponent == Some(other.row) || other.last_opponent == Some(one.row)
        })
    }

    /// Both are seeks of the same player of an arena.
    pub fn is_from(&self, other: &Self) -> bool {
        self.arena.zip(other.arena).is_some_and(|(one, other)| one.row == other.row)
    }

    /// Strangers are not paired again after one of them has not moved.
    pub fn may_meet(&self, other: &Self) -> bool {
        !self.is_stranger_to(other)
            || !(other.standing.was_left_by(&self.standing) || self.standing.was_left_by(&other.standing))
    }
}

impl Standing {
    /// A player at the other's address did not move in a match with this player. False at one's own address.
    fn was_left_by(&self, other: &Self) -> bool {
        other.source != self.source && other.source.is_some_and(|source| self.left_by.contains(&source))
    }
}

/// Takes at most `limit` items by round robin over their sources, and returns them in their old order.
pub fn share_places<T>(items: Vec<T>, limit: usize, source: impl Fn(&T) -> Option<Source>) -> Vec<T> {
    let mut taken: HashMap<_, usize> = HashMap::new();
    let mut ranked: Vec<_> = items
        .into_iter()
        .enumerate()
        .map(|(place, item)| {
            let rank = taken.entry(source(&item)).or_default();
            *rank += 1;
            (*rank, place, item)
        })
        .collect();
    ranked.sort_unstable_by_key(|&(rank, place, _)| (rank, place));
    ranked.truncate(limit);
    ranked.sort_unstable_by_key(|&(_, place, _)| place);
    ranked.into_iter().map(|(.., item)| item).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opponent {
    /// A person, or the computer at this level if no one joins in time.
    Any(#[serde(with = "LevelName")] Level),
    Person,
    /// The computer at this level, at once.
    Computer(#[serde(with = "LevelName")] Level),
    /// A second person with this name at the same keyboard.
    Hotseat(String),
}

/// The seat that plays X first. If both players want the same mark, or neither has a preference, `host_wins_toss`
/// decides.
pub fn first_x(host: Option<bool>, guest: Option<bool>, host_wins_toss: bool) -> SeatId {
    let is_host = match host.or(guest.map(|wants_x| !wants_x)) {
        Some(wants_x) if host != guest => wants_x,
        _ => host_wins_toss,
    };
    if is_host { SeatId::Host } else { SeatId::Guest }
}
