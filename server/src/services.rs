//! The dependencies that connections and HTTP requests share.

use std::sync::Arc;

use tictactoe_protocol::listing::Listing;
use tokio_util::task::TaskTracker;

use crate::arena::Arenas;
use crate::computer::analysis::AnalysisService;
use crate::computer::player::ComputerPlayer;
use crate::computer::search_pool::SearchPool;
use crate::links::Links;
use crate::matches::Matches;
use crate::matchmaking::Matchmaker;
use crate::matchmaking::neighbours::Neighbours;
use crate::metrics::Metrics;
use crate::readiness::Readiness;
use crate::settings::Settings;
use crate::ttl_cache::TtlCache;
use crate::wire;

pub struct Services {
    pub matches: Arc<Matches>,
    pub matchmaker: Arc<Matchmaker>,
    pub computer_player: ComputerPlayer,
    pub analysis: AnalysisService,
    pub search_pool: Arc<SearchPool>,
    pub readiness: Readiness,
    pub links: Links,
    pub newest_list: TtlCache<Arc<Listing>>,
    pub metrics: Arc<Metrics>,
    pub settings: Arc<Settings>,
}

impl Services {
    /// The services of a server. `tasks` has the computer's moves.
    pub fn new(
        matches: Arc<Matches>,
        neighbours: Arc<dyn Neighbours>,
        links: Links,
        settings: Settings,
        tasks: &TaskTracker,
    ) -> Self {
        let metrics = Arc::<Metrics>::default();
        let arenas = Arenas::new(Arc::clone(&matches), settings.limits.arenas);
        let search_pool = Arc::new(SearchPool::start(settings.search, metrics.search.clone()));
        Self {
            readiness: Readiness::new(Arc::clone(&matches)),
            matchmaker: Arc::new(Matchmaker::new(
                Arc::clone(&matches),
                arenas,
                settings.ai_after,
                neighbours,
            )),
            computer_player: ComputerPlayer::new(
                Arc::clone(&matches),
                Arc::clone(&search_pool),
                tasks.clone(),
                metrics.moves.clone(),
            ),
            analysis: AnalysisService::new(Arc::clone(&search_pool)),
            search_pool,
            links,
            matches,
            newest_list: TtlCache::new(),
            metrics,
            settings: Arc::new(settings),
        }
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
