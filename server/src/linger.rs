//! A TCP connection that ends so that the other side can read our last words.
//!
//! A socket that is closed while something it received has not been read makes the system send a reset, and
//! a reset can overtake what was sent before it. So a connection that is dropped says that nothing more comes,
//! and reads on for a while what the other side still sends (RFC 9112, section 9.6).

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::rate::Bucket;

/// How long is read on.
pub const LINGER_TIME: Duration = Duration::from_secs(2);

/// How much is read on, in bytes.
const LINGER_BYTES: u64 = 16 * 1024 * 1024;

/// Where connections linger.
#[derive(Debug, Clone, Default)]
pub struct Doorstep {
    /// Their last moments, to wait for.
    pub tasks: TaskTracker,
    /// Cancelled when there is no more time for them.
    pub cut: CancellationToken,
}

/// A connection that lingers for a moment when it is dropped. What it holds, such as its place among all
/// connections, is let go of when the socket is.
pub struct Lingering<T: Send + 'static> {
    /// Present until the drop.
    stream: Option<(TcpStream, T)>,
    doorstep: Doorstep,
    /// How many bytes may come.
    rate: Bucket,
}

impl<T: Send + 'static> Lingering<T> {
    /// Lets a connection linger, and hold something until its end. When more bytes come than there may be it fails:
    /// not everything that comes is a message, and only messages are counted elsewhere.
    #[must_use]
    pub const fn new(stream: TcpStream, held: T, doorstep: Doorstep, rate: Bucket) -> Self {
        Self { stream: Some((stream, held)), doorstep, rate }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream
            .as_mut()
            .map(|(stream, _)| Pin::new(stream))
            .ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

/// Says that nothing more comes, and reads on for a while.
async fn linger(mut stream: TcpStream) {
    let read_on = async {
        stream.shutdown().await?;
        tokio::io::copy(&mut (&mut stream).take(LINGER_BYTES), &mut tokio::io::sink()).await
    };
    // Whatever comes of it, this was the end.
    let _ = timeout(LINGER_TIME, read_on).await;
}

impl<T: Send + 'static> Drop for Lingering<T> {
    fn drop(&mut self) {
        let Some((stream, held)) = self.stream.take() else { return };
        if self.doorstep.cut.is_cancelled() || tokio::runtime::Handle::try_current().is_err() {
            return;
        }
        let cut = self.doorstep.cut.clone();
        self.doorstep.tasks.spawn(async move {
            let _held = held;
            cut.run_until_cancelled(linger(stream)).await;
        });
    }
}

impl<T: Send + Unpin + 'static> AsyncRead for Lingering<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = to.filled().len();
        ready!(self.stream()?.poll_read(cx, to))?;
        let came = u32::try_from(to.filled().len() - before).unwrap_or(u32::MAX);
        let counted = self.rate.take_many(came, Instant::now());
        Poll::Ready(counted.map_err(|_| io::Error::other("more came than may come")))
    }
}

impl<T: Send + Unpin + 'static> AsyncWrite for Lingering<T> {
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
