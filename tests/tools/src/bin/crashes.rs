//! Kills the server while people play, or cuts their connections, and checks that nothing acknowledged is lost,
//! doubled or out of order:
//!
//! ```sh
//! cargo run --release -p tools --bin crashes -- --kills 200
//! ```
//!
//! * `--kills N`: kills the server N times while people play
//! * `--games N`: the number of simultaneous games; 12 by default
//! * `--power-cut`: each kill also loses what was not synced (Linux, with a C compiler as `cc`)
//! * `--first-start N`: kills the server N times within 50 ms of its first start
//! * `--chaos N`: plays N games through a proxy that drops, doubles, delays and cuts
//! * `--class N`: 30 phones and 30 bots, five of them faulty, play in an arena for N minutes; the server is killed twice,
//!   and the connection of each phone is cut once
//! * `--machines 3`: three servers share their matches in three NATS servers. Every 15 seconds one or two of the six are
//!   killed, stopped, frozen or cut off from others. It prints how long each kind of accident was felt (Linux)
//! * `--minutes N`: for how long; 1 by default
//! * `--only TEXT`: only accidents with this in their name, for instance `Kill` or `Cut(Machine(Leader))`
//! * `--server PATH`: the binary; otherwise it is built
//! * `--seed N`: the same random numbers as in an earlier run; the timing differs
//!
//! It ends with a summary, or with the first broken promise and exit code 1.

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Duration;

use harness::namespace::leave_network_of_this_machine;
use harness::rng::Rng;
use tools::crashes::{
    AccidentPlan, Binaries, ClassAccident, Lesson, Plan, hold_class, kill_at_first_start,
    play_over_lossy_network, play_through_accidents, play_through_kills,
};

const FLAGS: [&str; 10] = [
    "--class",
    "--kills",
    "--machines",
    "--minutes",
    "--only",
    "--games",
    "--first-start",
    "--chaos",
    "--server",
    "--seed",
];

const ACCIDENTS_PER_MINUTE: u32 = 4;

/// Every flag with its value. `--power-cut` has none.
fn flags() -> Result<HashMap<String, String>, String> {
    let mut flags = HashMap::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = match word.as_str() {
            "--power-cut" => String::new(),
            flag if FLAGS.contains(&flag) => words.next().ok_or_else(|| format!("{flag} needs a value"))?,
            flag => return Err(format!("there is no {flag}")),
        };
        flags.insert(word, value);
    }
    Ok(flags)
}

#[tokio::main]
async fn main() -> ExitCode {
    let flags = match flags() {
        Ok(flags) => flags,
        Err(error) => {
            eprintln!("crashes: {error}; see the top of tests/tools/src/bin/crashes.rs");
            return ExitCode::from(2);
        }
    };
    if flags.contains_key("--machines") {
        leave_network_of_this_machine();
    }
    let seed =
        flags.get("--seed").map_or_else(|| Rng::random().next_u64(), |seed| seed.parse().expect("a number"));
    println!("--seed {seed}");
    // A broken promise panics in some task. The message says where.
    std::panic::set_hook(Box::new(|panic| eprintln!("crashes: {panic}")));
    if tokio::spawn(run(flags, seed)).await.is_err() {
        eprintln!("crashes: a promise does not hold; again with --seed {seed}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

async fn run(flags: HashMap<String, String>, seed: u64) {
    let number =
        |flag: &str, default: u32| flags.get(flag).map_or(default, |value| value.parse().expect("a number"));
    let mut rng = Rng::seeded(seed);
    let power_cuts = flags.contains_key("--power-cut");
    let binaries = match flags.get("--server") {
        Some(server) => Binaries { server: server.into(), power_cuts },
        None => Binaries { power_cuts, ..Binaries::default() },
    };
    let first_starts = number("--first-start", 0);
    if first_starts > 0 {
        kill_at_first_start(&binaries, first_starts, &mut rng).await;
        println!("killed during its first start {first_starts} times: it always started again");
    }
    let games = number("--chaos", 0);
    if games > 0 {
        println!("{}", play_over_lossy_network(&binaries, games, rng.split()).await);
    }
    let class = number("--class", 0);
    if class > 0 {
        let lesson = Lesson {
            phones: 30,
            bots: 30,
            joining: Duration::from_secs(3 * 60),
            lasts: Duration::from_secs(60) * class,
            accidents: &[ClassAccident::Kill, ClassAccident::Cut, ClassAccident::Kill],
        };
        println!("{}", hold_class(&binaries, lesson, rng.split()).await);
    }
    if let Some(machines) = flags.get("--machines") {
        assert_eq!(machines, "3", "the cluster has three machines");
        let accidents = ACCIDENTS_PER_MINUTE * number("--minutes", 1);
        let only = flags.get("--only").cloned().unwrap_or_default();
        let plan = AccidentPlan { only, seed: rng.next_u64(), accidents, tables: number("--games", 12) };
        println!("{}", play_through_accidents(&binaries, plan).await);
    }
    let kills = number("--kills", 0);
    if kills > 0 {
        let plan = Plan { seed: rng.next_u64(), kills, tables: number("--games", 12) };
        println!("{}", play_through_kills(&binaries, plan).await);
    }
}
