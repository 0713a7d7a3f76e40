//! The static texts that are compiled in: the page of browsers, from `server/page/`, and the documents for authors of
//! bots.

mod asset;
mod script;

use std::sync::LazyLock;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::get;
use tictactoe_protocol::{DOCUMENTATION, DOCUMENTATION_PATH, SCHEMA, SCHEMA_PATH};

use asset::Asset;
use script::script;

macro_rules! styles {
    ($($name:literal),*) => { [$(include_str!(concat!("../../../page/style/", $name, ".css"))),*] };
}

const HTML: &str = "text/html; charset=utf-8";

/// The parts of the style sheet. Later rules override earlier ones.
const STYLES: [&str; 8] =
    styles!["colours", "texts", "controls", "screens", "game", "players", "board", "actions"];

static PAGE: LazyLock<Asset> = LazyLock::new(|| Asset::new(HTML, include_str!("../../../page/index.html")));
static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::new("text/css; charset=utf-8", STYLES.join("\n")));
static SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::new("text/javascript; charset=utf-8", script()));
static BOTS: LazyLock<Asset> = LazyLock::new(|| Asset::new(HTML, include_str!("../../../page/bots.html")));
static PROTOCOL: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("text/markdown; charset=utf-8", DOCUMENTATION));
static PROTOCOL_SCHEMA: LazyLock<Asset> = LazyLock::new(|| Asset::new("application/schema+json", SCHEMA));

/// The page is one document, which reads its path.
static ASSETS: [(&str, &LazyLock<Asset>); 8] = [
    ("/", &PAGE),
    ("/r/{room}", &PAGE),
    ("/watch/{match}", &PAGE),
    ("/page/style.css", &STYLE),
    ("/page/script.js", &SCRIPT),
    ("/bots", &BOTS),
    (DOCUMENTATION_PATH, &PROTOCOL),
    (SCHEMA_PATH, &PROTOCOL_SCHEMA),
];

/// Each asset is compressed at its first request.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.iter().fold(Router::new(), |router, &(path, asset)| {
        router.route(path, get(async |headers: HeaderMap| asset.response(&headers)))
    })
}
