//! The directory in which matches are stored.

use std::path::PathBuf;
use std::{env, path};

use anyhow::Context;
use clap::Args;
use etcetera::BaseStrategy;

#[derive(Debug, Args)]
pub(crate) struct DataDirFlag {
    /// Directory for matches [default: tictactoe in the user's data directory]
    #[arg(long, env = "TICTACTOE_DATA", value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
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
    let strategy = etcetera::base_strategy::choose_native_strategy()
        .ok()
        .context("the default directory for matches is unknown, because there is no home directory")?;
    Ok(strategy.data_dir().join("tictactoe"))
}
