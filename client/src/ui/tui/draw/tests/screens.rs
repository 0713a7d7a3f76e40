//! Snapshots of every screen.

use std::time::{Duration, Instant};

use tictactoe_protocol::snapshot::{Presence, Score, Series, Takeback, You};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::{BestOf, Mark, Rules};

use super::album::{keep, keep_in_all_sizes_and_looks};
use super::*;
use crate::app::arena::Arena;
use crate::app::notice::Question;
use crate::testing::snapshots::{against_the_computer, on_board, player, snapshot, won};
use crate::ui::menu::Menu;
use crate::ui::sentences;
use crate::ui::tui::keys::Prompt;

const LARGE: Rules = Rules::new(15, 15, 5);

#[test]
fn several_servers_to_choose_from() {
    let rows = [
        ["livingroom", "192.168.1.23:7878"],
        ["ann-laptop", "192.168.1.40:7878"],
        ["\u{5f20}\u{4e09}\u{7684}\u{7535}\u{8111}", "[fe80::1]:7879"],
    ];
    let rows = rows.map(|row| row.map(str::to_owned)).to_vec();
    let title = "The connection was lost, and reconnecting failed for 5m: no server answers at attic:7878";
    let menu = Menu { cursor: 1, ..Menu::new(title, rows, String::new()) };
    let body = Body::Picking(&menu);
    let footer = KEYS.iter().filter(|key| ["choose", "quit"].contains(&key.label)).copied().collect();
    keep("picking", &Scene { footer, ..scene(body) });
}

fn waiting(invite: Invite, rules: Rules, computer_in: Option<u64>) -> Scene<'static> {
    let footer = keys([COMPUTER, WAIT, Action::Invite, HELP, QUIT]);
    Scene { invite: Some(invite), footer, ..scene(Body::Waiting { rules, computer_in, advice: None }) }
}

#[test]
fn waiting_for_an_opponent() {
    let cancel = KEYS.iter().copied().filter(|key| key.label == "cancel");
    let footer = keys([COMPUTER, WAIT]).into_iter().chain(cancel).chain(keys([QUIT])).collect();
    keep_in_all_sizes_and_looks(
        "waiting",
        &Scene { footer, ..waiting(open_invite(), Rules::default(), Some(7)) },
    );
}

/// What a person reads: the rows as one line.
fn read(scene: &Scene, (width, height): (u16, u16)) -> String {
    let shown = text(&drawn(scene, Rect::new(0, 0, width, height)));
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Scenes that look like one of those with a snapshot.
#[test]
fn the_other_screens_say_what_is_on() {
    let retry_in = Some(Duration::ZERO);
    let view = played(snapshot(&[4, 0]));
    let misere = played(on_board(&[], Rules { misere: true, ..Rules::default() }));
    let overlay = Some(Overlay::Choose { choice: Choice::Reaction, cursor: 0 });
    for (scene, words) in [
        (
            scene(Body::Sentence("The match is gone.", "Its score is lost.")),
            "The match is gone. Its score is lost.",
        ),
        (
            Scene { retry_in, ..waiting(open_invite(), Rules::default(), Some(7)) },
            "The connection was lost. Waiting for an opponent",
        ),
        (Scene { overlay, ..table(at_middle(&view)) }, "7 Mute or unmute reactions"),
        (table(at_middle(&misere)), "Misere (3x3, 3 in a row loses)"),
    ] {
        for shown in [(80, 24), (60, 16)].map(|size| read(&scene, size)) {
            assert!(shown.contains(words), "{shown}");
        }
    }
}

#[test]
fn a_long_message_to_a_waiting_player_is_whole_and_moves_nothing() {
    let long = "Warning: your seat can't be saved in /home/ann/.local/state/tictactoe/seat-livingroom%3A7878.json \
                (another tictactoe is playing on this server). If tictactoe is killed, you can't return to your game. \
                Use --state DIR to save it elsewhere.";
    let [short, long_said] = [message("Mouse on.", Tone::News), message(long, Tone::Alert)];
    let shown = |said| Scene { message: Some(said), ..waiting(open_invite(), Rules::default(), Some(7)) };
    for (width, height) in [(80, 24), (100, 40)] {
        assert!(read(&shown(&long_said), (width, height)).contains(long), "{width}x{height}");
        let rows = |said| text(&drawn(&shown(said), Rect::new(0, 0, width, height)));
        let (before, after) = (rows(&short), rows(&long_said));
        let above = usize::from(height) - 8;
        assert!(before.lines().zip(after.lines()).take(above).all(|(before, after)| before == after));
    }
}

#[test]
fn a_link_that_is_too_wide_breaks_where_its_path_begins() {
    for path in ["r/otter-maple-407", "arena/otter-maple", "watch/0123456789abcdef"] {
        let url = format!("http://192.168.1.23:7878/{path}");
        let invite = Invite { url: Some(url), ..open_invite() };
        let scene = Scene { overlay: Some(Overlay::Invite), ..waiting(invite, Rules::default(), None) };
        let shown = text(&drawn(&scene, Rect::new(0, 0, 30, 40)));
        let lines: Vec<_> = shown.lines().map(str::trim).collect();
        let host = lines.iter().position(|line| *line == "http://192.168.1.23:7878");
        assert!(host.is_some_and(|host| lines[host + 1] == format!("/{path}")), "{shown}");
    }
}

#[test]
fn waiting_in_a_room_on_a_server_for_this_machine() {
    let command = "tictactoe --room kitten".into();
    let invite = Invite { purpose: "To join you", command, url: None, download: None, manage: None };
    keep("waiting_in_a_room", &Scene { room: Some("kitten"), ..waiting(invite, LARGE, None) });
}

#[test]
fn the_table_of_an_arena_shows_the_own_row_and_whole_numbers_on_any_screen() {
    let row =
        |name| format!(r#"{{"name":"{name}","kind":"person","points":24,"wins":12,"draws":0,"losses":88}}"#);
    let names = ["Bob the very long name"; 29].into_iter().chain(["Ann"]);
    let rows = names.map(row).collect::<Vec<_>>().join(",");
    let rules = r#"{"columns":3,"rows":3,"run":3}"#;
    let table = format!(r#"{{"arena":"club","rules":{rules},"ms_left":0,"rows":[{rows}]}}"#);
    let table = Some((serde_json::from_str(&table).unwrap(), Instant::now()));
    let (word, name) = ("club".to_owned(), Name::new("Ann").ok());
    let arena = Arena { word, name, table, refusal: None, managing_place: None };
    let shown = Scene { arena: Some("Arena club, over".into()), ..scene(Body::Arena(&arena)) };
    for size in [(80, 24), (60, 18), (40, 12), (26, 11)] {
        let shown = read(&shown, size);
        for part in ["Arena club, over", "points won games", " 1 Bo", " 30 You 24 12 100"] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }
}

#[test]
fn the_viewers_turn() {
    let mut game = snapshot(&[0, 2]);
    (game.score, game.spectators) = (Score { x: 2, o: 1, draws: 0 }, 3);
    let view = played(game);
    let taken = message("That square is taken. Pick an empty one.", Tone::Refusal);
    let table = table(MatchScreen { clock: Some(52), ..at_middle(&view) });
    let footer = keys([MOVE, PLACE, DIGITS, HELP, QUIT]);
    keep_in_all_sizes_and_looks(
        "your_turn",
        &Scene { room: Some("kitten"), message: Some(&taken), footer, ..table },
    );
}

#[test]
fn a_move_in_flight() {
    let view = played(snapshot(&[0, 2]));
    keep("move_sent", &table(MatchScreen { sent: Some(4), ..at_middle(&view) }));
}

#[test]
fn the_others_turn_while_they_are_away() {
    let mut game = snapshot(&[4]);
    game.players.o.presence = Presence::Away;
    let view = played(game);
    keep("their_turn_away", &table(MatchScreen { clock: Some(24), ..at_middle(&view) }));
}

#[test]
fn the_connection_is_lost_in_the_viewers_turn() {
    let view = played(snapshot(&[0, 2]));
    let wait = Duration::from_millis(1600);
    let retry_in = Some(wait);
    keep("reconnecting", &Scene { retry_in, room: Some("kitten"), ..table(at_middle(&view)) });
}

#[test]
fn a_hint_against_the_computer() {
    let view = played(against_the_computer(snapshot(&[4, 0])));
    let said = message("Hint: top right or bottom left. You can win.", Tone::News);
    let table = table(MatchScreen { hint: &[2, 6], cursor: Some(5), ..at_middle(&view) });
    let hint = Scene { message: Some(&said), ..table };
    keep("hint", &hint);
    assert!(read(&hint, (26, 11)).starts_with("✕◯ Classic perfect "), "without the name of the product");
}

#[test]
fn the_viewer_has_won_and_the_other_wants_a_rematch() {
    let mut game = won();
    game.rematch.offers.push(Mark::O);
    let view = played(game);
    let said = message("Bob wants a rematch. Press r to accept.", Tone::Alert);
    keep(
        "won",
        &Scene {
            message: Some(&said),
            footer: keys([REMATCH, REVIEW, NEW, HELP, QUIT]),
            ..table(at_middle(&view))
        },
    );
}

#[test]
fn a_spectator() {
    let mut game = snapshot(&[4]);
    (game.spectators, game.players.x.presence) = (2, Presence::Away);
    let view = watched(game);
    keep("watching", &table(MatchScreen { cursor: None, clock: Some(7), ..at_middle(&view) }));
}

#[test]
fn a_board_with_coordinates() {
    let view = played(on_board(&[112, 113, 96, 97, 80, 81], LARGE));
    let table = table(MatchScreen { clock: Some(59), cursor: Some(128), ..at_middle(&view) });
    let typed = message("Go to: i_  a letter and a number. Enter or Esc ends", Tone::News);
    keep_in_all_sizes_and_looks(
        "large",
        &Scene {
            message: Some(&typed),
            footer: keys([MOVE, PLACE, Action::Ask(Prompt::Square), HELP, QUIT]),
            ..table
        },
    );
}

#[test]
fn an_emoji_of_several_parts_is_drawn_as_its_first() {
    let mut game = snapshot(&[4]);
    game.players.o = player("\u{1f469}\u{200d}\u{1f467} \u{2764}\u{fe0f} Bo");
    let view = played(game);
    let shown = text(&drawn(&table(at_middle(&view)), Rect::new(0, 0, 80, 24)));
    assert!(shown.contains("\u{1f469} \u{2764}  Bo"), "{shown}");
    assert!(!shown.contains(['\u{200d}', '\u{fe0f}']), "{shown}");
}

#[test]
fn names_that_would_break_a_table() {
    let mut game = snapshot(&[4, 2]);
    game.players.x = player(&"\u{5f20}".repeat(24));
    game.players.o = player(&"e\u{301}\u{308}".repeat(8));
    game.you = Some(You::O);
    let view = played(game);
    keep(
        "names",
        &Scene {
            room: Some("\u{732b}\u{732b}\u{732b}\u{732b}\u{732b}\u{732b}\u{732b}\u{732b}"),
            ..table(MatchScreen { clock: Some(3599), ..at_middle(&view) })
        },
    );
}

#[test]
fn every_key() {
    let view = played(snapshot(&[]));
    let overlay = Some(Overlay::Help { scroll: 3 });
    keep("help", &Scene { overlay, footer: keys([CLOSE]), ..table(at_middle(&view)) });
}

#[test]
fn an_invitation() {
    let view = played(snapshot(&[]));
    let overlay = Some(Overlay::Invite);
    keep(
        "invite",
        &Scene { invite: Some(open_invite()), overlay, footer: keys([CLOSE]), ..table(at_middle(&view)) },
    );
}

#[test]
fn a_question() {
    let view = played(snapshot(&[]));
    keep(
        "question",
        &Scene {
            question: Some(sentences::question(Question::New, Some(&view), None)),
            footer: keys([YES, NO]),
            ..table(at_middle(&view))
        },
    );
}

#[test]
fn a_review_of_a_mistake() {
    let view = played(won()).after(2);
    let review = ReviewStep {
        title: "Move 2 of 5".into(),
        sentence: "Bob played middle left: now X can force a win. Better: centre, still a draw.".into(),
        is_mistake: true,
        better: vec![4],
        imagined: Vec::new(),
    };
    let review = Some(&review);
    let step = MatchScreen { cursor: None, hint: &[4], review, ..at_middle(&view) };
    let scene = Scene { footer: keys([MOVE, Action::Win, Action::PlayOn, CLOSE]), ..table(step) };
    assert!(read(&scene, (30, 12)).ends_with("still a draw. arrows move w win Esc close"));
    keep("review", &scene);
}

#[test]
fn a_forced_win_with_marks_that_were_not_played() {
    let view = played(snapshot(&[4, 1])).imagined(&[0, 8, 3], Mark::X);
    let step = ReviewStep {
        title: "Move 3 of 5".into(),
        sentence: "You: middle left or bottom left.".into(),
        is_mistake: false,
        better: vec![6],
        imagined: vec![0, 8, 3],
    };
    let review = Some(&step);
    let shown = MatchScreen { cursor: None, hint: &[6], review, ..at_middle(&view) };
    keep("forced_win", &Scene { footer: keys([MOVE, CLOSE]), ..table(shown) });
}

#[test]
fn a_takeback_is_asked_in_a_series() {
    let best_of = BestOf::try_from(3).unwrap();
    let view = played(Snapshot {
        score: Score { x: 1, o: 0, draws: 0 },
        series: Some(Series { best_of, result: None }),
        takeback: Some(Takeback::AskedBy(Mark::O)),
        ..snapshot(&[4, 0])
    });
    keep("takeback", &Scene { footer: keys([TAKE_BACK, DECLINE, HELP, QUIT]), ..table(at_middle(&view)) });
}

#[test]
fn the_games_to_choose_from() {
    let view = played(won());
    let overlay = Some(Overlay::Choose { choice: Choice::Game, cursor: 0 });
    keep("games", &Scene { overlay, footer: keys([CLOSE]), ..table(at_middle(&view)) });
}

#[test]
fn four_in_a_row_shows_the_keys_of_the_columns_and_where_the_mark_falls() {
    let rules = Rules { gravity: true, ..Rules::new(7, 6, 4) };
    let view = played(on_board(&[38, 31], rules));
    let shown = MatchScreen { cursor: Some(24), ..at_middle(&view) };
    keep("four_in_a_row", &Scene { footer: keys([MOVE, PLACE, DIGITS, HELP, QUIT]), ..table(shown) });
}
