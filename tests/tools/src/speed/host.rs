//! One task a connection, on one thread: what the relay and the minimal server share.

use std::rc::Rc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::websocket_config;

/// Where the frames for a connection go.
pub type Outbox = UnboundedSender<Utf8Bytes>;

/// What is served. The frames for a client go to its outbox.
pub trait Host: 'static {
    /// What a connection holds.
    type Seat: Default;

    fn receive(&self, text: &str, seat: &mut Self::Seat, outbox: &Outbox);
}

const SILENCE: Duration = Duration::from_secs(45);
const BURST: f64 = 1_000_000.0;
const PER_SECOND: f64 = 1_000_000.0;

pub async fn serve(listener: TcpListener, host: impl Host) {
    let host = Rc::new(host);
    let accept = async {
        while let Ok((stream, _)) = listener.accept().await {
            let host = Rc::clone(&host);
            spawn_local(async move {
                let _ = connection(stream, &*host).await;
            });
        }
    };
    LocalSet::new().run_until(accept).await;
}

async fn connection<H: Host>(
    stream: TcpStream,
    host: &H,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    stream.set_nodelay(true)?;
    let mut socket = accept_async_with_config(stream, Some(websocket_config())).await?;
    let (outbox, mut frames) = unbounded_channel();
    let mut seat = H::Seat::default();
    let (mut tokens, mut heard) = (BURST, Instant::now());
    let mut silence = Box::pin(sleep(SILENCE));
    loop {
        tokio::select! {
            biased;
            Some(frame) = frames.recv() => socket.send(Message::Text(frame)).await?,
            message = socket.next() => {
                let Some(message) = message.transpose()? else { return Ok(()) };
                let now = Instant::now();
                tokens = (tokens + (now - heard).as_secs_f64() * PER_SECOND).min(BURST) - 1.0;
                heard = now;
                match message {
                    Message::Text(text) if tokens >= 0.0 => host.receive(&text, &mut seat, &outbox),
                    Message::Ping(_) | Message::Pong(_) => {}
                    _ => return Ok(()),
                }
            }
            () = &mut silence => {
                if heard.elapsed() >= SILENCE {
                    return Ok(());
                }
                silence.as_mut().reset(heard + SILENCE);
            }
        }
    }
}
