//! Pairing with the players who wait on other nodes.
//!
//! A seek that finds no one on its own node asks the other nodes, one after another, while it is pairing here. The node
//! that holds the other seek decides: it marks that seek as pairing, and creates the match under the id of the seek that
//! asks. Before, it stores that its own seek goes there, so that both tickets find the match. If its answer is lost, the
//! match is ruled out with a write under the same id, unless it has begun: the first of the two writes decides, so no
//! one is seated twice.

use std::cmp::Reverse;
use std::time::Duration;

use bytes::Bytes;
use futures::future::join_all;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::queues::{Found, Lobby, SeekState};
use super::request::{self, JoinRequest, Terms};
use super::{
    ASK_AGAIN, Arc, BySeat, Entry, Joined, MatchError, MatchId, Matchmaker, PairingGuard, Player, SeatId,
    Secret, SecretHash, Seek, Status, WaitingPlayer, rooms,
};
use crate::matches::Attempt;
use crate::matches::listing::List;
use crate::record::{Person, Presence, Record, encoding};
use crate::secret::random_u64;
use crate::store::{Held, Key, NodeId, Revision};
use crate::timestamp::Timestamp;
use crate::token_bucket::TooOften;

/// When a new seek looks for an opponent on other nodes, each time after the one before: first its own node has some
/// time to find one. Each time is random, so that two seeks that asked each other at once do not do so again.
const SEARCHES: [Duration; 3] =
    [Duration::from_millis(20), Duration::from_millis(500), Duration::from_secs(2)];

/// A question that was asked longer ago pairs no one: the node that asked has given up, and has ruled the match out for
/// much longer than this.
const VALID: Duration = Duration::from_secs(5);

/// How long a ticket of a seek finds the match on another node.
const KEEP_FORWARD: Duration = Duration::from_secs(10 * 60);

#[derive(Serialize, Deserialize)]
enum Question {
    /// Is there an opponent?
    Pair(Guest),
    /// The player of this seek has come to the node that asks.
    Move { seek: MatchId, secret: SecretHash },
    /// Which matches are public, and who waits? At most so many.
    List { matches: usize, waiting: usize },
    /// Who is found by this word?
    Find { word: String },
    /// Show this to those who see the match.
    Show { id: MatchId, text: String },
}

#[derive(Serialize, Deserialize)]
pub(super) enum Answer {
    /// The match has begun.
    Paired,
    No,
    /// A match is being written: ask again.
    Busy,
    /// In this room, a player waits for another game.
    OtherTerms(Terms),
    /// The seek is no longer here.
    Moved(WaitingPlayer),
    List(List, Vec<WaitingPlayer>),
    Found(Option<WaitingPlayer>),
    Shown,
}

/// The player who asks.
#[derive(Serialize, Deserialize)]
struct Guest {
    node: NodeId,
    /// By the clock that the nodes share.
    asked_at: Timestamp,
    seek: MatchId,
    /// What the match replaces.
    expected: Option<u64>,
    secret: SecretHash,
    request: JoinRequest,
}

impl Matchmaker {
    /// Looks for an opponent on the other nodes for a seek that has just been added, some times.
    pub(super) fn start_search(self: &Arc<Self>, id: &MatchId) {
        if self.matches.other_nodes().is_empty() {
            return;
        }
        self.spawn_search(id, &SEARCHES);
    }

    /// Searches for a seek after each of these times, until the server stops.
    pub(super) fn spawn_search(self: &Arc<Self>, id: &MatchId, times: &'static [Duration]) {
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

    /// Pairs a seek that waits with another one in its lobby, on this node or on others, if there is one. On this node, two
    /// wait in the same lobby after a match could not be written, or while one was asking other nodes.
    pub(super) async fn search(self: &Arc<Self>, id: &MatchId) -> Result<(), MatchError> {
        let may_meet = |one: &Entry, other: &Entry| one.player.request.may_meet(&other.player.request);
        let here = self.queues.lock().find_other(id, may_meet);
        if let Some(BySeat { host, guest }) = here {
            let guard = PairingGuard::new(self, SeatId::Guest, &guest);
            let player = self.player(&guest);
            self.pair(PairingGuard::new(self, SeatId::Host, &host), &player?).await?;
            guard.succeed(&host);
            return Ok(());
        }
        if self.matches.other_nodes().is_empty() || !self.queues.lock().start_pairing(id) {
            return Ok(());
        }
        let guard = PairingGuard::new(self, SeatId::Guest, id);
        if let Answer::Paired = self.ask_other_nodes(id, &self.player(id)?).await? {
            guard.succeed(id);
        }
        Ok(())
    }

    /// Asks all other nodes for an opponent of a seek that is pairing here.
    pub(super) async fn ask_other_nodes(&self, id: &MatchId, player: &Player) -> Result<Answer, MatchError> {
        let mut refused = Answer::No;
        let nodes = self.matches.other_nodes();
        let mut expected = if nodes.is_empty() { None } else { self.matches.revision(id).await? };
        for node in nodes {
            let question = Question::Pair(Guest {
                node: self.matches.node,
                asked_at: self.matches.clock.now(),
                seek: id.clone(),
                expected: expected.map(|revision| revision.0),
                secret: player.secret.clone(),
                request: player.request.clone(),
            });
            match self.ask(node, &question).await {
                Some(Answer::Paired) => return Ok(Answer::Paired),
                Some(Answer::No) => {}
                Some(reason) => refused = reason,
                None => match self.matches.settle(id, expected, &player.secret).await? {
                    Attempt::Succeeded => return Ok(Answer::Paired),
                    Attempt::Failed { revision } => expected = revision,
                },
            }
        }
        Ok(refused)
    }

    async fn ask(&self, node: NodeId, question: &Question) -> Option<Answer> {
        let answer = self.matches.store.ask(node, encoding::to_bytes(question)).await?;
        encoding::from_bytes(&answer).ok()
    }

    /// What the other nodes answer, without those that do not.
    async fn ask_all(&self, question: &Question) -> Vec<Answer> {
        let asked = self.matches.other_nodes().into_iter().map(|node| self.ask(node, question));
        join_all(asked).await.into_iter().flatten().collect()
    }

    /// The public matches, and the players who wait outside rooms, on this node and on those that answer.
    pub async fn list(&self, matches: usize, waiting: usize) -> (List, Vec<WaitingPlayer>) {
        let mut lists = vec![self.matches.list(matches).await];
        let mut players = self.waiting_players(waiting);
        for answer in self.ask_all(&Question::List { matches, waiting }).await {
            if let Answer::List(list, waiting) = answer {
                lists.push(list);
                players.extend(waiting);
            }
        }
        players.sort_by_key(|player| Reverse(player.waiting));
        let players = request::share_places(players, waiting, |player| player.request.standing.source);
        (List::merge(lists, matches), players)
    }

    /// The player that is found by this word, on this node or on one that answers.
    pub async fn player_by_word(&self, word: &str) -> Option<WaitingPlayer> {
        if let Some(here) = self.waiting_by_word(word) {
            return Some(here);
        }
        let answers = self.ask_all(&Question::Find { word: word.to_owned() }).await;
        answers.into_iter().find_map(|answer| if let Answer::Found(found) = answer { found } else { None })
    }

    /// Shows a text that is not stored to those who see the match on other nodes. An error means that the player of `seat`
    /// is on one that does not answer.
    pub async fn show_elsewhere(
        &self,
        id: &MatchId,
        record: &Record,
        seat: SeatId,
        text: &str,
    ) -> Result<(), MatchError> {
        let question = Question::Show { id: id.clone(), text: text.to_owned() };
        let nodes = self.matches.other_nodes();
        let answers = join_all(nodes.iter().map(|&node| self.ask(node, &question))).await;
        let is_shown_on = |node| {
            nodes
                .iter()
                .zip(&answers)
                .any(|(other, answer)| *other == node && matches!(answer, Some(Answer::Shown)))
        };
        match record.person(seat) {
            Some(Person { presence: Presence::Online, node, .. })
                if *node != self.matches.node && !is_shown_on(*node) =>
            {
                Err(MatchError::Unavailable("the server of the other player does not answer".into()))
            }
            _ => Ok(()),
        }
    }

    /// Answers the questions of other nodes.
    pub async fn answer_nodes(self: Arc<Self>) {
        loop {
            let asked = self.matches.store.asked().await;
            let matchmaker = Arc::clone(&self);
            tokio::spawn(async move {
                let answer = matchmaker.answer(&asked.question).await;
                // The node that asked may have given up, and finds out by itself.
                let _ = asked.answer.send(encoding::to_bytes(&answer));
            });
        }
    }

    async fn answer(self: &Arc<Self>, question: &Bytes) -> Answer {
        match encoding::from_bytes(question) {
            Ok(Question::Pair(guest)) => self.pair_with(guest).await,
            Ok(Question::List { matches, waiting }) => {
                Answer::List(self.matches.list(matches).await, self.waiting_players(waiting))
            }
            Ok(Question::Find { word }) => Answer::Found(self.waiting_by_word(&word)),
            Ok(Question::Move { seek, secret }) => self.give_away(&seek, &secret),
            Ok(Question::Show { id, text }) => match self.matches.subscribe(&id).await {
                Ok(subscription) => {
                    subscription.broadcast(&text);
                    Answer::Shown
                }
                Err(_) => Answer::No,
            },
            Err(error) => {
                tracing::warn!(%error, "another node asks what this version does not know");
                Answer::No
            }
        }
    }

    /// Pairs a seek of this node, if one fits, with a player of another.
    async fn pair_with(self: &Arc<Self>, guest: Guest) -> Answer {
        let valid_until = guest.asked_at.after(VALID);
        let Guest { node, seek: id, expected, secret, request, .. } = guest;
        if !self.matches.other_nodes().contains(&node) {
            return Answer::No;
        }
        let expected = expected.map(Revision);
        // What is held for the player is held by the node that asks.
        let guest = Player { request, secret, held: Arc::new(()) };
        let may_meet = |host: &Entry| guest.request.may_meet(&host.player.request);
        let lobby = Lobby::of(&guest.request);
        let found = self.queues.lock().find(&guest.request.words(), lobby, may_meet);
        let host = match found {
            Found::Host(host) => host,
            Found::OtherTerms(terms) => return Answer::OtherTerms(terms),
            // Of two seeks that ask each other, one waits.
            Found::Busy(other) if other < id => return Answer::Busy,
            Found::NoOpponent | Found::Busy(_) => return Answer::No,
        };
        let guard = PairingGuard::new(self, SeatId::Host, &host);
        let begun = async {
            let player = self.player(&host)?;
            self.forward(&host, &id).await?;
            if self.matches.clock.now() > valid_until {
                return Ok(false);
            }
            let record = self.new_record(&player, Some(&guest), self.person(&guest, node))?;
            let created = self.matches.create_only(&id, expected, record, Arc::clone(&player.held)).await;
            let has_begun = match created {
                Ok(created) => created,
                Err(MatchError::Unknown(_)) => {
                    self.matches.settle(&id, expected, &player.secret).await? == Attempt::Succeeded
                }
                Err(refused) => return Err(refused),
            };
            if has_begun && let Some(room) = player.request.room() {
                rooms::remember(&self.matches, room, &id, player.held).await;
            }
            Ok::<_, MatchError>(has_begun)
        };
        match begun.await {
            Ok(true) => {
                guard.succeed(&id);
                Answer::Paired
            }
            Ok(false) => Answer::No,
            Err(error) => {
                tracing::warn!(%error, "cannot pair a player with one of another node");
                Answer::No
            }
        }
    }

    /// Returns a player to a match, or to the one that a seek has led to, or to the queue with a seek that `holder` has.
    pub(super) async fn resume_elsewhere(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        holder: Option<NodeId>,
        held: impl FnOnce() -> Result<Held, MatchError>,
    ) -> Result<Joined, MatchError> {
        let seated = |seated| Joined::Seated(Box::new(seated));
        match self.matches.resume(id, secret.clone()).await {
            Err(MatchError::NoSuchMatch) => {}
            resumed => return resumed.map(seated),
        }
        if let Some(holder) = holder.filter(|holder| self.matches.other_nodes().contains(holder)) {
            let held = held()?;
            let question = Question::Move { seek: id.clone(), secret: secret.hash() };
            match self.ask(holder, &question).await {
                Some(Answer::Moved(seek)) => return Ok(self.take_over(id, secret, seek, held)),
                Some(Answer::Busy) => return Err(TooOften(ASK_AGAIN).into()),
                // The seek is gone, and so is a node that does not answer.
                _ => {}
            }
        }
        // Until the question was answered, the seek may have been paired.
        let led_to = self.led_to(id).await?.unwrap_or_else(|| id.clone());
        match self.matches.resume(&led_to, secret).await {
            // The node that held the seek ended before it could create the match.
            Err(MatchError::BadTicket) if led_to != *id => Err(MatchError::NoSuchMatch),
            resumed => resumed.map(seated),
        }
    }

    /// Ends a seek of this node, whose player has come to another.
    fn give_away(&self, id: &MatchId, secret: &SecretHash) -> Answer {
        let mut queues = self.queues.lock();
        match queues.get_mut(id) {
            Some((SeekState::Pairing, entry)) if entry.player.secret == *secret => Answer::Busy,
            Some((SeekState::Waiting, entry)) if entry.player.secret == *secret => {
                entry.status.send_modify(|status| status.holder += 1);
                let moved = entry.waiting_player();
                queues.remove(id);
                Answer::Moved(moved)
            }
            _ => Answer::No,
        }
    }

    fn take_over(
        self: &Arc<Self>,
        id: &MatchId,
        secret: Secret,
        WaitingPlayer { request, waiting }: WaitingPlayer,
        held: Held,
    ) -> Joined {
        let now = Instant::now();
        let since = now.checked_sub(waiting).unwrap_or(now);
        let player = Player { request: request.clone(), secret: secret.hash(), held };
        let (sender, status) = watch::channel(Status::default());
        let entry = Entry { player, since, status: sender, is_dropped: false };
        let mut queues = self.queues.lock();
        queues.add(id, &request.words(), Lobby::of(&request), false, entry);
        // In a room, it was checked when the player joined.
        queues.stop_pairing(id);
        drop(queues);
        self.start_search(id);
        Joined::Waiting(Box::new(Seek::new(self, id.clone(), secret, request, since, status)))
    }

    /// Stores that the ticket of a seek leads to a match, if that begins.
    async fn forward(&self, seek: &MatchId, id: &MatchId) -> Result<(), MatchError> {
        let (key, value) = (forward_key(seek), encoding::to_bytes(id));
        let written = self.matches.replace(&key, value, KEEP_FORWARD, None).await?;
        written.map(drop).ok_or_else(|| MatchError::Unavailable("a seek is on two nodes".into()))
    }

    async fn led_to(&self, seek: &MatchId) -> Result<Option<MatchId>, MatchError> {
        let Some(entry) = self.matches.store.get(&forward_key(seek)).await? else { return Ok(None) };
        Ok(Some(encoding::from_bytes(&entry.value.to_bytes())?))
    }
}

fn forward_key(seek: &MatchId) -> Key {
    Key::new("seek", seek.as_str())
}

/// From half of a time to one and a half.
fn jittered(time: Duration) -> Duration {
    let thousandths = random_u64().ok().and_then(|number| u32::try_from(number % 1000).ok());
    time / 2 + time * thousandths.unwrap_or(500) / 1000
}
