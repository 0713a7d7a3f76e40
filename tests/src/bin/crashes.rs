//! Kills the server while people play, or cuts their connections, and checks that nothing that anybody was told is
//! ever lost, doubled or out of order:
//!
//! ```sh
//! cargo run --release -p tictactoe-tests --bin crashes -- --kills 200
//! ```
//!
//! * `--kills N`: kills the server N times while people play
//! * `--games N`: at how many tables at the same time; 12 unless said
//! * `--terminals N`: how many terminal clients play too; 4 unless said
//! * `--power-cut`: each kill also takes away what was not synced (Linux, with a C compiler as `cc`)
//! * `--first-start N`: kills the server N times within 50 ms of its very first start
//! * `--chaos N`: plays N games through a proxy that drops, doubles, delays and cuts
//! * `--server PATH`, `--client PATH`: the binaries; unless both are said, they are built as they are now
//! * `--seed N`: draws the same numbers as a run before; what happens when is never quite the same
//!
//! It ends with a summary, or at the first promise that does not hold: with what was seen instead, and the code 1.

use std::path::PathBuf;
use std::process::ExitCode;

use tictactoe_tests::crashes::{Plan, Trial, die_at_first_start, play_and_die, play_through_chaos};
use tictactoe_tests::dice::Dice;

/// What is asked for.
#[derive(Debug, Default)]
struct Flags {
    kills: u32,
    games: Option<u32>,
    seed: Option<u64>,
    first_start: u32,
    chaos: u32,
    power_cut: bool,
    terminals: Option<u32>,
    server: Option<PathBuf>,
    client: Option<PathBuf>,
}

impl Flags {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut flags = Self::default();
        while let Some(word) = words.next() {
            if word == "--power-cut" {
                flags.power_cut = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
            let number = || value.parse::<u32>().map_err(|error| format!("{word} {value}: {error}"));
            match word.as_str() {
                "--kills" => flags.kills = number()?,
                "--games" => flags.games = Some(number()?),
                "--first-start" => flags.first_start = number()?,
                "--chaos" => flags.chaos = number()?,
                "--seed" => {
                    flags.seed = Some(value.parse().map_err(|error| format!("{word} {value}: {error}"))?);
                }
                "--terminals" => flags.terminals = Some(number()?),
                "--client" => flags.client = Some(value.into()),
                "--server" => flags.server = Some(value.into()),
                _ => return Err(format!("there is no {word}")),
            }
        }
        Ok(flags)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let flags = match Flags::read(std::env::args().skip(1)) {
        Ok(flags) => flags,
        Err(error) => {
            eprintln!("crashes: {error}; see the top of tests/src/bin/crashes.rs");
            return ExitCode::from(2);
        }
    };
    let seed = flags.seed.unwrap_or_else(|| Dice::by_lot().roll());
    println!("--seed {seed}");
    // Whatever does not hold panics, in whatever task. Where that was says the message, and nothing else helps.
    std::panic::set_hook(Box::new(|panic| eprintln!("crashes: {panic}")));
    if tokio::spawn(run(flags, seed)).await.is_err() {
        eprintln!("crashes: a promise does not hold; again with --seed {seed}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

async fn run(flags: Flags, seed: u64) {
    let mut dice = Dice::seeded(seed);
    let trial = match (flags.server, flags.client) {
        (Some(server), Some(client)) => Trial { server, client, power_cuts: flags.power_cut },
        _ => Trial { power_cuts: flags.power_cut, ..Trial::default() },
    };
    if flags.first_start > 0 {
        die_at_first_start(&trial, flags.first_start, &mut dice).await;
        println!("killed at its first start {} times: it always started again", flags.first_start);
    }
    if flags.chaos > 0 {
        println!("{}", play_through_chaos(&trial, flags.chaos, dice.split()).await);
    }
    if flags.kills > 0 {
        let tables = flags.games.unwrap_or(12);
        let terminals = flags.terminals.unwrap_or(4);
        let plan = Plan { seed: dice.roll(), kills: flags.kills, tables, terminals };
        println!("{}", play_and_die(&trial, plan).await);
    }
}
