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

use crate::metrics::Counters;
use crate::settings::Settings;
use crate::token_bucket::{TokenBucket, TooOften};

pub use source::{Source, forwarded_for, is_proxy};

/// How many sources' worth a /24 of IPv4 or a /48 of IPv6 may spend.
pub const PER_NETWORK: u32 = 8;

/// A source may send as much as this many connections that send all the time: a class behind one address.
const BUSY_CONNECTIONS: u32 = 60;

/// The matches of a source for a small [`Settings::matches`]: a class that begins a second one each.
const MIN_MATCHES: u32 = 120;

/// The players of a source who look for an opponent, or have not moved yet: a class that begins at once.
const MAX_FIRST_MOVES: u32 = 64;

/// How many programs are downloaded at once, by everyone.
pub const MAX_DOWNLOADS: u32 = 8;

/// Half of a source's downloads end by then.
const RETRY_DOWNLOAD: Duration = Duration::from_secs(10);

/// Some of a source's matches expire by then.
const RETRY_MATCH: Duration = Duration::from_secs(10);

/// With this many sources, those without a connection are forgotten, and with them what they have spent.
const MAX_SOURCES: usize = 50_000;

/// Below this many sources, none is forgotten.
const MIN_SOURCES: usize = 1_000;

/// What is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cost {
    /// A message, except a seated player's move: no neighbour may keep a player from moving.
    Message,
    /// An HTTP request.
    Request,
    /// A new WebSocket.
    Socket,
    /// Encrypting a connection.
    Handshake,
    /// A finished game that is kept as history.
    Game,
    /// A first move that the player owes to someone from the public list or the queue; given back when it is made.
    FirstMove,
    /// Reading and replaying one of these: a history has up to a hundred.
    StoredGame,
    /// A KiB of a program that is downloaded.
    Download,
    /// What may be a guess: naming a room, or showing a wrong ticket.
    Guess,
    /// The answer to a connection that is refused.
    Refusal,
}

impl Cost {
    /// Its name in the metrics; none if no one is refused for it.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Message => Some("message"),
            Self::Request => Some("request"),
            Self::Socket => Some("websocket"),
            Self::Handshake => Some("handshake"),
            Self::Game => None,
            Self::FirstMove => Some("first_move"),
            Self::StoredGame => Some("history"),
            Self::Download => Some("download_bytes"),
            Self::Guess => Some("guess"),
            Self::Refusal => Some("refusal"),
        }
    }
}

/// What is counted for as long as it lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Resource {
    Connection,
    /// A match that is stored, with its room.
    Match,
    /// A program that is being downloaded.
    Download,
}

impl Resource {
    const fn word(self) -> &'static str {
        match self {
            Self::Connection => "connection",
            Self::Match => "match",
            Self::Download => "download",
        }
    }
}

pub struct Quotas {
    settings: Arc<Settings>,
    ledgers: Mutex<Ledgers>,
    /// What was refused.
    hits: Counters,
}

#[derive(Default)]
struct Ledgers {
    by_source: HashMap<Source, Ledger>,
    /// With this many sources, those that have nothing to remember are forgotten.
    max: usize,
}

struct Ledger {
    /// How many sources' worth it may spend.
    share: u32,
    counts: HashMap<Resource, u32>,
    /// Those that were ever charged; the others are full.
    budgets: HashMap<Cost, TokenBucket>,
}

/// Something of a source, counted until it is dropped. On this machine it has no source, and is not limited.
pub struct Counted {
    quotas: Arc<Quotas>,
    source: Option<Source>,
    resource: Resource,
}

/// A first move that a player of a source owes. Dropping it says that the player owes it no more.
pub struct OwedMove {
    quotas: Arc<Quotas>,
    /// `None` once the player has failed to make it.
    source: Option<Source>,
}

/// A connection of a source.
pub struct ConnectionPermit(Counted);

impl Quotas {
    pub fn new(settings: Arc<Settings>, hits: Counters) -> Arc<Self> {
        Arc::new(Self { settings, ledgers: Mutex::default(), hits })
    }

    /// Counts a connection of this source; `None` if it has too many.
    pub fn connect(self: &Arc<Self>, source: Option<Source>) -> Option<ConnectionPermit> {
        self.count(source, Resource::Connection).map(ConnectionPermit)
    }

    /// Charges a cost to the source and its network, or charges neither.
    pub fn charge(&self, source: Option<Source>, cost: Cost) -> Result<(), TooOften> {
        self.charge_many(source, cost, 1)
    }

    fn charge_many(&self, source: Option<Source>, cost: Cost, count: u32) -> Result<(), TooOften> {
        let charged = self.with_ledgers(source, |ledgers, now| {
            let [own, network] = ledgers.map(|Ledger { share, budgets, .. }| {
                budgets.entry(cost).or_insert_with(|| self.budget(cost, *share, now))
            });
            network.check(count, now)?;
            own.take(count, now)?;
            network.take(count, now)
        });
        charged.unwrap_or(Ok(())).inspect_err(|_| {
            if let Some(quota) = cost.word() {
                self.note_hit(source, quota);
            }
        })
    }

    fn give_back(&self, source: Option<Source>, cost: Cost) {
        self.with_ledgers(source, |ledgers, _| {
            for ledger in ledgers {
                ledger.budgets.entry(cost).and_modify(TokenBucket::give_back);
            }
        });
    }

    fn count(self: &Arc<Self>, source: Option<Source>, resource: Resource) -> Option<Counted> {
        let counted = self.with_ledgers(source, |mut ledgers, _| {
            let is_free = ledgers.iter_mut().all(|ledger| {
                let max = self.max(resource, ledger.share);
                *ledger.count(resource) < max
            });
            ledgers.into_iter().filter(|_| is_free).for_each(|ledger| *ledger.count(resource) += 1);
            is_free
        });
        if counted == Some(false) {
            self.note_hit(source, resource.word());
            return None;
        }
        Some(Counted { quotas: Arc::clone(self), source, resource })
    }

    fn note_hit(&self, source: Option<Source>, quota: &'static str) {
        tracing::debug!(network = Source::in_log(source), quota, "a quota is used up");
        self.hits.count("quota", quota);
    }

    /// Half of all is left to other networks.
    fn max(&self, resource: Resource, share: u32) -> u32 {
        let (of_source, all) = match resource {
            Resource::Connection => {
                (self.settings.admission.per_address, self.settings.admission.connections)
            }
            Resource::Match => {
                let all = u32::try_from(self.settings.matches).unwrap_or(u32::MAX);
                ((all / 25).max(MIN_MATCHES), all)
            }
            Resource::Download => (2, MAX_DOWNLOADS),
        };
        of_source.saturating_mul(share).min(all.div_ceil(2))
    }

    fn budget(&self, cost: Cost, share: u32, now: Instant) -> TokenBucket {
        const SECOND: Duration = Duration::from_secs(1);
        let (limits, connections) = (&self.settings.limits, self.settings.admission.per_address);
        let busy = |messages: u32| messages.saturating_mul(BUSY_CONNECTIONS);
        let (burst, count, period) = match cost {
            Cost::Message | Cost::Request => (busy(limits.burst()), busy(limits.messages_per_second), SECOND),
            Cost::Socket | Cost::Handshake => (connections.saturating_mul(2), connections, 16 * SECOND),
            Cost::Game => (1_000, 1, SECOND),
            Cost::FirstMove => (MAX_FIRST_MOVES, 1, 10 * SECOND),
            Cost::StoredGame => (3_000, 100, SECOND),
            Cost::Download => (512 * 1024, 1024, SECOND),
            Cost::Guess => (1_000, 5, SECOND),
            Cost::Refusal => (4, 2, SECOND),
        };
        TokenBucket::new(burst.saturating_mul(share), count.saturating_mul(share), period, now)
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
            ledgers.by_source.entry(source).or_insert_with(|| Ledger::new(share));
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
            self.by_source.retain(|_, ledger| ledger.counts.values().any(|count| *count > 0));
        }
        self.max = (self.by_source.len() * 2).max(MIN_SOURCES);
    }
}

impl Ledger {
    fn new(share: u32) -> Self {
        Self { share, counts: HashMap::new(), budgets: HashMap::new() }
    }

    fn count(&mut self, resource: Resource) -> &mut u32 {
        self.counts.entry(resource).or_default()
    }

    /// Whether a new ledger would be the same.
    fn is_unused(&self, now: Instant) -> bool {
        self.counts.values().all(|count| *count == 0) && self.budgets.values().all(|it| it.is_full(now))
    }
}

impl ConnectionPermit {
    pub const fn source(&self) -> Option<Source> {
        self.0.source
    }

    pub fn charge(&self, cost: Cost) -> Result<(), TooOften> {
        self.charge_many(cost, 1)
    }

    /// Charges a cost so many times, or not at all.
    pub fn charge_many(&self, cost: Cost, count: u32) -> Result<(), TooOften> {
        self.0.quotas.charge_many(self.0.source, cost, count)
    }

    /// Charges a first move, which is given back unless the player fails to make it.
    pub fn owe_first_move(&self) -> Result<OwedMove, TooOften> {
        self.charge(Cost::FirstMove)?;
        Ok(OwedMove { quotas: Arc::clone(&self.0.quotas), source: self.0.source })
    }

    /// Counts a match of this source.
    pub fn begin_match(&self) -> Result<Counted, TooOften> {
        self.0.quotas.count(self.0.source, Resource::Match).ok_or(TooOften(RETRY_MATCH))
    }

    /// Charges a download of so many bytes, and counts it.
    pub fn begin_download(&self, bytes: u64) -> Result<Counted, TooOften> {
        let counted = self.0.quotas.count(self.0.source, Resource::Download);
        let counted = counted.ok_or(TooOften(RETRY_DOWNLOAD))?;
        self.charge_many(Cost::Download, u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX))?;
        Ok(counted)
    }
}

impl OwedMove {
    pub fn fail(mut self) {
        self.source = None;
    }
}

impl Drop for OwedMove {
    fn drop(&mut self) {
        self.quotas.give_back(self.source, Cost::FirstMove);
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.quotas.with_ledgers(self.source, |ledgers, _| {
            for ledger in ledgers {
                let count = ledger.count(self.resource);
                *count = count.saturating_sub(1);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    fn quotas() -> Arc<Quotas> {
        Quotas::new(Arc::default(), Counters::default())
    }

    fn source(address: [u8; 4]) -> Option<Source> {
        Source::of(address.into())
    }

    /// How often a source can pay a cost at once.
    fn affordable(permit: &ConnectionPermit, cost: Cost) -> usize {
        std::iter::from_fn(|| permit.charge(cost).ok()).take(100_000).count()
    }

    const COSTS: [Cost; 9] = [
        Cost::Message,
        Cost::Request,
        Cost::Socket,
        Cost::Handshake,
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
        assert_eq!(spent, [2_400, 2_400, 512, 512, 1_000, 64, 3_000, 1_000, 4]);
        drop(one);
        let again = quotas.connect(source([192, 0, 2, 1])).unwrap();
        assert_eq!(COSTS.map(|cost| affordable(&again, cost)), [0; 9]);
        let TooOften(wait) = again.charge(Cost::Guess).unwrap_err();
        assert_eq!(wait, Duration::from_millis(200));
        advance(wait).await;
        assert_eq!(affordable(&again, Cost::Guess), 1);
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
        let refused = all.last().expect("a source").source().expect("it has one");
        let ledgers = quotas.ledgers.lock();
        let own = &ledgers.by_source[&refused].budgets[&Cost::Socket];
        assert!(own.is_full(Instant::now()), "what the network refuses is not charged to the source");
    }

    #[tokio::test]
    async fn connections_and_matches_count_until_they_end_and_half_is_left_to_other_networks() {
        let mut settings = Settings { matches: 4_000, ..Settings::default() };
        let most = |settings: &Settings, take: fn(&Arc<Quotas>, Option<Source>) -> Option<Counted>| {
            let quotas = Quotas::new(Arc::new(settings.clone()), Counters::default());
            let all = |last| std::iter::from_fn(|| take(&quotas, source([192, 0, 2, last]))).collect();
            let mut held: Vec<Vec<_>> = (0..14).map(all).collect();
            let counts: Vec<_> = held.iter().map(Vec::len).collect();
            held.truncate(1);
            held[0].pop();
            assert!(take(&quotas, source([192, 0, 2, 0])).is_some(), "those that have ended do not count");
            (counts[0], counts.iter().sum::<usize>())
        };
        let connection = |quotas: &Arc<Quotas>, source| Some(quotas.connect(source)?.0);
        let begun = |quotas: &Arc<Quotas>, source| quotas.count(source, Resource::Match);
        assert_eq!(most(&settings, connection), (256, 8 * 256));
        assert_eq!(most(&settings, begun), (160, 8 * 160));
        (settings.admission.connections, settings.matches) = (1_000, 1_000);
        assert_eq!(most(&settings, connection), (256, 500));
        assert_eq!(most(&settings, begun), (120, 500));
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_downloads_two_programs_at_once_and_half_a_gigabyte_before_it_has_to_wait() {
        const QUARTER: u64 = 128 << 20;
        let quotas = quotas();
        let permit = quotas.connect(source([192, 0, 2, 1])).unwrap();
        let (first, second) =
            (permit.begin_download(QUARTER).unwrap(), permit.begin_download(QUARTER).unwrap());
        assert_eq!(permit.begin_download(0).err(), Some(TooOften(RETRY_DOWNLOAD)));
        drop((first, second));
        assert!(permit.begin_download(QUARTER).is_ok() && permit.begin_download(QUARTER).is_ok());
        assert_eq!(permit.begin_download(1 << 20).err(), Some(TooOften(Duration::from_secs(1))));
        let whole_network = (0..9).filter_map(|last| quotas.connect(source([192, 0, 2, last])));
        let all: Vec<_> = whole_network.filter_map(|permit| permit.begin_download(1).ok()).collect();
        assert_eq!(all.len(), 4, "half of the places are left to other networks");
    }

    #[test]
    fn clients_on_this_machine_are_not_limited() {
        let quotas = quotas();
        let own = quotas.connect(source([127, 0, 0, 1])).unwrap();
        assert_eq!(affordable(&own, Cost::Guess), 100_000);
        assert_eq!(quotas.ledgers.lock().by_source.len(), 0);
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
