//! Lingering close: closes a TCP connection so that the peer receives everything that was sent to it.
//!
//! When a socket is closed while received data is unread, the system sends a reset, which can overtake the data that
//! was sent before. So a dropped connection is shut down for writing first, and read from for a while (RFC 9112,
//! section 9.6).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::token_bucket::TokenBucket;

pub const LINGER_TIME: Duration = Duration::from_secs(2);

const LINGER_BYTES: u64 = 16 * 1024 * 1024;

#[derive(Debug, Clone, Default)]
pub struct ConnectionTasks {
    pub tracker: TaskTracker,
    /// Ends them all at once.
    pub abort: CancellationToken,
}

pub struct LingeringStream<T: Send + 'static> {
    /// The second is dropped with the socket, such as its permit. Both are present until the drop.
    stream: Option<(TcpStream, T)>,
    tasks: ConnectionTasks,
    byte_limit: TokenBucket,
}

impl<T: Send + 'static> LingeringStream<T> {
    /// Keeps `held` until the socket is closed. Reading fails when more bytes arrive than the limit allows: not every
    /// byte belongs to a message, and only messages are limited elsewhere.
    pub const fn new(stream: TcpStream, held: T, tasks: ConnectionTasks, byte_limit: TokenBucket) -> Self {
        Self { stream: Some((stream, held)), tasks, byte_limit }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream
            .as_mut()
            .map(|(stream, _)| Pin::new(stream))
            .ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

async fn linger(mut stream: TcpStream) {
    let read_rest = async {
        stream.shutdown().await?;
        tokio::io::copy(&mut (&mut stream).take(LINGER_BYTES), &mut tokio::io::sink()).await
    };
    // Best effort: the connection is over in any case.
    let _ = timeout(LINGER_TIME, read_rest).await;
}

impl<T: Send + 'static> Drop for LingeringStream<T> {
    fn drop(&mut self) {
        let Some((stream, held)) = self.stream.take() else { return };
        if self.tasks.abort.is_cancelled() || tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        let abort = self.tasks.abort.clone();
        self.tasks.tracker.spawn(async move {
            let _held = held;
            abort.run_until_cancelled(linger(stream)).await;
        });
    }
}

impl<T: Send + Unpin + 'static> AsyncRead for LingeringStream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        ready!(self.stream()?.poll_read(cx, to))?;
        let received = u32::try_from(to.filled().len() - before).unwrap_or(u32::MAX);
        let limited = self.byte_limit.take_n(received, Instant::now());
        Poll::Ready(limited.map_err(|_| io::Error::other("the client sends too much")))
    }
}

impl<T: Send + Unpin + 'static> AsyncWrite for LingeringStream<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(cx, from)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}
