//! A run from the first connection to the last word.
//!
//! [`run`] connects and hands over to the loop of a face. The loop of the faces that use words is here:
//! one `select!` over everything that can happen; the core decides, the loop carries out.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::pin::pin;
use std::time::{Duration, Instant};

use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;

use crate::app::{App, Effect, Event, Input};
use crate::bridge;
use crate::console::Console;
use crate::errand::LinkId;
use crate::exit::{Failure, Stop};
use crate::faces::{Face, Spoken};
use crate::links::Links;
use crate::plan::Plan;
use crate::stdin::Line;

/// How long a run that is stopped tries to leave a clean line behind.
const TIDY_TIME: Duration = Duration::from_millis(100);

/// Does what was planned.
///
/// # Errors
/// Why the run ended before its time: [`Failure::code`] is the exit code.
pub async fn run(plan: Plan, mut console: Console, stop: impl Future<Output = Stop>) -> Result<(), Failure> {
    let mut stop = pin!(stop);
    let mut links = tokio::select! {
        biased;
        stop = &mut stop => return Err(Failure::Stopped(stop)),
        links = Links::open(&plan.address, plan.errand.links()) => links?,
    };
    // The conversation may wait for a reader of its output: whatever it does, a stop gets through.
    let end = tokio::select! {
        biased;
        stop = &mut stop => Err(Failure::Stopped(stop)),
        end = converse(plan, &mut links, &mut console) => end,
    };
    match &end {
        Err(failure) if failure.may_leave() => {
            timeout(TIDY_TIME, console.finish()).await.ok();
            links.depart().await;
        }
        _ => links.close().await,
    }
    end
}

async fn converse(plan: Plan, links: &mut Links, console: &mut Console) -> Result<(), Failure> {
    match plan.face {
        Face::Json => bridge::run(plan.errand, links, console).await,
        Face::Spoken(face) => {
            let app = App::new(plan.errand, plan.series, face.manner());
            Session { app, face, links, console, frame: None }.run().await
        }
    }
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
    face: Spoken,
    links: &'a mut Links,
    console: &'a mut Console,
    /// A frame that waits for a line to go before it.
    frame: Option<Event>,
}

impl Session<'_> {
    async fn run(mut self) -> Result<(), Failure> {
        let mut effects = self.app.start();
        loop {
            if let After::End(end) = self.carry_out(effects).await? {
                self.console.finish().await?;
                return end;
            }
            let event = self.next().await;
            match event {
                // No terminal shows the line end that nobody has typed.
                Event::Input(Input::End) => self.console.finish().await?,
                Event::Input(_) => self.console.answered().await?,
                _ => {}
            }
            effects = self.app.handle(Instant::now(), event);
        }
    }

    /// Does what the core asked for.
    async fn carry_out(&mut self, effects: Vec<Effect>) -> Result<After, Failure> {
        let mut effects = VecDeque::from(effects);
        let mut said = String::new();
        let mut after = After::More;
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Show(notice) => said.push_str(&self.face.say(&notice, &self.app)),
                Effect::End(result) => after = After::End(result),
                Effect::Send(link, frame) => {
                    if let Err(failure) = self.links.send(link, frame.to_json()).await {
                        effects.extend(self.app.handle(Instant::now(), Event::Gone(failure)));
                    }
                }
            }
        }
        self.console.say(&said, self.app.is_asking()).await?;
        Ok(after)
    }

    /// Waits for the next thing that happens. A line that is there when a frame comes goes before it: what was
    /// piped in counts from the moment at which it can.
    async fn next(&mut self) -> Event {
        if let Some(frame) = self.frame.take() {
            return frame;
        }
        let event = self.wait().await;
        if matches!(event, Event::Frame(..))
            && self.app.wants_input()
            && let Ok(line) = self.console.lines.try_recv()
        {
            self.frame = Some(event);
            return read_line(Some(line));
        }
        event
    }

    async fn wait(&mut self) -> Event {
        tokio::select! {
            frame = self.links.next() => read_frame(frame),
            line = self.console.lines.recv(), if self.app.wants_input() => {
                read_line(line)
            }
            () = sleep_until(self.app.wake_at()) => Event::Woke,
        }
    }
}

fn read_frame(frame: Result<(LinkId, String), Failure>) -> Event {
    match frame {
        Ok((link, text)) => match ServerMessage::parse(&text) {
            Ok(message) => Event::Frame(link, message),
            Err(_) => Event::Gone(Failure::unreadable()),
        },
        Err(failure) => Event::Gone(failure),
    }
}

fn read_line(line: Option<Line>) -> Event {
    match line {
        None => Event::Input(Input::End),
        Some(Line::Text(line)) => Event::Input(Input::Line(line)),
        Some(Line::Bad(error)) => Event::Input(Input::Bad(error)),
        Some(Line::Failed(why)) => Event::Gone(Failure::Input(why)),
    }
}

/// Waits until then, or for ever.
pub(crate) async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}
