//! The command line. Help, errors, completions and the manual page are generated from its definition. The library's
//! settings define the flags of access and limits.

#[cfg(test)]
mod tests;

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use tictactoe_host::{
    Row, Shell, help_template, name_variable, number_in, shorten_error, table, with_variables,
};
use tictactoe_server::startup::{Hosts, any_port, default_ports};
use tictactoe_server::{Downloads, Settings, Tls, TlsError};
use tracing_subscriber::filter::Targets;

use super::logging::{LogFormat, print_in_time};
use super::storage::StorageFlags;
use super::{backup, export, health};

const EXAMPLES: &[Row] = &[
    ("tictactoe-server", "anyone on this network can play"),
    ("tictactoe-server --local", "only this machine"),
    ("tictactoe-server --no-mdns", "only players who know the address"),
    ("tictactoe-server --ai-after 30s", "give people more time to find each other"),
    ("tictactoe-server --move-time 0", "no clock"),
    ("tictactoe-server --ephemeral", "store nothing"),
    ("tictactoe-server --nats one,two", "share matches with other servers"),
    ("tictactoe-server export", "every finished game, as JSON"),
    ("tictactoe-server backup FILE", "a copy of all matches, even while it runs"),
];

const EXITS: &[Row] = &[
    ("0", "shut down by Ctrl-C, SIGTERM or (without --block) SIGHUP"),
    ("1", "could not start, or could no longer store matches"),
    ("2", "usage error"),
    ("3", "the database or the stream was deleted or replaced while the server was running"),
    ("129, 130, 143", "exited at once on a second SIGHUP, Ctrl-C or SIGTERM"),
];

const NOTES: &str = "\
A TIME is a number of seconds, or has a unit: 500ms, 10s, 2m.
Every flag can also be set by its environment variable; the flag overrides it.";

fn after_help() -> String {
    format!("{NOTES}\n\nExit codes:\n{}", table(EXITS.iter().copied()).trim_end())
}

/// Runs a tic-tac-toe server for the people on your network.
#[derive(Debug, Parser)]
#[command(
    version = tictactoe_host::VERSION,
    help_template = help_template(EXAMPLES),
    after_help = after_help(),
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) flags: Flags,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Export(export::Flags),
    Backup(backup::Flags),
    Health(health::Flags),
    /// Prints completions for a shell
    Completions {
        /// The shell
        #[arg(ignore_case = true)]
        shell: Shell,
    },
    /// Prints the manual page
    Man,
}

const NETWORK: &str = "Network";
const STORAGE: &str = "Storage";
const TROUBLESHOOTING: &str = "Troubleshooting";

#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// Address to listen on; may be given more than once [default: all IPv4 and IPv6 addresses]
    #[arg(long, env = "TICTACTOE_HOST", value_name = "ADDRESS", value_delimiter = ',', value_parser = address,
        help_heading = NETWORK)]
    host: Vec<IpAddr>,

    /// Port to listen on; 0 for any free port [default: 7878, or the next free port up to 7887]
    #[arg(long, env = "TICTACTOE_PORT", value_parser = number_in(0..=u16::MAX), help_heading = NETWORK)]
    port: Option<u16>,

    /// Serve only this machine: listen on 127.0.0.1 and `::1`, overriding --host
    #[arg(long, env = "TICTACTOE_LOCAL", value_parser = BoolishValueParser::new(), help_heading = NETWORK)]
    local: bool,

    /// Certificate chain for https, in PEM form; --public-url names the host in it
    #[arg(long, env = "TICTACTOE_TLS_CERT", value_name = "FILE", requires_all = ["tls_key", "public_url"],
        value_hint = ValueHint::FilePath, help_heading = NETWORK)]
    tls_cert: Option<PathBuf>,

    /// Private key of the certificate, in PEM form. Both files are read again when they change
    #[arg(long, env = "TICTACTOE_TLS_KEY", value_name = "FILE", requires = "tls_cert", value_hint = ValueHint::FilePath,
        help_heading = NETWORK)]
    tls_key: Option<PathBuf>,

    /// Directory with terminal clients that players can download, named like `tictactoe-Linux-x86_64`
    #[arg(long, env = "TICTACTOE_DOWNLOADS", value_name = "DIR", value_hint = ValueHint::DirPath,
        help_heading = NETWORK)]
    downloads: Option<PathBuf>,

    /// Do not hand out the terminal client next to this program
    #[arg(long, env = "TICTACTOE_NO_DOWNLOADS", value_parser = BoolishValueParser::new(), help_heading = NETWORK)]
    no_downloads: bool,

    /// Do not announce the server on the network: players need its address
    #[arg(long, env = "TICTACTOE_NO_MDNS", value_parser = BoolishValueParser::new(), help_heading = NETWORK)]
    no_mdns: bool,

    /// Serve metrics for Prometheus at this address and port, like 127.0.0.1:7900
    #[arg(long, env = "TICTACTOE_METRICS", value_name = "ADDRESS", value_parser = socket_address,
        help_heading = NETWORK)]
    pub(crate) metrics: Option<SocketAddr>,

    #[command(flatten)]
    pub(crate) settings: Settings,

    #[command(flatten, next_help_heading = STORAGE)]
    pub(crate) storage: StorageFlags,

    /// Log level for standard error: error, warn, info, debug, trace, or a filter like
    /// `tictactoe_server=debug`
    #[arg(long, env = "TICTACTOE_LOG", value_name = "FILTER", default_value = "info", value_parser = filter,
        help_heading = TROUBLESHOOTING)]
    pub(crate) log: Targets,

    /// How to write the log
    #[arg(long, env = "TICTACTOE_LOG_FORMAT", value_name = "FORMAT", default_value = "text",
        help_heading = TROUBLESHOOTING)]
    pub(crate) log_format: LogFormat,
}

impl CommandLine {
    /// Parses arguments and environment. Exits with a message when they are wrong.
    pub(crate) fn parse_args() -> Self {
        Self::parse_with_variables(&std::env::args_os().collect::<Vec<_>>()).unwrap_or_else(|error| {
            if error.exit_code() == 0 {
                error.exit();
            }
            print_in_time(&(two_lines(&error) + "\n"), std::io::stderr());
            std::process::exit(error.exit_code());
        })
    }

    fn parse_with_variables(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let mut command = with_variables(Self::command(), arguments);
        let matches = command
            .try_get_matches_from_mut(arguments)
            .map_err(|error| name_variable(error, &command, arguments))?;
        let mut line = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let is_typed = |flag: &str| matches.value_source(flag) == Some(ValueSource::CommandLine);
        let resolved = line.flags.storage.resolve_conflict(is_typed);
        resolved.map_err(|conflict| command.error(ErrorKind::ArgumentConflict, conflict))?;
        if line.flags.tls_cert.is_some()
            && line.flags.settings.public_url.as_ref().is_some_and(|url| !url.is_encrypted())
        {
            let conflict = "a certificate needs an https:// --public-url";
            return Err(command.error(ErrorKind::ArgumentConflict, conflict));
        }
        Ok(line)
    }
}

impl Flags {
    pub(crate) fn hosts(&self) -> Hosts {
        if self.local {
            return Hosts::loopback();
        }
        // As elsewhere, `::` means both families.
        if self.host.is_empty() || self.host.contains(&Ipv6Addr::UNSPECIFIED.into()) {
            return Hosts { are_optional: self.host.is_empty(), ..Hosts::all() };
        }
        Hosts { ips: self.host.iter().map(IpAddr::to_canonical).collect(), are_optional: false }
    }

    /// The ports to try to listen on, in this order.
    pub(crate) fn ports(&self) -> Vec<u16> {
        match self.port {
            Some(0) => any_port(),
            Some(port) => vec![port],
            None => default_ports(),
        }
    }

    pub(crate) fn tls(&self) -> Result<Option<Tls>, TlsError> {
        let pair = self.tls_cert.clone().zip(self.tls_key.clone());
        pair.map(|(certificate, key)| Tls::open(certificate, key)).transpose()
    }

    /// The terminal clients in the directory that was named, or the one that lies beside this program.
    pub(crate) fn downloads(&self) -> anyhow::Result<Downloads> {
        if self.no_downloads {
            return Ok(Downloads::default());
        }
        if let Some(directory) = &self.downloads {
            let hint = "Give --downloads a directory of clients, or leave it out.";
            return Downloads::from_folder(directory).map_err(|error| {
                anyhow!("cannot hand out programs from {}: {error}\n{hint}", directory.display())
            });
        }
        // On the internet, only what was asked for.
        let is_for_network =
            self.settings.public_url.is_none() && !self.hosts().ips.iter().all(IpAddr::is_loopback);
        let own = std::env::current_exe().ok().filter(|_| is_for_network);
        let beside = own.map(|own| own.with_file_name(format!("tictactoe{EXE_SUFFIX}")));
        Ok(beside.and_then(|path| Downloads::from_program(&path).ok()).unwrap_or_default())
    }

    pub(crate) const fn is_announced(&self) -> bool {
        !self.local && !self.no_mdns
    }
}

fn two_lines(error: &clap::Error) -> String {
    let clean = |line: &str| line.trim().replace(char::is_control, " ");
    let (what, hint) = shorten_error(error.render().to_string().lines().map(clean), "tictactoe-server");
    format!("{what}\n{hint}")
}

fn address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "write an address of this machine, like 192.168.1.23")
}

fn socket_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "write an address and a port, like 127.0.0.1:7900")
}

fn filter(text: &str) -> Result<Targets, &'static str> {
    text.parse().map_err(|_| "give a level, or a filter like tictactoe_server=debug")
}
