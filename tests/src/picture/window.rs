//! A shell in a terminal on a machine of its own, and a camera before it.

use std::fs;
use std::num::NonZeroU16;
use std::path::Path;
use std::time::Duration;

use pty_process::{Command, OwnedWritePty, Size};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Child;
use tokio::sync::watch;
use tokio::time::timeout;
use vt100::{Callbacks, Parser, Screen};

use super::film::{Film, Shot};
use super::metronome::{Beat, Metronome};
use crate::home::Home;
use crate::namespace::{Machine, NSENTER, WITH_US};
use crate::program::of_ours;
use crate::wait::{in_time, in_time_or};

/// The columns of the terminal: the fewest for a frame around everything.
pub const COLUMNS: u16 = 60;

/// Its rows.
pub const ROWS: u16 = 16;

/// What comes within this time of the last is the same screen.
const SETTLED: Duration = Duration::from_millis(20);

/// A terminal with a shell in it. The shell is killed when the recording lets go of it.
pub struct Window {
    film: watch::Receiver<Film>,
    keyboard: OwnedWritePty,
    clock: Metronome,
    _shell: Child,
    _home: Home,
}

impl Window {
    /// A shell on this machine that asks for commands in this way, and finds this binary by its name.
    pub fn open(machine: &Machine, prompt: &str, binary: &Path, clock: Metronome) -> Self {
        let home = Home::new();
        let profile = home.path().join("profile");
        fs::write(&profile, format!("PS1='{prompt}'\n")).expect("a home");
        let (pty, line) = pty_process::open().expect("a pseudo-terminal");
        pty.resize(Size::new(ROWS, COLUMNS)).expect("a terminal has a size");
        let command = Command::new(NSENTER)
            .args(machine.enter())
            .args(WITH_US)
            .args(["sh", "-i"])
            .env_remove("NO_COLOR")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .env("PATH", path_with(binary))
            .env("ENV", profile)
            .kill_on_drop(true);
        let command = of_ours().fold(command, Command::env_remove).envs(home.variables());
        let shell = command.spawn(line).expect("a shell starts");
        let (screen, keyboard) = pty.into_split();
        let (to, film) = watch::channel(Film::default());
        tokio::spawn(record(screen, clock, to));
        Self { film, keyboard, clock, _shell: shell, _home: home }
    }

    /// Types a text, letter by letter.
    pub async fn type_in(&mut self, text: &str) {
        for letter in text.chars() {
            self.press_after(1, &letter.to_string()).await;
        }
    }

    /// Rests for so many beats, and presses a key.
    pub async fn press_after(&mut self, beats: Beat, key: &str) {
        self.clock.rest(beats).await;
        self.press(key).await;
    }

    /// Waits until this is on the screen.
    pub async fn expect(&mut self, text: &str) {
        let what = || format!("{text:?} on\n{}", self.shot().text());
        let mut film = self.film.clone();
        let is_there = |film: &Film| film.last().is_some_and(|shot| shot.text().contains(text));
        in_time_or(what, film.wait_for(is_there)).await.expect("the terminal is open");
    }

    /// What is on the screen now.
    pub fn shot(&self) -> Shot {
        self.film.borrow().last().cloned().unwrap_or_default()
    }

    /// All that was seen so far.
    pub fn film(&self) -> Film {
        self.film.borrow().clone()
    }

    async fn press(&mut self, key: &str) {
        in_time("a key to be taken", self.keyboard.write_all(key.as_bytes())).await.expect("a keyboard");
    }
}

/// The folders of programs, with the one of this binary.
fn path_with(binary: &Path) -> std::ffi::OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = binary.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(folders).expect("paths without colons")
}

/// The title that was last set.
#[derive(Default)]
struct Title(String);

impl Callbacks for Title {
    fn set_window_title(&mut self, _: &mut Screen, title: &[u8]) {
        self.0 = String::from_utf8_lossy(title).into_owned();
    }
}

/// Films all that a terminal shows.
async fn record(mut from: impl AsyncRead + Unpin, clock: Metronome, to: watch::Sender<Film>) {
    let [rows, columns] = [ROWS, COLUMNS].map(|size| NonZeroU16::new(size).expect("a size"));
    let mut terminal = Parser::new_with_callbacks(rows, columns, 0, Title::default());
    let mut chunk = [0; 4096];
    // A terminal whose program has ended gives an error where a pipe gives its end.
    while let Ok(count @ 1..) = from.read(&mut chunk).await {
        let beat = clock.beat();
        terminal.process(&chunk[..count]);
        while let Ok(Ok(count @ 1..)) = timeout(SETTLED, from.read(&mut chunk)).await {
            terminal.process(&chunk[..count]);
        }
        let shot = Shot::of(terminal.screen(), &terminal.callbacks().0);
        to.send_modify(|film| film.add(beat, shot));
    }
}
