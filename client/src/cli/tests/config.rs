//! What a run does with its flags, and which flags contradict each other.

use std::time::Duration;

use tictactoe_protocol::arena::ArenaPlayers;
use tictactoe_protocol::client::{Join, JoinKind};
use tictactoe_protocol::values::{Level, MarkPreference, Opponent, Rules};

use super::*;
use crate::purpose::{InputMode, Purpose};
use crate::state_directory;
use crate::ui::Display;
use crate::ui::Ui;

const TERMINAL: Environment = Environment { ui: Ui::Tui, ..DUMB };
const DUMB: Environment = Environment { input_mode: InputMode::Person, ..PIPE };

/// The configuration of these flags. They are separated by spaces.
fn config_in(around: Environment, flags: &str) -> Result<Config, Failure> {
    let arguments = std::iter::once("tictactoe").chain(flags.split_whitespace());
    let matches = definition(&[]).try_get_matches_from(arguments).unwrap();
    Config::new(Flags::from_arg_matches(&matches).unwrap(), around)
}

fn typed(flags: &str) -> Config {
    config_in(PIPE, flags).unwrap()
}

fn join(flags: &str) -> Join {
    match typed(flags).purpose {
        Some(Purpose::Join(join)) => join,
        other => panic!("{other:?}"),
    }
}

fn refused_in(around: Environment, flags: &str) -> String {
    let failure = config_in(around, flags).unwrap_err();
    assert_eq!(failure.code(), 2);
    assert_eq!(failure.lines().unwrap().lines().count(), 2, "{flags}");
    failure.to_string()
}

fn refused(flags: &str) -> String {
    refused_in(PIPE, flags)
}

#[test]
fn an_arena_is_named_and_opened_by_its_command() {
    let request = |line: &str| request(&line.split_whitespace().collect::<Vec<_>>());
    match request("arena Class games.example --minutes 20 --for people --game four --name Ann") {
        Ok(Request::Play(config)) => {
            let Some(Purpose::Join(join)) = config.purpose else { panic!("it plays") };
            assert_eq!((join.arena.as_deref(), join.minutes), (Some("class"), Some(20)));
            assert_eq!(join.players, Some(ArenaPlayers::People));
            assert!(join.place.is_some(), "the client draws the secret of its row");
            assert_eq!((join.name.as_deref(), join.rules.map(|rules| rules.run)), (Some("Ann"), Some(4)));
            assert!(matches!(config.venue, Venue::Named(_)));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(request("arena class --table"), Ok(Request::List { arena: Some(_), json: false, .. })));
    assert!(matches!(
        request("arena class --table --ui json"),
        Ok(Request::List { arena: Some(_), json: true, .. })
    ));
    assert!(request("arena class --minutes 0").is_err());
    for flag in ["--room a", "--vs ai", "--level easy", "--hotseat", "--mark x", "--best-of 3"] {
        let why = |line: &str| request(&format!("{line} {flag}")).unwrap_err().lines().unwrap();
        let name = flag.split(' ').next().unwrap();
        let hint = "Run tictactoe arena --help to see the flags.";
        assert_eq!(why("arena class"), format!("Unexpected argument '{name}' found.\n{hint}\n"));
        assert_eq!(why("mybox/arena/class"), why("arena class"));
        assert!(!printed(&["arena", "--help"]).split_whitespace().any(|word| word == name), "{name}");
    }
    let definition = definition(&["tictactoe".into(), "arena".into()]);
    assert!(definition.get_arguments().all(|flag| flag.get_env().is_none()), "variables like TICTACTOE_ROOM");
}

#[test]
fn without_flags_it_plays_on_a_server_of_the_network() {
    let config = |around| config_in(around, "").unwrap();
    let full = config(TERMINAL);
    assert_eq!((full.venue, full.purpose), (Venue::Found, Some(Purpose::Join(Join::default()))));
    assert_eq!((full.ui, full.input_mode), (Ui::Tui, InputMode::Person));
    let dumb = config(DUMB);
    assert_eq!((dumb.ui, dumb.input_mode), (Ui::Text, InputMode::Person));
    let pipe = config(PIPE);
    assert_eq!((pipe.ui, pipe.input_mode), (Ui::Text, InputMode::Script));
    let auto = typed("--ui AUTO");
    assert_eq!((auto.ui, auto.input_mode), (Ui::Text, InputMode::Script));
}

#[test]
fn words_are_taken_in_capitals_and_without() {
    let config = typed("--mark o --vs AI --game 5X4 --best-of 3 --timeout 1.5 --level Easy --ui TEXT");
    let Some(Purpose::Join(join)) = config.purpose else { panic!("{:?}", config.purpose) };
    assert_eq!(join.mark, MarkPreference::O);
    assert_eq!((join.opponent, join.level), (Some(Opponent::Ai), Some(Level::Easy)));
    assert_eq!((join.rules, join.best_of.map(u8::from)), (Some(Rules::new(5, 4, 3)), Some(3)));
    assert_eq!((config.timeout, config.ui), (Some(Duration::from_millis(1500)), Ui::Text));
}

#[test]
fn times_are_seconds_or_have_a_unit() {
    assert_eq!(typed("--timeout 2m").timeout, Some(Duration::from_secs(120)));
    assert_eq!(typed("--timeout 100000").timeout, Some(Duration::from_secs(100_000)));
    assert_eq!(typed("--reconnect 24h").reconnect, Duration::from_secs(86_400));
    assert_eq!(typed("--reconnect 0").reconnect, Duration::ZERO);
    let reconnect = "give seconds, or a unit like 500ms, 10s or 2m, at most 24h";
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
    for around in [PIPE, DUMB] {
        let why = "--ui tui needs a terminal for input and output, and not TERM=dumb.";
        assert_eq!(refused_in(around, "--ui tui"), why);
    }
    assert_eq!(config_in(TERMINAL, "--ui tui").unwrap().ui, Ui::Tui);
}

#[test]
fn verbose_needs_a_file_beside_the_full_screen() {
    assert_eq!(
        config_in(TERMINAL, "--verbose").unwrap_err().lines().unwrap(),
        "--verbose writes to standard error, which the full screen covers.\nAdd --log-file FILE, or use --ui text.\n"
    );
    let log = config_in(TERMINAL, "-v --log-file log").unwrap().shared;
    assert_eq!(log, SharedFlags { log_file: Some("log".into()), verbose: true, ca: None });
    assert!(typed("-v").shared.verbose);
}

#[test]
fn the_full_screen_looks_as_asked_for() {
    let look = |around, flags| config_in(around, flags).unwrap().display;
    let usual = Display { colour: true, ascii: false, mouse: true };
    assert_eq!(look(TERMINAL, ""), usual);
    assert_eq!(look(TERMINAL, "--ascii --no-mouse"), Display { colour: true, ascii: true, mouse: false });
    assert!(look(Environment { unicode: false, ..TERMINAL }, "").ascii);
    let colourless = Environment { colour: false, ..TERMINAL };
    assert!(!look(colourless, "").colour);
}

#[test]
fn the_path_of_the_address_counts_like_a_flag() {
    for flags in ["http://mybox:7878/r/kitten", "mybox/r/kitten --room kitten"] {
        assert_eq!(join(flags).room.as_deref(), Some("kitten"));
    }
    let config = typed("http://mybox:7878/watch/k3v9d7qpx2ma");
    assert!(matches!(config.venue, Venue::Named(_)));
    assert!(matches!(config.purpose, Some(Purpose::Watch(watch)) if watch.match_id.0 == "k3v9d7qpx2ma"));
    let lines = |line: &str| lines(&line.split(' ').collect::<Vec<_>>());
    for line in [
        "mybox/r/kitten --room puppy",
        "mybox/watch/a --watch b",
        "arena class mybox/r/kitten",
        "arena class mybox/watch/a",
    ] {
        let what = "The link does not match the command or the flags.\n";
        assert!(lines(line).starts_with(what), "{line}");
    }
    assert!(matches!(request(&["mybox/arena/club"]), Ok(Request::Play(_))));
    let hint = "The link leads to an arena.\nType tictactoe arena club mybox:7878.\n";
    assert_eq!([lines("watch mybox/arena/club"), lines("arena class mybox/arena/club")], [hint; 2]);
}

#[test]
fn contradicting_flags_are_refused() {
    let ways = "--watch and --hotseat cannot be used together, or with --room or --vs.";
    let room = "--vs ai cannot be used with --room.";
    let level = "--level is for the computer, and you asked for a person.";
    for (flags, what) in [
        ("--watch a --hotseat", ways),
        ("--watch a --vs human --level easy", ways),
        ("--watch a --room kitten", ways),
        ("mybox/r/kitten --watch a", ways),
        ("mybox/watch/a --room kitten", ways),
        ("mybox/watch/a --hotseat", ways),
        ("--hotseat --vs any", ways),
        ("--hotseat --room kitten", ways),
        ("mybox/r/kitten --hotseat", ways),
        ("--room kitten --vs ai", room),
        ("mybox/r/kitten --vs ai", room),
        ("--hotseat --ui json", "--hotseat cannot be used with --ui json."),
        ("--hotseat --level easy", level),
        ("--vs human --level easy", level),
        ("--room kitten --level easy", level),
    ] {
        assert_eq!(refused(flags), what, "{flags}");
    }
    for fine in ["--watch a --name Ann", "--room kitten --vs any --level easy", "--hotseat --name Ann"] {
        typed(fine);
    }
}

#[test]
fn hotseat_seats_two_people_on_one_connection() {
    let Some(Purpose::Join(join)) = config_in(PIPE, "--hotseat --name Ann").unwrap().purpose else {
        panic!("a join")
    };
    assert_eq!((join.name.as_deref(), join.second_name.as_deref()), (Some("Ann"), Some("Player 2")));
    assert_eq!((join.mark, join.opponent, join.room), (MarkPreference::X, Some(Opponent::Hotseat), None));
}

#[test]
fn reconnecting_follows_the_flags() {
    let usual = typed("");
    assert_eq!(usual.reconnect, Duration::from_secs(300));
    assert_eq!((usual.state, usual.is_new), (state_directory::default_path(), false));
    let asked = typed("--reconnect 0 --new --state /tmp/seats");
    assert!(asked.reconnect.is_zero());
    assert_eq!((asked.state, asked.is_new), ("/tmp/seats".into(), true));
}

#[test]
fn only_a_program_that_speaks_json_is_no_person_at_a_terminal_and_joins_as_a_bot() {
    for (flags, input_mode, kind) in [
        ("", InputMode::Person, None),
        ("--ui text", InputMode::Person, None),
        ("--ui json", InputMode::Script, Some(JoinKind::Bot)),
    ] {
        assert_eq!(config_in(TERMINAL, flags).unwrap().input_mode, input_mode, "{flags}");
        assert_eq!(join(flags).kind, kind, "{flags}");
    }
}
