//! What a run writes down of itself, for whoever looks for a fault: to a file, or to standard error.
//!
//! What must not happen here: a ticket in the log, in whatever frame and form; text of a peer that reaches a terminal
//! as it came; a log that cannot be written and disturbs the run.
//!
//! * `secrets`: what is not written down.

mod secrets;
#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tictactoe_lan::mdns::AnnouncementId;
use tictactoe_protocol::text::clean;
use tracing::field::display;
use tracing::{Level, Subscriber, debug, enabled, info, trace, warn};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::address::Address;
use crate::cli::options::{Options, Source};
use crate::exit::{Failure, cause};
use crate::mode::LinkId;
use crate::ui::Ui;

/// What is written down, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Log {
    /// Nothing.
    Off,
    /// What happens, at the end of a file.
    File {
        /// The file.
        path: PathBuf,
        /// Whether the frames are written as well, and not only their kinds.
        with_frames: bool,
    },
    /// What happens and the frames, to standard error.
    StandardError {
        /// Where that was wished for.
        source: Source,
    },
}

/// Which way a frame goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// To the server.
    Sent,
    /// From the server.
    Received,
}

impl Log {
    /// The log that is wished for.
    pub(crate) fn wished(wishes: &Options) -> Self {
        match (&wishes.log_file, &wishes.verbose) {
            (Some(file), verbose) => Self::File { path: file.value.clone(), with_frames: verbose.is_some() },
            (None, Some(verbose)) => Self::StandardError { source: verbose.source },
            (None, None) => Self::Off,
        }
    }

    /// Begins to write down what happens in this process. To be called once.
    pub(crate) fn begin(self, face: Ui) -> Result<(), Failure> {
        match self {
            Self::Off => {}
            Self::File { path, with_frames } => {
                lines(open(&path)?, with_frames).init();
            }
            Self::StandardError { source } if face == Ui::Tui => return Err(no_room(source)),
            Self::StandardError { .. } => lines(std::io::stderr, true).init(),
        }
        info!(version = env!("CARGO_PKG_VERSION"), ?face, "tictactoe");
        Ok(())
    }
}

/// A connection is being made.
pub(crate) fn calling(link: LinkId, address: &Address) {
    info!(?link, %address, "calling");
}

/// A connection stands.
pub(crate) fn stands(link: LinkId) {
    info!(?link, "connected");
}

/// A connection is gone, or did not come to stand.
pub(crate) fn gone(link: LinkId, failure: &Failure) {
    warn!(?link, cause = failure.why(), "no connection");
}

/// A server was announced on the network: its name, and where it is worth a call.
pub(crate) fn announced(id: &AnnouncementId, name: &str, places: &[Address]) {
    info!(id = brief(&id.to_string()), name = brief(name), places = listed(places), "announced");
}

/// A server that was announced has said goodbye.
pub(crate) fn withdrawn(id: &AnnouncementId) {
    info!(id = brief(&id.to_string()), "withdrawn");
}

pub(crate) fn search_unavailable(why: &str) {
    warn!(why = clean(why), "the network cannot be searched");
}

/// A server was probed at these addresses: which of them has answered, or why none has.
pub(crate) fn probed(places: &[Address], result: Result<&Address, &Failure>) {
    let places = listed(places);
    match result {
        Ok(address) => info!(places, %address, "a server answers"),
        Err(failure) => warn!(places, cause = failure.why(), "no server answers"),
    }
}

/// A frame goes over a connection: its kind and its id are written down, and all of it if that was wished for. Tickets
/// never are.
pub(crate) fn frame(way: Way, link: LinkId, text: &str) {
    if !enabled!(Level::DEBUG) {
        return;
    }
    let Ok(mut frame) = serde_json::from_str::<Value>(text) else {
        // Nobody knows where a secret would be in it.
        return debug!(?link, bytes = text.len(), "{} what is no JSON", way.word());
    };
    secrets::hide(&mut frame);
    let (kind, id) = (short(frame.get("type")).map(display), short(frame.get("id")).map(display));
    if enabled!(Level::TRACE) {
        trace!(?link, kind, id, frame = %clean(&frame.to_string()), "{}", way.word());
    } else {
        debug!(?link, kind, id, "{}", way.word());
    }
}

/// The run is over, well or with a failure.
pub(crate) fn end(failure: Option<&Failure>) {
    match failure {
        None => info!(code = 0, "the end"),
        Some(failure) => info!(code = failure.code(), why = failure.why(), "the end"),
    }
}

impl Way {
    const fn word(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Received => "received",
        }
    }
}

/// The log itself. That it cannot be written is told nobody: there may be a full screen.
fn lines<W>(writer: W, with_frames: bool) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // The crates of others show whole frames, and tickets in them.
    let ours = if with_frames { LevelFilter::TRACE } else { LevelFilter::DEBUG };
    let lines = tracing_subscriber::fmt::layer()
        .with_ansi(false)
        .with_target(false)
        .log_internal_errors(false)
        .with_writer(writer);
    tracing_subscriber::registry().with(Targets::new().with_target("tictactoe", ours)).with(lines)
}

/// Opens the file to write at its end. One that is made is for its owner alone.
fn open(path: &Path) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let why = match takes_lines(path).then(|| options.open(path)) {
        Some(Ok(file)) => return Ok(file),
        Some(Err(error)) => cause(&error),
        None => "it is no file".to_owned(),
    };
    Err(Failure::Usage {
        what: format!("The log file {} cannot be opened: {why}.", clean(&path.display().to_string())),
        remedy: "Name a file that can be written with --log-file, or leave it out.".to_owned(),
    })
}

/// Whether it is a file, a device like a terminal, or to be made. A pipe that nobody reads would hold up the run before
/// it has begun.
fn takes_lines(path: &Path) -> bool {
    let Ok(there) = path.metadata() else { return true };
    #[cfg(unix)]
    let is_device = std::os::unix::fs::FileTypeExt::is_char_device(&there.file_type());
    #[cfg(not(unix))]
    let is_device = false;
    there.is_file() || is_device
}

fn no_room(source: Source) -> Failure {
    let flag = match source {
        Source::CommandLine => "--verbose",
        Source::Environment => "TICTACTOE_VERBOSE",
    };
    Failure::Usage {
        what: format!("{flag} writes to standard error, and there the full screen is."),
        remedy: "Add --log-file FILE, or use --ui text.".to_owned(),
    }
}

/// A peer's word, not too long for a line.
fn short(value: Option<&Value>) -> Option<String> {
    Some(match value? {
        Value::String(text) => brief(text),
        other => brief(&other.to_string()),
    })
}

/// A stranger's text, not too long for a line.
fn brief(text: &str) -> String {
    const CHARS: usize = 40;
    clean(text).chars().take(CHARS).collect()
}

fn listed(places: &[Address]) -> String {
    places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
