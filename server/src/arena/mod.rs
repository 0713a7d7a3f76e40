//! Arenas: a word under which everyone who is free is paired again and again, with a table.
//!
//! [`record`] is what is stored of an arena. This file loads it, decides and commits. The players of an arena are paired
//! by the matchmaker like all others, and their matches are matches like all others; a match knows its arena and the
//! rows of its players.

pub mod record;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tictactoe_engine::Rules;
use tokio::time::sleep;

use crate::matches::{MatchError, Matches, RETRY_AFTER};
use crate::record::{ArenaSeats, MatchId, Record, RowId, Timestamp, encoding};
use crate::secret::{Secret, random_u64};
use crate::store::{Key, Revision, Write};
use crate::token_bucket::TooOften;

use record::{ArenaRecord, ArenaRefusal, ArenaSeek, Entrant};

/// The most attempts at one change: each conflict means that another change went through.
const MAX_ATTEMPTS: usize = 100;

/// How long the table of an arena is kept after its end; and of one in which no game was played.
const KEEP_OVER: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const KEEP_UNUSED: Duration = Duration::from_secs(10 * 60);

pub struct Arenas {
    matches: Arc<Matches>,
}

/// How an arena is opened by the first player who names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    pub rules: Rules,
    pub lasts: Duration,
}

/// A player's place in an arena.
#[derive(Debug)]
pub struct Place {
    pub name: String,
    pub is_bot: bool,
    pub rules: Rules,
    pub seek: ArenaSeek,
}

/// What comes after a game in an arena.
#[derive(Debug)]
pub enum Next {
    Game(Place),
    /// Another connection of the player plays, or the player has missed too many first moves.
    SetAside,
    /// The arena is over, or the player was removed.
    Over,
}

/// Why an arena refuses a request. Nothing has changed.
#[derive(Debug, Error)]
pub enum ArenaError {
    #[error("the arena refuses the player: {0:?}")]
    Refused(ArenaRefusal),
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl From<ArenaRefusal> for ArenaError {
    fn from(refusal: ArenaRefusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Arenas {
    pub fn new(matches: Arc<Matches>) -> Self {
        Self { matches }
    }

    /// Enters an arena, which the first player opens. `secret` proves the new place from now on.
    pub async fn enter(
        &self,
        word: &str,
        opening: Opening,
        entrant: &Entrant,
        secret: &Secret,
    ) -> Result<Place, ArenaError> {
        let enter = |arena: Option<&ArenaRecord>| {
            let now = self.matches.clock.now();
            let opened = || ArenaRecord::open(opening.rules, now.after(opening.lasts), None);
            let (next, row) = arena.cloned().unwrap_or_else(opened).enter(entrant, secret.hash(), now)?;
            Ok((Some(next), row))
        };
        let (arena, row) = self.change(word, enter).await?;
        self.place(&arena, row)
    }

    pub async fn is_known(&self, word: &str) -> Result<bool, MatchError> {
        Ok(self.load(word).await?.is_some())
    }

    /// Opens an arena that its opener manages with `key`.
    pub async fn open(&self, word: &str, opening: Opening, key: &Secret) -> Result<(), ArenaError> {
        let open = |arena: Option<&ArenaRecord>| {
            if arena.is_some() {
                return Err(ArenaRefusal::Exists);
            }
            let ends_at = self.matches.clock.now().after(opening.lasts);
            Ok((Some(ArenaRecord::open(opening.rules, ends_at, Some(key.hash()))), ()))
        };
        self.change(word, open).await.map(drop)
    }

    /// Carries out a change by the person who opened the arena.
    pub async fn manage(
        &self,
        word: &str,
        decide: impl Fn(&ArenaRecord, Timestamp) -> Result<ArenaRecord, ArenaRefusal>,
    ) -> Result<(), ArenaError> {
        let decide = |arena: Option<&ArenaRecord>| {
            let arena = arena.ok_or(ArenaRefusal::NoSuchArena)?;
            Ok((Some(decide(arena, self.matches.clock.now())?), ()))
        };
        self.change(word, decide).await.map(drop)
    }

    /// Takes a place again, which `secret` proves.
    pub async fn enter_again(&self, word: &str, secret: &Secret) -> Result<Place, ArenaError> {
        let enter = |arena: Option<&ArenaRecord>| {
            let arena = arena.ok_or(ArenaRefusal::BadPlace)?;
            let (next, row) = arena.enter_again(secret, self.matches.clock.now())?;
            Ok((Some(next).filter(|next| next != arena), row))
        };
        let (arena, row) = self.change_settled(word, enter).await?;
        self.place(&arena, row)
    }

    /// The place of a player whose game is over. With `is_present`, the player has asked for it.
    pub async fn next_game(&self, word: &str, row: RowId, is_present: bool) -> Result<Next, MatchError> {
        let present = |arena: Option<&ArenaRecord>| {
            if arena.is_some_and(|arena| arena.running_match(row).is_some()) {
                return Err(ArenaRefusal::Playing);
            }
            let next = arena.filter(|_| is_present).map(|arena| arena.present(row));
            Ok((next.filter(|next| Some(next) != arena), ()))
        };
        match self.change_settled(word, present).await {
            Ok((arena, ())) => Ok(match self.place(&arena, row) {
                Ok(place) => Next::Game(place),
                Err(_) if arena.is_open_to(row, self.matches.clock.now()) => Next::SetAside,
                Err(_) => Next::Over,
            }),
            Err(ArenaError::Match(error)) => Err(error),
            Err(ArenaError::Refused(ArenaRefusal::Playing)) => Ok(Next::SetAside),
            Err(ArenaError::Refused(_)) => Ok(Next::Over),
        }
    }

    /// Notes a match that is about to begin.
    pub async fn begin(&self, id: &MatchId, record: &Record) -> Result<(), ArenaError> {
        let Some(ArenaSeats { word, rows }) = &record.arena else { return Ok(()) };
        let x = record.seat_of(tictactoe_engine::Mark::X);
        let begin = |arena: Option<&ArenaRecord>| {
            let arena = arena.ok_or(ArenaRefusal::Over)?;
            Ok((arena.begin(id, *rows, x, self.matches.clock.now())?, ()))
        };
        self.change_settled(word, begin).await.map(drop)
    }

    /// Forgets a match that could not be created.
    pub async fn cancel(&self, id: &MatchId, record: &Record) -> Result<(), MatchError> {
        let Some(ArenaSeats { word, .. }) = &record.arena else { return Ok(()) };
        self.change_known(word, |arena| arena.cancel(id)).await
    }

    /// The player plays already, or is not to be paired any more.
    pub async fn is_busy(&self, word: &str, row: RowId) -> Result<bool, MatchError> {
        let (arena, now) = (self.load(word).await?, self.matches.clock.now());
        Ok(arena.is_none_or(|arena| arena.running_match(row).is_some() || !arena.is_open_to(row, now)))
    }

    /// Adds the result of a match that is over to the table, once.
    pub async fn finish(&self, id: &MatchId, record: &Record) -> Result<(), MatchError> {
        let Some(ArenaSeats { word, .. }) = &record.arena else { return Ok(()) };
        self.change_known(word, |arena| arena.finish(id, record)).await
    }

    /// The newest table, with the results of all matches that are over. `None` if there is no such arena.
    pub async fn table(&self, word: &str) -> Result<Option<ArenaRecord>, MatchError> {
        let Some(arena) = self.load(word).await? else { return Ok(None) };
        for running in arena.running() {
            // A game whose players are gone is ended here, so that what counts is stored.
            let expired = self.matches.expire(&running.id).await;
            let current = async { expired.map(drop).and(self.matches.load(&running.id).await) };
            match current.await {
                Ok((_, record)) if record.is_over() => self.finish(&running.id, &record).await?,
                Ok(_) => {}
                Err(MatchError::NoSuchMatch | MatchError::Corrupt(_)) => {
                    let now = self.matches.clock.now();
                    self.change_known(word, |arena| arena.forget(&running.id, now)).await?;
                }
                Err(error) => return Err(error),
            }
        }
        self.load(word).await
    }

    fn place(&self, arena: &ArenaRecord, id: RowId) -> Result<Place, ArenaError> {
        let now = self.matches.clock.now();
        let (row, seek) = arena.row(id).zip(arena.seek(id, now)).ok_or(ArenaRefusal::Over)?;
        Ok(Place { name: row.name.clone(), is_bot: row.is_bot, rules: arena.rules(), seek })
    }

    async fn load(&self, word: &str) -> Result<Option<ArenaRecord>, MatchError> {
        Ok(self.find(&key(word)).await?.map(|(_, arena)| arena))
    }

    async fn find(&self, key: &Key) -> Result<Option<(Revision, ArenaRecord)>, MatchError> {
        let Some(entry) = self.matches.store.get(key).await? else { return Ok(None) };
        Ok(Some((entry.revision, encoding::from_bytes(&entry.value)?)))
    }

    /// As [`Self::change`]. If a player seems to be playing, the results of all matches are added first: the last game may
    /// have ended while no one was there to add its result.
    async fn change_settled<T>(
        &self,
        word: &str,
        decide: impl Fn(Option<&ArenaRecord>) -> Result<(Option<ArenaRecord>, T), ArenaRefusal>,
    ) -> Result<(ArenaRecord, T), ArenaError> {
        match self.change(word, &decide).await {
            Err(ArenaError::Refused(ArenaRefusal::Playing)) => {
                self.table(word).await?;
                self.change(word, decide).await
            }
            changed => changed,
        }
    }

    async fn change_known(
        &self,
        word: &str,
        decide: impl Fn(&ArenaRecord) -> Option<ArenaRecord>,
    ) -> Result<(), MatchError> {
        let decide = |arena: Option<&ArenaRecord>| Ok((arena.and_then(&decide), ()));
        match self.change(word, decide).await {
            Err(ArenaError::Match(error)) => Err(error),
            Ok(_) | Err(ArenaError::Refused(_)) => Ok(()),
        }
    }

    /// Decides on an arena and commits the decision; starts over when another one was committed first. Returns the newest
    /// record, which there must be.
    async fn change<T>(
        &self,
        word: &str,
        decide: impl Fn(Option<&ArenaRecord>) -> Result<(Option<ArenaRecord>, T), ArenaRefusal>,
    ) -> Result<(ArenaRecord, T), ArenaError> {
        let key = key(word);
        for _ in 0..MAX_ATTEMPTS {
            let (expected, arena) = self.find(&key).await?.unzip();
            let (next, outcome) = decide(arena.as_ref())?;
            let Some(next) = next else {
                return Ok((arena.ok_or(ArenaRefusal::Over)?, outcome));
            };
            let remaining = self.matches.clock.now().until(next.ends_at).unwrap_or_default();
            let write = Write {
                expected,
                value: encoding::to_bytes(&next),
                ttl: remaining + if next.has_results() { KEEP_OVER } else { KEEP_UNUSED },
                history: None,
            };
            if self.matches.commit(&key, write).await?.is_some() {
                return Ok((next, outcome));
            }
            sleep(Duration::from_micros(random_u64().map_err(MatchError::from)? % 5_000)).await;
        }
        Err(MatchError::from(TooOften(RETRY_AFTER)).into())
    }
}

fn key(word: &str) -> Key {
    Key::from_word("arena", word)
}
