//! What every connection and every HTTP request works with.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::matches::Matches;
use crate::matchmaking::Matchmaker;
use crate::opponent::Opponent;
use crate::settings::Settings;
use crate::teacher::Teacher;

/// What every connection and every HTTP request works with.
#[derive(Clone)]
pub struct Services {
    pub matches: Arc<Matches>,
    pub matchmaker: Arc<Matchmaker>,
    pub computer: Opponent,
    pub analysis: Teacher,
    pub settings: Arc<Settings>,
    /// Cancelled when the server shuts down.
    pub stop: CancellationToken,
}
