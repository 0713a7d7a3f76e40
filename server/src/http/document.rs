//! The page: one document for every path, whose script reads the path. The preview of a link depends on the request
//! (<https://ogp.me>). A terminal gets instructions instead.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, USER_AGENT, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tictactoe_protocol::listing::WaitingPlayer;

use super::api::Api;
use super::api::background::Background;
use super::api::invitation::{address, waiting_player};
use super::api::page_path::page_path;
use super::assets;
use super::instructions::greeting;
use crate::quota::ConnectionPermit;

const PATHS: [&str; 5] = ["/", "/r/{room}", "/arena/{word}", "/watch/{match}", "/games"];

/// A document that is not in the cache has to be compressed, and any path can make a new one.
static DOCUMENTS: Background = Background::new();

pub fn router(api: Api) -> Router {
    PATHS.into_iter().fold(Router::new(), |router, path| router.route(path, get(document))).with_state(api)
}

async fn document(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let origin = requested_origin(&api, &headers).await;
    if uri.path() == "/" && is_terminal(&headers) {
        let listing = api.services.public_list().await;
        let downloads = api.services.settings.downloads.clone();
        let made = DOCUMENTS.run(move || greeting(&origin, &listing.waiting, &downloads)).await;
        let headers = [(CACHE_CONTROL, "no-store"), (VARY, "user-agent")];
        return made.map_or_else(broken, |text| (headers, text).into_response());
    }
    let (path, room) = page_path(uri.path()).unwrap_or_else(|_| ("/".to_owned(), None));
    let host = match room {
        Some(room) => waiting_player(&api, &permit, &room).await.unwrap_or_default(),
        None => None,
    };
    let text = with_preview(assets::index(), &origin, &path, host.as_ref());
    let made = DOCUMENTS.run(move || assets::document(&headers, text)).await;
    made.unwrap_or_else(broken)
}

fn broken() -> Response {
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// The origin at which others find the server, for a request with these headers.
pub async fn requested_origin(api: &Api, headers: &HeaderMap) -> String {
    let is_encrypted = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let scheme = if is_encrypted { "https" } else { api.links.scheme() };
    address(api, headers, scheme).await.0
}

/// The client is a program that prints the response.
fn is_terminal(headers: &HeaderMap) -> bool {
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent = agent.to_ascii_lowercase();
    agent.starts_with("curl") || agent.starts_with("wget") || agent.contains("powershell/")
}

/// Fills in absolute addresses, the name of the host, and the game.
fn with_preview(document: &str, origin: &str, path: &str, host: Option<&WaitingPlayer>) -> String {
    let absolute = |property: &str, path: &str, full: &str| {
        let tag = |content: &str| format!(r#"property="og:{property}" content="{content}""#);
        (tag(path), tag(&escaped(full)))
    };
    let mut filled = vec![
        absolute("url", "/", &format!("{origin}{path}")),
        absolute("image", "/page/card.png", &format!("{origin}/page/card.png")),
    ];
    if let Some(WaitingPlayer { name, rules, .. }) = host {
        let game = rules.as_ref().map_or_else(|| "tic-tac-toe".to_owned(), ToString::to_string);
        filled.push(absolute("title", "Tic-tac-toe", &format!("{name} invites you to play {game}")));
    }
    filled.iter().fold(document.to_owned(), |document, (from, to)| document.replacen(from, to, 1))
}

/// Escapes a text for an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
