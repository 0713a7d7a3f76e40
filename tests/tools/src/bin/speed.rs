//! Measures what a move costs the server, beside a minimal server of the same protocol and a relay of equal frames:
//!
//! ```sh
//! cargo run --release -p tools --bin speed -- --seconds 5 --runs 5
//! ```
//!
//! Each server is a process of its own on the first core; the players are in this process, on the second. The runs of
//! the servers alternate, so that other load on the machine affects all of them: trust the ratios. Every game is
//! checked by replay. Linux with `taskset` only.
//!
//! `--only TEXT` measures the scenarios whose name contains it, `--server PATH` that binary, and `--out DIR` names the
//! directory for `speed.json` and `speed.svg`. `--profile` records the server with `perf`, and draws a flame graph of
//! each scenario there; build with `RUSTFLAGS=-Cforce-frame-pointers=yes` for whole stacks.

use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tools::joins::raise_open_files;
use tools::measure::released_server;
use tools::speed::report::{Outcome, Report};
use tools::speed::scenario::{ALL, Figures, LOAD_CORE, Plan, Scenario};
use tools::speed::{flame_graph, host, minimal, relay};

fn main() {
    let words: Vec<_> = std::env::args().skip(1).collect();
    raise_open_files();
    let runtime = || Builder::new_current_thread().enable_all().build().expect("a runtime");
    if let [word, kind] = &words[..]
        && word == "host"
    {
        return runtime().block_on(serve(kind));
    }
    let value = |flag: &str| words.iter().position(|word| word == flag).and_then(|at| words.get(at + 1));
    let number = |flag: &str, default| value(flag).map_or(default, |text| text.parse().expect("a number"));
    let out = value("--out").map_or_else(|| "target/speed".into(), PathBuf::from);
    std::fs::create_dir_all(&out).expect("a directory to write to");
    let seconds = Duration::from_secs(number("--seconds", 5));
    let plan = Plan {
        server: value("--server").map_or_else(released_server, PathBuf::from),
        measured_for: seconds,
        warm_up: seconds / 3,
        profile: words.iter().any(|word| word == "--profile").then(|| out.join("perf.data")),
    };
    let only = value("--only").map_or("", String::as_str);
    let mut report = Report { machine: machine(), date: print_of("date", &["-I"]), results: Vec::new() };
    print_of("taskset", &["-a", "-c", "-p", LOAD_CORE, &std::process::id().to_string()]);
    println!("{}\n{}", report.machine, report.date);
    for scenario in ALL.iter().filter(|scenario| scenario.name.contains(only)) {
        let outcome = runtime().block_on(measure(&plan, scenario, number("--runs", 3)));
        print!("{outcome}");
        report.results.push(outcome);
    }
    let json = serde_json::to_string_pretty(&report).expect("figures");
    std::fs::write(out.join("speed.json"), json).expect("a file to write to");
    std::fs::write(out.join("speed.svg"), report.plot()).expect("a file to write to");
    println!("\n{}", out.join("speed.{json,svg}").display());
}

async fn measure(plan: &Plan, scenario: &Scenario, runs: u64) -> Outcome {
    let mut measured: Vec<Vec<Figures>> = vec![Vec::new(); scenario.kinds.len()];
    for _ in 0..runs {
        for (&kind, figures) in scenario.kinds.iter().zip(&mut measured) {
            figures.push(plan.run(kind, scenario.measured).await);
            if let Some(samples) = plan.profile.as_ref().filter(|samples| samples.exists()) {
                let graph = samples.with_file_name(format!("{} - {kind:?}.svg", scenario.name));
                std::fs::write(graph, flame_graph::draw(samples)).expect("a file to write to");
                std::fs::remove_file(samples).expect("a file of our own");
            }
        }
    }
    Outcome::new(scenario, measured)
}

/// Serves as one of the programs to compare with, until it is killed.
async fn serve(kind: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("ws://{}/ws", listener.local_addr().expect("a bound socket has an address"));
    let home = std::env::var_os("HOME").map(PathBuf::from);
    match kind {
        "relay" => host::serve(listener, relay::Relay::default()).await,
        "disk" => minimal::serve(listener, home.as_deref()).await,
        _ => minimal::serve(listener, None).await,
    }
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
