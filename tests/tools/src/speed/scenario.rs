//! What is measured: who serves, under which load, and which figures come of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::sleep;

use super::load::{Clients, Counts, Load, storm};
use crate::measure::Subject;

/// Which program serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Relay,
    Server,
    ServerOnDisk,
    /// The server while others play against its computer.
    ServerSearching,
}

#[derive(Debug, Clone, Copy)]
pub struct Scenario {
    pub name: &'static str,
    /// The first is what the others are compared with.
    pub kinds: &'static [Kind],
    pub measured: Measured,
}

#[derive(Debug, Clone, Copy)]
pub enum Measured {
    /// Processor time for each move, and how long moves take.
    Moves(Load),
    /// Processor time for each frame to a spectator.
    SpectatorFrames(Load),
    /// Memory of each of these clients.
    Memory(Load),
    /// Processor time for each of so many connections.
    Connects(usize),
}

/// The figures of one run by their names.
pub type Figures = BTreeMap<&'static str, f64>;

const NONE: Load = Load { pairs: 0, pace: None, spectators: 0, against_computer: 0, idle: 0 };

const BESIDE_RELAY: &[Kind] = &[Kind::Relay, Kind::Server];
const ALSO_ON_DISK: &[Kind] = &[Kind::Relay, Kind::Server, Kind::ServerOnDisk];

const SATURATED_200: Measured = Measured::Moves(Load { pairs: 100, ..NONE });
const SATURATED_2000: Measured = Measured::Moves(Load { pairs: 1000, ..NONE });
/// 2,000 moves a second.
const PACED_2000: Measured =
    Measured::Moves(Load { pairs: 1000, pace: Some(Duration::from_millis(500)), ..NONE });

pub const ALL: &[Scenario] = &[
    Scenario { name: "200 players", kinds: ALSO_ON_DISK, measured: SATURATED_200 },
    Scenario { name: "2,000 players", kinds: ALSO_ON_DISK, measured: SATURATED_2000 },
    Scenario { name: "2,000 players, paced", kinds: ALSO_ON_DISK, measured: PACED_2000 },
    Scenario {
        name: "500 spectators",
        kinds: BESIDE_RELAY,
        measured: Measured::SpectatorFrames(Load {
            pairs: 1,
            pace: Some(Duration::from_millis(50)),
            spectators: 500,
            ..NONE
        }),
    },
    Scenario { name: "10,000 connects", kinds: BESIDE_RELAY, measured: Measured::Connects(10_000) },
    Scenario {
        name: "5,000 idle connections",
        kinds: BESIDE_RELAY,
        measured: Measured::Memory(Load { idle: 5000, ..NONE }),
    },
    Scenario {
        name: "5,000 seated players",
        kinds: BESIDE_RELAY,
        measured: Measured::Memory(Load { pairs: 2500, pace: Some(Duration::from_secs(600)), ..NONE }),
    },
    Scenario {
        name: "16 players beside 64 searches",
        kinds: &[Kind::Server, Kind::ServerSearching],
        measured: Measured::Moves(Load { pairs: 8, pace: Some(Duration::from_millis(40)), ..NONE }),
    },
    Scenario {
        name: "10 matches, 200 moves a second",
        kinds: BESIDE_RELAY,
        measured: Measured::Moves(Load { pairs: 10, pace: Some(Duration::from_millis(50)), ..NONE }),
    },
    Scenario {
        // As many as a server takes with 20,000 open files, the hard limit on some machines. With a slower pace the games
        // are called off: nobody has sent anything for ten seconds before the first move.
        name: "7,500 matches, 2,000 moves a second",
        kinds: BESIDE_RELAY,
        measured: Measured::Moves(Load { pairs: 7_500, pace: Some(Duration::from_millis(3_750)), ..NONE }),
    },
];

/// Games against the computer in [`Kind::ServerSearching`].
const SEARCHES: usize = 64;

/// The players may send as fast as the server answers, and no clock runs out.
const FLAGS: &[&str] =
    &["--messages-per-second", "1000000", "--move-time", "1h", "--max-connections", "1000000"];

/// Connections before memory is measured, so that the program has allocated what it keeps.
const WARM_UP: usize = 200;

const PATIENCE: Duration = Duration::from_secs(60);

/// The cores of the server and of the load.
pub const SERVER_CORE: &str = "0";
pub const LOAD_CORE: &str = "1";

/// How each run is done.
pub struct Plan {
    /// The server's binary.
    pub server: PathBuf,
    /// How long each run is measured.
    pub measured_for: Duration,
    /// How long it runs before, at least.
    pub warm_up: Duration,
}

impl Plan {
    /// One run: a new process on a core of its own, under load.
    pub async fn run(&self, kind: Kind, measured: Measured) -> Figures {
        let subject = self.start(kind).await;
        match measured {
            Measured::Moves(load) => {
                let against_computer = if kind == Kind::ServerSearching { SEARCHES } else { 0 };
                self.count(&subject, Load { against_computer, ..load }, |counts| counts.moves).await
            }
            Measured::SpectatorFrames(load) => {
                self.count(&subject, load, |counts| counts.spectator_frames).await
            }
            Measured::Memory(load) => memory(&subject, load).await,
            Measured::Connects(count) => connects(&subject, count).await,
        }
    }

    async fn start(&self, kind: Kind) -> Subject {
        let this = std::env::current_exe().expect("the path of this program");
        let server = [&["--port", "0", "--local", "--log", "error"], FLAGS].concat();
        let (program, arguments) = match kind {
            Kind::Relay => (&this, vec!["relay"]),
            Kind::Server | Kind::ServerSearching => (&self.server, [&server[..], &["--ephemeral"]].concat()),
            Kind::ServerOnDisk => (&self.server, server),
        };
        let program = program.to_str().expect("a path in UTF-8");
        Subject::start(Path::new("taskset"), &[&["-c", SERVER_CORE, program], &arguments[..]].concat()).await
    }

    async fn count(&self, subject: &Subject, load: Load, unit: impl Fn(&Counts) -> u64) -> Figures {
        let mut clients = Clients::connect(subject.address, load).await;
        // Until every pair has begun.
        let warm_up = self.warm_up.max(load.pace.unwrap_or_default() * 2);
        clients.count_until(sleep(warm_up)).await;
        let before = subject.processor_time();
        let (counts, ()) = clients.count_until(sleep(self.measured_for)).await;
        let after = subject.processor_time();
        let spent = after - before;
        let units = number(unit(&counts));
        let per_unit = |time: Duration| time.as_secs_f64() * 1e6 / units;
        let (user, system) = (per_unit(spent.user), per_unit(spent.system));
        let at = |percent: usize| {
            let at = counts.latencies.len().saturating_sub(1) * percent / 100;
            counts.latencies.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
        };
        let (p50, p99) = (at(50), at(99));
        Figures::from([
            ("1 CPU µs", user + system),
            ("2 user µs", user),
            ("3 system µs", system),
            ("4 p50 ms", p50),
            ("5 p99 ms", p99),
            ("6 p99/p50", p99 / p50),
            ("7 a second", units / self.measured_for.as_secs_f64()),
            ("8 games", number(counts.games)),
        ])
    }
}

async fn memory(subject: &Subject, load: Load) -> Figures {
    let descriptors = subject.descriptors();
    drop(Clients::connect(subject.address, Load { idle: WARM_UP, ..NONE }).await);
    subject.descriptors_down_to(descriptors, PATIENCE).await;
    let before = subject.memory();
    let _clients = Clients::connect(subject.address, load).await;
    let after = subject.memory();
    let count = load.pairs * 2 + load.idle;
    let each = |before: u64, after: u64| number(after.saturating_sub(before)) / number(count as u64);
    Figures::from([
        ("1 bytes", each(before.resident, after.resident)),
        ("2 private bytes", each(before.private, after.private)),
    ])
}

async fn connects(subject: &Subject, count: usize) -> Figures {
    storm(subject.address, WARM_UP).await;
    let before = subject.processor_time();
    let time = storm(subject.address, count).await;
    let after = subject.processor_time();
    let used = after - before;
    let count = number(count as u64);
    Figures::from([
        ("1 CPU µs", (used.user + used.system).as_secs_f64() * 1e6 / count),
        ("7 a second", count / time.as_secs_f64()),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
fn number(count: u64) -> f64 {
    count as f64
}
