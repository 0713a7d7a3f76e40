//! Checks every request before it is routed: its rate, `Host`, `Origin`, and the limit of clients behind a proxy.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Request};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
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

pub struct Guard {
    peer: IpAddr,
    state: Arc<ServerState>,
    router: TowerToHyperService<Router>,
    request_limit: Mutex<TokenBucket>,
}

impl Guard {
    pub fn new(peer: IpAddr, state: Arc<ServerState>, router: Router) -> Self {
        let request_limit = Mutex::new(state.settings.limits.messages());
        Self { peer, state, router: TowerToHyperService::new(router), request_limit }
    }

    /// The permit of a client behind a proxy is shared by its request and its WebSocket.
    fn check(&self, head: &Parts) -> Result<Option<Arc<ConnectionPermit>>, Refusal> {
        let mut limit = self.request_limit.lock().unwrap_or_else(PoisonError::into_inner);
        limit.take(Instant::now()).map_err(Refusal::too_fast)?;
        drop(limit);
        // Health probes may use any name.
        if !matches!(head.uri.path(), HEALTH_PATH | READY_PATH) {
            self.state.origins.check(head)?;
        }
        let Some(client) = self.forwarded_client(head) else { return Ok(None) };
        Ok(Some(Arc::new(self.state.limiter.admit_forwarded(client)?)))
    }

    fn forwarded_client(&self, head: &Parts) -> Option<ClientKey> {
        let proxies = &self.state.settings.admission.proxies;
        if !is_proxy(self.peer, proxies) {
            return None;
        }
        let lines: Vec<_> = head.headers.get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes).collect();
        forwarded_for(self.peer, &String::from_utf8_lossy(&lines.join(&b',')), proxies)
    }
}

impl Service<Request<Incoming>> for Guard {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let (mut head, body) = request.into_parts();
        match self.check(&head) {
            Err(refusal) => {
                tracing::debug!(peer = %self.peer, ?refusal, "request refused");
                Box::pin(std::future::ready(Ok(refusal.into_response())))
            }
            Ok(permit) => {
                if let Some(permit) = permit.clone() {
                    head.extensions.insert(permit);
                }
                let response = self.router.call(Request::from_parts(head, body));
                Box::pin(async move {
                    let _permit = permit;
                    response.await
                })
            }
        }
    }
}
