//! Pairs players, in memory, and creates their match with one commit.
//!
//! [`request`] is what a player asks for, [`queues`] the pure state machine that pairs the waiting players, [`rooms`]
//! what is remembered of a room, [`neighbours`] the seam to other servers. This file connects them to the store and to
//! the connections.
//!
//! A seek lives as long as its connection: it is not stored, and a restart drops it. The match of a pair gets the id of
//! the host's seek, so the ticket of that seek becomes the ticket of the host's seat. If the match cannot be written,
//! the seeks wait again.

pub mod neighbours;
pub mod queues;
pub mod request;
pub mod rooms;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tictactoe_engine::{Game, Level};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::matches::hub::Unconfirmed;
use crate::matches::listing::List;
use crate::matches::{MatchError, Matches, Seated};
use crate::record::{BySeat, COMPUTER_NAME, Holder, MatchId, Record, SeatId, Seats, Setup};
use crate::secret::{Secret, SecretHash, random_u64};
use crate::store::NodeId;
use crate::token_bucket::TooOften;

use neighbours::{Neighbours, Pairing, Release};
use queues::{Found, Lobby, Queues, SeekState};
use request::{JoinRequest, Opponent, Terms};
use rooms::RoomFull;

/// While a match is being written on another server, or a player of it is not heard of.
const ASK_AGAIN: Duration = Duration::from_millis(50);

pub struct Matchmaker {
    pub matches: Arc<Matches>,
    /// How long a player waits before the computer joins.
    computer_after: Duration,
    queues: Mutex<Queues<Entry>>,
    neighbours: Arc<dyn Neighbours>,
}

struct Entry {
    player: Player,
    since: Instant,
    status: watch::Sender<Status>,
    /// The seek was dropped while it was pairing: it is removed when that ends.
    is_dropped: bool,
}

#[derive(Clone)]
pub struct Player {
    pub request: JoinRequest,
    pub secret: SecretHash,
}

#[derive(Clone, Default)]
struct Status {
    /// The number of the connection that holds the seek: resuming it raises the number.
    holder: u32,
    /// Once the match has begun.
    paired: Option<(SeatId, Unconfirmed)>,
}

/// What others may see of a player who waits.
#[derive(Serialize, Deserialize)]
pub struct WaitingPlayer {
    pub request: JoinRequest,
    pub waiting: Duration,
}

pub enum Joined {
    Seated(Box<Seated>),
    Waiting(Box<Seek>),
}

/// A connection's place in the queue. Dropping it gives the place up.
pub struct Seek {
    matchmaker: Arc<Matchmaker>,
    /// Also the id of the match if this player becomes the host.
    pub id: MatchId,
    pub secret: Secret,
    pub request: JoinRequest,
    /// When the computer takes the other seat, if it does.
    pub computer_due: Option<Instant>,
    holder: u32,
    status: watch::Receiver<Status>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renamed {
    Now,
    /// With the old name.
    MatchBegun,
    Superseded,
}

/// Why a player could not join. Nothing has changed.
#[derive(Debug, Error)]
pub enum JoinError {
    #[error("a player waits in the room for {0}")]
    RoomRules(Terms),
    #[error("two people are playing in the room")]
    RoomFull(RoomFull),
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl Matchmaker {
    pub fn new(matches: Arc<Matches>, computer_after: Duration, neighbours: Arc<dyn Neighbours>) -> Self {
        Self { matches, computer_after, queues: Mutex::default(), neighbours }
    }

    /// Pairs a player with a waiting one or with the computer, as the request says, or adds the player to the queue.
    pub async fn join(self: &Arc<Self>, request: JoinRequest) -> Result<Joined, JoinError> {
        let secret = Secret::generate().map_err(MatchError::from)?;
        let id = MatchId::generate().map_err(MatchError::from)?;
        let player = Player { request, secret: secret.hash() };
        let (seats, second) = match player.request.opponent.clone() {
            Opponent::Any(_) | Opponent::Person => return self.seek(id, player, secret).await,
            Opponent::Computer(level) => (Seats::One(SeatId::Host), computer(level)),
            Opponent::Hotseat(name) => (Seats::Both, (name, Holder::Hotseat)),
        };
        self.create(&id, &player, None, second).await?;
        Ok(self.seated(&id, seats, secret).await?)
    }

    /// Returns a player to the queue or to the match. `holder` is the server whose queue it was. While a match is being
    /// written on this server, this waits for the outcome.
    pub async fn resume(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        holder: Option<NodeId>,
    ) -> Result<Joined, MatchError> {
        loop {
            match self.queues.lock().get_mut(id) {
                None => break,
                Some((SeekState::Waiting, entry)) => {
                    if !entry.player.secret.is_hash_of(&secret) {
                        return Err(MatchError::BadTicket);
                    }
                    entry.status.send_modify(|status| status.holder += 1);
                    let (request, status) = (entry.player.request.clone(), entry.status.subscribe());
                    let seek = Seek::new(self, id.clone(), secret, request, entry.since, status);
                    return Ok(Joined::Waiting(Box::new(seek)));
                }
                Some((SeekState::Pairing, _)) => {}
            }
            self.pairing_changed(id).await;
        }
        self.resume_elsewhere(id, secret, holder).await
    }

    /// The players who wait outside rooms on this node, in the order of their arrival. Their sources share the places.
    pub fn waiting_players(&self, limit: usize) -> Vec<WaitingPlayer> {
        let queues = self.queues.lock();
        let source = |entry: &&Entry| entry.player.request.standing.source;
        let listed = request::share_places(queues.waiting_on_boards(), limit, source);
        listed.into_iter().map(Entry::waiting_player).collect()
    }

    /// How many players wait.
    pub fn seeks(&self) -> usize {
        self.queues.lock().count()
    }

    /// The player on this server that is found by this word.
    pub fn waiting_by_word(&self, word: &str) -> Option<WaitingPlayer> {
        self.queues.lock().find_word(word).map(Entry::waiting_player)
    }

    /// The match that is played in a room.
    pub async fn match_in(&self, room: &str) -> Option<MatchId> {
        rooms::playing(&self.matches, room).await.ok().flatten()
    }

    async fn seek(
        self: &Arc<Self>,
        id: MatchId,
        player: Player,
        secret: Secret,
    ) -> Result<Joined, JoinError> {
        let (lobby, since) = (Lobby::of(&player.request), Instant::now());
        loop {
            let (sender, status) = watch::channel(Status::default());
            let found = {
                let mut queues = self.queues.lock();
                let (words, request) = (player.request.words(), &player.request);
                let found = queues.find(&words, lobby, |host| request.may_meet(&host.player.request));
                if found == Found::NoOpponent {
                    let entry = Entry { player: player.clone(), since, status: sender, is_dropped: false };
                    queues.add(&id, &words, lobby, request.standing.is_next, entry);
                }
                found
            };
            match found {
                Found::NoOpponent => {
                    return self.wait(Seek::new(self, id, secret, player.request, since, status)).await;
                }
                Found::Host(host) => {
                    let guard = PairingGuard::new(self, SeatId::Host, &host);
                    let _unconfirmed = self.pair(guard, &player).await?;
                    return Ok(self.seated(&host, Seats::One(SeatId::Guest), secret).await?);
                }
                Found::Busy(other) => self.pairing_changed(&other).await,
                Found::OtherTerms(terms) => return Err(JoinError::RoomRules(terms)),
            }
        }
    }

    /// Lets a player wait whose seek has just been added, unless the room is full, or the other player is on another
    /// node. The seek is pairing until that is known: other players who name the room wait for it.
    async fn wait(self: &Arc<Self>, seek: Seek) -> Result<Joined, JoinError> {
        let mut check = seek.request.room().map(|_| PairingGuard::new(self, SeatId::Guest, &seek.id));
        // Dropped before `check`: a seek that is refused leaves the queue before other players can find it.
        let seek = seek;
        if let Some(room) = seek.request.room() {
            if let Some(full) = rooms::occupied(&self.matches, room).await? {
                return Err(JoinError::RoomFull(full));
            }
            loop {
                match self.find_elsewhere(&seek.id).await? {
                    Pairing::OtherTerms(terms) => return Err(JoinError::RoomRules(terms)),
                    Pairing::Busy => sleep(ASK_AGAIN).await,
                    Pairing::Begun => {
                        let _unconfirmed = check.take().map(|check| check.succeed(&seek.id));
                        let secret = seek.secret.clone();
                        return Ok(self.seated(&seek.id, Seats::One(SeatId::Guest), secret).await?);
                    }
                    Pairing::NoOpponent => break,
                }
            }
        }
        drop(check);
        self.spawn_search(&seek.id, self.neighbours.searches());
        Ok(Joined::Waiting(Box::new(seek)))
    }

    /// A player who waits, as the queue has it: a newer connection may have changed the name.
    fn player(&self, id: &MatchId) -> Result<Player, MatchError> {
        let mut queues = self.queues.lock();
        let entry = queues.get_mut(id).map(|(_, entry)| entry);
        entry.map(|entry| entry.player.clone()).ok_or(MatchError::NoSuchMatch)
    }

    /// Waits while a seek is pairing, until it changes or is gone.
    async fn pairing_changed(&self, id: &MatchId) {
        let is_pairing = |(state, _): &(SeekState, &mut Entry)| *state == SeekState::Pairing;
        let status =
            self.queues.lock().get_mut(id).filter(is_pairing).map(|(_, entry)| entry.status.subscribe());
        if let Some(mut status) = status {
            let _ = status.changed().await;
        }
    }

    /// Creates the match of a host, who is pairing, and a guest.
    async fn pair(&self, guard: PairingGuard, guest: &Player) -> Result<Unconfirmed, MatchError> {
        let (id, host) = (guard.seek.clone(), self.player(&guard.seek)?);
        self.create(&id, &host, Some(guest), self.person(guest, self.matches.node)).await?;
        if let Some(room) = host.request.room() {
            rooms::remember(&self.matches, room, &id).await;
        }
        Ok(guard.succeed(&id))
    }

    /// A player who has just connected to `node`, for a new match.
    fn person(&self, player: &Player, node: NodeId) -> (String, Holder) {
        let (secret, is_bot) = (player.secret.clone(), player.request.is_bot);
        let holder = Holder::new_player(secret, is_bot, node, self.matches.clock.now());
        (player.request.name.clone(), holder)
    }

    async fn create(
        &self,
        id: &MatchId,
        host: &Player,
        guest: Option<&Player>,
        second: (String, Holder),
    ) -> Result<(), MatchError> {
        let record = self.new_record(host, guest, second)?;
        self.matches.create(id, record).await
    }

    /// The first record of a match.
    fn new_record(
        &self,
        host: &Player,
        guest: Option<&Player>,
        second: (String, Holder),
    ) -> Result<Record, MatchError> {
        let now = self.matches.clock.now();
        let host_request = &host.request;
        let x = match guest {
            Some(guest) => {
                request::first_x(host_request.wants_x, guest.request.wants_x, random_u64()? % 2 == 0)
            }
            // Alone, a player without a preference begins.
            None => request::first_x(host_request.wants_x, None, true),
        };
        let is_stranger = guest.is_some_and(|guest| host_request.is_stranger_to(&guest.request));
        let terms = host_request.terms.or(guest.map(|guest| guest.request.terms).unwrap_or_default());
        let setup = Setup {
            game: (host_request.start.as_deref().cloned())
                .unwrap_or_else(|| Game::new(terms.rules.unwrap_or_default())),
            best_of: terms.best_of,
            room: host_request.room().map(str::to_owned),
            move_time: self.matches.config.move_time,
            first_move_time: is_stranger.then_some(self.matches.config.first_move_time),
            seats: BySeat { host: self.person(host, self.matches.node), guest: second },
            x,
        };
        Ok(Record::start(setup, now))
    }

    /// Searches for a seek after each of these times, until the server stops.
    fn spawn_search(self: &Arc<Self>, id: &MatchId, times: &'static [Duration]) {
        if times.is_empty() {
            return;
        }
        let (matchmaker, id) = (Arc::clone(self), id.clone());
        let search = async move {
            for after in times {
                sleep(jittered(*after)).await;
                if let Err(error) = matchmaker.search(&id).await {
                    tracing::warn!(%error, "cannot look for an opponent: retrying at the next ping");
                }
            }
        };
        tokio::spawn(self.matches.stop.clone().run_until_cancelled_owned(search));
    }

    /// Pairs a seek that waits with another one in its lobby, on this server or on others, if there is one. On this server,
    /// two wait in the same lobby after a match could not be written, or while one was asking other servers.
    async fn search(self: &Arc<Self>, id: &MatchId) -> Result<(), MatchError> {
        let may_meet = |one: &Entry, other: &Entry| one.player.request.may_meet(&other.player.request);
        let here = self.queues.lock().find_other(id, may_meet);
        if let Some(BySeat { host, guest }) = here {
            let guard = PairingGuard::new(self, SeatId::Guest, &guest);
            let player = self.player(&guest);
            self.pair(PairingGuard::new(self, SeatId::Host, &host), &player?).await?;
            guard.succeed(&host);
            return Ok(());
        }
        if !self.neighbours.exist() || !self.queues.lock().start_pairing(id) {
            return Ok(());
        }
        let guard = PairingGuard::new(self, SeatId::Guest, id);
        if let Pairing::Begun = self.find_elsewhere(id).await? {
            guard.succeed(id);
        }
        Ok(())
    }

    /// Looks for an opponent of a seek that is pairing here on the other servers.
    async fn find_elsewhere(&self, id: &MatchId) -> Result<Pairing, MatchError> {
        self.neighbours.find_opponent(&self.matches, id, &self.player(id)?).await
    }

    /// Pairs a seek of this server, if one fits, with a player who waits on another one under this id. `create` gets the
    /// id and the secret of the seek and the first record of the match, and returns whether it has created that under
    /// the id of the guest.
    pub async fn pair_with_guest<F>(
        self: &Arc<Self>,
        id: &MatchId,
        guest: &Player,
        server: NodeId,
        create: impl FnOnce(MatchId, SecretHash, Record) -> F,
    ) -> Pairing
    where
        F: Future<Output = Result<bool, MatchError>>,
    {
        let may_meet = |host: &Entry| guest.request.may_meet(&host.player.request);
        let lobby = Lobby::of(&guest.request);
        let found = self.queues.lock().find(&guest.request.words(), lobby, may_meet);
        let host = match found {
            Found::Host(host) => host,
            Found::OtherTerms(terms) => return Pairing::OtherTerms(terms),
            // Of two seeks that ask each other, one waits.
            Found::Busy(other) if other < *id => return Pairing::Busy,
            Found::NoOpponent | Found::Busy(_) => return Pairing::NoOpponent,
        };
        let guard = PairingGuard::new(self, SeatId::Host, &host);
        let begun = async {
            let player = self.player(&host)?;
            let record = self.new_record(&player, Some(guest), self.person(guest, server))?;
            let has_begun = create(host, player.secret, record).await?;
            if has_begun && let Some(room) = player.request.room() {
                rooms::remember(&self.matches, room, id).await;
            }
            Ok::<_, MatchError>(has_begun)
        };
        match begun.await {
            Ok(true) => {
                guard.succeed(id);
                Pairing::Begun
            }
            Ok(false) => Pairing::NoOpponent,
            Err(error) => {
                tracing::warn!(%error, "cannot pair a player with one of another server");
                Pairing::NoOpponent
            }
        }
    }

    /// Ends a seek of this server, whose player has come to another.
    pub fn release_seek(&self, id: &MatchId, secret: &SecretHash) -> Release {
        let mut queues = self.queues.lock();
        match queues.get_mut(id) {
            Some((SeekState::Pairing, entry)) if entry.player.secret == *secret => Release::Busy,
            Some((SeekState::Waiting, entry)) if entry.player.secret == *secret => {
                entry.status.send_modify(|status| status.holder += 1);
                let released = entry.waiting_player();
                queues.remove(id);
                Release::Released(released)
            }
            _ => Release::Gone,
        }
    }

    /// Returns a player to a match, or to the one that a seek has led to, or to the queue with a seek that `holder` has.
    async fn resume_elsewhere(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        holder: Option<NodeId>,
    ) -> Result<Joined, MatchError> {
        let seated = |seated| Joined::Seated(Box::new(seated));
        match self.matches.resume(id, secret.clone()).await {
            Err(MatchError::NoSuchMatch) => {}
            resumed => return resumed.map(seated),
        }
        if let Some(holder) = holder {
            match self.neighbours.fetch_seek(holder, id, &secret.hash()).await {
                Release::Released(seek) => return Ok(self.take_over(id, secret, seek)),
                Release::Busy => return Err(TooOften(ASK_AGAIN).into()),
                // The seek is gone, and so is a server that does not answer.
                Release::Gone => {}
            }
        }
        // Until the question was answered, the seek may have been paired.
        let led_to = self.neighbours.match_of_seek(id).await?.unwrap_or_else(|| id.clone());
        match self.matches.resume(&led_to, secret).await {
            // The server that held the seek ended before it could create the match.
            Err(MatchError::BadTicket) if led_to != *id => Err(MatchError::NoSuchMatch),
            resumed => resumed.map(seated),
        }
    }

    fn take_over(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        WaitingPlayer { request, waiting }: WaitingPlayer,
    ) -> Joined {
        let now = Instant::now();
        let since = now.checked_sub(waiting).unwrap_or(now);
        let player = Player { request: request.clone(), secret: secret.hash() };
        let (sender, status) = watch::channel(Status::default());
        let entry = Entry { player, since, status: sender, is_dropped: false };
        let mut queues = self.queues.lock();
        queues.add(id, &request.words(), Lobby::of(&request), false, entry);
        // In a room, it was checked when the player joined.
        queues.stop_pairing(id);
        drop(queues);
        self.spawn_search(id, self.neighbours.searches());
        Joined::Waiting(Box::new(Seek::new(self, id.clone(), secret, request, since, status)))
    }

    /// The public matches, and the players who wait outside rooms, on this server and on those that answer.
    pub async fn list(&self, matches: usize, waiting: usize) -> (List, Vec<WaitingPlayer>) {
        let mut lists = vec![self.matches.list(matches).await];
        let mut players = self.waiting_players(waiting);
        for (list, waiting) in self.neighbours.lists(matches, waiting).await {
            lists.push(list);
            players.extend(waiting);
        }
        players.sort_by_key(|player| Reverse(player.waiting));
        let players = request::share_places(players, waiting, |player| player.request.standing.source);
        (List::merge(lists, matches), players)
    }

    /// The player that is found by this word, on this server or on one that answers.
    pub async fn player_by_word(&self, word: &str) -> Option<WaitingPlayer> {
        match self.waiting_by_word(word) {
            Some(here) => Some(here),
            None => self.neighbours.player_by_word(word).await,
        }
    }

    /// Shows a text that is not stored to those who see the match on other servers. An error means that the player of
    /// `seat` is on one that does not answer.
    pub async fn show_elsewhere(
        &self,
        id: &MatchId,
        record: &Record,
        seat: SeatId,
        text: &str,
    ) -> Result<(), MatchError> {
        self.neighbours.show(id, record, seat, text).await
    }

    /// Answers the questions of other servers.
    pub async fn answer_neighbours(self: Arc<Self>) {
        let neighbours = Arc::clone(&self.neighbours);
        neighbours.answer(self).await;
    }

    /// Tells the other servers that this one is about to end.
    pub async fn withdraw(&self) {
        self.neighbours.withdraw().await;
    }

    async fn seated(&self, id: &MatchId, seats: Seats, secret: Secret) -> Result<Joined, MatchError> {
        Ok(Joined::Seated(Box::new(self.matches.first_seat(id, seats, secret).await?)))
    }
}

impl Entry {
    fn waiting_player(&self) -> WaitingPlayer {
        WaitingPlayer { request: self.player.request.clone(), waiting: self.since.elapsed() }
    }
}

impl Seek {
    /// The seek as the newest connection holds it.
    fn new(
        matchmaker: &Arc<Matchmaker>,
        id: MatchId,
        secret: Secret,
        request: JoinRequest,
        since: Instant,
        status: watch::Receiver<Status>,
    ) -> Self {
        let (matchmaker, holder) = (Arc::clone(matchmaker), status.borrow().holder);
        let may_be_computer = matches!(request.opponent, Opponent::Any(_));
        let computer_due = may_be_computer.then(|| since + matchmaker.computer_after);
        Self { matchmaker, id, secret, request, computer_due, holder, status }
    }

    /// The node of the queue, if players may come back to another one.
    pub fn node(&self) -> Option<NodeId> {
        self.matchmaker.neighbours.exist().then_some(self.matchmaker.matches.node)
    }

    /// Changes the player's name. While the match is being written, this waits for the outcome.
    pub async fn rename(&mut self, name: &str) -> Renamed {
        loop {
            let status = self.status.borrow_and_update().clone();
            match self.matchmaker.queues.lock().get_mut(&self.id) {
                _ if status.holder != self.holder => return Renamed::Superseded,
                _ if status.paired.is_some() => return Renamed::MatchBegun,
                Some((SeekState::Waiting, entry)) => {
                    name.clone_into(&mut entry.player.request.name);
                    name.clone_into(&mut self.request.name);
                    return Renamed::Now;
                }
                _ => {}
            }
            if self.status.changed().await.is_err() {
                return Renamed::Superseded;
            }
        }
    }

    /// Waits until the match has begun, or a newer connection holds the seek: [`Seek::leave_queue`] says which. Cancel
    /// safe.
    pub async fn ended(&mut self) {
        let holder = self.holder;
        let _ = self.status.wait_for(|status| status.holder != holder || status.paired.is_some()).await;
    }

    /// Lets the computer take the other seat, unless a person is taking it at this moment.
    pub async fn call_computer(&self) -> Result<(), MatchError> {
        let matchmaker = &self.matchmaker;
        if !matchmaker.queues.lock().start_pairing(&self.id) {
            return Ok(());
        }
        let guard = PairingGuard::new(matchmaker, SeatId::Host, &self.id);
        let Opponent::Any(level) = self.request.opponent else { return Ok(()) };
        matchmaker.create(&self.id, &matchmaker.player(&self.id)?, None, computer(level)).await?;
        guard.succeed(&self.id);
        Ok(())
    }

    /// Looks for another seek in its lobby, once, while the connection goes on.
    pub fn start_search(&self) {
        self.matchmaker.spawn_search(&self.id, &[Duration::ZERO]);
    }

    /// Removes the seek from the queue. Returns the seat if the match has begun; `None` if there is no match, or a newer
    /// connection holds the seek. While the match is being written, this waits for the outcome.
    pub async fn leave_queue(mut self) -> Result<Option<Seated>, MatchError> {
        loop {
            let status = self.status.borrow_and_update().clone();
            if status.holder != self.holder || self.give_up() {
                return Ok(None);
            }
            if let Some((seat, unconfirmed)) = status.paired {
                let matches = &self.matchmaker.matches;
                let seated = matches.first_seat(unconfirmed.id(), Seats::One(seat), self.secret.clone());
                return seated.await.map(Some);
            }
            if self.status.changed().await.is_err() {
                return Ok(None);
            }
        }
    }

    /// Leaves the queue, if the seek is still waiting and no newer connection holds it. Returns whether it did.
    pub fn give_up(&self) -> bool {
        let mut queues = self.matchmaker.queues.lock();
        let gives_up = self.own(&mut queues).is_some_and(|(state, _)| state == SeekState::Waiting);
        if gives_up {
            queues.remove(&self.id);
        }
        gives_up
    }

    /// The entry in the queue, unless a newer connection holds it.
    fn own<'a>(&self, queues: &'a mut Queues<Entry>) -> Option<(SeekState, &'a mut Entry)> {
        queues.get_mut(&self.id).filter(|(_, entry)| entry.status.borrow().holder == self.holder)
    }
}

impl Drop for Seek {
    /// Under one lock: a seek that waits again between two looks would stay without a connection.
    fn drop(&mut self) {
        let mut queues = self.matchmaker.queues.lock();
        match self.own(&mut queues) {
            Some((SeekState::Waiting, _)) => drop(queues.remove(&self.id)),
            Some((SeekState::Pairing, entry)) => entry.is_dropped = true,
            None => {}
        }
    }
}

/// A seek that is pairing. Unless [`Self::succeed`] is called, it waits again, or is removed if its connection has ended.
struct PairingGuard {
    matchmaker: Arc<Matchmaker>,
    seek: MatchId,
    seat: SeatId,
}

impl PairingGuard {
    fn new(matchmaker: &Arc<Matchmaker>, seat: SeatId, seek: &MatchId) -> Self {
        Self { matchmaker: Arc::clone(matchmaker), seek: seek.clone(), seat }
    }

    /// The match has begun under this id. Until the connections have taken their seats, it is unconfirmed.
    fn succeed(self, id: &MatchId) -> Unconfirmed {
        let unconfirmed = Unconfirmed::new(self.matchmaker.matches.live(id));
        let entry = self.matchmaker.queues.lock().remove(&self.seek);
        if let Some(entry) = entry {
            entry.status.send_modify(|status| status.paired = Some((self.seat, unconfirmed.clone())));
        }
        unconfirmed
    }
}

impl Drop for PairingGuard {
    fn drop(&mut self) {
        let mut queues = self.matchmaker.queues.lock();
        match queues.get_mut(&self.seek) {
            Some((_, entry)) if entry.is_dropped => drop(queues.remove(&self.seek)),
            Some((_, entry)) => {
                // Wakes those who wait for the outcome.
                entry.status.send_modify(|_| ());
                queues.stop_pairing(&self.seek);
            }
            None => {}
        }
    }
}

/// From half of a time to one and a half.
fn jittered(time: Duration) -> Duration {
    let thousandths = random_u64().ok().and_then(|number| u32::try_from(number % 1000).ok());
    time / 2 + time * thousandths.unwrap_or(500) / 1000
}

fn computer(level: Level) -> (String, Holder) {
    (COMPUTER_NAME.to_owned(), Holder::Computer(level))
}
