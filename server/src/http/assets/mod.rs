//! The static texts in the binary: the browser page from `server/page/`, and the documents for authors of bots.

mod bundle;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use include_dir::{Dir, File, include_dir};
use tictactoe_protocol::{DOCUMENTATION, DOCUMENTATION_PATH, SCHEMA, SCHEMA_PATH};

use super::cacheable::{CacheableText, list_items};
use bundle::script;

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");

const HTML: &str = "text/html; charset=utf-8";

/// The parts of the style sheet. Later rules override earlier ones.
const STYLES: [&str; 10] =
    ["colours", "texts", "controls", "layout", "screens", "players", "board", "actions", "review", "arena"];

pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/page/style.css", asset("text/css; charset=utf-8", style))
        .route("/page/bots.js", asset("text/javascript; charset=utf-8", || page("files/bots.js")))
        .route("/page/icon.svg", asset("image/svg+xml", || page("files/icon.svg")))
        .route("/page/turn.svg", asset("image/svg+xml", || page("files/turn.svg")))
        .route("/page/card.png", asset("image/png", || page("files/card.png")))
        .route("/page/manifest.json", asset("application/manifest+json", || page("files/manifest.json")))
        .route("/page/script.js", asset("text/javascript; charset=utf-8", script))
        .route("/bots", asset(HTML, || page("bots.html")))
        .route(DOCUMENTATION_PATH, asset("text/markdown; charset=utf-8", || DOCUMENTATION))
        .route(SCHEMA_PATH, asset("application/schema+json", || SCHEMA))
}

/// The page.
pub fn index() -> &'static str {
    std::str::from_utf8(page("index.html")).unwrap_or_default()
}

/// A document that is made for a request.
pub fn document(request: &HeaderMap, text: String) -> Response {
    CacheableText::new(HTML, text).response(request)
}

/// A file of the page. A test requests each, so none is missing.
fn page(path: &str) -> &'static [u8] {
    PAGE.get_file(path).map(File::contents).unwrap_or_default()
}

fn style() -> Vec<u8> {
    STYLES.map(|name| page(&format!("style/{name}.css"))).join(&b'\n')
}

/// Browsers get a page, programs one line.
pub async fn not_found(headers: HeaderMap) -> Response {
    let wants_page = list_items(&headers, &ACCEPT).any(|kind| kind.starts_with("text/html"));
    let (kind, text) = if wants_page {
        (HTML, page("not-found.html"))
    } else {
        (
            "text/plain; charset=utf-8",
            b"There is nothing here. The game is at /, the WebSocket for bots at /ws.\n".as_slice(),
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
    let asset = Arc::new(LazyLock::new(move || CacheableText::new(media_type, text())));
    get(async move |headers: HeaderMap| asset.response(&headers))
}
