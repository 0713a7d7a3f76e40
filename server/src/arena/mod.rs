//! Arenas: a word under which everyone who is free is paired again and again, with a table.
//!
//! [`record`] is the stored state of an arena. This file loads it, decides and commits. The matchmaker pairs the
//! players of an arena as it pairs others. Their match is an ordinary match that knows its arena and the rows of its
//! players.

pub mod record;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tictactoe_engine::Mark;
use tictactoe_protocol::client::ArenaChange;

use crate::matches::{MAX_ATTEMPTS, MatchError, Matches, too_many_conflicts, wait_after_conflict};
use crate::record::{ArenaRefusal, ArenaSeats, MatchId, Record, RowId, Timestamp, encoding};
use crate::secret::Secret;
use crate::settings::ArenaLimits;
use crate::store::{Key, Revision, Write};
use crate::token_bucket::TooOften;
use crate::ttl_cache::TtlCaches;

use record::{ArenaRecord, Entrant, Place};

/// How long the table of an arena is kept after its end.
const KEEP_OVER: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The same if no game was played in the arena.
const KEEP_UNUSED: Duration = Duration::from_secs(10 * 60);

/// A running match without a record was never created, or is lost, if it began longer ago than this.
const LOST_AFTER: Duration = Duration::from_secs(60);

pub struct Arenas {
    matches: Arc<Matches>,
    limits: ArenaLimits,
    /// The end of each arena that was changed on this node since its start. Only these count towards the limit.
    ends: Mutex<HashMap<Key, Timestamp>>,
    /// The results that an arena lacks after its end are added once a second, however many players wait for them.
    last_results: TtlCaches<Key, ()>,
}

impl Arenas {
    pub fn new(matches: Arc<Matches>, limits: ArenaLimits) -> Self {
        Self { matches, limits, ends: Mutex::default(), last_results: TtlCaches::new() }
    }

    /// Enters an arena. The first player opens it, unless this node has its limit or `take_price` refuses, and can
    /// manage it with the secret of the place. Returns the price if this has opened the arena.
    pub async fn enter<P>(
        &self,
        word: &str,
        entrant: &Entrant,
        take_price: impl Fn() -> Result<P, TooOften>,
    ) -> Result<(Place, Option<P>), MatchError> {
        let enter = |arena: &mut Option<ArenaRecord>, now: Timestamp| {
            let mut price = None;
            if arena.is_none() {
                let mut ends = self.ends.lock();
                ends.retain(|_, ends_at| *ends_at > now);
                if ends.len() >= self.limits.count {
                    return Err(ArenaRefusal::TooMany.into());
                }
                drop(ends);
                price = Some(take_price()?);
            }
            let arena = arena.get_or_insert_with(|| ArenaRecord::open(entrant, self.limits.lasts, now));
            Ok((arena.enter(entrant, self.limits.players, now)?, price))
        };
        self.change_or_open(word, enter).await
    }

    /// Carries out a change by the person who opened the arena.
    pub async fn manage(&self, word: &str, key: &Secret, change: &ArenaChange) -> Result<(), MatchError> {
        self.change(word, |arena, now| arena.manage(key, change, now)).await
    }

    /// The place of a player who waits. Each asks twice a second, so this only reads.
    pub async fn place(&self, word: &str, row: RowId) -> Result<Place, MatchError> {
        let arena = self.find(&key(word)).await?.ok_or(ArenaRefusal::NoSuchArena);
        let place = arena.and_then(|(_, arena)| arena.place(row, self.matches.clock.now()));
        self.place_or_end(word, place.map_err(MatchError::from)).await
    }

    /// The place of a player whose game is over. If the player has asked for the next game, the games that the player
    /// gave up are forgiven.
    pub async fn next_place(&self, word: &str, row: RowId, has_asked: bool) -> Result<Place, MatchError> {
        let next = |arena: &mut ArenaRecord, now| {
            if has_asked {
                arena.forgive(row);
            }
            arena.place(row, now)
        };
        self.place_or_end(word, self.change(word, next).await).await
    }

    /// Tells a player without a place about the end of the arena.
    async fn place_or_end(&self, word: &str, place: Result<Place, MatchError>) -> Result<Place, MatchError> {
        match place {
            // To a player of an arena, one that is no longer stored is over.
            Err(MatchError::Arena(ArenaRefusal::NoSuchArena)) => Err(ArenaRefusal::Over.into()),
            Err(error @ MatchError::Arena(ArenaRefusal::Finished { is_final: false, .. })) => {
                // The players of a last game may both be gone.
                let add = async || {
                    if let Err(error) = self.add_missing_results(word).await {
                        tracing::debug!(%error, "cannot add the last results of an arena: retrying");
                    }
                };
                self.last_results.get(key(word), add).await;
                Err(error)
            }
            other => other,
        }
    }

    /// Notes a match that is about to begin.
    pub async fn begin(&self, id: &MatchId, record: &Record) -> Result<(), MatchError> {
        let Some(ArenaSeats { word, rows }) = &record.arena else { return Ok(()) };
        let begin = |arena: &mut ArenaRecord, now| arena.begin(id, *rows, record.seat_of(Mark::X), now);
        self.change(word, begin).await
    }

    /// Forgets a match that could not be created.
    pub async fn forget(&self, word: &str, id: &MatchId) -> Result<(), MatchError> {
        self.change(word, |arena, _| Ok(arena.forget(id))).await.map(drop)
    }

    /// Adds the result of a match that is over to the table, once.
    pub async fn finish(&self, id: &MatchId, record: &Record) -> Result<(), MatchError> {
        let Some(ArenaSeats { word, .. }) = &record.arena else { return Ok(()) };
        let finish = |arena: &mut ArenaRecord, _| {
            arena.finish(id, record);
            Ok(())
        };
        self.change(word, finish).await
    }

    /// The newest table, with the results of all matches that are over.
    pub async fn table(&self, word: &str) -> Result<ArenaRecord, MatchError> {
        self.add_missing_results(word).await?;
        let (_, arena) = self.find(&key(word)).await?.ok_or(ArenaRefusal::NoSuchArena)?;
        Ok(arena)
    }

    /// Adds the results of the matches that ended without a connection that could add them.
    async fn add_missing_results(&self, word: &str) -> Result<(), MatchError> {
        let Some((_, arena)) = self.find(&key(word)).await? else { return Ok(()) };
        for running in arena.running() {
            // End a game that has expired without its players, so that its result is stored.
            let current = async {
                self.matches.expire(&running.id).await?;
                self.matches.load(&running.id).await
            };
            match current.await {
                Ok((_, record)) if record.is_over() => self.finish(&running.id, &record).await?,
                // The record of a match that has just begun may not be written yet.
                Err(MatchError::NoSuchMatch)
                    if running.since.after(LOST_AFTER) <= self.matches.clock.now() =>
                {
                    self.forget(word, &running.id).await?;
                }
                Ok(_) | Err(MatchError::NoSuchMatch) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn find(&self, key: &Key) -> Result<Option<(Revision, ArenaRecord)>, MatchError> {
        let Some(entry) = self.matches.store.get(key).await? else { return Ok(None) };
        Ok(Some((entry.revision, encoding::from_bytes(&entry.value)?)))
    }

    async fn change<T>(
        &self,
        word: &str,
        decide: impl Fn(&mut ArenaRecord, Timestamp) -> Result<T, ArenaRefusal>,
    ) -> Result<T, MatchError> {
        let decide = |arena: &mut Option<ArenaRecord>, now| {
            Ok(decide(arena.as_mut().ok_or(ArenaRefusal::NoSuchArena)?, now)?)
        };
        self.change_or_open(word, decide).await
    }

    /// Decides on an arena and commits the decision, if it changes anything. Retries when another decision was
    /// committed first, and once if a player seems to be playing: the result of the last game may be missing.
    async fn change_or_open<T>(
        &self,
        word: &str,
        decide: impl Fn(&mut Option<ArenaRecord>, Timestamp) -> Result<T, MatchError>,
    ) -> Result<T, MatchError> {
        let (key, mut has_all_results) = (key(word), false);
        for _ in 0..MAX_ATTEMPTS {
            let (expected, arena) = self.find(&key).await?.unzip();
            let (mut next, now) = (arena.clone(), self.matches.clock.now());
            let outcome = match decide(&mut next, now) {
                Err(MatchError::Arena(ArenaRefusal::Playing)) if !has_all_results => {
                    Box::pin(self.add_missing_results(word)).await?;
                    has_all_results = true;
                    continue;
                }
                decided => decided?,
            };
            let Some(next) = next.filter(|next| Some(next) != arena.as_ref()) else { return Ok(outcome) };
            let keep = if next.has_results() { KEEP_OVER } else { KEEP_UNUSED };
            let ttl = now.until(next.ends_at).unwrap_or_default() + keep;
            let write = Write { expected, value: encoding::to_bytes(&next), ttl, history: None };
            if self.matches.commit_or_read_back(&key, write).await?.is_some() {
                self.ends.lock().insert(key, next.ends_at);
                return Ok(outcome);
            }
            wait_after_conflict().await;
        }
        Err(too_many_conflicts())
    }
}

fn key(word: &str) -> Key {
    Key::from_word("arena", word)
}
