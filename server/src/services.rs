//! The dependencies that connections and HTTP requests share.

use std::sync::Arc;

use tictactoe_protocol::listing::Listing;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::arena::Arenas;
use crate::computer::analysis::AnalysisService;
use crate::computer::player::ComputerPlayer;
use crate::computer::search_pool::SearchPool;
use crate::links::{Links, Port};
use crate::matches::{MatchConfig, Matches};
use crate::matchmaking::Matchmaker;
use crate::metrics::Metrics;
use crate::readiness::Readiness;
use crate::settings::{Settings, allowed_connections};
use crate::tasks::Tasks;
use crate::ttl_cache::TtlCache;
use crate::{Storage, wire};

pub struct Services {
    pub matches: Arc<Matches>,
    pub matchmaker: Arc<Matchmaker>,
    pub computer_player: ComputerPlayer,
    pub analysis: AnalysisService,
    pub search_pool: Arc<SearchPool>,
    pub readiness: Readiness,
    pub links: Links,
    /// The places for connections.
    pub places: Arc<Semaphore>,
    pub newest_list: TtlCache<Arc<Listing>>,
    pub metrics: Arc<Metrics>,
    pub tasks: Tasks,
    pub settings: Arc<Settings>,
}

impl Services {
    pub fn new(port: &Port, storage: Storage, mut settings: Settings, stop: CancellationToken) -> Arc<Self> {
        let max_connections = allowed_connections(settings.admission.connections);
        settings.admission.connections = max_connections;
        let &Settings { ai_after, move_time, first_move_time, matches: max_matches, .. } = &settings;
        let (tasks, metrics) = (Tasks::new(stop.clone()), Arc::<Metrics>::default());
        let config = MatchConfig { move_time, first_move_time, max_matches };
        let matches = Arc::new(Matches::new(storage.store, config, stop));
        let arenas = Arenas::new(Arc::clone(&matches), settings.limits.arenas);
        let matchmaker = Matchmaker::new(Arc::clone(&matches), arenas, ai_after, storage.neighbours);
        let search_pool = Arc::new(SearchPool::start(settings.search, metrics.search.clone()));
        let (pool, moves) = (Arc::clone(&search_pool), metrics.moves.clone());
        Arc::new(Self {
            readiness: Readiness::new(Arc::clone(&matches)),
            matchmaker: Arc::new(matchmaker),
            computer_player: ComputerPlayer::new(Arc::clone(&matches), pool, tasks.clone(), moves),
            analysis: AnalysisService::new(Arc::clone(&search_pool)),
            search_pool,
            links: Links::new(port, settings.public_url.clone()),
            matches,
            places: Arc::new(Semaphore::new(max_connections as usize)),
            newest_list: TtlCache::new(),
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
}
