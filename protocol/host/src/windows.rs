//! Windows 10 and newer.

use std::fs::{DirBuilder, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use tokio::signal::windows as console;

use super::StopSignal;

/// Receives events of the console that arrive after it was made.
#[derive(Debug)]
pub struct StopSignals {
    interrupt: console::CtrlC,
    terminate: console::CtrlBreak,
    closed: console::CtrlClose,
    logoff: console::CtrlLogoff,
    shutdown: console::CtrlShutdown,
}

impl StopSignals {
    /// Installs handlers.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: console::ctrl_c()?,
            terminate: console::ctrl_break()?,
            closed: console::ctrl_close()?,
            logoff: console::ctrl_logoff()?,
            shutdown: console::ctrl_shutdown()?,
        })
    }

    /// Waits for an event. Cancel safe. After [`StopSignal::HangUp`] the system ends the process within some seconds.
    pub async fn next(&mut self) -> StopSignal {
        tokio::select! {
            _ = self.interrupt.recv() => StopSignal::Interrupt,
            _ = self.terminate.recv() => StopSignal::Terminate,
            _ = self.closed.recv() => StopSignal::HangUp,
            _ = self.logoff.recv() => StopSignal::HangUp,
            _ = self.shutdown.recv() => StopSignal::HangUp,
        }
    }
}

/// The local folder of this user, because a roaming one would be copied from machine to machine.
#[must_use]
pub fn data_directory() -> Option<PathBuf> {
    choose_native_strategy().ok().map(|strategy| strategy.cache_dir())
}

pub use data_directory as state_directory;

/// New directories inherit the access list of their folder. In a user's profile, only this user, the system and
/// administrators can read them.
#[must_use]
pub fn private_directory() -> DirBuilder {
    DirBuilder::new()
}

/// New files inherit the access list of their folder, too.
#[must_use]
pub fn private_file() -> OpenOptions {
    OpenOptions::new()
}

/// The access list of the folder decides.
#[must_use]
pub const fn is_private(_: &Metadata, _: &Path) -> bool {
    true
}

/// The file system keeps entries in order itself, and has no such call.
pub const fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A file that `SQLite` has opened cannot be deleted or replaced.
pub type FileIdentity = ();

/// There is only one.
pub const fn file_identity(_: &Path) -> io::Result<FileIdentity> {
    Ok(())
}

/// There is a call for it, but no safe one in any library here. The number of threads leaves room for the others.
pub const fn lower_priority() -> io::Result<()> {
    Ok(())
}
