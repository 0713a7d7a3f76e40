//! Pairing with the players who wait on other nodes.
//!
//! A seek that finds no one on its own node asks the other nodes, one after another, while it is pairing here. The
//! node that holds the other seek decides. It marks that seek as pairing, stores a pointer from it to the id of the
//! asking seek, and then creates the match under that id, so both tickets lead to it. If the answer is lost, the asking
//! node writes a tombstone under the same id, if there is no match. Whichever write comes first wins, so no one is
//! seated twice.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::future::join_all;
use serde::{Deserialize, Serialize};
use tictactoe_server::Storage;
use tictactoe_server::matches::listing::List;
use tictactoe_server::matches::{MatchError, Matches};
use tictactoe_server::matchmaking::other_nodes::{FoundElsewhere, OtherNodes};
use tictactoe_server::matchmaking::request::JoinRequest;
use tictactoe_server::matchmaking::{Matchmaker, NotReleased, Player, WaitingPlayer};
use tictactoe_server::record::{MatchId, Person, Presence, Record, SeatId, encoding};
use tictactoe_server::secret::SecretHash;
use tictactoe_server::store::{Key, NodeId, Revision, Store, Timestamp, Unavailable};
use tokio::sync::oneshot;

use super::attempt::{self, Attempt};

/// The delays before a new seek looks for an opponent on other nodes. Its own node has some time to find one first.
/// Jitter is added, so that two seeks that asked each other at the same time do not collide again.
const LOOKUPS: [Duration; 3] =
    [Duration::from_millis(20), Duration::from_millis(500), Duration::from_secs(2)];

/// Ignore older requests, because the asking node has timed out and written a tombstone for the match, which lives
/// much longer than this.
const VALID: Duration = Duration::from_secs(5);

/// The time to live of the pointer from a seek to its match on another node.
const KEEP_FORWARD: Duration = Duration::from_secs(10 * 60);

/// A store through which nodes ask each other.
#[async_trait]
pub trait Peers: Store {
    /// Asks another node; `None` if it does not answer soon. It may have got the question even so.
    async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes>;

    /// The next question of another node. Cancel safe.
    async fn asked(&self) -> Asked;

    /// Notifies the other nodes that this one is about to stop, so that they ask it no more.
    async fn withdraw(&self) {}
}

/// A question of another node.
#[derive(Debug)]
pub struct Asked {
    /// The question.
    pub question: Bytes,
    /// Sends the answer.
    pub answer: oneshot::Sender<Bytes>,
}

/// A store, and the other nodes that share it.
pub fn storage<P: Peers>(peers: Arc<P>) -> Storage {
    Storage::shared(Arc::clone(&peers) as _, Arc::new(PeerNodes(peers)))
}

/// The nodes that share a store, as one of them sees the others.
struct PeerNodes<P>(Arc<P>);

#[derive(Serialize, Deserialize)]
enum Question {
    /// Pairs this player with one who waits on the asked node.
    Pair(Box<Guest>),
    /// Releases this seek, because its player has connected to the asking node.
    Release { seek: MatchId, secret: SecretHash },
    /// Lists the public matches and the waiting players, at most this many of each.
    List { matches: usize, waiting: usize },
    /// Finds the player who waits under this word.
    Find { word: String },
    /// Shows a text to the viewers of the match.
    Show { id: MatchId, text: String },
}

#[derive(Serialize, Deserialize)]
enum Answer {
    Pair(FoundElsewhere),
    Release(Result<WaitingPlayer, NotReleased>),
    List(List, Vec<WaitingPlayer>),
    Found(Option<WaitingPlayer>),
    Shown,
    /// The node that was asked does not know the question or the match.
    No,
}

/// The player for whom another node asks.
#[derive(Serialize, Deserialize)]
struct Guest {
    node: NodeId,
    /// The time by the clock that the nodes share.
    asked_at: Timestamp,
    seek: MatchId,
    /// The revision that the match replaces.
    expected: Option<u64>,
    secret: SecretHash,
    request: JoinRequest,
}

#[async_trait]
impl<P: Peers> OtherNodes for PeerNodes<P> {
    fn lookups(&self) -> &'static [Duration] {
        if self.others().is_empty() { &[] } else { &LOOKUPS }
    }

    async fn find_opponent(
        &self,
        matches: &Matches,
        id: &MatchId,
        player: &Player,
    ) -> Result<FoundElsewhere, MatchError> {
        let mut refused = FoundElsewhere::NoOpponent;
        let (mut expected, _) = matches.find(&matches.live(id)).await?;
        for node in self.others() {
            let question = Question::Pair(Box::new(Guest {
                node: matches.node,
                asked_at: matches.clock.now(),
                seek: id.clone(),
                expected: expected.map(|revision| revision.0),
                secret: player.secret.clone(),
                request: player.request.clone(),
            }));
            match self.ask(node, &question).await {
                Some(Answer::Pair(FoundElsewhere::MatchBegun)) => return Ok(FoundElsewhere::MatchBegun),
                Some(Answer::Pair(reason @ (FoundElsewhere::Pairing | FoundElsewhere::OtherTerms(_)))) => {
                    refused = reason;
                }
                Some(_) => {}
                None => match attempt::resolve(matches, id, expected, &player.secret).await? {
                    Attempt::Succeeded => return Ok(FoundElsewhere::MatchBegun),
                    Attempt::Failed { revision } => expected = revision,
                },
            }
        }
        Ok(refused)
    }

    async fn fetch_seek(
        &self,
        node: NodeId,
        id: &MatchId,
        secret: &SecretHash,
    ) -> Result<WaitingPlayer, NotReleased> {
        if !self.others().contains(&node) {
            return Err(NotReleased::Gone);
        }
        let question = Question::Release { seek: id.clone(), secret: secret.clone() };
        match self.ask(node, &question).await {
            Some(Answer::Release(release)) => release,
            _ => Err(NotReleased::Gone),
        }
    }

    async fn match_of_seek(&self, seek: &MatchId) -> Result<Option<MatchId>, MatchError> {
        let Some(entry) = self.0.get(&forward_key(seek)).await? else { return Ok(None) };
        Ok(Some(encoding::from_bytes(&entry.value)?))
    }

    async fn lists(&self, matches: usize, waiting: usize) -> Vec<(List, Vec<WaitingPlayer>)> {
        let answers = self.ask_all(&Question::List { matches, waiting }).await;
        let lists = answers.into_iter().filter_map(|answer| match answer {
            Answer::List(list, waiting) => Some((list, waiting)),
            _ => None,
        });
        lists.collect()
    }

    async fn player_by_word(&self, word: &str) -> Option<WaitingPlayer> {
        let answers = self.ask_all(&Question::Find { word: word.to_owned() }).await;
        answers.into_iter().find_map(|answer| if let Answer::Found(found) = answer { found } else { None })
    }

    async fn show(&self, id: &MatchId, record: &Record, seat: SeatId, text: &str) -> Result<(), MatchError> {
        let question = Question::Show { id: id.clone(), text: text.to_owned() };
        let nodes = self.others();
        let answers = join_all(nodes.iter().map(|&node| self.ask(node, &question))).await;
        let is_shown = |(node, answer)| matches!(answer, Some(Answer::Shown)).then_some(node);
        let shown: Vec<NodeId> = nodes.into_iter().zip(answers).filter_map(is_shown).collect();
        let own = self.0.members().borrow().own;
        match record.person(seat) {
            Some(Person { presence: Presence::Online, node, .. })
                if *node != own && !shown.contains(node) =>
            {
                Err(Unavailable("the node of the other player does not answer".to_owned()).into())
            }
            _ => Ok(()),
        }
    }

    async fn answer(&self, matchmaker: Arc<Matchmaker>) {
        loop {
            let asked = self.0.asked().await;
            let (nodes, matchmaker) = (Self(Arc::clone(&self.0)), Arc::clone(&matchmaker));
            tokio::spawn(async move {
                let answer = nodes.answer_to(&asked.question, &matchmaker).await;
                // The node that asked may have given up, and finds out by itself.
                let _ = asked.answer.send(encoding::to_bytes(&answer));
            });
        }
    }

    async fn withdraw(&self) {
        self.0.withdraw().await;
    }
}

impl<P: Peers> PeerNodes<P> {
    fn others(&self) -> Vec<NodeId> {
        self.0.members().borrow().others.keys().copied().collect()
    }

    async fn ask(&self, node: NodeId, question: &Question) -> Option<Answer> {
        let answer = self.0.ask(node, encoding::to_bytes(question)).await?;
        encoding::from_bytes(&answer).ok()
    }

    /// The answers of the other nodes that answer in time.
    async fn ask_all(&self, question: &Question) -> Vec<Answer> {
        let asked = self.others().into_iter().map(|node| self.ask(node, question));
        join_all(asked).await.into_iter().flatten().collect()
    }

    async fn answer_to(&self, question: &Bytes, matchmaker: &Arc<Matchmaker>) -> Answer {
        match encoding::from_bytes(question) {
            Ok(Question::Pair(guest)) => Answer::Pair(self.pair(*guest, matchmaker).await),
            Ok(Question::Release { seek, secret }) => {
                Answer::Release(matchmaker.seeks.release(&seek, &secret))
            }
            Ok(Question::List { matches, waiting }) => {
                Answer::List(matchmaker.matches.list(matches).await, matchmaker.seeks.listed(waiting))
            }
            Ok(Question::Find { word }) => Answer::Found(matchmaker.seeks.by_word(&word)),
            Ok(Question::Show { id, text }) => match matchmaker.matches.subscribe(&id).await {
                Ok(subscription) => {
                    subscription.broadcast(&text);
                    Answer::Shown
                }
                Err(_) => Answer::No,
            },
            Err(error) => {
                tracing::warn!(%error, "another node sent a request that this version does not know");
                Answer::No
            }
        }
    }

    /// Pairs a seek of this node, if one fits, with a player of another.
    async fn pair(&self, guest: Guest, matchmaker: &Arc<Matchmaker>) -> FoundElsewhere {
        let valid_until = guest.asked_at.after(VALID);
        let Guest { node, seek: id, expected, secret, request, .. } = guest;
        if !self.others().contains(&node) {
            return FoundElsewhere::NoOpponent;
        }
        let matches = &matchmaker.matches;
        let create = async |host, host_secret, record| {
            forward(matches, &host, &id).await?;
            let is_created = matches.clock.now() <= valid_until
                && attempt::create(matches, &id, expected.map(Revision), record, &host_secret).await?;
            // The asking node has given up.
            if is_created { Ok(()) } else { Err(MatchError::NoSuchMatch) }
        };
        matchmaker.pair_with_guest(&id, &Player { request, secret }, node, create).await
    }
}

/// Stores a pointer from a seek to the match that is about to begin.
async fn forward(matches: &Matches, seek: &MatchId, id: &MatchId) -> Result<(), MatchError> {
    let written = matches.replace(&forward_key(seek), encoding::to_bytes(id), KEEP_FORWARD).await?;
    written.map(drop).ok_or_else(|| Unavailable("a seek is on two nodes".to_owned()).into())
}

fn forward_key(seek: &MatchId) -> Key {
    Key::new("seek", seek.as_str())
}
