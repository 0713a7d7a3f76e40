//! `GET /api/matches`: the matches that anyone may watch.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use tictactoe_protocol::listing::Listing;

use super::ttl_cache::TtlCache;
use super::{Api, json};
use crate::http::gzip::GzipText;
use crate::matches::Matches;
use crate::wire;

pub fn match_list() -> MethodRouter<Api> {
    let cache: Arc<TtlCache<GzipText>> = Arc::new(TtlCache::new());
    get(async move |State(api): State<Api>, headers: HeaderMap| -> Response {
        json(cache.get(|| newest(&api.services.matches)).await.response(&headers))
    })
}

async fn newest(matches: &Matches) -> GzipText {
    let list = matches.list(Listing::MATCHES).await;
    let listed = list.matches().iter();
    let matches = listed.map(wire::listing::listed).collect();
    GzipText::new(Listing { matches, more: list.has_more() }.to_json())
}
