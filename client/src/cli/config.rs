//! What a run will do: flags, variables and environment become one checked [`Config`].

use std::path::PathBuf;
use std::time::Duration;

use tictactoe_protocol::client::{Join, JoinKind, Watch};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{MarkPreference, MatchId, Opponent};

use super::SharedFlags;
use super::flags::{CliCommand, Flags, OpponentFlags};
use crate::address::{Address, Destination, LinkTarget};
use crate::failure::Failure;
use crate::net::backoff::DEFAULT_LIMIT;
use crate::preferences::hexadecimal;
use crate::purpose::{InputMode, Purpose};
use crate::state_directory;
use crate::ui::Display;
use crate::ui::Ui;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) venue: Venue,
    /// `None`: the person chooses a game to watch.
    pub(crate) purpose: Option<Purpose>,
    pub(crate) ui: Ui,
    pub(crate) input_mode: InputMode,
    pub(crate) display: Display,
    pub(crate) timeout: Option<Duration>,
    /// How long to try to make a lost connection again.
    pub(crate) reconnect: Duration,
    /// The directory of what later runs need.
    pub(crate) state: PathBuf,
    /// Whether seats of earlier runs are left alone.
    pub(crate) is_new: bool,
    /// The person's name, as far as the system knows it.
    pub(crate) user: Option<Name>,
    pub(crate) shared: SharedFlags,
}

/// Where to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Venue {
    Named(Address),
    /// On the server that is found. If there is none, a person chooses.
    Found,
    /// Inside this program, for this terminal only.
    Private,
    /// Inside this program, for everyone on the network; the matches are in this directory.
    Hosted {
        data: Option<PathBuf>,
    },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Environment {
    /// The interface that input and output can show.
    pub(crate) ui: Ui,
    pub(crate) input_mode: InputMode,
    pub(crate) unicode: bool,
    pub(crate) colour: bool,
}

impl Config {
    pub(super) fn new(mut flags: Flags, around: Environment) -> Result<Self, Failure> {
        follow_link(&mut flags)?;
        let ui = flags.play.ui.flatten().unwrap_or(around.ui);
        if let Some((what, hint)) = contradiction(&flags, ui, around.ui) {
            return Err(Failure::usage(what, hint));
        }
        let chooses_game = matches!(flags.command, Some(CliCommand::Watch { .. })) && flags.watch.is_none();
        let purpose = (!chooses_game).then(|| purpose(&flags, ui));
        // The lines of `json` are for the server.
        let input_mode = if ui == Ui::Json { InputMode::Script } else { around.input_mode };
        let venue = venue(&flags, purpose.as_ref());
        let play = flags.play;
        Ok(Self {
            venue,
            purpose,
            ui,
            input_mode,
            display: Display {
                colour: around.colour,
                ascii: play.ascii || !around.unicode,
                mouse: !play.no_mouse,
            },
            timeout: play.timeout,
            reconnect: play.reconnect.unwrap_or(DEFAULT_LIMIT),
            state: play.state.unwrap_or_else(state_directory::default_path),
            is_new: play.new,
            user: None,
            shared: play.shared,
        })
    }
}

const ONE: &str = "Use only one of them. If a variable sets one, type its name and = before the command, as in TICTACTOE_ROOM= tictactoe.";

/// The room or the match in the path of the address counts like `--room` or `--watch`.
fn follow_link(flags: &mut Flags) -> Result<(), Failure> {
    let Some(Destination { address, target: Some(target) }) = &flags.address else { return Ok(()) };
    let is_followed = match (target, &flags.command) {
        (LinkTarget::Arena(named), Some(CliCommand::Arena { word, .. })) if named == word => true,
        (LinkTarget::Arena(named), _) => {
            let hint = format!("Type tictactoe arena {named} {address}.");
            return Err(Failure::usage("The link leads to an arena.", hint));
        }
        (_, Some(CliCommand::Arena { .. })) => false,
        (LinkTarget::Room(named), _) => flags.opponent.room.get_or_insert_with(|| named.clone()) == named,
        (LinkTarget::Match(MatchId(named)), _) => flags.watch.get_or_insert_with(|| named.clone()) == named,
    };
    let what = "The link does not match the command or the flags.";
    if is_followed { Ok(()) } else { Err(Failure::usage(what, "Leave out the path of the link.")) }
}

/// Why these flags cannot be used together or here, and what to do.
fn contradiction(flags: &Flags, ui: Ui, usual: Ui) -> Option<(&'static str, &'static str)> {
    let Flags { watch, opponent: OpponentFlags { vs, hotseat, level, room, .. }, play, .. } = flags;
    let ways = [watch.is_some(), *hotseat, room.is_some(), vs.is_some()];
    let has_many = ways.into_iter().filter(|&is_asked_for| is_asked_for).count() > 1;
    let meets_people = *hotseat || *vs == Some(Opponent::Human) || (vs.is_none() && room.is_some());
    let is_verbose = play.shared.verbose && play.shared.log_file.is_none();
    [
        (
            has_many && (watch.is_some() || *hotseat),
            "--watch and --hotseat cannot be used together, or with --room or --vs.",
            ONE,
        ),
        (*vs == Some(Opponent::Ai) && room.is_some(), "--vs ai cannot be used with --room.", ONE),
        (
            *hotseat && ui == Ui::Json,
            "--hotseat cannot be used with --ui json.",
            "Use --ui text (or TICTACTOE_UI=text).",
        ),
        (
            level.is_some() && meets_people,
            "--level is for the computer, and you asked for a person.",
            "Leave --level (or TICTACTOE_LEVEL) out, or use --vs ai or --vs any.",
        ),
        (
            ui == Ui::Tui && usual != Ui::Tui,
            "--ui tui needs a terminal for input and output, and not TERM=dumb.",
            "Use --ui text, or start tictactoe at a terminal.",
        ),
        (
            ui == Ui::Tui && is_verbose,
            "--verbose writes to standard error, which the full screen covers.",
            "Add --log-file FILE, or use --ui text.",
        ),
    ]
    .into_iter()
    .find_map(|(is_so, what, hint)| is_so.then_some((what, hint)))
}

/// The computer, and two people at one keyboard, need no server of others.
fn venue(flags: &Flags, purpose: Option<&Purpose>) -> Venue {
    let needs_nobody = |join: &Join| matches!(join.opponent, Some(Opponent::Ai | Opponent::Hotseat));
    match (&flags.command, &flags.address) {
        (Some(CliCommand::Host { data, .. }), _) => Venue::Hosted { data: data.clone() },
        (_, Some(destination)) => Venue::Named(destination.address.clone()),
        (_, None) if purpose.and_then(Purpose::join).is_some_and(needs_nobody) => Venue::Private,
        (_, None) => Venue::Found,
    }
}

/// Proves a new place in an arena: the `join` can be sent again. Without random numbers the server draws it.
fn random_place() -> Option<Ticket> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).ok()?;
    Some(hexadecimal(secret))
}

fn purpose(flags: &Flags, ui: Ui) -> Purpose {
    if let Some(watch) = &flags.watch {
        return Purpose::Watch(Watch { match_id: MatchId(watch.clone()) });
    }
    let Flags { opponent, play, .. } = flags;
    let join = Join {
        name: play.name.as_ref().map(ToString::to_string),
        kind: (ui == Ui::Json).then_some(JoinKind::Bot),
        // None: the other player in the room, or who opened the arena, has chosen.
        rules: play.game,
        ..Join::default()
    };
    if let Some(CliCommand::Arena { word, minutes, players, .. }) = &flags.command {
        let (arena, place) = (Some(word.to_string()), random_place());
        return Purpose::Join(Join { arena, minutes: *minutes, players: *players, place, ..join });
    }
    let join = Join {
        opponent: opponent.vs,
        level: opponent.level,
        mark: opponent.mark.unwrap_or_default(),
        best_of: opponent.best_of,
        room: opponent.room.as_ref().map(ToString::to_string),
        ..join
    };
    if !opponent.hotseat {
        return Purpose::Join(join);
    }
    Purpose::Join(Join {
        name: join.name.or_else(|| Some("Player 1".to_owned())),
        second_name: Some("Player 2".to_owned()),
        opponent: Some(Opponent::Hotseat),
        // The first begins, unless asked otherwise.
        mark: opponent.mark.unwrap_or(MarkPreference::X),
        ..join
    })
}
