//! What a run will do: wishes from flags and environment become one checked [`Config`].
//!
//! * `showing`: which face, and how the full screen looks.

mod showing;
#[cfg(test)]
mod tests;

use std::num::NonZeroU32;
use std::time::Duration;

use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::{MarkPreference, Opponent, Rules};

use crate::address::{Address, AddressError, Destination};
use crate::cli::options::{Options, Source};
use crate::exit::Failure;
use crate::mode::{Mode, Series};
use crate::net::backoff::{DEFAULT_LIMIT, RetryPolicy};
use crate::net::saved_tickets::Keeping;
use crate::ui::tui::display::Display;
use crate::ui::{LineUi, Ui};

/// Everything a run needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    /// The server; none: one that is found on the network.
    pub(crate) address: Option<Address>,
    /// What to do there.
    pub(crate) mode: Mode,
    /// How many games.
    pub(crate) series: Series,
    /// How to show it.
    pub(crate) face: Ui,
    /// How the full screen is to look.
    pub(crate) look: Display,
    /// How long the whole run may take.
    pub(crate) timeout: Option<Duration>,
    /// How it comes back when the connection is lost.
    pub(crate) patience: RetryPolicy,
    /// How it takes its seat again after it was killed.
    pub(crate) keeping: Keeping,
}

/// What the run finds around itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings {
    /// The terminal that both input and output are.
    pub(crate) terminal: Terminal,
    /// Whether the environment asks for no colours.
    pub(crate) is_colourless: bool,
    /// A number that nobody else has: for a room that nobody else finds, and for waits by lot.
    pub(crate) unique: u64,
}

/// What input and output are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminal {
    /// A pipe or a file, at least one of them.
    None,
    /// A terminal on which the cursor cannot be moved.
    Dumb,
    /// A terminal that can show a full screen.
    Full {
        /// Whether it shows more than ASCII.
        unicode: bool,
    },
}

impl Config {
    /// Makes a plan of wishes.
    pub(crate) fn new(mut wishes: Options, around: Surroundings) -> Result<Self, Failure> {
        let destination = match &wishes.address {
            Some(address) => {
                Some(Destination::parse(&address.value).map_err(|error| blame(address.source, error))?)
            }
            None => None,
        };
        let (address, target) = destination.map_or((None, None), |to| (Some(to.address), to.target));
        wishes.invite(target)?;
        wishes.settle()?;
        let face = showing::face(wishes.face.as_ref(), around)?;
        Ok(Self {
            address,
            look: showing::look(&wishes, face, around)?,
            series: series(&wishes, face),
            timeout: wishes.timeout.as_ref().map(|time| time.value),
            patience: RetryPolicy {
                limit: wishes.reconnect.as_ref().map_or(DEFAULT_LIMIT, |time| time.value),
                lot: around.unique,
            },
            keeping: Keeping {
                directory: wishes.state.as_ref().map(|directory| directory.value.clone()),
                starts_anew: wishes.new.is_some(),
            },
            mode: mode(wishes, around.unique)?,
            face,
        })
    }
}

/// Says where a wrong address stands, unless it was typed just now.
fn blame(source: Source, error: AddressError) -> Failure {
    match (source, Failure::from(error)) {
        (Source::Environment, Failure::Usage { what, remedy }) => {
            Failure::Usage { what: format!("TICTACTOE_SERVER: {what}"), remedy }
        }
        (_, failure) => failure,
    }
}

/// How many games: a person goes on until they quit, everyone else plays one. On the full screen the end of a game
/// stays to be seen, also that of the last one, or of one that was watched.
fn series(wishes: &Options, face: Ui) -> Series {
    match (&wishes.games, &wishes.watch) {
        (Some(games), _) => match NonZeroU32::new(games.value) {
            Some(most) if face == Ui::Tui => Series::UpTo(most),
            Some(games) => Series::Games(games),
            None => Series::Open,
        },
        (None, _) if face == Ui::Tui => Series::Open,
        (None, None) if face == Ui::Lines(LineUi::Text) => Series::Open,
        (None, _) => Series::ONE,
    }
}

fn mode(wishes: Options, unique: u64) -> Result<Mode, Failure> {
    if let Some(watch) = wishes.watch {
        return Ok(Mode::Watch(Watch { match_id: watch.value }));
    }
    if wishes.hotseat.is_some() {
        return hotseat(&wishes, unique);
    }
    let rules = rules(&wishes);
    Ok(Mode::Join(Join {
        name: wishes.name.map(|name| name.value.into()),
        opponent: wishes.vs.map(|vs| vs.value),
        level: wishes.level.map(|level| level.value),
        mark: wishes.mark.map(|mark| mark.value).unwrap_or_default(),
        rules,
        room: wishes.room.map(|room| room.value.into()),
        ..Join::default()
    }))
}

/// Two people who share the keyboard meet in a room of their own. The first begins, unless asked otherwise.
fn hotseat(wishes: &Options, unique: u64) -> Result<Mode, Failure> {
    let room = Room::new(&format!("hotseat-{unique:016x}"))
        .map_err(|error| Failure::Internal(format!("No room for two can be named: {error}.")))?;
    let first = Join {
        name: Some(wishes.name.as_ref().map_or_else(|| "Player 1".to_owned(), |name| name.value.to_string())),
        opponent: Some(Opponent::Human),
        mark: wishes.mark.as_ref().map_or(MarkPreference::X, |mark| mark.value),
        rules: rules(wishes),
        room: Some(room.into()),
        ..Join::default()
    };
    let second = Join { name: Some("Player 2".to_owned()), mark: MarkPreference::Any, ..first.clone() };
    Ok(Mode::Hotseat { first, second })
}

/// The board, if it was asked for: left out, it is for whoever waits in the room to say. Whether it can be played on
/// is the server's word.
fn rules(wishes: &Options) -> Option<Rules> {
    let mut rules = Rules::default();
    if let Some(board) = &wishes.board {
        (rules.columns, rules.rows) = board.value;
    }
    if let Some(run) = &wishes.run {
        rules.run = run.value;
    }
    (wishes.board.is_some() || wishes.run.is_some()).then_some(rules)
}
