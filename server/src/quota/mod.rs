//! The limits of each source. [`budgets`] is the table of all limits, and [`client_address`] finds the source of a
//! request. A source's budgets outlive its connections, so that reconnecting does not refill them. Its connections count
//! for the network around it, too.

mod budgets;
mod client_address;

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::metrics::Counters;
use crate::settings::Settings;
use crate::token_bucket::{TokenBucket, TooOften};

pub use budgets::{Cost, SeatCost};
pub use client_address::{Source, forwarded_for, is_proxy};

/// At this many sources, those without a connection are forgotten, together with their spending.
const MAX_SOURCES: usize = 50_000;

/// Below this many sources, none is forgotten.
const MIN_SOURCES: usize = 1_000;

pub struct Quotas {
    settings: Arc<Settings>,
    ledgers: Mutex<Ledgers>,
    /// Counts the refusals.
    hits: Counters,
}

#[derive(Default)]
struct Ledgers {
    by_source: HashMap<Source, Ledger>,
    /// At this many sources, the unused ledgers are dropped.
    max: usize,
}

#[derive(Default)]
struct Ledger {
    connections: u32,
    /// The budgets that were ever charged. All others are full.
    budgets: HashMap<Cost, TokenBucket>,
}

/// A cost that was charged in advance. Dropping this returns the charge.
pub struct Deposit {
    quotas: Arc<Quotas>,
    /// `None` once it is spent.
    source: Option<Source>,
    cost: Cost,
}

/// A connection of a source, counted until this is dropped. Clients on this machine have no source and no limit.
pub struct ConnectionPermit {
    quotas: Arc<Quotas>,
    source: Option<Source>,
}

impl Quotas {
    pub fn new(settings: Arc<Settings>, hits: Counters) -> Arc<Self> {
        Arc::new(Self { settings, ledgers: Mutex::default(), hits })
    }

    /// Counts a connection of this source; `None` if it or the network around it has too many.
    pub fn connect(self: &Arc<Self>, source: Option<Source>) -> Option<ConnectionPermit> {
        if let Some(source) = source
            && !self.try_count(source)
        {
            self.note_hit(source, "connection");
            return None;
        }
        Some(ConnectionPermit { quotas: Arc::clone(self), source })
    }

    fn try_count(&self, source: Source) -> bool {
        let (of_source, of_network) = budgets::max_connections(&self.settings.admission);
        let (mut ledgers, now) = (self.ledgers.lock(), Instant::now());
        let counted = [(source, of_source), (source.network(), of_network)];
        let is_free = counted.iter().all(|&(source, max)| ledgers.of(source, now).connections < max);
        if is_free {
            for (source, _) in counted {
                ledgers.of(source, now).connections += 1;
            }
        }
        is_free
    }

    /// Charges a cost so many times, or not at all.
    pub fn charge(&self, source: Option<Source>, cost: Cost, count: u32) -> Result<(), TooOften> {
        let Some(source) = source else { return Ok(()) };
        let now = Instant::now();
        let (name, full) = cost.budget(&self.settings, now);
        let charged = {
            let mut ledgers = self.ledgers.lock();
            let budgets = &mut ledgers.of(source, now).budgets;
            budgets.entry(cost).or_insert(full).take(count, now)
        };
        charged.inspect_err(|_| {
            // No client is refused when a game is not kept.
            if cost != Cost::Game {
                self.note_hit(source, name);
            }
        })
    }

    fn note_hit(&self, source: Source, quota: &'static str) {
        tracing::debug!(network = Source::in_log(Some(source)), quota, "a quota is used up");
        self.hits.count("quota", quota);
    }
}

impl Ledgers {
    /// Drops the unused ledgers once there are twice as many as the last time, so that the cost per call is constant.
    fn forget(&mut self, now: Instant) {
        if self.by_source.len() < self.max {
            return;
        }
        self.by_source.retain(|_, ledger| !ledger.is_unused(now));
        if self.by_source.len() >= MAX_SOURCES {
            self.by_source.retain(|_, ledger| ledger.connections > 0);
        }
        self.max = (self.by_source.len() * 2).max(MIN_SOURCES);
    }

    fn of(&mut self, source: Source, now: Instant) -> &mut Ledger {
        self.forget(now);
        self.by_source.entry(source).or_default()
    }
}

impl Ledger {
    /// A new ledger would be the same.
    fn is_unused(&self, now: Instant) -> bool {
        self.connections == 0 && self.budgets.values().all(|it| it.is_full(now))
    }
}

impl ConnectionPermit {
    pub const fn source(&self) -> Option<Source> {
        self.source
    }

    pub fn charge(&self, cost: Cost) -> Result<(), TooOften> {
        self.charge_many(cost, 1)
    }

    /// Charges a cost so many times, or not at all.
    pub fn charge_many(&self, cost: Cost, count: u32) -> Result<(), TooOften> {
        self.quotas.charge(self.source, cost, count)
    }

    /// Charges a cost in advance. It is returned unless the deposit is spent.
    pub fn deposit(&self, cost: Cost) -> Result<Deposit, TooOften> {
        self.charge(cost)?;
        Ok(Deposit { quotas: Arc::clone(&self.quotas), source: self.source, cost })
    }
}

impl Deposit {
    /// Keeps the charge, because the event has happened.
    pub fn spend(mut self) {
        self.source = None;
    }
}

impl Drop for Deposit {
    fn drop(&mut self) {
        let Some(source) = self.source else { return };
        let mut ledgers = self.quotas.ledgers.lock();
        ledgers.of(source, Instant::now()).budgets.entry(self.cost).and_modify(TokenBucket::give_back);
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let Some(source) = self.source else { return };
        let (mut ledgers, now) = (self.quotas.ledgers.lock(), Instant::now());
        for source in [source, source.network()] {
            let connections = &mut ledgers.of(source, now).connections;
            *connections = connections.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    fn quotas() -> Arc<Quotas> {
        Quotas::new(Arc::default(), Counters::default())
    }

    fn source(address: [u8; 4]) -> Option<Source> {
        Source::from_ip(address.into())
    }

    /// How often a source can pay a cost at once.
    fn affordable(permit: &ConnectionPermit, cost: Cost) -> usize {
        std::iter::from_fn(|| permit.charge(cost).ok()).take(100_000).count()
    }

    const COSTS: [Cost; 10] = [
        Cost::Message,
        Cost::Request,
        Cost::Socket,
        Cost::Handshake,
        Cost::Match,
        Cost::Game,
        Cost::FirstMove,
        Cost::StoredGame,
        Cost::Guess,
        Cost::Refusal,
    ];

    #[tokio::test(start_paused = true)]
    async fn a_source_that_reconnects_has_spent_as_much_as_before() {
        let quotas = quotas();
        let one = quotas.connect(source([192, 0, 2, 1])).unwrap();
        let spent = COSTS.map(|cost| affordable(&one, cost));
        assert_eq!(spent, [2_400, 2_400, 512, 512, 8_000, 1_000, 64, 3_000, 1_000, 4]);
        drop(one);
        let again = quotas.connect(source([192, 0, 2, 1])).unwrap();
        assert_eq!(COSTS.map(|cost| affordable(&again, cost)), [0; 10]);
        let TooOften(wait) = again.charge(Cost::Guess).unwrap_err();
        assert_eq!(wait, Duration::from_millis(200));
        advance(wait).await;
        assert_eq!(affordable(&again, Cost::Guess), 1);
    }

    #[test]
    fn the_names_in_the_metrics_are_documented() {
        let (quotas, limits) = (quotas(), include_str!("../../hosting/limits.md"));
        for cost in COSTS.into_iter().chain([Cost::ArenaGame, Cost::Arena, Cost::Download]) {
            let (name, _) = cost.budget(&quotas.settings, Instant::now());
            assert!(cost == Cost::Game || limits.contains(&format!("`{name}`")), "{name}");
        }
        assert!(limits.contains("`connection`"));
    }

    #[tokio::test]
    async fn connections_count_until_they_end_and_a_network_has_eight_sources_worth_and_at_most_half() {
        let mut settings = Settings::default();
        let most = |settings: &Settings| {
            let quotas = Quotas::new(Arc::new(settings.clone()), Counters::default());
            let all = |last| std::iter::from_fn(|| quotas.connect(source([192, 0, 2, last]))).collect();
            let mut open: Vec<Vec<_>> = (0..14).map(all).collect();
            let counts: Vec<_> = open.iter().map(Vec::len).collect();
            assert!(quotas.connect(source([192, 0, 3, 1])).is_some(), "another network");
            open.truncate(1);
            open[0].pop();
            assert!(quotas.connect(source([192, 0, 2, 0])).is_some(), "those that have ended do not count");
            (counts[0], counts.iter().sum::<usize>())
        };
        assert_eq!(most(&settings), (256, 8 * 256));
        settings.admission.connections = 1_000;
        assert_eq!(most(&settings), (256, 500));
    }

    #[tokio::test(start_paused = true)]
    async fn a_class_joins_twice_each_on_a_server_for_few_and_as_often_in_an_hour() {
        let settings = Settings { matches: 1_000, ..Settings::default() };
        let quotas = Quotas::new(Arc::new(settings), Counters::default());
        let class = quotas.connect(source([192, 0, 2, 1])).unwrap();
        assert_eq!(affordable(&class, Cost::Match), 60 * 2);
        advance(HOUR).await;
        assert_eq!(affordable(&class, Cost::Match), 60 * 2);
    }

    #[tokio::test]
    async fn a_source_with_many_connections_may_have_as_many_players_who_have_not_moved() {
        let first_moves = |per_address| {
            let mut settings = Settings::default();
            settings.admission.per_address = per_address;
            let quotas = Quotas::new(Arc::new(settings), Counters::default());
            affordable(&quotas.connect(source([192, 0, 2, 1])).unwrap(), Cost::FirstMove)
        };
        assert_eq!([2, 256, 360, 4_000].map(first_moves), [64, 64, 90, 1_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_downloads_half_a_gigabyte_before_it_has_to_wait() {
        const QUARTER: u32 = 128 << 10;
        let permit = quotas().connect(source([192, 0, 2, 1])).unwrap();
        for _ in 0..4 {
            assert_eq!(permit.charge_many(Cost::Download, QUARTER), Ok(()));
        }
        let refused = permit.charge_many(Cost::Download, 1024);
        assert_eq!(refused, Err(TooOften(Duration::from_secs(1))));
    }

    #[test]
    fn clients_on_this_machine_are_not_limited() {
        let quotas = quotas();
        let own = quotas.connect(source([127, 0, 0, 1])).unwrap();
        assert_eq!(affordable(&own, Cost::Guess), 100_000);
        assert_eq!(quotas.ledgers.lock().by_source.len(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_is_remembered_until_its_budgets_are_full() {
        let quotas = quotas();
        let spends = quotas.connect(source([192, 0, 2, 1])).unwrap();
        assert_eq!(spends.charge(Cost::Guess), Ok(()));
        drop(spends);
        let remembered = || {
            quotas.ledgers.lock().max = 0;
            drop(quotas.connect(source([192, 0, 3, 1])));
            quotas.ledgers.lock().by_source.contains_key(&source([192, 0, 2, 1]).unwrap())
        };
        assert!(remembered());
        advance(HOUR).await;
        assert!(!remembered());
    }

    #[tokio::test(start_paused = true)]
    async fn the_number_of_remembered_sources_is_bounded() {
        let quotas = quotas();
        for number in 0..120_000_u32 {
            let permit = quotas.connect(source(number.to_be_bytes())).unwrap();
            let _ = permit.charge(Cost::Guess);
            assert!(quotas.ledgers.lock().by_source.len() <= 2 * MAX_SOURCES);
        }
        advance(HOUR).await;
        quotas.ledgers.lock().max = 0;
        drop(quotas.connect(source([192, 0, 2, 1])));
        assert_eq!(quotas.ledgers.lock().by_source.len(), 2, "the others have nothing to remember");
    }
}
