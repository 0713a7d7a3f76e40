//! Finds servers.

use mdns_sd::{Receiver, ServiceEvent};

use super::daemon::Daemon;
use super::known_servers::KnownServers;
use super::{BrowserEvent, MdnsError, SERVICE};

/// Part of mdns-sd's `SearchStarted` message when there is no interface to listen on.
const NO_INTERFACE: &str = " on 0 interfaces ";

/// Looks for servers until it is dropped.
pub struct Browser {
    events: Receiver<ServiceEvent>,
    known: KnownServers,
    _daemon: Daemon,
}

impl Browser {
    /// Starts looking.
    ///
    /// # Errors
    /// [`MdnsError`] when the system provides no thread or no event queue.
    pub fn start() -> Result<Self, MdnsError> {
        let daemon = Daemon::start()?;
        let events = daemon.0.browse(SERVICE)?;
        Ok(Self { events, known: KnownServers::default(), _daemon: daemon })
    }

    /// The next event; `None` when there will be no more. Cancel safe.
    pub async fn next(&mut self) -> Option<BrowserEvent> {
        loop {
            let event = match self.events.recv_async().await.ok()? {
                ServiceEvent::ServiceResolved(service) => self.known.on_resolved(&service),
                ServiceEvent::ServiceRemoved(_, fullname) => self.known.on_removed(&fullname),
                ServiceEvent::SearchStarted(interfaces) if interfaces.contains(NO_INTERFACE) => {
                    Some(BrowserEvent::Unavailable)
                }
                ServiceEvent::SearchStopped(_) => return None,
                _ => None,
            };
            if event.is_some() {
                return event;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_can_be_dropped_before_its_first_event() {
        drop(Browser::start().unwrap());
    }
}
