//! What a run does with its flags, and which flags contradict each other.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::parser::ValueSource;
use tictactoe_protocol::client::{Join, JoinKind};
use tictactoe_protocol::values::{Level, MarkPreference, Opponent, Rules};

use super::*;
use crate::app::view::Numbers;
use crate::mode::{InputMode, Mode, Series};
use crate::net::backoff::RetryPolicy;
use crate::state_directory;
use crate::ui::Ui;
use crate::ui::tui::Display;

const TERMINAL: Surroundings = Surroundings { ui: Ui::Tui, ..DUMB };
const DUMB: Surroundings = Surroundings { input_mode: InputMode::Person, ..PIPE };

/// The configuration of these flags, of which some are taken from the environment. They are separated by spaces.
fn config_in(around: Surroundings, flags: &str, from_environment: &[&str]) -> Result<Config, Failure> {
    let arguments = std::iter::once("tictactoe").chain(flags.split_whitespace());
    let mut given = Given::new(&definition(&[]).try_get_matches_from(arguments).unwrap()).unwrap();
    for id in from_environment {
        let source = given.sources.get_mut(*id).unwrap_or_else(|| panic!("{id} is not in {flags}"));
        *source = ValueSource::EnvVariable;
    }
    Config::new(given, around)
}

fn typed(flags: &str) -> Config {
    config_in(PIPE, flags, &[]).unwrap()
}

fn join(flags: &str, from_environment: &[&str]) -> Join {
    match config_in(PIPE, flags, from_environment).unwrap().mode {
        Some(Mode::Join(join)) => join,
        other => panic!("{other:?}"),
    }
}

fn refused_in(around: Surroundings, flags: &str, from_environment: &[&str]) -> String {
    let failure = config_in(around, flags, from_environment).unwrap_err();
    assert_eq!(failure.code(), 2);
    assert_eq!(failure.lines().unwrap().lines().count(), 2, "{flags}");
    failure.to_string()
}

fn refused(flags: &str) -> String {
    refused_in(PIPE, flags, &[])
}

#[test]
fn without_flags_it_plays_on_a_server_of_the_network() {
    let config = |around| config_in(around, "", &[]).unwrap();
    let full = config(TERMINAL);
    assert_eq!((full.place, full.mode), (Place::Found, Some(Mode::Join(Join::default()))));
    assert_eq!((full.ui, full.series), (Ui::Tui, Series::Open));
    let dumb = config(DUMB);
    assert_eq!((dumb.ui, dumb.series), (Ui::Text, Series::Open));
    let pipe = config(PIPE);
    assert_eq!((pipe.ui, pipe.series), (Ui::Text, Series::ONE));
    let auto = typed("--ui auto");
    assert_eq!((auto.ui, auto.series), (Ui::Text, Series::ONE));
}

#[test]
fn words_are_taken_in_capitals_and_without() {
    let config = typed("--mark o --vs AI --game 5X4 --timeout 1.5 --level Easy --ui TEXT");
    let Some(Mode::Join(join)) = config.mode else { panic!("{:?}", config.mode) };
    assert_eq!(join.mark, MarkPreference::O);
    assert_eq!((join.opponent, join.level), (Some(Opponent::Ai), Some(Level::Easy)));
    assert_eq!(join.rules, Some(Rules::new(5, 4, 3)));
    assert_eq!((config.timeout, config.ui), (Some(Duration::from_millis(1500)), Ui::Text));
}

#[test]
fn times_are_seconds_or_have_a_unit() {
    assert_eq!(typed("--timeout 2m").timeout, Some(Duration::from_secs(120)));
    assert_eq!(typed("--timeout 100000").timeout, Some(Duration::from_secs(100_000)));
    assert_eq!(typed("--reconnect 24h").retry.limit, Duration::from_secs(86_400));
    assert_eq!(typed("--reconnect 0").retry.limit, Duration::ZERO);
    let reconnect = "write seconds, or a time like 90s, 5m or 1h, at most 24h";
    for (flag, time, why) in [
        ("--reconnect", "24.01h", reconnect),
        ("--reconnect", "86401", reconnect),
        ("--reconnect", "soon", reconnect),
        ("--timeout", "0s", "write a number of seconds above 0, or a time like 90s, 5m or 1h"),
    ] {
        assert!(lines(&[flag, time]).contains(&format!(": {why}.\n")), "{flag} {time}");
    }
}

#[test]
fn the_full_screen_needs_a_terminal_that_has_one() {
    let why = "tui needs a terminal for input and output, and not TERM=dumb.";
    assert_eq!(refused("--ui tui"), format!("--ui {why}"));
    assert_eq!(refused_in(DUMB, "--ui tui", &["ui"]), format!("TICTACTOE_UI {why}"));
    assert_eq!(config_in(TERMINAL, "--ui tui", &[]).unwrap().ui, Ui::Tui);
}

#[test]
fn verbose_needs_a_file_beside_the_full_screen() {
    assert_eq!(
        config_in(TERMINAL, "--verbose", &[]).unwrap_err().lines().unwrap(),
        "--verbose writes to standard error, which the full screen covers.\nAdd --log-file FILE, or use --ui text.\n"
    );
    assert!(refused_in(TERMINAL, "--verbose", &["verbose"]).starts_with("TICTACTOE_VERBOSE "));
    let log = config_in(TERMINAL, "-v --log-file log", &[]).unwrap().log;
    assert_eq!(log, LogFlags { log_file: Some("log".into()), verbose: true });
    assert!(typed("-v").log.verbose);
}

#[test]
fn the_full_screen_looks_as_asked_for() {
    let look = |around, flags| config_in(around, flags, &[]).unwrap().display;
    let usual = Display { colour: true, ascii: false, numbers: Numbers::Reading, mouse: true };
    assert_eq!(look(TERMINAL, ""), usual);
    assert_eq!(
        look(TERMINAL, "--color never --ascii --no-mouse --numbers numpad"),
        Display { colour: false, ascii: true, numbers: Numbers::Numpad, mouse: false }
    );
    assert!(look(Surroundings { unicode: false, ..TERMINAL }, "").ascii);
    let colourless = Surroundings { colour: false, ..TERMINAL };
    for (flags, colour) in
        [("", false), ("--color auto", false), ("--color never", false), ("--color always", true)]
    {
        assert_eq!(look(colourless, flags).colour, colour, "{flags}");
    }
}

#[test]
fn the_order_of_a_keypad_is_for_the_full_screen() {
    assert_eq!(refused("--numbers numpad"), "--numbers numpad is for the full screen only.");
    assert!(config_in(PIPE, "--numbers numpad", &["numbers"]).is_ok(), "a habit");
    assert!(config_in(PIPE, "--numbers reading", &[]).is_ok());
}

#[test]
fn the_path_of_the_address_counts_like_a_flag() {
    let room = |flags: &str, from_environment: &[&str]| join(flags, from_environment).room.unwrap();
    assert_eq!(room("http://mybox:7878/r/kitten", &[]), "kitten");
    assert_eq!(room("mybox/r/kitten --room kitten", &[]), "kitten");
    assert_eq!(room("mybox/r/kitten --room puppy", &["room"]), "kitten");
    assert_eq!(room("mybox/r/kitten --room puppy", &["address"]), "puppy");
    let watched = |flags: &str, from_environment: &[&str]| {
        let config = config_in(PIPE, flags, from_environment).unwrap();
        assert!(matches!(config.place, Place::Named(_)));
        match config.mode {
            Some(Mode::Watch(watch)) => watch.match_id.0,
            mode => panic!("{mode:?}"),
        }
    };
    assert_eq!(watched("http://mybox:7878/watch/k3v9d7qpx2ma", &[]), "k3v9d7qpx2ma");
    assert_eq!(watched("mybox/watch/k3v9d7qpx2ma --room kitten", &["room"]), "k3v9d7qpx2ma");
    assert_eq!(watched("mybox/r/kitten --watch k3v9d7qpx2ma", &["address"]), "k3v9d7qpx2ma");
}

#[test]
fn contradicting_flags_are_refused() {
    for (flags, one, other) in [
        ("--watch a --hotseat", "--watch", "--hotseat"),
        ("--watch a --name Ann", "--watch", "--name"),
        ("--watch a --vs ai", "--watch", "--vs"),
        ("--watch a --level easy", "--watch", "--level"),
        ("--watch a --mark X", "--watch", "--mark"),
        ("--watch a --room kitten", "--watch", "--room"),
        ("--watch a --game 3x3", "--watch", "--game"),
        ("--watch a --best-of 3", "--watch", "--best-of"),
        ("--hotseat --vs ai", "--hotseat", "--vs"),
        ("--hotseat --level easy", "--hotseat", "--level"),
        ("--hotseat --room kitten", "--hotseat", "--room"),
        ("--hotseat --ui json", "--ui json", "--hotseat"),
        ("--games 2 --ui json", "--ui json", "--games"),
        ("--room kitten --vs ai", "--vs ai", "--room"),
        ("--vs human --level easy", "--vs human", "--level"),
        ("--room kitten --level easy", "--room", "--level"),
        ("mybox/r/kitten --watch k3v9d7qpx2ma", "--watch", "--room"),
        ("mybox/r/kitten --hotseat", "--hotseat", "--room"),
        ("mybox/r/kitten --vs ai", "--vs ai", "--room"),
        ("mybox/watch/a --room kitten", "--watch", "--room"),
        ("mybox/watch/a --hotseat", "--watch", "--hotseat"),
        ("mybox/watch/a --name Ann", "--watch", "--name"),
    ] {
        contradict(flags, &format!("{one} cannot be used with {other}."));
    }
    contradict("mybox/r/kitten --room puppy", "The address names another room than --room.");
    contradict("mybox/watch/a --watch b", "The address names another match than --watch.");
}

/// The flags are refused when all are typed, or all come from the environment, and otherwise the typed one counts.
fn contradict(flags: &str, what: &str) {
    assert_eq!(refused(flags), what, "{flags}");
    let mut variables: Vec<_> = flags.split(' ').filter_map(|word| word.strip_prefix("--")).collect();
    if flags.starts_with("mybox") {
        variables.push("address");
    }
    assert_eq!(refused_in(PIPE, flags, &variables), what, "all of {flags} from the environment");
    for id in variables {
        assert!(config_in(PIPE, flags, &[id]).is_ok(), "{flags}, with {id} from the environment");
    }
}

#[test]
fn a_typed_flag_overrides_a_contradicting_variable() {
    let asked = join("--vs human --level easy", &["vs"]);
    assert_eq!((asked.opponent, asked.level), (None, Some(Level::Easy)));
    let asked = join("--vs human --level easy", &["level"]);
    assert_eq!((asked.opponent, asked.level), (Some(Opponent::Human), None));
    // Without its --vs, the level contradicts the room.
    let refused = refused_in(PIPE, "--vs human --level easy --room kitten", &["vs"]);
    assert_eq!(refused, "--room cannot be used with --level.");
    let watches = config_in(PIPE, "--watch a --hotseat --name Ann --vs ai", &["hotseat", "name", "vs"]);
    assert!(matches!(watches.unwrap().mode, Some(Mode::Watch(_))));
    assert_eq!(config_in(PIPE, "--ui json --games 2", &["ui"]).unwrap().ui, Ui::Text);
}

#[test]
fn a_series_asks_for_its_games() {
    assert_eq!(join("--best-of 3", &[]).best_of.map(u8::from), Some(3));
}

#[test]
fn hotseat_seats_two_people_on_one_connection() {
    let Some(Mode::Join(join)) = config_in(PIPE, "--hotseat --name Ann", &["name"]).unwrap().mode else {
        panic!("a join")
    };
    assert_eq!((join.name.as_deref(), join.second_name.as_deref()), (Some("Ann"), Some("Player 2")));
    assert_eq!((join.mark, join.opponent, join.room), (MarkPreference::X, Some(Opponent::Hotseat), None));
}

#[test]
fn reconnecting_follows_the_flags() {
    let usual = typed("");
    assert_eq!(usual.retry, RetryPolicy { limit: Duration::from_secs(300), seed: 7 });
    assert_eq!((usual.state, usual.is_new), (state_directory::default_path(), false));
    let asked = typed("--reconnect 0 --new --state /tmp/seats");
    assert!(asked.retry.limit.is_zero());
    assert_eq!((asked.state, asked.is_new), ("/tmp/seats".into(), true));
}

#[test]
fn the_number_of_games_is_as_asked_for() {
    let three = NonZeroU32::new(3).unwrap();
    for (around, flags, series) in [
        (TERMINAL, "--games 3 --ui text", Series::Games(three)),
        (PIPE, "--games 0", Series::Open),
        (TERMINAL, "--games 3 --ui tui", Series::UpTo(three)),
        (TERMINAL, "--watch a", Series::Open),
        (TERMINAL, "--watch a --ui text", Series::ONE),
        (PIPE, "--watch a", Series::ONE),
    ] {
        assert_eq!(config_in(around, flags, &[]).unwrap().series, series, "{flags}");
    }
}

#[test]
fn only_a_program_that_speaks_json_joins_as_a_bot() {
    for (flags, kind) in [("", None), ("--ui text", None), ("--ui json", Some(JoinKind::Bot))] {
        assert_eq!(join(flags, &[]).kind, kind, "{flags}");
    }
}
