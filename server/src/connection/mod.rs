//! One socket, one task, one `select!`.
//!
//! `welcome` is what it says first, `peer` the socket, `role` what the connection is at the moment,
//! `obey` what each message does, `question` what the computer thinks about for it, `due` what happens when time passes, `departure` what happens at the end.

mod departure;
mod due;
mod obey;
mod peer;
mod question;
mod role;
mod welcome;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use tictactoe_protocol::client::{ClientFrame, FrameError};
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::server::{self, ServerMessage};
use tictactoe_protocol::words::FrameId;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::matches::live::Change;
use crate::matches::{MatchError, Matches};
use crate::opponent::Opponent;
use crate::record::{Record, Refusal};
use crate::settings::Settings;
use crate::teacher::Teacher;
use crate::token_bucket::TokenBucket;
use crate::wire::refusal::{Problem, refused};
use crate::wire::snapshot::{Viewer, snapshot};

use obey::Reply;
use peer::{Inbound, Peer};
use question::{Answer, Question, answered};
use role::{News, Role};

/// What every connection works with.
#[derive(Clone)]
pub struct Services {
    /// The matches.
    pub matches: Arc<Matches>,
    /// The computer as a player.
    pub opponent: Opponent,
    /// The computer as a teacher.
    pub teacher: Teacher,
    /// Limits and defaults.
    pub settings: Arc<Settings>,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
}

/// Talks to one client until the connection ends.
pub fn serve(socket: WebSocket, services: Services) -> impl Future<Output = ()> + Send + 'static {
    // Boxed, or a task would have room for it where it is made and where it is used.
    let mut connection = Box::new(Connection::new(socket, services));
    async move {
        let end = connection.converse().await;
        Box::pin(connection.end(end)).await;
    }
}

/// How a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The other side is no longer there.
    Gone,
    /// The other side has asked to close.
    Closed,
    /// The server closes, for this reason.
    Close(ClosingReason),
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

struct Connection {
    services: Services,
    peer: Peer,
    role: Role,
    question: Option<Question>,
    rate: TokenBucket,
    /// Messages beyond the rate, and frames that nobody asked for: when this is empty too, it is a flood.
    patience: TokenBucket,
    malformed: TokenBucket,
    heard: Instant,
    /// When the first message is due; none when it has come.
    first_due: Option<Instant>,
    ping_due: Instant,
    /// When the move time of the player to move runs out.
    clock_due: Option<Instant>,
    /// When to look whether the room is known to be taken up by the match that is played here.
    room_due: Instant,
    /// When to tell of another number of watchers.
    watchers_due: Option<Instant>,
    /// A token of this connection's own, so that thousands of them do not wait at one lock.
    stop: CancellationToken,
}

/// What a connection waits for.
enum Event {
    Stop,
    Due,
    News(Result<News, MatchError>),
    Answer(Answer),
    Inbound(Result<Inbound, End>),
}

impl Connection {
    fn new(socket: WebSocket, services: Services) -> Self {
        let Settings { limits, heartbeat, .. } = *services.settings;
        let now = Instant::now();
        Self {
            peer: Peer::new(socket, heartbeat.write),
            role: Role::Idle,
            question: None,
            rate: limits.messages(),
            patience: limits.messages(),
            malformed: TokenBucket::new(
                limits.malformed_per_minute,
                limits.malformed_per_minute,
                MINUTE,
                now,
            ),
            heard: now,
            first_due: Some(now + heartbeat.first_message),
            ping_due: now + heartbeat.ping,
            clock_due: None,
            room_due: now,
            watchers_due: None,
            stop: services.stop.child_token(),
            services,
        }
    }

    async fn converse(&mut self) -> End {
        if let Err(end) = self.peer.send(&welcome::welcome(&self.services.settings)).await {
            return end;
        }
        loop {
            let event = self.next_event().await;
            if let Err(end) = self.on(event).await {
                return end;
            }
            if let Err(end) = self.let_go_of_question().await {
                return end;
            }
        }
    }

    /// Whoever the connection spoke for is away, and the other side is told why it ends.
    async fn end(self: Box<Self>, end: End) {
        let Self { services, role, peer, question, .. } = *self;
        // Nobody waits for the answer any more.
        drop(question);
        let departed = departure::depart(&services, &role).await;
        let still_there = (!departed).then_some(role);
        peer.end(end).await;
        if let Some(role) = still_there {
            departure::go_on_departing(&services, &role).await;
        }
    }

    async fn next_event(&mut self) -> Event {
        let due = self.next_due();
        tokio::select! {
            biased;
            () = self.stop.cancelled() => Event::Stop,
            () = sleep_until(due) => Event::Due,
            news = self.role.news() => Event::News(news),
            answer = answered(&mut self.question) => Event::Answer(answer),
            inbound = self.peer.receive() => Event::Inbound(inbound),
        }
    }

    async fn on(&mut self, event: Event) -> Result<(), End> {
        match event {
            Event::Stop => Err(End::Close(ClosingReason::Shutdown)),
            // Boxed is what happens seldom and takes much room: most connections wait most of the time.
            Event::Due => Box::pin(self.on_due()).await,
            Event::News(Ok(News::Paired)) => self.on_paired().await,
            Event::News(Ok(News::Match(change))) => self.on_change(change).await,
            Event::News(Err(error)) => {
                tracing::error!(%error, "a match can no longer be followed");
                Err(End::Close(ClosingReason::Shutdown))
            }
            Event::Answer(answer) => Box::pin(self.on_answer(answer)).await,
            Event::Inbound(inbound) => self.on_inbound(inbound?).await,
        }
    }

    async fn on_inbound(&mut self, inbound: Inbound) -> Result<(), End> {
        self.heard = Instant::now();
        match inbound {
            Inbound::Text(text) => {
                self.first_due = None;
                Box::pin(self.on_text(&text)).await
            }
            Inbound::Heard => self.lose_patience(),
        }
    }

    /// Too many frames that change nothing end the connection.
    fn lose_patience(&mut self) -> Result<(), End> {
        self.patience.take(Instant::now()).map_err(|_| End::Close(ClosingReason::Flood))
    }

    /// Becomes something else, and returns what the connection was.
    fn take_role(&mut self, role: Role) -> Role {
        self.clock_due = None;
        self.room_due = Instant::now();
        self.watchers_due = None;
        std::mem::replace(&mut self.role, role)
    }

    async fn on_paired(&mut self) -> Result<(), End> {
        if let Role::Waiting { waiter, .. } = self.take_role(Role::Idle) {
            self.role = Role::Seated(Box::new(waiter.into_seated()));
        }
        self.announce().await
    }

    async fn on_change(&mut self, change: Change) -> Result<(), End> {
        match change {
            Change::Record(record) => self.show(&record).await,
            Change::Spectators => {
                // Told once a second at most, however many come and go.
                self.watchers_due.get_or_insert_with(|| Instant::now() + SECOND);
                Ok(())
            }
            // Whoever waits here waits on another connection now.
            Change::Gone if matches!(self.role, Role::Waiting { .. }) => {
                Err(End::Close(ClosingReason::Superseded))
            }
            Change::Gone => {
                self.take_role(Role::Idle);
                self.refuse(&Problem::NoSuchMatch, None).await
            }
        }
    }

    async fn show_again(&mut self) -> Result<(), End> {
        match self.role.record() {
            Some(record) => self.show(&record).await,
            None => Ok(()),
        }
    }

    async fn show(&mut self, record: &Record) -> Result<(), End> {
        if self.role.superseded(record) {
            return Err(End::Close(ClosingReason::Superseded));
        }
        self.let_go_of_question().await?;
        let Some(subscription) = self.role.subscription() else { return Ok(()) };
        let clock = self.services.matches.clock();
        let viewer = Viewer { seat: self.role.seat(), watchers: subscription.spectators(), now: clock.now() };
        let snapshot = snapshot(subscription.id().as_str(), record, viewer);
        self.watchers_due = None;
        self.clock_due = record.deadline().map(|deadline| clock.instant_of(deadline));
        self.attend(record);
        self.peer.send(&ServerMessage::State(Box::new(snapshot))).await
    }

    fn attend(&self, record: &Record) {
        if let Some(subscription) = self.role.subscription() {
            self.services.opponent.attend(subscription.id(), record);
        }
    }

    async fn on_text(&mut self, text: &str) -> Result<(), End> {
        if let Err(wait) = self.rate.take(Instant::now()) {
            self.lose_patience()?;
            return self.refuse(&Problem::RateLimited(wait), ClientFrame::id_in(text)).await;
        }
        match ClientFrame::parse(text) {
            Ok(frame) => self.on_frame(frame).await,
            Err(error) => self.on_malformed(error).await,
        }
    }

    async fn on_malformed(&mut self, error: FrameError) -> Result<(), End> {
        if self.malformed.take(Instant::now()).is_err() {
            return Err(End::Close(ClosingReason::Malformed));
        }
        let id = match &error {
            FrameError::NotJson(_) => None,
            FrameError::BadMessage { id, .. } => id.clone(),
        };
        self.refuse(&Problem::Frame(error), id).await
    }

    async fn on_frame(&mut self, ClientFrame { id, message }: ClientFrame) -> Result<(), End> {
        match self.obey(message, id.as_ref()).await {
            Ok(Reply::Later) => Ok(()),
            Ok(Reply::Pong) => self.peer.send(&ServerMessage::Pong(server::Pong { id })).await,
            Ok(Reply::Done { duplicate }) => self.receipt(id, duplicate).await,
            Ok(Reply::NewRole) => {
                self.receipt(id, false).await?;
                self.announce().await
            }
            Err(problem) => self.refuse(&problem, id).await,
        }
    }

    async fn receipt(&mut self, id: Option<FrameId>, duplicate: bool) -> Result<(), End> {
        match id {
            Some(id) => self.peer.send(&ServerMessage::Done(server::Done { id, duplicate })).await,
            None => Ok(()),
        }
    }

    async fn refuse(&mut self, problem: &Problem, id: Option<FrameId>) -> Result<(), End> {
        let record = self.role.record();
        let refused = refused(problem, id, record.as_deref());
        self.peer.send(&ServerMessage::Refused(refused)).await?;
        match problem {
            Problem::Match(Refusal::Stale | Refusal::Ahead) => self.show_again().await,
            _ => Ok(()),
        }
    }
}
