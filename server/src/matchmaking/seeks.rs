//! The seeks of this node, behind one lock: the waiting players, and the channels that notify their connections.
//!
//! A seek has two owners: the connection of its player has a [`Seek`], and the task that writes its match has a
//! [`PairingSeek`]. Dropping either one gives it back.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::Instant;

use super::queues::{Found, Lobby, Queued, Queues};
use super::request::{self, JoinRequest, Opponent};
use super::{Matchmaker, computer};
use crate::matches::hub::Unconfirmed;
use crate::matches::{MatchError, Seated};
use crate::record::{BySeat, MatchId, NodeId, SeatId, Seats};
use crate::secret::{Secret, SecretHash};

/// How long two players of an arena who have just played each other wait for someone else.
pub(super) const REPETITION_AFTER: Duration = Duration::from_millis(400);

#[derive(Default)]
pub struct Seeks(Mutex<Queues<Waiting>>);

/// The data of a seek.
struct Waiting {
    player: Player,
    since: Instant,
    outcome: watch::Sender<Option<(SeatId, Unconfirmed)>>,
}

/// Receives the seat once the match has begun. Closed when the seek has a newer connection.
pub(super) type Outcome = watch::Receiver<Option<(SeatId, Unconfirmed)>>;

#[derive(Clone)]
pub struct Player {
    pub request: JoinRequest,
    pub secret: SecretHash,
}

/// A waiting player, as others may see the player.
#[derive(Serialize, Deserialize)]
pub struct WaitingPlayer {
    pub request: JoinRequest,
    pub waiting: Duration,
}

/// Why a connection cannot take a seek over.
#[derive(Debug, Serialize, Deserialize)]
pub enum NotReleased {
    /// Its match is being written: ask again.
    Pairing,
    BadTicket,
    Gone,
}

impl Seeks {
    pub fn count(&self) -> usize {
        self.0.lock().count()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// The players who wait outside rooms, in order of arrival. Beyond `limit`, their sources take turns.
    pub fn listed(&self, limit: usize) -> Vec<WaitingPlayer> {
        let queues = self.0.lock();
        let source = |seek: &&Waiting| seek.player.request.standing.source;
        let listed = request::share_places(queues.waiting_on_boards(), limit, source);
        listed.into_iter().map(Waiting::shown).collect()
    }

    /// The player who waits under this word.
    pub fn by_word(&self, word: &str) -> Option<WaitingPlayer> {
        let queues = self.0.lock();
        queues.first(&Lobby::Word(word.to_owned()), |_, _| true).map(|(_, seek)| seek.data.shown())
    }

    /// Finds an opponent, or else adds the player to the queue. In an arena it only adds: a look-up pairs later.
    pub(super) fn find_or_add(
        self: &Arc<Self>,
        id: &MatchId,
        player: &Player,
        since: Instant,
    ) -> Result<Found<PairingSeek>, Outcome> {
        let mut queues = self.0.lock();
        if player.request.arena.is_some() {
            end_earlier_seek(&mut queues, &player.request);
            return Err(add(&mut queues, id, player.clone(), since));
        }
        let found = find(&mut queues, &player.request).map(|found| self.guard(found));
        found.ok_or_else(|| add(&mut queues, id, player.clone(), since))
    }

    pub(super) fn find(self: &Arc<Self>, player: &Player) -> Option<Found<PairingSeek>> {
        find(&mut self.0.lock(), &player.request).map(|found| self.guard(found))
    }

    fn guard(self: &Arc<Self>, found: Found) -> Found<PairingSeek> {
        match found {
            Found::Host(id) => Found::Host(self.pairing(SeatId::Host, id)),
            Found::Pairing(id) => Found::Pairing(id),
            Found::OtherTerms(terms) => Found::OtherTerms(terms),
        }
    }

    /// Pairs a waiting seek with another one in its lobby. Two fitting seeks wait in one lobby in three cases: in an
    /// arena; after a match could not be written; after one of them was pairing with a player of another node.
    pub(super) fn find_other(self: &Arc<Self>, id: &MatchId) -> Option<BySeat<PairingSeek>> {
        let may_meet = |one: &Waiting, other: &Waiting| {
            one.may_meet(&other.player.request) && other.may_meet(&one.player.request)
        };
        let BySeat { host, guest } = self.0.lock().find_other(id, may_meet)?;
        Some(BySeat { host: self.pairing(SeatId::Host, host), guest: self.pairing(SeatId::Guest, guest) })
    }

    /// Returns a waiting seek to its player's new connection. The older one is superseded.
    pub(super) fn resume(
        &self,
        id: &MatchId,
        secret: &Secret,
    ) -> Result<(JoinRequest, Instant, Outcome), NotReleased> {
        let mut queues = self.0.lock();
        let seek = waiting(&mut queues, id, |hash| hash.is_hash_of(secret))?;
        let outcome;
        (seek.outcome, outcome) = watch::channel(None);
        Ok((seek.player.request.clone(), seek.since, outcome))
    }

    /// Ends a seek whose player has connected to another node.
    pub fn release(&self, id: &MatchId, secret: &SecretHash) -> Result<WaitingPlayer, NotReleased> {
        let mut queues = self.0.lock();
        let released = waiting(&mut queues, id, |hash| hash == secret)?.shown();
        queues.remove(id);
        Ok(released)
    }

    pub(super) fn add(&self, id: &MatchId, player: Player, since: Instant) -> Outcome {
        add(&mut self.0.lock(), id, player, since)
    }

    /// Marks a waiting seek as pairing.
    pub(super) fn start_pairing(self: &Arc<Self>, seat: SeatId, id: &MatchId) -> Option<PairingSeek> {
        self.0.lock().start_pairing(id).then(|| self.pairing(seat, id.clone()))
    }

    /// The guard of a seek that has been marked as pairing.
    fn pairing(self: &Arc<Self>, seat: SeatId, id: MatchId) -> PairingSeek {
        PairingSeek { seeks: Arc::clone(self), id, seat }
    }

    /// Waits while a seek is pairing, until it changes or is gone.
    pub(super) async fn pairing_changed(&self, id: &MatchId) {
        let subscribe = |seek: &mut Queued<Waiting>| seek.is_pairing.then(|| seek.data.outcome.subscribe());
        let outcome = self.0.lock().get_mut(id).and_then(subscribe);
        if let Some(mut outcome) = outcome {
            let _ = outcome.changed().await;
        }
    }
}

fn find(queues: &mut Queues<Waiting>, request: &JoinRequest) -> Option<Found> {
    queues.find(&request.lobbies(), request.terms, |host| host.may_meet(request))
}

fn add(queues: &mut Queues<Waiting>, id: &MatchId, player: Player, since: Instant) -> Outcome {
    let (lobbies, terms) = (player.request.lobbies(), player.request.terms);
    let is_next = player.request.standing.is_next;
    let (sender, outcome) = watch::channel(None);
    queues.add(id, lobbies, terms, is_next, Waiting { player, since, outcome: sender });
    outcome
}

/// The waiting seek with this id and secret.
fn waiting<'a>(
    queues: &'a mut Queues<Waiting>,
    id: &MatchId,
    is_secret: impl Fn(&SecretHash) -> bool,
) -> Result<&'a mut Waiting, NotReleased> {
    match queues.get_mut(id) {
        None => Err(NotReleased::Gone),
        Some(seek) if !is_secret(&seek.data.player.secret) => Err(NotReleased::BadTicket),
        Some(seek) if seek.is_pairing => Err(NotReleased::Pairing),
        Some(seek) => Ok(&mut seek.data),
    }
}

/// A player of an arena who comes back on another connection waits there only.
fn end_earlier_seek(queues: &mut Queues<Waiting>, request: &JoinRequest) {
    for lobby in request.lobbies() {
        let earlier = queues.first(&lobby, |_, seek| request.is_from(&seek.data.player.request));
        if let Some(earlier) = earlier.map(|(id, _)| id.clone()) {
            queues.remove(&earlier);
        }
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
}

/// A player's place in the queue. Dropping it gives the place up.
pub struct Seek {
    matchmaker: Arc<Matchmaker>,
    /// The id of the seek, and of the match if this player becomes the host.
    id: MatchId,
    pub secret: Secret,
    /// As the player has joined or resumed: the name may have changed since.
    pub request: JoinRequest,
    pub since: Instant,
    /// When the computer takes the other seat; `None` if it never does.
    pub computer_due: Option<Instant>,
    outcome: Outcome,
}

impl Seek {
    pub(super) fn new(
        matchmaker: &Arc<Matchmaker>,
        id: MatchId,
        secret: Secret,
        request: JoinRequest,
        since: Instant,
        outcome: Outcome,
    ) -> Self {
        let may_be_computer = matches!(request.opponent, Opponent::Any(_));
        let computer_due = may_be_computer.then(|| since + matchmaker.ai_after);
        Self { matchmaker: Arc::clone(matchmaker), id, secret, request, since, computer_due, outcome }
    }

    pub const fn id(&self) -> &MatchId {
        &self.id
    }

    /// The node whose queue has the seek, if the player may reconnect to another node.
    pub fn node(&self) -> Option<NodeId> {
        self.matchmaker.other_nodes.exist().then_some(self.matchmaker.matches.node)
    }

    /// Lets the computer take the other seat, unless a person is taking it at this moment.
    pub async fn call_computer(&self) -> Result<(), MatchError> {
        let Opponent::Any(level) = self.request.opponent else { return Ok(()) };
        let Some(pairing) = self.matchmaker.seeks.start_pairing(SeatId::Host, &self.id) else {
            return Ok(());
        };
        self.matchmaker.create_alone(&self.id, &pairing.player()?, computer(level)).await?;
        self.matchmaker.succeed(pairing, &self.id);
        Ok(())
    }

    /// Looks for another seek in the lobby, once, while the connection waits.
    pub fn look_for_opponent(&self) {
        self.matchmaker.spawn_lookups(&self.id, &[Duration::ZERO]);
    }

    /// Changes the player's name, if the seek is still waiting and no newer connection has it. Otherwise returns false.
    pub fn rename(&self, name: &str) -> bool {
        let mut queues = self.matchmaker.seeks.0.lock();
        let waiting = self.own(&mut queues).filter(|seek| !seek.is_pairing);
        waiting.map(|seek| name.clone_into(&mut seek.data.player.request.name)).is_some()
    }

    /// Waits until the match has begun, or a newer connection has the seek: [`Self::leave_queue`] says which. Cancel
    /// safe.
    pub async fn ended(&mut self) {
        // Fails if a newer connection has it.
        let _ = self.outcome.wait_for(Option::is_some).await;
    }

    /// Removes the seek from the queue. Returns the seat if the match has begun; `None` if there is no match, or a
    /// newer connection has the seek. Waits for the outcome while the match is being written.
    pub async fn leave_queue(mut self) -> Result<Option<Seated>, MatchError> {
        loop {
            let begun = self.outcome.borrow_and_update().clone();
            if let Some((seat, unconfirmed)) = begun {
                let (seats, secret) = (Seats::One(seat), self.secret.clone());
                return self.matchmaker.matches.first_seat(unconfirmed.id(), seats, secret).await.map(Some);
            }
            if self.give_up() || self.outcome.changed().await.is_err() {
                return Ok(None);
            }
        }
    }

    /// Leaves the queue, if the seek is still waiting and no newer connection has it. Otherwise returns false.
    pub fn give_up(&self) -> bool {
        let mut queues = self.matchmaker.seeks.0.lock();
        let gives_up = self.own(&mut queues).is_some_and(|seek| !seek.is_pairing);
        if gives_up {
            queues.remove(&self.id);
        }
        gives_up
    }

    /// The seek, unless a newer connection has it.
    fn own<'a>(&self, queues: &'a mut Queues<Waiting>) -> Option<&'a mut Queued<Waiting>> {
        let is_own = |seek: &Waiting| seek.outcome.subscribe().same_channel(&self.outcome);
        queues.get_mut(&self.id).filter(|seek| is_own(&seek.data))
    }
}

impl Drop for Seek {
    /// Checks and removes the seek under one lock. In between, it could begin to wait again, and stay without a
    /// connection.
    fn drop(&mut self) {
        let mut queues = self.matchmaker.seeks.0.lock();
        if self.own(&mut queues).is_some() {
            queues.remove(&self.id);
        }
    }
}

/// A seek that is pairing. Unless [`Self::succeed`] is called, it waits again.
pub(super) struct PairingSeek {
    seeks: Arc<Seeks>,
    pub(super) id: MatchId,
    seat: SeatId,
}

impl PairingSeek {
    /// The player, with the newest name.
    pub(super) fn player(&self) -> Result<Player, MatchError> {
        let mut queues = self.seeks.0.lock();
        queues.get_mut(&self.id).map(|seek| seek.data.player.clone()).ok_or(MatchError::NoSuchMatch)
    }

    /// Ends the seek, because its match has begun.
    pub(super) fn succeed(self, unconfirmed: Unconfirmed) {
        let seek = self.seeks.0.lock().remove(&self.id);
        if let Some(seek) = seek {
            seek.outcome.send_replace(Some((self.seat, unconfirmed)));
        }
    }
}

impl Drop for PairingSeek {
    fn drop(&mut self) {
        if let Some(seek) = self.seeks.0.lock().get_mut(&self.id) {
            seek.is_pairing = false;
            // Wakes the tasks that wait for the outcome.
            seek.data.outcome.send_modify(|_| ());
        }
    }
}
