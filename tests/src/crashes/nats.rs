//! Three NATS servers on this machine.

use std::fs;
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::server_process::free_port;
use crate::nats_server::executable;
use crate::program::Transcript;
use crate::rng::Rng;
use crate::wait::in_time;

const SERVERS: usize = 3;

pub struct NatsCluster {
    directory: TempDir,
    clients: [u16; SERVERS],
    routes: [u16; SERVERS],
    servers: [Option<NatsServer>; SERVERS],
}

struct NatsServer {
    child: Child,
    _log: Transcript,
}

impl NatsCluster {
    pub async fn start(rng: &mut Rng) -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let mut ports = || [(); SERVERS].map(|()| free_port(rng));
        let mut cluster = Self { directory, clients: ports(), routes: ports(), servers: Default::default() };
        for number in 0..SERVERS {
            cluster.restart(number).await;
        }
        cluster
    }

    /// As `--nats` takes them.
    pub fn urls(&self) -> String {
        self.clients.map(|port| format!("nats://127.0.0.1:{port}")).join(",")
    }

    pub async fn restart(&mut self, number: usize) {
        let log = self.directory.path().join(format!("{number}.conf"));
        fs::write(&log, self.configuration(number)).expect("a file of our own");
        let mut command = Command::new(executable());
        command.arg("--config").arg(&log).stdin(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().expect("nats-server starts");
        let mut log = Transcript::of(child.stderr.take().expect("a pipe"));
        in_time("a NATS server to start", log.expect("Server is ready")).await;
        self.servers[number] = Some(NatsServer { child, _log: log });
    }

    fn configuration(&self, number: usize) -> String {
        let routes = self.routes.map(|port| format!("\"nats://127.0.0.1:{port}\"")).join(", ");
        format!(
            "server_name: n{number}\n\
             listen: 127.0.0.1:{}\n\
             jetstream {{ store_dir: \"{}\", sync_interval: always }}\n\
             cluster {{ name: tests, listen: 127.0.0.1:{}, routes: [{routes}] }}\n",
            self.clients[number],
            self.directory.path().join(number.to_string()).display(),
            self.routes[number],
        )
    }

    pub async fn kill(&mut self, number: usize) {
        let mut server = self.servers[number].take().expect("a server that runs");
        server.child.start_kill().expect("a child of our own");
        in_time("the death of a NATS server", server.child.wait()).await.expect("a child of our own");
    }

    pub fn signal(&self, number: usize, signal: Signal) {
        let id = self.servers[number].as_ref().and_then(|server| server.child.id());
        let pid = id.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)).expect("a server that runs");
        kill_process(pid, signal).expect("it runs");
    }
}
