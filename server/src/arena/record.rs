//! The stored state of an arena, and every decision on it: pure functions of the record, the request and the time.
//!
//! A match of the arena is *running* until its result is added to the rows. One write adds the result and removes the
//! match, so each result counts once, even if a server is killed in between.

use std::cmp::Reverse;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_engine::Rules;
use tictactoe_protocol::client::ArenaChange;

use crate::record::{
    ArenaRefusal, BySeat, Ending, MatchId, Record, RowId, SeatId, Stage, Timestamp, encoding,
};
use crate::secret::{Secret, SecretHash};

/// The time for each move.
pub const MOVE_TIME: Duration = Duration::from_secs(10);

/// A player who gives up this many games in a row before both have moved is not paired until the player asks for it.
const MAX_MISSED_STARTS: u8 = 2;

/// Stored: see [`encoding`](crate::record::encoding) before a field is added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaRecord {
    #[serde(with = "encoding::rules")]
    rules: Option<Rules>,
    pub ends_at: Timestamp,
    /// `Some(true)`: only bots may take part; `Some(false)`: only people.
    only_bots: Option<bool>,
    /// Proves who opened the arena and may manage it.
    key: SecretHash,
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
    /// Games as X minus games as O.
    x_lead: i32,
    last_opponent: Option<RowId>,
    missed_starts: u8,
    /// The person who manages the arena has removed the player.
    is_removed: bool,
}

/// A match whose result has not been added yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub id: MatchId,
    rows: BySeat<RowId>,
    pub since: Timestamp,
}

/// A player of an arena who looks for an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaSeek {
    pub row: RowId,
    pub x_lead: i32,
    pub last_opponent: Option<RowId>,
}

/// A player who is to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub is_bot: bool,
    pub rules: Rules,
    pub seek: ArenaSeek,
    /// The player opened the arena.
    pub manages: bool,
}

/// A player who enters. The first one opens the arena, with `rules`, `lasts` and `only_bots`.
#[derive(Clone)]
pub struct Entrant {
    pub name: String,
    pub is_bot: bool,
    /// Proves the place: an earlier one, or a new one from now on.
    pub secret: Secret,
    pub rules: Rules,
    pub lasts: Duration,
    pub only_bots: Option<bool>,
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
    pub fn open(by: &Entrant, max_duration: Duration, now: Timestamp) -> Self {
        Self {
            rules: Some(by.rules),
            ends_at: now.after(by.lasts.min(max_duration)),
            only_bots: by.only_bots,
            key: by.secret.hash(),
            rows: Vec::new(),
            running: Vec::new(),
        }
    }

    pub fn rules(&self) -> Rules {
        self.rules.unwrap_or_default()
    }

    pub fn running(&self) -> &[Running] {
        &self.running
    }

    /// The match that a player has begun and whose result has not been added.
    pub fn running_match(&self, row: RowId) -> Option<&MatchId> {
        let plays = |running: &&Running| running.rows.host == row || running.rows.guest == row;
        self.running.iter().find(plays).map(|running| &running.id)
    }

    /// The rows in the order of their ranks: by points, then by wins, then fewer games first, then in the order of
    /// entry.
    pub fn ranking(&self) -> Vec<(RowId, &Row)> {
        let mut ranking: Vec<_> =
            (0..).map(RowId).zip(&self.rows).filter(|(_, row)| !row.is_removed).collect();
        ranking.sort_by_key(|(_, row)| (Reverse(row.points()), Reverse(row.wins), row.games()));
        ranking
    }

    /// Takes the row that the player's secret proves, or else a new one.
    pub fn enter(
        &mut self,
        entrant: &Entrant,
        max_players: u16,
        now: Timestamp,
    ) -> Result<Place, ArenaRefusal> {
        let known = self.find(|row| row.secret.is_hash_of(&entrant.secret));
        let id = known.map_or_else(|| self.add(entrant, max_players, now), Ok)?;
        self.forgive(id);
        self.place(id, now)
    }

    fn add(&mut self, entrant: &Entrant, max_players: u16, now: Timestamp) -> Result<RowId, ArenaRefusal> {
        if self.is_over(now) {
            return Err(ArenaRefusal::Over);
        }
        // A person may open an arena for bots.
        let is_opener = self.key.is_hash_of(&entrant.secret);
        if let Some(bots) = self.only_bots.filter(|&bots| bots != entrant.is_bot && !is_opener) {
            return Err(ArenaRefusal::OnlyFor { bots });
        }
        // The name of a player who was removed stays taken.
        let name = entrant.name.to_lowercase();
        if self.rows.iter().any(|row| row.name.to_lowercase() == name) {
            return Err(ArenaRefusal::NameTaken);
        }
        let id = u16::try_from(self.rows.len()).ok().filter(|&id| id < max_players);
        let id = RowId(id.ok_or(ArenaRefusal::Full)?);
        self.rows.push(Row {
            name: entrant.name.clone(),
            is_bot: entrant.is_bot,
            secret: entrant.secret.hash(),
            wins: 0,
            draws: 0,
            losses: 0,
            x_lead: 0,
            last_opponent: None,
            missed_starts: 0,
            is_removed: false,
        });
        Ok(id)
    }

    /// The player has asked for the next game.
    pub fn forgive(&mut self, id: RowId) {
        self.change(id, |row| row.missed_starts = 0);
    }

    /// The place of a player, unless the player must not be paired.
    pub fn place(&self, id: RowId, now: Timestamp) -> Result<Place, ArenaRefusal> {
        let row = self.rows.get(usize::from(id.0)).filter(|row| !row.is_removed);
        let row = row.ok_or(ArenaRefusal::Removed)?;
        if self.is_over(now) {
            let ranking = self.ranking();
            let better = ranking.iter().take_while(|(other, _)| *other != id).count();
            let (players, is_final) = (ranking.len(), self.running.is_empty());
            return Err(ArenaRefusal::Finished { rank: better + 1, players, is_final });
        }
        if self.running_match(id).is_some() {
            return Err(ArenaRefusal::Playing);
        }
        if row.missed_starts >= MAX_MISSED_STARTS {
            return Err(ArenaRefusal::SetAside);
        }
        let seek = ArenaSeek { row: id, x_lead: row.x_lead, last_opponent: row.last_opponent };
        let (name, manages) = (row.name.clone(), row.secret == self.key);
        Ok(Place { name, is_bot: row.is_bot, rules: self.rules(), seek, manages })
    }

    /// Notes a match that is about to begin, in which `x` plays X. Refused unless both players may be paired.
    pub fn begin(
        &mut self,
        id: &MatchId,
        rows: BySeat<RowId>,
        x: SeatId,
        now: Timestamp,
    ) -> Result<(), ArenaRefusal> {
        // The write is repeated.
        if self.running.iter().any(|running| running.id == *id && running.rows == rows) {
            return Ok(());
        }
        if rows.host == rows.guest {
            return Err(ArenaRefusal::Playing);
        }
        for seat in SeatId::BOTH {
            self.place(*rows.get(seat), now)?;
        }
        self.running.push(Running { id: id.clone(), rows, since: now });
        for seat in SeatId::BOTH {
            let opponent = *rows.get(seat.other());
            self.change(*rows.get(seat), |row| {
                row.last_opponent = Some(opponent);
                row.x_lead = row.x_lead.saturating_add(if seat == x { 1 } else { -1 });
            });
        }
        Ok(())
    }

    /// Adds the result of a match that is over, once.
    pub fn finish(&mut self, id: &MatchId, record: &Record) {
        let Stage::Over { ending, .. } = record.stage else { return };
        let Some(running) = self.forget(id) else { return };
        for seat in SeatId::BOTH {
            self.change(*running.rows.get(seat), |row| {
                match ending {
                    Ending::Won { by, .. } if by == seat => row.wins += 1,
                    Ending::Won { .. } => row.losses += 1,
                    Ending::Drawn => row.draws += 1,
                    Ending::Cancelled { by, .. } if by == seat => {
                        row.missed_starts = row.missed_starts.saturating_add(1);
                        return;
                    }
                    Ending::Cancelled { .. } => {}
                }
                if record.seat(seat).has_moved {
                    row.missed_starts = 0;
                }
            });
        }
    }

    /// A game has been played to its end in this arena.
    pub fn has_results(&self) -> bool {
        self.rows.iter().any(|row| row.games() > 0)
    }

    /// Forgets a match that has no record.
    pub fn forget(&mut self, id: &MatchId) -> Option<Running> {
        let at = self.running.iter().position(|running| running.id == *id)?;
        Some(self.running.swap_remove(at))
    }

    /// Changes the arena for the player who opened it, also after that player has left or was removed.
    pub fn manage(&mut self, key: &Secret, change: &ArenaChange, now: Timestamp) -> Result<(), ArenaRefusal> {
        if !self.key.is_hash_of(key) {
            return Err(ArenaRefusal::BadKey);
        }
        match change {
            ArenaChange::End => self.ends_at = self.ends_at.min(now),
            ArenaChange::Remove(name) => {
                let id = self.named(name)?;
                self.change(id, |row| row.is_removed = true);
            }
            ArenaChange::Rename { from, to } => {
                let id = self.named(from)?;
                if self.named(to).is_ok_and(|other| other != id) {
                    return Err(ArenaRefusal::NameTaken);
                }
                self.change(id, |row| to.clone_into(&mut row.name));
            }
        }
        Ok(())
    }

    pub fn is_over(&self, now: Timestamp) -> bool {
        self.ends_at <= now
    }

    fn named(&self, name: &str) -> Result<RowId, ArenaRefusal> {
        let name = name.to_lowercase();
        let found = self.find(|row| !row.is_removed && row.name.to_lowercase() == name);
        found.ok_or(ArenaRefusal::NoSuchPlayer)
    }

    fn find(&self, is_it: impl Fn(&Row) -> bool) -> Option<RowId> {
        let at = self.rows.iter().position(is_it)?;
        u16::try_from(at).ok().map(RowId)
    }

    fn change(&mut self, id: RowId, change: impl FnOnce(&mut Row)) {
        if let Some(row) = self.rows.get_mut(usize::from(id.0)) {
            change(row);
        }
    }
}
