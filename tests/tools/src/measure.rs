//! Memory, processor time and open files of a program. Linux only.

use std::fs::{read_dir, read_to_string};
use std::net::SocketAddr;
use std::ops::Sub;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::Pid;
use tokio::time::{interval, timeout};

use harness::program::{Program, ServerProgram, built};

pub struct Subject {
    program: Program,
    pub address: SocketAddr,
}

#[derive(Debug, Clone, Copy)]
pub struct Memory {
    pub resident: u64,
    /// Its own data. The rest is mostly program text, which counts as private or not depending on other processes.
    pub private: u64,
}

/// Processor time of all threads since the start.
#[derive(Debug, Clone, Copy)]
pub struct ProcessorTime {
    pub user: Duration,
    pub system: Duration,
}

impl Sub for ProcessorTime {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        let user = self.user.saturating_sub(earlier.user);
        Self { user, system: self.system.saturating_sub(earlier.system) }
    }
}

/// In Linux, whatever the kernel's own tick is.
const CLOCK_TICK: Duration = Duration::from_millis(10);

const LOOK: Duration = Duration::from_millis(50);

pub fn released_server() -> PathBuf {
    let server = ["--package", "tictactoe-server", "--features", "nats", "--bin", "tictactoe-server"];
    built(&[&["--profile", "dist"][..], &server].concat()).pop().expect("cargo built it")
}

impl Subject {
    pub async fn server(binary: &Path, flags: &[&str]) -> Self {
        Self::start(binary, &[&["--port", "0", "--local", "--log", "error"], flags].concat()).await
    }

    /// Starts a program that prints its port as `ws://localhost:PORT/ws`.
    pub async fn start(binary: &Path, arguments: &[&str]) -> Self {
        let ServerProgram { program, address } =
            ServerProgram::listening(Program::start(binary, arguments)).await;
        Self { program, address }
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

    pub fn processor_time(&self) -> ProcessorTime {
        let stat = read_to_string(self.path("stat")).expect("a program that runs");
        // The name, in brackets, may contain spaces.
        let (_, fields) = stat.rsplit_once(") ").expect("a name in brackets");
        let ticks: Vec<u32> =
            fields.split(' ').skip(11).take(2).map(|field| field.parse().expect("ticks")).collect();
        ProcessorTime { user: CLOCK_TICK * ticks[0], system: CLOCK_TICK * ticks[1] }
    }

    pub fn pid(&self) -> Pid {
        self.program.pid()
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
        Path::new("/proc").join(self.program.pid().to_string()).join(file)
    }
}
