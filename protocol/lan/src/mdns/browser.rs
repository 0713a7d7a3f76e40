//! What a client hears.

use mdns_sd::{Receiver, ServiceEvent};

use super::daemon::Daemon;
use super::neighbours::Neighbours;
use super::{MdnsError, News, SERVICE};

/// What the thread says when there is no card over which it can hear anything.
const NO_CARD: &str = " on 0 interfaces ";

/// Looks for servers until it is dropped.
pub struct Browser {
    events: Receiver<ServiceEvent>,
    neighbours: Neighbours,
    _daemon: Daemon,
}

impl Browser {
    /// Begins to look.
    ///
    /// # Errors
    /// [`MdnsError`] when the system gives no thread or no event queue.
    pub fn begin() -> Result<Self, MdnsError> {
        let daemon = Daemon::begin()?;
        let events = daemon.browse(SERVICE)?;
        Ok(Self { events, neighbours: Neighbours::default(), _daemon: daemon })
    }

    /// What is heard next; none when nothing will be heard any more. It may be dropped and called again: nothing is
    /// lost.
    pub async fn next(&mut self) -> Option<News> {
        loop {
            let news = match self.events.recv_async().await.ok()? {
                ServiceEvent::ServiceResolved(service) => self.neighbours.heard(&service),
                ServiceEvent::ServiceRemoved(_, fullname) => self.neighbours.gone(&fullname),
                ServiceEvent::SearchStarted(over) if over.contains(NO_CARD) => Some(News::Deaf),
                ServiceEvent::SearchStopped(_) => return None,
                _ => None,
            };
            if news.is_some() {
                return news;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_is_not_listened_to_can_be_dropped() {
        drop(Browser::begin().unwrap());
    }
}
