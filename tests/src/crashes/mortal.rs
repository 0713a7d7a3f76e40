//! A server binary that is killed and started again, on one port and one data directory.

use std::fs::{File, OpenOptions};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::Pid;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::powercut::PowerCut;
use crate::dice::Dice;
use crate::program::{self, Transcript, of_ours};
use crate::wait::in_time;

/// The data directory's name.
const DATA: &str = "data";

/// How many lines of what the servers said are shown when a test fails.
const SHOWN: usize = 20;

/// What is tested, and how hard.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The server's binary.
    pub server: PathBuf,
    /// The terminal client's binary.
    pub client: PathBuf,
    /// Whether each kill takes away what was not synced, as a power cut does.
    pub power_cuts: bool,
}

/// Where a server lives, again and again.
pub struct Site {
    server: PathBuf,
    directory: TempDir,
    port: u16,
    power: Option<PowerCut>,
}

impl Default for Trial {
    /// The binaries as they are built now, and kills without power cuts.
    fn default() -> Self {
        Self { server: program::server().into(), client: program::client().into(), power_cuts: false }
    }
}

/// One life of a server.
pub struct Mortal {
    child: Child,
    out: Transcript,
}

impl Site {
    /// A place without any data.
    pub fn new(trial: &Trial, dice: &mut Dice) -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let data = directory.path().join(DATA);
        std::fs::create_dir(&data).expect("a new directory");
        let power = trial.power_cuts.then(|| PowerCut::of(&data, &directory.path().join("shadow")));
        Self { server: trial.server.clone(), directory, port: free_port(dice), power }
    }

    /// Where the server can be found when it lives.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// The server's binary.
    pub fn server(&self) -> &Path {
        &self.server
    }

    /// The data directory.
    pub fn data(&self) -> PathBuf {
        self.directory.path().join(DATA)
    }

    /// Starts a server, without waiting for anything.
    pub fn spawn(&self) -> Mortal {
        let mut command = Command::new(&self.server);
        of_ours().for_each(|name| {
            command.env_remove(name);
        });
        command.args(["--local", "--port", &self.port.to_string(), "--data"]).arg(self.data());
        command.envs(self.power.iter().flat_map(PowerCut::variables));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(self.log());
        let mut child = command.kill_on_drop(true).spawn().expect("the binary starts");
        let out = Transcript::of(child.stdout.take().expect("a pipe"));
        Mortal { child, out }
    }

    /// Starts a server, and waits until it listens.
    pub async fn start(&self) -> Mortal {
        let mut server = self.spawn();
        let listens = async {
            tokio::select! {
                _ = server.out.expect("/ws\n") => {}
                status = server.child.wait() => panic!("it ended with {status:?} and said\n{}", self.said()),
            }
        };
        in_time("the server to start", listens).await;
        server
    }

    /// The power fails when the server is dead, if it is to fail.
    pub fn after_death(&self, dice: &mut Dice) {
        if let Some(power) = &self.power {
            power.cut(dice);
        }
    }

    /// What all servers here have written to standard error.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }

    fn log(&self) -> File {
        let log = self.directory.path().join("log");
        OpenOptions::new().create(true).append(true).open(log).expect("a file of our own")
    }
}

impl Drop for Site {
    /// A test that fails shows what the servers said last.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let said = self.said();
            let lines: Vec<_> = said.lines().rev().take(SHOWN).collect();
            eprintln!("the server said last\n{}", lines.into_iter().rev().collect::<Vec<_>>().join("\n"));
        }
    }
}

impl Mortal {
    /// The process.
    pub fn pid(&self) -> Pid {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        id.expect("a server that was not waited for")
    }

    /// Kills it, if that has not been done, and waits until it is dead.
    pub async fn kill(mut self) {
        // It may have been killed a moment ago.
        let _ = self.child.start_kill();
        in_time("the death of the server", self.child.wait()).await.expect("a child of our own");
    }
}

/// A port that no client gets by itself: while the server is dead, one that connects could otherwise meet itself there.
fn free_port(dice: &mut Dice) -> u16 {
    loop {
        let port = u16::try_from(10_000 + dice.below(20_000)).expect("a port");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
