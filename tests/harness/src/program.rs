//! The binaries: built once, started, signalled, waited for.

use std::ffi::{OsStr, OsString};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use rustix::process::{Pid, kill_process};
use tictactoe_protocol::client::Join;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::watch;

pub use rustix::process::Signal;

use crate::home::Home;
use crate::player::Player;
use crate::server::pair_at;
use crate::wait::{in_time, in_time_or};

pub fn server() -> &'static Path {
    binary("tictactoe-server")
}

pub fn client() -> &'static Path {
    binary("tictactoe")
}

/// The example of the engine.
pub fn solve() -> &'static Path {
    static BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    called("solve", BUILT.get_or_init(|| built(&["--package", "tictactoe-engine", "--example", "solve"])))
}

fn binary(name: &str) -> &'static Path {
    static BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    // With the features of the whole workspace, as `tests/run` builds them: nothing is compiled twice.
    let what = ["--workspace", "--bin", "tictactoe-server", "--bin", "tictactoe"];
    called(name, BUILT.get_or_init(|| built(&what)))
}

pub fn called<'a>(name: &str, programs: &'a [PathBuf]) -> &'a Path {
    programs.iter().find(|path| path.file_stem() == Some(OsStr::new(name))).expect("cargo built it")
}

/// Builds with these cargo arguments. Returns the paths of the programs.
pub fn built(what: &[&str]) -> Vec<PathBuf> {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--message-format=json"]).args(what);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    messages
        .map(|line| serde_json::from_slice::<serde_json::Value>(line).expect("cargo writes JSON"))
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .collect()
}

/// A running program. It is killed on drop.
pub struct Program {
    child: Child,
    /// Held here, because waiting for a child would end its input.
    input: Option<ChildStdin>,
    _home: Home,
    pub out: Transcript,
    pub err: Transcript,
}

#[derive(Debug)]
pub struct Exit {
    /// `None` if a signal killed it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// A program in this home, without the variables that configure our programs. It is killed on drop.
pub fn command(binary: &Path, home: &Home) -> Command {
    let mut command = Command::new(binary);
    of_ours().for_each(|name| {
        command.env_remove(name);
    });
    command.envs(home.variables()).kill_on_drop(true);
    command
}

impl Program {
    /// Starts a program in its own home, without the variables that configure our programs. Its input is empty until
    /// [`Program::type_in`].
    pub fn start(binary: &Path, arguments: &[&str]) -> Self {
        Self::start_in(&Home::new(), binary, arguments)
    }

    pub fn start_in(home: &Home, binary: &Path, arguments: &[&str]) -> Self {
        Self::start_with(binary, home, &[], arguments)
    }

    /// The same with these variables in its environment.
    fn start_with(binary: &Path, home: &Home, variables: &[(&str, OsString)], arguments: &[&str]) -> Self {
        let mut command = command(binary, home);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.envs(variables.iter().map(|(name, value)| (name, value)));
        let mut child = command.spawn().expect("the binary starts");
        let input = child.stdin.take();
        let out = Transcript::of(child.stdout.take().expect("a pipe"));
        let err = Transcript::of(child.stderr.take().expect("a pipe"));
        Self { child, input, _home: home.clone(), out, err }
    }

    /// Writes to its standard input. An error is ignored: the exit is checked elsewhere.
    pub async fn type_in(&mut self, text: &str) {
        if let Some(input) = &mut self.input {
            let _ = in_time("input to be taken", input.write_all(text.as_bytes())).await;
        }
    }

    pub fn end_of_input(&mut self) {
        self.input = None;
    }

    pub fn pid(&self) -> Pid {
        let id = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        id.expect("a program that runs")
    }

    pub fn is_running(&self) -> bool {
        self.child.id().is_some()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a program of our own");
    }

    pub async fn exit(&mut self) -> Exit {
        let what = || format!("the end of a program that said\n{}{}", self.out.so_far(), self.err.so_far());
        let status = in_time_or(what, self.child.wait()).await.expect("a child of our own");
        Exit { code: status.code(), out: self.out.whole().await, err: self.err.whole().await }
    }
}

/// The environment variables that configure our programs.
pub fn of_ours() -> impl Iterator<Item = OsString> {
    let is_ours = |name: &OsString| name.to_string_lossy().starts_with("TICTACTOE_");
    // The user who runs the tests is not one of the players.
    let is_user = |name: &OsString| name == "USER" || name == "USERNAME";
    std::env::vars_os().map(|(name, _)| name).filter(move |name| is_ours(name) || is_user(name))
}

pub struct ServerProgram {
    pub program: Program,
    pub address: SocketAddr,
}

impl ServerProgram {
    pub async fn start(flags: &[&str]) -> Self {
        Self::start_in(&Home::new(), flags).await
    }

    pub async fn start_in(home: &Home, flags: &[&str]) -> Self {
        Self::start_with(server(), home, &[], flags).await
    }

    /// Starts this binary of the server, with these variables in its environment.
    pub async fn start_with(
        server: &Path,
        home: &Home,
        variables: &[(&str, OsString)],
        flags: &[&str],
    ) -> Self {
        let arguments = [&["--port", "0", "--local"], flags].concat();
        Self::listening(Program::start_with(server, home, variables, &arguments)).await
    }

    /// Waits until a program prints its port as `ws://localhost:PORT/ws`.
    pub async fn listening(program: Program) -> Self {
        let ended = |exit: Exit| panic!("it ended with {:?}\n{}", exit.code, exit.err);
        Self::started(program).await.unwrap_or_else(ended)
    }

    /// The same for a program that may end instead.
    pub async fn started(mut program: Program) -> Result<Self, Exit> {
        let Some(line) = program.out.find_any(&["/ws\n"]).await else { return Err(program.exit().await) };
        let port = line.rsplit_once(':').and_then(|(_, rest)| rest.strip_suffix("/ws\n")?.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        Ok(Self { program, address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)) })
    }

    pub async fn player(&self) -> Player {
        Player::connect(self.address).await
    }

    /// Two players, X first. Both have received the first snapshot.
    pub async fn pair(&self) -> (Player, Player) {
        pair_at(self.address, Join::default()).await
    }

    pub fn argument(&self) -> String {
        self.address.to_string()
    }
}

/// The output of a program as it grows. Text that was expected once is consumed.
pub struct Transcript {
    bytes: watch::Receiver<Vec<u8>>,
    read: usize,
}

impl Transcript {
    pub fn of(mut from: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let (to, bytes) = watch::channel(Vec::new());
        tokio::spawn(async move {
            let mut chunk = [0; 4096];
            // After the exit of the program, a terminal gives an error and a pipe an end of file.
            while let Ok(count @ 1..) = from.read(&mut chunk).await {
                to.send_modify(|bytes| bytes.extend(&chunk[..count]));
            }
        });
        Self { bytes, read: 0 }
    }

    pub async fn expect(&mut self, text: &str) -> String {
        self.expect_any(&[text]).await
    }

    /// Reads until a line that begins with this word.
    pub async fn expect_line(&mut self, word: &str) -> String {
        loop {
            let line = self.expect("\n").await;
            if line.starts_with(word) {
                return line;
            }
        }
    }

    /// Reads until the first of these texts. Returns everything up to its end.
    pub async fn expect_any(&mut self, texts: &[&str]) -> String {
        let found = self.find_any(texts).await;
        found.unwrap_or_else(|| panic!("the program ended without one of {texts:?} in\n{}", self.so_far()))
    }

    /// The same; `None` if the output ends without them.
    pub async fn find_any(&mut self, texts: &[&str]) -> Option<String> {
        let from = self.read;
        let find = |bytes: &Vec<u8>| texts.iter().filter_map(|text| end_of(text, bytes, from)).min();
        let what = || format!("one of {texts:?} in\n{}", self.so_far());
        let mut bytes = self.bytes.clone();
        let found = in_time_or(what, bytes.wait_for(|bytes| find(bytes).is_some()));
        let end = found.await.ok().and_then(|bytes| find(&bytes))?;
        self.read = end;
        Some(String::from_utf8_lossy(&self.bytes.borrow()[from..end]).into_owned())
    }

    /// Waits for the end of the output and returns all of it.
    pub async fn whole(&mut self) -> String {
        in_time("the end of what is written", async { while self.bytes.changed().await.is_ok() {} }).await;
        self.so_far()
    }

    pub fn so_far(&self) -> String {
        String::from_utf8_lossy(&self.bytes.borrow()).into_owned()
    }
}

fn end_of(text: &str, bytes: &[u8], from: usize) -> Option<usize> {
    let at = bytes[from..].windows(text.len()).position(|window| window == text.as_bytes())?;
    Some(from + at + text.len())
}
