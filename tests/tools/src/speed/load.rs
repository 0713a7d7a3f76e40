//! The load: players in pairs, spectators, and clients that only connect. Every finished game is checked by replay.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use futures::future::join_all;
use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tictactoe_protocol::SOCKET_PATH;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Join, Move, NextGame, Watch};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::You;
use tictactoe_protocol::values::{Level, Mark, MarkPreference, MatchId, Rules};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::websocket_config;
use harness::join_options::{against_computer, in_room};
use harness::player::strategy::check_end;
use harness::player::{FORWARDED, UNLIMITED};
use harness::rng::Rng;

const AT_A_TIME: usize = 100;
const PATIENCE: Duration = Duration::from_secs(300);

/// Who is connected to a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Load {
    /// Pairs of people who play each other.
    pub pairs: usize,
    /// The time between two moves of a pair; `None` for the next one at once.
    pub pace: Option<Duration>,
    /// Spectators of the first pair.
    pub spectators: usize,
    /// Players against the computer on 15x15, who answer at once.
    pub against_computer: usize,
    /// Connections that do nothing.
    pub idle: usize,
}

/// The clients of one load. They are disconnected on drop.
pub struct Clients {
    address: SocketAddr,
    tasks: JoinSet<()>,
    seen: Arc<Seen>,
}

/// What all clients have seen.
#[derive(Default)]
struct Seen {
    is_measuring: AtomicBool,
    moves: AtomicU64,
    games: AtomicU64,
    spectator_frames: AtomicU64,
    latencies: Mutex<Vec<Duration>>,
    ready: AtomicU64,
    one_more: Notify,
    watched: OnceLock<MatchId>,
}

/// What happened in some time.
#[derive(Debug, Default)]
pub struct Counts {
    /// Moves of pairs.
    pub moves: u64,
    /// Finished games, all of which were checked.
    pub games: u64,
    pub spectator_frames: u64,
    /// From sending a move until the player's own update, in ascending order.
    pub latencies: Vec<Duration>,
}

type Socket = WebSocketStream<TcpStream>;

/// The part of a snapshot that a player needs.
#[derive(Deserialize)]
struct Position {
    game: u32,
    ply: u32,
    turn: Option<Mark>,
    you: Option<You>,
    legal: Vec<u8>,
    #[serde(default)]
    result: Option<IgnoredAny>,
}

impl Clients {
    /// Connects, and waits until everyone has been answered.
    pub async fn connect(address: SocketAddr, load: Load) -> Self {
        let mut clients = Self { address, tasks: JoinSet::new(), seen: Arc::default() };
        let began = Instant::now();
        let pairs = (0..load.pairs * 2).map(|number| {
            let join = in_room(&format!("speed-{}-{}", load.pairs, number / 2));
            // The pairs move in turn, spread over the time between two moves of one player.
            let pace = load.pace.map(|pace| {
                let of_pair = pace.mul_f64(2.0 * fraction(number / 2, load.pairs));
                (began + of_pair + pace.mul_f64(fraction(number % 2, 1)), pace * 2)
            });
            Role::Player { join: Box::new(join), pace, counts: true }
        });
        clients.add(pairs.collect()).await;
        let rules = Some(Rules::new(15, 15, 5));
        let join = Join { rules, ..against_computer(Level::Perfect, MarkPreference::Any) };
        let computer = (0..load.against_computer).map(|_| Role::Player {
            join: Box::new(join.clone()),
            pace: None,
            counts: false,
        });
        clients.add(computer.collect()).await;
        clients.add(vec![Role::Spectator; load.spectators]).await;
        clients.add(vec![Role::Idle; load.idle]).await;
        clients
    }

    async fn add(&mut self, roles: Vec<Role>) {
        let mut roles = roles.into_iter().peekable();
        while roles.peek().is_some() {
            for role in roles.by_ref().take(AT_A_TIME) {
                let rng = Rng::seeded(u64::try_from(self.tasks.len()).unwrap_or_default());
                self.tasks.spawn(Client::run(self.address, role, rng, Arc::clone(&self.seen)));
            }
            let (seen, count) = (&self.seen, self.tasks.len() as u64);
            let all_ready = async {
                while seen.ready.load(Relaxed) < count {
                    seen.one_more.notified().await;
                }
            };
            tokio::select! {
                Some(client) = self.tasks.join_next() => panic!("a client ended: {client:?}"),
                ready = timeout(PATIENCE, all_ready) => ready.expect("every client is answered"),
            }
        }
    }

    /// Counts what happens until something else does.
    pub async fn count_until<T>(&mut self, end: impl Future<Output = T>) -> (Counts, T) {
        let before = self.seen.counts();
        self.seen.is_measuring.store(true, Relaxed);
        let ended = tokio::select! {
            ended = end => ended,
            Some(client) = self.tasks.join_next() => panic!("a client ended: {client:?}"),
        };
        self.seen.is_measuring.store(false, Relaxed);
        let mut after = self.seen.counts();
        after.moves -= before.moves;
        after.games -= before.games;
        after.spectator_frames -= before.spectator_frames;
        after.latencies.sort_unstable();
        (after, ended)
    }
}

impl Seen {
    /// The counts since the start; the latencies since the last call.
    fn counts(&self) -> Counts {
        Counts {
            moves: self.moves.load(Relaxed),
            games: self.games.load(Relaxed),
            spectator_frames: self.spectator_frames.load(Relaxed),
            latencies: std::mem::take(&mut self.latencies.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

#[derive(Clone)]
enum Role {
    Player {
        join: Box<Join>,
        /// When the player may move first, and the time between two moves.
        pace: Option<(Instant, Duration)>,
        /// Whether the moves are counted.
        counts: bool,
    },
    Spectator,
    Idle,
}

struct Client {
    socket: Socket,
    seen: Arc<Seen>,
}

impl Client {
    async fn run(address: SocketAddr, role: Role, rng: Rng, seen: Arc<Seen>) {
        let mut client = Self { socket: connect(address).await, seen };
        match role {
            Role::Player { join, pace, counts } => client.play(*join, pace, counts, rng).await,
            Role::Spectator => client.watch().await,
            Role::Idle => client.be_idle().await,
        }
    }

    async fn play(&mut self, join: Join, mut pace: Option<(Instant, Duration)>, counts: bool, mut rng: Rng) {
        self.send(ClientMessage::Join(join)).await;
        let (mut next, mut sent_at, mut my_moves) = ((1, 0), None, Vec::new());
        loop {
            let text = self.state().await;
            let state: Position = serde_json::from_str(&text).expect("a state");
            if (state.game, state.ply) < next {
                continue;
            }
            if let Some(sent_at) = sent_at.take()
                && counts
            {
                self.count_move(sent_at);
            }
            if state.result.is_some() {
                let Ok(ServerMessage::State(end)) = ServerMessage::parse(&text) else { panic!("{text}") };
                check_end(&end, &my_moves);
                my_moves.clear();
                next = (state.game + 1, 0);
                self.seen.games.fetch_add(1, Relaxed);
                self.seen.one_more.notify_one();
                self.send(ClientMessage::Rematch(NextGame { game: Some(state.game), level: None })).await;
            } else if state.turn.is_some() && state.turn == state.you.and_then(You::mark) {
                if let Some((due, every)) = &mut pace {
                    sleep_until(*due).await;
                    *due = (*due + *every).max(Instant::now());
                }
                let cell = rng.pick(&state.legal);
                let (ply, game) = (Some(state.ply), Some(state.game));
                sent_at = Some(Instant::now());
                self.send(ClientMessage::Move(Move { cell: cell.into(), ply, game, takebacks: None })).await;
                my_moves.push((state.ply, cell));
                next = (state.game, state.ply + 1);
            }
        }
    }

    fn count_move(&self, sent_at: Instant) {
        self.seen.moves.fetch_add(1, Relaxed);
        if self.seen.is_measuring.load(Relaxed) {
            self.seen.latencies.lock().unwrap_or_else(PoisonError::into_inner).push(sent_at.elapsed());
        }
    }

    async fn watch(&mut self) {
        let match_id = self.seen.watched.get().cloned().expect("a pair was seated before");
        self.send(ClientMessage::Watch(Watch { match_id })).await;
        self.state().await;
        self.note_ready();
        loop {
            self.state().await;
            self.seen.spectator_frames.fetch_add(1, Relaxed);
        }
    }

    async fn be_idle(&mut self) {
        self.send(ClientMessage::Ping(Empty {})).await;
        while !self.text().await.contains("pong") {}
        self.note_ready();
        loop {
            self.text().await;
        }
    }

    /// Waits for the next snapshot.
    async fn state(&mut self) -> Utf8Bytes {
        loop {
            let text = self.text().await;
            if text.starts_with(r#"{"type":"state""#) {
                return text;
            }
            match ServerMessage::parse(&text) {
                Ok(ServerMessage::Seated(seated)) => {
                    let _ = self.seen.watched.set(seated.match_id);
                    self.note_ready();
                }
                Ok(ServerMessage::Refused(_) | ServerMessage::Closing(_)) | Err(_) => panic!("{text}"),
                Ok(_) => {}
            }
        }
    }

    fn note_ready(&self) {
        self.seen.ready.fetch_add(1, Relaxed);
        self.seen.one_more.notify_one();
    }

    async fn text(&mut self) -> Utf8Bytes {
        loop {
            match self.socket.next().await.expect("an open connection").expect("an open connection") {
                Message::Text(text) => return text,
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn send(&mut self, message: ClientMessage) {
        let text = ClientFrame::from(message).to_json();
        self.socket.send(Message::text(text)).await.expect("an open connection");
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are few players")]
fn fraction(of: usize, whole: usize) -> f64 {
    of as f64 / whole as f64
}

async fn connect(address: SocketAddr) -> Socket {
    let uri = format!("ws://{address}{SOCKET_PATH}").parse().expect("an address makes a URI");
    let stream = TcpStream::connect(address).await.expect("a server that listens");
    stream.set_nodelay(true).expect("a connected socket");
    let request = ClientRequestBuilder::new(uri).with_header(FORWARDED, UNLIMITED);
    client_async_with_config(request, stream, Some(websocket_config()))
        .await
        .expect("a server that lets a client in")
        .0
}

/// Connects and disconnects this many clients, some at a time. Returns how long it took.
pub async fn storm(address: SocketAddr, count: usize) -> Duration {
    let start = Instant::now();
    let connect_some = async |some: usize| {
        join_all((0..some).map(|_| connect(address))).await;
    };
    for _ in 0..count / AT_A_TIME {
        timeout(PATIENCE, connect_some(AT_A_TIME)).await.expect("a server that accepts");
    }
    start.elapsed()
}
