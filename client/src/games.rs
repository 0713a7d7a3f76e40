//! The games that have a name, and how people write another one.

use tictactoe_cli::parse_board;
use tictactoe_protocol::values::{BestOf, Rules};

/// The longest side that any server accepts.
const MAX_SIDE: u8 = 15;

/// A game, its name, the word that stands for it, and what is special about it.
pub(crate) struct NamedGame {
    pub(crate) name: &'static str,
    pub(crate) word: &'static str,
    pub(crate) about: &'static str,
    pub(crate) rules: Rules,
}

pub(crate) const GAMES: [NamedGame; 4] = [
    NamedGame {
        name: "Classic",
        word: "classic",
        about: "3x3, three in a row wins",
        rules: Rules::new(3, 3, 3),
    },
    NamedGame {
        name: "Misere",
        word: "misere",
        about: "3x3, three in a row loses",
        rules: Rules { misere: true, ..Rules::new(3, 3, 3) },
    },
    NamedGame {
        name: "Four in a row",
        word: "four",
        about: "7x6, marks fall to the bottom",
        rules: Rules { gravity: true, ..Rules::new(7, 6, 4) },
    },
    NamedGame { name: "Five in a row", word: "five", about: "15x15", rules: Rules::new(15, 15, 5) },
];

fn named(rules: Rules) -> Option<&'static NamedGame> {
    GAMES.iter().find(|game| game.rules == rules)
}

/// `Four in a row`, or `5x4, 4 in a row loses` for one without a name.
pub(crate) fn name(rules: Rules) -> String {
    named(rules).map_or_else(|| custom(rules), |game| game.name.to_owned())
}

/// The same with what is special about it.
pub(crate) fn describe(rules: Rules) -> String {
    named(rules).map_or_else(|| custom(rules), |game| format!("{} ({})", game.name, game.about))
}

fn custom(Rules { columns, rows, run, misere, gravity }: Rules) -> String {
    let loses = if misere { " loses" } else { "" };
    let falls = if gravity { ", marks fall" } else { "" };
    format!("{columns}x{rows}, {run} in a row{loses}{falls}")
}

/// Reads `four`, `5x4 4 misere gravity` or `classic best of 3`. Rules that no server accepts would end the run.
pub(crate) fn parse(text: &str) -> Option<(Rules, Option<BestOf>)> {
    let small = text.to_lowercase();
    let (game, best_of) = match small.split_once("best of") {
        Some((game, games)) => (game, Some(BestOf::try_from(games.trim().parse::<u8>().ok()?).ok()?)),
        None => (small.as_str(), None),
    };
    let game = game.trim();
    let known = GAMES.iter().find(|known| known.word == game);
    Some((known.map_or_else(|| parse_custom(game), |known| Some(known.rules))?, best_of))
}

fn parse_custom(text: &str) -> Option<Rules> {
    let mut words = text.split_whitespace().peekable();
    let (columns, rows) = parse_board(words.next()?).ok()?;
    let run = words.next_if(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    let run = run.map_or(Some(Rules::default().run), |run| run.parse().ok())?;
    let mut rules = Rules::new(columns, rows, run);
    for word in words {
        match word {
            "misere" => rules.misere = true,
            "gravity" => rules.gravity = true,
            _ => return None,
        }
    }
    let longest = columns.max(rows);
    (longest <= MAX_SIDE && (1..=longest).contains(&run)).then_some(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_by_its_name_or_its_board() {
        let four = Rules { gravity: true, ..Rules::new(7, 6, 4) };
        let large = Rules { misere: true, gravity: true, ..Rules::new(5, 4, 4) };
        for (text, rules, best_of) in [
            ("classic", Rules::default(), None),
            ("Four", four, None),
            ("four best of 3", four, Some(3)),
            ("7x6 4 gravity", four, None),
            ("5x4 4 misere gravity", large, None),
            ("3x3 best of 5", Rules::default(), Some(5)),
        ] {
            let best_of = best_of.map(|games| BestOf::try_from(games).unwrap());
            assert_eq!(parse(text), Some((rules, best_of)), "{text}");
        }
        for text in ["", "six", "four 4", "5x4 4 falls", "16x3", "3x3 4", "5x4 best of 2"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_game_has_a_description() {
        let said = |rules| describe(rules);
        assert_eq!(said(GAMES[2].rules), "Four in a row (7x6, marks fall to the bottom)");
        assert_eq!(said(Rules::new(5, 4, 4)), "5x4, 4 in a row");
        let all = Rules { misere: true, gravity: true, ..Rules::new(5, 4, 4) };
        assert_eq!(name(all), "5x4, 4 in a row loses, marks fall");
    }
}
