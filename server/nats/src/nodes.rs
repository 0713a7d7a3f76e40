//! The nodes that share the stream. Each renews a lease, which shows the others that it runs, and itself that it can
//! write. Each knows the others that run, and sends them requests.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::connection::State;
use async_nats::header::NATS_MESSAGE_TTL;
use bytes::Bytes;
use futures::StreamExt;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::Shared;
use super::pairing::Asked;
use super::requests::{Found, Stream, StreamError, replacing};
use tictactoe_server::store::{Clock, Entry, Key, Members, NodeId, Revision, Timestamp};

/// The kind of the keys of leases.
const LEASE: &str = "node";

const RENEW_EVERY: Duration = Duration::from_secs(1);

/// Longer than an election, so that no lease expires during one.
pub(super) const TTL_SECONDS: u64 = 30;

/// A lease for one second is the last one of a node that stops.
pub(super) const LAST: u64 = 1;

/// A node whose lease is older has stopped, or is cut off.
const ALIVE: Duration = Duration::from_secs(10);

/// A node is gone if this one has renewed its lease this many times since the other last did.
const MAX_MISSED: u32 = 5;

/// After this long without a renewal, the service was interrupted.
const INTERRUPTED: Duration = Duration::from_secs(3);

/// After this long without a renewal, more than an election takes, this node cannot serve.
const CUT_OFF: Duration = Duration::from_secs(20);

/// After this long without an answer, the NATS server may be cut off from the others although its connection works.
const RECONNECT_AFTER: Duration = Duration::from_secs(4);

/// After this many renewals, no deposed leader still believes to lead the stream, because it gives up after ten
/// seconds.
pub(super) const SETTLED_AFTER: usize = 20;

/// How long to wait for the answer of another node.
const ANSWER_TIME: Duration = Duration::from_millis(300);

/// The nodes that run, by the leases in the stream. Time is measured in this node's own renewals, so that no node
/// counts as gone while the stream stores nothing.
pub(super) struct Nodes {
    /// The number of this node's renewals since the last one of each other node.
    missed: BTreeMap<NodeId, u32>,
    members: watch::Sender<Members>,
    /// The revisions of this node's newest leases.
    renewals: VecDeque<Revision>,
}

impl Nodes {
    pub(super) fn new(members: Members) -> Self {
        let missed = members.others.keys().map(|node| (*node, 0)).collect();
        Self { missed, members: watch::Sender::new(members), renewals: VecDeque::new() }
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }

    fn update(&self, change: impl FnOnce(&mut Members)) {
        self.members.send_if_modified(|members| {
            let before = members.clone();
            change(members);
            *members != before
        });
    }

    /// Records that the service was interrupted before this time.
    pub(super) fn interrupted(&self, until: Timestamp) {
        self.update(|members| members.service_since = members.service_since.max(until));
    }

    /// Records the lease that a node has stored.
    pub(super) fn renewed(&mut self, node: NodeId, lease: &Found, now: Timestamp) {
        let is_own = node == self.members.borrow().own;
        let is_last = lease.expires_at <= lease.written_at.after(Duration::from_secs(LAST));
        if is_own {
            self.missed.values_mut().for_each(|missed| *missed += 1);
        } else {
            self.missed.insert(node, if is_last { MAX_MISSED } else { 0 });
        }
        self.missed.retain(|_, missed| *missed < MAX_MISSED);
        self.update(|members| {
            if self.missed.contains_key(&node) {
                members.others.insert(node, url_of(&lease.entry));
            }
            let known = members.others.len();
            members.others.retain(|node, _| self.missed.contains_key(node));
            if members.others.len() < known {
                members.others_gone_at = now;
            }
        });
    }

    /// Records this node's own renewal. Returns false if its revision is not newer than the previous one.
    pub(super) fn note_renewal(&mut self, stored: Revision) -> bool {
        let is_newer = self.renewals.back() < Some(&stored);
        self.renewals.push_back(stored);
        if self.renewals.len() > SETTLED_AFTER {
            self.renewals.pop_front();
        }
        is_newer
    }

    /// Every NATS server that may answer as the leader has this revision, unless it has expired or was replaced.
    pub(super) fn is_settled(&self, revision: Revision) -> bool {
        self.renewals.len() == SETTLED_AFTER && self.renewals.front() > Some(&revision)
    }
}

/// The URL of a node for players, from its lease.
fn url_of(lease: &Entry) -> Option<String> {
    String::from_utf8(lease.value.to_vec()).ok().filter(|url| !url.is_empty())
}

/// The node whose lease this is.
pub(super) fn node_of(lease: &Key) -> Option<NodeId> {
    lease.as_str().strip_prefix(LEASE)?.strip_prefix('.')?.parse().ok()
}

/// The key whose last write is the start of the service, or the end of its last interruption.
pub(super) fn start_key() -> Key {
    Key::new("service", "start")
}

impl Stream {
    /// Finds the nodes that run. If there is none, the service starts now.
    pub(super) async fn find_members(&self, own: NodeId) -> Result<Members, StreamError> {
        let undecodable = || StreamError::Refused("its time cannot be decoded".to_owned());
        loop {
            let info = self.info(Some(&self.values_of(LEASE))).await?;
            let now = info.answered_at().ok_or_else(undecodable)?;
            let is_recent = |written_at: Timestamp| written_at.after(ALIVE) > now;
            let started = self.read_start().await?;
            let mut others = BTreeMap::new();
            for subject in info.state.subjects.into_keys() {
                let lease = self.read(&subject).await?.filter(|lease| is_recent(lease.written_at));
                let node = self.key_of(&subject).and_then(|key| node_of(&key));
                others.extend(node.zip(lease.map(|lease| url_of(&lease.entry))));
            }
            match started {
                Some(Found { written_at, .. }) if !others.is_empty() || is_recent(written_at) => {
                    let service_since = written_at;
                    return Ok(Members {
                        own,
                        others,
                        others_gone_at: now,
                        service_since,
                        is_cut_off: false,
                    });
                }
                started => self.write_start(started).await?,
            }
        }
    }

    pub(super) async fn read_start(&self) -> Result<Option<Found>, StreamError> {
        self.read(&self.value(&start_key())).await
    }

    async fn write_start(&self, replaced: Option<Found>) -> Result<(), StreamError> {
        let headers = replacing(replaced.map(|replaced| replaced.entry.revision));
        match self.store(self.value(&start_key()), headers, Bytes::new()).await {
            // Another node may write it at the same time.
            Ok(_) | Err(StreamError::WrongRevision(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// Renews the lease, and connects to another NATS server if this one stores nothing.
pub(super) async fn renew_lease(shared: Arc<Shared>) {
    let mut ticks = interval(RENEW_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut acknowledged = Instant::now();
    let mut connected = acknowledged;
    loop {
        ticks.tick().await;
        let sent_at = shared.clock.now();
        let renewed = async {
            let stored = shared.put_lease(TTL_SECONDS).await?;
            if !shared.nodes.lock().note_renewal(stored) {
                shared.fail("the stream was restored from a backup, or created again");
            }
            if acknowledged.elapsed() > INTERRUPTED { shared.resume_service().await } else { Ok(()) }
        };
        match renewed.await {
            Ok(()) => {
                shared.clock.confirm(sent_at);
                acknowledged = Instant::now();
                connected = acknowledged;
            }
            Err(error) if connected.elapsed() > RECONNECT_AFTER => {
                tracing::warn!(%error, "NATS stores nothing; trying another of its servers");
                // Fails only when the client is closed.
                let _ = shared.stream.client.force_reconnect().await;
                connected = Instant::now();
            }
            Err(_) => {}
        }
        let is_cut_off = acknowledged.elapsed() > CUT_OFF;
        shared.nodes.lock().update(|members| members.is_cut_off = is_cut_off);
    }
}

impl Shared {
    /// Stores the lease of this node for this many seconds.
    pub(super) async fn put_lease(&self, ttl: u64) -> Result<Revision, StreamError> {
        let subject = self.stream.value(&Key::new(LEASE, &self.node.to_string()));
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_TTL, ttl.to_string());
        let url = self.options.public_url.clone().unwrap_or_default();
        self.stream.store(subject, headers, url.into()).await
    }

    /// Ends an interruption for all nodes, unless another one has just done so.
    async fn resume_service(&self) -> Result<(), StreamError> {
        loop {
            match self.stream.read_start().await? {
                Some(Found { written_at, .. }) if written_at.after(INTERRUPTED) > self.clock.now() => {
                    tracing::info!("NATS stores again; the clocks of all matches have some seconds left");
                    self.nodes.lock().interrupted(written_at);
                    return Ok(());
                }
                started => self.stream.write_start(started).await?,
            }
        }
    }

    pub(super) async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes> {
        let client = &self.stream.client;
        // Without a connection, the client would send the request much later.
        if client.connection_state() != State::Connected {
            return None;
        }
        let request = client.request(self.stream.questions(node), question);
        let answer = timeout(ANSWER_TIME, request).await.ok()?;
        answer.ok().map(|answer| answer.payload)
    }

    /// The next question to this node.
    pub(super) async fn asked(&self) -> Asked {
        loop {
            let message = self.questions.lock().await.next().await;
            // They end only with the client, at the end of the process.
            let Some(message) = message else { return std::future::pending().await };
            let Some(reply) = message.reply else { continue };
            let (answer, answered) = oneshot::channel();
            let client = self.stream.client.clone();
            tokio::spawn(async move {
                if let Ok(answer) = answered.await {
                    // The node that asked does not wait for long anyway.
                    let _ = client.publish(reply, answer).await;
                }
            });
            return Asked { question: message.payload, answer };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_node_is_gone_after_five_renewals_of_this_one_without_its_own() {
        let at = Timestamp::from_millis;
        let (own, other, third) = (NodeId::generate(), NodeId::generate(), NodeId::generate());
        let (others_gone_at, service_since) = (at(0), at(0));
        let others = [(other, None)].into();
        let mut nodes = Nodes::new(Members { own, others, others_gone_at, service_since, is_cut_off: false });
        let lease = |seconds: u64| {
            let entry = Entry { value: Bytes::new(), revision: Revision(1) };
            Found { entry, written_at: at(0), expires_at: at(seconds * 1000), operation: None }
        };
        let seen = |nodes: &Nodes| {
            let members = nodes.subscribe().borrow().clone();
            (members.others.into_keys().collect::<BTreeSet<_>>(), members.others_gone_at)
        };
        for renewal in 1..MAX_MISSED {
            nodes.renewed(own, &lease(TTL_SECONDS), at(renewal.into()));
        }
        nodes.renewed(other, &lease(TTL_SECONDS), at(10));
        nodes.renewed(third, &lease(TTL_SECONDS), at(11));
        for renewal in 1..MAX_MISSED {
            nodes.renewed(own, &lease(TTL_SECONDS), at(20 + u64::from(renewal)));
        }
        assert_eq!(seen(&nodes), ([other, third].into(), at(0)));
        nodes.renewed(third, &lease(TTL_SECONDS), at(30));
        nodes.renewed(own, &lease(TTL_SECONDS), at(31));
        assert_eq!(seen(&nodes), ([third].into(), at(31)));
        nodes.renewed(third, &lease(LAST), at(40));
        assert_eq!(seen(&nodes), ([].into(), at(40)));
    }
}
