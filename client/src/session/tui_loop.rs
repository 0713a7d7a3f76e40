//! The loop of the full screen.

use std::pin::pin;
use std::time::Instant;

use futures::FutureExt as _;

use super::{Client, Ended, reachable_address};
use crate::app::{Effect, Event};
use crate::failure::Failure;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::Display;
use crate::ui::sentences::{GameSentences, TO_MANAGE};
use crate::ui::tui::draw::{self, Drawn};
use crate::ui::tui::scene::{Scene, Tone};
use crate::ui::tui::screen::Screen;

/// Plays. Returns how the games went, for the shell's screen.
pub(super) async fn run(display: Display, client: Client<'_>, tty: &mut Tty) -> Result<Ended, Failure> {
    let address = client.link.address().clone();
    let screen = Screen::new(display, &address, Instant::now());
    let mut shared_address = pin!(reachable_address(address).fuse());
    let mut full_screen = FullScreen { client, screen, tty, is_stale: true };
    if let Some(note) = full_screen.client.note.take() {
        full_screen.screen.show(Tone::News, note);
    }
    loop {
        if let Some(end) = full_screen.client.end.take() {
            return end.map(|end| full_screen.with_last_words(end));
        }
        let FullScreen { client, screen, tty, is_stale, .. } = &mut full_screen;
        let screen_wakes_at = screen.wake_at(Instant::now(), &client.app);
        tokio::select! {
            event = tty.next(*is_stale) => full_screen.on_terminal(event?).await?,
            event = client.next(screen_wakes_at) => full_screen.on(event).await,
            address = &mut shared_address => (*is_stale, screen.shared_address) = (true, Some(address)),
        }
    }
}

struct FullScreen<'a> {
    client: Client<'a>,
    screen: Screen,
    tty: &'a mut Tty,
    /// The terminal does not show the newest state.
    is_stale: bool,
}

impl FullScreen<'_> {
    /// Draws when the terminal is ready for it, and does what a key or a click asks for.
    async fn on_terminal(&mut self, event: TtyEvent) -> Result<(), Failure> {
        self.is_stale = event != TtyEvent::ReadyToDraw;
        let (now, app, screen) = (Instant::now(), &self.client.app, &mut self.screen);
        let input = match event {
            TtyEvent::Key(key) => {
                let input = screen.press(now, key, app);
                self.tty.set_mouse(screen.has_mouse());
                input
            }
            TtyEvent::Click(at) => screen.click(now, at, app),
            TtyEvent::Focus(is_focused) => {
                screen.is_focused = Some(is_focused);
                None
            }
            TtyEvent::ReadyToDraw => {
                if let Some(drawn) = show(&screen.scene(now, app), self.tty)? {
                    screen.drawn = drawn;
                }
                None
            }
            TtyEvent::Resized | TtyEvent::Continued => None,
        };
        if let Some(input) = input {
            self.on(Event::Input(input)).await;
        }
        Ok(())
    }

    async fn on(&mut self, event: Event) {
        self.is_stale = true;
        for effect in self.client.on(event).await {
            // A key shows an invitation.
            if let Effect::Show(notice) = effect
                && self.screen.on_notice(Instant::now(), &notice, &self.client.app)
            {
                self.tty.bell();
            }
        }
    }

    fn with_last_words(&mut self, end: Ended) -> Ended {
        let summary = || self.client.app.view().and_then(|view| GameSentences::new(view).last_words());
        let invite = self.screen.scene(Instant::now(), &self.client.app).invite;
        let manage = invite.and_then(|invite| invite.manage).map(|link| format!("{TO_MANAGE} {link}"));
        match end {
            Ended::Over(said) => {
                let lines = said.or_else(summary).into_iter().chain(manage);
                Ended::Over(lines.reduce(|said, line| said + "\n" + &line))
            }
            next @ Ended::Next(_) => next,
        }
    }
}

/// Draws a scene; nothing if the terminal has not taken the last one yet.
pub(super) fn show(scene: &Scene, tty: &mut Tty) -> Result<Option<Drawn>, Failure> {
    let mut drawn = None;
    tty.draw(|buffer| drawn = Some(draw::draw(scene, buffer)))?;
    Ok(drawn)
}
