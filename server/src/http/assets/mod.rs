//! The static texts that are compiled in: the page of browsers, from `server/page/`, and the documents for authors of
//! bots.

mod asset;
mod script;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use tictactoe_protocol::{DOCUMENTATION, DOCUMENTATION_PATH, SCHEMA, SCHEMA_PATH};

use asset::Asset;
use script::script;

macro_rules! styles {
    ($($name:literal),*) => { [$(include_str!(concat!("../../../page/style/", $name, ".css"))),*] };
}

const HTML: &str = "text/html; charset=utf-8";

/// The parts of the style sheet. Later rules override earlier ones.
const STYLES: [&str; 10] =
    styles!["colours", "texts", "controls", "screens", "game", "players", "board", "actions", "review", "games"];

/// The page is one document, which reads its path.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let page = asset(HTML, || include_str!("../../../page/index.html"));
    Router::new()
        .route("/", page.clone())
        .route("/r/{room}", page.clone())
        .route("/watch/{match}", page.clone())
        .route("/games", page)
        .route("/page/style.css", asset("text/css; charset=utf-8", || STYLES.join("\n")))
        .route("/page/script.js", asset("text/javascript; charset=utf-8", script))
        .route("/bots", asset(HTML, || include_str!("../../../page/bots.html")))
        .route(DOCUMENTATION_PATH, asset("text/markdown; charset=utf-8", || DOCUMENTATION))
        .route(SCHEMA_PATH, asset("application/schema+json", || SCHEMA))
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
