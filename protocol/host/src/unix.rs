//! Linux, macOS and other Unix systems.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::{choose_base_strategy, choose_native_strategy};
use rustix::fs::OFlags;
use rustix::process::{geteuid, nice};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::StopSignal;

/// Receives signals that arrive after it was made.
#[derive(Debug)]
pub struct StopSignals {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Option<Signal>,
}

impl StopSignals {
    /// Installs handlers.
    pub fn new() -> io::Result<Self> {
        // Do not replace the setting of `nohup`, with which a program outlives its terminal. If the system does not
        // show the setting, the default stays, which ends the program at once.
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let hang_up = ignores_hang_up(&status) == Some(false);
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: hang_up.then(|| signal(SignalKind::hangup())).transpose()?,
        })
    }

    /// Waits for a signal. Cancel safe.
    pub async fn next(&mut self) -> StopSignal {
        tokio::select! {
            _ = self.interrupt.recv() => StopSignal::Interrupt,
            _ = self.terminate.recv() => StopSignal::Terminate,
            Some(()) = async { self.hang_up.as_mut()?.recv().await } => StopSignal::HangUp,
        }
    }
}

fn ignores_hang_up(status: &str) -> Option<bool> {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(set.trim(), 16).ok().map(|set| set & 1 == 1)
}

/// Where programs keep data of this user.
#[must_use]
pub fn data_directory() -> Option<PathBuf> {
    choose_native_strategy().ok().map(|strategy| strategy.data_dir())
}

/// Where programs keep state for later runs of this user.
#[must_use]
pub fn state_directory() -> Option<PathBuf> {
    choose_base_strategy().ok()?.state_dir()
}

/// Creates directories that only this user can enter.
#[must_use]
pub fn private_directory() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

/// Creates files that only this user can read. A pipe without a reader fails instead of blocking.
#[must_use]
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    options
}

/// Only its owner may use a file of this directory. The owner must be the user of this process or the owner of the
/// directory.
#[must_use]
pub fn is_private(file: &Metadata, directory: &Path) -> bool {
    const OTHERS: u32 = 0o077;
    let is_owned = file.uid() == geteuid().as_raw()
        || fs::metadata(directory).is_ok_and(|directory| directory.uid() == file.uid());
    is_owned && file.mode() & OTHERS == 0
}

/// Flushes the entries of a directory.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

/// Tells a file from earlier and later ones with its name.
pub type FileIdentity = (u64, u64);

/// Fails if there is no such file.
pub fn file_identity(path: &Path) -> io::Result<FileIdentity> {
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Gives all other threads of this machine priority over this one. On Linux a thread of this niceness yields the
/// processor at once, and gets a quarter of it beside another one that is always busy. On other systems this does
/// nothing, because niceness belongs to the whole process there.
pub fn lower_priority() -> io::Result<()> {
    const NICENESS: i32 = 5;
    if cfg!(target_os = "linux") {
        nice(NICENESS)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hangup_that_nohup_ignores_stays_ignored() {
        for (status, ignored) in [
            ("Name:\ttictactoe\nSigIgn:\t0000000000001001\n", Some(true)),
            ("SigIgn:\t0000000000001000\nSigCgt:\t0000000000000001\n", Some(false)),
            ("", None),
        ] {
            assert_eq!(ignores_hang_up(status), ignored, "{status}");
        }
    }
}
