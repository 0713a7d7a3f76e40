//! The time of the engine's search for well-known boards, and of plain minimax on 3×3.

#[allow(dead_code, reason = "the engine's tests use all of it")]
#[path = "../../server/engine/tests/it/minimax.rs"]
mod minimax;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tictactoe_benches::{TABLE_BYTES, empty};
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Level, Rules, choose_move};

use minimax::Minimax;

/// As for a move of the server.
const NODES: u64 = 100_000;

criterion_group! {
    name = search;
    config = Criterion::default().without_plots();
    targets = classic, solve
}
criterion_main!(search);

/// 3×3: a move by the tablebase, and plain minimax.
fn classic(criterion: &mut Criterion) {
    let positions = open_positions();
    let (mut search, control) = (Search::new(1 << 10), Control::new());
    let budget = Budget { nodes: 0, control: &control };
    let mut next = positions.iter().cycle();
    criterion.bench_function("3x3x3 perfect move, all positions in turn", |bencher| {
        bencher
            .iter(|| next.next().and_then(|game| choose_move(game, Level::Perfect, 1, &mut search, budget)));
    });
    let game = Game::new(Rules::CLASSIC);
    criterion.bench_function("3x3x3 plain minimax", |bencher| {
        bencher.iter(|| Minimax::new(Rules::CLASSIC).score(black_box(&game)));
    });
}

/// Every unfinished position of 3×3, each once.
fn open_positions() -> Vec<Game> {
    let mut found = vec![Game::new(Rules::CLASSIC)];
    let mut seen = std::collections::HashSet::new();
    let mut next = 0;
    while let Some(game) = found.get(next).cloned() {
        for cell in game.legal_cells() {
            let mut after = game.clone();
            after.play(cell).expect("a legal cell");
            if after.to_move().is_some() && seen.insert(*after.board()) {
                found.push(after);
            }
        }
        next += 1;
    }
    found
}

/// The analysis of empty boards, on one thread, with a table that is cleared and reused. Elements are nodes.
fn solve(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("analysis");
    group.warm_up_time(Duration::from_secs(1));
    for (columns, rows, run) in
        [(4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (6, 5, 4), (5, 5, 5), (6, 6, 5), (7, 7, 5)]
    {
        let game = empty(columns, rows, run);
        let mut search = Search::new(TABLE_BYTES);
        let mut analyse = || search.analyse(&game, Budget { nodes: NODES, control: &Control::new() });
        group.throughput(Throughput::Elements(analyse().nodes));
        group.sample_size(if (columns, rows) == (7, 7) { 10 } else { 50 });
        group.bench_function(format!("{columns}x{rows}x{run}"), |bencher| bencher.iter(&mut analyse));
    }
}
