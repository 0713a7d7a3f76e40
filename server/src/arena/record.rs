//! What is stored of an arena, and every decision on it: pure functions of the record, the request and the time.
//!
//! A match that was begun in the arena is *running* until its result has been added to the rows, in the same write: so
//! each result counts once, whatever ends in between.

use std::cmp::Reverse;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_engine::Rules;

use crate::record::arena_seats::MIN_PLIES;
use crate::record::{BySeat, Ending, MatchId, Record, RowId, SeatId, Stage, Timestamp, encoding};
use crate::secret::{Secret, SecretHash};

/// The time for each move.
pub const MOVE_TIME: Duration = Duration::from_secs(10);

/// The most rows.
const MAX_ROWS: usize = 500;

/// A player who lets this many first moves run out in a row is not paired until the player asks for it.
const MAX_MISSED_STARTS: u8 = 2;

/// A match whose record is missing for so long was never created, or is lost.
const LOST_AFTER: Duration = Duration::from_secs(60);

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaRecord {
    #[serde(with = "encoding::rules")]
    rules: Option<Rules>,
    pub ends_at: Timestamp,
    /// Proves who opened the arena and may manage it; none if it was opened by joining.
    key: Option<SecretHash>,
    rows: Vec<Row>,
    running: Vec<Running>,
}

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub name: String,
    pub is_bot: bool,
    /// Proves the place.
    secret: SecretHash,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// How many games more the player has begun than the opponents.
    x_lead: i32,
    last_opponent: Option<RowId>,
    missed_starts: u8,
    /// By the person who manages the arena.
    is_removed: bool,
}

/// A match whose result has not been added yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub id: MatchId,
    pub rows: BySeat<RowId>,
    since: Timestamp,
}

/// A player of an arena who looks for an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaSeek {
    pub row: RowId,
    pub x_lead: i32,
    last_opponent: Option<RowId>,
}

impl ArenaSeek {
    /// The two have just played each other.
    pub fn has_just_met(&self, other: &Self) -> bool {
        self.last_opponent == Some(other.row) || other.last_opponent == Some(self.row)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    pub name: String,
    pub is_bot: bool,
}

/// Why an arena refuses a request. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArenaRefusal {
    Over,
    NameTaken,
    /// The secret proves no place.
    BadPlace,
    /// The player's game is still running.
    Playing,
    /// The person who manages the arena has removed the player.
    Removed,
    /// There is such an arena already.
    Exists,
    /// The secret is not the one of the person who opened the arena.
    BadKey,
    /// A name in the table stays as it is.
    NameIsFixed,
    NoSuchPlayer,
    NoSuchArena,
    Full,
}

impl Row {
    /// Two for a win, one for a draw.
    pub const fn points(&self) -> u32 {
        self.wins.saturating_mul(2).saturating_add(self.draws)
    }

    const fn games(&self) -> u32 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

impl ArenaRecord {
    pub const fn open(rules: Rules, ends_at: Timestamp, key: Option<SecretHash>) -> Self {
        Self { rules: Some(rules), ends_at, key, rows: Vec::new(), running: Vec::new() }
    }

    pub fn rules(&self) -> Rules {
        self.rules.unwrap_or_default()
    }

    pub fn is_over(&self, now: Timestamp) -> bool {
        self.ends_at <= now
    }

    pub fn running(&self) -> &[Running] {
        &self.running
    }

    /// The match that a player has begun and whose result has not been added.
    pub fn running_match(&self, row: RowId) -> Option<&MatchId> {
        let plays = |running: &&Running| running.rows.host == row || running.rows.guest == row;
        self.running.iter().find(plays).map(|running| &running.id)
    }

    pub fn row(&self, id: RowId) -> Option<&Row> {
        self.rows.get(usize::from(id.0))
    }

    /// The rows with their ranks' order: by points, then by wins, then fewer games first, then in the order of entry.
    pub fn ranking(&self) -> Vec<(RowId, &Row)> {
        let mut ranking: Vec<_> =
            (0..).map(RowId).zip(&self.rows).filter(|(_, row)| !row.is_removed).collect();
        ranking.sort_by_key(|(_, row)| (Reverse(row.points()), Reverse(row.wins), row.games()));
        ranking
    }

    /// Takes a new row, which `secret` proves from now on.
    pub fn enter(
        &self,
        entrant: &Entrant,
        secret: SecretHash,
        now: Timestamp,
    ) -> Result<(Self, RowId), ArenaRefusal> {
        if self.is_over(now) {
            return Err(ArenaRefusal::Over);
        }
        // Nobody takes the name of a player who was removed.
        let name = entrant.name.to_lowercase();
        if self.rows.iter().any(|row| row.name.to_lowercase() == name) {
            return Err(ArenaRefusal::NameTaken);
        }
        let id = u16::try_from(self.rows.len()).ok().filter(|&id| usize::from(id) < MAX_ROWS);
        let id = RowId(id.ok_or(ArenaRefusal::Full)?);
        let mut next = self.clone();
        next.rows.push(Row {
            name: entrant.name.clone(),
            is_bot: entrant.is_bot,
            secret,
            wins: 0,
            draws: 0,
            losses: 0,
            x_lead: 0,
            last_opponent: None,
            missed_starts: 0,
            is_removed: false,
        });
        Ok((next, id))
    }

    /// Takes the row again that `secret` proves. The player has asked for it, so is paired again.
    pub fn enter_again(&self, secret: &Secret, now: Timestamp) -> Result<(Self, RowId), ArenaRefusal> {
        if self.is_over(now) {
            return Err(ArenaRefusal::Over);
        }
        let id = self.find(|row| row.secret.is_hash_of(secret)).ok_or(ArenaRefusal::BadPlace)?;
        if self.row(id).is_some_and(|row| row.is_removed) {
            return Err(ArenaRefusal::Removed);
        }
        if self.running_match(id).is_some() {
            return Err(ArenaRefusal::Playing);
        }
        Ok((self.present(id), id))
    }

    /// The player is there, and is paired.
    pub fn present(&self, id: RowId) -> Self {
        let mut next = self.clone();
        next.change(id, |row| row.missed_starts = 0);
        next
    }

    /// The seek of a player who is to be paired; `None` for one who has missed too many first moves, and after the end.
    pub fn seek(&self, id: RowId, now: Timestamp) -> Option<ArenaSeek> {
        let row = self.row(id).filter(|row| !row.is_removed && row.missed_starts < MAX_MISSED_STARTS)?;
        if self.is_over(now) {
            return None;
        }
        Some(ArenaSeek { row: id, x_lead: row.x_lead, last_opponent: row.last_opponent })
    }

    /// The player may be paired again, at least on request.
    pub fn is_open_to(&self, id: RowId, now: Timestamp) -> bool {
        !self.is_over(now) && self.row(id).is_some_and(|row| !row.is_removed)
    }

    /// A match is about to begin, in which `x` plays X. Refused if one of the two is playing another one, and after the
    /// end.
    pub fn begin(
        &self,
        id: &MatchId,
        rows: BySeat<RowId>,
        x: SeatId,
        now: Timestamp,
    ) -> Result<Option<Self>, ArenaRefusal> {
        let is_removed = |id: RowId| self.row(id).is_none_or(|row| row.is_removed);
        if rows.host == rows.guest || is_removed(rows.host) || is_removed(rows.guest) {
            return Err(ArenaRefusal::Removed);
        }
        match SeatId::BOTH.map(|seat| self.running_match(*rows.get(seat))) {
            [Some(host), Some(guest)] if host == id && guest == id => return Ok(None),
            [None, None] if self.is_over(now) => return Err(ArenaRefusal::Over),
            [None, None] => {}
            _ => return Err(ArenaRefusal::Playing),
        }
        let mut next = self.clone();
        next.running.push(Running { id: id.clone(), rows, since: now });
        for seat in SeatId::BOTH {
            let opponent = *rows.get(seat.other());
            next.change(*rows.get(seat), |row| {
                row.last_opponent = Some(opponent);
                row.x_lead = row.x_lead.saturating_add(if seat == x { 1 } else { -1 });
            });
        }
        Ok(Some(next))
    }

    /// Adds the result of a match that is over; `None` if that changes nothing.
    pub fn finish(&self, id: &MatchId, record: &Record) -> Option<Self> {
        let Stage::Over { ending, .. } = record.stage else { return None };
        let mut next = self.clone();
        let running = next.take_running(id)?;
        let counts = record.game.ply() >= MIN_PLIES;
        for seat in SeatId::BOTH {
            next.change(*running.rows.get(seat), |row| {
                match ending {
                    Ending::Drawn => row.draws += 1,
                    Ending::Won { by, .. } if counts && by == seat => row.wins += 1,
                    Ending::Won { .. } if counts => row.losses += 1,
                    Ending::Won { .. } | Ending::Cancelled { .. } => {}
                }
                if matches!(ending, Ending::Cancelled { by, .. } if by == seat) {
                    row.missed_starts = row.missed_starts.saturating_add(1);
                } else if record.seat(seat).has_moved {
                    row.missed_starts = 0;
                }
            });
        }
        Some(next)
    }

    /// A game has been played to its end in this arena.
    pub fn has_results(&self) -> bool {
        self.rows.iter().any(|row| row.games() > 0)
    }

    /// Forgets a match that could not be created.
    pub fn cancel(&self, id: &MatchId) -> Option<Self> {
        let mut next = self.clone();
        next.take_running(id)?;
        Some(next)
    }

    /// Forgets a running match that has no record, unless it has just begun: then that may be on its way.
    pub fn forget(&self, id: &MatchId, now: Timestamp) -> Option<Self> {
        let is_lost = |running: &&Running| running.id == *id && running.since.after(LOST_AFTER) <= now;
        self.running.iter().find(is_lost)?;
        let mut next = self.clone();
        next.take_running(id)?;
        Some(next)
    }

    /// Ends the arena, for the person with this key.
    pub fn end(&self, key: &Secret, now: Timestamp) -> Result<Self, ArenaRefusal> {
        self.check_key(key)?;
        Ok(Self { ends_at: self.ends_at.min(now), ..self.clone() })
    }

    /// Removes a player, for the person with this key.
    pub fn remove(&self, key: &Secret, name: &str) -> Result<Self, ArenaRefusal> {
        self.check_key(key)?;
        let id = self.named(name).ok_or(ArenaRefusal::NoSuchPlayer)?;
        let mut next = self.clone();
        next.change(id, |row| row.is_removed = true);
        Ok(next)
    }

    /// Renames a player, for the person with this key.
    pub fn rename(&self, key: &Secret, from: &str, to: &str) -> Result<Self, ArenaRefusal> {
        self.check_key(key)?;
        let id = self.named(from).ok_or(ArenaRefusal::NoSuchPlayer)?;
        if self.named(to).is_some_and(|other| other != id) {
            return Err(ArenaRefusal::NameTaken);
        }
        let mut next = self.clone();
        next.change(id, |row| to.clone_into(&mut row.name));
        Ok(next)
    }

    fn check_key(&self, key: &Secret) -> Result<(), ArenaRefusal> {
        let is_right = self.key.as_ref().is_some_and(|hash| hash.is_hash_of(key));
        if is_right { Ok(()) } else { Err(ArenaRefusal::BadKey) }
    }

    fn named(&self, name: &str) -> Option<RowId> {
        let name = name.to_lowercase();
        self.find(|row| !row.is_removed && row.name.to_lowercase() == name)
    }

    fn find(&self, is_it: impl Fn(&Row) -> bool) -> Option<RowId> {
        let at = self.rows.iter().position(is_it)?;
        u16::try_from(at).ok().map(RowId)
    }

    fn take_running(&mut self, id: &MatchId) -> Option<Running> {
        let at = self.running.iter().position(|running| running.id == *id)?;
        Some(self.running.swap_remove(at))
    }

    fn change(&mut self, id: RowId, change: impl FnOnce(&mut Row)) {
        if let Some(row) = self.rows.get_mut(usize::from(id.0)) {
            change(row);
        }
    }
}
