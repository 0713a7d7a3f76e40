//! Where the server stores matches.

#[cfg(not(feature = "nats"))]
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, path};

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::BoolishValueParser;
use tictactoe_host::number_in;
#[cfg(feature = "nats")]
use tictactoe_nats::NatsOptions;
use tictactoe_server::Storage;
use tictactoe_server::settings::Origin;
use tictactoe_server::startup::{default_data_directory, open_database};
use tictactoe_server::store::{HistoryLimits, MemoryStore, OpenError};

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
    default_data_directory()
        .context("there is no home directory for matches\nName another directory with --data DIR.")
}

/// The advice when `backup` or `export` cannot read a database.
pub(crate) const DATABASE_ADVICE: &str = "Name the server's directory with --data DIR, which is /var/lib/tictactoe for the systemd service, and run \
     this as root or as the server's user.";

/// For commands that read the database of one server.
#[derive(Debug, Args)]
pub(crate) struct DatabaseFlags {
    #[command(flatten)]
    directory: DataDirFlag,

    /// The server keeps its matches there, and not in a database
    #[arg(long, env = "TICTACTOE_NATS", hide = true, hide_env_values = true, value_name = "URL")]
    nats: Option<String>,
}

impl DatabaseFlags {
    /// The absolute path of the directory.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        if self.nats.is_some() && self.directory.data.is_none() {
            return Err(anyhow!(
                "the matches are in NATS, as --nats or TICTACTOE_NATS says, and not in a database\n\
                 Back them up with `nats stream backup`, or name the directory of a database with --data DIR."
            ));
        }
        self.directory.path()
    }
}

#[derive(Debug, Args)]
pub(crate) struct StorageFlags {
    #[command(flatten)]
    directory: DataDirFlag,

    /// Store matches in memory only: they are lost when the server exits
    #[arg(long, env = "TICTACTOE_EPHEMERAL", value_parser = BoolishValueParser::new())]
    ephemeral: bool,

    /// Days to keep finished games
    #[arg(long, env = "TICTACTOE_HISTORY_DAYS", value_name = "COUNT", default_value = "365",
        value_parser = number_in(1..=36_500_u32))]
    history_days: u32,

    /// Delete the oldest finished games when the database is larger than this many megabytes
    #[arg(long, env = "TICTACTOE_HISTORY_MEGABYTES", value_name = "COUNT", default_value = "1024",
        value_parser = number_in(1..=1_000_000_000_u32))]
    history_megabytes: u32,

    // Last, because its heading would apply to the flags after it too.
    #[cfg(feature = "nats")]
    #[command(flatten, next_help_heading = "Several servers")]
    nats: NatsOptions,

    #[cfg(not(feature = "nats"))]
    #[arg(long, env = "TICTACTOE_NATS", hide = true, hide_env_values = true, value_parser = without_nats)]
    nats: Option<Infallible>,
}

#[cfg(feature = "nats")]
const CONFLICT: &str = "--data (or TICTACTOE_DATA), --ephemeral (or TICTACTOE_EPHEMERAL) and --nats (or TICTACTOE_NATS) contradict each other";

#[cfg(not(feature = "nats"))]
const CONFLICT: &str =
    "--data (or TICTACTOE_DATA) and --ephemeral (or TICTACTOE_EPHEMERAL) contradict each other";

#[cfg(not(feature = "nats"))]
fn without_nats(_: &str) -> Result<Infallible, &'static str> {
    Err(
        "this server was built without NATS; use a release, or: cargo install --locked --path server/cli --features nats",
    )
}

impl StorageFlags {
    /// When several places are asked for, the one on the command line overrides those from the environment.
    pub(crate) fn resolve_conflict(&mut self, is_typed: impl Fn(&str) -> bool) -> Result<(), &'static str> {
        let mut chosen = vec![("data", self.directory.data.is_some()), ("ephemeral", self.ephemeral)];
        #[cfg(feature = "nats")]
        chosen.push(("servers", !self.nats.servers.is_empty()));
        chosen.retain(|(_, is_chosen)| *is_chosen);
        if chosen.len() > 1 {
            chosen.retain(|(name, _)| is_typed(name));
            let [(kept, _)] = chosen[..] else { return Err(CONFLICT) };
            self.directory.data = self.directory.data.take().filter(|_| kept == "data");
            self.ephemeral = kept == "ephemeral";
            #[cfg(feature = "nats")]
            self.nats.servers.retain(|_| kept == "servers");
        }
        Ok(())
    }

    fn history_limits(&self) -> HistoryLimits {
        let age = Duration::from_secs(u64::from(self.history_days) * 24 * 60 * 60);
        HistoryLimits { age, bytes: u64::from(self.history_megabytes) << 20 }
    }

    /// Opens the store. Also returns where matches are kept, in words, and the cluster of servers. The second line of
    /// an error is advice.
    #[cfg_attr(not(feature = "nats"), expect(unused_variables, reason = "only other servers need the URL"))]
    pub(crate) async fn open(
        &self,
        public_url: Option<&Origin>,
    ) -> anyhow::Result<(Storage, String, Option<String>)> {
        #[cfg(feature = "nats")]
        if !self.nats.servers.is_empty() {
            let (history, public_url) = (self.history_limits(), public_url.map(Origin::to_string));
            let options = NatsOptions { history, public_url, ..self.nats.clone() };
            let (store, location) = super::nats::join(&options).await?;
            let cluster = store.epoch().to_owned();
            return Ok((tictactoe_nats::storage(Arc::new(store)), location, Some(cluster)));
        }
        if self.ephemeral {
            return Ok((Arc::new(MemoryStore::new()).into(), "kept in memory only".to_owned(), None));
        }
        let path = self.directory.path()?;
        let store = open_database(&path, self.history_limits()).await.map_err(|error| {
            anyhow!(
                "{error}\n{}, choose another directory with --data DIR, or store nothing with --ephemeral.",
                advice(&error)
            )
        })?;
        Ok((Arc::new(store).into(), format!("kept in {}", path.display()), None))
    }
}

const fn advice(error: &OpenError) -> &'static str {
    match error {
        OpenError::Unusable(..) | OpenError::NotFound(_) => {
            "Check that this user can write there and that the disk is not full"
        }
        OpenError::Locked(_) => "Close the other program",
        OpenError::InUse(_) => "Stop that server",
        OpenError::Foreign(_) | OpenError::NotADirectory(_) => "Move that file away",
        OpenError::OtherFormat(..) => {
            "Start the version that wrote it, move that file away to start without matches"
        }
        OpenError::Damaged(..) => "Keep that file elsewhere and start with a backup or without matches",
        OpenError::NotDurable(..) => "Use a local disk",
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        flags: StorageFlags,
    }

    fn places() -> StorageFlags {
        let every = ["", "--data", "/data", "--ephemeral", "--nats", "one,two"];
        let known = if cfg!(feature = "nats") { &every[..] } else { &every[..4] };
        Line::parse_from(known).flags
    }

    #[test]
    fn a_typed_flag_overrides_a_variable() {
        for (typed, is_ephemeral) in [("data", false), ("ephemeral", true)] {
            let mut flags = places();
            flags.resolve_conflict(|flag| flag == typed).unwrap();
            assert_eq!((flags.ephemeral, flags.directory.data.is_some()), (is_ephemeral, !is_ephemeral));
        }
    }

    #[test]
    fn contradicting_flags_are_refused() {
        for typed in [true, false] {
            assert_eq!(places().resolve_conflict(|_| typed), Err(CONFLICT));
        }
    }
}
