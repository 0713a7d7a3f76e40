//! Runs the fuzz targets over the stored seeds, and that of whole matches over random actions.

use std::path::{Path, PathBuf};

use harness::rng::Rng;
use harness::workspace;
use tools::fuzzing::{TARGETS, series};

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

/// Actions as `series` decodes them, each with the count of numbers that follow it: moves, takebacks and rematches, and
/// the others.
const FREQUENT: [(u8, usize); 8] = [(0, 1), (0, 1), (0, 1), (1, 1), (0x11, 2), (3, 0), (0x20, 1), (0x31, 0)];
const RARE: [(u8, usize); 9] =
    [(2, 0), (4, 0), (5, 0), (6, 0), (7, 1), (0x17, 0), (0x21, 0), (0x22, 0), (0x23, 0)];

#[test]
fn random_actions_break_no_promise_of_a_match() {
    let mut rng = Rng::random();
    for _ in 0..2_000 {
        let mut bytes = rng.pick(&[[3, 3, 3], [4, 3, 3], [1, 1, 1]]).to_vec();
        bytes.extend(rng.bytes(1));
        for _ in 0..rng.below(150) {
            let (action, numbers) = if rng.one_in(12) { rng.pick(&RARE) } else { rng.pick(&FREQUENT) };
            bytes.push(action | rng.pick(&[0, 8]));
            bytes.extend((0..numbers).map(|_| rng.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0xff])));
        }
        series(&bytes);
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
