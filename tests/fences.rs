//! What each room of the house must not know of the others, by what the sources name. What crates must not know
//! is in `crates.rs`.

use std::path::{Path, PathBuf};

use tictactoe_tests::paths::{Mention, mentions, mentions_in, sources, workspace};

/// A part of a crate, and the paths that it must not name.
struct Fence {
    room: &'static str,
    within: &'static str,
    must_not_know: &'static [&'static str],
}

/// What a part must not know that only computes.
const PURE: &[&str] =
    &["tokio", "futures", "std::thread", "std::sync", "std::time", "std::io", "async", "await"];

/// What a part must not know to which the time is told.
const CLOCKLESS: &[&str] = &[
    "tokio",
    "futures",
    "std::thread",
    "std::sync",
    "std::time::SystemTime",
    "Instant::now",
    "std::io",
    "std::fs",
    "std::net",
    "std::env",
    "getrandom",
    "async",
    "await",
];

const FENCES: &[Fence] = &[
    Fence {
        room: ".",
        within: "server/engine/src",
        must_not_know: &[
            "serde",
            "tokio",
            "rand",
            "getrandom",
            "std::time",
            "std::thread",
            "std::net",
            "std::io",
            "std::fs",
            "std::env",
        ],
    },
    Fence {
        room: ".",
        within: "protocol/src",
        must_not_know: &[
            "tictactoe_engine",
            "tictactoe_server",
            "tokio",
            "std::net",
            "std::io",
            "std::fs",
            "std::env",
            "std::time",
        ],
    },
    Fence {
        room: "record",
        within: "server/src",
        must_not_know: &[
            "tokio",
            "tictactoe_protocol",
            "axum",
            "futures",
            "async_trait",
            "getrandom",
            "std::time::Instant",
            "std::time::SystemTime",
            "crate::store",
            "crate::matches",
            "crate::wire",
            "crate::connection",
            "crate::computer",
            "crate::web",
            "crate::clock",
            "crate::settings",
            "crate::secret::random_u64",
            "crate::secret::random_id",
            "async",
            "await",
        ],
    },
    Fence {
        room: "store",
        within: "server/src",
        must_not_know: &[
            "tictactoe_engine",
            "tictactoe_protocol",
            "serde_json",
            "axum",
            "crate::record",
            "crate::matches",
            "crate::wire",
            "crate::connection",
            "crate::computer",
            "crate::web",
            "crate::pages",
            "crate::secret",
            "crate::settings",
        ],
    },
    Fence {
        room: "matches",
        within: "server/src",
        must_not_know: &[
            "tictactoe_protocol",
            "axum",
            "hyper",
            "tokio_tungstenite",
            "serde_json",
            "tokio::net",
            "crate::wire",
            "crate::connection",
            "crate::computer",
            "crate::web",
            "crate::pages",
            "crate::settings",
        ],
    },
    Fence {
        room: "wire",
        within: "server/src",
        must_not_know: &[
            "tokio",
            "tokio_util",
            "futures",
            "async_trait",
            "axum",
            "async",
            "await",
            "crate::store",
            "crate::matches",
            "crate::connection",
            "crate::computer",
            "crate::web",
            "crate::clock",
            "crate::secret",
        ],
    },
    Fence {
        room: "connection",
        within: "server/src",
        must_not_know: &[
            "tictactoe_engine",
            "crate::store",
            "crate::computer::search_pool",
            "crate::web",
            "serde_json",
            "hyper",
        ],
    },
    Fence {
        room: "computer",
        within: "server/src",
        must_not_know: &[
            "tictactoe_protocol",
            "axum",
            "hyper",
            "tokio_tungstenite",
            "tokio::net",
            "crate::wire",
            "crate::connection",
            "crate::web",
            "crate::store",
        ],
    },
    Fence {
        room: "computer/player.rs",
        within: "server/src",
        must_not_know: &["std::thread", "crate::computer::analysis"],
    },
    Fence {
        room: "computer/analysis.rs",
        within: "server/src",
        must_not_know: &["std::thread", "crate::computer::player"],
    },
    Fence {
        room: "computer/search_pool",
        within: "server/src",
        must_not_know: &[
            "tokio::task",
            "std::time",
            "crate::record",
            "crate::computer::player",
            "crate::computer::analysis",
        ],
    },
    Fence { room: "computer/search_pool/queue.rs", within: "server/src", must_not_know: PURE },
    Fence {
        room: "web",
        within: "server/src",
        must_not_know: &[
            "tictactoe_engine",
            "crate::store",
            "crate::record",
            "crate::matches",
            "crate::wire",
            "crate::connection",
            "crate::computer",
            "crate::pages",
        ],
    },
    Fence { room: "timestamp.rs", within: "server/src", must_not_know: CLOCKLESS },
    Fence {
        room: "pages",
        within: "server/src",
        must_not_know: &["tictactoe_engine", "crate::record", "crate::computer", "tokio::net"],
    },
    Fence { room: "pages/place.rs", within: "server/src", must_not_know: PURE },
    Fence { room: "pages/script.rs", within: "server/src", must_not_know: PURE },
    Fence { room: "nearby/lookout.rs", within: "client/src", must_not_know: CLOCKLESS },
    Fence {
        room: "tui",
        within: "client/src",
        must_not_know: &[
            "tokio",
            "futures",
            "std::thread",
            "std::sync",
            "std::io",
            "std::fs",
            "std::net",
            "std::env",
            "std::time::SystemTime",
            "Instant::now",
            "async",
            "await",
            "clap",
            "crate::link",
            "crate::links",
            "crate::session",
            "crate::terminal",
            "crate::console",
            "crate::keeping",
        ],
    },
    Fence { room: "comeback.rs", within: "client/src", must_not_know: CLOCKLESS },
    Fence { room: "pass.rs", within: "client/src", must_not_know: CLOCKLESS },
    Fence {
        room: "keeping",
        within: "client/src",
        must_not_know: &[
            "tokio",
            "tokio_tungstenite",
            "crate::link",
            "crate::links",
            "crate::session",
            "crate::app",
        ],
    },
    Fence {
        room: "app",
        within: "client/src",
        must_not_know: &[
            "tokio",
            "tokio_tungstenite",
            "futures",
            "std::io",
            "std::net",
            "Instant::now",
            "SystemTime::now",
            "std::env",
            "clap",
            "crate::link",
            "crate::links",
            "crate::session",
            "crate::console",
            "crate::stdin",
            "crate::faces",
            "crate::tui",
            "crate::terminal",
            "crate::nearby",
            "async",
            "await",
        ],
    },
];

/// Flags and the environment are read by the binaries only.
const READ_BY_BINARIES: &[&str] = &["clap", "std::env", "tracing_subscriber", "anyhow"];

/// The mentions that a fence forbids, each with its file and line.
fn breaches(within: &str, file: &Path, forbidden: &[&str]) -> Vec<String> {
    let root = workspace();
    let over = |mention: &Mention| {
        forbidden.iter().any(|path| {
            mention.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        })
    };
    let shown = file.strip_prefix(&root).unwrap_or(file).display().to_string();
    let found = mentions_in(file, &root.join(within)).into_iter().filter(over);
    found.map(|mention| format!("{shown}:{} knows {}", mention.line, mention.path)).collect()
}

fn is_test(file: &Path) -> bool {
    let named = |name: &str| file.iter().any(|part| part == name);
    ["tests.rs", "tests", "conformance.rs", "testing"].into_iter().any(named)
}

#[test]
fn no_room_knows_what_it_must_not() {
    let mut over = Vec::new();
    for fence in FENCES {
        let files = sources(&workspace().join(fence.within).join(fence.room));
        let files: Vec<_> = files.into_iter().filter(|file| !is_test(file)).collect();
        assert!(!files.is_empty(), "there is no room {} in {}", fence.room, fence.within);
        for file in files {
            over.extend(breaches(fence.within, &file, fence.must_not_know));
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
}

#[test]
fn only_binaries_read_flags_and_the_environment() {
    let within = "server/src";
    let files = sources(&workspace().join(within));
    let parts = ["main.rs", "announce.rs", "banner", "flags.rs", "flags", "logs.rs"];
    let of_binary = |file: &PathBuf| {
        file.strip_prefix(workspace().join(within))
            .is_ok_and(|path| path.iter().any(|part| parts.iter().any(|name| part == *name)))
    };
    let over: Vec<_> = files
        .iter()
        .filter(|file| !of_binary(file) && !is_test(file))
        .flat_map(|file| breaches(within, file, READ_BY_BINARIES))
        .collect();
    assert!(over.is_empty(), "{}", over.join("\n"));
}

#[test]
fn the_fences_see_what_sources_name() {
    let source = "//! crate::store\n\
        use crate::{matches::{Matches, live::Change}, store};\n\
        use super::role::Role; // tokio\n\
        pub(super) async fn f() { let text = \"axum::http\"; super::super::wire::mark(tokio::time::sleep(1)) }\n\
        #[cfg(test)]\n\
        mod tests { use tictactoe_engine::Rules; }\n";
    let module = ["crate", "connection", "obey"].map(String::from);
    let named: Vec<_> =
        mentions(source, &module).into_iter().map(|mention| (mention.line, mention.path)).collect();
    for (line, path) in [
        (2, "crate::matches::Matches"),
        (2, "crate::matches::live::Change"),
        (2, "crate::store"),
        (3, "crate::connection::role::Role"),
        (4, "async"),
        (4, "crate::wire::mark"),
        (4, "tokio::time::sleep"),
    ] {
        assert!(named.contains(&(line, path.to_owned())), "{path} in {named:?}");
    }
    for hidden in ["axum", "tictactoe_engine"] {
        assert!(!named.iter().any(|(_, path)| path.contains(hidden)), "{hidden} in {named:?}");
    }
}
