//! Saves the seat of a run on disk, so that a later run can resume it if the client was killed.
//!
//! Each run with a seat or a place in the queue has one file, in the platform's state directory (or --state). While the
//! run lives it locks the file against other clients on the same machine; a kill releases the lock. The file
//! is removed when there is nothing to return to: the game is over, the seat was left, or the server has forgotten it.
//!
//! A run takes the newest unlocked file, a seat before a place in a queue. The file must be younger than a day, for the
//! same server address (`localhost`, 127.0.0.1 and `::1` are equal), for the same options (name, opponent, level, mark,
//! board, run and room), and by the same kind of player: a person does not continue a script's game, nor a script a
//! person's.

mod file;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::SystemTime;

use etcetera::{BaseStrategy, choose_base_strategy};

use super::seat::SeatTicket;
use crate::address::Address;
use crate::exit::cause;
use crate::mode::{InputMode, Mode};
use crate::sanitize::sanitize;
use file::{Purpose, SavedSeat};

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
    directory: PathBuf,
    /// None when nothing is saved: there is no seat, or no file can be written.
    purpose: Option<Purpose>,
    ignores_earlier: bool,
    saved: Option<SavedSeat>,
}

impl SavedTickets {
    pub(crate) fn new(config: &SavingConfig, address: &Address, mode: &Mode, input_mode: InputMode) -> Self {
        let purpose = match mode {
            // Spectators have no seat.
            Mode::Watch(_) => None,
            Mode::Join(join) => Some(Purpose { server: server(address), input_mode, wish: join.clone() }),
        };
        let directory = config.directory.clone().or_else(platform_directory).unwrap_or_default();
        Self { directory, purpose, ignores_earlier: config.ignores_earlier, saved: None }
    }

    /// Takes the ticket that an earlier run for the same purpose has left behind, and removes expired files.
    pub(crate) fn find(&mut self) -> Option<SeatTicket> {
        let purpose = self.purpose.as_ref().filter(|_| !self.ignores_earlier)?;
        self.saved = SavedSeat::find(&self.directory, purpose, SystemTime::now());
        self.saved.as_ref().map(|saved| saved.ticket.clone())
    }

    /// Saves this ticket; `None` removes the saved one. Returns a warning once if saving fails: the game goes on.
    pub(super) fn save(&mut self, ticket: Option<&SeatTicket>) -> Option<String> {
        let (Some(ticket), Some(purpose)) = (ticket, &self.purpose) else {
            self.forget();
            return None;
        };
        if let Some(saved) = self.saved.as_mut().filter(|saved| saved.ticket == *ticket) {
            saved.renew(SystemTime::now());
            return None;
        }
        let created = SavedSeat::create(&self.directory, purpose, ticket);
        self.forget();
        match created {
            Ok(saved) => {
                self.saved = Some(saved);
                None
            }
            Err(error) => {
                self.purpose = None;
                let directory = sanitize(&self.directory.to_string_lossy());
                Some(format!(
                    "Warning: your seat cannot be kept in {directory} for the case that tictactoe is killed: {}. \
                     --state DIR names another directory.",
                    cause(&error)
                ))
            }
        }
    }

    /// Removes what is saved.
    pub(super) fn forget(&mut self) {
        if let Some(saved) = self.saved.take() {
            saved.remove();
        }
    }
}

/// The server's address; `localhost`, `127.0.0.1` and `::1` are equal.
fn server(address: &Address) -> String {
    let is_here =
        ["localhost", "127.0.0.1", "::1"].iter().any(|host| host.eq_ignore_ascii_case(&address.host));
    if is_here { format!("localhost:{}", address.port) } else { address.to_string() }
}

/// The platform's directory for the state of programs.
fn platform_directory() -> Option<PathBuf> {
    let strategy = choose_base_strategy().ok()?;
    let base = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(base.join("tictactoe"))
}
