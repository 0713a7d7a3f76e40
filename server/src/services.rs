//! The dependencies that connections and HTTP requests share.

use std::sync::Arc;

use tictactoe_protocol::listing::Listing;
use tokio_util::sync::CancellationToken;

use crate::computer::analysis::AnalysisService;
use crate::computer::player::ComputerPlayer;
use crate::computer::search_pool::SearchPool;
use crate::links::Links;
use crate::matches::Matches;
use crate::matchmaking::Matchmaker;
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
    pub stop: CancellationToken,
}

impl Services {
    /// The public matches and the waiting players, cached for a second.
    pub async fn public_list(&self) -> Arc<Listing> {
        let newest = async || {
            let (matches, waiting) = self.matchmaker.list(Listing::MATCHES, Listing::WAITING).await;
            Arc::new(wire::listing::listing(&matches, &waiting))
        };
        self.newest_list.get(newest).await
    }
}
