//! The seeks of this node, behind one lock: the waiting players, and the channels that notify their connections.
//!
//! A seek has two owners: the connection of its player has a [`Place`], and the task that writes its match has a
//! [`PairingSeek`]. Dropping either one gives it back.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::Instant;

use super::queues::{Found, Lobby, Queues, SeekState};
use super::request::{self, JoinRequest, Terms};
use crate::matches::MatchError;
use crate::matches::hub::Unconfirmed;
use crate::record::{BySeat, MatchId, SeatId};
use crate::secret::{Secret, SecretHash};

/// How long two players of an arena who have just played each other wait for someone else.
pub(super) const REPETITION_AFTER: Duration = Duration::from_millis(400);

#[derive(Default)]
pub(super) struct Seeks(Mutex<Queues<Waiting>>);

/// The data of a seek.
struct Waiting {
    player: Player,
    since: Instant,
    status: watch::Sender<Status>,
    /// The connection ended while the seek was pairing, so the seek is removed after that.
    is_abandoned: bool,
}

#[derive(Clone)]
pub struct Player {
    pub request: JoinRequest,
    pub secret: SecretHash,
}

#[derive(Clone, Default)]
struct Status {
    /// The number of connections that have resumed the seek. The newest one has it.
    newest_connection: u32,
    /// Set once the match has begun.
    begun: Option<(SeatId, Unconfirmed)>,
}

/// A waiting player, as others may see the player.
#[derive(Serialize, Deserialize)]
pub struct WaitingPlayer {
    pub request: JoinRequest,
    pub waiting: Duration,
}

/// An opponent for a player who joins.
pub(super) enum Opponent {
    /// The player who waited the longest.
    Found(PairingSeek),
    /// In this room, another seek is pairing: look again afterwards.
    Pairing(MatchId),
    /// The player who waits in this room wants another game.
    OtherTerms(Terms),
}

pub(super) enum Resumed {
    Waiting(Box<JoinRequest>, Place),
    /// Its match is being written.
    Pairing,
    BadTicket,
    NoSuchSeek,
}

/// The answer to another node that asks for a seek whose player has connected to it.
#[derive(Serialize, Deserialize)]
pub enum Release {
    Released(WaitingPlayer),
    /// Its match is being written: ask again.
    Pairing,
    Gone,
}

impl Seeks {
    pub(super) fn count(&self) -> usize {
        self.0.lock().count()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// Finds an opponent, or else adds the player to the queue. In an arena it only adds: a look-up pairs later.
    pub(super) fn find_or_add(
        self: &Arc<Self>,
        id: &MatchId,
        player: &Player,
        since: Instant,
    ) -> Result<Opponent, Place> {
        let mut queues = self.0.lock();
        if player.request.arena.is_some() {
            end_earlier_seek(&mut queues, &player.request);
            return Err(self.add(&mut queues, id, player.clone(), since));
        }
        self.find_in(&mut queues, player).ok_or_else(|| self.add(&mut queues, id, player.clone(), since))
    }

    pub(super) fn find(self: &Arc<Self>, player: &Player) -> Option<Opponent> {
        self.find_in(&mut self.0.lock(), player)
    }

    fn find_in(self: &Arc<Self>, queues: &mut Queues<Waiting>, player: &Player) -> Option<Opponent> {
        let request = &player.request;
        match queues.find(&request.words(), Lobby::from_request(request), |host| host.may_meet(request)) {
            Found::NoOpponent => None,
            Found::Host(host) => Some(Opponent::Found(PairingSeek::new(self, SeatId::Host, host))),
            Found::Pairing(other) => Some(Opponent::Pairing(other)),
            Found::OtherTerms(terms) => Some(Opponent::OtherTerms(terms)),
        }
    }

    fn add(
        self: &Arc<Self>,
        queues: &mut Queues<Waiting>,
        id: &MatchId,
        player: Player,
        since: Instant,
    ) -> Place {
        let (sender, status) = watch::channel(Status::default());
        let request = player.request.clone();
        let waiting = Waiting { player, since, status: sender, is_abandoned: false };
        queues.add(id, request.words(), Lobby::from_request(&request), request.standing.is_next, waiting);
        Place { seeks: Arc::clone(self), id: id.clone(), since, connection: 0, status }
    }

    /// Pairs a waiting seek with another one in its lobby. Two can wait there in an arena, after a match could not be
    /// written, and after one of them was pairing with a player of another node.
    pub(super) fn find_other(self: &Arc<Self>, id: &MatchId) -> Option<BySeat<PairingSeek>> {
        let may_meet = |one: &Waiting, other: &Waiting| {
            one.may_meet(&other.player.request) && other.may_meet(&one.player.request)
        };
        let BySeat { host, guest } = self.0.lock().find_other(id, may_meet)?;
        let (host, guest) =
            (PairingSeek::new(self, SeatId::Host, host), PairingSeek::new(self, SeatId::Guest, guest));
        Some(BySeat { host, guest })
    }

    /// Returns a waiting seek to its player's new connection.
    pub(super) fn resume(self: &Arc<Self>, id: &MatchId, secret: &Secret) -> Resumed {
        match self.0.lock().get_mut(id) {
            None => Resumed::NoSuchSeek,
            Some((SeekState::Pairing, _)) => Resumed::Pairing,
            Some((SeekState::Waiting, seek)) if seek.player.secret.is_hash_of(secret) => {
                let (connection, since) = (seek.supersede(), seek.since);
                let status = seek.status.subscribe();
                let place = Place { seeks: Arc::clone(self), id: id.clone(), since, connection, status };
                Resumed::Waiting(Box::new(seek.player.request.clone()), place)
            }
            Some((SeekState::Waiting, _)) => Resumed::BadTicket,
        }
    }

    /// Ends a seek whose player has connected to another node.
    pub(super) fn release(&self, id: &MatchId, secret: &SecretHash) -> Release {
        let mut queues = self.0.lock();
        match queues.get_mut(id).filter(|(_, seek)| seek.player.secret == *secret) {
            Some((SeekState::Pairing, _)) => Release::Pairing,
            Some((SeekState::Waiting, seek)) => {
                seek.supersede();
                let released = seek.shown();
                queues.remove(id);
                Release::Released(released)
            }
            None => Release::Gone,
        }
    }

    /// Adds a seek that another node has released.
    pub(super) fn take_over(self: &Arc<Self>, id: &MatchId, player: Player, waiting: Duration) -> Place {
        let now = Instant::now();
        let since = now.checked_sub(waiting).unwrap_or(now);
        self.add(&mut self.0.lock(), id, player, since)
    }

    /// Marks a waiting seek as pairing.
    pub(super) fn start_pairing(self: &Arc<Self>, seat: SeatId, id: &MatchId) -> Option<PairingSeek> {
        self.0.lock().start_pairing(id).then(|| PairingSeek::new(self, seat, id.clone()))
    }

    /// Waits while a seek is pairing, until it changes or is gone.
    pub(super) async fn pairing_changed(&self, id: &MatchId) {
        let subscribe = |(state, seek): (SeekState, &mut Waiting)| {
            (state == SeekState::Pairing).then(|| seek.status.subscribe())
        };
        let status = self.0.lock().get_mut(id).and_then(subscribe);
        if let Some(mut status) = status {
            let _ = status.changed().await;
        }
    }

    /// The players who wait outside rooms, in order of arrival. Beyond `limit`, their sources take turns.
    pub(super) fn listed(&self, limit: usize) -> Vec<WaitingPlayer> {
        let queues = self.0.lock();
        let source = |seek: &&Waiting| seek.player.request.standing.source;
        let listed = request::share_places(queues.waiting_on_boards(), limit, source);
        listed.into_iter().map(Waiting::shown).collect()
    }

    pub(super) fn by_word(&self, word: &str) -> Option<WaitingPlayer> {
        self.0.lock().find_word(word).map(Waiting::shown)
    }
}

/// A player of an arena who comes back on another connection waits there only.
fn end_earlier_seek(queues: &mut Queues<Waiting>, request: &JoinRequest) {
    let is_earlier =
        |state, seek: &Waiting| state == SeekState::Waiting && request.is_from(&seek.player.request);
    if let Some(earlier) = queues.find_named(&request.words(), is_earlier)
        && let Some(seek) = queues.remove(&earlier)
    {
        seek.supersede();
    }
}

impl Waiting {
    /// In an arena, two who have just played each other give someone else the time to come.
    fn may_meet(&self, other: &JoinRequest) -> bool {
        let request = &self.player.request;
        let awaits_another = request.has_just_met(other) && self.since.elapsed() < REPETITION_AFTER;
        request.may_meet(other) && !request.is_from(other) && !awaits_another
    }

    fn shown(&self) -> WaitingPlayer {
        WaitingPlayer { request: self.player.request.clone(), waiting: self.since.elapsed() }
    }

    /// Notifies the connection that has the seek of a newer one, and returns the number of the new one.
    fn supersede(&self) -> u32 {
        self.status.send_modify(|status| status.newest_connection += 1);
        self.status.borrow().newest_connection
    }
}

/// A connection's place in the queue. Dropping it gives the place up.
pub struct Place {
    seeks: Arc<Seeks>,
    pub(super) id: MatchId,
    pub since: Instant,
    connection: u32,
    status: watch::Receiver<Status>,
}

impl Place {
    /// Changes the player's name, if the seek is still waiting and no newer connection has it. Otherwise returns false.
    pub fn rename(&self, name: &str) -> bool {
        let mut queues = self.seeks.0.lock();
        let waiting = self.own(&mut queues).filter(|(state, _)| *state == SeekState::Waiting);
        waiting.map(|(_, seek)| name.clone_into(&mut seek.player.request.name)).is_some()
    }

    /// Waits until the match has begun, or a newer connection has the seek: [`Seek::leave_queue`] says which. Cancel
    /// safe.
    ///
    /// [`Seek::leave_queue`]: super::Seek::leave_queue
    pub async fn ended(&mut self) {
        let connection = self.connection;
        let has_ended = |status: &Status| status.newest_connection != connection || status.begun.is_some();
        let _ = self.status.wait_for(has_ended).await;
    }

    /// Leaves the queue. Returns the seat if the match has begun; `None` if there is no match, or a newer connection
    /// has the seek. Waits for the outcome while the match is being written.
    pub(super) async fn leave(mut self) -> Option<(SeatId, Unconfirmed)> {
        loop {
            let status = self.status.borrow_and_update().clone();
            if status.newest_connection != self.connection || self.give_up() {
                return None;
            }
            if status.begun.is_some() {
                return status.begun;
            }
            self.status.changed().await.ok()?;
        }
    }

    /// Leaves the queue, if the seek is still waiting and no newer connection has it. Otherwise returns false.
    pub fn give_up(&self) -> bool {
        let mut queues = self.seeks.0.lock();
        let gives_up = self.own(&mut queues).is_some_and(|(state, _)| state == SeekState::Waiting);
        if gives_up {
            queues.remove(&self.id);
        }
        gives_up
    }

    /// The seek, unless a newer connection has it.
    fn own<'a>(&self, queues: &'a mut Queues<Waiting>) -> Option<(SeekState, &'a mut Waiting)> {
        let is_own = |seek: &Waiting| seek.status.borrow().newest_connection == self.connection;
        queues.get_mut(&self.id).filter(|(_, seek)| is_own(seek))
    }
}

impl Drop for Place {
    /// Checks and removes the seek under one lock. In between, it could begin to wait again, and stay without a
    /// connection.
    fn drop(&mut self) {
        let mut queues = self.seeks.0.lock();
        match self.own(&mut queues) {
            Some((SeekState::Waiting, _)) => drop(queues.remove(&self.id)),
            Some((SeekState::Pairing, seek)) => seek.is_abandoned = true,
            None => {}
        }
    }
}

/// A seek that is pairing. Unless [`Self::succeed`] is called, it waits again, or is removed if its connection has
/// ended.
pub(super) struct PairingSeek {
    seeks: Arc<Seeks>,
    pub(super) id: MatchId,
    seat: SeatId,
}

impl PairingSeek {
    fn new(seeks: &Arc<Seeks>, seat: SeatId, id: MatchId) -> Self {
        Self { seeks: Arc::clone(seeks), id, seat }
    }

    /// The player, with the newest name.
    pub(super) fn player(&self) -> Result<Player, MatchError> {
        let mut queues = self.seeks.0.lock();
        let seek = queues.get_mut(&self.id).map(|(_, seek)| seek);
        seek.map(|seek| seek.player.clone()).ok_or(MatchError::NoSuchMatch)
    }

    /// Ends the seek, because its match has begun.
    pub(super) fn succeed(self, unconfirmed: Unconfirmed) {
        let seek = self.seeks.0.lock().remove(&self.id);
        if let Some(seek) = seek {
            seek.status.send_modify(|status| status.begun = Some((self.seat, unconfirmed)));
        }
    }
}

impl Drop for PairingSeek {
    fn drop(&mut self) {
        let mut queues = self.seeks.0.lock();
        match queues.get_mut(&self.id) {
            Some((_, seek)) if seek.is_abandoned => drop(queues.remove(&self.id)),
            Some((_, seek)) => {
                // Wakes the tasks that wait for the outcome.
                seek.status.send_modify(|_| ());
                queues.stop_pairing(&self.id);
            }
            None => {}
        }
    }
}
