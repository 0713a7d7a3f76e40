//! What ends a run from outside: Ctrl-C, SIGTERM, and the time that it was given.

use std::io;
use std::time::Duration;

use tokio::time::sleep;

use crate::exit::Stop;

/// Comes when the run has to end.
///
/// # Errors
/// When the system does not tell of its signals.
#[cfg(unix)]
pub fn stop(time: Option<Duration>) -> io::Result<impl Future<Output = Stop>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => Stop::Interrupted,
            _ = terminated.recv() => Stop::Terminated,
            () = elapsed(time) => Stop::TimedOut,
        }
    })
}

/// Comes when the run has to end.
///
/// # Errors
/// None on this system.
#[cfg(not(unix))]
pub fn stop(time: Option<Duration>) -> io::Result<impl Future<Output = Stop>> {
    Ok(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => Stop::Interrupted,
            () = elapsed(time) => Stop::TimedOut,
        }
    })
}

async fn elapsed(time: Option<Duration>) {
    match time {
        Some(time) => sleep(time).await,
        None => std::future::pending().await,
    }
}
