//! A shell in tmux, a real terminal: its state, and its screen as a person sees it.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use tokio::time::interval;

use crate::home::Home;
use crate::program::of_ours;
use crate::wait::in_time_or;

const LOOK: Duration = Duration::from_millis(10);

/// No status line, no escape delay, and a shell that does not reset the line modes.
const SETTINGS: &str = "
set -g default-terminal tmux-256color
set -g default-command 'exec sh -i'
set -g status off
set -s escape-time 0
";

/// The prompt shows the exit code of the last command.
const PROFILE: &str = "PS1='<$?> '\n";

/// A tmux server with a shell. Everything in it is killed on drop.
pub struct Tmux {
    home: Home,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flags {
    /// Enabled flags: only `cursor` in an unchanged terminal.
    pub on: Vec<&'static str>,
    /// The line modes, as `stty -g` prints them.
    pub line: String,
}

/// Flag names, and tmux's format variables.
const FLAGS: [(&str, &str); 8] = [
    ("alternate screen", "alternate_on"),
    ("cursor", "cursor_flag"),
    ("clicks", "mouse_standard_flag"),
    ("drags", "mouse_button_flag"),
    ("movements", "mouse_all_flag"),
    ("wide mouse", "mouse_sgr_flag"),
    ("keypad", "keypad_flag"),
    ("other arrows", "keypad_cursor_flag"),
];

impl Tmux {
    pub async fn start(columns: u16, rows: u16, binaries: &[&Path]) -> Self {
        let tmux = Self { home: Home::new() };
        fs::write(tmux.home.path().join("tmux.conf"), SETTINGS).expect("a home");
        fs::write(tmux.home.path().join("profile"), PROFILE).expect("a home");
        let (columns, rows) = (columns.to_string(), rows.to_string());
        tmux.tell(&["new-session", "-d", "-x", &columns, "-y", &rows], binaries);
        tmux.prompt().await;
        tmux
    }

    pub async fn run(&self, command: &str) {
        self.literal(command);
        self.expect(command).await;
        self.keys(&["Enter"]);
    }

    /// Waits for the prompt. Returns the exit code of the last command.
    pub async fn prompt(&self) -> i32 {
        self.until("the shell's prompt", |screen| {
            let line = screen.trim_end().lines().next_back()?;
            line.strip_prefix('<')?.strip_suffix('>')?.parse().ok()
        })
        .await
    }

    /// Presses keys by tmux's names: `5`, `Enter`, `C-c`, `Up`.
    pub fn keys(&self, keys: &[&str]) {
        self.ask(&[&["send-keys"], keys].concat());
    }

    pub fn literal(&self, text: &str) {
        self.ask(&["send-keys", "-l", text]);
    }

    /// All at once, as from the clipboard of a terminal without bracketed paste.
    pub fn paste(&self, text: &str) {
        self.ask(&["set-buffer", text]);
        self.ask(&["paste-buffer"]);
    }

    /// Sends raw bytes, for what a terminal sends besides keys.
    pub fn bytes(&self, bytes: &[u8]) {
        let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let bytes: Vec<&str> = bytes.iter().map(String::as_str).collect();
        self.ask(&[&["send-keys", "-H"], &*bytes].concat());
    }

    pub fn click(&self, column: u16, row: u16) {
        let place = format!("\x1b[<0;{};{}", column + 1, row + 1);
        self.bytes(format!("{place}M{place}m").as_bytes());
    }

    pub fn screen(&self) -> String {
        self.ask(&["capture-pane", "-p"])
    }

    /// With color sequences and trailing blanks, which may have a color.
    pub fn coloured(&self) -> String {
        self.ask(&["capture-pane", "-p", "-e", "-N"])
    }

    pub async fn expect(&self, text: &str) -> String {
        let is_there = |screen: &str| screen.contains(text).then(|| screen.to_owned());
        self.until(&format!("{text:?}"), is_there).await
    }

    pub async fn expect_gone(&self, text: &str) -> String {
        let is_gone = |screen: &str| (!screen.contains(text)).then(|| screen.to_owned());
        self.until(&format!("the end of {text:?}"), is_gone).await
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.ask(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    pub fn flags(&self) -> Flags {
        let told = self.told(&FLAGS.map(|(_, flag)| format!("#{{{flag}}}")).join(" "));
        let on = FLAGS.iter().zip(told.split(' ')).filter(|(_, told)| *told == "1");
        Flags { on: on.map(|((name, _), _)| *name).collect(), line: self.line() }
    }

    /// The program that the shell runs in the foreground, or has stopped.
    pub fn program(&self) -> Pid {
        let shell = self.told("#{pane_pid}");
        let children =
            fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).expect("a shell that runs");
        let child = children.split(' ').next().and_then(|child| child.parse().ok()).and_then(Pid::from_raw);
        child.unwrap_or_else(|| panic!("no program runs on\n{}", self.screen()))
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.program(), signal).expect("a program of our own");
    }

    pub fn close(&self) {
        self.ask(&["kill-server"]);
    }

    pub async fn until<T>(&self, what: &str, mut found: impl FnMut(&str) -> Option<T>) -> T {
        let mut looks = interval(LOOK);
        let look = async {
            loop {
                looks.tick().await;
                if let Some(found) = found(&self.screen()) {
                    return found;
                }
            }
        };
        in_time_or(|| format!("{what} on\n{}", self.screen()), look).await
    }

    fn line(&self) -> String {
        let terminal = File::open(self.told("#{pane_tty}")).expect("the terminal is a file");
        let output = Command::new("stty").arg("-g").stdin(terminal).output().expect("stty runs");
        String::from_utf8(output.stdout).expect("numbers").trim().to_owned()
    }

    fn told(&self, format: &str) -> String {
        self.ask(&["display-message", "-p", format]).trim_end_matches('\n').to_owned()
    }

    fn ask(&self, arguments: &[&str]) -> String {
        self.tell(arguments, &[])
    }

    fn tell(&self, arguments: &[&str], binaries: &[&Path]) -> String {
        let Output { status, stdout, stderr } =
            self.command(binaries).args(arguments).output().expect("tmux is installed: see tests/run");
        assert!(status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).into_owned()
    }

    fn command(&self, binaries: &[&Path]) -> Command {
        let mut command = Command::new("tmux");
        command
            .arg("-S")
            .arg(self.home.path().join("tmux"))
            .arg("-f")
            .arg(self.home.path().join("tmux.conf"));
        for name in
            of_ours().chain(["NO_COLOR", "LC_ALL", "LC_CTYPE", "TMUX", "RUST_BACKTRACE"].map(Into::into))
        {
            command.env_remove(name);
        }
        let folders = binaries.iter().filter_map(|binary| binary.parent()).map(Path::to_owned);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path =
            std::env::join_paths(folders.chain(std::env::split_paths(&path))).expect("paths without colons");
        command
            .env("PATH", path)
            .env("LANG", "C.UTF-8")
            .env("ENV", self.home.path().join("profile"))
            .envs(self.home.variables());
        command.stdin(Stdio::null());
        command
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.command(&[]).arg("kill-server").output();
    }
}

pub async fn ended(program: Pid) {
    let mut looks = interval(LOOK);
    let end = async {
        while test_kill_process(program).is_ok() {
            looks.tick().await;
        }
    };
    in_time_or(|| format!("the end of process {program:?}"), end).await;
}
