//! The dependencies between the modules of each crate, as their sources name them. `crates.rs` tests the
//! dependencies between the crates.

use std::path::{Path, PathBuf};

use harness::workspace;

use crate::paths::{mentions, mentions_in, sources};

/// The modules of the server, lowest first. Each may use only those above it in this list, so there are no cycles.
const SERVER_LAYERS: &str =
    "timestamp node_id tasks token_bucket ttl_cache metrics origin downloads block_list settings tls links clock secret record store quota matches arena matchmaking
     computer wire services connection metrics_port http startup";

/// Those of the client, lowest first.
const CLIENT_LAYERS: &str = "sanitize named_games address failure host purpose log state_directory preferences net app terminal discovery ui listing cli session";

struct Boundary {
    module: &'static str,
    within: &'static str,
    /// Paths between spaces.
    must_not_name: &'static str,
}

/// For modules that only compute.
const PURE: &str = "tokio futures std::thread std::sync std::time std::io async await";

/// For modules that get the time as an argument.
const CLOCKLESS: &str =
    "tokio futures std::thread std::sync std::time::SystemTime Instant::now std::io std::fs std::net
     std::env getrandom async await";

/// For the parts of the port that admit, serve and refuse connections.
const PORT: &str = "crate::store crate::matches crate::wire crate::http::api crate::http::assets";

const SOCKETS: &str = "tictactoe_protocol axum hyper tokio_tungstenite tokio::net";

const ENGINE: &str = "serde tokio rand getrandom std::time std::thread std::net std::io std::fs std::env";

const PROTOCOL: &str = "tictactoe_engine tictactoe_server tokio std::net std::io std::fs std::env std::time";

const fn server(module: &'static str, must_not_name: &'static str) -> Boundary {
    Boundary { module, within: "server/src", must_not_name }
}

const fn client(module: &'static str, must_not_name: &'static str) -> Boundary {
    Boundary { module, within: "client/src", must_not_name }
}

const BOUNDARIES: &[Boundary] = &[
    Boundary { module: ".", within: "server/engine/src", must_not_name: ENGINE },
    Boundary { module: ".", within: "protocol/src", must_not_name: PROTOCOL },
    server(".", "std::env tracing_subscriber anyhow"),
    server("record", CLOCKLESS),
    server("record", SOCKETS),
    server("record", "crate::secret::random_u64 async_trait"),
    server("store", SOCKETS),
    server("store", "tictactoe_engine crate::record crate::secret crate::settings"),
    server("store/sqlite", "serde_json"),
    server("matches", SOCKETS),
    server("matches", "serde_json crate::settings"),
    server("matchmaking", SOCKETS),
    server("matchmaking", "serde_json crate::settings"),
    server("matchmaking/queues.rs", CLOCKLESS),
    server("matchmaking/request.rs", PURE),
    server("computer", SOCKETS),
    server("computer", "crate::store"),
    server("computer/player.rs", "std::thread crate::computer::analysis"),
    server("computer/analysis.rs", "std::thread crate::computer::player"),
    server("computer/search_pool", "tokio::task std::time"),
    server("computer/search_pool/queue.rs", PURE),
    server("wire", "tokio tokio_util futures async_trait axum async await crate::store crate::clock"),
    server("connection", "tictactoe_engine crate::store crate::computer::search_pool serde_json hyper"),
    server("timestamp.rs", CLOCKLESS),
    server("origin", PURE),
    server("http", "tictactoe_engine crate::computer"),
    server("http/guard.rs", PORT),
    server("http/lingering_close.rs", PORT),
    server("http/listener.rs", PORT),
    server("http/refusal.rs", PORT),
    server("http/shared_state.rs", PORT),
    server("http/upgrade.rs", PORT),
    server("http/listener.rs", "crate::connection"),
    server("http/api", "tokio::net"),
    server("http/assets", "tokio crate::matches"),
    server("quota", "axum crate::store"),
    server("quota/client_address.rs", PURE),
    server("http/api/page_path.rs", PURE),
    server("http/assets/bundle.rs", PURE),
    client("discovery/search_state.rs", CLOCKLESS),
    client("ui/tui", CLOCKLESS),
    client("ui/tui", "clap crate::net::Link crate::session crate::terminal crate::ui::console"),
    client("net/backoff.rs", CLOCKLESS),
    client("net/whereabouts.rs", CLOCKLESS),
    client("net/connection.rs", CLOCKLESS),
    client("net", "crate::app crate::ui crate::session crate::terminal"),
    client("app", CLOCKLESS),
    client(
        "app",
        "clap crate::net::Link crate::net::socket crate::net::saved_seat crate::session
         crate::ui crate::terminal crate::discovery",
    ),
];

fn violations(within: &str, file: &Path, forbidden: &str) -> Vec<String> {
    let root = workspace();
    let is_forbidden = |mention: &String| {
        forbidden.split_whitespace().any(|path| {
            mention.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        })
    };
    let shown = file.strip_prefix(&root).unwrap_or(file).display().to_string();
    let found = mentions_in(file, &root.join(within)).into_iter().filter(is_forbidden);
    found.map(|mention| format!("{shown} names {mention}")).collect()
}

fn is_test(file: &Path) -> bool {
    // The workspace itself may be in a folder with such a name.
    let root = workspace();
    let path = file.strip_prefix(&root).unwrap_or(file);
    let named = |name: &str| path.iter().any(|part| part == name);
    ["tests.rs", "tests", "conformance.rs", "testing"].into_iter().any(named)
}

fn product_sources(within: &str, module: &str) -> Vec<PathBuf> {
    let files = sources(&workspace().join(within).join(module));
    let files: Vec<_> = files.into_iter().filter(|file| !is_test(file)).collect();
    assert!(!files.is_empty(), "there is no module {module} in {within}");
    files
}

#[test]
fn no_module_names_a_forbidden_path() {
    let found: Vec<_> = BOUNDARIES
        .iter()
        .flat_map(|boundary| {
            let files = product_sources(boundary.within, boundary.module);
            files.into_iter().flat_map(|file| violations(boundary.within, &file, boundary.must_not_name))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_modules_of_the_server_use_only_lower_layers() {
    assert_layered("server/src", "lib.rs", SERVER_LAYERS);
}

#[test]
fn the_modules_of_the_client_use_only_lower_layers() {
    assert_layered("client/src", "lib.rs", CLIENT_LAYERS);
}

fn assert_layered(within: &str, root: &str, layers: &str) {
    let sources = workspace().join(within);
    let mut found = Vec::new();
    let mut layers: Vec<_> = layers.split_whitespace().collect();
    for (layer, &module) in layers.iter().enumerate() {
        let higher: Vec<_> = layers[layer + 1..].iter().map(|name| format!("crate::{name}")).collect();
        let file = format!("{module}.rs");
        let module = if sources.join(module).is_dir() { module } else { file.as_str() };
        let files = product_sources(within, module);
        found.extend(files.iter().flat_map(|file| violations(within, file, &higher.join(" "))));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    let root = std::fs::read_to_string(sources.join(root)).expect("the root of the crate");
    let declared = root.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let mut modules: Vec<_> = declared.filter_map(|module| module.strip_suffix(';')).collect();
    modules.retain(|module| *module != "testing");
    modules.sort_unstable();
    layers.sort_unstable();
    assert_eq!(modules, layers, "every module has its layer");
}

/// What the client has inside it only runs: the client computes nothing about the rules.
#[test]
fn only_the_host_of_the_client_names_the_server() {
    let files = product_sources("client/src", ".").into_iter().filter(|file| !file.ends_with("host.rs"));
    let found: Vec<_> =
        files.flat_map(|file| violations("client/src", &file, "tictactoe_server tictactoe_engine")).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The settings define flags, and the binary reads them.
#[test]
fn only_the_settings_name_flags() {
    let files = product_sources("server/src", ".").into_iter().filter(|file| !file.ends_with("settings.rs"));
    let found: Vec<_> = files.flat_map(|file| violations("server/src", &file, "clap")).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn paths_are_found_in_sources() {
    let source = "//! crate::store\n\
        use crate::{matches::{Matches, live::Change}, store};\n\
        use super::role::Role; // tokio\n\
        pub(super) async fn f() { let text = \"axum::http\"; super::super::wire::mark(tokio::time::sleep(1)) }\n\
        #[cfg(test)]\n\
        mod tests { use tictactoe_engine::Rules; }\n\
        #[cfg(all(test, feature = \"nats\"))]\n\
        use tictactoe_engine::Cell;\n\
        fn g() { let sign = '\"'; let url = \"http://\"; serde_json::to_string(url) }\n";
    let module = ["crate", "connection", "obey"].map(String::from);
    let named = mentions(source, &module);
    for path in [
        "crate::matches::Matches",
        "crate::matches::live::Change",
        "crate::store",
        "crate::connection::role::Role",
        "async",
        "crate::wire::mark",
        "tokio::time::sleep",
        // Behind items that only tests compile, and behind what looks like a comment.
        "serde_json::to_string",
    ] {
        assert!(named.iter().any(|name| name == path), "{path} in {named:?}");
    }
    for hidden in ["axum", "tictactoe_engine"] {
        assert!(!named.iter().any(|path| path.contains(hidden)), "{hidden} in {named:?}");
    }
}
