//! The dependencies that connections and HTTP requests share.

use std::sync::Arc;

use tictactoe_protocol::listing::Listing;
use tokio_util::sync::CancellationToken;

use crate::computer::analysis::AnalysisService;
use crate::computer::player::ComputerPlayer;
use crate::matches::Matches;
use crate::matches::listing::List;
use crate::matchmaking::{Matchmaker, WaitingPlayer};
use crate::settings::Settings;
use crate::ttl_cache::TtlCache;

#[derive(Clone)]
pub struct Services {
    pub matches: Arc<Matches>,
    pub matchmaker: Arc<Matchmaker>,
    pub computer_player: ComputerPlayer,
    pub analysis: AnalysisService,
    pub public_list: Arc<TtlCache<Arc<PublicList>>>,
    pub settings: Arc<Settings>,
    pub stop: CancellationToken,
}

/// The public matches, and the players who wait for one.
pub struct PublicList {
    pub matches: List,
    pub waiting: Vec<WaitingPlayer>,
}

impl Services {
    /// The same list for everyone who asks within a second.
    pub async fn public_list(&self) -> Arc<PublicList> {
        let list = async || {
            let matches = self.matches.list(Listing::MATCHES).await;
            Arc::new(PublicList { matches, waiting: self.matchmaker.waiting_players(Listing::WAITING) })
        };
        self.public_list.get(list).await
    }
}
