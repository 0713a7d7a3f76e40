//! The dependencies that connections and HTTP requests share.

use std::sync::Arc;

use tictactoe_protocol::listing::Listing;
use tokio_util::sync::CancellationToken;

use crate::computer::analysis::AnalysisService;
use crate::computer::player::ComputerPlayer;
use crate::matches::Matches;
use crate::matchmaking::Matchmaker;
use crate::settings::Settings;
use crate::ttl_cache::TtlCache;

#[derive(Clone)]
pub struct Services {
    pub matches: Arc<Matches>,
    pub matchmaker: Arc<Matchmaker>,
    pub computer_player: ComputerPlayer,
    pub analysis: AnalysisService,
    pub public_list: Arc<TtlCache<Arc<Listing>>>,
    pub settings: Arc<Settings>,
    pub stop: CancellationToken,
}
