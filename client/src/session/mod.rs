//! A run from the first connection to the last word.
//!
//! [`run`] connects and hands over to the loop of a face. The loop of the faces that use words is here:
//! one `select!` over everything that can happen; the core decides, the loop carries out.

#[cfg(test)]
mod tests;

use std::io::Write as _;
use std::pin::pin;
use std::time::{Duration, Instant};

use tictactoe_protocol::server::ServerMessage;
use tokio::time::timeout;

use crate::address::{DEFAULT_ADDRESS, Destination};
use crate::app::{App, Effect, Event, Input};
use crate::bridge::{self, Ends};
use crate::console::Console;
use crate::errand::LinkId;
use crate::exit::{Failure, Stop};
use crate::faces::{Face, Spoken};
use crate::keeping::Keeper;
use crate::links::{Links, News};
use crate::pass::Pass;
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
    let address = match &plan.address {
        Some(address) => address.clone(),
        None => Destination::parse(DEFAULT_ADDRESS)?.address,
    };
    let mut links = tokio::select! {
        biased;
        stop = &mut stop => return Err(Failure::Stopped(stop)),
        links = Links::open(address.clone(), plan.errand.links()) => links?,
    };
    let mut keeper = Keeper::new(&plan.keeping, &address, &plan.errand, plan.face.manner());
    let ends = Ends { links: &mut links, console: &mut console, keeper: &mut keeper };
    // The conversation may wait for a reader of its output: whatever it does, a stop gets through.
    let end = tokio::select! {
        biased;
        stop = &mut stop => Err(Failure::Stopped(stop)),
        end = converse(plan, ends) => end,
    };
    // Without a connection nobody can be told that the player leaves: then the seat stays as well.
    let is_untold = matches!(end, Err(Failure::Stopped(_))) && !links.stand();
    if !is_untold && end.as_ref().is_err_and(|failure| !failure.keeps_seat()) {
        keeper.forget();
    }
    if end.is_err() {
        timeout(TIDY_TIME, console.finish()).await.ok();
    }
    match &end {
        Err(failure) if failure.may_leave() => links.depart().await,
        _ => links.close().await,
    }
    end
}

async fn converse(plan: Plan, ends: Ends<'_>) -> Result<(), Failure> {
    let kept = if plan.keeping.starts_anew { None } else { ends.keeper.find() };
    match plan.face {
        Face::Json => {
            let pass = kept.and_then(|passes| passes.into_iter().next());
            bridge::run(plan.errand, pass, plan.patience, ends).await
        }
        Face::Tui => Ok(()),
        Face::Spoken(face) => {
            let app = App::new(plan.errand, plan.series, face.manner(), plan.patience);
            Session { app, face, ends, event: None }.run(kept.unwrap_or_default()).await
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
    ends: Ends<'a>,
    /// A frame that waits for a line to go before it.
    event: Option<Event>,
}

impl Session<'_> {
    async fn run(mut self, kept: Vec<Pass>) -> Result<(), Failure> {
        let mut effects = self.app.start(kept);
        loop {
            self.keep();
            if let After::End(end) = self.carry_out(effects).await? {
                self.ends.console.finish().await?;
                return end;
            }
            let event = self.next().await;
            match event {
                // No terminal shows the line end that nobody has typed.
                Event::Input(Input::End) => self.ends.console.finish().await?,
                Event::Input(_) => self.ends.console.answered().await?,
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
        self.ends.console.say(&said, self.app.is_asking()).await?;
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
            && let Ok(line) = self.ends.console.lines.try_recv()
        {
            self.event = Some(event);
            return read_line(Some(line));
        }
        event
    }

    async fn wait(&mut self) -> Event {
        tokio::select! {
            (link, news) = self.ends.links.next() => read_news(link, news),
            line = self.ends.console.lines.recv(), if self.app.wants_input() => {
                read_line(line)
            }
            () = sleep_until(self.app.wake_at()) => Event::Woke,
        }
    }
}

fn read_news(link: LinkId, news: News) -> Event {
    match news {
        News::Text(text) => match ServerMessage::parse(&text) {
            Ok(message) => Event::Frame(link, message),
            Err(_) => Event::Failed(Failure::unreadable()),
        },
        News::Stands => Event::Stands(link),
        News::Gone(failure) => Event::Gone(link, failure),
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

/// Waits until then, or for ever.
pub(crate) async fn sleep_until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}
