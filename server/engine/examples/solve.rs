//! Solves a position: prints its value, the moves until the end, the best squares, and every possible move.

use std::io::{Write, stdout};
use std::process::ExitCode;

use tictactoe_engine::search::{Budget, Control, Search, Value};
use tictactoe_engine::{Cell, Game, Mark, Rules, hint};

const USAGE: &str = "\
Usage: solve [--size CxR] [--run N] [--misere] [--gravity] [ROW... | MOVES]
  ROW    a row of the board, from the top: X, O, and _ for an empty square
  MOVES  the moves so far, X's first, as column and row: b2,a1,c3
Example: solve X__ _O_ __X";

/// How many positions are searched at most: some seconds.
const NODES: u64 = 3_000_000;

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match parse(std::env::args().skip(1)) {
        Ok(game) => {
            // The reader may stop early, as `head` does.
            let _ = stdout().write_all(solve(&game).as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Game, String> {
    let (mut size, mut run, mut is_misere, mut has_gravity) = ((3, 3), 3, false, false);
    let mut position = Vec::new();
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--size" => size = parse_size(arguments.next()).ok_or("Write a size like --size 5x4.")?,
            "--run" => run = arguments.next().and_then(|run| run.parse().ok()).ok_or("Write --run 4.")?,
            "--misere" => is_misere = true,
            "--gravity" => has_gravity = true,
            flag if flag.starts_with('-') => return Err(format!("There is no flag {flag:?}.")),
            _ => position.push(argument),
        }
    }
    let is_board = position.iter().all(|row| row.chars().all(|mark| "XO_".contains(mark)));
    let count = |count| u8::try_from(count).unwrap_or(u8::MAX);
    let (columns, rows) = match &*position {
        [first, ..] if is_board => (count(first.len()), count(position.len())),
        _ => size,
    };
    let rules = Rules::new(columns, rows, run).map_err(|error| error.to_string())?;
    let rules = rules.with_misere(is_misere).with_gravity(has_gravity);
    match &*position {
        [] => Ok(Game::new(rules)),
        rows if is_board => from_board(rules, rows),
        [moves] => moves.split(',').try_fold(Game::new(rules), |mut game, square| {
            let cell = parse_square(square, rules).ok_or(format!("There is no square {square:?}."))?;
            game.play(cell).map(|()| game).map_err(|error| format!("{square}: {error}"))
        }),
        _ => Err("Write the rows of a board with X, O and _, or one list of moves.".to_owned()),
    }
}

fn parse_size(text: Option<String>) -> Option<(u8, u8)> {
    let text = text?;
    let (columns, rows) = text.split_once('x')?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}

/// A game that leads to this board. Only its last move completes a run: the order of the others does not matter.
fn from_board(rules: Rules, rows: &[String]) -> Result<Game, String> {
    if rules.has_gravity() {
        return Err("With --gravity write the moves: a board does not say which mark fell first.".to_owned());
    }
    let marks = rows.concat();
    let cells = |mark| rules.all_cells().zip(marks.chars()).filter(move |it| it.1 == mark).map(|it| it.0);
    let (mut xs, mut os): (Vec<_>, Vec<_>) = (cells('X').collect(), cells('O').collect());
    for _ in 0..=xs.len() {
        let turns = (0..=xs.len()).flat_map(|turn| xs.get(turn).into_iter().chain(os.get(turn)));
        if let Ok(game) = Game::replay(rules, turns.copied())
            && game.board().rows() == rows
        {
            return Ok(game);
        }
        let last = if xs.len() > os.len() { &mut xs } else { &mut os };
        let by = last.len().min(1);
        last.rotate_left(by);
    }
    Err("No game leads to this board. Marks take turns, X first, until one completes a run.".to_owned())
}

fn parse_square(text: &str, rules: Rules) -> Option<Cell> {
    let column = ('a'..='z').position(|letter| text.starts_with(letter))?;
    rules.cell_at(text.get(1..)?.parse::<usize>().ok()?.checked_sub(1)?, column)
}

fn names(cells: &[Cell], rules: Rules) -> String {
    let column = |cell: Cell| ('a'..='z').nth(cell.index() % usize::from(rules.columns())).unwrap_or('?');
    let row = |cell: Cell| cell.index() / usize::from(rules.columns()) + 1;
    cells.iter().fold(String::new(), |names, &cell| names + &format!(" {}{}", column(cell), row(cell)))
}

fn solve(game: &Game) -> String {
    let found = hint(game, &mut Search::new(32 << 20), Budget { nodes: NODES, control: &Control::new() });
    let side = if game.ply().is_multiple_of(2) { Mark::X } else { Mark::O };
    let value = match found.verdict.map(|verdict| verdict.value) {
        Some(Value::Draw) => "draw".to_owned(),
        Some(Value::Win) => format!("{side} wins"),
        Some(Value::Loss) => format!("{} wins", side.other()),
        None => "unknown".to_owned(),
    };
    let distance = found.verdict.and_then(|verdict| verdict.distance);
    let distance = distance.map_or_else(|| "unknown".to_owned(), |moves| moves.to_string());
    let (best, possible) = (names(&found.best, game.rules()), names(&game.legal_cells(), game.rules()));
    let (board, rules) = (game.board(), game.rules());
    format!("{board}\n{rules}\nValue    {value}\nDistance {distance}\nBest    {best}\nPossible{possible}\n")
}
