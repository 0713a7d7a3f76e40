//! The terminal in the hands of a program that does little with it: for the tests of how a terminal is
//! left behind.
//!
//! It shows what was pressed last. `q` quits, Ctrl-C is an interruption, Ctrl-Z suspends, `p` panics, `t` panics in
//! another thread, `f` fails. With `--stuck` it shows frames until the terminal takes no more, says so on standard
//! error, and waits for SIGTERM.

#![expect(clippy::expect_used, clippy::panic, reason = "it is here to fail")]
#![allow(dead_code, reason = "it uses a part of the client")]

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Stylize;
use ratatui::widgets::{Paragraph, Wrap};
use tokio::time::timeout;

use exit::{Failure, Stop};
use signals::stop;
use terminal::{Pressed, Tty, Turn};

// The client is a program and not a library: this one is made of the same files.
#[path = "../src/address/mod.rs"]
mod address;
#[path = "../src/exit/mod.rs"]
mod exit;
#[path = "../src/sanitize.rs"]
mod sanitize;
#[path = "../src/signals.rs"]
mod signals;
#[path = "../src/terminal/mod.rs"]
mod terminal;

fn main() -> ExitCode {
    let is_stuck = std::env::args().any(|argument| argument == "--stuck");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let end = runtime.block_on(async {
        let stop = stop(None).expect("signals");
        let mut tty = Tty::enter(true)?;
        let plan = async { if is_stuck { fill(&mut tty).await } else { show(&mut tty).await } };
        tokio::select! {
            stop = stop => Err(Failure::Stopped(stop)),
            end = plan => end,
        }
    });
    let Err(failure) = end else { return ExitCode::SUCCESS };
    if let Some(lines) = failure.lines() {
        io::stderr().write_all(lines.as_bytes()).ok();
    }
    ExitCode::from(failure.code())
}

/// Shows what was pressed, until a key ends it.
async fn show(tty: &mut Tty) -> Result<(), Failure> {
    let mut last = "nothing".to_owned();
    let mut is_stale = true;
    tty.title("terminal_program");
    loop {
        match tty.turn(is_stale).await? {
            Turn::Draw => {
                let size = tty.size();
                let text = format!("{}x{}, pressed: {last}.", size.width, size.height);
                let text = Paragraph::new(text).bold().reversed();
                tty.draw(|frame: &mut Frame| frame.render_widget(text, frame.area()))?;
                is_stale = false;
                continue;
            }
            Turn::Pressed(Pressed::Key(key)) => {
                if let Some(end) = press(tty, key) {
                    return end;
                }
                last = format!("{:?} {:?}", key.code, key.modifiers);
            }
            Turn::Pressed(Pressed::Click(at)) => last = format!("click {at}"),
            Turn::Pressed(pressed) => last = format!("{pressed:?}"),
        }
        is_stale = true;
    }
}

/// Does what a key asks for. Gives the end, if it is one.
fn press(tty: &mut Tty, key: KeyEvent) -> Option<Result<(), Failure>> {
    match key.code {
        KeyCode::Char('q') => return Some(Ok(())),
        KeyCode::Char('c') if key.modifiers == KeyModifiers::CONTROL => {
            return Some(Err(Failure::Stopped(Stop::Interrupted)));
        }
        KeyCode::Char('z') if key.modifiers == KeyModifiers::CONTROL => return tty.suspend().err().map(Err),
        KeyCode::Char('f') => return Some(Err(Failure::Lost("the cable was cut".to_owned()))),
        KeyCode::Char('p') => panic!("out of ideas"),
        KeyCode::Char('t') => drop(std::thread::spawn(|| panic!("out of thread")).join()),
        KeyCode::Char('l') => tty.repaint(),
        KeyCode::Char('m') => tty.mouse(false),
        _ => {}
    }
    None
}

/// Shows frames until the terminal takes no more.
async fn fill(tty: &mut Tty) -> Result<(), Failure> {
    for number in 0_u64.. {
        let Ok(turn) = timeout(Duration::from_millis(500), tty.turn(true)).await else { break };
        if turn? == Turn::Draw {
            let text = number.to_string().repeat(4000);
            tty.draw(|frame| frame.render_widget(Paragraph::new(text).wrap(Wrap::default()), frame.area()))?;
        }
    }
    eprintln!("stuck");
    std::future::pending().await
}
