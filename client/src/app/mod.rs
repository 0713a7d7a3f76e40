//! The core that all faces share: state and event in, messages and notices out.
//!
//! No sockets, no clock, no input or output: events bring what arrived and what time it is, effects say
//! what to send and what to tell. It computes nothing about the rules of the game: what is legal, whose
//! turn it is and who won is read from the server's snapshots.
//!
//! Modules in reading order:
//! * [`view`]: a snapshot that has been checked, and where its viewer stands.
//! * [`change`]: what happened between two snapshots.
//! * [`notice`]: what the faces are told.
//! * `position`: a position, and why nothing may be played in it.
//! * `possible`: what may be done now.
//! * `frames`: what each of the server's messages does.
//! * `refusals`: what is tried again, and what a refusal ends.
//! * `connections`: the connections as the core knows them.
//! * `losing`: what happens when one is lost, until it stands again.
//! * `returning`: what is said then, and what is sent again.
//! * `retaking`: the seat that an earlier run had.
//! * `playing`: moves, and giving a game up.
//! * `queue`: waiting for an opponent.
//! * `pulse`: how long a message takes there and back.
//! * `commands`: what each line of input does, and when its time has come.
//! * `analysis`: hints and reviews: when they are asked for, and which answers are shown.
//! * `series`: what comes after a game, and leaving.
//! * `requests`: the messages that wait for their receipt.

mod analysis;
pub(crate) mod change;
pub(crate) mod command;
mod commands;
mod connections;
mod frames;
mod losing;
pub(crate) mod notice;
mod playing;
mod position;
mod possible;
mod pulse;
mod queue;
mod refusals;
mod requests;
mod retaking;
mod returning;
mod series;
#[cfg(test)]
mod tests;
pub(crate) mod view;

use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::{MatchId, Opponent};

use crate::app::command::{Command, LineError};
use crate::exit::Failure;
use crate::mode::{InputMode, LinkId, Mode, Series};
use crate::net::backoff::RetryPolicy;
use crate::net::pass::Pass;
use analysis::Analysis;
use connections::Connections;
use notice::{Notice, Question};
use position::{Hold, Position};
use pulse::Pulse;
use queue::Awaited;
use requests::{Request, Requests};
use view::{Numbers, View};

/// What can happen to the client.
#[derive(Debug)]
pub(crate) enum Event {
    /// A frame arrived.
    Frame(LinkId, ServerMessage),
    /// A connection is gone, or did not come to stand.
    Gone(LinkId, Failure),
    /// A connection that was called for stands.
    Stands(LinkId),
    /// The run cannot go on.
    Failed(Failure),
    /// Something was read, pressed or clicked.
    Input(Input),
    /// The time of [`App::wake_at`] has come.
    Woke,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A line. What it means depends on whether it answers a question.
    Line(String),
    /// A line that could not be taken in.
    Bad(LineError),
    /// What a key or a click asks for.
    Command(Command),
    /// What a key answers to a question.
    Answer(bool),
    /// There are no more lines.
    End,
}

/// What has to be done, in order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Send a frame.
    Send(LinkId, ClientFrame),
    /// Make a connection that is gone again.
    Call(LinkId),
    /// Let go of a connection.
    HangUp(LinkId),
    /// Tell it.
    Show(Notice),
    /// The run is over. Always the last effect.
    End(Result<(), Failure>),
}

/// The state of one client.
#[derive(Debug)]
pub(crate) struct App {
    mode: Mode,
    series: Series,
    input_mode: InputMode,
    stage: Stage,
    connections: Connections,
    /// The match in which the seat is, or that is watched.
    match_id: Option<MatchId>,
    view: Option<View>,
    /// How people number the squares of a small board.
    numbers: Numbers,
    /// When the newest state came.
    seen_at: Option<Instant>,
    hold: Option<Hold>,
    bearing: Bearing,
    requests: Requests,
    question: Option<Question>,
    /// A question was withdrawn, and the next line may still be meant as its answer.
    was_withdrawn: bool,
    /// A line whose time has not come.
    head: Option<Input>,
    input_ended: bool,
    games_over: u32,
    /// The game after which a rematch was asked for.
    asked_after: Option<u32>,
    warn_at: Option<Instant>,
    /// A connection was said to be lost, and nothing has been said of it since.
    is_loss_told: bool,
    analysis: Analysis,
    pulse: Pulse,
    awaited: Awaited,
    /// Whom to meet in the next match, instead of what the mode says.
    instead: Option<Opponent>,
}

/// Where the client is with its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It waits, plays or watches, or has asked to.
    Present,
    /// It has said that it leaves.
    Leaving {
        /// What for.
        then: Then,
        /// When to go without the server's word.
        until: Instant,
    },
    /// The run is over.
    Ended,
}

/// What may be strange about the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bearing {
    /// Nothing.
    Usual,
    /// The server has forgotten it, and the person chooses what comes next.
    MatchGone,
    /// It is that of an earlier run, and has not been seen yet.
    Retaking,
}

/// What comes after leaving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// The end of the run.
    Quit,
    /// A new opponent.
    Enter,
}

type Effects = Vec<Effect>;

impl App {
    /// A client that has not yet said anything.
    pub(crate) fn new(mode: Mode, series: Series, input_mode: InputMode, patience: RetryPolicy) -> Self {
        Self {
            connections: Connections::new(&mode, patience),
            mode,
            series,
            input_mode,
            stage: Stage::Present,
            match_id: None,
            view: None,
            numbers: Numbers::default(),
            seen_at: None,
            hold: None,
            bearing: Bearing::Usual,
            requests: Requests::default(),
            question: None,
            was_withdrawn: false,
            head: None,
            input_ended: false,
            games_over: 0,
            asked_after: None,
            warn_at: None,
            is_loss_told: false,
            analysis: Analysis::default(),
            pulse: Pulse::default(),
            awaited: Awaited::Anybody,
            instead: None,
        }
    }

    /// From now on people number squares like this.
    pub(crate) fn renumber(&mut self, numbers: Numbers) {
        self.numbers = numbers;
        self.view = self.view.take().map(|view| view.numbered(numbers));
    }

    /// What to do first, once the connections stand. With the passes of an earlier run, one for each connection,
    /// its seats are taken again.
    pub(crate) fn start(&mut self, passes: Vec<Pass>) -> Vec<Effect> {
        let mut out = Effects::new();
        if self.connections.take_over(passes) {
            self.retake(&mut out);
        } else {
            self.enter(&mut out);
        }
        out
    }

    /// What a later run needs to take the seats here again, one for each connection; none when there is no game
    /// to come back to.
    pub(crate) fn keepsake(&self) -> Option<Vec<Pass>> {
        let is_over = self.view.as_ref().is_some_and(View::is_over);
        let is_leaving = matches!(self.stage, Stage::Leaving { .. });
        if is_over || is_leaving { None } else { self.connections.passes() }
    }

    /// Takes an event in.
    pub(crate) fn handle(&mut self, now: Instant, event: Event) -> Vec<Effect> {
        let mut out = Effects::new();
        if self.stage == Stage::Ended {
            return out;
        }
        match event {
            Event::Frame(link, message) => self.on_frame(now, link, message, &mut out),
            Event::Gone(link, failure) => self.on_gone(now, link, failure, &mut out),
            Event::Stands(link) => self.on_stands(link, &mut out),
            Event::Failed(failure) => self.end(Err(failure), &mut out),
            Event::Input(input) => self.on_input(now, input, &mut out),
            Event::Woke => self.on_woke(now, &mut out),
        }
        self.settle(now, &mut out);
        out
    }

    /// Asks for the match that the mode is about.
    fn enter(&mut self, out: &mut Effects) {
        self.bearing = Bearing::Usual;
        for (link, message) in self.wish().first_words() {
            self.ask(link, Request::Enter, message, out);
        }
    }

    /// The mode, with the opponent who is looked for now.
    fn wish(&self) -> Mode {
        let mut mode = self.mode.clone();
        if let (Mode::Join(join), Some(opponent)) = (&mut mode, self.instead) {
            join.opponent = Some(opponent);
        }
        mode
    }

    /// Sends a message, and remembers that its receipt is owed.
    fn ask(&mut self, link: LinkId, request: Request, message: ClientMessage, out: &mut Effects) {
        out.push(Effect::Send(link, self.requests.open(request, link, message)));
    }

    /// Forgets the match, and what was asked and said in it.
    fn forget_match(&mut self) {
        self.match_id = None;
        self.view = None;
        self.hold = None;
        self.asked_after = None;
        self.warn_at = None;
        self.analysis.forget_match();
        self.requests.forget();
        self.connections.forget_match();
        self.withdraw();
    }

    /// Takes a question back: the board that it was about has changed.
    fn withdraw(&mut self) {
        self.was_withdrawn |= self.question.take().is_some();
    }

    fn end(&mut self, result: Result<(), Failure>, out: &mut Effects) {
        if matches!(self.stage, Stage::Leaving { then: Then::Quit, .. }) {
            self.connections.forget_match();
        }
        self.stage = Stage::Ended;
        out.push(Effect::End(result));
    }
}
