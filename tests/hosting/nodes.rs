//! Several nodes: what a client is told of the others, players who change the node, and outages of NATS. How players of
//! several nodes are paired, and shown as away, is tested in `server/nats/src/pairing` and `server/src/matches`.

use std::collections::{BTreeMap, HashMap};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::future::{join, join_all};
use harness::home::Home;
use harness::join_options::{against, named};
use harness::nats_server::executable;
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::program::Program;
use harness::proxy::{Fault, Proxy};
use harness::rng::Rng;
use harness::server::{calm, calm_and_unlimited, serve};
use rustix::process::Signal;
use tictactoe_nats::{Asked, NatsOptions, NatsStore, Peers, storage};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{Mark, Opponent};
use tictactoe_server::Settings;
use tictactoe_server::record::Timestamp;
use tictactoe_server::store::{
    Clock, CommitError, Entry, HistoryLimits, Key, Members, MemoryStore, NodeId, Revision, Store,
    Unavailable, Watch, Write,
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, timeout};
use tokio_util::sync::{CancellationToken, DropGuard};
use tools::resilient::{Behavior, MatchPool, Network, RunContext, Until, audit};

type Inboxes = Mutex<HashMap<NodeId, mpsc::UnboundedSender<Asked>>>;

/// The memory store as one of several nodes has it.
struct SharedStore {
    shared: Arc<MemoryStore>,
    members: watch::Sender<Members>,
    inboxes: Arc<Inboxes>,
    inbox: tokio::sync::Mutex<mpsc::UnboundedReceiver<Asked>>,
}

#[async_trait]
impl Store for SharedStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        self.shared.get(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        self.shared.commit(key, write).await
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        self.shared.watch(key).await
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.shared.history(key, limit).await
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        self.shared.history_entry(key, number).await
    }

    fn count(&self) -> usize {
        self.shared.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        self.shared.clock()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }
}

#[async_trait]
impl Peers for SharedStore {
    async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes> {
        let inbox = self.inboxes.lock().unwrap().get(&node).cloned()?;
        let (answer, answered) = oneshot::channel();
        inbox.send(Asked { question, answer }).ok()?;
        answered.await.ok()
    }

    async fn asked(&self) -> Asked {
        let asked = self.inbox.lock().await.recv().await;
        asked.expect("the other node can still ask")
    }
}

struct Node {
    address: SocketAddr,
    store: Arc<SharedStore>,
    _stop: DropGuard,
}

impl Node {
    fn own(&self) -> NodeId {
        self.store.members.borrow().own
    }

    fn hears_of(&self, other: &Self) {
        self.store.members.send_modify(|members| {
            members.others.insert(other.own(), Some(format!("http://{}", other.address)));
        });
    }
}

async fn start_two() -> [Node; 2] {
    let (shared, inboxes) = (Arc::new(MemoryStore::new()), Arc::new(Inboxes::default()));
    let start = async || {
        let (sender, inbox) = mpsc::unbounded_channel();
        let own = NodeId::generate();
        inboxes.lock().unwrap().insert(own, sender);
        let (others_gone_at, service_since) = (Timestamp::ZERO, Timestamp::ZERO);
        let is_cut_off = false;
        let members = Members { own, others: BTreeMap::new(), others_gone_at, service_since, is_cut_off };
        let store = Arc::new(SharedStore {
            shared: Arc::clone(&shared),
            members: watch::Sender::new(members),
            inboxes: Arc::clone(&inboxes),
            inbox: tokio::sync::Mutex::new(inbox),
        });
        let stop = CancellationToken::new();
        let mut settings = calm();
        settings.heartbeat.ping = Duration::from_millis(100);
        let (address, _) = serve(Ipv4Addr::LOCALHOST, storage(store.clone()), settings, &stop).await;
        Node { address, store, _stop: stop.drop_guard() }
    };
    let nodes = [start().await, start().await];
    nodes[0].hears_of(&nodes[1]);
    nodes[1].hears_of(&nodes[0]);
    nodes
}

/// Nodes of a NATS server of their own, each of which reaches it through its proxy.
async fn start_on_nats<const N: usize>(settings: Settings) -> (Program, Home, [(Proxy, SocketAddr); N]) {
    let directory = Home::new();
    let path = directory.path().to_str().expect("a path that is text");
    let arguments = ["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", path];
    let mut nats = Program::start(&executable(), &arguments);
    nats.err.expect("Listening for client connections on ").await;
    let server = nats.err.expect("\n").await.trim().parse().expect("an address");
    let start = async |_| {
        let proxy = Proxy::to(server).await;
        let options = NatsOptions {
            servers: vec![format!("nats://{}", proxy.address())],
            credentials: None,
            tls_ca: None,
            stream: "games".to_owned(),
            replicas: 1,
            history: HistoryLimits::default(),
            public_url: None,
        };
        let store = Arc::new(NatsStore::join(&options).await.expect("NATS runs"));
        let stop = CancellationToken::new();
        let (address, _) = serve(Ipv4Addr::LOCALHOST, storage(store), settings.clone(), &stop).await;
        (proxy, address)
    };
    let nodes = join_all((0..N).map(start)).await;
    (nats, directory, nodes.try_into().unwrap_or_else(|_| panic!("{N} nodes")))
}

/// One player on each node, in one match.
async fn meet([one, other]: &[Node; 2], options: Join) -> [Player; 2] {
    meet_at([one.address, other.address], options).await
}

async fn meet_at([one, other]: [SocketAddr; 2], options: Join) -> [Player; 2] {
    let mut players = [Player::joined(one, options.clone()).await, Player::joined(other, options).await];
    for player in &mut players {
        player.seated().await;
        player.state_where("the match", |_| true).await;
    }
    assert_eq!(players[0].match_id(), players[1].match_id());
    players
}

async fn play(players: &mut [Player; 2]) {
    let [one, other] = players;
    let (x, o) = if one.mark() == Mark::X { (one, other) } else { (other, one) };
    play_moves(x, o, X_WINS).await;
    for player in [x, o] {
        player.over().await;
    }
}

#[tokio::test]
async fn a_client_is_served_while_another_node_does_not_answer() {
    let nodes = start_two().await;
    let (sender, mut unanswered) = mpsc::unbounded_channel();
    nodes[0].store.inboxes.lock().unwrap().insert(nodes[1].own(), sender);
    let mut player = Player::joined(nodes[0].address, Join::default()).await;
    let _question = unanswered.recv().await;
    player.leave().await.expect("the player leaves the queue");
    player.join(Join::default()).await.expect("the player waits again");
}

#[tokio::test]
async fn the_list_has_the_matches_and_waiting_players_of_all_nodes() {
    let nodes = start_two().await;
    let [shared, _guest] = meet(&nodes, Join::default()).await;
    let mut alone = Player::joined(nodes[1].address, against(Opponent::Ai)).await;
    alone.seated().await;
    let mut waiting = Player::joined(nodes[1].address, named("Kim")).await;
    waiting.waiting().await;
    let mut spectators = [Player::connect(nodes[0].address).await, Player::connect(nodes[1].address).await];
    for spectator in &mut spectators {
        spectator.watch(&shared.match_id()).await.expect("the match is public");
    }
    for spectator in &mut spectators {
        let Listing { matches, waiting, .. } = spectator.list().await;
        let matches: Vec<_> = matches.into_iter().map(|it| (it.match_id, it.spectators)).collect();
        assert_eq!(matches, [(shared.match_id(), 2), (alone.match_id(), 0)]);
        assert_eq!(waiting.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), ["Kim"]);
    }
}

#[tokio::test]
async fn a_player_who_comes_to_another_node_closes_the_older_connection() {
    let nodes = start_two().await;
    let mut players = meet(&nodes, Join::default()).await;
    for node in [&nodes[1], &nodes[0]] {
        let newer = Player::resumed(node.address, &players[0].ticket()).await;
        let mut older = std::mem::replace(&mut players[0], newer);
        older.ended().await.assert_closed(ClosingReason::Superseded);
    }
    play(&mut players).await;
}

#[tokio::test]
async fn a_clock_that_runs_out_in_an_outage_of_nats_has_ten_seconds_left_after_it() {
    const MOVE_TIME: Duration = Duration::from_secs(4);
    let settings = Settings { move_time: Some(MOVE_TIME), ..calm() };
    let (nats, _directory, nodes) = start_on_nats(settings).await;
    let mut players = meet_at(nodes.each_ref().map(|(_, address)| *address), Join::default()).await;
    nats.signal(Signal::STOP);
    let ended = timeout(2 * MOVE_TIME, players[0].over()).await;
    nats.signal(Signal::CONT);
    assert!(ended.is_err(), "the game ended while no one could move");
    for player in &mut players {
        let more =
            |state: &Snapshot| state.ms_left.is_some_and(|left| u128::from(left) > MOVE_TIME.as_millis());
        player.state_where("more time than for a move", more).await;
    }
    play(&mut players).await;
}

/// Each connection to NATS is cut, reset, frozen, and loses all answers for some time, while people play on all nodes.
#[tokio::test]
async fn nothing_is_lost_when_connections_to_nats_break() {
    const TABLES: u32 = 6;
    const BEHAVIOR: Behavior = Behavior {
        network: Network::Reliable,
        quiet_limit: Duration::from_secs(5),
        think_time: Duration::from_millis(20),
    };
    let (_nats, _directory, nodes) = start_on_nats::<3>(calm_and_unlimited()).await;
    let addresses: Vec<_> = nodes.iter().map(|(_, address)| *address).collect();
    let context = Arc::new(RunContext::at_any_of(addresses.clone(), BEHAVIOR));
    let mut rng = Rng::random();
    let pool = MatchPool::open(&context, rng.next_u64(), TABLES, Until::Stopped);
    let stop = pool.stop_handle();
    let faults = async {
        context.wait_for_all_players().await;
        for fault in [Fault::Cut, Fault::Reset, Fault::LoseReplies, Fault::Freeze] {
            let first = rng.below(nodes.len());
            for (proxy, _) in nodes.iter().cycle().skip(first).take(nodes.len()) {
                proxy.fail(fault);
                context.wait_for_progress_since(Instant::now()).await;
            }
        }
        stop.stop();
    };
    join(faults, pool.finished()).await;
    for address in addresses {
        audit(address, &context.journal, context.journal.watermarks()).await;
    }
}

#[tokio::test]
async fn a_node_that_is_cut_off_closes_its_connections_until_it_is_back() {
    let nodes = start_two().await;
    let [mut one, mut other] = meet(&nodes, Join::default()).await;
    nodes[1].store.members.send_modify(|members| members.is_cut_off = true);
    other.ended().await.assert_closed(ClosingReason::Shutdown);
    let (mut newcomer, welcome) = Player::greeted(nodes[1].address).await;
    assert_eq!(welcome.nodes, [format!("http://{}", nodes[0].address)]);
    newcomer.ended().await.assert_closed(ClosingReason::Shutdown);
    nodes[1].store.members.send_modify(|members| members.is_cut_off = false);
    other = Player::resumed(nodes[1].address, &other.ticket()).await;
    one.state_where("the other player", |_| true).await;
    play(&mut [one, other]).await;
}
