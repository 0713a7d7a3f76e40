//! What a server answers, on a connection of its own.

use std::time::{Duration, Instant};

use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::server::ServerMessage;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tracing::{info, warn};

use super::FoundServer;
use super::search_state::{LOCAL_NAME, Probe};
use crate::address::Address;
use crate::exit::Failure;
use crate::net::socket::Socket;
use crate::net::tls::Trust;
use crate::sanitize::sanitize;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(3);

const MAX_VERSION_CHARS: usize = 20;

/// A server that the player named.
pub(crate) async fn probe(address: Address, trust: &Trust) -> Result<FoundServer, Failure> {
    let probe = Probe { announcement: None, name: Some(address.host.clone()), address };
    timeout(TIMEOUT, probe.connect(trust)).await.map_err(silent)?
}

impl Probe {
    pub(super) async fn run(self, trust: &Trust) -> (Self, Result<FoundServer, Failure>) {
        let result = self.connect(trust).await;
        match &result {
            Ok(server) => info!(address = %server.address, "a server answers"),
            Err(failure) => warn!(cause = failure.why(), "no server answers"),
        }
        (self, result)
    }

    async fn connect(&self, trust: &Trust) -> Result<FoundServer, Failure> {
        let mut socket = Socket::open(&self.address, trust).await?;
        let greeting = self.greet(&mut socket).await;
        // The closing handshake goes on in the background.
        tokio::spawn(socket.close());
        greeting
    }

    async fn greet(&self, socket: &mut Socket) -> Result<FoundServer, Failure> {
        let Self { name, address, .. } = self.clone();
        let name = name.unwrap_or_else(|| LOCAL_NAME.to_owned());
        let ServerMessage::Welcome(welcome) = next(socket).await? else {
            return Err(Failure::unreadable());
        };
        if welcome.protocol != SUBPROTOCOL {
            let cause = format!("it does not speak {SUBPROTOCOL}");
            return Err(Failure::NotOurs { address: address.to_string(), cause, for_now: false });
        }
        let version = sanitize(&welcome.server).chars().take(MAX_VERSION_CHARS).collect();
        let sent = Instant::now();
        socket.send(ClientFrame::from(ClientMessage::Ping(Empty {})).to_json()).await;
        while !matches!(next(socket).await?, ServerMessage::Pong(_)) {}
        Ok(FoundServer { name, address, version, latency: sent.elapsed() })
    }
}

/// Who waits and who plays.
pub(crate) async fn games(address: &Address, trust: &Trust) -> Result<Listing, Failure> {
    let ask = async {
        let mut socket = Socket::open(address, trust).await?;
        socket.send(ClientFrame::from(ClientMessage::List(Empty {})).to_json()).await;
        let answer = loop {
            match next(&mut socket).await? {
                ServerMessage::List(list) => break Ok(list.listing),
                ServerMessage::Refused(refused) => break Err(Failure::refused(&refused)),
                _ => {}
            }
        };
        tokio::spawn(socket.close());
        answer
    };
    timeout(TIMEOUT, ask).await.map_err(silent)?
}

fn silent(_: Elapsed) -> Failure {
    Failure::Lost("the server does not answer".to_owned())
}

async fn next(socket: &mut Socket) -> Result<ServerMessage, Failure> {
    ServerMessage::parse(&socket.next().await?).map_err(|_| Failure::unreadable())
}
