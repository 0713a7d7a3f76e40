//! A siege: connections that never finish what they say and connections that never read what they asked for, beside
//! games that must go on, again and again. Afterwards the server must be as it was.
//!
//! Whoever is turned away comes back at once, so that there are always as many. A round is over when the server has
//! turned every one of them away.

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
use crate::player::{Player, is_own_turn};
use crate::referee;
use crate::script::X_WINS;
use crate::server::pair_at;
use crate::wish::in_room;

/// How many take part, and how often.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Connections that dribble the head of a request, and never finish it.
    pub dribblers: usize,
    /// Connections that ask for much over their `WebSocket` and never read: they look on at a busy match, and send pings.
    pub deaf: usize,
    /// Games of two players that are on at the same time.
    pub games: usize,
    /// How many sieges there are, one after the other.
    pub rounds: usize,
}

/// What came of a round, when it was over and everybody had gone.
#[derive(Debug)]
pub struct Round {
    /// Games that were played to their end meanwhile.
    pub games: usize,
    /// How often somebody who dribbled was turned away.
    pub dribblers: usize,
    /// How often somebody who did not read was turned away.
    pub deaf: usize,
    /// Memory that is resident at the most, in bytes.
    pub peak: u64,
    /// Memory afterwards.
    pub memory: Memory,
    /// Open files afterwards; as many as before.
    pub descriptors: usize,
}

/// How long a round, or its end, may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(300);

/// How fast players are, and whoever dribbles: well within what the server takes from one connection.
const PACE: Duration = Duration::from_millis(100);

/// The size of a packet: a small one, as on a network. Packets as they are on one machine alone do not fit into the
/// buffer of a client that does not read, and are sent again and again.
const PACKET: u32 = 536;

/// As little as can be had on the other side.
const RECEIVE_BUFFER: usize = 2048;

/// A ping that is answered with as much, and how many of them are sent at once.
const PING: usize = 3_900;
const BURST: usize = 38;

/// Besieges a server that runs this binary with these flags, and says what came of each round.
///
/// The games of all rounds are of the same matches: whatever grows is not what the server keeps of matches.
pub async fn besiege(binary: &Path, flags: &[&str], size: Size, mut tell: impl FnMut(&Round)) -> Vec<Round> {
    let server = Subject::server(binary, flags).await;
    let rooms: Vec<_> = (0..size.games).map(|table| in_room(&format!("table-{table}"))).collect();
    let mut tables = join_all(rooms.into_iter().map(|room| pair_at(server.address, room))).await;
    let files = server.descriptors();
    let mut rounds = Vec::new();
    for _ in 0..size.rounds {
        let mut peak = 0;
        let (games, turned_away) = tokio::select! {
            round = besiege_once(server.address, size, &mut tables) => round,
            () = server.watch_memory(&mut peak) => unreachable!("it never ends"),
        };
        join_all(tables.iter_mut().map(|(_, o)| come_again(server.address, o))).await;
        server.descriptors_down_to(files, PATIENCE).await;
        join_all(tables.iter_mut().map(|(x, o)| all_are_there(x, o))).await;
        let (memory, descriptors) = (server.memory(), server.descriptors());
        let [dribblers, deaf] = turned_away;
        let round = Round { games, dribblers, deaf, peak, memory, descriptors };
        tell(&round);
        rounds.push(round);
    }
    rounds
}

/// One siege. Gives the games that were played, and how often either kind was turned away.
async fn besiege_once(
    address: SocketAddr,
    size: Size,
    tables: &mut [(Player, Player)],
) -> (usize, [usize; 2]) {
    let over = CancellationToken::new();
    let watched: Vec<_> = tables.iter().map(|(x, _)| x.match_id()).collect();
    let mut besiegers = JoinSet::new();
    let (dribblers, mut dribbled) = unbounded_channel();
    let (deaf, mut deafened) = unbounded_channel();
    for number in 0..size.dribblers {
        besiegers.spawn(come_back(number, dribblers.clone(), move || dribble(address)));
    }
    for number in 0..size.deaf {
        let watched = watched[number % watched.len()].clone();
        besiegers.spawn(come_back(number, deaf.clone(), move || never_read(address, watched.clone())));
    }
    let besieged = async {
        let mut turned = [vec![0; size.dribblers], vec![0; size.deaf]];
        while turned.iter().flatten().any(|times| *times == 0) {
            tokio::select! {
                Some(number) = dribbled.recv() => turned[0][number] += 1,
                Some(number) = deafened.recv() => turned[1][number] += 1,
            }
        }
        over.cancel();
        turned.map(|times| times.into_iter().sum())
    };
    let playing = join_all(tables.iter_mut().map(|(x, o)| play_series(x, o, over.clone())));
    let (turned_away, games) = tokio::join!(timeout(PATIENCE, besieged), playing);
    besiegers.shutdown().await;
    let turned_away = turned_away.expect("a server that turns away who does not behave");
    (games.into_iter().sum(), turned_away)
}

/// Besieges again and again, and says each time that the server has ended it.
async fn come_back<F: Future<Output = ()>>(
    number: usize,
    turned_away: UnboundedSender<usize>,
    besiege: impl Fn() -> F,
) {
    loop {
        besiege().await;
        if turned_away.send(number).is_err() {
            return;
        }
    }
}

/// Sends the head of a request, byte for byte and without an end, until the server has enough.
async fn dribble(address: SocketAddr) {
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

/// Looks on at a match and sends pings without ever reading, until the server has enough.
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

/// A connection on which little fits.
async fn narrow(address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.set_tcp_mss(PACKET)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.set_nonblocking(true)?;
    TcpSocket::from_std_stream(socket.into()).connect(address).await
}

/// Plays rematch after rematch until the siege is over. Gives how many games were played.
async fn play_series(one: &mut Player, other: &mut Player, over: CancellationToken) -> usize {
    let mut games = 0;
    while !over.is_cancelled() {
        let game = one.newest().game;
        let is_first = is_own_turn(one.newest());
        let (x, o) = if is_first { (&mut *one, &mut *other) } else { (&mut *other, &mut *one) };
        play_game(x, o).await;
        for player in [&mut *one, &mut *other] {
            player.rematch().await.expect("a game that is over may be followed by another");
        }
        for player in [&mut *one, &mut *other] {
            player.state_where("another game", |state| state.game == game + 1).await;
        }
        games += 1;
    }
    games
}

/// Plays a game at the pace of the siege, to the end that it must have.
async fn play_game(x: &mut Player, o: &mut Player) {
    for (ply, &cell) in (0..).zip(X_WINS) {
        sleep(PACE).await;
        let mover = if ply % 2 == 0 { &mut *x } else { &mut *o };
        mover.state_where("the position", |state| state.ply == ply).await;
        mover.play(cell).await.expect("a legal move is not refused");
    }
    for player in [x, o] {
        let end = player.over().await;
        referee::check(&end);
        assert_eq!(end.moves, X_WINS);
    }
}

/// Loses the connection, and comes back with the ticket.
async fn come_again(address: SocketAddr, player: &mut Player) {
    let ticket = player.ticket();
    *player = Player::connect(address).await;
    player.resume(&ticket).await.expect("a ticket is good for a seat");
    player.seated().await;
    player.state_where("the match", |_| true).await;
}

/// Both players are there, and nobody looks on any more.
async fn all_are_there(one: &mut Player, other: &mut Player) {
    for player in [one, other] {
        player.pong().await;
        player
            .state_where("everybody there, and nobody looking on", |state| {
                let both = [&state.players.x, &state.players.o];
                both.iter().all(|player| player.presence == Presence::Online) && state.spectators == 0
            })
            .await;
    }
}
