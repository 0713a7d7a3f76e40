//! Pairs players, in memory, and creates their match with one commit.
//!
//! [`request`] describes the wanted match, [`queues`] is the pure state machine that pairs the waiting players,
//! `seeks` shares it among the tasks, [`rooms`] stores the latest match of each room, and [`other_nodes`] is the seam to
//! other nodes. This file creates the matches.
//!
//! A seek lives as long as its connection. It is not stored, and a restart drops it. The match of a pair gets the id of
//! the host's seek, so the ticket of that seek becomes the ticket of the host's seat. Across nodes it gets the id of
//! the guest's seek, and the host finds it by `match_of_seek`. If the match cannot be written, the seeks wait again.

pub mod other_nodes;
pub mod queues;
pub mod request;
pub mod rooms;
mod seeks;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use tictactoe_engine::{Game, Level};
use tokio::time::{Instant, sleep};

use crate::arena::Arenas;
use crate::arena::record::MOVE_TIME;
use crate::matches::hub::Unconfirmed;
use crate::matches::listing::List;
use crate::matches::{MatchError, Matches, Seated};
use crate::record::{ArenaSeats, BySeat, COMPUTER_NAME, Holder, MatchId, Record, SeatId, Seats, Setup};
use crate::secret::{Secret, SecretHash, random_u64};
use crate::store::NodeId;
use crate::token_bucket::TooOften;

use other_nodes::{FoundElsewhere, OtherNodes};
use queues::Found;
use request::JoinRequest;
use seeks::PairingSeek;
pub use seeks::{NotReleased, Player, Seek, Seeks, WaitingPlayer};

/// How often a player who has become free in an arena looks for an opponent.
pub const ARENA_LOOKUPS: Duration = Duration::from_millis(500);

/// The polling interval while a match is being written, or while a player of a match is unconfirmed.
pub const ASK_AGAIN: Duration = Duration::from_millis(50);

pub struct Matchmaker {
    pub matches: Arc<Matches>,
    pub arenas: Arenas,
    /// How long a player waits before the computer joins.
    ai_after: Duration,
    pub seeks: Arc<Seeks>,
    pub other_nodes: Arc<dyn OtherNodes>,
}

pub enum Joined {
    Seated(Box<Seated>),
    Waiting(Box<Seek>),
}

impl Matchmaker {
    pub fn new(
        matches: Arc<Matches>,
        arenas: Arenas,
        ai_after: Duration,
        other_nodes: Arc<dyn OtherNodes>,
    ) -> Self {
        Self { matches, arenas, ai_after, seeks: Arc::default(), other_nodes }
    }

    /// Pairs a player with a waiting one or with the computer, as the request says, or adds the player to the queue.
    pub async fn join(self: &Arc<Self>, request: JoinRequest) -> Result<Joined, MatchError> {
        let secret = Secret::generate();
        let id = MatchId::generate();
        let player = Player { request, secret: secret.hash() };
        let (seats, second) = match player.request.opponent.clone() {
            request::Opponent::Any(_) | request::Opponent::Person => {
                return self.seek(id, player, secret).await;
            }
            request::Opponent::Computer(level) => (Seats::One(SeatId::Host), computer(level)),
            request::Opponent::Hotseat(name) => (Seats::Both, (name, Holder::Hotseat)),
        };
        self.create_alone(&id, &player, second).await?;
        self.seated(&id, seats, secret).await
    }

    /// Returns a player to the queue or to the match. `node` is the node whose queue it was. Waits for the outcome
    /// while this node writes a match.
    pub async fn resume(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        node: Option<NodeId>,
    ) -> Result<Joined, MatchError> {
        loop {
            match self.seeks.resume(id, &secret) {
                Ok((request, since, outcome)) => {
                    let seek = Seek::new(self, id.clone(), secret, request, since, outcome);
                    return Ok(Joined::Waiting(Box::new(seek)));
                }
                Err(NotReleased::Pairing) => self.seeks.pairing_changed(id).await,
                Err(NotReleased::BadTicket) => return Err(MatchError::BadTicket),
                Err(NotReleased::Gone) => return self.resume_elsewhere(id, secret, node).await,
            }
        }
    }

    /// The match that is played in a room.
    pub async fn match_in(&self, room: &str) -> Option<MatchId> {
        let full = rooms::occupied(&self.matches, room).await.ok().flatten();
        full.map(|full| full.match_id)
    }

    async fn seek(
        self: &Arc<Self>,
        id: MatchId,
        player: Player,
        secret: Secret,
    ) -> Result<Joined, MatchError> {
        let since = Instant::now();
        loop {
            // A player who waits in the room is an opponent, whatever match was played there before.
            if let Some(room) = player.request.room()
                && self.seeks.by_word(room).is_none()
                && let Some(full) = rooms::occupied(&self.matches, room).await?
            {
                // An unconfirmed player may be the caller, who lost the connection before learning of the match.
                if self.matches.live(&full.match_id).is_confirmed() {
                    return Err(MatchError::RoomFull(full));
                }
                sleep(ASK_AGAIN).await;
                continue;
            }
            match self.seeks.find_or_add(&id, &player, since) {
                Err(outcome) => {
                    return self.wait(Seek::new(self, id, secret, player.request, since, outcome)).await;
                }
                Ok(Found::Host(host)) => {
                    let match_id = host.id.clone();
                    let _unconfirmed = self.pair(host, &player).await?;
                    return self.seated(&match_id, Seats::One(SeatId::Guest), secret).await;
                }
                Ok(Found::Pairing(other)) => self.seeks.pairing_changed(&other).await,
                Ok(Found::OtherTerms(terms)) => return Err(MatchError::RoomRules(terms.to_string())),
            }
        }
    }

    /// Lets a player wait whose seek has just been added, unless another node has the opponent. In a room, other
    /// players who name it wait until the other nodes have answered.
    async fn wait(self: &Arc<Self>, seek: Seek) -> Result<Joined, MatchError> {
        let asks_now = seek.request.room().is_some() && self.other_nodes.exist();
        let mut pairing = if asks_now { self.seeks.start_pairing(SeatId::Guest, seek.id()) } else { None };
        // Locals drop in reverse order, `seek` first: a refused seek leaves the queue before others can find it.
        let seek = seek;
        let id = seek.id();
        while let Some(guest) = &pairing {
            match self.find_elsewhere(guest).await? {
                FoundElsewhere::OtherTerms(terms) => return Err(MatchError::RoomRules(terms.to_string())),
                FoundElsewhere::Pairing => sleep(ASK_AGAIN).await,
                FoundElsewhere::MatchBegun => {
                    let _unconfirmed = pairing.take().map(|guest| self.succeed(guest, id));
                    return self.seated(id, Seats::One(SeatId::Guest), seek.secret.clone()).await;
                }
                FoundElsewhere::NoOpponent => pairing = None,
            }
        }
        // Players of an arena are paired by this look-up and later ones.
        self.spawn_lookups(id, if seek.request.arena.is_some() { &[Duration::ZERO] } else { &[] });
        self.spawn_lookups(id, self.other_nodes.lookups());
        Ok(Joined::Waiting(Box::new(seek)))
    }

    /// Creates the match of a host and a guest under the host's id.
    async fn pair(&self, host: PairingSeek, guest: &Player) -> Result<Unconfirmed, MatchError> {
        let id = host.id.clone();
        let create = |_, record| self.matches.create(&id, record);
        self.begin(&id, host, guest, self.matches.node, create).await
    }

    /// Begins the match of a host on this node and a guest on `node`. `create` gets the secret of the host and the
    /// first record, and creates the match under this id.
    async fn begin<F: Future<Output = Result<(), MatchError>>>(
        &self,
        id: &MatchId,
        host: PairingSeek,
        guest: &Player,
        node: NodeId,
        create: impl FnOnce(SecretHash, Record) -> F,
    ) -> Result<Unconfirmed, MatchError> {
        let player = host.player()?;
        let record = self.new_record(&player, Some(guest), self.person(guest, node));
        self.create_noted(id, record, |record| create(player.secret, record)).await?;
        if let Some(room) = player.request.room() {
            rooms::remember(&self.matches, room, id).await;
        }
        Ok(self.succeed(host, id))
    }

    /// Notifies the player of a seek that the match has begun under this id. The match is unconfirmed until the
    /// connections have taken their seats.
    fn succeed(&self, seek: PairingSeek, id: &MatchId) -> Unconfirmed {
        let unconfirmed = Unconfirmed::new(self.matches.live(id));
        seek.succeed(unconfirmed.clone());
        unconfirmed
    }

    /// A player who has just connected to `node`, for a new match.
    fn person(&self, player: &Player, node: NodeId) -> (String, Holder) {
        let (secret, is_bot) = (player.secret.clone(), player.request.is_bot);
        let holder = Holder::new_player(secret, is_bot, node, self.matches.clock.now());
        (player.request.name.clone(), holder)
    }

    /// Creates a match of one person.
    async fn create_alone(
        &self,
        id: &MatchId,
        host: &Player,
        second: (String, Holder),
    ) -> Result<(), MatchError> {
        self.matches.create(id, self.new_record(host, None, second)).await
    }

    /// Creates a match with `create`. The table of an arena notes the match before, and forgets it if it was not
    /// created.
    async fn create_noted<F: Future<Output = Result<(), MatchError>>>(
        &self,
        id: &MatchId,
        record: Record,
        create: impl FnOnce(Record) -> F,
    ) -> Result<(), MatchError> {
        let arena = record.arena.as_ref().map(|arena| arena.word.clone());
        self.arenas.begin(id, &record).await.map_err(|error| match error {
            // Ask again: if the player may no longer be paired, the player's connection finds out.
            MatchError::Arena(_) => TooOften(ASK_AGAIN).into(),
            error => error,
        })?;
        let created = create(record).await;
        if !matches!(created, Ok(()) | Err(MatchError::Unknown(_)))
            && let Some(word) = arena
            && let Err(error) = self.arenas.forget(&word, id).await
        {
            tracing::warn!(%error, "cannot forget a match that was not created: the next reader of the table will");
        }
        created
    }

    fn new_record(&self, host: &Player, guest: Option<&Player>, second: (String, Holder)) -> Record {
        let now = self.matches.clock.now();
        let host_request = &host.request;
        let x = match guest.map(|guest| &guest.request) {
            Some(guest) => {
                let (host, guest) =
                    (host_request.wants_x_against(guest), guest.wants_x_against(host_request));
                request::first_x(host, guest, random_u64().is_multiple_of(2))
            }
            // Alone, a player without a preference begins.
            None => request::first_x(host_request.wants_x, None, true),
        };
        let rows = host_request.arena.zip(guest.and_then(|guest| guest.request.arena));
        let arena = rows.map(|(host, guest)| {
            let rows = BySeat { host: host.row, guest: guest.row };
            ArenaSeats { word: host_request.word.clone(), rows }
        });
        let is_stranger = guest.is_some_and(|guest| host_request.is_stranger_to(&guest.request));
        let terms = host_request.terms.or(guest.map(|guest| guest.request.terms).unwrap_or_default());
        let setup = Setup {
            game: (host_request.start.as_deref().cloned())
                .unwrap_or_else(|| Game::new(terms.rules.unwrap_or_default())),
            best_of: terms.best_of,
            room: host_request.room().map(str::to_owned),
            move_time: if arena.is_some() { Some(MOVE_TIME) } else { self.matches.config.move_time },
            first_move_time: is_stranger.then_some(self.matches.config.first_move_time),
            seats: BySeat { host: self.person(host, self.matches.node), guest: second },
            x,
            arena,
        };
        Record::start(setup, now)
    }

    /// Looks for an opponent of a seek after each of these delays, until the server stops.
    fn spawn_lookups(self: &Arc<Self>, id: &MatchId, delays: &'static [Duration]) {
        if delays.is_empty() {
            return;
        }
        let (matchmaker, id) = (Arc::clone(self), id.clone());
        let lookups = async move {
            for delay in delays {
                sleep(jittered(*delay)).await;
                match matchmaker.look_up(&id).await {
                    Err(error @ MatchError::TooOften(_)) => tracing::debug!(%error, "no opponent yet"),
                    Err(error) => tracing::warn!(%error, "cannot look for an opponent: retrying later"),
                    Ok(()) => {}
                }
            }
        };
        tokio::spawn(self.matches.stop.clone().run_until_cancelled_owned(lookups));
    }

    /// Pairs a waiting seek with another one in its lobby, on this node or on others, if there is one.
    async fn look_up(self: &Arc<Self>, id: &MatchId) -> Result<(), MatchError> {
        if let Some(BySeat { host, guest }) = self.seeks.find_other(id) {
            let match_id = host.id.clone();
            self.pair(host, &guest.player()?).await?;
            self.succeed(guest, &match_id);
        } else if self.other_nodes.exist()
            && let Some(guest) = self.seeks.start_pairing(SeatId::Guest, id)
            && let FoundElsewhere::MatchBegun = self.find_elsewhere(&guest).await?
        {
            self.succeed(guest, id);
        }
        Ok(())
    }

    /// Looks for an opponent on the other nodes.
    async fn find_elsewhere(&self, seek: &PairingSeek) -> Result<FoundElsewhere, MatchError> {
        self.other_nodes.find_opponent(&self.matches, &seek.id, &seek.player()?).await
    }

    /// Pairs a seek of this node, if one fits, with a player who waits on another node under `id`. `create` gets
    /// the id and secret of the seek and the first record of the match, which it creates under the guest's id.
    pub async fn pair_with_guest<F>(
        self: &Arc<Self>,
        id: &MatchId,
        guest: &Player,
        node: NodeId,
        create: impl FnOnce(MatchId, SecretHash, Record) -> F,
    ) -> FoundElsewhere
    where
        F: Future<Output = Result<(), MatchError>>,
    {
        let host = match self.seeks.find(guest) {
            Some(Found::Host(host)) => host,
            Some(Found::OtherTerms(terms)) => return FoundElsewhere::OtherTerms(terms),
            // If two seeks ask each other, the one with the greater id asks again.
            Some(Found::Pairing(other)) if other < *id => return FoundElsewhere::Pairing,
            None | Some(Found::Pairing(_)) => return FoundElsewhere::NoOpponent,
        };
        let seek = host.id.clone();
        match self.begin(id, host, guest, node, |secret, record| create(seek, secret, record)).await {
            Ok(_unconfirmed) => FoundElsewhere::MatchBegun,
            Err(error) => {
                if let MatchError::TooOften(_) | MatchError::NoSuchMatch = error {
                    tracing::debug!(%error, "not paired with a player of another node");
                } else {
                    tracing::warn!(%error, "cannot pair a player with one of another node");
                }
                FoundElsewhere::NoOpponent
            }
        }
    }

    /// Returns a player to the match with this id, to the match of the seek with this id, or to the queue if `node`
    /// still has the seek.
    async fn resume_elsewhere(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        node: Option<NodeId>,
    ) -> Result<Joined, MatchError> {
        let seated = |seated| Joined::Seated(Box::new(seated));
        match self.matches.resume(id, secret.clone()).await {
            Err(MatchError::NoSuchMatch) => {}
            resumed => return resumed.map(seated),
        }
        if let Some(node) = node {
            match self.other_nodes.fetch_seek(node, id, &secret.hash()).await {
                Ok(seek) => return Ok(self.take_over(id, secret, seek)),
                Err(NotReleased::Pairing) => return Err(TooOften(ASK_AGAIN).into()),
                // The seek is gone, or its node does not answer.
                Err(NotReleased::BadTicket | NotReleased::Gone) => {}
            }
        }
        // The seek may have been paired in the meantime.
        let led_to = self.other_nodes.match_of_seek(id).await?.unwrap_or_else(|| id.clone());
        match self.matches.resume(&led_to, secret).await {
            // The node that had the seek ended before it could create the match.
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
        let player = Player { request: request.clone(), secret: secret.hash() };
        let now = Instant::now();
        let since = now.checked_sub(waiting).unwrap_or(now);
        let outcome = self.seeks.add(id, player, since);
        self.spawn_lookups(id, self.other_nodes.lookups());
        Joined::Waiting(Box::new(Seek::new(self, id.clone(), secret, request, since, outcome)))
    }

    /// The public matches, and the players who wait outside rooms, on this node and on the others that answer.
    pub async fn list(&self, matches: usize, waiting: usize) -> (List, Vec<WaitingPlayer>) {
        let mut lists = vec![self.matches.list(matches).await];
        let mut players = self.seeks.listed(waiting);
        for (list, waiting) in self.other_nodes.lists(matches, waiting).await {
            lists.push(list);
            players.extend(waiting);
        }
        players.sort_by_key(|player| Reverse(player.waiting));
        let players = request::share_places(players, waiting, |player| player.request.standing.source);
        (List::merge(lists, matches), players)
    }

    /// The player who waits under this word, on this node or on another one that answers.
    pub async fn player_by_word(&self, word: &str) -> Option<WaitingPlayer> {
        match self.seeks.by_word(word) {
            Some(here) => Some(here),
            None => self.other_nodes.player_by_word(word).await,
        }
    }

    /// Answers the questions of other nodes.
    pub async fn answer_other_nodes(self: Arc<Self>) {
        let other_nodes = Arc::clone(&self.other_nodes);
        other_nodes.answer(self).await;
    }

    async fn seated(&self, id: &MatchId, seats: Seats, secret: Secret) -> Result<Joined, MatchError> {
        Ok(Joined::Seated(Box::new(self.matches.first_seat(id, seats, secret).await?)))
    }
}

/// A random time between half of `time` and one and a half times as much.
fn jittered(time: Duration) -> Duration {
    let thousandths = u32::try_from(random_u64() % 1000).unwrap_or_default();
    time / 2 + time * thousandths / 1000
}

fn computer(level: Level) -> (String, Holder) {
    (COMPUTER_NAME.to_owned(), Holder::Computer(level))
}
