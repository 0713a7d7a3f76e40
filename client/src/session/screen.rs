//! The loop of the full screen.

use std::path::PathBuf;
use std::time::Instant;

use futures::FutureExt as _;
use futures::future::{Fuse, LocalBoxFuture};

use super::reach;
use crate::app::command::{Command, Verb};
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event, Input};
use crate::cli::config::Config;
use crate::exit::Failure;
use crate::net::{Server, sleep_until};
use crate::terminal::{Tty, TtyEvent};
use crate::ui::text;
use crate::ui::tui::draw;
use crate::ui::tui::invite::Reach;
use crate::ui::tui::scene::Tone;
use crate::ui::tui::screen::{Act, Screen};

/// Plays. Returns how the games went, for the shell's screen.
pub(super) async fn run(
    config: &Config,
    app: App,
    server: &mut Server,
    tty: &mut Tty,
) -> Result<Option<String>, Failure> {
    let screen = Screen::new(config.display, Some(server.address().to_string()), Instant::now());
    let directory = config.state.clone();
    let reach = reach(server.address().clone()).boxed_local().fuse();
    let mut session =
        Session { app, screen, server, tty, reach, directory, last_words: None, is_stale: true, end: None };
    loop {
        session.save();
        if let Some(end) = session.end {
            let summary = session.app.view().and_then(text::summary);
            return end.map(|()| session.last_words.or(summary));
        }
        session.step().await?;
    }
}

struct Session<'a> {
    app: App,
    screen: Screen,
    server: &'a mut Server,
    tty: &'a mut Tty,
    /// Finds out how others reach the server.
    reach: Fuse<LocalBoxFuture<'a, Reach>>,
    /// Where files for later runs are.
    directory: PathBuf,
    /// What is printed when the terminal is restored.
    last_words: Option<String>,
    /// The terminal does not show the newest state.
    is_stale: bool,
    end: Option<Result<(), Failure>>,
}

impl Session<'_> {
    fn save(&mut self) {
        if let Some(warning) = self.server.save() {
            self.screen.show(Tone::Alert, warning);
        }
    }

    async fn step(&mut self) -> Result<(), Failure> {
        let now = Instant::now();
        let wake_at = [self.app.wake_at(), self.screen.wake_at(now, &self.app)].into_iter().flatten().min();
        tokio::select! {
            happened = self.server.next() => {
                for event in self.server.handle(happened).await {
                    self.handle_event(Event::Net(event)).await;
                }
            }
            event = self.tty.next(self.is_stale) => {
                let event = event?;
                self.is_stale = event != TtyEvent::ReadyToDraw;
                if let Some(act) = on_terminal(event, &mut self.screen, &self.app, self.tty)? {
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
        for effect in self.app.handle(Instant::now(), event) {
            match effect {
                Effect::Show(notice) => self.show(&notice),
                Effect::Send(frame) => self.server.send(&frame).await,
                Effect::Enter(asked) => self.server.enter(asked).await,
                Effect::Disconnect => self.server.disconnect(),
                // A key shows it.
                Effect::Invite => {}
                Effect::Remember(preferences) => preferences.keep(&self.directory),
                Effect::End(result) => self.end = Some(result),
            }
        }
    }

    fn show(&mut self, notice: &Notice) {
        let now = Instant::now();
        match notice {
            Notice::Connected(_) | Notice::Back => self.app.measure_latency(now),
            Notice::SeatKept => {
                self.last_words = Some(text::say(notice, &self.app).trim_end().to_owned());
            }
            _ => {}
        }
        if self.screen.on_notice(now, notice, &self.app) {
            self.tty.bell();
        }
    }

    async fn act(&mut self, act: Act) {
        match act {
            Act::Choose(_) => {}
            // Not connected yet: nothing to leave.
            Act::Input(Input::Command(Command::Say(Verb::Quit))) if !self.server.connection().has_begun() => {
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
