//! A server's lease: it shows the others that it runs, and itself that it can write.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, HeaderMap};
use bytes::Bytes;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::super::{Key, NodeId, Revision};
use super::link::{self, EXPECTED, Found, RequestError, TTL};
use super::nodes::{LEASE, holder_of, url_of};
use super::subjects::Subjects;
use super::{Shared, stream};
use crate::timestamp::Timestamp;

const RENEW_EVERY: Duration = Duration::from_secs(1);

/// Longer than an election, so that none of them expires in it.
const TTL_SECONDS: u64 = 30;

/// The other servers take a lease of one second for the last one.
pub(super) const LAST: u64 = 1;

/// A server whose lease is older has stopped, or is cut off.
const ALIVE: Duration = Duration::from_secs(10);

/// After so long without a renewal, the service was interrupted.
const INTERRUPTED: Duration = Duration::from_secs(3);

/// After so long without a renewal, longer than an election takes, this server cannot serve.
const CUT_OFF: Duration = Duration::from_secs(20);

/// After so long without an answer, the NATS server may be cut off from the others while its connection is fine.
const RECONNECT_AFTER: Duration = Duration::from_secs(4);

/// After so many renewals no NATS server can take itself for the leader of before: it gives up after ten seconds.
pub(super) const SETTLED_AFTER: usize = 20;

/// The servers of the stream.
pub(super) struct Running {
    /// The service was not interrupted since.
    pub(super) since: Timestamp,
    pub(super) nodes: BTreeMap<NodeId, Option<String>>,
    /// The time of the stream's leader.
    pub(super) now: Timestamp,
}

/// Finds the servers that run; if there is none, they begin to run now.
pub(super) async fn find_running(client: &Client, subjects: &Subjects) -> Result<Running, RequestError> {
    let undecodable = || RequestError::Refused("its time cannot be decoded".to_owned());
    loop {
        let info = stream::info(client, subjects, Some(&subjects.values_of(LEASE))).await?;
        let now = info.answered_at().ok_or_else(undecodable)?;
        let is_recent = |written_at: Timestamp| written_at.after(ALIVE) > now;
        let started = read_start(client, subjects).await?;
        let mut nodes = BTreeMap::new();
        for subject in info.into_subjects() {
            let lease = link::read(client, subjects, &subject).await?;
            let node = subjects.stored_key(&subject).and_then(|key| holder_of(&key));
            let lease = lease.filter(|lease| is_recent(lease.written_at));
            nodes.extend(node.zip(lease.map(|lease| url_of(&lease.entry))));
        }
        match started {
            Some(Found { written_at: since, .. }) if !nodes.is_empty() || is_recent(since) => {
                return Ok(Running { since, nodes, now });
            }
            started => write_start(client, subjects, started).await?,
        }
    }
}

/// The time at which this key was written is the start of the service, or the end of its last interruption.
pub(super) fn start_key() -> Key {
    Key::new("service", "start")
}

pub(super) async fn read_start(client: &Client, subjects: &Subjects) -> Result<Option<Found>, RequestError> {
    link::read(client, subjects, &subjects.value(&start_key())).await
}

async fn write_start(
    client: &Client,
    subjects: &Subjects,
    replaced: Option<Found>,
) -> Result<(), RequestError> {
    let mut headers = HeaderMap::new();
    headers.insert(EXPECTED, link::expected(replaced.map(|replaced| replaced.entry.revision)));
    match link::store(client, subjects.value(&start_key()), headers, Bytes::new()).await {
        // Another server may write it at the same time.
        Ok(_) | Err(RequestError::WrongRevision | RequestError::Busy) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Renews the lease, and connects to another NATS server when this one stores nothing.
pub(super) async fn renew(shared: Arc<Shared>) {
    let mut ticks = interval(RENEW_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut acknowledged = Instant::now();
    let mut connected = acknowledged;
    let mut newest = None;
    loop {
        ticks.tick().await;
        let sent_at = shared.clock.now();
        let renewed = async {
            let stored = shared.begin_lease().await?;
            if Some(stored) <= newest.replace(stored) {
                shared.fail("the stream was restored from a backup, or created again");
            }
            shared.note_renewal(stored);
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
                let _ = shared.client.force_reconnect().await;
                connected = Instant::now();
            }
            Err(_) => {}
        }
        shared.nodes.lock().set_cut_off(acknowledged.elapsed() > CUT_OFF);
    }
}

impl Shared {
    pub(super) async fn begin_lease(&self) -> Result<Revision, RequestError> {
        self.put_lease(TTL_SECONDS).await
    }

    pub(super) fn note_renewal(&self, stored: Revision) {
        let mut renewals = self.renewals.lock();
        renewals.push_back(stored);
        if renewals.len() > SETTLED_AFTER {
            renewals.pop_front();
        }
    }

    /// Whether every NATS server that may answer as the leader has this revision, unless it has expired or was
    /// replaced.
    pub(super) fn is_settled(&self, revision: Revision) -> bool {
        let renewals = self.renewals.lock();
        renewals.len() == SETTLED_AFTER && renewals.front() > Some(&revision)
    }

    /// Ends an interruption for all servers, unless another one has just done so.
    async fn resume_service(&self) -> Result<(), RequestError> {
        loop {
            match read_start(&self.client, &self.subjects).await? {
                Some(Found { written_at, .. }) if written_at.after(INTERRUPTED) > self.clock.now() => {
                    tracing::info!("NATS stores again; the clocks of all matches have some seconds left");
                    self.nodes.lock().interrupted(written_at);
                    return Ok(());
                }
                started => write_start(&self.client, &self.subjects, started).await?,
            }
        }
    }

    async fn put_lease(&self, ttl: u64) -> Result<Revision, RequestError> {
        let subject = self.subjects.value(&Key::new(LEASE, &self.node.to_string()));
        let mut headers = HeaderMap::new();
        headers.insert(TTL, ttl.to_string());
        let url = self.public_url.clone().unwrap_or_default();
        link::store(&self.client, subject, headers, url.into()).await
    }

    pub(super) async fn end_lease(&self) -> Result<(), RequestError> {
        self.put_lease(LAST).await.map(drop)
    }
}
