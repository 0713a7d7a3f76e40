//! Finds servers on the network when the player names none.
//!
//! An announcement is only a hint: a server that was killed has sent no goodbye. So each announced server is probed, and
//! only those that answer count. This machine's default port is probed too, because a `--local` server is not
//! announced.

mod search_state;
#[cfg(test)]
mod tests;

use std::future::pending;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::{self, BoxStream, FuturesUnordered};
use tictactoe_lan::mdns::{AnnouncedServer, Browser, BrowserEvent};
use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_protocol::arena::Standings;
use tictactoe_protocol::client::{AskStandings, ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::text::Room;
use tokio::time::timeout;
use tracing::{info, warn};

use crate::address::{Address, DEFAULT_ADDRESS, Destination};
use crate::failure::Failure;
use crate::net::sleep_until;
use crate::net::socket::Socket;
use crate::net::tls::Trust;
use crate::sanitize::sanitize;
pub(crate) use search_state::LOCAL_NAME;
use search_state::{Probe, SearchState};

/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

const MAX_VERSION_CHARS: usize = 20;

const UNAVAILABLE: &str = "no network card is up, or another program uses port 5353 exclusively";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundServer {
    pub(crate) name: String,
    pub(crate) address: Address,
    pub(crate) version: String,
    /// Who waits and who plays; only where that was asked for, and said.
    pub(crate) listing: Option<Listing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchKind {
    /// The search ends soon after the first answer.
    Play,
    /// The search takes its full time, to find all servers.
    List,
    /// As long as it takes until a server is there.
    Wait,
    /// The same, for a host on the network who began shortly before this time, in microseconds after 1970.
    OlderHost { since: u64 },
}

/// Returns the servers that answered within two seconds, sorted by name; never empty. If multicast DNS is unavailable,
/// that is an error only if no server answers.
pub(crate) async fn search(kind: SearchKind, trust: &Trust) -> Result<Vec<FoundServer>, Failure> {
    let local = Destination::parse(DEFAULT_ADDRESS)?.address;
    let events = |browser| {
        stream::unfold(browser, async |mut browser: Browser| Some((browser.next().await?, browser)))
    };
    let network = Browser::start().map(|browser| events(browser).boxed());
    search_in(kind, trust, local, network.map_err(|error| error.to_string())).await
}

/// Waits for a server to appear. Cancel safe.
pub(crate) async fn wait_for_server(kind: SearchKind, trust: &Trust) -> FoundServer {
    let found = search(kind, trust).await;
    match found.ok().and_then(|servers| servers.into_iter().next()) {
        Some(server) => server,
        None => pending().await,
    }
}

/// How long two hosts look for each other.
const HOSTS_MEET: Duration = Duration::from_secs(5);

/// How much earlier another host may have begun, in microseconds: who hosts beside an older host does so on purpose.
const AT_ONCE: u64 = 30_000_000;

/// Waits for another player who began to host at the same time, but earlier, so that one of the two joins the other.
/// Never returns if there is none. Cancel safe.
pub(crate) async fn older_host(since: u64, trust: &Trust) -> FoundServer {
    match timeout(HOSTS_MEET, wait_for_server(SearchKind::OlderHost { since }, trust)).await {
        Ok(server) => server,
        Err(_) => pending().await,
    }
}

impl SearchKind {
    fn is_met_by(self, server: &AnnouncedServer) -> bool {
        let Self::OlderHost { since } = self else { return true };
        server.hosted_since.is_some_and(|other| (since.saturating_sub(AT_ONCE)..since).contains(&other))
    }
}

async fn search_in(
    kind: SearchKind,
    trust: &Trust,
    local: Address,
    network: Result<BoxStream<'static, BrowserEvent>, String>,
) -> Result<Vec<FoundServer>, Failure> {
    let (mut state, first) = SearchState::new(kind, Instant::now(), local);
    let mut probes: FuturesUnordered<_> = first.into_iter().map(|probe| probe.run(kind, trust)).collect();
    let mut events = network.unwrap_or_else(|why| {
        set_unavailable(&mut state, why);
        stream::empty().boxed()
    });
    loop {
        tokio::select! {
            () = sleep_until(state.ends_at()) => return state.result(),
            Some((probe, result)) = probes.next() => state.on_probed(Instant::now(), &probe, result),
            event = events.next(), if state.unavailable.is_none() => match event {
                Some(BrowserEvent::Found(found)) if kind.is_met_by(&found) => {
                    let AnnouncedServer { id, name, ips, port, url, .. } = found;
                    // `?` escapes what the network says.
                    info!(?id, name, ?ips, port, ?url, "announced");
                    let (addresses, is_local) = match url {
                        Some(url) => (encrypted_address(&url, &ips, port).into_iter().collect(), false),
                        None => worth_probing(ips, port, is_own),
                    };
                    let name = (!is_local).then_some(name);
                    let new = state.on_announced(Some(&id), name.as_deref(), addresses);
                    probes.extend(new.into_iter().map(|probe| probe.run(kind, trust)));
                }
                Some(BrowserEvent::Found(_)) => {}
                Some(BrowserEvent::Unavailable) => set_unavailable(&mut state, UNAVAILABLE.to_owned()),
                None => set_unavailable(&mut state, "it stopped answering".to_owned()),
            },
        }
    }
}

fn set_unavailable(state: &mut SearchState, why: String) {
    warn!(why, "the network cannot be searched");
    state.unavailable = Some(why);
}

/// The address of an encrypted server: the host is the one that its certificate must be for, and is not looked up. So
/// no announcement makes a client connect to its own machine.
fn encrypted_address(url: &str, ips: &[IpAddr], port: u16) -> Option<Address> {
    let address = Destination::parse(url).ok()?.address;
    let announced = ips.iter().map(|ip| SocketAddr::new(*ip, port)).collect();
    (address.is_encrypted && !address.is_this_machine()).then_some(Address { announced, ..address })
}

/// The addresses to probe, and whether they are this machine's default port.
///
/// Two machines can have the same private address, for instance on a virtual interface. So a server that announces
/// other addresses too is not probed at this machine's own address, where a different server would answer.
fn worth_probing(ips: Vec<IpAddr>, port: u16, is_own: impl Fn(IpAddr) -> bool) -> (Vec<Address>, bool) {
    let (own, others): (Vec<_>, Vec<_>) = ips.into_iter().partition(|ip| is_own(*ip));
    let is_local = others.is_empty() && !own.is_empty() && port == DEFAULT_PORT;
    let ips = if others.is_empty() { own } else { others };
    (ips.into_iter().map(|ip| SocketAddr::new(ip, port).into()).collect(), is_local)
}

/// A socket that is connected to this machine's own address has the same local address. Sends nothing.
fn is_own(ip: IpAddr) -> bool {
    let any: IpAddr = if ip.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let local_end = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect((ip, DEFAULT_PORT))?;
        socket.local_addr()
    });
    local_end.is_ok_and(|local| local.ip() == ip)
}

/// A server that the player named.
pub(crate) async fn probe(address: Address, kind: SearchKind, trust: &Trust) -> Result<FoundServer, Failure> {
    Probe { announcement: None, name: Some(address.host.clone()), address }.connect(kind, trust).await
}

impl Probe {
    async fn run(self, kind: SearchKind, trust: &Trust) -> (Self, Result<FoundServer, Failure>) {
        let result = self.connect(kind, trust).await;
        match &result {
            Ok(server) => info!(address = %server.address, "a server answers"),
            Err(failure) => warn!(cause = failure.why(), "no server answers"),
        }
        (self, result)
    }

    async fn connect(&self, kind: SearchKind, trust: &Trust) -> Result<FoundServer, Failure> {
        ask(&self.address, trust, async |socket: &mut Socket| self.greet(kind, socket).await).await
    }

    async fn greet(&self, kind: SearchKind, socket: &mut Socket) -> Result<FoundServer, Failure> {
        let Self { name, address, .. } = self.clone();
        let name = name.unwrap_or_else(|| LOCAL_NAME.to_owned());
        let ServerMessage::Welcome(welcome) = next_message(socket).await? else {
            return Err(Failure::unreadable());
        };
        let version = sanitize(&welcome.server).chars().take(MAX_VERSION_CHARS).collect();
        let listing = if kind == SearchKind::List { listing(socket).await.ok() } else { None };
        Ok(FoundServer { name, address, version, listing })
    }
}

/// Who waits and who plays on a server that the player chose.
pub(crate) async fn games(address: &Address, trust: &Trust) -> Result<Listing, Failure> {
    ask(address, trust, async |socket: &mut Socket| listing(socket).await).await
}

/// The table of an arena, on the named server or on one that is found.
pub(crate) async fn standings(
    server: Option<Destination>,
    arena: &Room,
    trust: &Trust,
) -> Result<Standings, Failure> {
    let address = match server {
        Some(server) => server.address,
        None => search(SearchKind::Play, trust).await?.swap_remove(0).address,
    };
    let question = ClientMessage::Standings(AskStandings { arena: arena.to_string() });
    let table = |message| match message {
        ServerMessage::Standings(table) => Some(table),
        _ => None,
    };
    ask(&address, trust, async |socket: &mut Socket| answer(socket, question, table).await).await
}

/// Connects, asks, and disconnects.
async fn ask<T>(
    address: &Address,
    trust: &Trust,
    question: impl AsyncFnOnce(&mut Socket) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let asked = async {
        let mut socket = Socket::open(address, trust).await?;
        let answer = question(&mut socket).await;
        // The closing handshake goes on in the background.
        tokio::spawn(socket.close());
        answer
    };
    timeout(ANSWER_TIMEOUT, asked).await.map_err(|_| Failure::silent())?
}

async fn listing(socket: &mut Socket) -> Result<Listing, Failure> {
    let list = |message| match message {
        ServerMessage::List(list) => Some(list),
        _ => None,
    };
    answer(socket, ClientMessage::List(Empty {}), list).await
}

async fn answer<T>(
    socket: &mut Socket,
    ask: ClientMessage,
    pick: impl Fn(ServerMessage) -> Option<T>,
) -> Result<T, Failure> {
    socket.send(ClientFrame::from(ask).to_json()).await;
    loop {
        match next_message(socket).await? {
            ServerMessage::Refused(refused) => return Err(Failure::refused(&refused)),
            message => {
                if let Some(found) = pick(message) {
                    return Ok(found);
                }
            }
        }
    }
}

async fn next_message(socket: &mut Socket) -> Result<ServerMessage, Failure> {
    ServerMessage::parse(&socket.next().await?).map_err(|_| Failure::unreadable())
}
