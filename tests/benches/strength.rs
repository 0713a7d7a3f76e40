//! Results of the levels against each other, and of this engine against another build of it.
//!
//! ```sh
//! cargo bench -p tictactoe-benches --bench strength -- 1 200        # seed, number of games on each board
//! cargo bench -p tictactoe-benches --bench strength -- 1 40 15 15 5 # the same on one board: columns, rows, run
//! cargo bench -p tictactoe-benches --bench strength -- 1 40 7 6 4 2  # and variant: 1 misere, 2 gravity, 3 both
//! OPPONENT="path of another build of this program" cargo bench -p tictactoe-benches --bench strength -- 1 80 15 15 5
//! ```
//!
//! With an opponent only perfect plays, from random openings near the centre that are balanced: where this build plays
//! against itself with fewer nodes, X and O win as often. Each is played twice, with the marks swapped. The program is
//! started with the argument `serve`: for each line `columns rows run nodes seed cell…` it prints the cell that perfect
//! plays.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use tictactoe_benches::{Rng, TABLE_BYTES, arguments, empty};
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Level, Mark, Outcome, Rules, choose_move};

const PAIRS: [[Level; 2]; 4] = [
    [Level::Casual, Level::Easy],
    [Level::Perfect, Level::Easy],
    [Level::Perfect, Level::Casual],
    [Level::Perfect, Level::Perfect],
];

/// Columns, rows, run and variant.
const BOARDS: [[u64; 4]; 7] = [
    [3, 3, 3, 0],
    [5, 4, 4, 0],
    [7, 7, 5, 0],
    [10, 10, 5, 0],
    [15, 15, 5, 0],
    [4, 4, 4, MISERE],
    [7, 6, 4, GRAVITY],
];

/// The bits of a variant.
const MISERE: u64 = 1;
const GRAVITY: u64 = 2;

/// The budget of a move, as in the server.
const NODES: u64 = 100_000;

/// The nodes of a move in the games that tell whether an opening is balanced.
const BALANCE_NODES: [u64; 4] = [5_000, 10_000, 20_000, 40_000];

/// The moves of an opening, and how far from the centre they are at most.
const OPENING_MOVES: u64 = 6;
const OPENING_REACH: u64 = 3;

/// A player of one side.
enum Player<'a> {
    Level(Level, &'a mut Search),
    Program(&'a mut Program),
}

/// Another build of this program.
struct Program {
    child: Child,
    answers: Box<dyn BufRead>,
}

fn main() {
    if env::args().any(|argument| argument == "serve") {
        serve();
        return;
    }
    let Some([seed, games, board @ ..]) = arguments([1, 200, 0, 0, 0, 0]) else { return };
    let boards = if board[0] == 0 { BOARDS.to_vec() } else { vec![board] };
    println!("seed {seed}");
    for board in boards {
        let [columns, rows, run, variant] = board;
        let [columns, rows, run] =
            [columns, rows, run].map(|number| u8::try_from(number).expect("a small number"));
        let rules = empty(columns, rows, run).rules().with_misere(variant & MISERE > 0);
        let start = Game::new(rules.with_gravity(variant & GRAVITY > 0));
        match env::var("OPPONENT") {
            Ok(path) => against_program(&start, &path, seed, games),
            Err(_) => PAIRS.iter().for_each(|&levels| between_levels(&start, levels, seed, games)),
        }
    }
}

/// Plays this many games, with the marks swapped in every second one, and prints the results of the first level.
fn between_levels(start: &Game, [first, second]: [Level; 2], seed: u64, games: u64) {
    let (mut rng, mut tally) = (Rng::seeded(seed), [0; 3]);
    let [mut ours, mut theirs] = [(); 2].map(|()| Search::new(TABLE_BYTES));
    for game in 0..games {
        let players = [Player::Level(first, &mut ours), Player::Level(second, &mut theirs)];
        tally[play(start.clone(), players, game % 2 == 1, rng.next_u64())] += 1;
    }
    println!("{}: {first:>7} against {second:>7}: {}", start.rules(), shown(tally));
}

fn against_program(start: &Game, path: &str, seed: u64, games: u64) {
    let (mut rng, mut tally) = (Rng::seeded(seed), [0; 3]);
    let (mut search, mut program) = (Search::new(TABLE_BYTES), Program::start(path));
    for _ in 0..games / 2 {
        let opening = opening(start.rules(), &mut rng);
        for is_swapped in [false, true] {
            let players = [Player::Level(Level::Perfect, &mut search), Player::Program(&mut program)];
            tally[play(opening.clone(), players, is_swapped, rng.next_u64())] += 1;
        }
    }
    program.child.kill().expect("a running program");
    println!("{}: this build against {path}: {}", start.rules(), shown(tally));
}

fn shown([won, drawn, lost]: [u32; 3]) -> String {
    format!("{won:4} won, {drawn:4} drawn, {lost:4} lost")
}

/// Random moves near the centre that favour neither side: a search finds no forced win, and the games of a small search
/// against itself are won by X as often as by O.
fn opening(rules: Rules, rng: &mut Rng) -> Game {
    loop {
        let mut game = Game::new(rules);
        while game.ply() < OPENING_MOVES as usize && game.to_move().is_some() {
            let mut near = |side: u8| {
                (u64::from(side) / 2).saturating_sub(OPENING_REACH) + rng.next_u64() % (2 * OPENING_REACH + 1)
            };
            let (row, column) = (near(rules.rows()), near(rules.columns()));
            if let Some(cell) = rules.cell_at(row as usize, column as usize) {
                let _ = game.play(cell);
            }
        }
        let (budget, mut search) =
            (Budget { nodes: NODES, control: &Control::new() }, Search::new(TABLE_BYTES));
        if game.to_move().is_some()
            && search.analyse(&game, budget).verdict.value().is_none()
            && is_balanced(&game, &mut search)
        {
            return game;
        }
    }
}

fn is_balanced(opening: &Game, search: &mut Search) -> bool {
    let balance = BALANCE_NODES.map(|nodes| {
        let mut game = opening.clone();
        while game.to_move().is_some() {
            game.play(choose(&game, Level::Perfect, nodes, nodes, search)).expect("a legal cell");
        }
        match game.outcome() {
            Some(Outcome::Win { mark: Mark::X, .. }) => 1,
            Some(Outcome::Win { mark: Mark::O, .. }) => -1,
            Some(Outcome::Draw) | None => 0,
        }
    });
    balance.iter().sum::<i32>() == 0
}

/// 0 if the first player wins, 1 for a draw, 2 if the second wins. The first player is X unless they are swapped.
fn play(mut game: Game, mut players: [Player<'_>; 2], is_swapped: bool, seed: u64) -> usize {
    loop {
        let first_has = if is_swapped { Mark::O } else { Mark::X };
        match game.outcome() {
            Some(Outcome::Draw) => return 1,
            Some(Outcome::Win { mark, .. }) => return if *mark == first_has { 0 } else { 2 },
            None => {}
        }
        let index = usize::from(game.to_move() != Some(first_has));
        // The players get different random numbers.
        let seed = if index == 0 { seed } else { !seed };
        let cell = match &mut players[index] {
            Player::Level(level, search) => choose(&game, *level, NODES, seed, search),
            Player::Program(program) => program.choose(&game, seed),
        };
        game.play(cell).expect("a legal cell");
    }
}

fn choose(game: &Game, level: Level, nodes: u64, seed: u64, search: &mut Search) -> Cell {
    let budget = Budget { nodes, control: &Control::new() };
    choose_move(game, level, seed, search, budget).expect("a game that is not over")
}

/// Answers each line of the standard input, until it ends.
fn serve() {
    let mut search = Search::new(TABLE_BYTES);
    for line in io::stdin().lines() {
        let line = line.expect("a line of text");
        let numbers: Vec<u64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [columns, rows, run, nodes, seed, cells @ ..] = numbers.as_slice() else { return };
        let rules = empty(*columns as u8, *rows as u8, *run as u8).rules();
        let cells = cells.iter().filter_map(|&index| rules.cell(index as usize));
        let game = Game::replay(rules, cells).expect("a game");
        println!("{}", choose(&game, Level::Perfect, *nodes, *seed, &mut search).index());
    }
}

impl Program {
    fn start(path: &str) -> Self {
        let mut command = Command::new(path);
        let mut child =
            command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a program");
        let answers = Box::new(BufReader::new(child.stdout.take().expect("its output")));
        Self { child, answers }
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Cell {
        let rules = game.rules();
        let mut numbers =
            [rules.columns(), rules.rows(), rules.run()].map(|number| number.to_string()).to_vec();
        numbers.extend([NODES, seed].map(|number| number.to_string()));
        numbers.extend(game.cells().iter().map(|cell| cell.index().to_string()));
        let input = self.child.stdin.as_mut().expect("its input");
        writeln!(input, "{}", numbers.join(" ")).expect("a running program");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("an answer");
        rules.cell(answer.trim().parse().expect("a number")).expect("a cell of the board")
    }
}
