//! The sentences of `tests/sentences.json`, which the tests of the page read too.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tictactoe_protocol::analysis::{Hint, ReviewedMove, Shape, Worth};
use tictactoe_protocol::server::Reacted;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{Mark, Reaction, Rules};

use super::{GameSentences, cut};
use crate::app::change::{Change, changes};
use crate::app::notice::Declined;
use crate::app::view::View;
use crate::named_games;
use crate::testing::snapshots::on_board;

#[derive(Deserialize)]
struct Table {
    games: Vec<Game>,
    names: Vec<Named>,
    hints: Vec<Hinted>,
    reviews: Vec<Reviewed>,
    declined: Map<String, Value>,
    reactions: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    when: String,
    moves: Vec<u8>,
    #[serde(default)]
    with: Map<String, Value>,
    before: Option<Map<String, Value>>,
    headline: String,
    detail: String,
    offer: Option<String>,
    change: Option<String>,
    series: Option<String>,
    result: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    rules: Rules,
    says: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hinted {
    moves: Vec<u8>,
    #[serde(default)]
    rules: Rules,
    cells: Vec<u8>,
    worth: Option<Worth>,
    shape: Option<Shape>,
    says: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reviewed {
    ply: usize,
    #[serde(default)]
    with: Map<String, Value>,
    before: Option<(i8, u16)>,
    after: Option<(i8, u16)>,
    best: Vec<u8>,
    #[serde(default)]
    mistake: bool,
    shape: Option<Shape>,
    says: String,
}

fn table() -> Table {
    serde_json::from_str(include_str!("../../../../tests/sentences.json")).unwrap()
}

/// The game after these moves, with parts that differ.
fn view(moves: &[u8], parts: &Map<String, Value>) -> View {
    let rules = parts.get("rules").map(|rules| serde_json::from_value(rules.clone()).unwrap());
    let mut state = serde_json::to_value(on_board(moves, rules.unwrap_or_default())).unwrap();
    if parts.contains_key("result") {
        (state["turn"], state["legal"], state["rematch"]["open"]) = (Value::Null, json!([]), json!(true));
    }
    for (part, value) in parts {
        match value.as_object().filter(|_| part == "O") {
            Some(player) => player.iter().for_each(|(what, value)| {
                state["players"]["O"][what] = value.clone();
            }),
            None => state[part] = value.clone(),
        }
    }
    let snapshot: Snapshot = serde_json::from_value(state).unwrap();
    let is_spectator = snapshot.you.is_none();
    View::new(snapshot, is_spectator).unwrap()
}

#[test]
fn a_game_is_told_in_the_sentences_of_the_table() {
    for game in table().games {
        let after = view(&game.moves, &game.with);
        let sentences = GameSentences::new(&after);
        let change = game.before.map(|before| {
            let changes = changes(Some(&view(&game.moves, &before)), &after);
            // The headline says whose turn it is.
            let changes = changes.into_iter().filter(|change| !matches!(change, Change::Turn));
            changes.map(|change| sentences.change(change)).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(
            (sentences.headline(), sentences.detail(), sentences.offer(false, None), change),
            (game.headline, game.detail, game.offer, game.change),
            "{}",
            game.when
        );
        assert_eq!(sentences.series(), game.series, "{}", game.when);
        assert_eq!(sentences.result(), game.result.unwrap_or_else(|| sentences.result()), "{}", game.when);
    }
}

#[test]
fn games_have_the_names_of_the_table() {
    for Named { rules, says } in table().names {
        assert_eq!(named_games::name(rules), says);
    }
}

#[test]
fn hints_are_told_in_the_sentences_of_the_table() {
    for Hinted { moves, rules, cells, worth, shape, says } in table().hints {
        let view = View::new(on_board(&moves, rules), false).unwrap();
        let ply = view.snapshot.ply;
        let hint = Hint { id: None, game: 1, ply, cells, worth, shape, forced_win: None };
        assert_eq!(GameSentences::new(&view).hint(&hint), says);
    }
}

#[test]
fn reviewed_moves_are_told_in_the_sentences_of_the_table() {
    for Reviewed { ply, with, before, after, best, mistake, shape, says } in table().reviews {
        let over = json!({ "winner": "X", "reason": "line", "lines": [[0, 1, 2]] });
        let end = Map::from_iter([("result".to_owned(), over)]);
        let view = view(&[0, 3, 1, 4, 2], &end.into_iter().chain(with).collect());
        let cell = view.snapshot.moves[ply - 1];
        let worth =
            |pair: Option<(i8, u16)>| pair.map(|(value, distance)| Worth { value, distance: Some(distance) });
        let (before, after) = (worth(before), worth(after));
        let mark = view.mark_at(cell).unwrap();
        let reviewed = ReviewedMove { mark, cell, before, after, best, mistake, shape };
        assert_eq!(GameSentences::new(&view).reviewed_move(ply, &reviewed), says);
    }
}

#[test]
fn what_cannot_be_done_is_told_in_the_sentences_of_the_table() {
    for (why, says) in table().declined {
        let declined = match why.as_str() {
            "lost" => Declined::Lost,
            "watching" => Declined::Watching,
            "unanswered" => Declined::Unanswered,
            "taken" => Declined::Taken,
            "game_on" => Declined::GameOn,
            "asked" => Declined::Asked,
            "no_hints" => Declined::NoHints,
            "thinking" => Declined::Thinking,
            "nothing_to_take_back" => Declined::NothingToTakeBack,
            "too_many_reactions" => Declined::TooManyReactions,
            why => panic!("{why}"),
        };
        assert_eq!(declined.to_string(), says);
    }
}

#[test]
fn reactions_are_told_in_the_words_of_the_table() {
    let view = view(&[], &Map::new());
    let Table { reactions, .. } = table();
    for reaction in Reaction::ALL {
        let said = GameSentences::new(&view).reaction(Reacted { mark: Mark::O, reaction });
        assert_eq!(reactions.get(&reaction.to_string()), Some(&said.into()));
    }
}

#[test]
fn a_text_is_cut_between_characters_and_says_so() {
    assert_eq!(cut("Bob", 3), "Bob");
    assert_eq!(cut("Robert", 4), "Rob\u{2026}");
    assert_eq!(cut("Robert", 1), "\u{2026}");
    assert_eq!(cut("Robert", 0), "");
    assert_eq!(cut("\u{5f20}\u{4e09}\u{4e30}", 4), "\u{5f20}\u{2026}");
    assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}\u{2026}");
}
