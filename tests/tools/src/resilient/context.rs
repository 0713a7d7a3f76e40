//! What the players of a run share: the server, the journal and the counts.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tictactoe_protocol::values::MatchId;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::kill_switch::KillSwitch;
use crate::journal::Journal;
use harness::wait::in_time_or;

/// The network between the players and the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Every message arrives once and in order while the connection lasts.
    Reliable,
    /// Messages are dropped, doubled, and delivered after their connection has ended.
    Lossy,
}

#[derive(Debug, Clone, Copy)]
pub struct Behavior {
    pub network: Network,
    /// After this long without progress a player asks again, and the third time reconnects.
    pub quiet_limit: Duration,
    pub think_time: Duration,
}

/// What the players of a run share.
pub struct RunContext {
    /// Those of all servers, of which each player knows all.
    pub addresses: Vec<SocketAddr>,
    pub behavior: Behavior,
    pub journal: Journal,
    pub kill_switch: KillSwitch,
    pub tally: Tally,
    generation: AtomicU64,
    contacts: Mutex<HashMap<u64, Contact>>,
    contact_changed: Notify,
    last_receipt: Mutex<Instant>,
}

/// The last time that a player made progress.
#[derive(Debug, Clone, Copy)]
struct Contact {
    /// That of the server to which it was connected.
    generation: u64,
    at: Instant,
}

#[derive(Debug, Default)]
pub struct Tally {
    /// Finished games, counted once per player.
    pub games: Count,
    pub receipts: Count,
    pub resends: Count,
    /// Receipts marked as duplicates.
    pub duplicates: Count,
    pub resumes: Count,
    pub lost: Count,
    pub given_up: Count,
    pub superseded: Count,
    pub rejoined: Count,
    /// Matches abandoned because the game was cancelled or the opponent never got a seat.
    pub abandoned: Count,
    /// The longest time in ms from a lost connection to the first progress on another.
    pub longest_gap: Count,
    /// The longest time in ms from the first sending of an action until it was acknowledged or shown.
    pub longest_wait: Count,
    /// The longest time in ms without a receipt of any player.
    pub longest_pause: Count,
}

#[derive(Debug, Default)]
pub struct Count(AtomicU64);

impl Count {
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn raise(&self, to: u64) {
        self.0.fetch_max(to, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts from 0 again.
    pub fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

impl RunContext {
    pub fn at(address: SocketAddr, behavior: Behavior) -> Self {
        Self::at_any_of(vec![address], behavior)
    }

    /// Each connection of a player is to any of these servers.
    pub fn at_any_of(addresses: Vec<SocketAddr>, behavior: Behavior) -> Self {
        Self {
            addresses,
            behavior,
            journal: Journal::default(),
            kill_switch: KillSwitch::default(),
            tally: Tally::default(),
            generation: AtomicU64::new(0),
            contacts: Mutex::default(),
            contact_changed: Notify::new(),
            last_receipt: Mutex::new(Instant::now()),
        }
    }

    pub fn server_died(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
    }

    pub(super) fn record_contact(&self, player: u64, generation: u64) {
        self.contacts().insert(player, Contact { generation, at: Instant::now() });
        self.contact_changed.notify_waiters();
    }

    pub(super) fn record_receipt(&self) {
        self.tally.receipts.add();
        let mut last = self.last_receipt.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = std::mem::replace(&mut *last, Instant::now()).elapsed();
        self.tally.longest_pause.raise(u64::try_from(pause.as_millis()).unwrap_or(u64::MAX));
    }

    pub(super) fn player_finished(&self, player: u64) {
        self.contacts().remove(&player);
        self.contact_changed.notify_waiters();
    }

    /// Waits until every player is connected to this generation of the server.
    pub async fn wait_for_all_players(&self) {
        let generation = self.generation();
        self.wait_until_all(|contact| contact.generation >= generation).await;
    }

    /// Waits until every player has made progress after this.
    pub async fn wait_for_progress_since(&self, when: Instant) {
        self.wait_until_all(|contact| contact.at > when).await;
    }

    async fn wait_until_all(&self, is_there: impl Fn(&Contact) -> bool) {
        let missing = || self.contacts().values().filter(|contact| !is_there(contact)).count();
        let back = async {
            loop {
                let contact_changed = self.contact_changed.notified();
                tokio::pin!(contact_changed);
                contact_changed.as_mut().enable();
                if missing() == 0 {
                    return;
                }
                contact_changed.await;
            }
        };
        in_time_or(|| format!("{} players to come back", missing()), back).await;
    }

    fn contacts(&self) -> MutexGuard<'_, HashMap<u64, Contact>> {
        self.contacts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The seats of two players who are to play each other. A server may die between giving a seat and telling its
/// player; then the opponent has to know.
#[derive(Debug, Default)]
pub struct Table([Mutex<Option<MatchId>>; 2]);

impl Table {
    pub(super) fn set_seat(&self, side: usize, at: Option<MatchId>) {
        *self.place(side) = at;
    }

    pub(super) fn other_has_seat(&self, side: usize, at: &MatchId) -> bool {
        self.place(1 - side).as_ref() == Some(at)
    }

    fn place(&self, side: usize) -> MutexGuard<'_, Option<MatchId>> {
        self.0[side].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
