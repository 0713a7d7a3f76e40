//! Runs the fuzz targets over the stored seeds.

use std::path::{Path, PathBuf};

use tictactoe_tests::fuzzing::TARGETS;
use tictactoe_tests::paths::workspace;

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
fn every_target_has_a_cargo_fuzz_harness() {
    for (target, _) in TARGETS {
        assert!(
            workspace().join("tests/fuzz/targets").join(target).with_extension("rs").exists(),
            "{target}"
        );
    }
}
