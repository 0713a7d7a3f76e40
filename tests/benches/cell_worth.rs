//! Fits the numbers of the engine's `cell_worth` module: what an empty cell is worth by the shapes on its lines.
//!
//! ```sh
//! cargo bench -p tictactoe-benches --bench cell_worth -- 2000 3000 1    # number of games, nodes a move, seed
//! ```
//!
//! The heuristic search plays games with itself from random openings that it thinks balanced, now and then with one of
//! its lesser moves, and searches other positions near those of the games. A position is labelled by the score of the
//! search, and half by the result of the game if no lesser move follows. Two regressions follow: a logistic one of the
//! label on the shapes of both sides in positions without a threat to win, and a multinomial one of the move that the
//! search prefers there. The numbers are printed in the order of the engine's. Those for a whole run, an open four and a
//! lone mark have no examples in quiet positions: the engine's own stay. Every tenth game is held out, to show how well
//! they predict.
//!
//! Those in the engine are of a larger fit of this kind, to 147,000 positions on 15x15 with five in a row. Before other
//! numbers take their place, let them play: a better prediction is not always a better move.

use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Cell, Game, Mark, Outcome, Rules};

#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../harness/src/rng.rs"]
mod rng;

use rng::Rng;

/// Columns, rows, run, and how many of ten games are played there.
const BOARDS: [(u8, u8, u8, u64); 2] = [(15, 15, 5, 8), (10, 10, 5, 2)];

/// One of so many moves is one of the best [`LESSER_MOVES`].
const LESSER_MOVE_IN: usize = 12;
const LESSER_MOVES: usize = 5;

/// The moves to a position near that of a game are among so many.
const NEARBY_MOVES: usize = 10;

/// A higher score is a win.
const WIN: i32 = 8_000_000;

/// An opening is balanced if its score is less.
const BALANCED: i32 = 500;

/// The grades of shapes: 0 is of no interest, 8 is a run.
const GRADES: usize = 9;

/// The numbers for one side: one for each grade but 0, and one for each pair of these.
const NUMBERS: usize = (GRADES - 1) * (GRADES + 2) / 2;

/// The numbers for the side to move, then those for the other side.
type Numbers = [f64; 2 * NUMBERS];

/// The number of an engine's point for one unit of log odds of winning, and of the log odds of being chosen.
const VALUE_SCALE: f64 = 1_120.0;
const PROMISE_SCALE: f64 = 400.0;

/// One position of a game.
struct Sample {
    is_held_out: bool,
    /// The value to the side to move: 1 is a win, 0 a loss.
    label: f64,
    /// By empty cell: the combination of shapes of the side to move, and that of the other.
    cells: Vec<[u16; 2]>,
    /// The place of the cell that the search chose.
    chosen: usize,
    /// Neither side has a threat to win, and the side to move cannot make two.
    is_quiet: bool,
}

fn main() {
    let mut numbers = [2_000, 3_000, 1];
    let given = std::env::args().filter_map(|argument| argument.parse().ok());
    numbers.iter_mut().zip(given).for_each(|(number, given)| *number = given);
    let [games, nodes, seed] = numbers;
    let mut rng = Rng::seeded(seed);
    let mut search = Search::new(32 << 20);
    let mut samples = Vec::new();
    for number in 0..games {
        let rules = board(number % 10);
        let mut played = play(rules, nodes, &mut rng, &mut search);
        let is_held_out = number % 10 == rng.next_u64() % 10;
        for sample in &mut played {
            sample.is_held_out = is_held_out;
        }
        samples.append(&mut played);
    }
    println!("// {} positions of {games} games", samples.len());
    print("VALUE", &fit_value(&samples), VALUE_SCALE);
    print("PROMISE", &fit_promise(&samples), PROMISE_SCALE);
}

fn board(number: u64) -> Rules {
    let mut left = number;
    for (columns, rows, run, share) in BOARDS {
        if left < share {
            return Rules::new(columns, rows, run).expect("valid rules");
        }
        left -= share;
    }
    Rules::CLASSIC
}

/// Positions of a game and near it, with their labels.
fn play(rules: Rules, nodes: u64, rng: &mut Rng, search: &mut Search) -> Vec<Sample> {
    let control = Control::new();
    let mut rank = |game: &Game| search.rank(game, Budget { nodes, control: &control });
    let (mut game, mut ranked) = loop {
        let game = opening(rules, rng);
        let ranked = rank(&game);
        if ranked.first().is_some_and(|(score, _)| score.abs() < BALANCED) {
            break (game, ranked);
        }
    };
    let (mut of_game, mut nearby, mut reliable_from) = (Vec::new(), Vec::new(), 0);
    while let (Some(mark), Some(&(score, best))) = (game.to_move(), ranked.first()) {
        of_game.push((mark, score, Sample::new(&game, mark, best, score)));
        let mut chosen = best;
        if score.abs() < WIN {
            if rng.one_in(2) {
                nearby.extend(near(&game, &ranked, rng, &mut rank));
            }
            if rng.one_in(LESSER_MOVE_IN) {
                reliable_from = of_game.len();
                chosen = rng.pick(&ranked[..ranked.len().min(LESSER_MOVES)]).1;
            }
        }
        game.play(chosen).expect("a legal move");
        ranked = rank(&game);
    }
    let result = |mark: Mark| match game.outcome() {
        Some(Outcome::Win { mark: winner, .. }) => f64::from(u8::from(*winner == mark)),
        _ => 0.5,
    };
    for (mark, score, sample) in of_game.iter_mut().skip(reliable_from) {
        if score.abs() < WIN {
            sample.label = f64::midpoint(sample.label, result(*mark));
        }
    }
    of_game.into_iter().map(|(.., sample)| sample).chain(nearby).collect()
}

/// A position after one to three moves that the search ranks high; `None` if the game ends there.
fn near(
    game: &Game,
    ranked: &[(i32, Cell)],
    rng: &mut Rng,
    rank: &mut impl FnMut(&Game) -> Vec<(i32, Cell)>,
) -> Option<Sample> {
    let (mut game, mut ranked) = (game.clone(), ranked.to_vec());
    for _ in 0..=rng.below(3) {
        let (_, cell) = rng.pick(&ranked[..ranked.len().min(NEARBY_MOVES)]);
        game.play(cell).expect("a legal move");
        ranked = rank(&game);
        game.to_move()?;
    }
    let &(score, best) = ranked.first()?;
    Some(Sample::new(&game, game.to_move()?, best, score))
}

/// Two to eight random marks, each within two steps of another, without a threat.
fn opening(rules: Rules, rng: &mut Rng) -> Game {
    let place = |cell: Cell| {
        (cell.index() / usize::from(rules.columns()), cell.index() % usize::from(rules.columns()))
    };
    let steps =
        |one: (usize, usize), other: (usize, usize)| one.0.abs_diff(other.0).max(one.1.abs_diff(other.1));
    let centre = (usize::from(rules.rows() / 2), usize::from(rules.columns() / 2));
    let mut game = Game::new(rules);
    let marks = 2 + rng.below(7);
    while game.ply() < marks && game.to_move().is_some() {
        let near = |cell: &Cell| match game.cells() {
            [] => steps(place(*cell), centre) <= 2,
            cells => cells.iter().any(|&other| steps(place(*cell), place(other)) <= 2),
        };
        let cells: Vec<Cell> = game.legal_cells().into_iter().filter(near).collect();
        game.play(rng.pick(&cells)).expect("a legal cell");
    }
    game
}

impl Sample {
    fn new(game: &Game, us: Mark, chosen: Cell, score: i32) -> Self {
        let cells = game.legal_cells();
        let all: Vec<[[usize; 4]; 2]> =
            cells.iter().map(|&cell| [us, us.other()].map(|mark| grades(game, cell, mark))).collect();
        let has = |side: usize, grade| all.iter().any(|cell| cell[side].iter().any(|&found| found >= grade));
        let forks = all.iter().any(|[own, _]| own.iter().filter(|&&grade| grade == 6).count() > 1);
        Self {
            is_held_out: false,
            label: probability(f64::from(score) / VALUE_SCALE).clamp(0.01, 0.99),
            cells: all.iter().map(|sides| sides.map(combination)).collect(),
            chosen: cells.iter().position(|&cell| cell == chosen).expect("a legal move"),
            is_quiet: !has(0, 7) && !has(1, 8) && !forks,
        }
    }
}

/// The probability with these log odds.
fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The grades of the shapes that a mark on an empty cell makes, by direction.
fn grades(game: &Game, cell: Cell, mark: Mark) -> [usize; 4] {
    let rules = game.rules();
    let [columns, run] = [rules.columns(), rules.run()].map(|number| isize::from(number.cast_signed()));
    let (row, column) = (cell.index().cast_signed() / columns, cell.index().cast_signed() % columns);
    // Whether the mark is there; `None` where a run cannot be.
    let at = |(down, right): (isize, isize), steps: isize| {
        let (row, column) =
            (usize::try_from(row + down * steps).ok()?, usize::try_from(column + right * steps).ok()?);
        let found = game.board().get(rules.cell_at(row, column)?);
        (found != Some(mark.other())).then_some(steps == 0 || found.is_some())
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| {
        let free = |sign: isize| {
            (1..run).take_while(|&steps| at(step, sign * steps).is_some()).count().cast_signed()
        };
        let line: Vec<bool> = (-free(-1)..=free(1)).filter_map(|steps| at(step, steps)).collect();
        grade(&line, run.unsigned_abs())
    })
}

/// The grade of a line with these marks, as the engine's `Shape` defines it.
fn grade(line: &[bool], run: usize) -> usize {
    let count = |window: &[bool]| window.iter().filter(|&&is_marked| is_marked).count();
    let Some(most) = line.windows(run).map(count).max() else { return 0 };
    let missing = run - most;
    let completes = |&place: &usize| {
        let mut after = line.to_vec();
        after[place] = true;
        !line[place] && after.windows(run).any(|window| count(window) == run)
    };
    let is_open = match missing {
        0 => false,
        1 => (0..line.len()).filter(completes).count() >= 2,
        _ => line.windows(run + 1).any(|window| !window[0] && !window[run] && count(window) == most),
    };
    (GRADES - 1 + usize::from(is_open)).saturating_sub(2 * missing)
}

/// One number for the grades of a cell.
fn combination(grades: [usize; 4]) -> u16 {
    u16::try_from(grades.into_iter().fold(0, |sum, grade| sum * GRADES + grade)).expect("a small number")
}

/// By combination of grades: the numbers that count for a cell of the side to move, first those of the shapes, then those
/// of the pairs.
fn all_numbers() -> Vec<Vec<usize>> {
    let digits = |combination: usize| [0, 1, 2, 3].map(|place| combination / GRADES.pow(place) % GRADES);
    let pair = |(high, low): (usize, usize)| GRADES - 1 + high * (high - 1) / 2 + low - 1;
    let of_grades = |grades: [usize; 4]| {
        let grades: Vec<usize> = grades.into_iter().filter(|&grade| grade > 0).collect();
        let pairs = grades.iter().enumerate().flat_map(|(place, &one)| {
            grades[..place].iter().map(move |&other| pair((one.max(other), one.min(other))))
        });
        // Lone marks are left out.
        let fitted = |number: &usize| ![0, GRADES - 1].contains(number);
        grades.iter().map(|grade| grade - 1).chain(pairs).filter(fitted).collect()
    };
    (0..GRADES.pow(4)).map(digits).map(of_grades).collect()
}

/// What the shapes of both sides say about the value of a position, in log odds.
fn fit_value(samples: &[Sample]) -> Numbers {
    let all = all_numbers();
    let features = |sample: &Sample| {
        let mut features = [0.0; 2 * NUMBERS];
        for [own, theirs] in &sample.cells {
            all[usize::from(*own)].iter().for_each(|&number| features[number] += 1.0);
            all[usize::from(*theirs)].iter().for_each(|&number| features[NUMBERS + number] -= 1.0);
        }
        features
    };
    let quiet = samples.iter().filter(|sample| sample.is_quiet);
    let labelled: Vec<(bool, f64, Numbers)> =
        quiet.map(|sample| (sample.is_held_out, sample.label, features(sample))).collect();
    fit("value", 200, &labelled, |(is_held_out, label, features), numbers, gradient| {
        let score: f64 = features.iter().zip(numbers).map(|(feature, number)| feature * number).sum();
        let expected = probability(score);
        for (gradient, feature) in gradient.iter_mut().zip(features) {
            *gradient += (expected - label) * feature;
        }
        (*is_held_out, -(label * expected.max(1e-9).ln() + (1.0 - label) * (1.0 - expected).max(1e-9).ln()))
    })
}

/// How likely the search chooses a cell, in log odds.
fn fit_promise(samples: &[Sample]) -> Numbers {
    let all = all_numbers();
    let of_cell = |[own, theirs]: &[u16; 2]| {
        let theirs = all[usize::from(*theirs)].iter().map(|number| NUMBERS + number);
        all[usize::from(*own)].iter().copied().chain(theirs)
    };
    let quiet: Vec<&Sample> = samples.iter().filter(|sample| sample.is_quiet).collect();
    fit("promise", 40, &quiet, |sample, numbers, gradient| {
        let odds = |cell: &[u16; 2]| of_cell(cell).map(|number| numbers[number]).sum::<f64>().exp();
        let odds: Vec<f64> = sample.cells.iter().map(odds).collect();
        let sum: f64 = odds.iter().sum();
        for (place, (cell, odds)) in sample.cells.iter().zip(&odds).enumerate() {
            let error = odds / sum - f64::from(u8::from(place == sample.chosen));
            of_cell(cell).for_each(|number| gradient[number] += error);
        }
        (sample.is_held_out, -(odds[sample.chosen] / sum).max(1e-9).ln())
    })
}

/// Minimises the mean loss over the samples, apart from those held out, with a small penalty for large numbers (Kingma and
/// Ba, "Adam: a method for stochastic optimization", 2015). `loss` adds the gradient of a sample, and returns whether it
/// is held out, and its loss.
fn fit<T>(
    name: &str,
    rounds: u32,
    samples: &[T],
    loss: impl Fn(&T, &Numbers, &mut Numbers) -> (bool, f64),
) -> Numbers {
    const BATCH: u16 = 4_096;
    let (mut numbers, mut mean, mut square) = ([0.0; 2 * NUMBERS], [0.0; 2 * NUMBERS], [0.0; 2 * NUMBERS]);
    let mut steps = 0;
    for round in 0..rounds {
        let rate = 0.03 * (1.0 - f64::from(round) / f64::from(rounds));
        let batches = samples.len().div_ceil(BATCH.into());
        for batch in 0..batches {
            let mut gradient = [0.0; 2 * NUMBERS];
            for sample in samples.iter().skip(batch).step_by(batches) {
                let mut own = [0.0; 2 * NUMBERS];
                if !loss(sample, &numbers, &mut own).0 {
                    gradient.iter_mut().zip(own).for_each(|(sum, own)| *sum += own / f64::from(BATCH));
                }
            }
            steps += 1;
            for (number, gradient) in gradient.into_iter().enumerate() {
                let gradient = gradient + 1e-5 * numbers[number];
                mean[number] = 0.9 * mean[number] + 0.1 * gradient;
                square[number] = 0.999 * square[number] + 0.001 * gradient * gradient;
                let (mean, square): (f64, f64) = (
                    mean[number] / (1.0 - 0.9_f64.powi(steps)),
                    square[number] / (1.0 - 0.999_f64.powi(steps)),
                );
                numbers[number] -= rate * mean / (square.sqrt() + 1e-8);
            }
        }
    }
    for (part, is_wanted) in [("fitted", false), ("held out", true)] {
        let losses = samples.iter().map(|sample| loss(sample, &numbers, &mut [0.0; 2 * NUMBERS]));
        let (count, sum) = losses
            .filter(|(is_held_out, _)| *is_held_out == is_wanted)
            .fold((0.0, 0.0), |(count, sum), (_, loss)| (count + 1.0, sum + loss));
        println!("// {name}, {part}: mean loss {:.4}", sum / count);
    }
    numbers
}

/// The numbers of both sides as the engine has them.
fn print(name: &str, numbers: &Numbers, scale: f64) {
    println!("const {name}: [Numbers; 2] = [");
    for numbers in numbers.chunks(NUMBERS) {
        let rounded: Vec<String> = numbers.iter().map(|number| format!("{:.0}", number * scale)).collect();
        let (single, pairs) = rounded.split_at(GRADES - 1);
        println!("Numbers {{ single: [{}], pairs: [{}] }},", single.join(", "), pairs[..28].join(", "));
    }
    println!("];");
}
