//! A relay: it answers every message of a player with a frame as long as a snapshot, to both players and all spectators.
//! It reads no message once a client is seated.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use tictactoe_protocol::client::{ClientFrame, ClientMessage};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::websocket_config;

/// Where the frames for a connection go.
type Outbox = UnboundedSender<Utf8Bytes>;

/// As long as a snapshot of a game on 3x3.
const FRAME_BYTES: usize = 600;

#[derive(Default)]
struct Relay {
    rooms: RefCell<HashMap<String, Rc<Room>>>,
}

#[derive(Default)]
struct Room {
    ply: Cell<u32>,
    players: RefCell<Vec<Outbox>>,
    spectators: RefCell<Vec<Outbox>>,
}

impl Relay {
    fn receive(&self, text: &str, seat: &mut Option<Rc<Room>>, outbox: &Outbox) {
        if let Some(room) = seat {
            room.ply.set(room.ply.get() + 1);
            return room.send();
        }
        match ClientFrame::parse(text).map(|frame| frame.message) {
            Ok(ClientMessage::Join(join)) => {
                let name = join.room.unwrap_or_default();
                let room = Rc::clone(self.rooms.borrow_mut().entry(name.clone()).or_default());
                room.players.borrow_mut().push(outbox.clone());
                deliver(outbox, format!(r#"{{"type":"seated","match":"{name}","ticket":""}}"#).into());
                if room.players.borrow().len() == 2 {
                    room.send();
                }
                *seat = Some(room);
            }
            Ok(ClientMessage::Watch(watch)) => {
                if let Some(room) = self.rooms.borrow().get(&watch.match_id.0) {
                    room.spectators.borrow_mut().push(outbox.clone());
                    deliver(outbox, room.frame("null"));
                }
            }
            _ => deliver(outbox, r#"{"type":"pong"}"#.into()),
        }
    }
}

impl Room {
    fn send(&self) {
        for (player, mark) in self.players.borrow().iter().zip([r#""X""#, r#""O""#]) {
            deliver(player, self.frame(mark));
        }
        let spectators = self.spectators.borrow();
        if !spectators.is_empty() {
            let frame = self.frame("null");
            spectators.iter().for_each(|spectator| deliver(spectator, frame.clone()));
        }
    }

    fn frame(&self, you: &str) -> Utf8Bytes {
        let ply = self.ply.get();
        let turn = if ply.is_multiple_of(2) { "X" } else { "O" };
        let start = format!(
            r#"{{"type":"state","game":1,"ply":{ply},"turn":"{turn}","you":{you},"legal":[0],"rest":""#
        );
        format!("{start:_<0$}\"}}", FRAME_BYTES - 2).into()
    }
}

/// The client may have gone.
fn deliver(outbox: &Outbox, frame: Utf8Bytes) {
    let _ = outbox.send(frame);
}

const SILENCE: Duration = Duration::from_secs(45);
const BURST: f64 = 1_000_000.0;
const PER_SECOND: f64 = 1_000_000.0;

/// Serves each connection in a task, on one thread.
pub async fn serve(listener: TcpListener) {
    let relay = Rc::new(Relay::default());
    let accept = async {
        while let Ok((stream, _)) = listener.accept().await {
            let relay = Rc::clone(&relay);
            spawn_local(async move {
                let _ = connection(stream, &relay).await;
            });
        }
    };
    LocalSet::new().run_until(accept).await;
}

async fn connection(stream: TcpStream, relay: &Relay) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    stream.set_nodelay(true)?;
    let mut socket = accept_async_with_config(stream, Some(websocket_config())).await?;
    let (outbox, mut frames) = unbounded_channel();
    let mut seat = None;
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
                    Message::Text(text) if tokens >= 0.0 => relay.receive(&text, &mut seat, &outbox),
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
