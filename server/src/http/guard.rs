//! Checks every request before it is routed: its rate, `Host`, `Origin`, and the limit of clients behind a proxy.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Request};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::admission::ConnectionPermit;
use super::client_key::{ClientKey, forwarded_for, is_proxy};
use super::refusal::Refusal;
use super::server_state::ServerState;
use crate::token_bucket::TokenBucket;

/// Whether the server runs.
pub const HEALTH_PATH: &str = "/healthz";

/// Whether the server takes new players.
pub const READY_PATH: &str = "/readyz";

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Checks the requests of one connection, and routes them.
pub fn guarded(
    peer: IpAddr,
    state: Arc<ServerState>,
    router: Router,
) -> impl Service<Request<Incoming>, Response = Response, Error = Infallible, Future: Send> + Send {
    let request_limit = Mutex::new(state.settings.limits.messages());
    let router = TowerToHyperService::new(router);
    service_fn(move |request: Request<Incoming>| {
        let (mut head, body) = request.into_parts();
        let checked = check(&head, peer, &request_limit, &state).map(|permit| {
            if let Some(permit) = permit.clone() {
                head.extensions.insert(permit);
            }
            (permit, router.call(Request::from_parts(head, body)))
        });
        async move {
            match checked {
                Ok((_permit, response)) => response.await,
                Err(refusal) => {
                    tracing::debug!(%peer, ?refusal, "request refused");
                    Ok(refusal.into_response())
                }
            }
        }
    })
}

/// The permit of a client behind a proxy is shared by its request and its WebSocket.
fn check(
    head: &Parts,
    peer: IpAddr,
    request_limit: &Mutex<TokenBucket>,
    state: &ServerState,
) -> Result<Option<Arc<ConnectionPermit>>, Refusal> {
    request_limit.lock().take(Instant::now()).map_err(Refusal::TooFast)?;
    // Health probes may use any name.
    if !matches!(head.uri.path(), HEALTH_PATH | READY_PATH) {
        state.origins.check(head)?;
    }
    let client = forwarded_client(head, peer, &state.settings.admission.proxies);
    Ok(client.map(|client| state.limiter.admit_forwarded(client)).transpose()?.map(Arc::new))
}

fn forwarded_client(head: &Parts, peer: IpAddr, proxies: &[IpNet]) -> Option<ClientKey> {
    if !is_proxy(peer, proxies) {
        return None;
    }
    let lines: Vec<_> = head.headers.get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes).collect();
    forwarded_for(peer, &String::from_utf8_lossy(&lines.join(&b',')), proxies)
}
