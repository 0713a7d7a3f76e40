//! Checks every request before it is routed: its rate, `Host`, `Origin`, and the quotas of its source.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
use hyper_util::service::TowerToHyperService;
use parking_lot::Mutex;
use tictactoe_protocol::SOCKET_PATH;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::refusal::HttpRefusal;
use super::shared_state::SharedState;
use crate::quota::{ConnectionPermit, Cost, forwarded_for, is_proxy};
use crate::token_bucket::TokenBucket;

/// Answers while the server runs.
pub const HEALTH_PATH: &str = "/healthz";

/// Answers 200 while new players are accepted.
pub const READY_PATH: &str = "/readyz";

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Resets the time limit of a connection while its client keeps reading a long answer. An extension of each request.
pub type Progress = Arc<Notify>;

/// Checks the requests of one connection, and routes them.
pub fn guarded(
    peer: IpAddr,
    is_secure: bool,
    permit: Arc<ConnectionPermit>,
    state: Arc<SharedState>,
    router: Router,
    progress: Progress,
) -> impl Service<Request<Incoming>, Response = Response, Error = Infallible, Future: Send> + Send {
    let request_limit = Mutex::new(state.services.settings.limits.request_budget());
    let router = TowerToHyperService::new(router);
    service_fn(move |request: Request<Incoming>| {
        let (mut head, body) = request.into_parts();
        let checked = check(&head, peer, is_secure, &permit, &request_limit, &state);
        let source = checked.as_ref().unwrap_or(&permit).source();
        let checked = checked.map(|permit| {
            head.extensions.insert(Arc::clone(&permit));
            head.extensions.insert(progress.clone());
            (permit, router.call(Request::from_parts(head, body)))
        });
        let state = Arc::clone(&state);
        async move {
            let mut response = match checked {
                Ok((_permit, response)) => response.await?,
                Err(refusal) => refusal.closing(),
            };
            if let Some(refusal) = response.extensions_mut().remove::<HttpRefusal>() {
                state.note_refusal(source, &refusal);
            }
            Ok(response)
        }
    })
}

/// Returns the permit for the request and its WebSocket: the connection's own, or one for a client behind a proxy.
fn check(
    head: &Parts,
    peer: IpAddr,
    is_secure: bool,
    permit: &Arc<ConnectionPermit>,
    request_limit: &Mutex<TokenBucket>,
    state: &SharedState,
) -> Result<Arc<ConnectionPermit>, HttpRefusal> {
    let proxies = &state.services.settings.admission.proxies;
    let is_proxy = is_proxy(peer, proxies);
    // The clients of a proxy share its connections: each request is charged to its source only.
    if !is_proxy {
        request_limit.lock().take(1, Instant::now())?;
    }
    // Health probes may use any name, need not encrypt, and are not charged to their source.
    if matches!(head.uri.path(), HEALTH_PATH | READY_PATH) {
        return Ok(Arc::clone(permit));
    }
    let permit = if is_proxy {
        let lines: Vec<_> = head.headers.get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes).collect();
        if lines.is_empty() {
            state.proxy_warnings.log_once(format!(
                "the trusted proxy {peer} sends no X-Forwarded-For: all its clients count as one"
            ));
        }
        let forwarded = String::from_utf8_lossy(&lines.join(&b',')).into_owned();
        let client = forwarded_for(peer, &forwarded, proxies);
        if client.is_some_and(|client| state.is_blocked(client.address())) {
            return Err(HttpRefusal::Blocked);
        }
        Arc::new(state.quotas.connect(client).ok_or(HttpRefusal::TooManyConnections)?)
    } else {
        Arc::clone(permit)
    };
    permit.charge(Cost::Request)?;
    let path = head.uri.path();
    let is_public_file = head.method.is_safe() && path != SOCKET_PATH && !path.starts_with("/api/");
    state.origins.check(head, is_public_file)?;
    if is_secure {
        return Ok(permit);
    }
    // A proxy would pass the redirect on, and its client would come back the same way.
    let origin = state.services.settings.public_url.as_ref().filter(|_| !is_proxy);
    let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
    Err(HttpRefusal::Unencrypted(origin.map(|origin| format!("{origin}{path}"))))
}
