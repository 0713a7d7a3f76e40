//! Where matches are kept.

use std::path::PathBuf;
use std::{env, fmt, path};

use clap::Args;
use clap::builder::{BoolishValueParser, RangedU64ValueParser};
use etcetera::BaseStrategy;
use thiserror::Error;

/// Where matches are kept.
#[derive(Debug, Args)]
pub(crate) struct DataFlags {
    #[command(flatten)]
    directory: DirectoryFlag,

    /// Keep matches in memory only: all are gone when the server ends
    #[arg(long, env = "TICTACTOE_EPHEMERAL", value_parser = BoolishValueParser::new())]
    ephemeral: bool,

    /// Matches that are kept at a time, those included that ended within the hour; more are refused
    #[arg(long, env = "TICTACTOE_MAX_MATCHES", value_name = "COUNT", default_value = "200000",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) max_matches: usize,
}

/// Which directory.
#[derive(Debug, Args)]
pub(crate) struct DirectoryFlag {
    /// The directory in which matches are kept [default: tictactoe where programs of this user keep their data]
    #[arg(long, env = "TICTACTOE_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Where matches are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// In memory: gone when the process ends.
    Memory,
    /// In a directory.
    Directory(PathBuf),
}

/// Nothing says where a user's data belongs.
#[derive(Debug, Error)]
#[error("no home directory is known in which matches could be kept")]
pub(crate) struct NoHome;

/// Matches cannot be kept in a directory and in memory only.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("--data (or TICTACTOE_DATA) and --ephemeral (or TICTACTOE_EPHEMERAL) contradict each other")]
pub(crate) struct Contradiction;

impl DataFlags {
    /// Decides between the two flags when both are set: a flag that was typed counts more than a variable.
    ///
    /// # Errors
    /// [`Contradiction`] when both were typed, or neither was.
    pub(crate) fn settle(&mut self, is_typed: impl Fn(&str) -> bool) -> Result<(), Contradiction> {
        if self.directory.data.is_some() && self.ephemeral {
            self.ephemeral = match (is_typed("data"), is_typed("ephemeral")) {
                (true, false) => false,
                (false, true) => true,
                _ => return Err(Contradiction),
            };
        }
        Ok(())
    }

    /// Where matches are to be kept.
    ///
    /// # Errors
    /// [`NoHome`].
    pub(crate) fn place(&self) -> Result<Place, NoHome> {
        if self.ephemeral { Ok(Place::Memory) } else { self.directory.path().map(Place::Directory) }
    }
}

impl DirectoryFlag {
    /// The directory, whole.
    ///
    /// # Errors
    /// [`NoHome`] when it was not named, and nothing says where it is otherwise.
    pub(crate) fn path(&self) -> Result<PathBuf, NoHome> {
        let path = self.data.clone().or_else(of_service).map_or_else(of_user, Ok)?;
        Ok(path::absolute(&path).unwrap_or(path))
    }
}

/// The directory that systemd gives a service for what it keeps; the first, if there are several.
fn of_service() -> Option<PathBuf> {
    env::split_paths(&env::var_os("STATE_DIRECTORY")?).next()
}

fn of_user() -> Result<PathBuf, NoHome> {
    let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| NoHome)?;
    Ok(strategy.data_dir().join("tictactoe"))
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("kept in memory only"),
            Self::Directory(path) => write!(f, "kept in {}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> DataFlags {
        DataFlags { directory: DirectoryFlag { data: Some("/data".into()) }, ephemeral: true, max_matches: 1 }
    }

    #[test]
    fn what_is_typed_counts_more_than_a_variable() {
        let mut flags = both();
        flags.settle(|flag| flag == "data").unwrap();
        assert!(matches!(flags.place(), Ok(Place::Directory(_))));
        let mut flags = both();
        flags.settle(|flag| flag == "ephemeral").unwrap();
        assert!(matches!(flags.place(), Ok(Place::Memory)));
    }

    #[test]
    fn flags_that_contradict_each_other_are_refused() {
        for typed in [true, false] {
            assert_eq!(both().settle(|_| typed), Err(Contradiction));
        }
    }
}
