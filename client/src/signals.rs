//! What ends a run from outside: Ctrl-C, SIGTERM, SIGHUP, and the time that it was given.

use std::io;
use std::time::Duration;

use futures::future::OptionFuture;
use tokio::time::sleep;

use crate::exit::Stop;

#[cfg(unix)]
pub(crate) fn stop(time: Option<Duration>) -> io::Result<impl Future<Output = Stop>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    // A run that `nohup` started is to outlive its terminal.
    let mut hung_up = if is_hangup_ignored() { None } else { Some(signal(SignalKind::hangup())?) };
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => Stop::Interrupted,
            _ = terminated.recv() => Stop::Terminated,
            Some(()) = async { hung_up.as_mut()?.recv().await } => Stop::HungUp,
            Some(()) = OptionFuture::from(time.map(sleep)) => Stop::TimedOut,
        }
    })
}

#[cfg(not(unix))]
pub(crate) fn stop(time: Option<Duration>) -> io::Result<impl Future<Output = Stop>> {
    Ok(async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => Stop::Interrupted,
            Some(()) = OptionFuture::from(time.map(sleep)) => Stop::TimedOut,
        }
    })
}

/// Whether the process was started with SIGHUP ignored, as far as the system says.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| ignores_hangup(&status))
}

#[cfg(unix)]
fn ignores_hangup(status: &str) -> bool {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).is_some_and(|set| set & 1 == 1)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_hangup_that_nohup_ignores_stays_ignored() {
        assert!(ignores_hangup("Name:\ttictactoe\nSigIgn:\t0000000000001001\n"));
        assert!(!ignores_hangup("SigIgn:\t0000000000001000\nSigCgt:\t0000000000000001\n"));
        assert!(!ignores_hangup(""));
    }
}
