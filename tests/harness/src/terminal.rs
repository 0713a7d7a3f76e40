//! A program in a pseudo-terminal without cursor movement: input is echoed, Ctrl-C is a signal, and the screen is a
//! transcript.

use std::path::Path;

use pty_process::{Command, OwnedWritePty, Size};
use tokio::io::AsyncWriteExt;
use tokio::process::Child;

use crate::home::Home;
use crate::program::{Transcript, of_ours};
use crate::wait::{in_time, in_time_or};

/// A program in a terminal of 80 columns and 24 rows. It is killed on drop.
pub struct Terminal {
    child: Child,
    keyboard: OwnedWritePty,
    _home: Home,
    pub screen: Transcript,
}

impl Terminal {
    pub fn start(binary: &Path, arguments: &[&str]) -> Self {
        Self::start_in(&Home::new(), binary, arguments)
    }

    pub fn start_in(home: &Home, binary: &Path, arguments: &[&str]) -> Self {
        let (pty, line) = pty_process::open().expect("a pseudo-terminal");
        pty.resize(Size::new(24, 80)).expect("a terminal has a size");
        let command = Command::new(binary).args(arguments).env("TERM", "dumb").kill_on_drop(true);
        let command = of_ours().fold(command, Command::env_remove).envs(home.variables());
        let child = command.spawn(line).expect("the binary starts");
        let (screen, keyboard) = pty.into_split();
        Self { child, keyboard, _home: home.clone(), screen: Transcript::of(screen) }
    }

    pub async fn type_in(&mut self, keys: &str) {
        in_time("keys to be taken", self.keyboard.write_all(keys.as_bytes())).await.expect("a keyboard");
    }

    /// Waits for the prompt and types a line.
    pub async fn answer(&mut self, line: &str) {
        self.screen.expect("\n> ").await;
        self.type_in(&format!("{line}\n")).await;
    }

    pub async fn kill(&mut self) {
        in_time("the end of a killed program", self.child.kill()).await.expect("a child of our own");
    }

    pub async fn exit(&mut self) -> Option<i32> {
        let what = || format!("the end of a program whose screen is\n{}", self.screen.so_far());
        let status = in_time_or(what, self.child.wait()).await.expect("a child of our own");
        self.screen.whole().await;
        status.code()
    }
}
