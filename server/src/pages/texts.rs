//! The texts that are part of the program: the page that browsers play on, from `server/page/`, and what there is to
//! read for whoever writes a bot.

use std::sync::LazyLock;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::get;
use tictactoe_protocol::{DOCUMENTATION, DOCUMENTATION_PATH, SCHEMA, SCHEMA_PATH};

use super::asset::Asset;
use super::script::script;

macro_rules! styles {
    ($($name:literal),*) => { [$(include_str!(concat!("../../page/style/", $name, ".css"))),*] };
}

const HTML: &str = "text/html; charset=utf-8";

/// The parts of the style sheet; what comes later goes before.
const STYLES: [&str; 8] =
    styles!["colours", "texts", "controls", "screens", "game", "players", "board", "actions"];

static PAGE: LazyLock<Asset> = LazyLock::new(|| Asset::new(HTML, include_str!("../../page/index.html")));
static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::new("text/css; charset=utf-8", STYLES.join("\n")));
static SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::new("text/javascript; charset=utf-8", script()));
static BOTS: LazyLock<Asset> = LazyLock::new(|| Asset::new(HTML, include_str!("../../page/bots.html")));
static PROTOCOL: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("text/markdown; charset=utf-8", DOCUMENTATION));
static PROTOCOL_SCHEMA: LazyLock<Asset> = LazyLock::new(|| Asset::new("application/schema+json", SCHEMA));

/// Each text, by its path: the entrance, a room, and a match to watch are one document, which looks at its address.
static TEXTS: [(&str, &LazyLock<Asset>); 8] = [
    ("/", &PAGE),
    ("/r/{room}", &PAGE),
    ("/watch/{match}", &PAGE),
    ("/page/style.css", &STYLE),
    ("/page/script.js", &SCRIPT),
    ("/bots", &BOTS),
    (DOCUMENTATION_PATH, &PROTOCOL),
    (SCHEMA_PATH, &PROTOCOL_SCHEMA),
];

/// The texts, by their paths. Each is packed when it is first asked for.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    TEXTS.iter().fold(Router::new(), |router, &(path, text)| {
        router.route(path, get(async |headers: HeaderMap| text.answer(&headers)))
    })
}
