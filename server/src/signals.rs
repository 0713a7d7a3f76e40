//! Ctrl-C and SIGTERM.

use std::io;

/// Hears the signals that ask the program to stop, from when it is made.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub(crate) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for a signal and says with which code a program that it ends exits.
    pub(crate) async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupt.recv() => 130,
            _ = self.terminate.recv() => 143,
        }
    }
}

/// Hears the signals that ask the program to stop, from when it is made.
#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system does not allow it.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for a signal and says with which code a program that it ends exits.
    pub(crate) async fn next(&mut self) -> u8 {
        let _ = tokio::signal::ctrl_c().await;
        130
    }
}
