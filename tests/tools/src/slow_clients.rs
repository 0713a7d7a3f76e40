//! Clients that never finish what they send and clients that never read, beside games that must continue. Afterwards
//! the server must be as before.
//!
//! A client that is disconnected reconnects at once. A round is over when the server has disconnected each of them.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tictactoe_protocol::snapshot::Presence;

use futures::SinkExt;
use futures::future::join_all;
use socket2::{Domain, Socket, Type};
use tictactoe_protocol::SOCKET_PATH;
use tictactoe_protocol::values::MatchId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

use crate::measure::{Memory, Subject};
use harness::join_options::in_room;
use harness::player::strategy::{X_WINS, play_again, play_moves};
use harness::player::{Player, is_own_turn};
use harness::referee;
use harness::server::pair_at;

#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Connections that send a request head byte by byte and never finish it.
    pub slow_writers: usize,
    /// Connections that spectate and send pings but never read.
    pub non_readers: usize,
    pub games: usize,
    pub rounds: usize,
}

#[derive(Debug)]
pub struct Round {
    pub games: usize,
    /// How often a slow writer was disconnected.
    pub slow_writers: usize,
    /// How often a client that never reads was disconnected.
    pub non_readers: usize,
    pub peak: u64,
    pub memory: Memory,
    pub descriptors: usize,
}

const PATIENCE: Duration = Duration::from_secs(300);

/// The pace of players and slow writers, within the server's limits.
const PACE: Duration = Duration::from_millis(100);

/// A small segment size, as on a real network. Loopback segments would not fit into the receive buffer of a client
/// that does not read, and would be retransmitted.
const PACKET: u32 = 536;

const RECEIVE_BUFFER: usize = 2048;

/// A ping whose answer is as large, and the number of pings sent at once.
const PING: usize = 3_900;
const BURST: usize = 38;

/// Runs the load against this server binary.
///
/// All rounds use the same matches, so that stored matches do not grow.
pub async fn attack(binary: &Path, load: Load, mut tell: impl FnMut(&Round)) -> Vec<Round> {
    let server = Subject::server(binary, &[]).await;
    let rooms: Vec<_> = (0..load.games).map(|table| in_room(&format!("table-{table}"))).collect();
    let mut tables = join_all(rooms.into_iter().map(|room| pair_at(server.address, room))).await;
    let files = server.descriptors();
    let mut rounds = Vec::new();
    for _ in 0..load.rounds {
        let mut peak = 0;
        let (games, disconnected) = tokio::select! {
            round = run_round(server.address, load, &mut tables) => round,
            () = server.watch_memory(&mut peak) => unreachable!("it never ends"),
        };
        join_all(tables.iter_mut().map(async |(_, o)| {
            *o = Player::resumed(server.address, &o.ticket()).await;
        }))
        .await;
        server.descriptors_down_to(files, PATIENCE).await;
        join_all(tables.iter_mut().map(|(x, o)| assert_settled(x, o))).await;
        let (memory, descriptors) = (server.memory(), server.descriptors());
        let [slow_writers, non_readers] = disconnected;
        let round = Round { games, slow_writers, non_readers, peak, memory, descriptors };
        tell(&round);
        rounds.push(round);
    }
    rounds
}

/// Returns the number of games, and how often each kind of client was disconnected.
async fn run_round(address: SocketAddr, load: Load, tables: &mut [(Player, Player)]) -> (usize, [usize; 2]) {
    let over = CancellationToken::new();
    let watched: Vec<_> = tables.iter().map(|(x, _)| x.match_id()).collect();
    let mut attackers = JoinSet::new();
    let (slow_writers, mut writer_disconnected) = unbounded_channel();
    let (non_readers, mut reader_disconnected) = unbounded_channel();
    for number in 0..load.slow_writers {
        attackers.spawn(repeat(number, slow_writers.clone(), move || write_slowly(address)));
    }
    for number in 0..load.non_readers {
        let watched = watched[number % watched.len()].clone();
        attackers.spawn(repeat(number, non_readers.clone(), move || never_read(address, watched.clone())));
    }
    let all_disconnected = async {
        let mut disconnections = [vec![0; load.slow_writers], vec![0; load.non_readers]];
        while disconnections.iter().flatten().any(|times| *times == 0) {
            tokio::select! {
                Some(number) = writer_disconnected.recv() => disconnections[0][number] += 1,
                Some(number) = reader_disconnected.recv() => disconnections[1][number] += 1,
            }
        }
        over.cancel();
        disconnections.map(|times| times.into_iter().sum())
    };
    let playing = join_all(tables.iter_mut().map(|(x, o)| play_series(x, o, over.clone())));
    let (disconnected, games) = tokio::join!(timeout(PATIENCE, all_disconnected), playing);
    attackers.shutdown().await;
    let disconnected = disconnected.expect("a server that turns away who does not behave");
    (games.into_iter().sum(), disconnected)
}

async fn repeat<F: Future<Output = ()>>(
    number: usize,
    disconnected: UnboundedSender<usize>,
    attack: impl Fn() -> F,
) {
    loop {
        attack().await;
        if disconnected.send(number).is_err() {
            return;
        }
    }
}

async fn write_slowly(address: SocketAddr) {
    let Ok(mut stream) = TcpStream::connect(address).await else { return };
    let _ = stream.write_all(b"GET /ws HTTP/1.1\r\nhost: localhost\r\nx-name: ").await;
    let (mut from, mut to) = stream.split();
    let mut answer = [0; 256];
    let mut ticks = interval(PACE);
    loop {
        tokio::select! {
            read = from.read(&mut answer) => if !matches!(read, Ok(1..)) { return },
            _ = ticks.tick() => if to.write_all(b"x").await.is_err() { return },
        }
    }
}

async fn never_read(address: SocketAddr, watched: MatchId) {
    let Ok(stream) = narrow(address).await else { return };
    let url = format!("ws://{address}{SOCKET_PATH}");
    let Ok((mut socket, _)) = client_async(url, stream).await else { return };
    let watch = format!(r#"{{"type":"watch","match":"{watched}"}}"#);
    let ping = format!(r#"{{"type":"ping","id":"{}"}}"#, "x".repeat(PING));
    let mut sent = socket.send(Message::text(watch)).await;
    for count in 0.. {
        if sent.is_err() {
            return;
        }
        if count >= BURST {
            sleep(PACE).await;
        }
        sent = socket.send(Message::text(ping.as_str())).await;
    }
}

async fn narrow(address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.set_tcp_mss(PACKET)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.set_nonblocking(true)?;
    TcpSocket::from_std_stream(socket.into()).connect(address).await
}

async fn play_series(one: &mut Player, other: &mut Player, over: CancellationToken) -> usize {
    let mut games = 0;
    while !over.is_cancelled() {
        let is_first = is_own_turn(one.newest());
        let (x, o) = if is_first { (&mut *one, &mut *other) } else { (&mut *other, &mut *one) };
        for cell in X_WINS {
            sleep(PACE).await;
            play_moves(x, o, &[*cell]).await;
        }
        for player in [x, o] {
            referee::check(player.newest());
            assert!(player.newest().result.is_some());
            assert_eq!(player.newest().moves, X_WINS);
        }
        play_again([one, other]).await;
        games += 1;
    }
    games
}

async fn assert_settled(one: &mut Player, other: &mut Player) {
    for player in [one, other] {
        player.pong().await;
        player
            .state_where("both online and no spectators", |state| {
                let both = [&state.players.x, &state.players.o];
                both.iter().all(|player| player.presence == Presence::Online) && state.spectators == 0
            })
            .await;
    }
}
