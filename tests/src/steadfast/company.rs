//! What the players of a run have in common: the server, the journal, and what is counted.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tictactoe_protocol::values::MatchId;
use tokio::sync::Notify;

use super::fuse::Fuse;
use crate::journal::Journal;
use crate::wait::in_time_or;

/// What lies between the players and the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weather {
    /// Nothing: whatever is sent arrives once and in order, as long as the connection lasts.
    Calm,
    /// Something that drops and doubles messages, and delivers some when their connection has ended.
    Rough,
}

/// How players behave.
#[derive(Debug, Clone, Copy)]
pub struct Manners {
    /// What lies between them and the server.
    pub weather: Weather,
    /// A player who has heard no news for this long asks again; after three times on a new connection.
    pub patience: Duration,
    /// The longest that a player thinks about a move.
    pub pace: Duration,
}

/// The players of a run.
pub struct Company {
    /// Where they find the server.
    pub address: SocketAddr,
    /// How they behave.
    pub manners: Manners,
    /// What they were told.
    pub journal: Journal,
    /// What may kill the server just when one of them does something.
    pub fuse: Fuse,
    /// What is counted.
    pub tally: Tally,
    lives: AtomicU64,
    roll: Mutex<HashMap<u64, u64>>,
    answered: Notify,
}

/// What is counted.
#[derive(Debug, Default)]
pub struct Tally {
    /// Games whose end a player was shown, each player's counted.
    pub games: Count,
    /// Receipts of moves.
    pub receipts: Count,
    /// Messages that were sent again.
    pub resends: Count,
    /// Receipts that said that it had been done before.
    pub duplicates: Count,
    /// Seats that were taken again with a ticket.
    pub resumes: Count,
    /// Connections that ended before their match did.
    pub lost: Count,
    /// Connections that were given up because nothing came.
    pub given_up: Count,
    /// Connections that were closed because the ticket was shown on another one.
    pub superseded: Count,
    /// Joins that were asked again because their answer was lost.
    pub joined_again: Count,
    /// Matches that were left because the game was cancelled, or the other player was never told of it.
    pub begun_anew: Count,
    /// The longest time in ms from the loss of a connection to the first news on another.
    pub longest_gap: Count,
}

/// A number that only rises.
#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// At least so many.
    pub fn raise(&self, to: u64) {
        self.0.fetch_max(to, Ordering::Relaxed);
    }

    /// How many there are.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Company {
    /// Players of a server at this address. Nothing has been told yet.
    pub fn at(address: SocketAddr, manners: Manners) -> Self {
        Self {
            address,
            manners,
            journal: Journal::default(),
            fuse: Fuse::default(),
            tally: Tally::default(),
            lives: AtomicU64::new(0),
            roll: Mutex::default(),
            answered: Notify::new(),
        }
    }

    /// The server is dead, and will have another life.
    pub fn bury(&self) {
        self.lives.fetch_add(1, Ordering::SeqCst);
    }

    /// Which life of the server this is.
    pub(super) fn life(&self) -> u64 {
        self.lives.load(Ordering::SeqCst)
    }

    /// A player has news from this life of the server.
    pub(super) fn answers(&self, player: u64, life: u64) {
        if self.roll().insert(player, life) != Some(life) {
            self.answered.notify_waiters();
        }
    }

    /// A player has nothing more to play for.
    pub(super) fn goes(&self, player: u64) {
        self.roll().remove(&player);
        self.answered.notify_waiters();
    }

    /// Waits until every player has come back to this life of the server.
    pub async fn all_back(&self) {
        let life = self.life();
        let missing = || self.roll().values().filter(|seen| **seen < life).count();
        let back = async {
            loop {
                let answered = self.answered.notified();
                tokio::pin!(answered);
                answered.as_mut().enable();
                if missing() == 0 {
                    return;
                }
                answered.await;
            }
        };
        in_time_or(|| format!("{} players to come back after a restart", missing()), back).await;
    }

    fn roll(&self) -> MutexGuard<'_, HashMap<u64, u64>> {
        self.roll.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where two players sit who are to play each other. A player who is told of a seat may die with the server before
/// reading it: then the other one sits opposite nobody, and has to know.
#[derive(Debug, Default)]
pub struct Table([Mutex<Option<MatchId>>; 2]);

impl Table {
    /// One of the players has been told of a seat in this match, or has given all seats up.
    pub(super) fn sits(&self, side: usize, at: Option<MatchId>) {
        *self.place(side) = at;
    }

    /// Whether the other player knows of a seat in this match.
    pub(super) fn other_sits(&self, side: usize, at: &MatchId) -> bool {
        self.place(1 - side).as_ref() == Some(at)
    }

    fn place(&self, side: usize) -> MutexGuard<'_, Option<MatchId>> {
        self.0[side].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
