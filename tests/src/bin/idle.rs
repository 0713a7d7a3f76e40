//! Measures the memory of an idle connection, and of a bare tokio-tungstenite echo with the same buffers:
//!
//! ```sh
//! cargo run --release -p tictactoe-tests --bin idle -- --connections 5000
//! ```
//!
//! Each kind of connection gets its own process, which has served some before it is measured. A connection is idle
//! once its request has been answered and the server has pinged it. `--server PATH` measures that binary. Linux
//! only; each process needs as many open files as connections.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::future::join_all;
use futures::{SinkExt, StreamExt};
use tictactoe_protocol::SOCKET_PATH;
use tictactoe_tests::measure::{Subject, released_server};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{accept_async_with_config, client_async_with_config};

/// As in the server.
const READ_BUFFER: usize = 4 * 1024;
const HARD_FRAME: usize = 64 * 1024;

/// Connections before the first measurement, and connections opened at a time.
const FIRST: usize = 200;
const AT_A_TIME: usize = 100;

const PATIENCE: Duration = Duration::from_secs(300);

/// Pings come soon, and games wait.
const FLAGS: [&str; 4] = ["--ping", "5s", "--move-time", "1h"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Echo,
    Connected,
    Computer,
    Person,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Echo, Self::Connected, Self::Computer, Self::Person];

    const fn words(self) -> &'static str {
        match self {
            Self::Echo => "bare echo",
            Self::Connected => "connected",
            Self::Computer => "seated against the computer",
            Self::Person => "seated against a person",
        }
    }

    /// What a connection sends, and a part of the answer.
    fn talk(self, number: usize) -> (String, &'static str) {
        match self {
            Self::Echo | Self::Connected => (r#"{"type":"ping"}"#.into(), "p"),
            Self::Computer => (r#"{"type":"join","opponent":"ai","mark":"X"}"#.into(), r#""state""#),
            Self::Person => (format!(r#"{{"type":"join","room":"idle-{}"}}"#, number / 2), r#""state""#),
        }
    }
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let value = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let runtime = tokio::runtime::Runtime::new().expect("threads can be started");
    if words.first().is_some_and(|word| word == "echo") {
        return runtime.block_on(echo());
    }
    let connections = value("--connections").map_or(5_000, |count| count.parse().expect("a number"));
    let server = value("--server").map_or_else(released_server, PathBuf::from);
    runtime.block_on(measure_all(&server, connections));
}

async fn measure_all(server: &Path, connections: usize) {
    println!(
        "{connections} connections to each; bytes of each connection, and how many times the bare echo's"
    );
    println!("{:>30}  {:>8} {:>5}  {:>8} {:>5}", "", "resident", "", "private", "");
    let mut bare = (0, 0);
    for kind in Kind::ALL {
        let subject = match kind {
            Kind::Echo => Subject::start(&std::env::current_exe().expect("a path"), &["echo"]).await,
            _ => Subject::server(server, &FLAGS).await,
        };
        let (resident, private) = measure(&subject, kind, connections).await;
        if kind == Kind::Echo {
            bare = (resident, private);
        }
        println!(
            "{:>30}  {resident:>8} {:>5.2}  {private:>8} {:>5.2}",
            kind.words(),
            ratio(resident, bare.0),
            ratio(private, bare.1)
        );
    }
}

fn ratio(of: u64, to: u64) -> f64 {
    let small = |bytes: u64| f64::from(u32::try_from(bytes).unwrap_or(u32::MAX));
    small(of) / small(to)
}

/// The resident and private bytes per connection.
async fn measure(subject: &Subject, kind: Kind, connections: usize) -> (u64, u64) {
    let files = subject.descriptors();
    drop(open(subject.address, kind, FIRST).await);
    subject.descriptors_down_to(files, PATIENCE).await;
    let before = subject.memory();
    let open = open(subject.address, kind, connections).await;
    let after = subject.memory();
    assert_eq!(open.len(), connections, "all are still open");
    let each =
        |before: u64, after: u64| after.saturating_sub(before) / u64::try_from(connections).unwrap_or(1);
    (each(before.resident, after.resident), each(before.private, after.private))
}

async fn open(address: SocketAddr, kind: Kind, count: usize) -> JoinSet<()> {
    let mut open = JoinSet::new();
    let (to, mut idle) = unbounded_channel();
    let numbers: Vec<_> = (0..count).collect();
    let all = async {
        for some in numbers.chunks(AT_A_TIME) {
            for stream in join_all(some.iter().map(|_| TcpStream::connect(address))).await {
                open.spawn(be_idle(stream.expect("a server that listens"), kind, open.len(), to.clone()));
            }
        }
        for _ in 0..count {
            idle.recv().await.expect("they are all there");
        }
    };
    tokio::time::timeout(PATIENCE, all).await.expect("idle in time");
    open
}

async fn be_idle(stream: TcpStream, kind: Kind, number: usize, idle: UnboundedSender<()>) {
    let address = stream.peer_addr().expect("a connected socket has an address");
    let url = format!("ws://{address}{SOCKET_PATH}");
    let client = client_async_with_config(url, stream, Some(config())).await;
    let (mut socket, _) = client.expect("a server that lets a client in");
    let (said, answer) = kind.talk(number);
    socket.send(Message::text(said)).await.expect("an open connection");
    let (mut answered, mut pinged) = (false, kind == Kind::Echo);
    while !(answered && pinged) {
        match socket.next().await.expect("an open connection").expect("an open connection") {
            Message::Text(text) => answered |= text.contains(answer) && !text.contains("welcome"),
            Message::Ping(_) => pinged = true,
            _ => {}
        }
    }
    idle.send(()).expect("the receiver is open");
    while let Some(Ok(_)) = socket.next().await {}
}

fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(HARD_FRAME)
        .max_message_size(Some(HARD_FRAME))
        .max_frame_size(Some(HARD_FRAME))
}

async fn echo() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("ws://{}{SOCKET_PATH}", listener.local_addr().expect("a bound socket has an address"));
    loop {
        let (stream, _) = listener.accept().await.expect("room for a connection");
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let Ok(mut socket) = accept_async_with_config(stream, Some(config())).await else { return };
            while let Some(Ok(message)) = socket.next().await {
                if message.is_text() && socket.send(message).await.is_err() {
                    return;
                }
            }
        });
    }
}
