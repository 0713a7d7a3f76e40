//! The metrics in the text format of Prometheus, on a separate port.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::{Registry, Unit};
use tokio::net::TcpListener;

use crate::computer::search_pool::Priority;
use crate::metrics::{Metrics, PRIORITY, StoreMetrics};
use crate::services::Services;

/// <https://prometheus.io/docs/specs/om/open_metrics_spec/#overall-structure>
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serves the metrics, without end.
pub async fn serve(listener: TcpListener, services: Arc<Services>) {
    let router = Router::new().route("/metrics", get(answer)).with_state(services);
    // `axum::serve` never returns.
    let _ = axum::serve(listener, router).await;
}

/// The counters, and the gauges read from their owners.
async fn registry(services: &Services) -> Registry {
    let Services { metrics, matches, matchmaker, .. } = services;
    let mut registry = Registry::with_prefix("tictactoe");
    let Metrics { quota_hits, search, websockets_opened, moves } = &**metrics;
    registry.register("websockets_opened", "WebSockets that were opened", websockets_opened.clone());
    registry.register("moves", "Accepted moves", moves.0.clone());
    let help = "Refusals because a source has used up a quota";
    registry.register("quota_hits", help, quota_hits.0.clone());
    let StoreMetrics { commit, sync } = matches.store.metrics();
    for (name, help, histogram) in [
        ("commit", "From the request of a write until it is acknowledged", commit),
        ("sync", "The end of a transaction, which syncs the disk", sync),
    ] {
        registry.register_with_unit(name, help, Unit::Seconds, histogram);
    }
    let help = "From the request of a search to its start";
    registry.register_with_unit("search_wait", help, Unit::Seconds, search.0.clone());
    let is_ready = services.check_readiness().await.is_ok();
    let playing = matches.count_playing().await;
    let max_connections = services.settings.admission.connections as usize;
    for (name, help, value) in [
        ("ready", "1 while new players are accepted, as /readyz says", is_ready.into()),
        ("connections", "Open connections", max_connections - services.connection_slots.available_permits()),
        ("connections_limit", "The connection limit", max_connections),
        ("seeks", "Players who wait for an opponent", matchmaker.seeks.count()),
        ("matches_playing", "Matches with a viewer here, with a running game", playing),
        ("matches_kept", "Stored matches, rooms and arenas", matches.store.count()),
        ("matches_limit", "The limit of stored matches, rooms and arenas", matches.config.max_matches),
    ] {
        registry.register(name, help, ConstGauge::new(value));
    }
    let searches = Family::<_, Gauge>::default();
    for priority in Priority::ALL {
        let waiting = i64::try_from(services.search_pool.waiting(priority)).unwrap_or(i64::MAX);
        searches.get_or_create(&[(PRIORITY, priority.word())]).set(waiting);
    }
    registry.register("searches_waiting", "Searches that have not started", searches);
    registry
}

async fn answer(State(services): State<Arc<Services>>) -> impl IntoResponse {
    let mut text = String::new();
    let encoded = encode(&mut text, &registry(&services).await);
    encoded.map(|()| ([(CONTENT_TYPE, OPEN_METRICS)], text)).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
}
