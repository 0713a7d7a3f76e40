//! Kills the server while people play, or cuts their connections, and checks that nothing acknowledged is lost,
//! doubled or out of order:
//!
//! ```sh
//! cargo run --release -p tictactoe-tests --bin crashes -- --kills 200
//! ```
//!
//! * `--kills N`: kills the server N times while people play
//! * `--games N`: the number of simultaneous games; 12 by default
//! * `--terminals N`: the number of terminal clients among them; 4 by default
//! * `--power-cut`: each kill also loses what was not synced (Linux, with a C compiler as `cc`)
//! * `--first-start N`: kills the server N times within 50 ms of its first start
//! * `--chaos N`: plays N games through a proxy that drops, doubles, delays and cuts
//! * `--server PATH`, `--client PATH`: the binaries; unless both are given, they are built
//! * `--seed N`: the same random numbers as in an earlier run; the timing differs
//!
//! It ends with a summary, or with the first broken promise and exit code 1.

use std::path::PathBuf;
use std::process::ExitCode;

use tictactoe_tests::crashes::{
    Binaries, Plan, kill_at_first_start, play_over_lossy_network, play_through_kills,
};
use tictactoe_tests::rng::Rng;

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
    let seed = flags.seed.unwrap_or_else(|| Rng::random().next_u64());
    println!("--seed {seed}");
    // A broken promise panics in some task. The message says where.
    std::panic::set_hook(Box::new(|panic| eprintln!("crashes: {panic}")));
    if tokio::spawn(run(flags, seed)).await.is_err() {
        eprintln!("crashes: a promise does not hold; again with --seed {seed}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

async fn run(flags: Flags, seed: u64) {
    let mut rng = Rng::seeded(seed);
    let binaries = match (flags.server, flags.client) {
        (Some(server), Some(client)) => Binaries { server, client, power_cuts: flags.power_cut },
        _ => Binaries { power_cuts: flags.power_cut, ..Binaries::default() },
    };
    if flags.first_start > 0 {
        kill_at_first_start(&binaries, flags.first_start, &mut rng).await;
        println!("killed at its first start {} times: it always started again", flags.first_start);
    }
    if flags.chaos > 0 {
        println!("{}", play_over_lossy_network(&binaries, flags.chaos, rng.split()).await);
    }
    if flags.kills > 0 {
        let tables = flags.games.unwrap_or(12);
        let terminals = flags.terminals.unwrap_or(4);
        let plan = Plan { seed: rng.next_u64(), kills: flags.kills, tables, terminals };
        println!("{}", play_through_kills(&binaries, plan).await);
    }
}
