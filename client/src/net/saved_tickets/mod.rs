//! The seat of a run, kept where a later run finds it: whoever is killed takes it again.
//!
//! One file for each run that has a seat, in the platform's directory for what programs remember (`--state` names
//! another). As long as the run lives its file is locked, so that another client on the same machine does not take
//! it; a run that is killed frees it. It is removed when there is nothing to come back to: the game is over, the
//! seat was left, or the server no longer knows it.
//!
//! A run takes the newest file that nobody holds, a seat before a place in a queue. It must have been written less
//! than a day ago, for the same server under the same address (the names of this machine itself are one), and with
//! the same wishes: name, opponent, level, mark, board, run and room, and one player or two at one keyboard. A person
//! does not play on what a script began, and no script what a person did. A run that takes a file, or has had it for
//! an hour, writes it anew.
//!
//! * `kept`: what is in such a file.
//! * `folder`: the directory and its files.

mod folder;
mod kept;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use etcetera::{BaseStrategy, choose_base_strategy};

use crate::address::Address;
use crate::exit::cause;
use crate::mode::{InputMode, Mode};
use crate::net::pass::Pass;
use crate::sanitize::sanitize;
use folder::{Folder, Held};
use kept::{Kept, Purpose};

/// A file that is older is written anew.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// Where seats are kept, and whether an earlier one is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Keeping {
    /// The directory; none: that of the platform.
    pub(crate) directory: Option<PathBuf>,
    /// Whether what an earlier run has left behind is let alone.
    pub(crate) starts_anew: bool,
}

/// Keeps the seat of one run.
#[derive(Debug)]
pub(crate) struct Keeper {
    /// None when nothing is kept, or when it cannot be.
    folder: Option<Folder>,
    purpose: Option<Purpose>,
    kept: Option<Current>,
}

/// What is kept now.
#[derive(Debug)]
struct Current {
    passes: Vec<Pass>,
    file: Held,
    /// When this run wrote it, or tried to; none for a file that another run has left behind.
    written: Option<SystemTime>,
}

impl Keeper {
    /// For a run at a server. Whoever only watches keeps nothing.
    pub(crate) fn new(keeping: &Keeping, address: &Address, mode: &Mode, input_mode: InputMode) -> Self {
        let purpose = Purpose::new(address, mode, input_mode);
        let directory = || keeping.directory.clone().or_else(platform).unwrap_or_default();
        let folder = purpose.is_some().then(|| Folder::new(directory()));
        Self { folder, purpose, kept: None }
    }

    /// Takes what an earlier run with the same purpose has left behind: a pass for each connection. Clears away
    /// what is too old for anybody.
    pub(crate) fn find(&mut self) -> Option<Vec<Pass>> {
        let (folder, purpose) = (self.folder.as_ref()?, self.purpose.as_ref()?);
        let now = SystemTime::now();
        folder.clear(now);
        let fitting = |content: &[u8]| Kept::read(content).filter(|kept| kept.fits(purpose, now));
        let (kept, file) = folder.take(|content| fitting(content).map(|kept| (kept.worth(), kept)))?;
        let passes = kept.into_passes();
        self.kept = Some(Current { passes: passes.clone(), file, written: None });
        Some(passes)
    }

    /// Keeps these passes, or nothing. Says, once, what is wrong when they cannot be kept: no reason not to play.
    pub(crate) fn keep(&mut self, passes: Option<Vec<Pass>>) -> Option<String> {
        let now = SystemTime::now();
        let (Some(passes), Some(folder), Some(purpose)) = (passes, &self.folder, &self.purpose) else {
            self.forget();
            return None;
        };
        let same = self.kept.as_mut().filter(|kept| kept.passes == passes);
        if same.as_ref().is_some_and(|kept| kept.is_fresh(now)) {
            return None;
        }
        let content = Kept::new(purpose, &passes, now).write();
        match (folder.put(&content), same) {
            (Ok(file), _) => {
                self.forget();
                self.kept = Some(Current { passes, file, written: Some(now) });
                None
            }
            // The old file does as well.
            (Err(_), Some(kept)) => {
                kept.written = Some(now);
                None
            }
            (Err(error), None) => {
                let warning = warning(folder, &error);
                self.forget();
                self.folder = None;
                Some(warning)
            }
        }
    }

    /// Removes what is kept: there is nothing to come back to.
    pub(crate) fn forget(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.file.remove();
        }
    }
}

impl Current {
    /// A clock that was set back makes no file fresh for ever.
    fn is_fresh(&self, now: SystemTime) -> bool {
        self.written.is_some_and(|at| now.duration_since(at).is_ok_and(|age| age < FRESH))
    }
}

fn warning(folder: &Folder, error: &io::Error) -> String {
    format!(
        "Warning: your seat cannot be kept in {} for the case that tictactoe is killed: {}. \
         --state DIR names another directory.",
        sanitize(&folder.directory().to_string_lossy()),
        cause(error)
    )
}

/// The directory for what programs remember, where the platform has one.
fn platform() -> Option<PathBuf> {
    let strategy = choose_base_strategy().ok()?;
    let base = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(base.join("tictactoe"))
}
