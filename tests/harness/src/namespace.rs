//! A test's own network: machines with a network card each, one cable between them, and nothing else: no names, no
//! routes, no services.
//!
//! Each machine is a Linux network namespace, held by a process that ends when its input does. So nothing is left
//! behind, however the test ends. They belong to a user namespace: the tests need no privileges.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use futures::{StreamExt, stream};

use crate::home::Home;
use crate::program::{Program, server};

const UNSHARE: &str = "unshare";

const NEW: [&str; 3] = ["--user", "--map-root-user", "--net"];

pub const NSENTER: &str = "nsenter";

/// Put before a program: it is killed when its parent dies.
const WITH_US: [&str; 3] = ["setpriv", "--pdeathsig", "KILL"];

const LAY: &str = "ip link add cable type bridge && ip link set cable up";

/// Set in a program that has a network of its own.
const ALONE: &str = "TESTS_ALONE_IN_NETWORK";

/// Prints its process id, and holds its namespaces until its input ends.
const HOLD: &str = "echo $$; exec cat";

const NEEDED: &str = "These tests build a small network, which needs Linux, `unshare`, `nsenter` and `setpriv` (the \
     package util-linux), `ip` (iproute2), and a system that lets this user have user namespaces (on Ubuntu: sysctl \
     kernel.apparmor_restrict_unprivileged_userns=0).";

pub struct Network(Namespace);

pub struct Machine {
    namespace: Namespace,
    ip: String,
}

struct Namespace {
    id: String,
    _holder: Program,
}

/// Runs this program from its start in a network of its own, unless it is in one. It can then join a [`Network`].
///
/// # Panics
/// If the system does not allow it; the message says what is needed.
pub fn leave_network_of_this_machine() {
    if std::env::var_os(ALONE).is_none() {
        let program = std::env::current_exe().expect("the path of this program");
        let mut alone = Command::new(UNSHARE);
        alone.args(NEW).arg(program).args(std::env::args_os().skip(1)).env(ALONE, "");
        panic!("{NEEDED}\n{UNSHARE}: {}", alone.exec());
    }
}

impl Network {
    /// A network without machines.
    ///
    /// # Panics
    /// If the system does not allow one; the message says what is needed.
    pub async fn new() -> Self {
        let tried = Command::new(UNSHARE).args(NEW).args(["sh", "-c", LAY]).output();
        let tried = tried.unwrap_or_else(|error| panic!("{NEEDED}\n{UNSHARE}: {error}"));
        assert!(tried.status.success(), "{NEEDED}\n{}", String::from_utf8_lossy(&tried.stderr));
        let network = Namespace::held_by(UNSHARE, &NEW).await;
        network.run(LAY).await;
        Self(network)
    }

    pub async fn with_machines<const N: usize>() -> (Self, [Machine; N]) {
        let network = Self::new().await;
        let machines: Vec<_> =
            stream::iter(1..).take(N).then(|number| network.machine(number)).collect().await;
        let Ok(machines) = machines.try_into() else { unreachable!("as many as were taken") };
        (network, machines)
    }

    pub async fn machine(&self, number: u8) -> Machine {
        let enter = self.0.enter();
        let namespace = Namespace::held_by(NSENTER, &[&enter[..], &[UNSHARE, "--net"]].concat()).await;
        let plug = format!("plug{number}");
        let Namespace { id, .. } = &namespace;
        self.0.run(&format!("ip link add {plug} type veth peer name eth0 netns {id}")).await;
        self.0.run(&format!("ip link set {plug} master cable up")).await;
        let ip = ip(number);
        namespace.run(&set_up(&ip)).await;
        Machine { namespace, ip }
    }

    /// Connects this program, which has [left the network of this machine](leave_network_of_this_machine).
    pub async fn join(&self, number: u8) {
        let plug = format!("plug{number}");
        let Namespace { id, .. } = &self.0;
        let join =
            format!("ip link add eth0 type veth peer name {plug} netns {id} && {}", set_up(&ip(number)));
        run(Path::new("sh"), &["-c", &join]).await;
        self.0.run(&format!("ip link set {plug} master cable up")).await;
    }
}

impl Machine {
    pub fn start(&self, binary: &Path, arguments: &[&str]) -> Program {
        self.start_in(&Home::new(), binary, arguments)
    }

    pub fn start_in(&self, home: &Home, binary: &Path, arguments: &[&str]) -> Program {
        let binary = binary.to_str().expect("a path that is text");
        let arguments = [&self.enter()[..], &WITH_US, &[binary], arguments].concat();
        Program::start_in(home, Path::new(NSENTER), &arguments)
    }

    /// The arguments of [`NSENTER`] for a program on this machine, up to the program.
    pub fn enter(&self) -> [&str; 6] {
        self.namespace.enter()
    }

    /// Starts a server and waits until it listens.
    pub async fn serve(&self, flags: &[&str]) -> Program {
        let mut program = self.start(server(), flags);
        program.out.expect(&format!("ws://{}/ws\n", self.address())).await;
        program
    }

    pub async fn unplug(&self) {
        self.namespace.run("ip link set eth0 down").await;
    }

    pub fn address(&self) -> String {
        format!("{}:7878", self.ip)
    }

    pub fn ip(&self) -> &str {
        &self.ip
    }

    /// Nothing that it sends to the other one arrives any more, and neither is told.
    pub async fn cut_off(&self, other: &str) {
        self.namespace.run(&format!("ip route add blackhole {other}")).await;
    }

    /// Ends [`Machine::cut_off`].
    pub async fn reconnect(&self, other: &str) {
        self.namespace.run(&format!("ip route del blackhole {other}")).await;
    }
}

impl Namespace {
    async fn held_by(command: &str, arguments: &[&str]) -> Self {
        let mut holder = Program::start(Path::new(command), &[arguments, &["sh", "-c", HOLD]].concat());
        let id = holder.out.expect("\n").await.trim().to_owned();
        Self { id, _holder: holder }
    }

    fn enter(&self) -> [&str; 6] {
        ["--user", "--net", "--preserve-credentials", "--target", &self.id, "--"]
    }

    async fn run(&self, script: &str) {
        run(Path::new(NSENTER), &[&self.enter()[..], &["sh", "-c", script]].concat()).await;
    }
}

pub fn ip(number: u8) -> String {
    format!("10.77.0.{number}")
}

fn set_up(ip: &str) -> String {
    format!("ip addr add {ip}/24 dev eth0 && ip link set eth0 up && ip link set lo up")
}

async fn run(program: &Path, arguments: &[&str]) {
    let exit = Program::start(program, arguments).exit().await;
    assert_eq!(exit.code, Some(0), "{arguments:?}\n{}", exit.err);
}
