//! The referee: pairs players, checks every move, keeps the clock and plays the computer's side.
//!
//! # Map, in reading order
//! * [`settings`]: every limit and default.
//! * [`record`]: what is stored of a match, and every decision on it. Pure.
//! * [`store`]: bytes under keys, changed by compare-and-set.
//! * `matches`: load, decide, commit; and bringing two players together.
//! * `thinking`: a small pool of threads that search beside the async ones.
//! * `opponent`: the computer's seat; `teacher`: what the computer tells people of a game.
//! * `wire`: the only bridge between the protocol's words and the record.
//! * `connection`: one socket, one task, one `select!`.
//! * `web`: the one port; `pages`: what it answers to browsers; `linger`: how its connections end.
//! * [`port`]: the same port for other uses than the game.
//! * `rate`: how much may come.
//! * `moment`, `clock` and `secret`: where randomness and time enter.
//!
//! ```
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! use std::sync::Arc;
//! use tictactoe_server::{Settings, run, store::MemoryStore};
//!
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let stop = tokio_util::sync::CancellationToken::new();
//! let server = tokio::spawn(run(listener, Arc::new(MemoryStore::new()), Settings::default(), stop.clone()));
//!
//! stop.cancel();
//! server.await?;
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod connection;
mod linger;
mod matches;
mod matchmaking;
mod moment;
mod opponent;
mod pages;
pub mod port;
mod rate;
pub mod record;
mod secret;
mod services;
pub mod settings;
pub mod store;
mod teacher;
mod thinking;
mod web;
mod wire;

use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use matches::{MatchConfig, Matches};
use matchmaking::Matchmaker;
use opponent::Opponent;
use pages::Pages;
use services::Services;
use store::Store;
use teacher::Teacher;
use thinking::Thinking;
use web::Port;

pub use settings::Settings;
pub use wire::history::history_line;

/// Runs a server on a socket that is listening already, until it is told to stop. Then it lets nobody else play,
/// tells its clients, and returns when their connections have ended, or after [`Settings::drain`] at the latest.
/// From then on it no longer uses the store, unless the store has not answered in all that time.
pub async fn run(listener: TcpListener, store: Arc<dyn Store>, settings: Settings, stop: CancellationToken) {
    let tasks = TaskTracker::new();
    let settings = Arc::new(settings);
    let config = MatchConfig { move_time: settings.move_time, max_matches: settings.matches };
    let matches = Arc::new(Matches::new(Arc::clone(&store), config));
    let thinking = Thinking::start(settings.thinking);
    let services = Services {
        matchmaker: Arc::new(Matchmaker::new(Arc::clone(&matches), settings.ai_after)),
        computer: Opponent::new(Arc::clone(&matches), thinking.clone(), tasks.clone(), stop.clone()),
        analysis: Teacher::new(thinking.clone()),
        matches,
        settings: Arc::clone(&settings),
        stop: stop.clone(),
    };
    let port = Port {
        pages: pages::router(Pages { services: services.clone(), store, bound: listener.local_addr().ok() }),
        handler: move |socket| connection::serve(socket, services.clone()),
        settings: Arc::clone(&settings),
    };
    let stopped = async {
        stop.cancelled().await;
        thinking.close();
        Instant::now() + settings.drain
    };
    let (deadline, ()) = tokio::join!(stopped, web::serve(listener, port, stop.clone()));
    tasks.close();
    if timeout_at(deadline, tasks.wait()).await.is_err() {
        tracing::warn!(left = tasks.len(), "stopping before the computer has made its moves");
    }
}
