//! The HTTP API: readiness, the public matches, the history of a match, and invitations.

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
use tictactoe_protocol::history::History;
use tictactoe_protocol::{INVITATION_PATH, LISTING_PATH, MATCHES_PATH, to_json};

use super::guard::READY_PATH;
use super::gzip::GzipText;
use super::links::Links;
use crate::matches::{MatchError, MatchHistory};
use crate::quota::ConnectionPermit;
use crate::readiness::Readiness;
use crate::record::{MatchId, NumberedGame};
use crate::services::Services;
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
        .route(&format!("{MATCHES_PATH}{{name}}/review/{{number}}"), get(review))
        .route(INVITATION_PATH, get(invitation::invitation))
        .with_state(api)
}

/// Not cached: it may change at any time.
fn json(text: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// The public matches, the same text for everyone who asks within a second.
fn match_list() -> MethodRouter<Api> {
    let cache: Arc<TtlCache<GzipText>> = Arc::new(TtlCache::new());
    get(async move |State(api): State<Api>, headers: HeaderMap| {
        let newest = async || GzipText::new(to_json(&*api.services.public_list().await));
        json(cache.get(newest).await.response(&headers))
    })
}

async fn history(State(api): State<Api>, Path(name): Path<String>) -> Response {
    let now = api.services.matches.clock.now();
    match find_history(&api, &name).await {
        Ok((id, found)) => json(to_json(&wire::history::history(&id, &found, now))),
        Err(refusal) => refusal.into_response(),
    }
}

/// What the moves of a finished game were worth.
async fn review(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Path((name, number)): Path<(String, u32)>,
) -> Response {
    let (id, found) = match find_history(&api, &name).await {
        Ok(found) => found,
        Err(refusal) => return refusal.into_response(),
    };
    let Some(finished) = found.games.into_iter().find(|game| game.number == number) else {
        return NOT_STORED.into_response();
    };
    let numbered = NumberedGame { game: finished.game, number };
    match api.services.analysis.review(permit.source(), &id, &numbered).await {
        Ok(moves) => json(to_json(&wire::analysis::review(None, &numbered, &moves))),
        // The only error: the analysis is busy.
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "The server is busy. Try again.\n").into_response(),
    }
}

const NOT_STORED: (StatusCode, &str) =
    (StatusCode::NOT_FOUND, "There is no such match, or it is no longer stored.\n");

async fn find_history(api: &Api, name: &str) -> Result<(MatchId, MatchHistory), (StatusCode, &'static str)> {
    let id = MatchId::parse(name).ok_or(NOT_STORED)?;
    match api.services.matches.history(&id, History::GAMES).await {
        Ok(found) => Ok((id, found)),
        Err(MatchError::Unavailable(reason) | MatchError::Unknown(reason)) => {
            tracing::error!(reason, "the store is unavailable");
            Err((StatusCode::SERVICE_UNAVAILABLE, "The store is unavailable. Try again.\n"))
        }
        Err(_) => Err(NOT_STORED),
    }
}

async fn ready(State(Api { readiness, .. }): State<Api>) -> (StatusCode, String) {
    match readiness.check().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
}
