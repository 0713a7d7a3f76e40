//! What an operator measures. Each owner holds its counters and adds to them where something happens: an atomic
//! addition, and never a lock on the way of a move. What is there at a moment is read from its owner when someone asks:
//! see `exposition`.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// A counter for each value of a label.
pub type Counters = Family<[(&'static str, &'static str); 1], Counter>;

/// The metrics of a server, except those of its store.
#[derive(Debug, Clone, Default)]
pub struct Metrics {
    pub(crate) port: PortMetrics,
    pub(crate) search: SearchMetrics,
    /// WebSockets that are open now.
    pub(crate) websockets: Gauge,
    /// WebSockets so far: also the number of the next one.
    pub(crate) websockets_opened: Counter,
    /// Accepted moves.
    pub(crate) moves_of_people: Counter,
    pub(crate) moves_of_computer: Counter,
    /// Messages that were refused, by code.
    pub(crate) refusals: Counters,
}

/// Those of the port: how full it is, and what it turns away.
#[derive(Debug, Clone, Default)]
pub struct PortMetrics {
    pub(crate) connections: Gauge,
    pub(crate) connections_limit: Gauge,
    /// Connections, requests and WebSocket upgrades, by reason.
    pub(crate) turned_away: Counters,
    /// What a source was refused because it has used up a quota.
    pub(crate) quota_hits: Counters,
}

/// Those of the search pool.
#[derive(Debug, Clone)]
pub struct SearchMetrics {
    pub(crate) wait: Histogram,
    pub(crate) time: Histogram,
}

/// Those of a store that writes to a disk.
#[derive(Debug, Clone)]
pub struct StoreMetrics {
    /// From the oldest request of a transaction to the moment when it is on disk.
    pub(crate) commit: Histogram,
    /// The writes of a transaction.
    pub(crate) batch: Histogram,
    /// The end of a transaction: the database syncs the disk.
    pub(crate) sync: Histogram,
}

impl Default for SearchMetrics {
    fn default() -> Self {
        Self { wait: seconds(), time: seconds() }
    }
}

impl Default for StoreMetrics {
    fn default() -> Self {
        let batch = Histogram::new([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0]);
        Self { commit: seconds(), batch, sync: seconds() }
    }
}

fn seconds() -> Histogram {
    Histogram::new([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0])
}

impl Metrics {
    /// Adds one to the counter with this label.
    pub(crate) fn count(counters: &Counters, label: &'static str, value: &'static str) {
        counters.get_or_create(&[(label, value)]).inc();
    }

    pub(crate) fn register(&self, store: StoreMetrics, registry: &mut Registry) {
        let Self { port, search, websockets, websockets_opened, .. } = self.clone();
        registry.register("connections", "Open connections", port.connections);
        registry.register("connections_limit", "The most connections", port.connections_limit);
        registry.register("websockets", "Open WebSockets", websockets);
        registry.register("websockets_opened", "WebSockets that were opened", websockets_opened);
        let help = "Connections, requests and WebSocket upgrades that were refused";
        registry.register("turned_away", help, port.turned_away);
        registry.register("quota_hits", "Refusals because a source has used up a quota", port.quota_hits);
        registry.register("moves_of_people", "Accepted moves of people", self.moves_of_people.clone());
        registry.register("moves_of_computer", "Moves of the computer", self.moves_of_computer.clone());
        registry.register("refusals", "Messages that were refused", self.refusals.clone());
        registry.register("commit_batch", "Writes in one transaction", store.batch);
        let mut times = |name: &str, help: &str, times: Histogram| {
            registry.register_with_unit(name, help, Unit::Seconds, times);
        };
        times("commit", "From the oldest request of a transaction until it is on disk", store.commit);
        times("sync", "The end of a transaction, which syncs the disk", store.sync);
        times("search_wait", "From the request of a search to its start", search.wait);
        times("search", "Searches", search.time);
    }
}

/// Adds one to a gauge until it is dropped.
#[derive(Debug)]
pub struct Present(Gauge);

impl Present {
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.0.dec();
    }
}
