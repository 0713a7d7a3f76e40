//! The thread that speaks multicast DNS, and over which cards it does.

use std::ops::Deref;

use mdns_sd::{IfKind, IfPredicate, ServiceDaemon};

use super::MdnsError;
use crate::cards;

/// A thread that speaks multicast DNS until this is dropped.
pub(super) struct Daemon(ServiceDaemon);

impl Daemon {
    /// Starts the thread. It speaks to other machines only.
    ///
    /// # Errors
    /// [`MdnsError`] when the system gives no thread or no event queue.
    pub(super) fn begin() -> Result<Self, MdnsError> {
        let daemon = Self(ServiceDaemon::new()?);
        daemon.disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])?;
        if !cards::only_inner(&cards::all()) {
            daemon
                .disable_interface(IfKind::Predicate(IfPredicate::new(|card| cards::is_inner(&card.name))))?;
        }
        Ok(daemon)
    }
}

impl Deref for Daemon {
    type Target = ServiceDaemon;

    fn deref(&self) -> &ServiceDaemon {
        &self.0
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // The thread does not end by itself. It is gone already if this fails.
        let _ = self.0.shutdown();
    }
}
