//! The HTTP API: readiness, the public matches, the history of a match, and invitations.

pub mod invitation;
pub mod page_path;

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use axum::{Extension, Router};
use bytes::Bytes;
use tictactoe_protocol::history::History;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::{ARENAS_PATH, INVITATION_PATH, LISTING_PATH, MATCHES_PATH, to_json};

use super::blocking::run_blocking;
use super::cacheable::CacheableText;
use super::guard::READY_PATH;
use super::refusal::HttpRefusal;
use crate::matches::MatchError;
use crate::quota::{ConnectionPermit, Cost};
use crate::record::{FinishedGame, MatchId, NumberedGame};
use crate::services::Services;
use crate::ttl_cache::{TtlCache, TtlCaches};
use crate::wire;

pub fn router() -> Router<Arc<Services>> {
    Router::new()
        .route(READY_PATH, get(ready))
        .route(LISTING_PATH, match_list())
        .route(&format!("{MATCHES_PATH}{{name}}"), get(history))
        .route(&format!("{MATCHES_PATH}{{name}}/games/{{number}}"), get(game))
        .route(&format!("{MATCHES_PATH}{{name}}/review/{{number}}"), get(review))
        .route(&format!("{ARENAS_PATH}{{word}}"), standings())
        .route(INVITATION_PATH, get(invitation::invitation))
}

const JSON: &str = "application/json";

/// Not cached, because it may change at any time.
fn json(text: String) -> Response {
    ([(CONTENT_TYPE, JSON), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// The public matches, as one text that is cached for a second.
fn match_list() -> MethodRouter<Arc<Services>> {
    let cache: Arc<TtlCache<CacheableText>> = Arc::new(TtlCache::new());
    get(async move |State(services): State<Arc<Services>>, headers: HeaderMap| {
        let newest = async || CacheableText::new(JSON, to_json(&*services.public_list().await));
        cache.get(newest).await.response(&headers)
    })
}

async fn history(
    State(services): State<Arc<Services>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path(name): Path<String>,
) -> Result<Response, HttpRefusal> {
    permit.charge(Cost::StoredGame)?;
    let matches = &services.matches;
    let (id, now) = (MatchId::parse(&name).ok_or(HttpRefusal::NoMatch)?, matches.clock.now());
    let found = matches.history(&id, History::GAMES).await?;
    let others = u32::try_from(found.game_count().saturating_sub(1)).unwrap_or(u32::MAX);
    permit.charge_many(Cost::StoredGame, others)?;
    // Replaying a stored game takes up to half a millisecond, and a history has a hundred.
    let text = run_blocking(move || to_json(&wire::history::history(&id, &found, now))).await;
    Ok(json(text))
}

/// The table of an arena, as a text that is cached for a second.
fn standings() -> MethodRouter<Arc<Services>> {
    let caches: Arc<TtlCaches<Room, Result<CacheableText, HttpRefusal>>> = Arc::new(TtlCaches::new());
    get(
        async move |State(services): State<Arc<Services>>,
                    Extension(permit): Extension<Arc<ConnectionPermit>>,
                    Path(word): Path<String>,
                    headers: HeaderMap| {
            permit.charge(Cost::StoredGame)?;
            let word = Room::new(&word).map_err(|_| HttpRefusal::NoArena)?;
            let table = caches.get(word.clone(), || table(&services, word)).await?;
            Ok::<_, HttpRefusal>(table.response(&headers))
        },
    )
}

async fn table(services: &Services, word: Room) -> Result<CacheableText, HttpRefusal> {
    let arena = services.matchmaker.arenas.table(word.as_str()).await?;
    let now = services.matches.clock.now();
    Ok(CacheableText::new(JSON, to_json(&wire::arena::standings(word, &arena, now))))
}

/// A finished game.
async fn game(
    State(services): State<Arc<Services>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path((name, number)): Path<(String, u32)>,
) -> Result<Response, HttpRefusal> {
    let (id, stored) = stored_game(&services, &permit, &name, number).await?;
    let text = run_blocking(move || wire::history::history_line(id.as_str(), &stored)).await;
    Ok(json(text.map_err(MatchError::from)?))
}

/// The review of a finished game.
async fn review(
    State(services): State<Arc<Services>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path((name, number)): Path<(String, u32)>,
) -> Result<Response, HttpRefusal> {
    let (id, stored) = stored_game(&services, &permit, &name, number).await?;
    let decoded = run_blocking(move || FinishedGame::from_bytes(&stored)).await;
    let FinishedGame { game, .. } = decoded.map_err(MatchError::from)?;
    let numbered = NumberedGame { game, number };
    let reviewed = services.analysis.review(permit.source(), &id, &numbered).await;
    let found = reviewed.ok_or(HttpRefusal::Busy)?;
    Ok(json(to_json(&wire::analysis::review(None, &numbered, &found))))
}

async fn stored_game(
    services: &Services,
    permit: &ConnectionPermit,
    name: &str,
    number: u32,
) -> Result<(MatchId, Bytes), HttpRefusal> {
    permit.charge(Cost::StoredGame)?;
    let id = MatchId::parse(name).ok_or(HttpRefusal::NoMatch)?;
    let stored = services.matches.finished_game(&id, number).await?.ok_or(HttpRefusal::NoMatch)?;
    Ok((id, stored))
}

impl From<MatchError> for HttpRefusal {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Unavailable(_) | MatchError::Unknown(_) => {
                tracing::error!(%error, "cannot read a match");
                Self::Unavailable
            }
            MatchError::TooOften(wait) => Self::TooOften(wait),
            MatchError::Arena(_) => Self::NoArena,
            _ => Self::NoMatch,
        }
    }
}

async fn ready(State(services): State<Arc<Services>>) -> (StatusCode, String) {
    match services.check_readiness().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
}
