//! The scripted player: a client that connects, says what a test tells it to, and waits with a deadline.
//!
//! A refusal or a farewell that no wait expects fails the test at once, and every failure shows the last frames.
//! Snapshots must never go back.
//!
//! * here: what a player says; `waits`: what it waits for; `ended`: how a connection ended.
//! * [`strategy`]: given moves, or random ones.
//! * `recording`: records every frame.

mod ended;
mod recording;
pub mod strategy;
mod waits;

use std::collections::VecDeque;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};

use futures::{SinkExt, StreamExt, future};
use tictactoe_protocol::analysis::{Hint, Review};
use tictactoe_protocol::arena::Standings;
use tictactoe_protocol::client::{
    ArenaChange, AskStandings, ClientFrame, ClientMessage, Empty, InGame, Join, ManageArena, Move, NextGame,
    React, Rename, Resume, TakeBack, Watch,
};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::refusal::Refused;
use tictactoe_protocol::server::{Done, Seated, ServerMessage, Welcome};
use tictactoe_protocol::snapshot::{Snapshot, You};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{FrameId, Level, Mark, MatchId, Reaction};
use tictactoe_protocol::{SOCKET_PATH, SUBPROTOCOL};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::wait::{DEADLINE, in_time};

pub use ended::Ended;

/// The address of a client without limits, as a trusted proxy names it in [`FORWARDED`].
pub const UNLIMITED: &str = "127.0.0.1";

pub const FORWARDED: &str = "x-forwarded-for";

pub struct Player {
    socket: WebSocketStream<TcpStream>,
    seat: Option<Seated>,
    newest: Option<Snapshot>,
    /// The last frames, or all of them if it records.
    received: VecDeque<String>,
    /// Everything that was sent, if it records.
    sent: Option<String>,
    asked: u64,
}

impl Player {
    pub async fn connect(address: SocketAddr) -> Self {
        Self::greeted(address).await.0
    }

    /// Connects as a trusted proxy does for a client with this address.
    pub async fn connect_for(address: SocketAddr, client: &str) -> Self {
        Self::greeted_for(address, Some(client)).await.0
    }

    pub async fn greeted(address: SocketAddr) -> (Self, Welcome) {
        Self::greeted_for(address, None).await
    }

    async fn greeted_for(address: SocketAddr, client: Option<&str>) -> (Self, Welcome) {
        let open = in_time("a WebSocket", Self::open(address, client));
        let mut player = open.await.expect("a server that lets a client in");
        let welcome = player.until("welcome", |message| match message {
            ServerMessage::Welcome(welcome) => Some(welcome.clone()),
            other => panic!("before the welcome came {other:?}"),
        });
        let welcome = welcome.await;
        (player, welcome)
    }

    /// Connects from an address of this machine. `None` if the server does not let a client in.
    pub async fn attempt_from(source: Ipv4Addr, address: SocketAddr) -> Option<Self> {
        let opened = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind((source, 0).into())?;
            Self::open_on(socket.connect(address).await?, address, None).await
        };
        timeout(DEADLINE, opened).await.ok()?.ok()
    }

    pub async fn joined(address: SocketAddr, options: Join) -> Self {
        let mut player = Self::connect(address).await;
        player.join(options).await.expect("a client may join");
        player
    }

    /// Connects and resumes a seat. The player then has the seat and the state of the match.
    pub async fn resumed(address: SocketAddr, ticket: &Ticket) -> Self {
        let mut player = Self::connect(address).await;
        player.resume(ticket).await.expect("a ticket is good for a seat");
        assert_eq!(player.seated().await.ticket, *ticket);
        player.state_where("the match", |_| true).await;
        player
    }

    /// Opens a WebSocket as a client of ours does, and does not wait for the welcome.
    pub async fn open(address: SocketAddr, client: Option<&str>) -> Result<Self, Error> {
        Box::pin(Self::open_on(TcpStream::connect(address).await?, address, client)).await
    }

    async fn open_on(stream: TcpStream, address: SocketAddr, client: Option<&str>) -> Result<Self, Error> {
        let uri = format!("ws://{address}{SOCKET_PATH}").parse().expect("an address makes a URI");
        stream.set_nodelay(true)?;
        let mut request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
        if let Some(client) = client {
            request = request.with_header(FORWARDED, client);
        }
        let (socket, _) = client_async(request, stream).await?;
        Ok(Self { socket, seat: None, newest: None, received: VecDeque::new(), sent: None, asked: 0 })
    }

    pub fn seat(&self) -> &Seated {
        self.seat.as_ref().expect("a seat")
    }

    pub fn match_id(&self) -> MatchId {
        self.seat().match_id.clone()
    }

    pub fn ticket(&self) -> Ticket {
        self.seat().ticket.clone()
    }

    pub fn newest(&self) -> &Snapshot {
        self.newest.as_ref().expect("a snapshot")
    }

    pub const fn seen(&self) -> Option<&Snapshot> {
        self.newest.as_ref()
    }

    pub fn mark(&self) -> Mark {
        own_mark(self.newest()).expect("a seat in the match")
    }
}

/// What a player says. Each message carries an id, and unless something else is said its answer is waited for.
impl Player {
    pub async fn join(&mut self, options: Join) -> Result<Done, Refused> {
        self.new_seat(ClientMessage::Join(options)).await
    }

    pub async fn resume(&mut self, ticket: &Ticket) -> Result<Done, Refused> {
        self.new_seat(ClientMessage::Resume(Resume { ticket: ticket.clone() })).await
    }

    pub async fn watch(&mut self, match_id: &MatchId) -> Result<Done, Refused> {
        self.new_seat(ClientMessage::Watch(Watch { match_id: match_id.clone() })).await
    }

    pub async fn leave(&mut self) -> Result<Done, Refused> {
        self.ask(ClientMessage::Leave(Empty {})).await
    }

    /// Plays a cell in answer to the newest snapshot.
    pub async fn play(&mut self, cell: u8) -> Result<Done, Refused> {
        let &Snapshot { ply, game, takebacks, .. } = self.newest();
        let (ply, game, takebacks) = (Some(ply), Some(game), Some(takebacks));
        self.ask(ClientMessage::Move(Move { cell: cell.into(), ply, game, takebacks })).await
    }

    /// Plays a cell at a ply, or at the present one, of the present game.
    pub async fn play_at(&mut self, cell: u32, ply: Option<u32>) -> Result<Done, Refused> {
        self.ask(ClientMessage::Move(Move { cell, ply, game: None, takebacks: None })).await
    }

    pub async fn rematch(&mut self) -> Result<Done, Refused> {
        self.rematch_at(None).await
    }

    /// Offers a rematch, and sets the computer's level.
    pub async fn rematch_at(&mut self, level: Option<Level>) -> Result<Done, Refused> {
        let game = self.this_game().game;
        self.ask(ClientMessage::Rematch(NextGame { game, level })).await
    }

    /// Asks to take back the last move of `mark`, or agrees to it.
    pub async fn take_back(&mut self, mark: Mark) -> Result<Done, Refused> {
        let &Snapshot { game, takebacks, .. } = self.newest();
        let (mark, game, takebacks) = (Some(mark), Some(game), Some(takebacks));
        self.ask(ClientMessage::TakeBack(TakeBack { mark, game, takebacks })).await
    }

    pub async fn continue_with_computer(&mut self, level: Level) -> Result<Done, Refused> {
        let game = self.this_game().game;
        self.ask(ClientMessage::Continue(NextGame { game, level: Some(level) })).await
    }

    pub async fn react(&mut self, reaction: Reaction) -> Result<Done, Refused> {
        self.ask(ClientMessage::React(React { reaction })).await
    }

    pub async fn decline(&mut self) -> Result<Done, Refused> {
        self.ask(ClientMessage::Decline(self.this_game())).await
    }

    pub async fn rename(&mut self, name: &str) -> Result<Done, Refused> {
        self.rename_mark(None, name).await
    }

    pub async fn rename_mark(&mut self, mark: Option<Mark>, name: &str) -> Result<Done, Refused> {
        self.ask(ClientMessage::Rename(Rename { name: name.to_owned(), mark })).await
    }

    pub async fn list(&mut self) -> Listing {
        let list = self.answer("a list", ClientMessage::List(Empty {}), |message, id| match message {
            ServerMessage::List(list) if list.id.as_ref() == Some(id) => {
                Some(Listing { id: None, ..list.clone() })
            }
            _ => None,
        });
        list.await.expect("a list is never refused")
    }

    /// Opens an arena without playing in it. Returns the place that manages it.
    pub async fn open_arena(&mut self, arena: &str, join: Join) -> Ticket {
        let join = Join { arena: Some(arena.to_owned()), ..join };
        self.join(join).await.expect("there is no such arena");
        let waiting = self.waiting().await;
        assert!(waiting.manages, "it existed: {waiting:?}");
        self.leave().await.expect("a player who waits");
        waiting.place.expect("the proof of the place")
    }

    pub async fn manage_arena(
        &mut self,
        arena: &str,
        place: &Ticket,
        change: ArenaChange,
    ) -> Result<Done, Refused> {
        let (arena, place) = (arena.to_owned(), place.clone());
        self.ask(ClientMessage::ManageArena(ManageArena { arena, place, change })).await
    }

    /// The table of an arena.
    pub async fn standings(&mut self, arena: &str) -> Result<Standings, Refused> {
        let ask = ClientMessage::Standings(AskStandings { arena: arena.to_owned() });
        self.answer("a table", ask, |message, id| match message {
            ServerMessage::Standings(table) if table.id.as_ref() == Some(id) => Some(table.clone()),
            _ => None,
        })
        .await
    }

    pub async fn resign(&mut self) -> Result<Done, Refused> {
        self.ask(ClientMessage::Resign(self.this_game())).await
    }

    pub async fn hint(&mut self) -> Result<Hint, Refused> {
        self.answer("a hint", ClientMessage::Hint(self.this_game()), |message, id| match message {
            ServerMessage::Hint(hint) if hint.id.as_ref() == Some(id) => Some(hint.clone()),
            _ => None,
        })
        .await
    }

    pub async fn review(&mut self) -> Result<Review, Refused> {
        self.answer("a review", ClientMessage::Review(self.this_game()), |message, id| match message {
            ServerMessage::Review(review) if review.id.as_ref() == Some(id) => Some(review.clone()),
            _ => None,
        })
        .await
    }

    /// Sends a message with a new id, and gives the id.
    pub async fn say(&mut self, message: ClientMessage) -> FrameId {
        self.asked += 1;
        let id = FrameId::Number(self.asked);
        self.send(&ClientFrame { id: Some(id.clone()), message }.to_json()).await;
        id
    }

    /// Sends a message with an id and waits for its receipt.
    pub async fn ask(&mut self, message: ClientMessage) -> Result<Done, Refused> {
        self.answer("a receipt", message, |message, id| match message {
            ServerMessage::Done(done) if done.id == *id => Some(done.clone()),
            _ => None,
        })
        .await
    }

    /// Sends a message. Returns whether this came, and not a refusal or the end first. Never fails a test.
    pub async fn attempt(&mut self, message: ClientMessage, wanted: impl Fn(&ServerMessage) -> bool) -> bool {
        self.say(message).await;
        let wait = async {
            while let Ok(came) = self.next().await {
                let is_refusal = matches!(came, ServerMessage::Refused(_) | ServerMessage::Closing(_));
                if is_refusal || wanted(&came) {
                    return !is_refusal;
                }
            }
            false
        };
        timeout(DEADLINE, wait).await.unwrap_or(false)
    }

    async fn answer<T>(
        &mut self,
        what: &str,
        message: ClientMessage,
        pick: impl Fn(&ServerMessage, &FrameId) -> Option<T>,
    ) -> Result<T, Refused> {
        let id = self.say(message).await;
        self.until(what, |message| match message {
            ServerMessage::Refused(refused) if refused.id.as_ref() == Some(&id) => Some(Err(refused.clone())),
            other => pick(other, &id).map(Ok),
        })
        .await
    }

    pub async fn send(&mut self, text: &str) {
        self.send_raw(Message::text(text)).await;
    }

    /// Sends a WebSocket message of any kind. That the server has gone meanwhile is seen when reading.
    pub async fn send_raw(&mut self, message: Message) {
        if let Some(sent) = &mut self.sent {
            sent.push_str(&String::from_utf8_lossy(&message.clone().into_data()));
        }
        let _ = in_time("a message to be sent", self.socket.send(message)).await;
    }

    /// Writes bytes past the WebSocket, whole frames or not. That the server has gone meanwhile is seen when
    /// reading.
    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = in_time("bytes to be sent", self.socket.get_mut().write_all(bytes)).await;
    }

    /// Sends a message that the server may not want to read to its end, while reading until the end.
    pub async fn shout(self, message: Message) -> Ended {
        let (mut to, mut from) = self.socket.split();
        let read = async {
            let mut ended = Ended::default();
            while !ended.by(from.next().await) {}
            ended
        };
        let both = future::join(read, to.send(message));
        in_time("the server to close", both).await.0
    }

    pub fn reset(self) {
        // An error means that it is closed already.
        let _ = self.socket.get_ref().set_zero_linger();
    }

    fn this_game(&self) -> InGame {
        InGame { game: self.newest.as_ref().map(|state| state.game) }
    }

    async fn new_seat(&mut self, message: ClientMessage) -> Result<Done, Refused> {
        (self.seat, self.newest) = (None, None);
        self.ask(message).await
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.received.iter().try_for_each(|text| writeln!(f, "  {text}"))
    }
}

/// The viewer's mark in a snapshot, if there is exactly one.
pub fn own_mark(state: &Snapshot) -> Option<Mark> {
    state.you.and_then(You::mark)
}

pub fn is_own_turn(state: &Snapshot) -> bool {
    state.turn.is_some() && state.turn == own_mark(state)
}
