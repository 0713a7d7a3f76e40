//! The connection to the server: [`Link`] has the socket, [`connection::Connection`] decides.

pub(crate) mod backoff;
mod closing;
pub(crate) mod connection;
pub(crate) mod saved_seat;
pub(crate) mod socket;
pub(crate) mod tls;
pub(crate) mod whereabouts;

use std::collections::VecDeque;
use std::future::pending;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tokio::time::timeout;
use tracing::{info, warn};

use crate::address::{Address, Destination};
use crate::failure::Failure;
use crate::log;
use connection::{Connection, SocketCommand, SocketEvent};
use saved_seat::SavedSeat;
use socket::Socket;
use tls::Trust;

/// The most nodes that are remembered.
const MAX_NODES: usize = 16;

/// Time limit for `leave` and close when a run is stopped.
const GOODBYE_TIME: Duration = Duration::from_millis(500);

pub(crate) struct Link {
    address: Address,
    trust: Trust,
    /// Where to reconnect, the next one first. The server has told of the others; if of none, this is empty.
    nodes: VecDeque<Address>,
    /// The newest connection is to this one.
    called: Address,
    slot: Slot,
    pub(crate) saved: SavedSeat,
}

enum Slot {
    Open(Box<Socket>),
    Connecting(BoxFuture<'static, Result<Socket, Failure>>),
    Empty,
}

impl Link {
    pub(crate) fn connect(address: Address, trust: Trust, saved: SavedSeat) -> Self {
        let slot = Slot::connecting(&address, &trust);
        let called = address.clone();
        Self { address, trust, nodes: VecDeque::new(), called, slot, saved }
    }

    pub(crate) const fn address(&self) -> &Address {
        &self.address
    }

    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.slot, Slot::Open(_))
    }

    /// Waits until something happens that is for this connection. Cancel safe.
    pub(crate) async fn next(&mut self, connection: &Connection) -> SocketEvent {
        if let Slot::Open(socket) = &mut self.slot {
            socket.is_game_on = connection.whereabouts().is_game_on();
        }
        let happened = tokio::select! {
            happened = self.slot.next() => happened,
            () = sleep_until(connection.wake_at()) => return SocketEvent::Woke,
        };
        match happened {
            Ok(Some(text)) => {
                log::frame("received", &text);
                SocketEvent::Text(text)
            }
            Ok(None) => {
                info!("connected");
                SocketEvent::Opened
            }
            Err(failure) => {
                warn!(cause = failure.why(), "disconnected");
                self.slot = Slot::Empty;
                SocketEvent::Lost(self.drop_unusable_node(connection, failure))
            }
        }
    }

    /// Not cancel safe.
    pub(crate) async fn execute(&mut self, command: SocketCommand) {
        match command {
            SocketCommand::Connect => {
                let first = self.nodes.pop_front();
                self.nodes.extend(first.clone());
                self.called = first.unwrap_or_else(|| self.address.clone());
                self.slot = Slot::connecting(&self.called, &self.trust);
            }
            SocketCommand::Send(frame) => self.send(frame.to_json()).await,
            SocketCommand::Disconnect => self.slot = Slot::Empty,
            SocketCommand::LearnNodes(urls) => self.learn_nodes(&urls),
        }
    }

    /// Sends a frame, if there is a connection; [`Link::next`] reports that there is none.
    pub(crate) async fn send(&mut self, frame: String) {
        if let Slot::Open(socket) = &mut self.slot {
            log::frame("sent", &frame);
            socket.send(frame).await;
        }
    }

    /// Saves what a later run needs, should this one be killed. Returns a warning, once, when that is not possible.
    pub(crate) fn save(&mut self, connection: &Connection) -> Option<String> {
        self.saved.save(connection.whereabouts().saved())
    }

    pub(crate) async fn close(self) {
        if let Slot::Open(socket) = self.slot {
            socket.close().await;
        }
    }

    /// Leaves the match, so that the opponent need not wait, and closes without waiting for the answer.
    pub(crate) async fn leave(mut self) {
        let goodbye = async {
            self.send(ClientFrame::from(ClientMessage::Leave(Empty {})).to_json()).await;
            self.close().await;
        };
        timeout(GOODBYE_TIME, goodbye).await.ok();
    }

    /// Other nodes come before this one, which may be gone: it would take long to find out. A ticket of an encrypted
    /// connection is never sent to a node without encryption.
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

    /// Drops a failover node that cannot be used; the failure counts as a lost connection.
    fn drop_unusable_node(&mut self, connection: &Connection, failure: Failure) -> Failure {
        if self.called == self.address || connection.is_usable() || failure.is_for_now() {
            return failure;
        }
        self.nodes.retain(|node| *node != self.called);
        Failure::Lost(failure.why())
    }
}

impl Slot {
    fn connecting(address: &Address, trust: &Trust) -> Self {
        info!(%address, "connecting");
        let (address, trust) = (address.clone(), trust.clone());
        Self::Connecting(async move { Socket::open(&address, &trust).await }.boxed())
    }

    /// Waits for a text, or for the socket to open. Cancel safe.
    async fn next(&mut self) -> Result<Option<String>, Failure> {
        match self {
            Self::Open(socket) => socket.next().await.map(Some),
            Self::Connecting(attempt) => {
                *self = Self::Open(Box::new(attempt.await?));
                Ok(None)
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
