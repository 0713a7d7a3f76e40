//! QR codes on request, without delaying anything else.

use tictactoe_lan::qr::Code;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The longest URL that gets a code, in bytes. Its code has 41 modules a side (version 6 of ISO/IEC 18004), 49 with the
/// quiet zone, and a module is less than five pixels on the page: phones hardly read smaller ones. The largest QR code
/// would also take ten times as long to make.
pub const MAX_URL_BYTES: usize = 120;

/// Only one code is made at a time, so that any number of requests takes no more than one processor.
static TURN: Semaphore = Semaphore::const_new(1);

/// The code of a URL as an SVG image; `None` when it has more than [`MAX_URL_BYTES`].
pub async fn svg(url: &str) -> Option<String> {
    if url.len() > MAX_URL_BYTES {
        return None;
    }
    let url = url.to_owned();
    run(move || Code::for_url(&url).map(|code| code.svg())).await?
}

async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let turn = TURN.acquire().await.ok()?;
    let result = spawn_blocking(move || {
        // Held by the thread, because it goes on when the request is cancelled.
        let _turn = turn;
        work()
    });
    result.await.ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::{FutureExt, poll};

    use super::*;

    #[tokio::test]
    async fn codes_are_made_one_at_a_time_without_blocking() {
        let (finish, finished) = mpsc::channel::<()>();
        let mut first = Box::pin(run(move || finished.recv().is_err()));
        assert!(poll!(&mut first).is_pending(), "this task goes on meanwhile");
        let mut second = Box::pin(run(|| 2));
        assert!(poll!(&mut second).is_pending());
        // A cancelled request keeps its turn until its thread is done.
        drop(first);
        assert!(poll!(&mut second).is_pending());
        assert_eq!(TURN.available_permits(), 0);
        drop(finish);
        assert_eq!(second.await, Some(2));
    }

    #[test]
    fn the_longest_url_has_a_code_of_41_modules_and_a_longer_one_has_none() {
        let url = |bytes: usize| format!("{:x<bytes$}", "http://192.168.1.23:7878/r/");
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let image = runtime.block_on(svg(&url(MAX_URL_BYTES))).unwrap();
        assert!(image.contains("viewBox=\"0 0 49 49\""), "{image}");
        assert_eq!(svg(&url(MAX_URL_BYTES + 1)).now_or_never(), Some(None));
    }
}
