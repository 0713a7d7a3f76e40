//! What holds for every scene in every window.

use proptest::prelude::*;
use ratatui::layout::Position;
use ratatui::style::Color;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::snapshot::{GameResult, Presence, Reason};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::{Mark, Rules};

use super::*;
use crate::app::notice::Question;
use crate::testing::snapshots::{on_board, snapshot, won};
use crate::ui::menu::Menu;
use crate::ui::sentences;

fn rules() -> impl Strategy<Value = Rules> {
    (1u8..=26, 1u16..=99, 1u8..=5).prop_map(|(columns, rows, run)| {
        let rows = u8::try_from(rows.min(256 / u16::from(columns))).unwrap();
        Rules::new(columns, rows, run)
    })
}

/// Boards as they are played on, and any others.
fn boards() -> impl Strategy<Value = Rules> {
    let square = |side| Rules::new(side, side, 3);
    prop_oneof![Just(square(3)), (2u8..=16).prop_map(square), rules()]
}

fn name() -> impl Strategy<Value = Name> {
    let text = prop_oneof!["\\PC{1,24}", "[\u{5f20}\u{ff9e}e\u{301}\u{1f468}\u{fe0f}\u{1f1e9}]{1,24}"];
    text.prop_map(|text| Name::new(&text).unwrap_or_default())
}

fn area() -> impl Strategy<Value = Rect> {
    let any = (0u16..=500, 0u16..=300);
    let usual = (0u16..=100, 0u16..=40);
    prop_oneof![1 => any, 9 => usual].prop_map(|(width, height)| Rect::new(0, 0, width, height))
}

fn result() -> impl Strategy<Value = Option<(Option<Mark>, Reason)>> {
    let winner = prop_oneof![Just(None), Just(Some(Mark::X)), Just(Some(Mark::O))];
    let reasons =
        [Reason::Line, Reason::Full, Reason::Resigned, Reason::Time, Reason::Left, Reason::Cancelled];
    proptest::option::of((winner, proptest::sample::select(reasons.to_vec())))
}

fn presence() -> impl Strategy<Value = Presence> {
    prop_oneof![Just(Presence::Online), Just(Presence::Away), Just(Presence::Left)]
}

prop_compose! {
    /// A match in any state.
    fn view()(
        rules in boards(),
        played in proptest::collection::hash_set(any::<u8>(), 0..40),
        result in result(),
        names in (name(), name()),
        perspective in 0..4u8,
        presence in (presence(), presence()),
        flags in any::<[bool; 2]>(),
        counts in any::<[u32; 4]>(),
    ) -> View {
        let cells = u16::from(rules.columns) * u16::from(rules.rows);
        let moves: Vec<u8> = played.into_iter().filter(|&cell| u16::from(cell) < cells).collect();
        let mut game = on_board(&moves, rules);
        (game.players.x.name, game.players.o.name) = names;
        (game.players.x.presence, game.players.o.presence) = presence;
        game.rematch.open = flags[0];
        game.rematch.offers.extend(flags[1].then_some(Mark::O));
        (game.score.x, game.score.o, game.score.draws, game.spectators) = (counts[0], counts[1], counts[2], counts[3]);
        if let Some((winner, reason)) = result {
            (game.turn, game.legal) = (None, Vec::new());
            game.result = Some(GameResult { winner, reason, lines: vec![moves; 2], ended_by: None });
        }
        match perspective {
            0 => watched(game),
            1 => shared(game),
            2 => played_as(game, Mark::O),
            _ => played_as(game, Mark::X),
        }
    }
}

fn played_as(mut game: Snapshot, you: Mark) -> View {
    game.you = Some(you.into());
    played(game)
}

/// The texts and choices of a scene.
#[derive(Debug, Clone)]
struct Parts {
    body: u8,
    overlay: u8,
    text: String,
    colour: bool,
    ascii: bool,
    number: u16,
    seconds: Option<u64>,
    is_lost: bool,
}

prop_compose! {
    fn parts()(
        body in 0..7u8,
        overlay in 0..7u8,
        text in "\\PC{0,60}",
        colour in any::<bool>(),
        ascii in any::<bool>(),
        number in prop_oneof![0u16..20, any::<u16>()],
        seconds in proptest::option::of(any::<u64>()),
        is_lost in any::<bool>(),
    ) -> Parts {
        Parts { body, overlay, text, colour, ascii, number, seconds, is_lost }
    }
}

/// Gives `look_at` the scene of these parts.
fn with_scene<T>(view: &View, parts: &Parts, look_at: impl FnOnce(&Scene) -> T) -> T {
    let Parts { text, number, seconds, .. } = parts;
    let rows = vec![[text.clone(), text.clone()]; usize::from(number % 30 + 1)];
    let menu = Menu { cursor: usize::from(number % 31), ..Menu::new("Choose", rows, String::new()) };
    let url = (number % 3 == 0).then(|| format!("http://{text}"));
    let invite = Invite { purpose: "To watch", command: text.clone(), url, download: None, manage: None };
    let cursor = u8::try_from(number % 256).unwrap();
    let hint: Vec<u8> = (0..cursor).collect();
    let review = ReviewStep {
        title: text.clone(),
        sentence: text.clone(),
        is_mistake: number % 2 == 0,
        better: hint.clone(),
        imagined: if number % 5 == 0 { hint.clone() } else { Vec::new() },
    };
    let table = MatchScreen {
        view,
        cursor: (number % 3 > 0).then_some(cursor),
        sent: (number % 11 == 0).then_some(cursor),
        clock: *seconds,
        hint: &hint,
        review: (number % 7 == 0).then_some(&review),
        has_asked: number % 7 == 0,
    };
    let body = match parts.body {
        0 | 1 => Body::Picking(&menu),
        2 | 4 => Body::Sentence(text, "Wait."),
        3 => Body::Waiting { rules: view.snapshot.rules, computer_in: *seconds, advice: None },
        _ => Body::Match(table),
    };
    let overlay = match parts.overlay {
        0 => Some(Overlay::Help { scroll: *number }),
        1 => Some(Overlay::Invite),
        3 => Some(Overlay::Choose { choice: Choice::Reaction, cursor: 0 }),
        _ => None,
    };
    let alert = message(text, Tone::Alert);
    let retry_in = parts.is_lost.then(|| Duration::from_millis(seconds.unwrap_or_default()));
    look_at(&Scene {
        available: available(),
        display: Display { colour: parts.colour, ascii: parts.ascii, ..COLOUR },
        retry_in,
        room: (number % 2 == 0).then_some(text.as_str()),
        arena: None,
        invite: (number % 13 > 0).then_some(invite),
        body,
        overlay,
        question: (parts.overlay == 2).then(|| sentences::question(Question::Quit, Some(view), None)),
        message: (number % 3 == 0).then_some(&alert),
        footer: keys([MOVE, PLACE, DIGITS, HELP, QUIT, NEW]),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_scene_can_be_drawn_in_any_window(view in view(), parts in parts(), area in area(), at in any::<(u16, u16)>()) {
        with_scene(&view, &parts, |scene| {
            let buffer = drawn(scene, area);
            if parts.ascii {
                prop_assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()));
            }
            let (x, y) = (at.0 % area.width.max(1), at.1 % area.height.max(1));
            let _ = answers(scene, area).hit(Position { x, y });
            Ok(())
        })?;
    }

    /// Where a cell is drawn is found by drawing it once empty and once with a mark.
    #[test]
    fn a_click_on_a_cell_and_the_digit_in_it_play_that_cell(
        rules in boards(),
        cursor in any::<u8>(),
        picked in proptest::collection::vec(any::<u8>(), 6),
        width in 26u16..130,
        height in 11u16..50,
    ) {
        let cells = u16::from(rules.columns) * u16::from(rules.rows);
        let on_it = |cell: u8| u8::try_from(u16::from(cell) % cells).unwrap();
        let area = Rect::new(0, 0, width, height);
        let view = played(on_board(&[], rules));
        let base = table(MatchScreen { cursor: Some(on_it(cursor)), ..at_middle(&view) });
        let answers = answers(&base, area);
        prop_assume!(!answers.is_too_small);
        let buffer = drawn(&base, area);
        for cell in picked.into_iter().map(on_it).chain([on_it(cursor)]) {
            let mut marked = on_board(&[], rules);
            let (row, column) = (cell / rules.columns, usize::from(cell % rules.columns));
            marked.board[usize::from(row)].replace_range(column..=column, "X");
            marked.legal.retain(|&legal| legal != cell);
            let marked = played(marked);
            let marked = table(MatchScreen { cursor: Some(on_it(cursor)), ..at_middle(&marked) });
            let other = drawn(&marked, area);
            let changed: Vec<_> = area.positions().filter(|at| buffer[*at].symbol() != other[*at].symbol()).collect();
            prop_assert!(cell != on_it(cursor) || !changed.is_empty(), "the cursor's cell is out of view");
            for at in changed {
                prop_assert_eq!(answers.hit(at), Some(Action::Cell(cell)));
                if let Ok(digit) = buffer[at].symbol().parse::<u8>() {
                    prop_assert_eq!(digit - 1, cell);
                }
            }
        }
    }

    #[test]
    fn a_lost_connection_is_shown_in_every_window_and_no_turn_is(
        width in 26u16..130,
        height in 11u16..50,
        ms in 0..9999u64,
    ) {
        let view = played(snapshot(&[0, 2]));
        let retry_in = Some(Duration::from_millis(ms));
        let said = message("The connection is lost. Wait until it is back.", Tone::Refusal);
        let scene = Scene { retry_in, message: Some(&said), ..table(at_middle(&view)) };
        let shown = text(&drawn(&scene, Rect::new(0, 0, width, height)));
        prop_assert!(shown.contains("Reconnect") && shown.contains("The connection is lost"), "{shown}");
        prop_assert!(!shown.contains("TURN") && !shown.contains('['), "{shown}");
    }

    #[test]
    fn a_qr_code_is_shown_whole_or_not_at_all_and_the_window_that_is_named_shows_it(width in 26u16..120, height in 11u16..50) {
        let view = played(snapshot(&[]));
        let scene = Scene { invite: Some(open_invite()), overlay: Some(Overlay::Invite), ..table(at_middle(&view)) };
        let light_in = |scene: &Scene, area| drawn(scene, area).content.iter().filter(|cell| cell.bg == Color::Indexed(231)).count();
        let light = |area| light_in(&scene, area);
        let code = Code::for_url("http://192.168.1.23:7878/r/otter-maple-407").unwrap();
        let whole = code.width() * code.rows().len();
        let area = Rect::new(0, 0, width, height);
        let shown = light(area);
        prop_assert!(shown == whole || shown == 0, "{shown} of {whole}");
        let long = message(&"A long message. ".repeat(20), Tone::News);
        let body = Body::Waiting { rules: Rules::default(), computer_in: None, advice: None };
        let waiting = Scene { invite: Some(Invite { download: None, ..open_invite() }), message: Some(&long), ..super::scene(body) };
        let beside_message = light_in(&waiting, area);
        prop_assert!(beside_message == whole || beside_message == 0, "{beside_message} of {whole}");
        let words = text(&drawn(&scene, area));
        let size = |word: &str| {
            let (width, height) = word.strip_suffix('.')?.split_once('x')?;
            Some(Rect::new(0, 0, width.parse().ok()?, height.parse().ok()?))
        };
        if let Some(bigger) = words.split_whitespace().find_map(size) {
            prop_assert_eq!((shown, light(bigger)), (0, whole));
        } else {
            prop_assert_eq!(shown, whole);
        }
    }
}

/// Whatever the board, the sentence in a window that is too small names one that is not.
#[test]
fn a_window_that_is_too_small_says_what_it_needs() {
    for (rules, needed) in
        [(Rules::default(), (26, 11)), (Rules::new(15, 15, 5), (47, 20)), (Rules::new(2, 99, 2), (26, 104))]
    {
        let view = played(on_board(&[], rules));
        let scene = table(at_middle(&view));
        let (width, height) = needed;
        let area = |width, height| Rect::new(0, 0, width, height);
        assert!(!answers(&scene, area(width, height)).is_too_small);
        for small in [area(width - 1, height), area(width, height - 1)] {
            let said = text(&drawn(&scene, small)).replace('\n', " ");
            let needed = format!("The window must be at least {width}x{height}.");
            assert!(said.starts_with(&needed), "{said}");
            let answers = answers(&scene, small);
            let question = Some("Leave?".to_owned());
            let asked = text(&drawn(&Scene { question, ..table(at_middle(&view)) }, small));
            assert_eq!(asked.trim_end(), "Leave? Press y or n.");
            assert!(answers.is_too_small && small.positions().all(|at| answers.hit(at).is_none()));
        }
    }
}

#[test]
fn nothing_under_an_overlay_can_be_clicked() {
    let view = played(snapshot(&[]));
    let question = Some(sentences::question(Question::Resign, Some(&view), None));
    let scene = Scene { question, footer: keys([YES, NO]), ..table(at_middle(&view)) };
    for (width, height) in [(80, 24), (60, 16), (26, 11)] {
        let area = Rect::new(0, 0, width, height);
        let answers = answers(&scene, area);
        let hits: Vec<_> = area.positions().filter_map(|at| answers.hit(at)).collect();
        assert!(hits.contains(&Action::Yes) && hits.contains(&Action::No));
        assert!(!hits.iter().any(|hit| matches!(hit, Action::Cell(_))), "{width}x{height}");
    }
}

#[test]
fn a_click_on_a_footer_item_does_it() {
    let view = played(won());
    let footer = [REMATCH, REVIEW, NEW, HELP, QUIT];
    let scene = Scene { footer: keys(footer), ..table(at_middle(&view)) };
    for (width, height, items) in [(80, 24, &footer[..]), (60, 16, &footer), (26, 11, &[HELP, QUIT])] {
        let area = Rect::new(0, 0, width, height);
        let shown = text(&drawn(&scene, area));
        let (y, line) = shown.lines().enumerate().find(|(_, line)| line.contains('?')).unwrap();
        let x = line.chars().position(|c| c == '?').unwrap();
        let at = Position::new(u16::try_from(x).unwrap(), u16::try_from(y).unwrap());
        let answers = answers(&scene, area);
        assert_eq!(answers.hit(at), Some(Action::Help), "{shown}");
        let hits: Vec<_> = (0..width).filter_map(|x| answers.hit(Position { x, ..at })).collect();
        assert!(items.iter().all(|item| hits.contains(item)), "{hits:?} in {shown}");
    }
}

#[test]
fn what_was_asked_can_be_withdrawn_in_a_small_window() {
    let view = played(snapshot(&[4, 0]));
    let mut footer = keys([MOVE, PLACE, DECLINE, HELP, QUIT]);
    footer[2].label = "withdraw";
    let scene = Scene { footer, ..table(at_middle(&view)) };
    let shown = text(&drawn(&scene, Rect::new(0, 0, 40, 12)));
    assert!(shown.contains("d withdraw  ? more  q quit"), "{shown}");
}

#[test]
fn help_can_be_scrolled_to_its_end_and_no_further() {
    let view = played(snapshot(&[]));
    for (width, height) in [(80, 24), (60, 16), (26, 11)] {
        let area = Rect::new(0, 0, width, height);
        let [first, past_the_end] = [0, u16::MAX].map(|scroll| Overlay::Help { scroll });
        let with = |overlay| Scene { overlay: Some(overlay), ..table(at_middle(&view)) };
        let most = Overlay::Help { scroll: answers(&with(first), area).most_scroll };
        let end = text(&drawn(&with(most), area));
        assert!(end.contains("fg returns"), "{end}");
        assert_eq!(text(&drawn(&with(past_the_end), area)), end);
    }
}
