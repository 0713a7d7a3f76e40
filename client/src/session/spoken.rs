//! The loop of the faces that use words: lines in, sentences out.

use std::io::Write as _;
use std::time::Instant;

use super::{Ends, read_news, sleep_until};
use crate::app::{App, Effect, Event, Input};
use crate::cli::config::Config;
use crate::exit::Failure;
use crate::net::pass::Pass;
use crate::ui::LineUi;
use crate::ui::console::Console;
use crate::ui::stdin::Line;

/// Plays, with the passes of an earlier run if there are any.
pub(super) async fn run(
    plan: Config,
    face: LineUi,
    ends: Ends<'_, Console>,
    kept: Vec<Pass>,
) -> Result<(), Failure> {
    let app = App::new(plan.mode, plan.series, face.input_mode(), plan.patience);
    Session { app, face, ends, event: None }.run(kept).await
}

/// What follows when everything that the core asked for is done.
enum After {
    /// The run goes on.
    More,
    /// The run is over, and this is how.
    End(Result<(), Failure>),
}

/// One run with a face that uses words.
struct Session<'a> {
    app: App,
    face: LineUi,
    ends: Ends<'a, Console>,
    /// A frame that waits for a line to go before it.
    event: Option<Event>,
}

impl Session<'_> {
    async fn run(mut self, kept: Vec<Pass>) -> Result<(), Failure> {
        let mut effects = self.app.start(kept);
        loop {
            self.keep();
            if let After::End(end) = self.carry_out(effects).await? {
                self.ends.front.finish().await?;
                return end;
            }
            let event = self.next().await;
            match event {
                // No terminal shows the line end that nobody has typed.
                Event::Input(Input::End) => self.ends.front.finish().await?,
                Event::Input(_) => self.ends.front.answered().await?,
                _ => {}
            }
            effects = self.app.handle(Instant::now(), event);
        }
    }

    /// Keeps what a later run needs, should this one be killed. Standard error may be closed; nobody has to hear
    /// that it cannot be kept.
    fn keep(&mut self) {
        if let Some(warning) = self.ends.keeper.keep(self.app.keepsake()) {
            writeln!(std::io::stderr(), "{warning}").ok();
        }
    }

    /// Does what the core asked for.
    async fn carry_out(&mut self, effects: Vec<Effect>) -> Result<After, Failure> {
        let mut said = String::new();
        let mut after = After::More;
        for effect in effects {
            match effect {
                Effect::Show(notice) => said.push_str(&self.face.say(&notice, &self.app)),
                Effect::End(result) => after = After::End(result),
                Effect::Send(link, frame) => self.ends.links.send(link, frame.to_json()).await,
                Effect::Call(link) => self.ends.links.call(link),
                Effect::HangUp(link) => self.ends.links.hang_up(link),
            }
        }
        self.ends.front.say(&said, self.app.is_asking()).await?;
        Ok(after)
    }

    /// Waits for the next thing that happens. A line that is there when a frame comes goes before it: what was
    /// piped in counts from the moment at which it can.
    async fn next(&mut self) -> Event {
        if let Some(event) = self.event.take() {
            return event;
        }
        let event = self.wait().await;
        if matches!(event, Event::Frame(..))
            && self.app.wants_input()
            && let Ok(line) = self.ends.front.lines.try_recv()
        {
            self.event = Some(event);
            return read_line(Some(line));
        }
        event
    }

    async fn wait(&mut self) -> Event {
        tokio::select! {
            (link, news) = self.ends.links.next() => read_news(link, news),
            line = self.ends.front.lines.recv(), if self.app.wants_input() => {
                read_line(line)
            }
            () = sleep_until(self.app.wake_at()) => Event::Woke,
        }
    }
}

fn read_line(line: Option<Line>) -> Event {
    match line {
        None => Event::Input(Input::End),
        Some(Line::Text(line)) => Event::Input(Input::Line(line)),
        Some(Line::Bad(error)) => Event::Input(Input::Bad(error)),
        Some(Line::Failed(why)) => Event::Failed(Failure::Input(why)),
    }
}
