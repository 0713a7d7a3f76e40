//! The loop of the text and plain interfaces: lines in, sentences out.

use std::collections::VecDeque;
use std::io::Write as _;

use super::{Core, reach};
use crate::app::{Effect, Event, Input, Line};
use crate::exit::Failure;
use crate::net::{connection, sleep_until};
use crate::ui::LineUi;
use crate::ui::console::Console;
use crate::ui::tui::Display;
use crate::ui::tui::invite::Invite;

pub(super) async fn run(
    display: Display,
    core: Core<'_>,
    ui: LineUi,
    console: &mut Console,
) -> Result<(), Failure> {
    let has_colours = console.is_for_a_person && display.colour && !display.ascii;
    let mut session = Session { core, ui, console, has_colours, events: VecDeque::new() };
    loop {
        let event = session.next().await?;
        match event {
            // At the end of the input no terminal has printed a newline.
            Event::Input(Input::End) => session.console.finish().await?,
            Event::Input(_) => session.console.answered().await?,
            _ => {}
        }
        let effects = session.core.handle(event).await;
        // Before it is said: a script that reads of its seat may kill the client at once.
        if let Some(warning) = session.core.server.save() {
            // Standard error may be closed; that does not end the run.
            writeln!(std::io::stderr(), "{warning}").ok();
        }
        if let Some(end) = session.show(effects).await? {
            session.console.finish().await?;
            return end;
        }
    }
}

struct Session<'a> {
    core: Core<'a>,
    ui: LineUi,
    console: &'a mut Console,
    has_colours: bool,
    events: VecDeque<Event>,
}

impl Session<'_> {
    /// Returns how the run ends, if it does.
    async fn show(&mut self, effects: Vec<Effect>) -> Result<Option<Result<(), Failure>>, Failure> {
        let mut said = String::new();
        let mut end = None;
        for effect in effects {
            match effect {
                Effect::Show(notice) => said.push_str(&self.ui.say(&notice, &self.core.app)),
                Effect::Invite => said.push_str(&self.invite().await),
                Effect::End(result) => end = Some(result),
                _ => {}
            }
        }
        self.console.say(&said, self.core.app.is_asking()).await?;
        Ok(end)
    }

    async fn invite(&self) -> String {
        let Core { app, server, .. } = &self.core;
        let reach = reach(server.address().clone()).await;
        self.ui.invite(&Invite::new(&reach, app.invites_to().as_ref()), app.waiting(), self.has_colours)
    }

    /// The next event. If a line and a message are both ready, the line is handled first: piped input is used as early
    /// as possible.
    async fn next(&mut self) -> Result<Event, Failure> {
        while self.events.is_empty() {
            let wants_input = self.core.app.wants_input() && self.core.server.connection().has_begun();
            let happened = tokio::select! {
                happened = self.core.server.next() => happened,
                line = self.console.lines.recv(), if wants_input => return read_line(line),
                () = sleep_until(self.core.app.wake_at()) => return Ok(Event::Woke),
            };
            self.events.extend(self.core.server.handle(happened).await.into_iter().map(Event::Net));
            if matches!(self.events.front(), Some(Event::Net(connection::Event::Message(_))))
                && self.core.app.wants_input()
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
