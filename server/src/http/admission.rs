//! Limits the number of connections, in total and from one client.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client_key::ClientKey;
use super::refusal::Refusal;

/// Remembers only clients with a connection, so its size is bounded by the number of connections.
#[derive(Debug)]
pub struct ConnectionLimiter {
    total: Arc<Semaphore>,
    max_per_client: u32,
    by_client: Mutex<HashMap<ClientKey, u32>>,
}

/// Counted as a connection until it is dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    _total: Option<OwnedSemaphorePermit>,
    client: Option<ClientKey>,
}

impl ConnectionLimiter {
    pub fn new(max_total: u32, max_per_client: u32) -> Arc<Self> {
        let total = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS.min(max_total as usize)));
        Arc::new(Self { total, max_per_client, by_client: Mutex::default() })
    }

    /// A permit for a connection. Without a client it counts in the total only.
    pub fn admit(self: &Arc<Self>, client: Option<ClientKey>) -> Result<ConnectionPermit, Refusal> {
        let total = Arc::clone(&self.total).try_acquire_owned().map_err(|_| Refusal::Full)?;
        client.map_or(Ok(()), |client| self.count(client))?;
        Ok(ConnectionPermit { limiter: Arc::clone(self), _total: Some(total), client })
    }

    /// A permit for a client behind a proxy, whose connection has a permit of its own.
    pub fn admit_forwarded(self: &Arc<Self>, client: ClientKey) -> Result<ConnectionPermit, Refusal> {
        self.count(client)?;
        Ok(ConnectionPermit { limiter: Arc::clone(self), _total: None, client: Some(client) })
    }

    fn count(&self, client: ClientKey) -> Result<(), Refusal> {
        let mut by_client = self.by_client.lock();
        let count = by_client.get(&client).copied().unwrap_or_default();
        if count >= self.max_per_client {
            return Err(Refusal::TooManyConnections);
        }
        by_client.insert(client, count + 1);
        Ok(())
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let Some(client) = self.client else { return };
        let mut by_client = self.limiter.by_client.lock();
        let left = by_client.get(&client).map_or(0, |count| count - 1);
        if left == 0 {
            by_client.remove(&client);
        } else {
            by_client.insert(client, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str) -> Option<ClientKey> {
        ClientKey::of(address.parse().unwrap())
    }

    #[test]
    fn clients_without_a_connection_are_forgotten() {
        let limiter = ConnectionLimiter::new(1_000, 9);
        let permits: Vec<_> =
            (0..=255).map(|last| limiter.admit(client(&format!("192.0.2.{last}"))).unwrap()).collect();
        assert_eq!(limiter.by_client.lock().len(), permits.len());
        drop(permits);
        assert_eq!((limiter.total.available_permits(), limiter.by_client.lock().len()), (1_000, 0));
    }
}
