//! The page: one document for every path, whose script reads the path. The preview of a link depends on the request
//! (<https://ogp.me>). A terminal gets instructions instead.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, USER_AGENT, VARY};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tictactoe_protocol::listing::WaitingPlayer;

use super::api::invitation::{requested_link, waiting_player};
use super::api::page_path::page_path;
use super::assets;
use super::blocking::run_blocking;
use super::instructions::greeting;
use crate::quota::ConnectionPermit;
use crate::services::Services;

const PATHS: [&str; 5] = ["/", "/r/{room}", "/arena/{word}", "/watch/{match}", "/games"];

pub fn router() -> Router<Arc<Services>> {
    PATHS.into_iter().fold(Router::new(), |router, path| router.route(path, get(document)))
}

async fn document(
    State(services): State<Arc<Services>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let link = requested_link(&services, &headers).await;
    if uri.path() == "/" && is_terminal(&headers) {
        let listing = services.public_list().await;
        let downloads = services.settings.downloads.clone();
        let text = run_blocking(move || greeting(&link, &listing.waiting, &downloads)).await;
        return ([(CACHE_CONTROL, "no-store"), (VARY, "user-agent")], text).into_response();
    }
    let (path, room) = page_path(uri.path()).unwrap_or_else(|_| ("/".to_owned(), None));
    let host = match room {
        Some(room) => waiting_player(&services, &permit, &room).await.unwrap_or_default(),
        None => None,
    };
    let text = with_preview(assets::index(), &link.origin, &path, host.as_ref());
    // It has to be compressed.
    run_blocking(move || assets::document(&headers, text)).await
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
