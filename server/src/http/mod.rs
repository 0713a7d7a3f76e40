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
mod cacheable;
mod document;
mod downloads;
mod guard;
mod instructions;
mod lingering_close;
mod listener;
mod refusal;
mod shared_state;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use tictactoe_protocol::SOCKET_PATH;
use tokio::net::TcpListener;

use crate::services::Services;
use crate::tls::Tls;
use guard::HEALTH_PATH;
use shared_state::SharedState;
use upgrade::upgrade;

/// Serves a port until the shutdown. Returns when all tasks have ended, or were aborted
/// [`Settings::drain`](crate::Settings::drain) later.
pub async fn serve(listeners: Vec<TcpListener>, tls: Option<Tls>, services: Arc<Services>) {
    let made = document::router().merge(downloads::router()).merge(api::router());
    let pages = assets::router().merge(made.with_state(Arc::clone(&services)));
    let state = Arc::new(SharedState::new(services, tls));
    let router = Router::new()
        .route(HEALTH_PATH, get(async || "ok\n"))
        .route(SOCKET_PATH, get(upgrade))
        .with_state(Arc::clone(&state))
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
