//! Bytes on a TCP connection: hand-written HTTP and WebSocket frames.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr, UdpSocket};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::wait::in_time;

/// A non-loopback address of this machine, if it has one.
pub fn address_on_the_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // Nothing is sent: the system only chooses a local address.
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_loopback())
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// In lower case.
    pub head: String,
    /// As lossy UTF-8.
    pub body: String,
    pub bytes: Vec<u8>,
}

pub async fn connect(address: SocketAddr) -> TcpStream {
    in_time("a connection", TcpStream::connect(address)).await.expect("a server that listens")
}

pub async fn handshake(address: SocketAddr, path: &str, more: &[(&str, &str)]) -> Response {
    get(address, path, &[UPGRADE, more].concat()).await
}

/// Sends a GET request and reads the response; only the head of a WebSocket upgrade.
pub async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Response {
    ask(&mut connect(address).await, &head(path, headers)).await
}

/// Sends a request and reads the response; only the head if there is no body.
pub async fn ask(stream: &mut TcpStream, request: &str) -> Response {
    in_time("a request to be sent", stream.write_all(request.as_bytes())).await.expect("an open connection");
    let mut response = response_head(stream).await;
    if !matches!(response.status, 101 | 304) && !request.starts_with("HEAD ") {
        response.bytes = vec![0; response.length()];
        let body = stream.read_exact(&mut response.bytes);
        in_time("a body", body).await.expect("a body as long as was said");
        response.body = String::from_utf8_lossy(&response.bytes).into_owned();
    }
    response
}

async fn response_head(stream: &mut TcpStream) -> Response {
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(in_time("a response", stream.read_u8()).await.expect("a response"));
    }
    Response::parse(&answer)
}

pub async fn rest(stream: &mut TcpStream) -> String {
    let mut rest = Vec::new();
    let _ = in_time("the server to close", stream.read_to_end(&mut rest)).await;
    String::from_utf8_lossy(&rest).into_owned()
}

/// The headers of a WebSocket upgrade (RFC 6455, section 1.3).
pub const UPGRADE: &[(&str, &str)] = &[
    ("connection", "upgrade"),
    ("upgrade", "websocket"),
    ("sec-websocket-version", "13"),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

/// The head of a GET request, to localhost unless a header names another host.
pub fn head(path: &str, headers: &[(&str, &str)]) -> String {
    let mut head = format!("GET {path} HTTP/1.1\r\n");
    let local = [("host", "localhost")];
    let host = if headers.iter().any(|(name, _)| *name == "host") { &[][..] } else { &local };
    for (name, value) in host.iter().chain(headers) {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head + "\r\n"
}

pub fn upgrade() -> String {
    head(tictactoe_protocol::SOCKET_PATH, UPGRADE)
}

impl Response {
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8(bytes.to_vec()).expect("readable text");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no HTTP head in {text:?}"));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status in {head:?}"));
        Self { status, head: head.to_lowercase(), body: body.to_owned(), bytes: body.into() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    fn length(&self) -> usize {
        self.header("content-length").and_then(|length| length.parse().ok()).expect("the length of the body")
    }
}

/// Opcodes (RFC 6455, section 5.2).
#[derive(Debug, Clone, Copy)]
#[repr(u8)]
pub enum Opcode {
    Continuation = 0,
    Text = 1,
    Binary = 2,
    Reserved = 3,
    Ping = 9,
    Pong = 10,
}

/// A masked frame of up to 125 bytes.
pub fn frame(opcode: Opcode, last: bool, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [7, 77, 177, 17];
    let length = u8::try_from(payload.len()).ok().filter(|length| *length < 126).expect("a short payload");
    let mut frame = vec![opcode as u8 | if last { 0x80 } else { 0 }, length | 0x80];
    frame.extend(MASK);
    frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}
