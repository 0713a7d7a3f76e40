//! The server's one port: HTTP for browsers, WebSockets for players.
//!
//! A connection passes, in this order: `listener` accepts it, within the limits of connections in total and from one
//! source; it is decrypted, if the port has a certificate; `guard` checks each request, also its host and origin; then
//! it is routed to `assets` (files of the page), `document` (what is made for a request), `downloads`, `api`, or
//! `upgrade` (the WebSocket). A client that is turned away gets a `refusal`, and `lingering_close` ensures that it can
//! read it.

mod api;
mod assets;
mod blocking;
mod document;
mod downloads;
mod guard;
mod gzip;
mod instructions;
mod lingering_close;
mod listener;
mod port_state;
mod refusal;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocket;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use tictactoe_protocol::SOCKET_PATH;
use tokio_util::sync::CancellationToken;

use crate::links::Port;
use crate::metrics::PortMetrics;
use crate::quota::ConnectionPermit;
use crate::services::Services;
use crate::settings::Settings;
use guard::HEALTH_PATH;
use port_state::PortState;
use upgrade::{Upgrade, upgrade};

/// Everything that is served besides the WebSocket.
pub fn pages(services: Arc<Services>) -> Router {
    let made = document::router().merge(downloads::router()).merge(api::router());
    assets::router().merge(made.with_state(services))
}

/// Serves a port: `pages`, health, and WebSockets. Public for tests and measurements of the port alone.
///
/// Each WebSocket is passed to `handler`, with the permit of its source, until `stop` is cancelled. Returns when all
/// handlers have ended, or were aborted [`Settings::drain`] later. Timeouts and limits of messages are up to the
/// handler.
pub async fn serve_port<F, Fut>(
    port: impl Into<Port>,
    pages: Router,
    settings: Arc<Settings>,
    metrics: PortMetrics,
    stop: CancellationToken,
    handler: F,
) where
    F: Fn(WebSocket, Arc<ConnectionPermit>) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let Port { listeners, tls } = port.into();
    let state = Arc::new(PortState::new(&settings, tls, metrics, stop));
    let router = Router::new()
        .route(HEALTH_PATH, get(async || "ok\n"))
        .route(SOCKET_PATH, get(upgrade::<F, Fut>))
        .with_state(Upgrade { state: Arc::clone(&state), handler })
        .merge(pages)
        .fallback(assets::not_found)
        .method_not_allowed_fallback(async || (StatusCode::METHOD_NOT_ALLOWED, "Use GET.\n"));
    listener::listen(listeners, router.layer(map_response(with_security_headers)), state).await;
}

/// Allows only what the page needs (<https://www.w3.org/TR/CSP3/>).
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

async fn with_security_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    response
}
