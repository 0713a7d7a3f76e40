//! A TCP connection that ends so that the other side can read our last words.
//!
//! A socket that is closed while something it received has not been read makes the system send a reset, and
//! a reset can overtake what was sent before it. So a connection that is dropped says that nothing more comes,
//! and reads on for a while what the other side still sends (RFC 9112, section 9.6).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

/// How long is read on.
const LINGER_TIME: Duration = Duration::from_secs(2);

/// How much is read on, in bytes.
const LINGER_BYTES: u64 = 16 * 1024 * 1024;

/// A connection that lingers for a moment when it is dropped.
pub struct Lingering {
    /// Present until the drop.
    stream: Option<TcpStream>,
    tasks: TaskTracker,
}

impl Lingering {
    /// Lets a connection linger; its last moments are among the `tasks` to wait for.
    #[must_use]
    pub const fn new(stream: TcpStream, tasks: TaskTracker) -> Self {
        Self { stream: Some(stream), tasks }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        let Some(mut stream) = self.stream.take() else { return };
        if tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        self.tasks.spawn(timeout(LINGER_TIME, async move {
            stream.shutdown().await?;
            tokio::io::copy(&mut stream.take(LINGER_BYTES), &mut tokio::io::sink()).await
        }));
    }
}

impl AsyncRead for Lingering {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(cx, to)
    }
}

impl AsyncWrite for Lingering {
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
