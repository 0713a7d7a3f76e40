//! The loop of the full screen.

use std::pin::pin;
use std::time::Instant;

use futures::FutureExt as _;

use super::find_server::Wanted;
use super::{Core, Ended, Neighbour, neighbour, reach};
use crate::app::command::{Command, Verb};
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event, Input};
use crate::failure::Failure;
use crate::net::sleep_until;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::Display;
use crate::ui::sentences::{self, GameSentences};
use crate::ui::tui::draw::{self, Drawn};
use crate::ui::tui::scene::{Scene, Tone};
use crate::ui::tui::screen::Screen;

/// Plays. Returns how the games went, for the shell's screen.
pub(super) async fn run(display: Display, core: Core<'_>, tty: &mut Tty) -> Result<Ended, Failure> {
    let address = core.server.address().clone();
    let screen = Screen::new(display, address.to_string(), Instant::now());
    let mut reach = pin!(reach(address).fuse());
    let neighbour = neighbour(core.hosted.clone(), core.app.input_mode(), core.server.trust().clone());
    let mut neighbour = pin!(neighbour.fuse());
    let mut session = Session { core, screen, tty, last_words: None, end: None };
    if let Some(note) = session.core.note.take() {
        session.screen.show(Tone::News, note);
    }
    // Whether the terminal does not show the newest state.
    let mut is_stale = true;
    loop {
        if let Some(warning) = session.core.server.save(session.core.app.connection()) {
            session.screen.show(Tone::Alert, warning);
        }
        if let Some(end) = session.end {
            let summary = session.core.app.view().and_then(|view| GameSentences::new(view).last_words());
            return end.map(|moved| moved.unwrap_or(Ended::Over(session.last_words.or(summary))));
        }
        let Session { core, screen, tty, .. } = &mut session;
        let wakes = [core.app.wake_at(), screen.wake_at(Instant::now(), &core.app)];
        let happened = tokio::select! {
            event = tty.next(is_stale) => {
                let event = event?;
                is_stale = event != TtyEvent::ReadyToDraw;
                match on_terminal(event, screen, &core.app, tty)? {
                    // Not connected yet: nothing to leave.
                    Some(Input::Command(Command::Say(Verb::Quit)))
                        if !core.app.connection().has_begun() =>
                    {
                        session.end = Some(Ok(None));
                    }
                    Some(input) => {
                        core.count_guests().await;
                        session.handle_event(Event::Input(input)).await;
                    }
                    None => {}
                }
                continue;
            }
            happened = core.server.next(core.app.connection()) => Some(Event::Socket(happened)),
            found = &mut reach => {
                screen.reach = Some(found);
                None
            }
            found = &mut neighbour => match core.on_found(found).await {
                Neighbour::None => None,
                Neighbour::OlderHost(server) => {
                    session.end = Some(Ok(Some(Ended::Next(Wanted::OlderHost(server)))));
                    continue;
                }
                Neighbour::Offer(event) => Some(event),
            },
            () = sleep_until(wakes.into_iter().flatten().min()) => Some(Event::Woke),
        };
        is_stale = true;
        if let Some(event) = happened {
            session.handle_event(event).await;
        }
    }
}

struct Session<'a> {
    core: Core<'a>,
    screen: Screen,
    tty: &'a mut Tty,
    /// What is printed when the terminal is restored.
    last_words: Option<String>,
    /// The next server, if the run goes on there.
    end: Option<Result<Option<Ended>, Failure>>,
}

impl Session<'_> {
    async fn handle_event(&mut self, event: Event) {
        for effect in self.core.handle(event).await {
            match effect {
                Effect::Show(notice) => self.show(&notice),
                Effect::Join(address) => self.end = Some(Ok(Some(Ended::Next(Wanted::Anyone(address))))),
                Effect::End(result) => self.end = Some(result.map(|()| None)),
                // A key shows an invitation.
                _ => {}
            }
        }
    }

    fn show(&mut self, notice: &Notice) {
        if *notice == Notice::SeatKept {
            self.last_words = sentences::notice(notice, self.core.app.view());
        }
        if self.screen.on_notice(Instant::now(), notice, &self.core.app) {
            self.tty.bell();
        }
    }
}

/// Draws the screen when the terminal is ready for it, and says what a key or a click asks for.
fn on_terminal(
    event: TtyEvent,
    screen: &mut Screen,
    app: &App,
    tty: &mut Tty,
) -> Result<Option<Input>, Failure> {
    let now = Instant::now();
    match event {
        TtyEvent::Key(key) => {
            let input = screen.press(now, key, app);
            tty.set_mouse(screen.has_mouse());
            return Ok(input);
        }
        TtyEvent::Click(at) => return Ok(screen.click(now, at, app)),
        TtyEvent::Focus(is_focused) => screen.focus(is_focused),
        TtyEvent::ReadyToDraw => {
            tty.set_title(screen.title(app));
            if let Some(drawn) = show(&screen.scene(now, app), tty)? {
                screen.drawn = drawn;
            }
        }
        TtyEvent::Resized | TtyEvent::Continued => {}
    }
    Ok(None)
}

/// Draws a scene; nothing if the terminal has not taken the last one yet.
pub(super) fn show(scene: &Scene, tty: &mut Tty) -> Result<Option<Drawn>, Failure> {
    let mut drawn = None;
    tty.draw(|frame| drawn = Some(draw::draw(scene, frame.buffer_mut())))?;
    Ok(drawn)
}
