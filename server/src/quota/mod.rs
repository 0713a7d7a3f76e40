//! What one source may cost. A source's budgets outlive its connections, so that reconnecting does not refill them.
//!
//! Every cost is charged twice: to the source, and to the network around it, which may spend [`PER_NETWORK`] times as
//! much.

mod source;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::record::longest_kept;
use crate::settings::Settings;
use crate::token_bucket::TokenBucket;

pub use source::{Source, forwarded_for, is_proxy};

/// How many sources' worth a /24 of IPv4 or a /48 of IPv6 may spend.
const PER_NETWORK: u32 = 8;

/// A source may send as much as this many connections that send all the time: a class behind one address.
const BUSY_CONNECTIONS: u32 = 30;

/// The budget of joins for a small [`Settings::matches`]: a class joins twice.
const MIN_JOINS: u32 = 120;

/// With this many sources, those without a connection are forgotten, and with them what they have spent.
const MAX_SOURCES: usize = 50_000;

/// Below this many sources, none is forgotten.
const MIN_SOURCES: usize = 1_000;

/// What is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// A message, except a seated player's move: no neighbour may keep a player from moving.
    Message,
    /// An HTTP request.
    Request,
    /// A new WebSocket.
    Socket,
    Join,
    /// A finished game that is kept as history.
    Game,
    /// A wrong ticket, or looking up who waits under a word.
    Lookup,
}

/// A source has too many connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyConnections;

pub struct Quotas {
    settings: Arc<Settings>,
    ledgers: Mutex<Ledgers>,
}

#[derive(Default)]
struct Ledgers {
    by_source: HashMap<Source, Ledger>,
    /// With this many sources, those that have nothing to remember are forgotten.
    max: usize,
}

struct Ledger {
    connections: u32,
    max_connections: u32,
    messages: TokenBucket,
    requests: TokenBucket,
    sockets: TokenBucket,
    joins: TokenBucket,
    games: TokenBucket,
    lookups: TokenBucket,
}

/// A connection of a source, counted until it is dropped. On this machine it has no source, and is not limited.
pub struct ConnectionPermit {
    quotas: Arc<Quotas>,
    source: Option<Source>,
}

impl Quotas {
    pub fn new(settings: Arc<Settings>) -> Arc<Self> {
        Arc::new(Self { settings, ledgers: Mutex::default() })
    }

    /// Counts a connection of this source.
    pub fn connect(self: &Arc<Self>, source: Option<Source>) -> Result<ConnectionPermit, TooManyConnections> {
        let counted = self.with_ledgers(source, |ledgers, _| {
            let is_free = ledgers.iter().all(|ledger| ledger.connections < ledger.max_connections);
            ledgers.into_iter().filter(|_| is_free).for_each(|ledger| ledger.connections += 1);
            is_free
        });
        match counted {
            Some(false) => Err(TooManyConnections),
            Some(true) | None => Ok(ConnectionPermit { quotas: Arc::clone(self), source }),
        }
    }

    /// Calls `action` with the ledgers of a source and of its network, if there is a source.
    fn with_ledgers<T>(
        &self,
        source: Option<Source>,
        action: impl FnOnce([&mut Ledger; 2], Instant) -> T,
    ) -> Option<T> {
        let (source, now) = (source?, Instant::now());
        let network = source.network();
        let mut ledgers = self.ledgers.lock();
        ledgers.forget(now);
        for (source, share) in [(source, 1), (network, PER_NETWORK)] {
            let new = || Ledger::new(&self.settings, share, now);
            ledgers.by_source.entry(source).or_insert_with(new);
        }
        let [Some(own), Some(networks)] = ledgers.by_source.get_disjoint_mut([&source, &network]) else {
            return None;
        };
        Some(action([own, networks], now))
    }
}

impl Ledgers {
    /// Forgets the sources that have nothing to remember, once there are twice as many as the last time: the cost per
    /// call is constant.
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
}

impl Ledger {
    /// The budgets of a source, or of a network with the share of several.
    fn new(settings: &Settings, share: u32, now: Instant) -> Self {
        let (connections, limits) = (settings.admission.per_address, &settings.limits);
        let bucket = |burst: u32, count: u32, period| {
            TokenBucket::new(burst.saturating_mul(share), count.saturating_mul(share), period, now)
        };
        let busy = |messages: u32| messages.saturating_mul(BUSY_CONNECTIONS);
        let messages = || bucket(busy(limits.burst), busy(limits.messages_per_second), SECOND);
        // So that a source begins at most 4 % of the matches that can be kept, in the time for which one is.
        let hundredth = u32::try_from(settings.matches / 100).unwrap_or(u32::MAX).max(MIN_JOINS);
        Self {
            connections: 0,
            max_connections: connections.saturating_mul(share),
            messages: messages(),
            requests: messages(),
            sockets: bucket(connections.saturating_mul(2), connections, 16 * SECOND),
            joins: bucket(hundredth, hundredth.saturating_mul(3), longest_kept(settings.move_time)),
            games: bucket(1_000, 1, SECOND),
            lookups: bucket(240, 1, 2 * SECOND),
        }
    }

    const fn budget(&mut self, cost: Cost) -> &mut TokenBucket {
        match cost {
            Cost::Message => &mut self.messages,
            Cost::Request => &mut self.requests,
            Cost::Socket => &mut self.sockets,
            Cost::Join => &mut self.joins,
            Cost::Game => &mut self.games,
            Cost::Lookup => &mut self.lookups,
        }
    }

    /// Whether a new ledger would be the same.
    fn is_unused(&self, now: Instant) -> bool {
        let budgets =
            [&self.messages, &self.requests, &self.sockets, &self.joins, &self.games, &self.lookups];
        self.connections == 0 && budgets.iter().all(|budget| budget.is_full(now))
    }
}

const SECOND: Duration = Duration::from_secs(1);

impl ConnectionPermit {
    pub const fn source(&self) -> Option<Source> {
        self.source
    }

    /// Charges a cost to the source and its network, or charges neither and returns how long to wait.
    pub fn charge(&self, cost: Cost) -> Result<(), Duration> {
        let charged = self.quotas.with_ledgers(self.source, |[own, network], now| {
            network.budget(cost).check(now)?;
            own.budget(cost).take(now)?;
            network.budget(cost).take(now)
        });
        charged.unwrap_or(Ok(()))
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.quotas.with_ledgers(self.source, |ledgers, _| {
            for ledger in ledgers {
                ledger.connections = ledger.connections.saturating_sub(1);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokio::time::advance;

    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    fn quotas() -> Arc<Quotas> {
        Quotas::new(Arc::new(Settings::default()))
    }

    fn source(address: [u8; 4]) -> Option<Source> {
        Source::of(address.into())
    }

    /// How often a source can pay a cost at once.
    fn affordable(permit: &ConnectionPermit, cost: Cost) -> usize {
        std::iter::from_fn(|| permit.charge(cost).ok()).take(100_000).count()
    }

    const COSTS: [Cost; 6] =
        [Cost::Message, Cost::Request, Cost::Socket, Cost::Join, Cost::Game, Cost::Lookup];

    #[tokio::test(start_paused = true)]
    async fn a_source_that_reconnects_has_spent_as_much_as_before() {
        let quotas = quotas();
        let one = quotas.connect(source([192, 0, 2, 1])).unwrap();
        let spent = COSTS.map(|cost| affordable(&one, cost));
        assert_eq!(spent, [1_200, 1_200, 512, 2_000, 1_000, 240]);
        drop(one);
        let again = quotas.connect(source([192, 0, 2, 1])).unwrap();
        assert_eq!(COSTS.map(|cost| affordable(&again, cost)), [0; 6]);
        let wait = again.charge(Cost::Join).unwrap_err();
        assert_eq!(wait, Duration::from_millis(610));
        advance(wait).await;
        assert_eq!(affordable(&again, Cost::Join), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_can_spend_eight_times_as_much_as_a_source() {
        let quotas = quotas();
        let all: Vec<_> = (0..=255).map(|last| quotas.connect(source([192, 0, 2, last])).unwrap()).collect();
        let spent: usize = all.iter().map(|permit| affordable(permit, Cost::Socket)).sum();
        assert_eq!(spent, 8 * 512);
        let other = quotas.connect(source([192, 0, 3, 1])).unwrap();
        assert_eq!(affordable(&other, Cost::Socket), 512);
        let refill = Duration::from_secs(4);
        advance(refill).await;
        let afterwards: usize = all.iter().map(|permit| affordable(permit, Cost::Socket)).sum();
        assert_eq!(afterwards, 8 * 16 * 4);
        let spent_by_none = all.last().expect("a source");
        let ledgers = quotas.ledgers.lock();
        let own = &ledgers.by_source[&spent_by_none.source.expect("it has one")];
        assert!(own.sockets.is_full(Instant::now()), "what the network refuses is not charged to the source");
    }

    #[test]
    fn a_network_can_open_eight_times_as_many_connections_as_a_source() {
        let quotas = quotas();
        let open = |last| std::iter::from_fn(|| quotas.connect(source([192, 0, 2, last])).ok()).collect();
        let open: Vec<Vec<_>> = (0..10).map(open).collect();
        let counts: Vec<_> = open.iter().map(Vec::len).collect();
        assert_eq!(counts, [256, 256, 256, 256, 256, 256, 256, 256, 0, 0]);
    }

    #[test]
    fn clients_on_this_machine_are_not_limited() {
        let quotas = quotas();
        let own = quotas.connect(source([127, 0, 0, 1])).unwrap();
        assert_eq!(affordable(&own, Cost::Join), 100_000);
        assert_eq!(quotas.ledgers.lock().by_source.len(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn the_number_of_remembered_sources_is_bounded() {
        let quotas = quotas();
        for number in 0..120_000_u32 {
            let permit = quotas.connect(source(number.to_be_bytes())).unwrap();
            let _ = permit.charge(Cost::Join);
            assert!(quotas.ledgers.lock().by_source.len() <= 2 * MAX_SOURCES);
        }
        advance(HOUR).await;
        quotas.ledgers.lock().max = 0;
        drop(quotas.connect(source([192, 0, 2, 1])));
        assert_eq!(quotas.ledgers.lock().by_source.len(), 2, "the others have nothing to remember");
    }

    proptest! {
        #[test]
        fn connections_that_have_ended_do_not_count(ends in prop::collection::vec(any::<bool>(), 0..2_000)) {
            let quotas = quotas();
            let mut open = Vec::new();
            for ends in ends {
                if ends {
                    open.pop();
                } else {
                    open.extend(quotas.connect(source([192, 0, 2, 1])));
                }
                let counted: Vec<_> =
                    quotas.ledgers.lock().by_source.values().map(|ledger| ledger.connections as usize).collect();
                prop_assert!(open.len() <= 256 && counted.iter().all(|count| *count == open.len()));
            }
        }
    }
}
