//! The metrics for operators. Each owner keeps its counters and adds to them where something happens. Histograms and
//! labels take a short lock; the writer takes it only after a transaction is on disk and handed on. Gauges are read
//! from their owners on request, see `metrics_port`.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

/// A counter for each value of a label.
#[derive(Debug, Clone, Default)]
pub struct Counters(pub(crate) Family<[(&'static str, &'static str); 1], Counter>);

impl Counters {
    pub(crate) fn count(&self, label: &'static str, value: &'static str) {
        self.0.get_or_create(&[(label, value)]).inc();
    }
}

/// The metrics of a server without its store.
#[derive(Debug, Clone, Default)]
pub struct Metrics {
    /// Refusals because a source has used up a quota.
    pub(crate) quota_hits: Counters,
    pub(crate) search: SearchMetrics,
    /// WebSockets so far, which is also the number of the newest.
    pub(crate) websockets_opened: Counter,
    /// Accepted moves, by `person` (including bots) or `computer`.
    pub(crate) moves: Counters,
}

/// The time from the request of a search to its start, by priority.
#[derive(Debug, Clone)]
pub struct SearchMetrics(pub(crate) Histograms);

type Histograms = Family<[(&'static str, &'static str); 1], Histogram, fn() -> Histogram>;

/// The metrics of a store that writes to a disk.
#[derive(Debug, Clone)]
pub struct StoreMetrics {
    /// The time from the request of a write until it is acknowledged.
    pub(crate) commit: Histogram,
    /// The commit of a transaction, in which the database syncs the disk.
    pub(crate) sync: Histogram,
}

impl Default for SearchMetrics {
    fn default() -> Self {
        Self(Family::new_with_constructor(seconds))
    }
}

impl SearchMetrics {
    pub(crate) fn observe(&self, priority: &'static str, waited: Duration) {
        self.0.get_or_create(&[(PRIORITY, priority)]).observe(waited.as_secs_f64());
    }
}

pub(crate) const PRIORITY: &str = "priority";

impl Default for StoreMetrics {
    fn default() -> Self {
        Self { commit: seconds(), sync: seconds() }
    }
}

fn seconds() -> Histogram {
    Histogram::new([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0])
}
