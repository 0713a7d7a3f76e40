//! Measures how long players wait who all join at the same moment for a person, in the default lobby, with a store in
//! memory, on `SQLite`, and on `SQLite` where each sync takes 5 ms more:
//!
//! ```sh
//! cargo run --release -p tools --bin joins
//! ```
//!
//! A player's own wait is the time from sending `join` until `seated`. The server is the release build, in a process of
//! its own; unless `--server PATH` names another binary, it is built. Linux only; each of the two processes needs as
//! many open files as there are players, and the server some more.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::join_all;
use tokio::sync::Barrier;
use tools::joins::{Storage, connect, percentiles, seek};
use tools::measure::released_server;

const SIZES: [usize; 6] = [50, 200, 500, 1_000, 2_000, 10_000];

const STORAGES: [(Storage, &str); 3] =
    [(Storage::Memory, "memory"), (Storage::Sqlite, "SQLite"), (Storage::SlowSqlite, "SQLite, 5 ms/sync")];

#[tokio::main]
async fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let server = match &words[..] {
        [flag, path] if flag == "--server" => PathBuf::from(path),
        _ => released_server(),
    };
    println!(
        "{:>18} {:>8} {:>8} {:>10} {:>10} {:>10}",
        "store", "players", "refused", "all after", "wait p50", "wait p99"
    );
    for (storage, name) in STORAGES {
        for size in SIZES {
            println!("{name:>18} {size:>8} {}", measure(&server, storage, size).await);
        }
    }
}

/// One row: how many were refused, when all were seated, and how long they waited.
async fn measure(server: &Path, storage: Storage, size: usize) -> String {
    let server = storage.start(server).await;
    let players = connect(server.address, size).await;
    let start = Instant::now();
    let all = Arc::new(Barrier::new(size));
    let parts = players.into_iter().map(|player| tokio::spawn(seek(player, Arc::clone(&all))));
    let parts: Vec<_> = join_all(parts).await.into_iter().map(|part| part.expect("a player")).collect();
    let refused = parts.iter().filter(|part| part.is_none()).count();
    let seated_at = parts.iter().flatten().map(|part| part.seated_at).max();
    let all_after = seated_at.map_or(Duration::ZERO, |seated_at| seated_at - start);
    let [p50, p99] =
        percentiles(parts.iter().flatten().map(|part| part.seated_at - part.joined_at).collect());
    format!("{refused:>8} {:>10} {:>10} {:>10}", ms(all_after), ms(p50), ms(p99))
}

fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
