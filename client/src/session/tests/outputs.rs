//! What a run may write to.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;
use tokio::sync::mpsc;

use crate::ui::stdin::Line;

/// An output that can be looked at.
#[derive(Clone, Default)]
pub(super) struct Paper(Arc<Mutex<Vec<u8>>>);

impl AsyncWrite for Paper {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, text: &[u8]) -> Poll<io::Result<usize>> {
        self.0.lock().unwrap().extend_from_slice(text);
        Poll::Ready(Ok(text.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Paper {
    pub(super) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until this has been written so many times.
    pub(super) async fn wait_for(&self, text: &str, times: usize) {
        while self.text().matches(text).count() < times {
            tokio::task::yield_now().await;
        }
    }
}

/// A terminal at which somebody ends the input as soon as there is a prompt.
pub(super) struct Leaving(pub(super) Paper, pub(super) Option<mpsc::Sender<Line>>);

impl AsyncWrite for Leaving {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        text: &[u8],
    ) -> Poll<io::Result<usize>> {
        if text.ends_with(b"> ") {
            self.1 = None;
        }
        Pin::new(&mut self.0).poll_write(context, text)
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// An output that cannot be written, for this reason.
pub(super) struct Broken(pub(super) io::ErrorKind);

impl AsyncWrite for Broken {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(Err(self.0.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// An output that takes nothing in and never will.
pub(super) struct Stuck;

impl AsyncWrite for Stuck {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Pending
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Pending
    }
}
