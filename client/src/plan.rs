//! What a run will do: wishes from flags and environment become one checked [`Plan`].

use std::num::NonZeroU32;
use std::time::Duration;

use tictactoe_protocol::client::{Join, Watch};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::words::{MarkWish, Opponent, Rules};

use crate::address::{Address, AddressError, Destination};
use crate::comeback::{DEFAULT_LIMIT, Patience};
use crate::errand::{Errand, Series};
use crate::exit::Failure;
use crate::faces::{Face, Spoken};
use crate::keeping::Keeping;
use crate::tui::look::{Look, Numbers};
use crate::wishes::{Source, Wishes};

/// Everything a run needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The server; none: one that is found on the network.
    pub address: Option<Address>,
    /// What to do there.
    pub errand: Errand,
    /// How many games.
    pub series: Series,
    /// How to show it.
    pub face: Face,
    /// How the full screen is to look.
    pub look: Look,
    /// How long the whole run may take.
    pub timeout: Option<Duration>,
    /// How it comes back when the connection is lost.
    pub patience: Patience,
    /// How it takes its seat again after it was killed.
    pub keeping: Keeping,
}

/// What the run finds around itself.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// The terminal that both input and output are.
    pub terminal: Terminal,
    /// Whether the environment asks for no colours.
    pub is_colourless: bool,
    /// A number that nobody else has: for a room that nobody else finds, and for waits by lot.
    pub unique: u64,
}

/// What input and output are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terminal {
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

impl Plan {
    /// Makes a plan of wishes.
    ///
    /// # Errors
    /// [`Failure::Usage`] when they contradict each other or the address cannot be read.
    pub fn new(mut wishes: Wishes, around: Surroundings) -> Result<Self, Failure> {
        let destination = match &wishes.address {
            Some(address) => {
                Some(Destination::parse(&address.value).map_err(|error| blame(address.source, error))?)
            }
            None => None,
        };
        let (address, room) = destination.map_or((None, None), |to| (Some(to.address), to.room));
        wishes.invite(room)?;
        wishes.settle()?;
        let face = wishes.face.as_ref().map_or_else(|| default_face(around), |face| face.value);
        Ok(Self {
            address,
            look: look(around),
            series: series(&wishes, face),
            timeout: wishes.timeout.as_ref().map(|time| time.value),
            patience: Patience {
                limit: wishes.reconnect.as_ref().map_or(DEFAULT_LIMIT, |time| time.value),
                lot: around.unique,
            },
            keeping: Keeping {
                directory: wishes.state.as_ref().map(|directory| directory.value.clone()),
                starts_anew: wishes.new.is_some(),
            },
            errand: errand(wishes, around.unique)?,
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

/// The face when nobody asked for one: a pipe gets lines that a script can read, and a terminal what it can show.
const fn default_face(around: Surroundings) -> Face {
    match around.terminal {
        Terminal::None => Face::Spoken(Spoken::Plain),
        Terminal::Dumb => Face::Spoken(Spoken::Text),
        Terminal::Full { .. } => Face::Tui,
    }
}

/// How the full screen looks.
const fn look(around: Surroundings) -> Look {
    let unicode = matches!(around.terminal, Terminal::Full { unicode: true });
    Look { colour: !around.is_colourless, ascii: !unicode, numbers: Numbers::Reading, mouse: true }
}

/// How many games: a person at the text face goes on until they quit, everyone else plays one.
fn series(wishes: &Wishes, face: Face) -> Series {
    match (&wishes.games, &wishes.watch) {
        (Some(games), _) => NonZeroU32::new(games.value).map_or(Series::Open, Series::Games),
        (None, None) if matches!(face, Face::Tui | Face::Spoken(Spoken::Text)) => Series::Open,
        (None, _) => Series::ONE,
    }
}

fn errand(wishes: Wishes, unique: u64) -> Result<Errand, Failure> {
    if let Some(watch) = wishes.watch {
        return Ok(Errand::Watch(Watch { match_id: watch.value }));
    }
    if wishes.hotseat.is_some() {
        return hotseat(&wishes, unique);
    }
    let rules = rules(&wishes);
    Ok(Errand::Join(Join {
        name: wishes.name.map(|name| name.value.into()),
        opponent: wishes.vs.map(|vs| vs.value),
        level: wishes.level.map(|level| level.value),
        mark: wishes.mark.map(|mark| mark.value).unwrap_or_default(),
        rules,
        room: wishes.room.map(|room| room.value.into()),
        ticket: None,
    }))
}

/// Two people who share the keyboard meet in a room of their own. The first begins, unless asked otherwise.
fn hotseat(wishes: &Wishes, unique: u64) -> Result<Errand, Failure> {
    let room = Room::new(&format!("hotseat-{unique:016x}"))
        .map_err(|error| Failure::Internal(format!("No room for two can be named: {error}.")))?;
    let first = Join {
        name: Some(wishes.name.as_ref().map_or_else(|| "Player 1".to_owned(), |name| name.value.to_string())),
        opponent: Some(Opponent::Human),
        level: None,
        mark: wishes.mark.as_ref().map_or(MarkWish::X, |mark| mark.value),
        rules: rules(wishes),
        room: Some(room.into()),
        ticket: None,
    };
    let second = Join { name: Some("Player 2".to_owned()), mark: MarkWish::Any, ..first.clone() };
    Ok(Errand::Hotseat { first, second })
}

/// The board, if it was asked for. Whether it can be played on is the server's word.
fn rules(wishes: &Wishes) -> Option<Rules> {
    let mut rules = Rules::default();
    if let Some(board) = &wishes.board {
        (rules.columns, rules.rows) = board.value;
    }
    if let Some(run) = &wishes.run {
        rules.run = run.value;
    }
    (wishes.board.is_some() || wishes.run.is_some()).then_some(rules)
}

#[cfg(test)]
mod tests {
    use tictactoe_protocol::text::Name;
    use tictactoe_protocol::words::{Level, MatchId};

    use super::*;
    use crate::wishes::Wish;

    const TERMINAL: Surroundings = in_terminal(Terminal::Full { unicode: true });
    const PIPE: Surroundings = in_terminal(Terminal::None);

    const fn in_terminal(terminal: Terminal) -> Surroundings {
        Surroundings { terminal, is_colourless: false, unique: 7 }
    }

    #[expect(clippy::unnecessary_wraps, reason = "wishes are optional")]
    fn typed<T>(value: T) -> Option<Wish<T>> {
        Some(Wish { value, source: Source::CommandLine })
    }

    #[expect(clippy::unnecessary_wraps, reason = "wishes are optional")]
    fn set<T>(value: T) -> Option<Wish<T>> {
        Some(Wish { value, source: Source::Environment })
    }

    fn join(wishes: Wishes) -> Join {
        match Plan::new(wishes, PIPE).unwrap().errand {
            Errand::Join(join) => join,
            other => panic!("{other:?}"),
        }
    }

    fn refused(wishes: Wishes) -> String {
        let failure = Plan::new(wishes, PIPE).unwrap_err();
        assert_eq!(failure.code(), 2);
        failure.to_string()
    }

    fn room(word: &str) -> Room {
        Room::new(word).unwrap()
    }

    fn watch() -> Option<Wish<MatchId>> {
        typed(MatchId("m1".into()))
    }

    #[test]
    fn nothing_asked_for_is_a_game_nearby() {
        let plan = Plan::new(Wishes::default(), TERMINAL).unwrap();
        assert_eq!(plan.address, None);
        assert_eq!(plan.errand, Errand::Join(Join::default()));
        assert_eq!((plan.face, plan.series), (Face::Tui, Series::Open));
        let plan = Plan::new(Wishes::default(), in_terminal(Terminal::Dumb)).unwrap();
        assert_eq!((plan.face, plan.series), (Face::Spoken(Spoken::Text), Series::Open));
        let plan = Plan::new(Wishes::default(), PIPE).unwrap();
        assert_eq!((plan.face, plan.series), (Face::Spoken(Spoken::Plain), Series::ONE));
    }

    #[test]
    fn the_room_of_an_invitation_is_joined() {
        let address = typed("http://mybox:7878/r/kitten".to_owned());
        assert_eq!(join(Wishes { address: address.clone(), ..Wishes::default() }).room.unwrap(), "kitten");
        let same = Wishes { address: address.clone(), room: typed(room("kitten")), ..Wishes::default() };
        assert_eq!(join(same).room.unwrap(), "kitten");
        let other = Wishes { address: address.clone(), room: typed(room("puppy")), ..Wishes::default() };
        assert_eq!(refused(other), "--room and the address name two rooms.");
        let habit = Wishes { address, room: set(room("puppy")), ..Wishes::default() };
        assert_eq!(join(habit).room.unwrap(), "kitten");
    }

    #[test]
    fn a_wrong_address_in_the_environment_is_looked_for_there() {
        let wrong = |address| refused(Wishes { address, ..Wishes::default() });
        assert_eq!(
            wrong(set("a:0".to_owned())),
            "TICTACTOE_SERVER: `0` is no port: ports are numbers from 1 to 65535."
        );
        assert!(wrong(typed("a:0".to_owned())).starts_with("`0` is no port"));
    }

    #[test]
    fn contradictions_are_refused() {
        let level = || typed(Level::Easy);
        let two = || typed(());
        let json = || typed(Face::Json);
        let ai = || typed(Opponent::Ai);
        for wishes in [
            Wishes { watch: watch(), vs: ai(), ..Wishes::default() },
            Wishes { watch: watch(), name: typed(Name::new("Ann").unwrap()), ..Wishes::default() },
            Wishes { watch: watch(), board: typed((3, 3)), ..Wishes::default() },
            Wishes { watch: watch(), hotseat: two(), ..Wishes::default() },
            Wishes { watch: watch(), address: typed("mybox/r/kitten".into()), ..Wishes::default() },
            Wishes { hotseat: two(), vs: ai(), ..Wishes::default() },
            Wishes { hotseat: two(), room: typed(room("kitten")), ..Wishes::default() },
            Wishes { hotseat: two(), level: level(), ..Wishes::default() },
            Wishes { hotseat: two(), face: json(), ..Wishes::default() },
            Wishes { games: typed(2), face: json(), ..Wishes::default() },
            Wishes { vs: typed(Opponent::Human), level: level(), ..Wishes::default() },
            Wishes { room: typed(room("kitten")), level: level(), ..Wishes::default() },
            Wishes { room: typed(room("kitten")), vs: ai(), ..Wishes::default() },
        ] {
            refused(wishes);
        }
    }

    #[test]
    fn what_is_typed_outdoes_what_stands_in_the_environment() {
        let wishes = Wishes { vs: set(Opponent::Human), level: typed(Level::Easy), ..Wishes::default() };
        let asked = join(wishes);
        assert_eq!((asked.opponent, asked.level), (None, Some(Level::Easy)));
        let wishes = Wishes { watch: watch(), name: set(Name::new("Ann").unwrap()), ..Wishes::default() };
        assert!(matches!(Plan::new(wishes, PIPE).unwrap().errand, Errand::Watch(_)));
        let both = Wishes { vs: set(Opponent::Human), level: set(Level::Easy), ..Wishes::default() };
        assert_eq!(refused(both), "--vs human meets no computer with a --level.");
    }

    #[test]
    fn a_board_or_a_run_alone_keeps_the_other_as_usual() {
        let board = Wishes { board: typed((5, 4)), ..Wishes::default() };
        assert_eq!(join(board).rules, Some(Rules { columns: 5, rows: 4, run: 3 }));
        let run = Wishes { run: typed(2), ..Wishes::default() };
        assert_eq!(join(run).rules, Some(Rules { columns: 3, rows: 3, run: 2 }));
    }

    #[test]
    fn two_at_one_keyboard_meet_in_a_room_that_nobody_else_finds() {
        let wishes = Wishes { hotseat: typed(()), name: set(Name::new("Ann").unwrap()), ..Wishes::default() };
        let Errand::Hotseat { first, second } = Plan::new(wishes, PIPE).unwrap().errand else {
            panic!("two people")
        };
        assert_eq!(first.room.as_deref(), Some("hotseat-0000000000000007"));
        assert_eq!(first.room, second.room);
        assert_eq!((first.name.as_deref(), second.name.as_deref()), (Some("Ann"), Some("Player 2")));
        assert_eq!((first.mark, second.mark), (MarkWish::X, MarkWish::Any));
        assert_eq!(first.opponent, Some(Opponent::Human));
    }

    #[test]
    fn how_a_run_comes_back_is_as_asked_for() {
        let usual = Plan::new(Wishes::default(), PIPE).unwrap();
        assert_eq!(usual.patience, Patience { limit: Duration::from_secs(300), lot: 7 });
        assert_eq!(usual.keeping, Keeping { directory: None, starts_anew: false });
        let asked = Wishes {
            reconnect: typed(Duration::ZERO),
            new: typed(()),
            state: typed("/tmp/seats".into()),
            ..Wishes::default()
        };
        let asked = Plan::new(asked, PIPE).unwrap();
        assert!(asked.patience.limit.is_zero() && asked.keeping.starts_anew);
        assert_eq!(asked.keeping.directory, Some("/tmp/seats".into()));
    }

    #[test]
    fn the_number_of_games_is_as_asked_for() {
        let series = |games, face| {
            let wishes = Wishes { games: typed(games), face: typed(face), ..Wishes::default() };
            Plan::new(wishes, TERMINAL).unwrap().series
        };
        assert_eq!(series(3, Face::Spoken(Spoken::Text)), Series::Games(NonZeroU32::new(3).unwrap()));
        assert_eq!(series(0, Face::Spoken(Spoken::Plain)), Series::Open);
        let watching = Wishes { watch: watch(), ..Wishes::default() };
        assert_eq!(Plan::new(watching, TERMINAL).unwrap().series, Series::ONE);
    }
}
