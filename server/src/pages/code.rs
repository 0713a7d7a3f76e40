//! QR codes for whoever asks, made so that nobody else notices.

use std::sync::Arc;

use tictactoe_lan::qr::Code;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The longest web address that gets a code, in bytes. Its code has 41 modules a side (version 6 of ISO/IEC 18004), 49 with
/// the margin: on the page not five pixels each. Phones hardly read smaller ones from a screen, and the longest that
/// there is would take ten times as long to make.
pub const URL_BYTES: usize = 120;

/// Where codes are made: one at a time, on a thread that nothing else waits for. So however many ask, those who play do
/// not notice; who asks waits.
#[derive(Debug)]
pub struct Codes {
    place: Arc<Semaphore>,
}

impl Codes {
    /// A place for one at a time.
    #[must_use]
    pub fn new() -> Self {
        Self { place: Arc::new(Semaphore::new(1)) }
    }

    /// The code of a web address as an SVG picture; none when it has more than [`URL_BYTES`].
    pub async fn svg(&self, url: &str) -> Option<String> {
        if url.len() > URL_BYTES {
            return None;
        }
        let url = url.to_owned();
        self.make(move || Code::of_url(&url).map(|code| code.svg())).await?
    }

    /// Gives what this makes when it is its turn; `None` when that fails.
    async fn make<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let place = Arc::clone(&self.place).acquire_owned().await.ok()?;
        let making = spawn_blocking(move || {
            // Held to the end: what is made for somebody who has gone is made all the same.
            let _place = place;
            work()
        });
        making.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::{FutureExt, poll};

    use super::*;

    #[tokio::test]
    async fn one_is_made_at_a_time_and_others_have_their_turn_meanwhile() {
        let codes = Codes::new();
        let (finish, finished) = mpsc::channel::<()>();
        let mut first = Box::pin(codes.make(move || finished.recv().is_err()));
        assert!(poll!(&mut first).is_pending(), "this goes on while it is made");
        let mut second = Box::pin(codes.make(|| 2));
        assert!(poll!(&mut second).is_pending());
        // Who asked first goes away: what was begun for them keeps its place.
        drop(first);
        assert!(poll!(&mut second).is_pending());
        assert_eq!(codes.place.available_permits(), 0);
        drop(finish);
        assert_eq!(second.await, Some(2));
    }

    #[test]
    fn the_longest_address_has_a_code_of_41_modules_and_a_longer_one_has_none() {
        let url = |bytes: usize| format!("{:x<bytes$}", "http://192.168.1.23:7878/r/");
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let svg = runtime.block_on(Codes::new().svg(&url(URL_BYTES))).unwrap();
        assert!(svg.contains("viewBox=\"0 0 49 49\""), "{svg}");
        assert_eq!(Codes::new().svg(&url(URL_BYTES + 1)).now_or_never(), Some(None));
    }
}
