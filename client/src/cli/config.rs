//! What a run will do: flags, variables and surroundings become one checked [`Config`].

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use tictactoe_protocol::client::{Join, JoinKind, Watch};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::{MarkPreference, MatchId, Opponent};

use super::conflicts::Given;
use super::flags::{Command, Flags, PlayFlags};
use super::{HostFlags, LogFlags};
use crate::address::Address;
use crate::app::view::Numbers;
use crate::exit::Failure;
use crate::mode::{InputMode, Mode, Series};
use crate::net::backoff::{DEFAULT_LIMIT, RetryPolicy};
use crate::state_directory;
use crate::ui::Ui;
use crate::ui::tui::Display;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) place: Place,
    /// `None`: the person chooses a game to watch.
    pub(crate) mode: Option<Mode>,
    pub(crate) series: Series,
    pub(crate) ui: Ui,
    pub(crate) input_mode: InputMode,
    pub(crate) display: Display,
    pub(crate) timeout: Option<Duration>,
    pub(crate) retry: RetryPolicy,
    /// The directory of what later runs need.
    pub(crate) state: PathBuf,
    /// Whether seats of earlier runs are left alone.
    pub(crate) is_new: bool,
    /// The person's name, as far as the system knows it.
    pub(crate) user: Option<Name>,
    /// The file of a private authority.
    pub(crate) ca: Option<PathBuf>,
    pub(crate) log: LogFlags,
}

/// Where to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Named(Address),
    /// On the server that is found. If there is none, a person chooses.
    Found,
    /// Inside this program, for this terminal only.
    Private,
    /// Inside this program, for everyone on the network.
    Hosted(HostFlags),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings {
    /// The interface that input and output can show.
    pub(crate) ui: Ui,
    pub(crate) input_mode: InputMode,
    pub(crate) unicode: bool,
    pub(crate) colour: bool,
    /// A random number, so that not all clients retry at the same moment.
    pub(crate) seed: u64,
}

impl Config {
    pub(super) fn new(given: Given, around: Surroundings) -> Result<Self, Failure> {
        let given = given.resolved()?;
        let ui = ui(&given, around.ui)?;
        let display = display(&given, ui, around)?;
        if ui == Ui::Tui && given.flags.play.log.verbose && given.flags.play.log.log_file.is_none() {
            return Err(Failure::usage(
                format!(
                    "{} writes to standard error, which the full screen covers.",
                    given.written("verbose")
                ),
                "Add --log-file FILE, or use --ui text.",
            ));
        }
        let flags = given.flags;
        let mode = (!flags.chooses_game() || flags.watch.is_some()).then(|| mode(&flags, ui));
        // The lines of `json` are for the server.
        let input_mode = if ui == Ui::Json { InputMode::Script } else { around.input_mode };
        let (series, place) = (series(&flags, ui, input_mode), place(&flags, mode.as_ref()));
        let play = flags.play;
        Ok(Self {
            place,
            mode,
            series,
            ui,
            input_mode,
            display,
            timeout: play.timeout,
            retry: RetryPolicy { limit: play.reconnect.unwrap_or(DEFAULT_LIMIT), seed: around.seed },
            state: play.state.unwrap_or_else(state_directory::default_path),
            is_new: play.new,
            user: None,
            ca: play.trust.ca,
            log: play.log,
        })
    }
}

/// The computer, and two people at one keyboard, need no server of others.
fn place(flags: &Flags, mode: Option<&Mode>) -> Place {
    let needs_nobody = |join: &Join| matches!(join.opponent, Some(Opponent::Ai | Opponent::Hotseat));
    match (&flags.command, &flags.address) {
        (Some(Command::Host { host, .. }), _) => Place::Hosted(host.clone()),
        (_, Some(destination)) => Place::Named(destination.address.clone()),
        (_, None) if mode.and_then(Mode::join).is_some_and(needs_nobody) => Place::Private,
        (_, None) => Place::Found,
    }
}

fn ui(given: &Given, usual: Ui) -> Result<Ui, Failure> {
    match given.flags.play.ui.flatten() {
        Some(Ui::Tui) if usual != Ui::Tui => Err(Failure::usage(
            format!("{} tui needs a terminal for input and output, and not TERM=dumb.", given.written("ui")),
            "Use --ui text, or start tictactoe at a terminal.",
        )),
        asked => Ok(asked.unwrap_or(usual)),
    }
}

/// The other interfaces count squares in reading order: someone who types another order there would play other squares
/// than they mean.
fn display(given: &Given, ui: Ui, around: Surroundings) -> Result<Display, Failure> {
    let flags = &given.flags.play;
    let numbers = flags.numbers.unwrap_or(Numbers::Reading);
    if given.is_typed("numbers") && numbers == Numbers::Numpad && ui != Ui::Tui {
        return Err(Failure::usage(
            "--numbers numpad is for the full screen only.",
            "Leave it out. This interface numbers squares in reading order.",
        ));
    }
    Ok(Display {
        colour: flags.color.flatten().unwrap_or(around.colour),
        ascii: flags.ascii || !around.unicode,
        numbers,
        mouse: !flags.no_mouse,
    })
}

/// A person plays until they quit, everything else plays one game or one series. The full screen stays after the last game, or after
/// the one that was watched, so that its end can be seen.
fn series(flags: &Flags, ui: Ui, input_mode: InputMode) -> Series {
    match flags.play.games.map(NonZeroU32::new) {
        Some(None) => Series::Open,
        Some(Some(most)) if ui == Ui::Tui => Series::UpTo(most),
        Some(Some(games)) => Series::Games(games),
        None if ui == Ui::Tui => Series::Open,
        None if input_mode == InputMode::Person && flags.watch.is_none() && !flags.chooses_game() => {
            Series::Open
        }
        None if flags.play.best_of.is_some() => Series::Decided,
        None => Series::ONE,
    }
}

fn mode(flags: &Flags, ui: Ui) -> Mode {
    if let Some(watch) = &flags.watch {
        return Mode::Watch(Watch { match_id: MatchId(watch.clone()) });
    }
    let hosts = matches!(flags.command, Some(Command::Host { .. }));
    let flags: &PlayFlags = &flags.play;
    let join = Join {
        name: flags.name.as_ref().map(ToString::to_string),
        kind: (ui == Ui::Json).then_some(JoinKind::Bot),
        // A host waits for those who come.
        opponent: flags.vs.or((hosts && flags.room.is_none()).then_some(Opponent::Human)),
        level: flags.level,
        mark: flags.mark.unwrap_or_default(),
        // None: the other player in the room chooses.
        rules: flags.game,
        best_of: flags.best_of,
        room: flags.room.as_ref().map(ToString::to_string),
        ..Join::default()
    };
    if !flags.hotseat {
        return Mode::Join(join);
    }
    Mode::Join(Join {
        name: join.name.or_else(|| Some("Player 1".to_owned())),
        second_name: Some("Player 2".to_owned()),
        opponent: Some(Opponent::Hotseat),
        // The first begins, unless asked otherwise.
        mark: flags.mark.unwrap_or(MarkPreference::X),
        ..join
    })
}
