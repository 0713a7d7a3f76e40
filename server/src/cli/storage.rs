//! Where the server stores matches.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, path};

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::{BoolishValueParser, RangedU64ValueParser};
use tictactoe_server::store::{HistoryLimits, MemoryStore, OpenError, SqliteStore, Store};

#[derive(Debug, Args)]
pub(crate) struct DataDirFlag {
    /// Directory for matches [default: tictactoe in the user's data directory]
    #[arg(long, env = "TICTACTOE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataDirFlag {
    /// The absolute path of the directory.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        let path = self.data.clone().or_else(systemd_directory).map_or_else(user_directory, Ok)?;
        Ok(path::absolute(&path).unwrap_or(path))
    }
}

/// The state directory that systemd assigns to a service; the first, if there are several.
fn systemd_directory() -> Option<PathBuf> {
    env::split_paths(&env::var_os("STATE_DIRECTORY")?).next()
}

fn user_directory() -> anyhow::Result<PathBuf> {
    let directory = tictactoe_system::data_directory()
        .context("there is no home directory for matches\nName another directory with --data DIR.")?;
    Ok(directory.join("tictactoe"))
}

#[derive(Debug, Args)]
pub(crate) struct StorageFlags {
    #[command(flatten)]
    directory: DataDirFlag,

    /// Store matches in memory only: all are lost when the server exits
    #[arg(long, env = "TICTACTOE_EPHEMERAL", value_parser = BoolishValueParser::new())]
    ephemeral: bool,

    /// Days for which finished games are kept, while the server runs
    #[arg(long, env = "TICTACTOE_HISTORY_DAYS", value_name = "COUNT", default_value = "365",
        value_parser = RangedU64ValueParser::<u32>::new().range(1..=36_500))]
    history_days: u32,

    /// Size of the database above which the oldest finished games are deleted
    #[arg(long, env = "TICTACTOE_HISTORY_MEGABYTES", value_name = "COUNT", default_value = "1024",
        value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    history_megabytes: u32,

    /// Limit of stored matches, including those that ended within the last hour; joins beyond it are refused
    #[arg(long, env = "TICTACTOE_MAX_MATCHES", value_name = "COUNT", default_value = "200000",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) max_matches: usize,
}

const CONFLICT: &str =
    "--data (or TICTACTOE_DATA) and --ephemeral (or TICTACTOE_EPHEMERAL) contradict each other";

impl StorageFlags {
    /// When both a directory and memory are asked for, the one on the command line overrides the one from the
    /// environment.
    pub(crate) fn resolve_conflict(&mut self, is_typed: impl Fn(&str) -> bool) -> Result<(), &'static str> {
        if self.directory.data.is_some() && self.ephemeral {
            self.ephemeral = match (is_typed("data"), is_typed("ephemeral")) {
                (true, false) => false,
                (false, true) => true,
                _ => return Err(CONFLICT),
            };
        }
        Ok(())
    }

    fn history_limits(&self) -> HistoryLimits {
        let age = Duration::from_secs(u64::from(self.history_days) * 24 * 60 * 60);
        HistoryLimits { age, bytes: u64::from(self.history_megabytes) << 20 }
    }

    /// Opens the store, and says where matches are kept. The second line of an error says what to do.
    pub(crate) fn open(&self) -> anyhow::Result<(Arc<dyn Store>, String)> {
        if self.ephemeral {
            return Ok((Arc::new(MemoryStore::new()), "kept in memory only".to_owned()));
        }
        let path = self.directory.path()?;
        let store = SqliteStore::open(&path, self.history_limits()).map_err(|error| {
            anyhow!(
                "{error}\n{}, choose another directory with --data DIR, or store nothing with --ephemeral.",
                advice(&error)
            )
        })?;
        Ok((Arc::new(store), format!("kept in {}", path.display())))
    }
}

const fn advice(error: &OpenError) -> &'static str {
    match error {
        OpenError::Unusable(..) | OpenError::NotFound(_) => {
            "Check that this user can write there and that the disk is not full"
        }
        OpenError::InUse(_) => "Stop that server",
        OpenError::Rescued(..) => "Name that directory with --data, or move it away to start without matches",
        OpenError::Foreign(_) => "Move that file away",
        OpenError::NewerFormat(..) => "Install the newer version",
        OpenError::Damaged(..) => {
            "Move that file away to start without matches, and keep it to recover what is possible"
        }
        OpenError::NotDurable(..) => "Use a local disk",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> StorageFlags {
        let directory = DataDirFlag { data: Some("/data".into()) };
        StorageFlags { directory, ephemeral: true, max_matches: 1, history_days: 1, history_megabytes: 1 }
    }

    #[test]
    fn a_typed_flag_overrides_a_variable() {
        let mut flags = both();
        flags.resolve_conflict(|flag| flag == "data").unwrap();
        assert!(!flags.ephemeral);
        let mut flags = both();
        flags.resolve_conflict(|flag| flag == "ephemeral").unwrap();
        assert!(flags.ephemeral);
    }

    #[test]
    fn contradicting_flags_are_refused() {
        for typed in [true, false] {
            assert_eq!(both().resolve_conflict(|_| typed), Err(CONFLICT));
        }
    }
}
