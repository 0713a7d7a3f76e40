//! The loop of the full screen.

use std::pin::Pin;
use std::time::Instant;

use ratatui::layout::Rect;

use super::{Ends, outside, read_news, sleep_until};
use crate::app::notice::Notice;
use crate::app::{App, Effect, Event};
use crate::cli::config::Config;
use crate::exit::{Failure, Stop};
use crate::mode::{InputMode, Mode};
use crate::net::pass::Pass;
use crate::terminal::{Pressed, Tty, Turn};
use crate::ui::text;
use crate::ui::tui::draw;
use crate::ui::tui::invite::Reach;
use crate::ui::tui::screen::{Act, Screen};

/// Plays, with the passes of an earlier run if there are any. Gives how the last game ended, for the shell's screen.
pub(super) async fn run(
    plan: Config,
    ends: Ends<'_, Tty>,
    kept: Vec<Pass>,
) -> Result<Option<String>, Failure> {
    let now = Instant::now();
    let room = match &plan.mode {
        Mode::Join(join) => join.room.clone(),
        Mode::Watch(_) | Mode::Hotseat { .. } => None,
    };
    let screen = Screen::new(plan.look, ends.links.address().to_string(), room, now);
    let mut app = App::new(plan.mode, plan.series, InputMode::Person, plan.patience).measuring(now);
    app.renumber(plan.look.numbers);
    let reach = Box::pin(outside::reach(ends.links.address().clone()));
    Session { app, screen, ends, reach: Some(reach), last_words: None, is_stale: true }.run(kept).await
}

/// One run on the full screen.
struct Session<'a> {
    app: App,
    screen: Screen,
    ends: Ends<'a, Tty>,
    /// Finds out how others reach the server.
    reach: Option<Pin<Box<dyn Future<Output = Reach> + 'a>>>,
    /// What is to be said when the terminal is the shell's again.
    last_words: Option<String>,
    /// What is on the terminal is not what should be there.
    is_stale: bool,
}

/// What happens next.
enum Next {
    Event(Event),
    Turn(Turn),
    Reached(Reach),
}

impl Session<'_> {
    async fn run(mut self, kept: Vec<Pass>) -> Result<Option<String>, Failure> {
        let effects = self.app.start(kept);
        let mut end = self.carry_out(effects).await;
        while end.is_none() {
            self.keep();
            let next = self.next().await?;
            self.is_stale |= !matches!(next, Next::Turn(Turn::Draw));
            end = match next {
                Next::Event(event) => self.handle(event).await,
                Next::Turn(Turn::Draw) => self.draw()?,
                Next::Turn(Turn::Pressed(pressed)) => self.pressed(pressed).await?,
                Next::Reached(reach) => {
                    self.reach = None;
                    self.screen.reached(reach, &self.app);
                    None
                }
            };
        }
        self.keep();
        let result = self.app.view().and_then(text::result);
        end.unwrap_or(Ok(())).map(|()| self.last_words.or(result))
    }

    async fn next(&mut self) -> Result<Next, Failure> {
        let now = Instant::now();
        let wake_at = [self.app.wake_at(), self.screen.wake_at(now, &self.app)].into_iter().flatten().min();
        Ok(tokio::select! {
            (link, news) = self.ends.links.next() => Next::Event(read_news(link, news)),
            turn = self.ends.front.turn(self.is_stale) => Next::Turn(turn?),
            reach = reached(self.reach.as_mut()) => Next::Reached(reach),
            () = sleep_until(wake_at) => Next::Event(Event::Woke),
        })
    }

    async fn handle(&mut self, event: Event) -> Option<Result<(), Failure>> {
        let effects = self.app.handle(Instant::now(), event);
        self.carry_out(effects).await
    }

    /// Does what the core asked for. Gives the end, when it has come.
    async fn carry_out(&mut self, effects: Vec<Effect>) -> Option<Result<(), Failure>> {
        let mut end = None;
        for effect in effects {
            match effect {
                Effect::Show(notice) => {
                    if notice == Notice::SeatKept {
                        self.last_words = Some(text::say(&notice, &self.app).trim_end().to_owned());
                    }
                    if self.screen.on_notice(Instant::now(), &notice, &self.app) {
                        self.ends.front.bell();
                    }
                }
                Effect::End(result) => end = Some(result),
                Effect::Send(link, frame) => self.ends.links.send(link, frame.to_json()).await,
                Effect::Call(link) => self.ends.links.call(link),
                Effect::HangUp(link) => self.ends.links.hang_up(link),
            }
        }
        end
    }

    async fn pressed(&mut self, pressed: Pressed) -> Result<Option<Result<(), Failure>>, Failure> {
        let (now, area) = (Instant::now(), Rect::from(self.ends.front.size()));
        let act = match pressed {
            Pressed::Key(key) => self.screen.press(now, key, area, &self.app),
            Pressed::Click(at) => self.screen.click(now, at, area, &self.app),
            Pressed::Focus(is_focused) => {
                self.screen.focus(is_focused);
                None
            }
            Pressed::Resized | Pressed::Continued => None,
        };
        match act {
            None => {}
            Some(Act::Input(input)) => return Ok(self.handle(Event::Input(input)).await),
            Some(Act::Renumber(numbers)) => self.app.renumber(numbers),
            Some(Act::Mouse(on)) => self.ends.front.mouse(on),
            Some(Act::Redraw) => self.ends.front.repaint(),
            Some(Act::Suspend) => self.ends.front.suspend()?,
            Some(Act::Interrupt) => return Err(Failure::Stopped(Stop::Interrupted)),
        }
        Ok(None)
    }

    fn draw(&mut self) -> Result<Option<Result<(), Failure>>, Failure> {
        let scene = self.screen.scene(Instant::now(), &self.app);
        self.ends.front.title(self.screen.title(&self.app));
        self.ends.front.draw(|frame| draw::draw(&scene, frame))?;
        self.is_stale = false;
        Ok(None)
    }

    /// Keeps what a later run needs, should this one be killed.
    fn keep(&mut self) {
        if let Some(warning) = self.ends.keeper.keep(self.app.keepsake()) {
            self.screen.warn(&warning);
        }
    }
}

async fn reached(reach: Option<&mut Pin<Box<dyn Future<Output = Reach> + '_>>>) -> Reach {
    match reach {
        Some(reach) => reach.await,
        None => std::future::pending().await,
    }
}
