//! `GET /api/matches`: which matches anybody may watch.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use tictactoe_protocol::listing::Listing;

use super::packed::Packed;
use super::shared::Shared;
use super::{Pages, json};
use crate::matches::Matches;
use crate::wire;

/// The list, made and packed once a second at most.
pub fn listing() -> MethodRouter<Pages> {
    let shared: Arc<Shared<Packed>> = Arc::new(Shared::new());
    get(async move |State(pages): State<Pages>, headers: HeaderMap| -> Response {
        json(shared.get(|| newest(&pages.services.matches)).await.answer(&headers))
    })
}

async fn newest(matches: &Matches) -> Packed {
    let list = matches.list(Listing::MATCHES).await;
    let listed = list.matches().iter();
    let matches = listed.map(wire::listing::listed).collect();
    Packed::new(Listing { matches, more: list.has_more() }.to_json())
}
