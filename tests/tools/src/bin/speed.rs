//! Measures what a move costs the server, beside a relay of equal frames:
//!
//! ```sh
//! cargo run --release -p tools --bin speed -- --seconds 5 --runs 5
//! ```
//!
//! Each server is a process of its own on the first core; the players are in this process, on the second. The runs of
//! the servers alternate, so that other load on the machine affects all of them: trust the ratios. Every game is
//! checked by replay. Linux with `taskset` only.
//!
//! `--only TEXT` measures the scenarios whose name contains it, `--server PATH` that binary.

use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tools::joins::raise_open_files;
use tools::measure::released_server;
use tools::speed::relay;
use tools::speed::report::Outcome;
use tools::speed::scenario::{ALL, Figures, LOAD_CORE, Plan, Scenario};

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    raise_open_files();
    let runtime = || Builder::new_current_thread().enable_all().build().expect("a runtime");
    if words == ["relay"] {
        return runtime().block_on(serve());
    }
    let value = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let number = |flag: &str, default| value(flag).map_or(default, |text| text.parse().expect("a number"));
    let seconds = Duration::from_secs(number("--seconds", 5));
    let plan = Plan {
        server: value("--server").map_or_else(released_server, PathBuf::from),
        measured_for: seconds,
        warm_up: seconds / 3,
    };
    let only = value("--only").map_or("", String::as_str);
    print_of("taskset", &["-a", "-c", "-p", LOAD_CORE, &std::process::id().to_string()]);
    println!("{}\n{}", machine(), print_of("date", &["-I"]));
    for scenario in ALL.iter().filter(|scenario| scenario.name.contains(only)) {
        let outcome = runtime().block_on(measure(&plan, scenario, number("--runs", 3)));
        print!("{outcome}");
    }
}

async fn measure(plan: &Plan, scenario: &Scenario, runs: u64) -> Outcome {
    let mut measured: Vec<Vec<Figures>> = vec![Vec::new(); scenario.kinds.len()];
    for _ in 0..runs {
        for (&kind, figures) in scenario.kinds.iter().zip(&mut measured) {
            figures.push(plan.run(kind, scenario.measured).await);
        }
    }
    Outcome::new(scenario, &measured)
}

/// Relays until it is killed.
async fn serve() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("ws://{}/ws", listener.local_addr().expect("a bound socket has an address"));
    relay::serve(listener).await;
}

fn machine() -> String {
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    format!("{cores} cores, {}", model.map_or("unknown processor", |(_, model)| model))
}

fn print_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("the program is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
