//! A server's lease: it shows the others that it runs, and itself that it can write.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, HeaderMap};
use bytes::Bytes;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::super::{Key, NodeId};
use super::link::{self, EXPECTED, Found, RequestError, TTL};
use super::nodes::{LEASE, holder_of, url_of};
use super::subjects::Subjects;
use super::{Shared, stream};
use crate::timestamp::Timestamp;

const RENEW_EVERY: Duration = Duration::from_millis(2500);

/// Longer than an election, so that none of them expires in it.
const TTL_SECONDS: u64 = 30;

/// The other servers take a lease of one second for the last one.
pub(super) const LAST: u64 = 1;

/// A server whose lease is older has stopped, or is cut off.
const ALIVE: Duration = Duration::from_secs(10);

/// After so long without an answer, the NATS server may be cut off from the others while its connection is fine.
const RECONNECT_AFTER: Duration = Duration::from_secs(4);

/// The servers of the stream.
pub(super) struct Running {
    /// The start of the first one; at least one has been alive ever since.
    pub(super) since: Timestamp,
    pub(super) nodes: BTreeMap<NodeId, Option<String>>,
    /// The time of the stream's leader.
    pub(super) now: Timestamp,
}

/// Finds the servers that run; if there is none, they begin to run now.
pub(super) async fn find_running(client: &Client, subjects: &Subjects) -> Result<Running, RequestError> {
    let undecodable = || RequestError::Refused("its time cannot be decoded".to_owned());
    let start = subjects.value(&Key::new("service", "start"));
    loop {
        let info = stream::info(client, subjects, Some(&subjects.values_of(LEASE))).await?;
        let now = info.answered_at().ok_or_else(undecodable)?;
        let is_recent = |written_at: Timestamp| written_at.after(ALIVE) > now;
        let started = link::read(client, subjects, &start).await?;
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
            started => {
                let mut headers = HeaderMap::new();
                headers.insert(EXPECTED, link::expected(started.map(|started| started.entry.revision)));
                match link::store(client, start.clone(), headers, Bytes::new()).await {
                    // Another server may have started at the same time.
                    Ok(_) | Err(RequestError::WrongRevision | RequestError::Busy) => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

/// Renews the lease, and connects to another NATS server when this one stores nothing.
pub(super) async fn renew(shared: Arc<Shared>) {
    let mut ticks = interval(RENEW_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut acknowledged = Instant::now();
    loop {
        ticks.tick().await;
        match shared.begin_lease().await {
            Ok(()) => acknowledged = Instant::now(),
            Err(error) if acknowledged.elapsed() > RECONNECT_AFTER => {
                tracing::warn!(%error, "NATS stores nothing; trying another of its servers");
                // Fails only when the client is closed.
                let _ = shared.client.force_reconnect().await;
                acknowledged = Instant::now();
            }
            Err(_) => {}
        }
    }
}

impl Shared {
    pub(super) async fn begin_lease(&self) -> Result<(), RequestError> {
        self.put_lease(TTL_SECONDS).await
    }

    async fn put_lease(&self, ttl: u64) -> Result<(), RequestError> {
        let subject = self.subjects.value(&Key::new(LEASE, &self.node.to_string()));
        let mut headers = HeaderMap::new();
        headers.insert(TTL, ttl.to_string());
        let url = self.public_url.clone().unwrap_or_default();
        link::store(&self.client, subject, headers, url.into()).await.map(drop)
    }

    pub(super) async fn end_lease(&self) -> Result<(), RequestError> {
        self.put_lease(LAST).await
    }
}
