//! The loop of the full screen.

use std::pin::pin;
use std::time::Instant;

use futures::FutureExt as _;

use super::find_server::Wanted;
use super::{Client, Ended, Neighbour, neighbour, reachable_address};
use crate::address::Address;
use crate::app::command::{Command, Verb};
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event, Input};
use crate::discovery::FoundServer;
use crate::failure::Failure;
use crate::net::sleep_until;
use crate::terminal::{Tty, TtyEvent};
use crate::ui::Display;
use crate::ui::sentences::{self, GameSentences};
use crate::ui::tui::draw::{self, Drawn};
use crate::ui::tui::scene::{Scene, Tone};
use crate::ui::tui::screen::Screen;

/// Plays. Returns how the games went, for the shell's screen.
pub(super) async fn run(display: Display, core: Client<'_>, tty: &mut Tty) -> Result<Ended, Failure> {
    let address = core.server.address().clone();
    let screen = Screen::new(display, address.to_string(), Instant::now());
    let mut shared_address = pin!(reachable_address(address).fuse());
    let neighbour = neighbour(core.hosted.clone(), core.app.input_mode(), core.server.trust().clone());
    let mut neighbour = pin!(neighbour.fuse());
    let mut full_screen = FullScreen { core, screen, tty, is_stale: true, last_words: None, end: None };
    if let Some(note) = full_screen.core.note.take() {
        full_screen.screen.show(Tone::News, note);
    }
    loop {
        full_screen.save_seat();
        if let Some(end) = full_screen.end.take() {
            return end.map(|next| next.unwrap_or_else(|| full_screen.summary()));
        }
        let FullScreen { core, screen, tty, is_stale, .. } = &mut full_screen;
        let wakes = [core.app.wake_at(), screen.wake_at(Instant::now(), &core.app)];
        let happened = tokio::select! {
            event = tty.next(*is_stale) => Happened::Terminal(event?),
            happened = core.server.next(core.app.connection()) => Happened::Event(Event::Socket(happened)),
            address = &mut shared_address => Happened::Reachable(address),
            found = &mut neighbour => Happened::Found(found),
            () = sleep_until(wakes.into_iter().flatten().min()) => Happened::Event(Event::Woke),
        };
        full_screen.handle(happened).await?;
    }
}

enum Happened {
    Terminal(TtyEvent),
    Event(Event),
    /// Others reach the server at this address.
    Reachable(Address),
    /// A server has appeared on the network.
    Found(FoundServer),
}

struct FullScreen<'a> {
    core: Client<'a>,
    screen: Screen,
    tty: &'a mut Tty,
    /// Whether the terminal does not show the newest state.
    is_stale: bool,
    /// What is printed when the terminal is restored.
    last_words: Option<String>,
    /// The next server, if the run goes on there.
    end: Option<Result<Option<Ended>, Failure>>,
}

impl FullScreen<'_> {
    async fn handle(&mut self, happened: Happened) -> Result<(), Failure> {
        self.is_stale = !matches!(happened, Happened::Terminal(TtyEvent::ReadyToDraw));
        match happened {
            Happened::Terminal(event) => {
                if let Some(input) = on_terminal(event, &mut self.screen, &self.core.app, self.tty)? {
                    self.on_input(input).await;
                }
            }
            Happened::Event(event) => self.on_event(event).await,
            Happened::Reachable(address) => self.screen.shared_address = Some(address),
            Happened::Found(found) => match self.core.on_found(found).await {
                Neighbour::None => {}
                Neighbour::OlderHost(server) => self.play_on(Wanted::OlderHost(server)),
                Neighbour::Offer(event) => self.on_event(event).await,
            },
        }
        Ok(())
    }

    async fn on_input(&mut self, input: Input) {
        let is_quit = input == Input::Command(Command::Say(Verb::Quit));
        // Not connected yet: nothing to leave.
        if is_quit && !self.core.app.connection().has_begun() {
            self.end = Some(Ok(None));
            return;
        }
        self.core.count_guests().await;
        self.on_event(Event::Input(input)).await;
    }

    async fn on_event(&mut self, event: Event) {
        for effect in self.core.handle(event).await {
            match effect {
                Effect::Show(notice) => self.show(&notice),
                Effect::Join(address) => self.play_on(Wanted::Anyone(address)),
                Effect::End(result) => self.end = Some(result.map(|()| None)),
                // A key shows an invitation.
                _ => {}
            }
        }
    }

    fn play_on(&mut self, server: Wanted) {
        self.end = Some(Ok(Some(Ended::Next(server))));
    }

    fn show(&mut self, notice: &Notice) {
        if *notice == Notice::SeatKept {
            self.last_words = sentences::notice(notice, self.core.app.view());
        }
        if self.screen.on_notice(Instant::now(), notice, &self.core.app) {
            self.tty.bell();
        }
    }

    fn save_seat(&mut self) {
        if let Some(warning) = self.core.server.save(self.core.app.connection()) {
            self.screen.show(Tone::Alert, warning);
        }
    }

    fn summary(&mut self) -> Ended {
        let summary = self.core.app.view().and_then(|view| GameSentences::new(view).last_words());
        Ended::Over(self.last_words.take().or(summary))
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
