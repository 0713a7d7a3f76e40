//! The loop of the text and plain interfaces: lines in, sentences out.

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use super::reach;
use crate::app::{App, Effect, Event, Input, Line};
use crate::cli::config::Config;
use crate::exit::Failure;
use crate::net::{Server, connection, sleep_until};
use crate::ui::LineUi;
use crate::ui::console::Console;
use crate::ui::tui::invite::Invite;

pub(super) async fn run(
    config: &Config,
    app: App,
    ui: LineUi,
    server: &mut Server,
    console: &mut Console,
) -> Result<(), Failure> {
    let directory = config.state.clone();
    let has_colours = console.is_for_a_person && config.display.colour && !config.display.ascii;
    let mut session = Session { app, ui, server, console, directory, has_colours, events: VecDeque::new() };
    loop {
        let event = session.next().await?;
        match event {
            // At the end of the input no terminal has printed a newline.
            Event::Input(Input::End) => session.console.finish().await?,
            Event::Input(_) => session.console.answered().await?,
            _ => {}
        }
        let effects = session.app.handle(Instant::now(), event);
        // A script that reads of its seat may kill the client at once.
        session.save();
        let end = session.carry_out(effects).await?;
        session.save();
        if let Some(end) = end {
            session.console.finish().await?;
            return end;
        }
    }
}

struct Session<'a> {
    app: App,
    ui: LineUi,
    server: &'a mut Server,
    console: &'a mut Console,
    /// Where files for later runs are.
    directory: PathBuf,
    has_colours: bool,
    events: VecDeque<Event>,
}

impl Session<'_> {
    /// Standard error may be closed; that does not end the run.
    fn save(&mut self) {
        if let Some(warning) = self.server.save() {
            writeln!(std::io::stderr(), "{warning}").ok();
        }
    }

    /// Returns how the run ends, if it does.
    async fn carry_out(&mut self, effects: Vec<Effect>) -> Result<Option<Result<(), Failure>>, Failure> {
        let mut said = String::new();
        let mut end = None;
        for effect in effects {
            match effect {
                Effect::Invite => said.push_str(&self.invite().await),
                Effect::Remember(preferences) => preferences.keep(&self.directory),
                Effect::Show(notice) => said.push_str(&self.ui.say(&notice, &self.app)),
                Effect::Send(frame) => self.server.send(&frame).await,
                Effect::Enter(asked) => self.server.enter(asked).await,
                Effect::Disconnect => self.server.disconnect(),
                Effect::End(result) => end = Some(result),
            }
        }
        self.console.say(&said, self.app.is_asking()).await?;
        Ok(end)
    }

    async fn invite(&self) -> String {
        let reach = reach(self.server.address().clone()).await;
        self.ui.invite(
            &Invite::new(&reach, self.app.invites_to().as_ref()),
            self.app.waiting(),
            self.has_colours,
        )
    }

    /// The next event. If a line and a message are both ready, the line is handled first: piped input is used as early
    /// as possible.
    async fn next(&mut self) -> Result<Event, Failure> {
        while self.events.is_empty() {
            let wants_input = self.app.wants_input() && self.server.connection().has_begun();
            let happened = tokio::select! {
                happened = self.server.next() => happened,
                line = self.console.lines.recv(), if wants_input => return read_line(line),
                () = sleep_until(self.app.wake_at()) => return Ok(Event::Woke),
            };
            self.events.extend(self.server.handle(happened).await.into_iter().map(Event::Net));
            if matches!(self.events.front(), Some(Event::Net(connection::Event::Message(_))))
                && self.app.wants_input()
                && let Ok(line) = self.console.lines.try_recv()
            {
                return read_line(Some(line));
            }
        }
        Ok(self.events.pop_front().unwrap_or(Event::Woke))
    }
}

fn read_line(line: Option<Result<Line, Failure>>) -> Result<Event, Failure> {
    Ok(Event::Input(line.transpose()?.map_or(Input::End, Input::Line)))
}
