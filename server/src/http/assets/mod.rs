//! The static texts that are compiled in: the page of browsers, from `server/page/`, and the documents for authors of
//! bots.

mod asset;
mod script;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use tictactoe_protocol::{DOCUMENTATION, DOCUMENTATION_PATH, SCHEMA, SCHEMA_PATH};

use super::gzip::list_items;
use asset::Asset;
use script::script;

macro_rules! styles {
    ($($name:literal),*) => { [$(include_str!(concat!("../../../page/style/", $name, ".css"))),*] };
}

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../page/files/", $name)).as_slice()
    };
}

const HTML: &str = "text/html; charset=utf-8";

/// The parts of the style sheet. Later rules override earlier ones.
const STYLES: [&str; 9] =
    styles!["colours", "texts", "controls", "layout", "screens", "players", "board", "actions", "review"];

/// The page is one document, which reads its path.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let page = asset(HTML, || include_str!("../../../page/index.html"));
    Router::new()
        .route("/", page.clone())
        .route("/r/{room}", page.clone())
        .route("/watch/{match}", page.clone())
        .route("/games", page)
        .route("/page/style.css", asset("text/css; charset=utf-8", || STYLES.join("\n")))
        .route("/page/bots.js", asset("text/javascript; charset=utf-8", || file!("bots.js")))
        .route("/page/icon.svg", asset("image/svg+xml", || file!("icon.svg")))
        .route("/page/turn.svg", asset("image/svg+xml", || file!("turn.svg")))
        .route("/page/card.png", asset("image/png", || file!("card.png")))
        .route("/page/manifest.json", asset("application/manifest+json", || file!("manifest.json")))
        .route("/page/script.js", asset("text/javascript; charset=utf-8", script))
        .route("/bots", asset(HTML, || include_str!("../../../page/bots.html")))
        .route(DOCUMENTATION_PATH, asset("text/markdown; charset=utf-8", || DOCUMENTATION))
        .route(SCHEMA_PATH, asset("application/schema+json", || SCHEMA))
}

/// Browsers get a page, programs one line.
pub async fn not_found(headers: HeaderMap) -> Response {
    let wants_page = list_items(&headers, &ACCEPT).any(|kind| kind.starts_with("text/html"));
    let (kind, text) = if wants_page {
        (HTML, include_str!("../../../page/not-found.html"))
    } else {
        (
            "text/plain; charset=utf-8",
            "There is nothing here. The game is at /, the WebSocket for bots at /ws.\n",
        )
    };
    (StatusCode::NOT_FOUND, [(CONTENT_TYPE, kind), (VARY, "accept")], text).into_response()
}

/// A text that is made and compressed at its first request.
fn asset<S, T>(media_type: &'static str, text: fn() -> T) -> MethodRouter<S>
where
    S: Clone + Send + Sync + 'static,
    T: Into<Bytes> + 'static,
{
    let asset = Arc::new(LazyLock::new(move || Asset::new(media_type, text())));
    get(async move |headers: HeaderMap| asset.response(&headers))
}
