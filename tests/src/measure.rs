//! Memory and open files of a program. Linux only.

use std::fs::{read_dir, read_to_string};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command as Build, Stdio};
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::{interval, timeout};

use crate::home::Home;
use crate::program::{Transcript, of_ours};

/// A listening program under measurement. It is killed on drop.
pub struct Subject {
    child: Child,
    _home: Home,
    _out: Transcript,
    pub address: SocketAddr,
}

#[derive(Debug, Clone, Copy)]
pub struct Memory {
    pub resident: u64,
    /// Its own data. The rest is mostly program text, which counts as private or not depending on other processes.
    pub private: u64,
}

const LOOK: Duration = Duration::from_millis(50);

pub fn released_server() -> PathBuf {
    let mut cargo = Build::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--release", "--message-format=json"]);
    cargo.args(["--package", "tictactoe-server", "--bin", "tictactoe-server"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    messages
        .map(|line| serde_json::from_slice::<serde_json::Value>(line).expect("cargo writes JSON"))
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("cargo built it")
}

impl Subject {
    pub async fn server(binary: &Path, flags: &[&str]) -> Self {
        Self::start(binary, &[&["--port", "0", "--local", "--log", "error"], flags].concat()).await
    }

    /// Starts a program that prints its port as `ws://localhost:PORT/ws`.
    pub async fn start(binary: &Path, arguments: &[&str]) -> Self {
        let home = Home::new();
        let mut command = Command::new(binary);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped());
        of_ours().for_each(|name| {
            command.env_remove(name);
        });
        let mut child = command.envs(home.variables()).kill_on_drop(true).spawn().expect("the binary starts");
        let mut out = Transcript::of(child.stdout.take().expect("a pipe"));
        let line = out.expect("/ws\n").await;
        let port = line.rsplit_once(':').and_then(|(_, rest)| rest.strip_suffix("/ws\n")?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Self { child, _home: home, _out: out, address }
    }

    pub fn memory(&self) -> Memory {
        let rollup = read_to_string(self.path("smaps_rollup")).expect("a program that runs");
        let bytes = |word: &str| {
            let line = rollup.lines().find(|line| line.starts_with(word));
            let kilobytes: Option<u64> = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
            kilobytes.expect("a number of kilobytes") * 1024
        };
        Memory { resident: bytes("Rss:"), private: bytes("Anonymous:") }
    }

    pub fn descriptors(&self) -> usize {
        read_dir(self.path("fd")).expect("a program that runs").count()
    }

    pub async fn descriptors_down_to(&self, most: usize, patience: Duration) {
        let mut looks = interval(LOOK);
        let down = async {
            while self.descriptors() > most {
                looks.tick().await;
            }
        };
        let in_time = timeout(patience, down).await.is_ok();
        assert!(in_time, "{} files are open after {patience:?}, not {most}", self.descriptors());
    }

    /// Samples the memory forever and records the peak.
    pub async fn watch_memory(&self, most: &mut u64) {
        let mut looks = interval(LOOK);
        loop {
            looks.tick().await;
            *most = self.memory().resident.max(*most);
        }
    }

    fn path(&self, file: &str) -> PathBuf {
        let id = self.child.id().expect("a program that runs");
        Path::new("/proc").join(id.to_string()).join(file)
    }
}
