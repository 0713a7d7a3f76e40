//! A small program on the client's `terminal` module, for the tests of how a terminal is restored.
//!
//! It shows the last event. `q` quits, Ctrl-C interrupts, Ctrl-Z suspends, `p` panics, `t` panics in another thread, `f`
//! fails. With `--stuck` it draws until the terminal accepts no more output, says so on standard error, and waits for
//! SIGTERM.

#![expect(clippy::expect_used, clippy::panic, reason = "it is here to fail")]
#![allow(dead_code, reason = "it uses a part of the client")]

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Stylize;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tictactoe_host::StopSignals;
use tokio::time::timeout;

use failure::Failure;
use terminal::{Tty, TtyEvent};

// The client is a binary, not a library: its files are modules of this program too.
#[path = "../src/address/mod.rs"]
mod address;
#[path = "../src/failure/mod.rs"]
mod failure;
#[path = "../src/sanitize.rs"]
mod sanitize;
#[path = "../src/terminal/mod.rs"]
mod terminal;

fn main() -> ExitCode {
    let is_stuck = std::env::args().any(|argument| argument == "--stuck");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let end = runtime.block_on(async {
        let mut signals = StopSignals::new().expect("signals");
        let mut tty = Tty::enter(true)?;
        let work = async { if is_stuck { fill(&mut tty).await } else { show_events(&mut tty).await } };
        tokio::select! {
            signal = signals.next() => Err(Failure::Stopped(signal)),
            end = work => end,
        }
    });
    let Err(failure) = end else { return ExitCode::SUCCESS };
    if let Some(lines) = failure.lines() {
        io::stderr().write_all(lines.as_bytes()).ok();
    }
    ExitCode::from(failure.code())
}

async fn show_events(tty: &mut Tty) -> Result<(), Failure> {
    let mut last = "nothing".to_owned();
    let mut is_stale = true;
    loop {
        let event = tty.next(is_stale).await?;
        is_stale = event != TtyEvent::ReadyToDraw;
        match event {
            TtyEvent::ReadyToDraw => {
                tty.draw(|buffer| {
                    let area = buffer.area;
                    let text = format!("{}x{}, pressed: {last}.", area.width, area.height);
                    Paragraph::new(text).bold().reversed().render(area, buffer);
                })?;
            }
            TtyEvent::Key(key) => {
                if let Some(end) = on_key(key) {
                    return end;
                }
                last = format!("{:?} {:?}", key.code, key.modifiers);
            }
            TtyEvent::Click(at) => last = format!("click {at}"),
            event => last = format!("{event:?}"),
        }
    }
}

/// Returns the result of the program if the key ends it.
fn on_key(key: KeyEvent) -> Option<Result<(), Failure>> {
    match key.code {
        KeyCode::Char('q') => return Some(Ok(())),
        KeyCode::Char('f') => return Some(Err(Failure::Lost("the cable was cut".to_owned()))),
        KeyCode::Char('p') => panic!("out of ideas"),
        KeyCode::Char('t') => drop(std::thread::spawn(|| panic!("out of thread")).join()),
        _ => {}
    }
    None
}

async fn fill(tty: &mut Tty) -> Result<(), Failure> {
    for number in 0_u64.. {
        let Ok(event) = timeout(Duration::from_millis(500), tty.next(true)).await else { break };
        if event? == TtyEvent::ReadyToDraw {
            let text = number.to_string().repeat(4000);
            tty.draw(|buffer| Paragraph::new(text).wrap(Wrap::default()).render(buffer.area, buffer))?;
        }
    }
    eprintln!("stuck");
    std::future::pending().await
}
