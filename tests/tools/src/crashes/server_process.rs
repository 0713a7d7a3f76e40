//! A server binary that is killed and started again with one port and data directory.

use std::fs::{File, OpenOptions};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::Pid;
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::powercut::PowerCut;
use harness::program::{self, Transcript, of_ours};
use harness::rng::Rng;
use harness::wait::in_time;

const DATA: &str = "data";

const SHOWN: usize = 20;

#[derive(Debug, Clone)]
pub struct Binaries {
    pub server: PathBuf,
    /// Whether each kill also loses unsynced data, like a power cut.
    pub power_cuts: bool,
}

pub struct Installation {
    server: PathBuf,
    directory: TempDir,
    port: u16,
    power: Option<PowerCut>,
}

impl Default for Binaries {
    fn default() -> Self {
        Self { server: program::server().into(), power_cuts: false }
    }
}

pub struct ServerProcess {
    child: Child,
    out: Transcript,
}

impl Installation {
    pub fn new(binaries: &Binaries, rng: &mut Rng) -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let data = directory.path().join(DATA);
        std::fs::create_dir(&data).expect("a new directory");
        let power = binaries.power_cuts.then(|| PowerCut::of(&data, &directory.path().join("shadow")));
        Self { server: binaries.server.clone(), directory, port: free_port(rng), power }
    }

    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    pub fn server(&self) -> &Path {
        &self.server
    }

    pub fn data(&self) -> PathBuf {
        self.directory.path().join(DATA)
    }

    pub fn spawn(&self) -> ServerProcess {
        let mut command = Command::new(&self.server);
        of_ours().for_each(|name| {
            command.env_remove(name);
        });
        command.args(["--local", "--port", &self.port.to_string()]);
        command.arg("--data").arg(self.data());
        command.envs(self.power.iter().flat_map(PowerCut::variables));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(self.log_file());
        let mut child = command.kill_on_drop(true).spawn().expect("the binary starts");
        let out = Transcript::of(child.stdout.take().expect("a pipe"));
        ServerProcess { child, out }
    }

    pub async fn start(&self) -> ServerProcess {
        let mut server = self.spawn();
        let listens = async {
            tokio::select! {
                _ = server.out.expect("/ws\n") => {}
                status = server.child.wait() => panic!("it ended with {status:?} and attempts\n{}", self.log()),
            }
        };
        in_time("the server to start", listens).await;
        server
    }

    pub fn after_kill(&self, rng: &mut Rng) {
        if let Some(power) = &self.power {
            power.cut(rng);
        }
    }

    /// The standard error of all server processes so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }

    fn log_file(&self) -> File {
        let log = self.directory.path().join("log");
        OpenOptions::new().create(true).append(true).open(log).expect("a file of our own")
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = self.log();
            let lines: Vec<_> = log.lines().rev().take(SHOWN).collect();
            eprintln!("the server attempts last\n{}", lines.into_iter().rev().collect::<Vec<_>>().join("\n"));
        }
    }
}

impl ServerProcess {
    pub fn pid(&self) -> Pid {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        id.expect("a server that was not waited for")
    }

    pub async fn kill(mut self) {
        // It may be dead already.
        let _ = self.child.start_kill();
        in_time("the death of the server", self.child.wait()).await.expect("a child of our own");
    }
}

/// A port outside the ephemeral range: while the server is down, a client that connects to an ephemeral port could
/// connect to itself.
fn free_port(rng: &mut Rng) -> u16 {
    loop {
        let port = u16::try_from(10_000 + rng.below(20_000)).expect("a port");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
