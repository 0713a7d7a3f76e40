//! The seat of a run, saved where a later run finds it: a client that was killed is seated again.
//!
//! One file for each run that has a seat, in the platform's directory for state (`--state` names another). While the
//! run lives its file is locked, so that another client on the same machine does not take it; a killed run frees it. It
//! is removed when there is nothing to return to: the game is over, the seat was left, or the server has forgotten it.
//!
//! A run takes the newest unlocked file, a seat before a place in a queue. The file must be younger than a day, for the
//! same server at the same address (the names of this machine are one), for the same wish (name, opponent, level, mark,
//! board, run and room), and by the same kind of player: a person does not continue a script's game, nor a script a
//! person's.
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

use super::seat::SeatTicket;
use crate::address::Address;
use crate::exit::cause;
use crate::mode::{InputMode, Mode};
use crate::sanitize::sanitize;
use folder::{Folder, Held};
use kept::{Kept, Purpose};

/// An older file is written anew, so that it does not expire while its run lives.
const FRESH: Duration = Duration::from_secs(60 * 60);

/// Where seats are saved, and whether an earlier one is used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SavingConfig {
    /// None: the platform's directory.
    pub(crate) directory: Option<PathBuf>,
    pub(crate) ignores_earlier: bool,
}

/// Saves the seat of one run.
#[derive(Debug)]
pub(crate) struct SavedTickets {
    /// None when nothing is saved: there is no seat, or no file can be written.
    target: Option<(Folder, Purpose)>,
    ignores_earlier: bool,
    current: Option<Current>,
}

/// What is saved now.
#[derive(Debug)]
struct Current {
    ticket: SeatTicket,
    file: Held,
    /// When this run wrote it, or tried to; none for a file of an earlier run.
    written: Option<SystemTime>,
}

impl SavedTickets {
    pub(crate) fn new(config: &SavingConfig, address: &Address, mode: &Mode, input_mode: InputMode) -> Self {
        let directory = || config.directory.clone().or_else(platform).unwrap_or_default();
        let purpose = Purpose::new(address, mode, input_mode);
        let target = purpose.map(|purpose| (Folder::new(directory()), purpose));
        Self { target, ignores_earlier: config.ignores_earlier, current: None }
    }

    /// Takes the ticket that an earlier run for the same purpose has left behind, and removes expired files.
    pub(crate) fn find(&mut self) -> Option<SeatTicket> {
        let (folder, purpose) = self.target.as_ref().filter(|_| !self.ignores_earlier)?;
        let now = SystemTime::now();
        folder.clear(now);
        let fitting = |content: &[u8]| Kept::read(content).filter(|kept| kept.fits(purpose, now));
        let (kept, file) = folder.take(|content| fitting(content).map(|kept| (kept.worth(), kept)))?;
        let ticket = kept.into_ticket();
        self.current = Some(Current { ticket: ticket.clone(), file, written: None });
        Some(ticket)
    }

    /// Saves this ticket, or nothing. Returns a warning, once, when it cannot be saved: the game goes on.
    pub(super) fn save(&mut self, ticket: Option<&SeatTicket>) -> Option<String> {
        let now = SystemTime::now();
        let (Some(ticket), Some((folder, purpose))) = (ticket, &self.target) else {
            self.forget();
            return None;
        };
        let same = self.current.as_mut().filter(|current| current.ticket == *ticket);
        if same.as_ref().is_some_and(|current| current.is_fresh(now)) {
            return None;
        }
        let content = Kept::new(purpose, ticket, now).write();
        match (folder.put(&content), same) {
            (Ok(file), _) => {
                self.forget();
                self.current = Some(Current { ticket: ticket.clone(), file, written: Some(now) });
                None
            }
            // The old file does as well.
            (Err(_), Some(current)) => {
                current.written = Some(now);
                None
            }
            (Err(error), None) => {
                let warning = warning(folder, &error);
                self.forget();
                self.target = None;
                Some(warning)
            }
        }
    }

    /// Removes what is saved.
    pub(super) fn forget(&mut self) {
        if let Some(current) = self.current.take() {
            current.file.remove();
        }
    }
}

impl Current {
    /// A clock that was set back does not keep a file fresh for ever.
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

/// The platform's directory for the state of programs.
fn platform() -> Option<PathBuf> {
    let strategy = choose_base_strategy().ok()?;
    let base = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(base.join("tictactoe"))
}
