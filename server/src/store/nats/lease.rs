//! A server's lease: it shows the others that it runs, and itself that it can write.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, HeaderMap};
use bytes::Bytes;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::super::Key;
use super::link::{self, EXPECTED, RequestError, TTL};
use super::subjects::Subjects;
use super::{Shared, stream};
use crate::timestamp::Timestamp;

const KIND: &str = "node";

const RENEW_EVERY: Duration = Duration::from_millis(2500);

/// Longer than an election, so that none of them expires in it.
const TTL_SECONDS: u64 = 30;

/// A server whose lease is older has stopped, or is cut off.
const ALIVE: Duration = Duration::from_secs(10);

/// After so long without an answer, the NATS server may be cut off from the others while its connection is fine.
const RECONNECT_AFTER: Duration = Duration::from_secs(4);

/// Since when the servers of the stream have been running: from the start of the first one on, for as long as at least
/// one is alive. And the time of the stream's leader.
pub(super) async fn running_since(
    client: &Client,
    subjects: &Subjects,
) -> Result<(Timestamp, Timestamp), RequestError> {
    let undecodable = || RequestError::Refused("its time cannot be decoded".to_owned());
    let start = subjects.value(&Key::new("service", "start"));
    loop {
        let info = stream::info(client, subjects, Some(&subjects.values_of(KIND))).await?;
        let now = info.answered_at().ok_or_else(undecodable)?;
        let is_recent = |written_at: Timestamp| written_at.after(ALIVE) > now;
        let started = link::read(client, subjects, &start).await?;
        let mut is_running = started.as_ref().is_some_and(|started| is_recent(started.written_at));
        for lease in info.into_subjects() {
            let lease = link::read(client, subjects, &lease).await?;
            is_running |= lease.is_some_and(|lease| is_recent(lease.written_at));
        }
        match started {
            Some(started) if is_running => return Ok((started.written_at, now)),
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
        match shared.put_lease(TTL_SECONDS).await {
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
    async fn put_lease(&self, ttl: u64) -> Result<(), RequestError> {
        let subject = self.subjects.value(&Key::new(KIND, &self.node));
        let mut headers = HeaderMap::new();
        headers.insert(TTL, ttl.to_string());
        link::store(&self.client, subject, headers, Bytes::new()).await.map(drop)
    }

    pub(super) async fn end_lease(&self) -> Result<(), RequestError> {
        self.put_lease(1).await
    }
}
