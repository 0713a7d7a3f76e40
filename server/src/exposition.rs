//! The metrics in the text format of Prometheus, on a port of their own.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::computer::search_pool::SearchPool;
use crate::readiness::Readiness;
use crate::services::Services;

/// The most requests at a time.
const MAX_REQUESTS: usize = 16;

const REQUEST_TIME: Duration = Duration::from_secs(10);

/// After an error of the listener, such as too many open files.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// <https://prometheus.io/docs/specs/om/open_metrics_spec/#overall-structure>
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub struct Exposition {
    pub services: Services,
    pub readiness: Arc<Readiness>,
    pub search_pool: Arc<SearchPool>,
}

/// What is read from its owner when someone asks.
#[derive(Default)]
struct Gauges {
    ready: Gauge,
    seeks: Gauge,
    matches: Family<[(&'static str, &'static str); 1], Gauge>,
    kept: Gauge,
    limit: Gauge,
    searches: Gauge,
}

impl Exposition {
    /// Answers one request on each connection, without end. Dropping it closes all connections.
    pub async fn serve(self, listener: Option<TcpListener>) -> Infallible {
        let Some(listener) = listener else { return pending().await };
        let router = self.router();
        let mut requests = JoinSet::new();
        loop {
            tokio::select! {
                Some(_) = requests.join_next() => {}
                accepted = listener.accept(), if requests.len() < MAX_REQUESTS => match accepted {
                    Ok((stream, _)) => {
                        let service = TowerToHyperService::new(router.clone());
                        let mut http = http1::Builder::new();
                        let request = http.keep_alive(false).serve_connection(TokioIo::new(stream), service);
                        requests.spawn(timeout(REQUEST_TIME, request));
                    }
                    Err(_) => sleep(ACCEPT_RETRY).await,
                },
            }
        }
    }

    fn router(self) -> Router {
        let mut registry = Registry::with_prefix("tictactoe");
        let gauges = Gauges::default();
        self.services.metrics.register(self.services.matches.store.metrics(), &mut registry);
        gauges.register(&mut registry);
        let exposed = Arc::new((self, gauges, registry));
        Router::new().route("/metrics", get(metrics)).with_state(exposed)
    }

    async fn read(&self, gauges: &Gauges) {
        let Services { matches, matchmaker, .. } = &self.services;
        let watched = matches.count_watched().await;
        for (state, count) in [("playing", watched.playing), ("over", watched.over)] {
            gauges.matches.get_or_create(&[("state", state)]).set(signed(count));
        }
        gauges.ready.set(self.readiness.check().await.is_ok().into());
        gauges.seeks.set(signed(matchmaker.seeks()));
        gauges.kept.set(signed(matches.store.count()));
        gauges.limit.set(signed(matches.config.max_matches));
        gauges.searches.set(signed(self.search_pool.waiting()));
    }
}

async fn metrics(State(state): State<Arc<(Exposition, Gauges, Registry)>>) -> impl IntoResponse {
    let (exposition, gauges, registry) = &*state;
    exposition.read(gauges).await;
    let mut text = String::new();
    match encode(&mut text, registry) {
        Ok(()) => Ok(([(CONTENT_TYPE, OPEN_METRICS)], text)),
        Err(_) => Err(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

impl Gauges {
    fn register(&self, registry: &mut Registry) {
        registry.register("ready", "Whether new players are accepted, as /readyz says", self.ready.clone());
        registry.register("seeks", "Players who wait for an opponent", self.seeks.clone());
        let help = "Matches with a player or spectator here, by the state of their game";
        registry.register("matches", help, self.matches.clone());
        registry.register("matches_kept", "Stored matches and rooms", self.kept.clone());
        registry.register("matches_limit", "The most stored matches and rooms", self.limit.clone());
        registry.register("searches_waiting", "Searches that have not started", self.searches.clone());
    }
}

fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
