//! Options, and the plans that come of them.

use tictactoe_protocol::text::Name;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::{Level, MatchId};

use super::*;
use crate::cli::options::{Colour, Wish};
use crate::ui::tui::display::{Display, Numbers};

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

fn join(wishes: Options) -> Join {
    match Config::new(wishes, PIPE).unwrap().mode {
        Mode::Join(join) => join,
        other => panic!("{other:?}"),
    }
}

fn refused(wishes: Options) -> String {
    refused_in(PIPE, wishes)
}

fn refused_in(around: Surroundings, wishes: Options) -> String {
    let failure = Config::new(wishes, around).unwrap_err();
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
    let plan = Config::new(Options::default(), TERMINAL).unwrap();
    assert_eq!(plan.address, None);
    assert_eq!(plan.mode, Mode::Join(Join::default()));
    assert_eq!((plan.ui, plan.series), (Ui::Tui, Series::Open));
    let plan = Config::new(Options::default(), in_terminal(Terminal::Dumb)).unwrap();
    assert_eq!((plan.ui, plan.series), (Ui::Lines(LineUi::Text), Series::Open));
    let plan = Config::new(Options::default(), PIPE).unwrap();
    assert_eq!((plan.ui, plan.series), (Ui::Lines(LineUi::Plain), Series::ONE));
}

#[test]
fn the_full_screen_needs_a_terminal_that_has_one() {
    let asked = |face| Options { face, ..Options::default() };
    assert_eq!(
        refused(asked(typed(Ui::Tui))),
        "--ui tui needs a terminal, and the input or the output is none."
    );
    assert_eq!(
        refused_in(in_terminal(Terminal::Dumb), asked(set(Ui::Tui))),
        "TICTACTOE_UI=tui needs a terminal, and TERM=dumb says that this one has no screen."
    );
    assert_eq!(Config::new(asked(typed(Ui::Tui)), TERMINAL).unwrap().ui, Ui::Tui);
    let text = typed(Ui::Lines(LineUi::Text));
    assert_eq!(Config::new(asked(text), PIPE).unwrap().ui, Ui::Lines(LineUi::Text));
}

#[test]
fn the_full_screen_looks_as_asked_for() {
    let look = |wishes| Config::new(wishes, TERMINAL).unwrap().look;
    let usual = Display { colour: true, ascii: false, numbers: Numbers::Reading, mouse: true };
    assert_eq!(look(Options::default()), usual);
    let other = Options {
        colour: typed(Colour::Never),
        ascii: typed(()),
        no_mouse: typed(()),
        numbers: typed(Numbers::Numpad),
        ..Options::default()
    };
    let asked = Display { colour: false, ascii: true, numbers: Numbers::Numpad, mouse: false };
    assert_eq!(look(other), asked);
    let poor = Config::new(Options::default(), in_terminal(Terminal::Full { unicode: false })).unwrap();
    assert!(poor.look.ascii);
}

#[test]
fn colours_that_are_asked_for_outdo_an_environment_that_wants_none() {
    let colourless = Surroundings { is_colourless: true, ..TERMINAL };
    let colour = |colour| {
        let wishes = Options { colour, ..Options::default() };
        Config::new(wishes, colourless).unwrap().look.colour
    };
    assert!(!colour(None) && !colour(typed(Colour::Auto)) && !colour(typed(Colour::Never)));
    assert!(colour(typed(Colour::Always)));
}

#[test]
fn a_keypads_order_is_not_promised_where_it_does_not_count() {
    let numpad = |numbers| Options { numbers, ..Options::default() };
    assert_eq!(refused(numpad(typed(Numbers::Numpad))), "--numbers numpad is for the full screen only.");
    assert!(Config::new(numpad(set(Numbers::Numpad)), PIPE).is_ok(), "a habit");
    assert!(Config::new(numpad(typed(Numbers::Reading)), PIPE).is_ok());
}

#[test]
fn the_room_of_an_invitation_is_joined() {
    let address = typed("http://mybox:7878/r/kitten".to_owned());
    assert_eq!(join(Options { address: address.clone(), ..Options::default() }).room.unwrap(), "kitten");
    let same = Options { address: address.clone(), room: typed(room("kitten")), ..Options::default() };
    assert_eq!(join(same).room.unwrap(), "kitten");
    let other = Options { address: address.clone(), room: typed(room("puppy")), ..Options::default() };
    assert_eq!(refused(other), "--room and the address name two rooms.");
    let habit = Options { address, room: set(room("puppy")), ..Options::default() };
    assert_eq!(join(habit).room.unwrap(), "kitten");
}

#[test]
fn the_match_of_a_link_is_watched() {
    let address = typed("http://mybox:7878/watch/k3v9d7qpx2ma".to_owned());
    let link = || Options { address: address.clone(), ..Options::default() };
    let watched = |wishes| match Config::new(wishes, PIPE).unwrap().mode {
        Mode::Watch(watch) => watch.match_id.0,
        mode => panic!("{mode:?}"),
    };
    assert_eq!(watched(link()), "k3v9d7qpx2ma");
    assert_eq!(watched(Options { room: set(room("kitten")), ..link() }), "k3v9d7qpx2ma", "a habit");
    let other = typed(MatchId("000000000000".into()));
    assert_eq!(refused(Options { watch: other, ..link() }), "--watch and the address name two matches.");
    let plays = Options { room: typed(room("kitten")), ..link() };
    assert_eq!(refused(plays), "--room plays, and the address names a match to watch.");
    let shares = Options { hotseat: typed(()), ..link() };
    assert_eq!(refused(shares), "--hotseat plays, and the address names a match to watch.");
}

#[test]
fn the_room_of_an_invitation_is_for_nobody_who_watches_or_shares_the_keyboard() {
    let link = || Options { address: typed("mybox/r/kitten".to_owned()), ..Options::default() };
    let watches = Options { watch: typed(MatchId("k3v9d7qpx2ma".into())), ..link() };
    assert_eq!(refused(watches), "--watch joins no room, and the address names one.");
    let shares = Options { hotseat: typed(()), ..link() };
    assert_eq!(refused(shares), "--hotseat has a room, and the address names one.");
}

#[test]
fn a_wrong_address_in_the_environment_is_looked_for_there() {
    let wrong = |address| refused(Options { address, ..Options::default() });
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
    let json = || typed(Ui::Json);
    let ai = || typed(Opponent::Ai);
    for wishes in [
        Options { watch: watch(), vs: ai(), ..Options::default() },
        Options { watch: watch(), name: typed(Name::new("Ann").unwrap()), ..Options::default() },
        Options { watch: watch(), board: typed((3, 3)), ..Options::default() },
        Options { watch: watch(), hotseat: two(), ..Options::default() },
        Options { watch: watch(), address: typed("mybox/r/kitten".into()), ..Options::default() },
        Options { hotseat: two(), vs: ai(), ..Options::default() },
        Options { hotseat: two(), room: typed(room("kitten")), ..Options::default() },
        Options { hotseat: two(), level: level(), ..Options::default() },
        Options { hotseat: two(), face: json(), ..Options::default() },
        Options { games: typed(2), face: json(), ..Options::default() },
        Options { vs: typed(Opponent::Human), level: level(), ..Options::default() },
        Options { room: typed(room("kitten")), level: level(), ..Options::default() },
        Options { room: typed(room("kitten")), vs: ai(), ..Options::default() },
    ] {
        refused(wishes);
    }
}

#[test]
fn what_is_typed_outdoes_what_stands_in_the_environment() {
    let wishes = Options { vs: set(Opponent::Human), level: typed(Level::Easy), ..Options::default() };
    let asked = join(wishes);
    assert_eq!((asked.opponent, asked.level), (None, Some(Level::Easy)));
    let wishes = Options { watch: watch(), name: set(Name::new("Ann").unwrap()), ..Options::default() };
    assert!(matches!(Config::new(wishes, PIPE).unwrap().mode, Mode::Watch(_)));
    let both = Options { vs: set(Opponent::Human), level: set(Level::Easy), ..Options::default() };
    assert_eq!(refused(both), "--vs human meets no computer with a --level.");
}

#[test]
fn a_board_or_a_run_alone_keeps_the_other_as_usual() {
    let board = Options { board: typed((5, 4)), ..Options::default() };
    assert_eq!(join(board).rules, Some(Rules { columns: 5, rows: 4, run: 3 }));
    let run = Options { run: typed(2), ..Options::default() };
    assert_eq!(join(run).rules, Some(Rules { columns: 3, rows: 3, run: 2 }));
}

#[test]
fn how_a_run_comes_back_is_as_asked_for() {
    let usual = Config::new(Options::default(), PIPE).unwrap();
    assert_eq!(usual.retry, RetryPolicy { limit: Duration::from_secs(300), seed: 7 });
    assert_eq!(usual.saving, SavingConfig { directory: None, ignores_earlier: false });
    let asked = Options {
        reconnect: typed(Duration::ZERO),
        new: typed(()),
        state: typed("/tmp/seats".into()),
        ..Options::default()
    };
    let asked = Config::new(asked, PIPE).unwrap();
    assert!(asked.retry.limit.is_zero() && asked.saving.ignores_earlier);
    assert_eq!(asked.saving.directory, Some("/tmp/seats".into()));
}

#[test]
fn the_number_of_games_is_as_asked_for() {
    let series = |games, face| {
        let wishes = Options { games: typed(games), face: typed(face), ..Options::default() };
        Config::new(wishes, TERMINAL).unwrap().series
    };
    assert_eq!(series(3, Ui::Lines(LineUi::Text)), Series::Games(NonZeroU32::new(3).unwrap()));
    assert_eq!(series(0, Ui::Lines(LineUi::Plain)), Series::Open);
    assert_eq!(series(3, Ui::Tui), Series::UpTo(NonZeroU32::new(3).unwrap()));
    let watching = |around| {
        let wishes = Options { watch: watch(), ..Options::default() };
        Config::new(wishes, around).unwrap().series
    };
    assert_eq!((watching(PIPE), watching(TERMINAL)), (Series::ONE, Series::Open));
}
