//! Sends the response that opens a WebSocket in one packet with the first frame. A packet of its own would make up a fifth
//! of the cost of a connect.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::io::poll_write_buf;

/// Asks a [`Holding`] stream to hold a response.
#[derive(Debug, Clone, Default)]
pub struct ResponseHold(Arc<AtomicBool>);

impl ResponseHold {
    /// The response that is written next is sent with what is written after it, or before the stream is read again.
    pub fn hold_next(&self) {
        self.0.store(true, Relaxed);
    }
}

/// A stream that can hold a response.
pub struct Holding<S> {
    stream: S,
    /// None once a response was held: the connection is a WebSocket.
    hold: Option<ResponseHold>,
    /// Present until all of it is sent and flushed.
    held: Option<BytesMut>,
}

impl<S: AsyncWrite + Unpin> Holding<S> {
    pub fn new(stream: S, hold: ResponseHold) -> Self {
        Self { stream, hold: Some(hold), held: None }
    }

    fn holds(&self) -> bool {
        self.held.is_some() || self.hold.as_ref().is_some_and(|hold| hold.0.load(Relaxed))
    }

    fn keep(&mut self, bytes: &[u8]) -> usize {
        self.held.get_or_insert_default().extend_from_slice(bytes);
        bytes.len()
    }

    fn poll_release(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(held) = self.held.as_mut().filter(|held| !held.is_empty()) {
            if ready!(poll_write_buf(Pin::new(&mut self.stream), cx, held))? == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
        }
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        self.held = None;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Holding<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        to: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.held.is_some() {
            ready!(self.poll_release(cx))?;
        }
        Pin::new(&mut self.stream).poll_read(cx, to)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Holding<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.holds() {
            return Poll::Ready(Ok(self.keep(bytes)));
        }
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.holds() {
            return Poll::Ready(Ok(slices.iter().map(|slice| self.keep(slice)).sum()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.hold.take_if(|hold| hold.0.load(Relaxed)).is_some() {
            return Poll::Ready(Ok(()));
        }
        self.poll_release(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_release(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use futures::poll;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

    use super::*;

    /// The two ends of a connection on which so many bytes can be in flight.
    fn connection(bytes: usize) -> (DuplexStream, Holding<DuplexStream>, ResponseHold) {
        let (client, server) = duplex(bytes);
        let hold = ResponseHold::default();
        (client, Holding::new(server, hold.clone()), hold)
    }

    /// What has arrived, without waiting for more.
    async fn arrived(client: &mut DuplexStream) -> String {
        let mut bytes = [0; 64];
        match poll!(std::pin::pin!(client.read(&mut bytes))) {
            Poll::Ready(count) => String::from_utf8_lossy(&bytes[..count.unwrap()]).into_owned(),
            Poll::Pending => String::new(),
        }
    }

    async fn write(server: &mut Holding<DuplexStream>, text: &str) {
        server.write_all(text.as_bytes()).await.unwrap();
        server.flush().await.unwrap();
    }

    #[tokio::test]
    async fn only_the_next_response_is_held_and_leaves_with_what_follows() {
        let (mut client, mut server, hold) = connection(64);
        write(&mut server, "page ").await;
        assert_eq!(arrived(&mut client).await, "page ");
        hold.hold_next();
        write(&mut server, "response ").await;
        assert_eq!(arrived(&mut client).await, "");
        write(&mut server, "frame").await;
        assert_eq!(arrived(&mut client).await, "response frame");
        write(&mut server, "frame").await;
        assert_eq!(arrived(&mut client).await, "frame");
    }

    #[tokio::test]
    async fn a_held_response_is_sent_before_a_read() {
        let (mut client, mut server, hold) = connection(64);
        hold.hold_next();
        write(&mut server, "response").await;
        let mut bytes = [0; 1];
        assert!(poll!(std::pin::pin!(server.read(&mut bytes))).is_pending());
        assert_eq!(arrived(&mut client).await, "response");
    }

    #[tokio::test]
    async fn a_held_response_that_does_not_fit_leaves_in_parts() {
        let (mut client, mut server, hold) = connection(4);
        hold.hold_next();
        write(&mut server, "response").await;
        let mut received = [0; 13];
        let ((), read) = tokio::join!(write(&mut server, "frame"), client.read_exact(&mut received));
        read.unwrap();
        assert_eq!(&received, b"responseframe");
    }
}
