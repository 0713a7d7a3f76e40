//! The dependencies that connections and HTTP requests share.

use std::sync::Arc;
use std::time::Duration;

use tictactoe_protocol::listing::Listing;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::arena::Arenas;
use crate::computer::analysis::AnalysisService;
use crate::computer::player::ComputerPlayer;
use crate::computer::search_pool::SearchPool;
use crate::links::Links;
use crate::matches::{MatchConfig, Matches};
use crate::matchmaking::Matchmaker;
use crate::metrics::Metrics;
use crate::settings::{Settings, allowed_connections};
use crate::tasks::Tasks;
use crate::ttl_cache::TtlCache;
use crate::{Storage, wire};

/// A store that answers later is not ready.
const STORE_TIME: Duration = Duration::from_secs(2);

/// How often a server that is full says so.
const FULL_INTERVAL: Duration = Duration::from_secs(10);

const FULL: &str = "The server has reached its limit of matches.";

pub struct Services {
    pub matches: Arc<Matches>,
    pub matchmaker: Arc<Matchmaker>,
    pub computer_player: ComputerPlayer,
    pub analysis: AnalysisService,
    pub search_pool: Arc<SearchPool>,
    pub links: Links,
    pub connection_slots: Arc<Semaphore>,
    newest_list: TtlCache<Arc<Listing>>,
    /// The result of a test write, made at most once a second however often clients probe.
    test_write: TtlCache<Result<(), String>>,
    pub metrics: Arc<Metrics>,
    pub tasks: Tasks,
    pub settings: Arc<Settings>,
}

impl Services {
    pub fn new(links: Links, storage: Storage, mut settings: Settings, stop: CancellationToken) -> Arc<Self> {
        let max_connections = allowed_connections(settings.admission.connections);
        settings.admission.connections = max_connections;
        let &Settings { ai_after, move_time, first_move_time, matches: max_matches, .. } = &settings;
        let (tasks, metrics) = (Tasks::new(stop.clone()), Arc::<Metrics>::default());
        let config = MatchConfig { move_time, first_move_time, max_matches };
        let matches = Arc::new(Matches::new(storage.store, config, stop));
        let arenas = Arenas::new(Arc::clone(&matches), settings.limits.arenas);
        let matchmaker = Matchmaker::new(Arc::clone(&matches), arenas, ai_after, storage.other_nodes);
        let search_pool = Arc::new(SearchPool::start(settings.search, metrics.search.clone()));
        let (pool, moves) = (Arc::clone(&search_pool), metrics.moves.clone());
        Arc::new(Self {
            matchmaker: Arc::new(matchmaker),
            computer_player: ComputerPlayer::new(Arc::clone(&matches), pool, tasks.clone(), moves),
            analysis: AnalysisService::new(Arc::clone(&search_pool)),
            search_pool,
            links,
            matches,
            connection_slots: Arc::new(Semaphore::new(max_connections as usize)),
            newest_list: TtlCache::new(),
            test_write: TtlCache::new(),
            metrics,
            tasks,
            settings: Arc::new(settings),
        })
    }

    /// The public matches and the waiting players, cached for a second.
    pub async fn public_list(&self) -> Arc<Listing> {
        let newest = async || {
            let (matches, waiting) = self.matchmaker.list(Listing::MATCHES, Listing::WAITING).await;
            Arc::new(wire::listing::listing(&matches, &waiting))
        };
        self.newest_list.get(newest).await
    }

    /// Checks that new players are accepted, and that the store can save their matches. The error is the reason in words.
    pub async fn check_readiness(&self) -> Result<(), String> {
        if self.tasks.stop.is_cancelled() {
            return Err("The server is shutting down.".to_owned());
        }
        self.matches.check_capacity().map_err(|_| FULL.to_owned())?;
        let write = async || {
            let written = match timeout(STORE_TIME, self.matches.write_probe()).await {
                Ok(written) => written.map_err(|error| format!("The store is unavailable: {error}.")),
                Err(_) => Err("The store does not answer in time.".to_owned()),
            };
            written.inspect_err(|reason| tracing::error!("not ready: {reason}"))
        };
        self.test_write.get(write).await
    }

    /// Says regularly that the server is full, even if no client probes, until the shutdown.
    pub async fn report_full(&self) {
        while self.tasks.stop.run_until_cancelled(sleep(FULL_INTERVAL)).await.is_some() {
            if self.matches.check_capacity().is_err() {
                tracing::error!("not ready: {FULL}");
            }
        }
    }
}
