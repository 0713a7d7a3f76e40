//! What a run may write to.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use tokio::io::AsyncWrite;

/// An output that does this with what is written.
pub(super) struct Output<F>(pub(super) F);

impl<F: FnMut(&[u8]) -> Poll<io::Result<()>> + Unpin> AsyncWrite for Output<F> {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, text: &[u8]) -> Poll<io::Result<usize>> {
        (self.0)(text).map_ok(|()| text.len())
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// What was written to an output.
#[derive(Clone, Default)]
pub(super) struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    pub(super) fn output(&self) -> impl AsyncWrite + Send + Unpin + use<> {
        let paper = self.clone();
        Output(move |text: &[u8]| paper.write(text))
    }

    pub(super) fn write(&self, text: &[u8]) -> Poll<io::Result<()>> {
        self.0.lock().unwrap().extend_from_slice(text);
        Poll::Ready(Ok(()))
    }

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
