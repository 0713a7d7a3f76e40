//! The games that have a name, and how people write another one.

use thiserror::Error;
use tictactoe_host::parse_board;
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
    NamedGame { name: "Classic", word: "classic", about: "3x3, 3 in a row wins", rules: Rules::new(3, 3, 3) },
    NamedGame {
        name: "Misere",
        word: "misere",
        about: "3x3, 3 in a row loses",
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

/// Why a text is no game, after a colon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum GameError {
    #[error("write classic, misere, four, five, or a board like 5x4, up to {MAX_SIDE}x{MAX_SIDE}")]
    Unknown,
    #[error("on {columns}x{rows}, write 1 to {} in a row, not {run}", columns.max(rows))]
    Run { columns: u8, rows: u8, run: u32 },
    #[error("a series has 1, 3, 5, 7 or 9 games")]
    Series,
}

/// Reads `four`, or `5x4 4 misere gravity` for a game without a name. Rules that no server accepts would end the run.
pub(crate) fn parse(text: &str) -> Result<Rules, GameError> {
    let small = text.trim().to_lowercase();
    GAMES.iter().find(|game| game.word == small).map_or_else(|| parse_custom(&small), |game| Ok(game.rules))
}

/// The same, perhaps with `best of 3` behind it.
pub(crate) fn parse_series(text: &str) -> Result<(Rules, Option<BestOf>), GameError> {
    let small = text.to_lowercase();
    let Some((game, games)) = small.split_once("best of") else { return Ok((parse(text)?, None)) };
    Ok((parse(game)?, Some(parse_best_of(games)?)))
}

pub(crate) fn parse_best_of(text: &str) -> Result<BestOf, GameError> {
    let games = text.trim().parse::<u8>().ok().and_then(|games| games.try_into().ok());
    games.ok_or(GameError::Series)
}

fn parse_custom(text: &str) -> Result<Rules, GameError> {
    let mut words = text.split_whitespace().peekable();
    let board = words.next().and_then(|board| parse_board(board).ok());
    let (columns, rows) = board.ok_or(GameError::Unknown)?;
    let run = words.next_if(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    let run = run.map_or(Ok(Rules::default().run.into()), str::parse).map_err(|_| GameError::Unknown)?;
    let short_run = u8::try_from(run).ok().filter(|run| (1..=columns.max(rows)).contains(run));
    let mut rules = Rules::new(columns, rows, short_run.unwrap_or_default());
    for word in words {
        match word {
            "misere" => rules.misere = true,
            "gravity" => rules.gravity = true,
            _ => return Err(GameError::Unknown),
        }
    }
    match columns.max(rows) {
        longest if longest > MAX_SIDE => Err(GameError::Unknown),
        _ if short_run.is_none() => Err(GameError::Run { columns, rows, run }),
        _ => Ok(rules),
    }
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
            assert_eq!(parse_series(text), Ok((rules, best_of)), "{text}");
        }
    }

    #[test]
    fn what_is_no_game_is_told_with_what_is_one() {
        let a_game = "write classic, misere, four, five, or a board like 5x4, up to 15x15";
        for (text, why) in [
            ("", a_game),
            ("4", a_game),
            ("four 4", a_game),
            ("5x4 4 falls", a_game),
            ("16x16 3", a_game),
            ("300x3", a_game),
            ("5x4 6", "on 5x4, write 1 to 5 in a row, not 6"),
            ("5x4 300", "on 5x4, write 1 to 5 in a row, not 300"),
            ("5x4 0", "on 5x4, write 1 to 5 in a row, not 0"),
            ("5x4 best of 2", "a series has 1, 3, 5, 7 or 9 games"),
        ] {
            assert_eq!(parse_series(text).unwrap_err().to_string(), why, "{text}");
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
