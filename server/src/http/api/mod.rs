//! The HTTP API: readiness, the public matches, the history of a match, and invitations.

pub mod background;
pub mod invitation;
pub mod page_path;
mod qr_code;

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

use background::Background;

use super::guard::READY_PATH;
use super::gzip::GzipText;
use super::refusal::Refusal;
use crate::links::Links;
use crate::matches::MatchError;
use crate::quota::{ConnectionPermit, Cost};
use crate::readiness::Readiness;
use crate::record::{FinishedGame, MatchId, NumberedGame};
use crate::services::Services;
use crate::token_bucket::TooOften;
use crate::ttl_cache::TtlCache;
use crate::wire;

#[derive(Clone)]
pub struct Api {
    pub services: Arc<Services>,
    pub readiness: Arc<Readiness>,
    pub links: Links,
}

pub fn router(api: Api) -> Router {
    Router::new()
        .route(READY_PATH, get(ready))
        .route(LISTING_PATH, match_list())
        .route(&format!("{MATCHES_PATH}{{name}}"), get(history))
        .route(&format!("{MATCHES_PATH}{{name}}/games/{{number}}"), get(game))
        .route(&format!("{MATCHES_PATH}{{name}}/review/{{number}}"), get(review))
        .route(&format!("{ARENAS_PATH}{{word}}"), get(standings))
        .route(INVITATION_PATH, get(invitation::invitation))
        .with_state(api)
}

/// Not cached, because it may change at any time.
fn json(text: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// The public matches, as one text that is cached for a second.
fn match_list() -> MethodRouter<Api> {
    let cache: Arc<TtlCache<GzipText>> = Arc::new(TtlCache::new());
    get(async move |State(api): State<Api>, headers: HeaderMap| {
        let newest = async || GzipText::new(to_json(&*api.services.public_list().await));
        json(cache.get(newest).await.response(&headers))
    })
}

async fn history(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    permit.charge(Cost::StoredGame).map_err(too_often)?;
    let matches = &api.services.matches;
    let (id, now) = (MatchId::parse(&name).ok_or(NOT_STORED).map_err(refused)?, matches.clock.now());
    let found = matches.history(&id, History::GAMES).await.map_err(not_found)?;
    let others = u32::try_from(found.game_count().saturating_sub(1)).unwrap_or(u32::MAX);
    permit.charge_many(Cost::StoredGame, others).map_err(too_often)?;
    let text = REPLAYS.run(move || to_json(&wire::history::history(&id, &found, now))).await;
    text.map(json).ok_or(BROKEN).map_err(refused)
}

/// The table of an arena.
async fn standings(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path(word): Path<String>,
) -> Result<Response, Response> {
    permit.charge(Cost::StoredGame).map_err(too_often)?;
    let word = String::from(Room::new(&word).map_err(|_| refused(NO_ARENA))?);
    let arena = api.services.matchmaker.arenas.table(&word).await.map_err(not_found)?;
    let now = api.services.matches.clock.now();
    let standings = arena.and_then(|arena| wire::arena::standings(&word, &arena, now));
    standings.map(|standings| json(to_json(&standings))).ok_or(NO_ARENA).map_err(refused)
}

/// A finished game.
async fn game(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path((name, number)): Path<(String, u32)>,
) -> Result<Response, Response> {
    let (id, stored) = stored_game(&api, &permit, &name, number).await?;
    let text = REPLAYS.run(move || wire::history::history_line(id.as_str(), &stored)).await;
    let text = text.ok_or(BROKEN).map_err(refused)?;
    text.map(json).map_err(|error| not_found(error.into()))
}

/// The review of a finished game.
async fn review(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path((name, number)): Path<(String, u32)>,
) -> Result<Response, Response> {
    let (id, stored) = stored_game(&api, &permit, &name, number).await?;
    let decoded = REPLAYS.run(move || FinishedGame::from_bytes(&stored)).await;
    let finished = decoded.ok_or(BROKEN).map_err(refused)?.map_err(|error| not_found(error.into()))?;
    let numbered = NumberedGame { game: finished.game, number };
    let reviewed = api.services.analysis.review(permit.source(), &id, &numbered).await;
    // The only error: the analysis is busy.
    let found = reviewed.map_err(|_| refused(BUSY))?;
    Ok(json(to_json(&wire::analysis::review(None, &numbered, &found))))
}

async fn stored_game(
    api: &Api,
    permit: &ConnectionPermit,
    name: &str,
    number: u32,
) -> Result<(MatchId, Bytes), Response> {
    permit.charge(Cost::StoredGame).map_err(too_often)?;
    let id = MatchId::parse(name).ok_or(NOT_STORED).map_err(refused)?;
    let found = api.services.matches.finished_game(&id, number).await.map_err(not_found)?;
    found.map(|stored| (id, stored)).ok_or(NOT_STORED).map_err(refused)
}

/// A stored game is replayed when it is read, which takes up to half a millisecond, and a history has a hundred.
static REPLAYS: Background = Background::new();

type Told = (StatusCode, &'static str);

const NOT_STORED: Told = (StatusCode::NOT_FOUND, "There is no such match, or it is no longer stored.\n");
const NO_ARENA: Told = (StatusCode::NOT_FOUND, "There is no such arena, or it is no longer stored.\n");
const BUSY: Told = (StatusCode::SERVICE_UNAVAILABLE, "The server is busy. Try again.\n");
const UNAVAILABLE: Told = (StatusCode::SERVICE_UNAVAILABLE, "The store is unavailable. Try again.\n");
const BROKEN: Told =
    (StatusCode::INTERNAL_SERVER_ERROR, "This match cannot be shown: report it to the operator.\n");

fn refused(told: Told) -> Response {
    told.into_response()
}

fn too_often(wait: TooOften) -> Response {
    Refusal::TooOften(wait).into_response()
}

fn not_found(error: MatchError) -> Response {
    refused(match error {
        MatchError::Corrupt(error) => {
            tracing::error!(%error, "a stored game is lost");
            BROKEN
        }
        MatchError::Unavailable(_) | MatchError::Unknown(_) => {
            tracing::error!(%error, "cannot read a match");
            UNAVAILABLE
        }
        _ => NOT_STORED,
    })
}

async fn ready(State(Api { readiness, .. }): State<Api>) -> (StatusCode, String) {
    match readiness.check().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
}
