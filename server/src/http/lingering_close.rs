//! Lingering close: closes a TCP connection so that the peer receives everything that was sent to it.
//!
//! When a socket is closed while received data is unread, the system sends a reset, which can overtake the data that
//! was sent before. So a dropped connection is shut down for writing first, and read from for a while (RFC 9112,
//! section 9.6).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, Join, ReadBuf, copy, join, sink};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, timeout};

use crate::tasks::Tasks;
use crate::token_bucket::TokenBucket;

const LINGER_TIME: Duration = Duration::from_secs(2);

const LINGER_BYTES: u64 = 16 * 1024 * 1024;

pub type Lingering<T> = Join<LingeringReader<T>, OwnedWriteHalf>;

/// A stream that lingers when it is dropped. Keeps `held` until the socket is closed. Reading fails when more bytes
/// arrive than the limit allows, because not every byte belongs to a message, and only messages are limited elsewhere.
pub fn lingering<T: Send + Unpin + 'static>(
    stream: TcpStream,
    held: T,
    tasks: Tasks,
    byte_limit: TokenBucket,
) -> Lingering<T> {
    // The dropped write half shuts the socket down for writing.
    let (reader, writer) = stream.into_split();
    join(LingeringReader { reader: Some((reader, held)), has_ended: false, tasks, byte_limit }, writer)
}

pub struct LingeringReader<T: Send + 'static> {
    /// The read half, and a value that is dropped with the socket, such as its permit. Present until the drop.
    reader: Option<(OwnedReadHalf, T)>,
    /// The peer has closed or reset the connection, so nothing is left to read.
    has_ended: bool,
    tasks: Tasks,
    byte_limit: TokenBucket,
}

impl<T: Send + 'static> Drop for LingeringReader<T> {
    fn drop(&mut self) {
        let Some((reader, held)) = self.reader.take().filter(|_| !self.has_ended) else { return };
        if tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        let is_idle = || {
            let pending = reader.try_read(&mut [0]).map_err(|error| error.kind());
            pending == Err(io::ErrorKind::WouldBlock)
        };
        // At a shutdown, only those linger that have something to read.
        if self.tasks.stop.is_cancelled() && is_idle() {
            return;
        }
        self.tasks.spawn_http(async move {
            let _held = held;
            let (mut rest, mut sink) = (reader.take(LINGER_BYTES), sink());
            // A failure does not matter, because the connection is over.
            let _ = timeout(LINGER_TIME, copy(&mut rest, &mut sink)).await;
        });
    }
}

impl<T: Send + Unpin + 'static> AsyncRead for LingeringReader<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Some((reader, _)) = &mut self.reader else { return Poll::Ready(Ok(())) };
        let before = to.filled().len();
        let read = ready!(Pin::new(reader).poll_read(cx, to));
        let received = u32::try_from(to.filled().len() - before).unwrap_or(u32::MAX);
        self.has_ended = received == 0;
        read?;
        let limited = self.byte_limit.take(received, Instant::now());
        Poll::Ready(limited.map_err(|_| io::Error::other("the client sends too much")))
    }
}
