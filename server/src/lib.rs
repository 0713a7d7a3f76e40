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
//! * `web`: the one port; `linger`: how its connections end.
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
mod moment;
mod opponent;
pub mod record;
mod secret;
pub mod settings;
pub mod store;
mod teacher;
mod thinking;
mod web;
mod wire;

use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use connection::Services;
use matches::Matches;
use opponent::Opponent;
use store::Store;
use teacher::Teacher;
use thinking::Thinking;

pub use settings::Settings;
pub use wire::history::history_line;

/// Runs a server on a socket that is listening already, until it is told to stop. Then it accepts nobody
/// else, tells its clients, and returns when their connections have ended, or after
/// [`Settings::drain`] at the latest.
pub async fn run(listener: TcpListener, store: Arc<dyn Store>, settings: Settings, stop: CancellationToken) {
    let tasks = TaskTracker::new();
    let drain = settings.drain;
    let matches = Arc::new(Matches::new(store, settings.move_time));
    let thinking = Thinking::start(settings.thinking);
    let opponent = Opponent::new(Arc::clone(&matches), thinking.clone(), tasks.clone());
    let teacher = Teacher::new(thinking.clone());
    let services = Services { matches, opponent, teacher, settings: Arc::new(settings), stop };
    web::accept(listener, services, tasks.clone()).await;
    thinking.close();
    tasks.close();
    if timeout(drain, tasks.wait()).await.is_err() {
        tracing::warn!(left = tasks.len(), "stopping before every connection has ended");
    }
}
