//! One WebSocket to the server.
//!
//! Everything that arrives is bounded: the size of a message, and how long there may be silence.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use futures::stream::FuturesUnordered;
use futures::{SinkExt, StreamExt};
use tictactoe_protocol::SUBPROTOCOL;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Bytes;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::http::header::LOCATION;
use tokio_tungstenite::tungstenite::http::{Response, StatusCode, Uri};
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};
use tokio_tungstenite::{Connector, MaybeTlsStream, WebSocketStream, client_async_tls_with_config};

use super::closing::closed_with;
use super::tls::{Trust, distrust};
use crate::address::{Address, Destination};
use crate::failure::{Failure, cause, protocol_version};
use crate::sanitize::sanitize;

/// How long each step may take: to resolve the name, to connect, to encrypt and upgrade.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// The server is pinged when nothing has arrived for so long: during a game, in which someone waits for each move, and
/// otherwise. Servers ping every 20 s.
const QUIET: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(41)];

/// How long the server may take to answer a ping. Pending input is read as long: the process may have been suspended.
const ANSWER_TIME: Duration = Duration::from_secs(4);

/// How long the closing handshake may take, and then the end of the stream.
const GRACE: Duration = Duration::from_secs(1);

/// A name may resolve to several addresses; so many are tried.
const MAX_ADDRESSES: usize = 4;

/// How long an address has before the next is tried too (RFC 8305, section 8).
const HEAD_START: Duration = Duration::from_millis(250);

const SEND_TIME: Duration = Duration::from_secs(10);

/// The longest message that is accepted. A snapshot of the largest board is a few kilobytes; a review of it
/// may name every empty cell for each of its moves.
const MESSAGE_BYTES: usize = 256 * 1024;

/// Message sizes are small: so are the buffers.
const BUFFER_BYTES: usize = 4 * 1024;

#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) is_game_on: bool,
    heard: Instant,
    /// When the server was pinged, if nothing has arrived since.
    pinged: Option<Instant>,
    /// The connection ends for this reason; the stream should have ended by then.
    ending: Option<(Instant, Failure)>,
}

impl Socket {
    pub(crate) async fn open(address: &Address, trust: &Trust) -> Result<Self, Failure> {
        let found = if address.announced.is_empty() {
            let found = in_time(address, lookup_host((address.host.as_str(), address.port))).await?;
            found.map_err(|_| Failure::NoHost(address.host.clone()))?.collect()
        } else {
            address.announced.clone()
        };
        let stream = connect(address, found.into_iter()).await?;
        in_time(address, Box::pin(handshake(address, trust, stream))).await?
    }

    /// The next text frame; pings are answered meanwhile. Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<String, Failure> {
        loop {
            match self.receive().await? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Binary(_) => return Err(Failure::Broken("it sent a binary frame".into())),
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
                // The reply to a close is on its way when the stream ends: poll on until then.
                Message::Close(frame) => {
                    let why = frame.map_or_else(Failure::shut, |frame| {
                        closed_with(frame.code.into(), frame.reason.as_str())
                    });
                    self.ending = Some((Instant::now() + GRACE, why));
                }
            }
        }
    }

    async fn receive(&mut self) -> Result<Message, Failure> {
        if self.ending.is_none() && self.pinged.is_none() {
            let [in_game, otherwise] = QUIET;
            let quiet = if self.is_game_on { in_game } else { otherwise };
            if let Ok(received) = timeout_at(self.heard + quiet, self.stream.next()).await {
                return self.take(received);
            }
            self.pinged = Some(Instant::now());
            self.write(Message::Ping(Bytes::new())).await;
        }
        let answered_by = self.pinged.unwrap_or(self.heard) + ANSWER_TIME;
        let until = self.ending.as_ref().map_or(answered_by, |(until, _)| *until);
        if let Ok(received) = timeout_at(until, self.stream.next()).await {
            return self.take(received);
        }
        let silent = Instant::now().saturating_duration_since(self.heard).as_secs();
        Err(self.known_or(Failure::Lost(format!("nothing was heard for {silent} s"))))
    }

    fn take(&mut self, received: Option<Result<Message, Error>>) -> Result<Message, Failure> {
        match received {
            Some(Ok(message)) => {
                (self.heard, self.pinged) = (Instant::now(), None);
                Ok(message)
            }
            Some(Err(error)) => Err(self.known_or(failure(error))),
            None => Err(self.known_or(Failure::shut())),
        }
    }

    fn known_or(&mut self, why: Failure) -> Failure {
        // A reason that was known before says more.
        self.ending.take().map_or(why, |(_, known)| known)
    }

    /// Sends a text frame. [`Socket::next`] reports a failure, after what the server has sent before: it may say why.
    pub(crate) async fn send(&mut self, text: String) {
        if self.ending.is_none() {
            self.write(Message::text(text)).await;
        }
    }

    async fn write(&mut self, message: Message) {
        let why = match timeout(SEND_TIME, self.stream.send(message)).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => failure(error),
            Err(_) => Failure::Lost("the server has stopped reading".into()),
        };
        self.ending = Some((Instant::now() + GRACE, why));
    }

    /// Closes the connection properly, if the server takes part within a moment.
    pub(crate) async fn close(mut self) {
        let handshake = async {
            self.stream.close(None).await.ok();
            while let Some(Ok(_)) = self.stream.next().await {}
        };
        timeout(GRACE, handshake).await.ok();
    }
}

async fn in_time<T>(address: &Address, step: impl Future<Output = T>) -> Result<T, Failure> {
    let late =
        |_| Failure::no_server(address, &format!("it did not answer within {} s", CONNECT_TIME.as_secs()));
    timeout(CONNECT_TIME, step).await.map_err(late)
}

/// Connects to the first that answers. Each has a head start before the next, so that neither a family of addresses
/// that does not work here nor an address that drops packets delays the others for long.
async fn connect(address: &Address, found: impl Iterator<Item = SocketAddr>) -> Result<TcpStream, Failure> {
    let attempt = |candidate| async move {
        let connected = in_time(address, TcpStream::connect(candidate)).await?;
        connected.map_err(|error| Failure::no_server(address, &error))
    };
    let mut left = found.take(MAX_ADDRESSES).peekable();
    let mut attempts = FuturesUnordered::new();
    let mut failure = None;
    loop {
        attempts.extend(left.next().map(attempt));
        tokio::select! {
            tried = attempts.next() => match tried {
                Some(Ok(stream)) => return Ok(stream),
                // One failure is reported: the first to arrive.
                Some(Err(why)) => failure = failure.or(Some(why)),
                None => return Err(failure.unwrap_or_else(|| Failure::NoHost(address.host.clone()))),
            },
            () = sleep(HEAD_START), if left.peek().is_some() => {}
        }
    }
}

async fn handshake(address: &Address, trust: &Trust, stream: TcpStream) -> Result<Socket, Failure> {
    // Moves are small, and a player waits for each.
    stream.set_nodelay(true).map_err(|error| Failure::no_server(address, &error))?;
    let connector =
        if address.is_encrypted { Connector::Rustls(trust.config(address)?) } else { Connector::Plain };
    let no_url = |error| Failure::Internal(format!("No URL can be made of {address}: {error}."));
    let uri: Uri = address.socket_url().parse().map_err(no_url)?;
    let request = ClientRequestBuilder::new(uri).with_sub_protocol(SUBPROTOCOL);
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(MESSAGE_BYTES)
        .max_message_size(Some(MESSAGE_BYTES))
        .max_frame_size(Some(MESSAGE_BYTES));
    let (socket, _) = client_async_tls_with_config(request, stream, Some(config), Some(connector))
        .await
        .map_err(|error| handshake_failed(address, error))?;
    Ok(Socket { stream: socket, is_game_on: false, heard: Instant::now(), pinged: None, ending: None })
}

fn handshake_failed(address: &Address, error: Error) -> Failure {
    let not_ours = |cause: String| Failure::NotOurs { address: address.to_string(), cause };
    let closed = || Failure::no_server(address, &"it closed the connection");
    match error {
        Error::Http(response) => refused_upgrade(address, &response),
        // A server that is starting or stopping hangs up.
        Error::Io(error) if error.kind() == ErrorKind::UnexpectedEof => closed(),
        Error::Protocol(ProtocolError::HandshakeIncomplete) => closed(),
        Error::Io(error) => match error.get_ref().and_then(|error| error.downcast_ref()) {
            Some(error) => distrust(address, error),
            None => Failure::no_server(address, &error),
        },
        Error::Protocol(ProtocolError::SecWebSocketSubProtocolError(_)) => {
            not_ours(format!("it does not speak {SUBPROTOCOL}"))
        }
        _ => not_ours("it does not speak WebSocket".to_owned()),
    }
}

fn refused_upgrade(address: &Address, response: &Response<Option<Vec<u8>>>) -> Failure {
    if let Some(url) = encrypted_url(address, response) {
        let remedy = format!("Type the link with https://, or only the server: tictactoe {url}.");
        return Failure::distrusted(address, "the server accepts only encrypted connections", remedy);
    }
    let status = response.status();
    let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    let body = sanitize(&body);
    // A server that speaks only another version of the protocol names it.
    let mut words = body.split_whitespace().map(|word| word.trim_end_matches('.'));
    if let Some(theirs) = words.find(|word| *word != SUBPROTOCOL && protocol_version(word).is_some()) {
        return Failure::other_protocol(theirs);
    }
    match status {
        // With these a server of this protocol refuses a connection; the body says why.
        StatusCode::BAD_REQUEST
        | StatusCode::FORBIDDEN
        | StatusCode::MISDIRECTED_REQUEST
        | StatusCode::TOO_MANY_REQUESTS
        | StatusCode::SERVICE_UNAVAILABLE => {
            let message = if body.is_empty() { response.status().to_string() } else { body };
            let for_now = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
            Failure::TurnedAway { address: address.to_string(), message, for_now }
        }
        // Of a proxy before a server that is starting, or does not run.
        status if status.is_server_error() => Failure::no_server(address, &format!("a proxy says {status}")),
        status => Failure::NotOurs { address: address.to_string(), cause: format!("it answered {status}") },
    }
}

/// What to open instead, if a server of ours or a proxy redirects an unencrypted connection for that.
fn encrypted_url(address: &Address, response: &Response<Option<Vec<u8>>>) -> Option<String> {
    let location = response.headers().get(LOCATION).filter(|_| response.status().is_redirection())?;
    let encrypted = Destination::parse(location.to_str().ok()?).ok()?.address;
    (encrypted.is_encrypted && !address.is_encrypted).then(|| encrypted.to_string())
}

/// Tells a cut connection from a peer that breaks the protocol.
fn failure(error: Error) -> Failure {
    match error {
        // The other end is closed; an encrypted one perhaps without saying so.
        Error::Io(error) if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof) => {
            Failure::shut()
        }
        Error::Io(error) => Failure::Lost(cause(&error)),
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake | ProtocolError::SendAfterClosing) => {
            Failure::shut()
        }
        error => Failure::Broken(sanitize(&error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpSocket;

    use super::*;
    use crate::address::Destination;

    #[test]
    fn a_cut_connection_is_described_in_words() {
        assert_eq!(failure(Error::Io(std::io::ErrorKind::BrokenPipe.into())), Failure::shut());
        let reset = failure(Error::Io(std::io::Error::from_raw_os_error(104)));
        assert!(matches!(&reset, Failure::Lost(why) if !why.contains("os error")), "{reset:?}");
        let address = Destination::parse("mybox").unwrap().address;
        let failure = handshake_failed(&address, Error::Io(ErrorKind::ConnectionReset.into())).to_string();
        assert!(failure.ends_with("connection reset."), "{failure}");
    }

    #[test]
    fn only_a_redirect_to_https_is_said_to_want_encryption() {
        let address = Destination::parse("mybox").unwrap().address;
        for (status, to, expected) in [
            (StatusCode::PERMANENT_REDIRECT, "https://mybox:7878/", true),
            (StatusCode::PERMANENT_REDIRECT, "http://mybox:7878/", false),
            (StatusCode::FORBIDDEN, "https://mybox:7878/", false),
        ] {
            let response = Response::builder().status(status).header(LOCATION, to).body(None).unwrap();
            assert_eq!(encrypted_url(&address, &response).is_some(), expected, "{status} {to}");
        }
    }

    #[tokio::test]
    async fn an_address_that_drops_packets_does_not_hide_the_next() {
        // Nothing accepts here: when the queue is full, a caller hears nothing.
        let full = TcpSocket::new_v4().unwrap();
        full.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let full = full.listen(1).unwrap();
        let swallows = full.local_addr().unwrap();
        let mut queue = Vec::new();
        while let Ok(stream) = timeout(Duration::from_millis(100), TcpStream::connect(swallows)).await {
            queue.push(stream.unwrap());
        }
        let open = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let answers = open.local_addr().unwrap();
        let address = Destination::parse("mybox").unwrap().address;
        // From here on the clock jumps to the next deadline when every task waits.
        tokio::time::pause();
        let began = Instant::now();
        let stream = connect(&address, [swallows, answers].into_iter()).await.unwrap();
        assert_eq!(stream.peer_addr().unwrap(), answers);
        assert!(began.elapsed() < 2 * HEAD_START, "{:?}", began.elapsed());
        let late = connect(&address, [swallows].into_iter()).await.unwrap_err();
        assert_eq!(late.to_string(), "No server answers at mybox:7878: it did not answer within 5 s.");
        let nowhere = connect(&address, [].into_iter()).await.unwrap_err();
        assert_eq!(nowhere.to_string(), "No host called mybox was found.");
    }

    #[tokio::test]
    async fn a_name_that_does_not_resolve_is_named_without_words_of_the_system() {
        // No server is asked: a label has at most 63 bytes (RFC 1035, 2.3.4).
        let host = "x".repeat(64);
        let address = Destination::parse(&host).unwrap().address;
        let failure = Socket::open(&address, &Trust::default()).await.unwrap_err();
        assert_eq!(
            failure.lines().unwrap().replace(&host, "mybox"),
            "No host called mybox was found.\nCheck the name and the network, or type tictactoe list.\n"
        );
        assert_eq!((failure.code(), failure.is_for_now()), (3, true));
    }

    #[tokio::test]
    async fn a_refused_address_costs_no_time() {
        let refused = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let open = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Destination::parse("mybox").unwrap().address;
        let began = Instant::now();
        connect(&address, [refused, open.local_addr().unwrap()].into_iter()).await.unwrap();
        assert!(began.elapsed() < HEAD_START, "{:?}", began.elapsed());
    }

    /// The full screen redraws every second, and cancels `next` each time.
    #[tokio::test]
    async fn silence_is_noticed_although_next_is_cancelled_every_second() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Destination::parse(&listener.local_addr().unwrap().to_string()).unwrap().address;
        let peer = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            crate::testing::server::Peer::accept(stream).await
        });
        let mut socket = Socket::open(&address, &Trust::default()).await.unwrap();
        let _silent = peer.await.unwrap();
        tokio::time::pause();
        for _ in 0..60 {
            if timeout(Duration::from_millis(990), socket.next()).await.is_ok() {
                return;
            }
        }
        panic!("nothing was heard for 59 s, and the connection still counts as open");
    }
}
