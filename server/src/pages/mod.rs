//! What the port answers to a browser, and to those who look after the server.
//!
//! `texts` are what is part of the program, the page that browsers play on among them; `script` is its modules as one,
//! `asset` a text as it goes to browsers, `packed` by gzip if they like. `listing` tells which matches anybody may watch,
//! made once for all who ask (`shared`), `invitation` how others come to a `place`, with a QR `code`.

mod asset;
mod code;
mod invitation;
mod listing;
mod packed;
mod place;
mod script;
mod shared;
mod texts;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tictactoe_protocol::history::History;
use tictactoe_protocol::{INVITATION_PATH, LISTING_PATH, MATCHES_PATH};
use tokio::time::timeout;

use crate::matches::MatchError;
use crate::record::MatchId;
use crate::services::Services;
use crate::store::Store;
use crate::web::READY_PATH;
use crate::wire;

/// How long the store may take to answer, for the server to be ready.
const STORE_TIME: Duration = Duration::from_secs(2);

/// What pages are made of.
#[derive(Clone)]
pub struct Pages {
    /// What connections work with.
    pub services: Services,
    /// Where matches live.
    pub store: Arc<dyn Store>,
    /// Where the server listens, if the system tells.
    pub bound: Option<SocketAddr>,
}

/// Every page, by its path.
pub fn router(pages: Pages) -> Router {
    Router::new()
        .merge(texts::router())
        .route(READY_PATH, get(ready))
        .route(LISTING_PATH, listing::listing())
        .route(&format!("{MATCHES_PATH}{{name}}"), get(history))
        .route(INVITATION_PATH, invitation::invitation())
        .with_state(pages)
}

/// An answer for programs, true at the moment only.
fn json(text: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// What is known of a match.
async fn history(State(pages): State<Pages>, Path(name): Path<String>) -> Response {
    let matches = &pages.services.matches;
    let found = match MatchId::parse(&name) {
        Some(id) => matches.history(&id, History::GAMES).await.map(|found| (id, found)),
        None => Err(MatchError::NoSuchMatch),
    };
    match found {
        Ok((id, found)) => json(wire::history::history(&id, &found, matches.clock().now()).to_json()),
        Err(MatchError::Unavailable(reason)) => {
            tracing::error!(reason, "the store is in trouble");
            (StatusCode::SERVICE_UNAVAILABLE, "The store cannot be reached: try again.\n").into_response()
        }
        Err(MatchError::NoSuchMatch | MatchError::BadTicket | MatchError::Full | MatchError::Refused(_)) => {
            (StatusCode::NOT_FOUND, "There is no such match, or nothing is known of it any more.\n")
                .into_response()
        }
    }
}

/// Whether new players can be taken.
async fn ready(State(Pages { services, store, .. }): State<Pages>) -> (StatusCode, &'static str) {
    if services.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "The server is stopping.\n");
    }
    match timeout(STORE_TIME, store.probe()).await {
        Ok(Ok(())) => (StatusCode::OK, "ready\n"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "The store cannot be reached.\n")
        }
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "The store does not answer in time.\n"),
    }
}
