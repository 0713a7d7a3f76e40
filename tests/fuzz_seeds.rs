//! Runs the fuzz targets over the stored seeds, and that of whole matches over random actions.

use std::path::{Path, PathBuf};

use tictactoe_tests::fuzzing::{TARGETS, series};
use tictactoe_tests::paths::workspace;
use tictactoe_tests::rng::Rng;

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = directory.read_dir().unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

#[test]
fn no_seed_breaks_a_promise() {
    for (target, body) in TARGETS {
        let seeds = files(&workspace().join("tests/fuzz/seeds").join(target));
        assert!(!seeds.is_empty(), "{target} has seeds");
        for seed in seeds {
            println!("{}", seed.display());
            body(&std::fs::read(&seed).expect("a seed can be read"));
        }
    }
}

#[test]
fn random_actions_break_no_promise_of_a_match() {
    let mut rng = Rng::random();
    for _ in 0..2_000 {
        let board = rng.pick(&[[3, 3, 3], [4, 3, 3], [1, 1, 1]]);
        let count = rng.below(400);
        let mut bytes = rng.bytes(count);
        // Mostly small numbers, so that many moves are legal.
        bytes.iter_mut().filter(|_| !rng.one_in(8)).for_each(|byte| *byte &= 0x1f);
        series(&[&board[..], &bytes].concat());
    }
}

#[test]
fn every_target_has_a_cargo_fuzz_harness() {
    for (target, _) in TARGETS {
        assert!(
            workspace().join("tests/fuzz/targets").join(target).with_extension("rs").exists(),
            "{target}"
        );
    }
}
