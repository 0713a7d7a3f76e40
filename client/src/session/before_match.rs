//! The terminal or the streams of a run, and what is asked there before a match: to wait, and to choose from a list.

use std::pin::{Pin, pin};

use futures::FutureExt as _;
use futures::future::{FusedFuture, pending};

use super::tui_loop::show;
use crate::failure::Failure;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::Display;
use crate::ui::console::Console;
use crate::ui::menu::{Menu, Row};
use crate::ui::stdin::Typed;
use crate::ui::tui::start_screen::{Chosen, StartScreen};

pub(crate) enum Frontend {
    Tty(Box<Tty>),
    Console(Console),
}

impl Frontend {
    /// Waits for the result of this work, under this title; `None` if a person leaves the full screen meanwhile.
    pub(super) async fn wait<T>(
        &mut self,
        display: Display,
        title: String,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<Option<T>, Failure> {
        let Self::Tty(tty) = self else { return work.await.map(Some) };
        let mut screen = StartScreen::new(display, Menu::new(title, Vec::new(), String::new()));
        let no_row = pin!(pending());
        tokio::select! {
            biased;
            result = work => result.map(Some),
            left = pick(&mut screen, tty, no_row) => left.map(|_| None),
        }
    }

    /// Asks a person for a row of a menu, which may get another row meanwhile; none to leave. A program chooses none of
    /// several.
    pub(super) async fn ask(
        &mut self,
        display: Display,
        menu: Menu,
        added: impl Future<Output = Row>,
    ) -> Result<Option<usize>, Failure> {
        let added = pin!(added.fuse());
        match self {
            Self::Tty(tty) => {
                let mut screen = StartScreen::new(display, menu);
                pick(&mut screen, tty, added).await
            }
            Self::Console(console) if console.is_for_a_person => ask(menu, console, added).await,
            Self::Console(_) => Err(menu.failure()),
        }
    }
}

async fn ask(
    mut menu: Menu,
    console: &mut Console,
    mut added: Pin<&mut impl FusedFuture<Output = Row>>,
) -> Result<Option<usize>, Failure> {
    let mut said = menu.question();
    loop {
        console.say(&said, true).await?;
        let typed = tokio::select! {
            typed = console.line(true) => typed?,
            row = &mut added, if !added.is_terminated() => {
                menu.rows.push(row);
                said = menu.question();
                continue;
            }
        };
        let Some(Typed::Line(line)) = typed else { return console.finish().await.map(|()| None) };
        console.answered();
        // A line that cannot be read is none of the numbers.
        match menu.choose(&line.unwrap_or_default()) {
            Ok(choice) => return Ok(choice),
            Err(instruction) => said = instruction,
        }
    }
}

/// Shows the screen until a row of its menu is chosen; none to leave.
async fn pick(
    screen: &mut StartScreen,
    tty: &mut Tty,
    mut added: Pin<&mut impl FusedFuture<Output = Row>>,
) -> Result<Option<usize>, Failure> {
    let mut is_stale = true;
    loop {
        let event = tokio::select! {
            event = tty.next(is_stale) => event?,
            row = &mut added, if !added.is_terminated() => {
                screen.menu.rows.push(row);
                is_stale = true;
                continue;
            }
        };
        is_stale = event != TtyEvent::ReadyToDraw;
        let chosen = match event {
            TtyEvent::Key(key) => screen.press(key),
            TtyEvent::Click(at) => screen.click(at),
            TtyEvent::ReadyToDraw => {
                if let Some(drawn) = show(&screen.scene(), tty)? {
                    screen.drawn = drawn;
                }
                None
            }
            TtyEvent::Focus(_) | TtyEvent::Resized | TtyEvent::Continued => None,
        };
        match chosen {
            Some(Chosen::Row(row)) => return Ok(Some(row)),
            Some(Chosen::Leave) => return Ok(None),
            None => {}
        }
    }
}
