//! The thread that speaks multicast DNS, and the interfaces on which it does.

use mdns_sd::{IfKind, IfPredicate, ServiceDaemon};

use super::MdnsError;
use crate::interfaces;

/// Stops its thread when it is dropped.
pub(super) struct Daemon(pub(super) ServiceDaemon);

impl Daemon {
    /// Starts the thread. It talks to other machines only: not over loopback, nor to containers on this machine.
    pub(super) fn start() -> Result<Self, MdnsError> {
        let daemon = Self(ServiceDaemon::new()?);
        daemon.0.disable_interface(vec![IfKind::LoopbackV4, IfKind::LoopbackV6])?;
        if !interfaces::has_only_virtual(&interfaces::all()) {
            let is_virtual = IfPredicate::new(|interface| interfaces::is_virtual(&interface.name));
            daemon.0.disable_interface(IfKind::Predicate(is_virtual))?;
        }
        Ok(daemon)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // The thread does not end by itself. If this fails, it has ended already.
        let _ = self.0.shutdown();
    }
}
