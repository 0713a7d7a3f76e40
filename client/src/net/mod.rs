//! The connection to the server. The interfaces use [`Server`]: events out, frames in.

pub(crate) mod backoff;
pub(crate) mod connection;
pub(crate) mod saved_seat;
pub(crate) mod seat;
pub(crate) mod socket;
pub(crate) mod tls;

use std::collections::VecDeque;
use std::future::pending;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;
use tracing::{info, warn};

use crate::address::{Address, Destination};
use crate::failure::Failure;
use crate::log;
use connection::{Connection, Event, Incoming, Step};
use saved_seat::SavedSeat;
use socket::Socket;
use tls::Trust;

/// The most nodes that are remembered.
const MAX_NODES: usize = 16;

/// Time limit for `leave` and close when a run is stopped.
const GOODBYE_TIME: Duration = Duration::from_millis(500);

pub(crate) struct Server {
    address: Address,
    trust: Trust,
    /// Where to reconnect, the next one first. The server has told of the others; if of none, this is empty.
    nodes: VecDeque<Address>,
    /// The newest connection is to this one.
    called: Address,
    slot: Slot,
    connection: Connection,
    saved: SavedSeat,
}

enum Slot {
    Open(Box<Socket>),
    Connecting(BoxFuture<'static, Result<Socket, Failure>>),
    Empty,
}

pub(crate) enum SocketEvent {
    Text(String),
    Opened(Box<Socket>),
    Lost(Failure),
    Woke,
}

impl Server {
    pub(crate) fn connect(address: Address, trust: Trust, connection: Connection, saved: SavedSeat) -> Self {
        let slot = Slot::connecting(&address, &trust);
        let called = address.clone();
        Self { address, trust, nodes: VecDeque::new(), called, slot, connection, saved }
    }

    pub(crate) const fn address(&self) -> &Address {
        &self.address
    }

    pub(crate) const fn trust(&self) -> &Trust {
        &self.trust
    }

    pub(crate) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Waits until something happens. Cancel safe.
    pub(crate) async fn next(&mut self) -> SocketEvent {
        let wake_at = self.connection.wake_at();
        tokio::select! {
            happened = self.slot.next() => happened,
            () = sleep_until(wake_at) => SocketEvent::Woke,
        }
    }

    /// Passes the event to the state machine and carries out its steps. Not cancel safe.
    pub(crate) async fn handle(&mut self, happened: SocketEvent) -> Vec<Event> {
        let now = Instant::now();
        let steps = match happened {
            SocketEvent::Text(text) => {
                log::frame("received", &text);
                self.connection.received(now, text)
            }
            SocketEvent::Opened(socket) => {
                info!("connected");
                self.slot = Slot::Open(socket);
                self.connection.opened()
            }
            SocketEvent::Lost(failure) => {
                warn!(cause = failure.why(), "disconnected");
                self.slot = Slot::Empty;
                let failure = self.strike(failure);
                self.connection.lost(now, failure)
            }
            SocketEvent::Woke => self.connection.woke(now),
        };
        let events = self.carry_out(steps).await;
        if let Slot::Open(socket) = &mut self.slot {
            socket.is_game_on = self.connection.is_game_on();
        }
        events
    }

    pub(crate) async fn enter(&mut self, asked: ClientMessage) {
        let steps = self.connection.enter(asked);
        self.carry_out(steps).await;
    }

    /// Sends a frame, if there is a connection; [`Server::next`] reports that there is none.
    pub(crate) async fn send(&mut self, frame: &ClientFrame) {
        self.connection.sent(frame);
        self.send_text(frame.to_json()).await;
    }

    pub(crate) async fn send_line(&mut self, line: &str) {
        if let Ok(frame) = ClientFrame::parse(line) {
            self.connection.sent(&frame);
        }
        self.send_text(line.to_owned()).await;
    }

    /// Ends a run whose `leave` was not answered.
    pub(crate) fn disconnect(&mut self) {
        self.connection.abandon();
        self.slot = Slot::Empty;
    }

    /// Saves what a later run needs, should this one be killed. Returns a warning, once, when that is not possible.
    pub(crate) fn save(&mut self) -> Option<String> {
        if !self.connection.has_begun() {
            return None;
        }
        self.saved.save(self.connection.ticket_to_save())
    }

    /// Whether a later run can return to the seat.
    pub(crate) fn is_seat_saved(&self) -> bool {
        self.saved.is_saved()
    }

    /// Removes what was saved: there is no seat to return to.
    pub(crate) fn forget(&mut self) {
        self.saved.forget();
    }

    pub(crate) async fn close(self) {
        if let Slot::Open(socket) = self.slot {
            socket.close().await;
        }
    }

    /// Leaves the match, so that the opponent need not wait, and closes without waiting for the answer.
    pub(crate) async fn leave(mut self) {
        let goodbye = async {
            self.send(&ClientMessage::Leave(Empty {}).into()).await;
            self.close().await;
        };
        timeout(GOODBYE_TIME, goodbye).await.ok();
    }

    async fn carry_out(&mut self, steps: Vec<Step>) -> Vec<Event> {
        let mut events = Vec::new();
        for step in steps {
            match step {
                Step::Connect => {
                    let first = self.nodes.pop_front();
                    self.nodes.extend(first.clone());
                    self.called = first.unwrap_or_else(|| self.address.clone());
                    self.slot = Slot::connecting(&self.called, &self.trust);
                }
                Step::Send(frame) => self.send_text(frame.to_json()).await,
                Step::Disconnect => self.slot = Slot::Empty,
                Step::Tell(event) => {
                    if let Event::Message(Incoming { message: ServerMessage::Welcome(welcome), .. }) = &event
                    {
                        self.learn_nodes(&welcome.nodes);
                    }
                    events.push(event);
                }
            }
        }
        events
    }

    /// Other nodes come before this one, which may be gone: it would take long to find out. None of them is told a
    /// ticket without encryption if this one was told it with.
    fn learn_nodes(&mut self, urls: &[String]) {
        let parsed = urls.iter().filter_map(|url| Destination::parse(url).ok());
        let addresses = parsed.map(|destination| destination.address);
        let mut nodes: Vec<_> =
            addresses.filter(|node| node.is_encrypted || !self.address.is_encrypted).collect();
        fastrand::shuffle(&mut nodes);
        nodes.truncate(MAX_NODES);
        if !nodes.is_empty() {
            nodes.push(self.address.clone());
        }
        self.nodes = nodes.into();
    }

    /// A node that the player did not name, and that cannot be used, is not called again, and ends nothing.
    fn strike(&mut self, failure: Failure) -> Failure {
        if self.called == self.address || self.connection.is_usable() || failure.is_for_now() {
            return failure;
        }
        self.nodes.retain(|node| *node != self.called);
        Failure::Lost(failure.why())
    }

    async fn send_text(&mut self, text: String) {
        if let Slot::Open(socket) = &mut self.slot {
            log::frame("sent", &text);
            socket.send(text).await;
        }
    }
}

impl Slot {
    fn connecting(address: &Address, trust: &Trust) -> Self {
        info!(%address, "connecting");
        let (address, trust) = (address.clone(), trust.clone());
        Self::Connecting(async move { Socket::open(&address, &trust).await }.boxed())
    }

    async fn next(&mut self) -> SocketEvent {
        match self {
            Self::Open(socket) => socket.next().await.map_or_else(SocketEvent::Lost, SocketEvent::Text),
            Self::Connecting(attempt) => {
                let socket = attempt.await;
                socket.map_or_else(SocketEvent::Lost, |socket| SocketEvent::Opened(Box::new(socket)))
            }
            Self::Empty => pending().await,
        }
    }
}

pub(crate) async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::client::Join;
    use tokio::io::AsyncWriteExt as _;
    use tokio::sync::mpsc;

    use super::*;
    use crate::net::backoff::{DEFAULT_LIMIT, RetryPolicy};
    use crate::testing::server::{Peer, WELCOME, serve_each, waiting_in};

    #[tokio::test]
    async fn a_node_that_cannot_be_used_does_not_end_the_run() {
        let stray = serve_each(|_, mut stream| async move {
            stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        });
        let nodes = format!(r#","nodes":["http://{}"]}}"#, stray.await);
        let welcome = format!("{}{nodes}", WELCOME.strip_suffix('}').unwrap());
        let (connected, mut connections) = mpsc::unbounded_channel();
        let typed = serve_each(move |number, stream| {
            let (welcome, connected) = (welcome.clone(), connected.clone());
            async move {
                let mut peer = Peer::accept(stream).await;
                connected.send(number).unwrap();
                peer.send(&welcome).await;
                peer.grant().await;
                peer.send(&waiting_in("null", "null", (3, 3)).to_json()).await;
            }
        });
        let address = Destination::parse(&typed.await).unwrap().address;
        let policy = RetryPolicy { limit: DEFAULT_LIMIT, seed: 1 };
        let connection = Connection::new(ClientMessage::Join(Join::default()), None, policy);
        let mut server = Server::connect(address, Trust::default(), connection, SavedSeat::default());
        let run = async {
            while connections.try_recv() != Ok(1) {
                let happened = server.next().await;
                let events = server.handle(happened).await;
                assert!(!events.iter().any(|event| matches!(event, Event::Closed(_))), "{events:?}");
            }
        };
        timeout(Duration::from_secs(20), run).await.unwrap();
    }
}
