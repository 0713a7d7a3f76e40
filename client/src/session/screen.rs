//! The loop of the full screen.

use std::time::Instant;

use futures::FutureExt as _;
use futures::future::{Fuse, LocalBoxFuture};

use super::{Core, reach};
use crate::address::Address;
use crate::app::command::{Command, Verb};
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event, Input};
use crate::exit::Failure;
use crate::net::sleep_until;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::text;
use crate::ui::tui::scene::Tone;
use crate::ui::tui::screen::{Act, Screen};
use crate::ui::tui::{Display, draw};

/// Plays. Returns how the games went, for the shell's screen.
pub(super) async fn run(display: Display, core: Core<'_>, tty: &mut Tty) -> Result<Option<String>, Failure> {
    let address = core.server.address().clone();
    let screen = Screen::new(display, Some(address.to_string()), Instant::now());
    let reach = reach(address).boxed_local().fuse();
    let mut session = Session { core, screen, tty, reach, last_words: None, is_stale: true, end: None };
    loop {
        session.save();
        if let Some(end) = session.end {
            let summary = session.core.app.view().and_then(text::summary);
            return end.map(|()| session.last_words.or(summary));
        }
        session.step().await?;
    }
}

struct Session<'a> {
    core: Core<'a>,
    screen: Screen,
    tty: &'a mut Tty,
    /// Finds out where others reach the server.
    reach: Fuse<LocalBoxFuture<'a, Address>>,
    /// What is printed when the terminal is restored.
    last_words: Option<String>,
    /// The terminal does not show the newest state.
    is_stale: bool,
    end: Option<Result<(), Failure>>,
}

impl Session<'_> {
    fn save(&mut self) {
        if let Some(warning) = self.core.server.save() {
            self.screen.show(Tone::Alert, warning);
        }
    }

    async fn step(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        let wake_at =
            [self.core.app.wake_at(), self.screen.wake_at(now, &self.core.app)].into_iter().flatten().min();
        tokio::select! {
            happened = self.core.server.next() => {
                for event in self.core.server.handle(happened).await {
                    self.handle_event(Event::Net(event)).await;
                }
            }
            event = self.tty.next(self.is_stale) => {
                let event = event?;
                self.is_stale = event != TtyEvent::ReadyToDraw;
                if let Some(act) = on_terminal(event, &mut self.screen, &self.core.app, self.tty)? {
                    self.act(act).await;
                }
                return Ok(());
            }
            reach = &mut self.reach => self.screen.reach = Some(reach),
            () = sleep_until(wake_at) => self.handle_event(Event::Woke).await,
        }
        self.is_stale = true;
        Ok(())
    }

    async fn handle_event(&mut self, event: Event) {
        for effect in self.core.handle(event).await {
            match effect {
                Effect::Show(notice) => self.show(&notice),
                Effect::End(result) => self.end = Some(result),
                // A key shows an invitation.
                _ => {}
            }
        }
    }

    fn show(&mut self, notice: &Notice) {
        let now = Instant::now();
        match notice {
            Notice::Connected(_) | Notice::Back => self.core.app.latency.next_at = Some(now),
            Notice::SeatKept => {
                self.last_words = Some(text::say(notice, &self.core.app).trim_end().to_owned());
            }
            _ => {}
        }
        if self.screen.on_notice(now, notice, &self.core.app) {
            self.tty.bell();
        }
    }

    async fn act(&mut self, act: Act) {
        match act {
            Act::Choose(_) => {}
            // Not connected yet: nothing to leave.
            Act::Input(Input::Command(Command::Say(Verb::Quit)))
                if !self.core.server.connection().has_begun() =>
            {
                self.end = Some(Ok(()));
            }
            Act::Input(input) => self.handle_event(Event::Input(input)).await,
            Act::Mouse(on) => self.tty.set_mouse(on),
        }
    }
}

/// Draws the screen when the terminal is ready for it, and says what a key or a click asks for.
pub(super) fn on_terminal(
    event: TtyEvent,
    screen: &mut Screen,
    app: &App,
    tty: &mut Tty,
) -> Result<Option<Act>, Failure> {
    let (now, area) = (Instant::now(), tty.size().into());
    match event {
        TtyEvent::Key(key) => return Ok(screen.press(now, key, area, app)),
        TtyEvent::Click(at) => return Ok(screen.click(now, at, area, app)),
        TtyEvent::Focus(is_focused) => screen.focus(is_focused),
        TtyEvent::ReadyToDraw => {
            tty.set_title(screen.title(app));
            tty.draw(|frame| draw::draw(&screen.scene(now, app), frame))?;
        }
        TtyEvent::Resized | TtyEvent::Continued => {}
    }
    Ok(None)
}
