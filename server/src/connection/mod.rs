//! One socket, one task, one `select!`.
//!
//! [`socket`] sends and receives frames, [`role`] is the state of the connection, [`handlers`] carry out the messages,
//! [`arena`] takes a player from game to game, [`analysis`] has the requested hint or review, [`timers`] run the
//! timeouts, [`liveness`] limits the silence of the client, and [`disconnect`] runs after the end.

mod analysis;
mod arena;
mod disconnect;
mod handlers;
mod liveness;
mod role;
mod socket;
mod timers;

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use tictactoe_host::VERSION;
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::client::{ClientFrame, ClientMessage};
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::server::{self, ServerMessage};
use tictactoe_protocol::text::{NAME_CHARS, ROOM_CHARS};
use tictactoe_protocol::values::FrameId;
use tokio::time::{Instant, sleep_until};

use crate::matches::hub::MatchEvent;
use crate::matches::{Applied, MatchError};
use crate::matchmaking::request::Standing;
use crate::quota::{ConnectionPermit, Cost, Deposit, Source};
use crate::record::{EndReason, Presence, Record, Refusal, Timestamp};
use crate::secret::Secret;
use crate::services::Services;
use crate::settings::{MAX_FRAME_BYTES, Settings};
use crate::token_bucket::{TokenBucket, TooOften};
use crate::wire::refusal::{RequestError, refused};
use crate::wire::snapshot::{frame_for, shared_rest};
use crate::wire::{BOARD_SIDE, count, millis};

use analysis::{AnalysisRequest, answered};
use arena::NextGame;
use handlers::Reply;
use liveness::Liveness;
use role::Role;
use socket::{Inbound, Socket};

pub fn serve(
    socket: WebSocket,
    permit: Arc<ConnectionPermit>,
    services: Arc<Services>,
) -> impl Future<Output = ()> + Send + 'static {
    // Boxed, or the caller's future would have room for it twice: as a captured variable, and while it runs.
    let mut connection = Box::new(Connection::new(socket, permit, services));
    async move {
        let Err(end) = connection.run().await;
        Box::pin(connection.end(end)).await;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The socket is dropped without a close frame.
    Gone,
    /// The client has sent a close frame.
    Closed,
    Close(ClosingReason),
}

/// The most entries in `left_by`: sources of opponents who made no first move.
const MAX_LEFT_BY: usize = 32;

struct Connection {
    services: Arc<Services>,
    /// The same in all log lines of the connection.
    number: u64,
    socket: Socket,
    /// Charges the source of the connection.
    permit: Arc<ConnectionPermit>,
    role: Role,
    analysis: Option<AnalysisRequest>,
    /// Pays for everything that the client sends. Once half is spent, messages are refused, and a client that keeps
    /// sending is disconnected.
    message_budget: TokenBucket,
    /// Held from joining until the first move in the match.
    owed_move: Option<Deposit>,
    standing: Standing,
    liveness: Liveness,
    /// `None` once the first message has arrived.
    first_message_due: Option<Instant>,
    expiry_due: Option<Instant>,
    shown_spectators: u32,
    /// Proves the place in the arena that the player has just entered, and whether the player manages it.
    entered: Option<(Secret, bool)>,
    next_game: NextGame,
}

impl Connection {
    fn new(socket: WebSocket, permit: Arc<ConnectionPermit>, services: Arc<Services>) -> Self {
        let Settings { limits, heartbeat, .. } = *services.settings;
        let now = Instant::now();
        let number = services.metrics.websockets_opened.inc() + 1;
        tracing::trace!(connection = number, source = ?permit.source(), "connected");
        Self {
            number,
            socket: Socket::new(socket, heartbeat.write, services.settings.restarts),
            role: Role::Idle,
            analysis: None,
            message_budget: limits.message_budget(),
            owed_move: None,
            standing: Standing { source: permit.source(), ..Standing::default() },
            liveness: Liveness::new(heartbeat, now),
            first_message_due: Some(now + heartbeat.first_message),
            expiry_due: None,
            shown_spectators: 0,
            entered: None,
            next_game: NextGame::default(),
            permit,
            services,
        }
    }

    async fn run(&mut self) -> Result<Infallible, End> {
        let nodes = self.services.matches.other_urls();
        self.socket.send(&welcome(&self.services.settings, nodes)).await?;
        self.check_store()?;
        // Each future waits once for the whole connection, because registering a waker at each turn is expensive.
        let stop = self.services.matches.stop.clone();
        let mut stopped = pin!(stop.cancelled());
        let mut sleep = Box::pin(sleep_until(self.next_due()));
        loop {
            let due = self.next_due();
            // Most timers are only put off. A needless wake-up now and then is cheaper than resetting the sleep each
            // time.
            if due < sleep.deadline() || sleep.is_elapsed() {
                sleep.as_mut().reset(due);
            }
            // The large futures of rare events are boxed, because every idle connection would otherwise reserve memory
            // for them.
            tokio::select! {
                biased;
                event = self.role.next() => match event {
                    Some(event) => self.on_match_event(event).await?,
                    None => Box::pin(self.on_seek_ended()).await?,
                },
                answer = answered(&mut self.analysis) => Box::pin(self.on_answer(answer)).await?,
                inbound = self.socket.receive() => self.on_inbound(inbound?).await?,
                () = &mut stopped => return Err(End::Close(ClosingReason::Shutdown)),
                // Last, so that after a suspension of the process the frames of the client are read before its time is
                // up.
                () = &mut sleep => if sleep.deadline() == due {
                    Box::pin(self.on_due()).await?;
                },
            }
            self.cancel_stale_analysis().await?;
        }
    }

    /// Sends the client the reason for the end, and marks the player as away.
    async fn end(self: Box<Self>, end: End) {
        let is_unmoved = matches!(&self.role, Role::Playing(_)) && end != End::Close(ClosingReason::Shutdown);
        let ended = *self;
        if let Some(owed) = ended.owed_move.filter(|_| is_unmoved) {
            owed.spend();
        }
        tracing::debug!(
            connection = ended.number,
            network = Source::in_log(ended.permit.source()),
            ?end,
            "disconnected"
        );
        drop(ended.analysis);
        let silent_for = match end {
            End::Close(ClosingReason::Silent) => ended.liveness.silent_for(),
            _ => Duration::ZERO,
        };
        let disconnected = disconnect::disconnect(ended.services, ended.role, silent_for);
        tokio::join!(disconnected, ended.socket.end(end));
    }

    async fn on_inbound(&mut self, inbound: Inbound) -> Result<(), End> {
        let now = Instant::now();
        self.liveness.on_frame(now);
        if let Role::Playing(seated) = &mut self.role {
            seated.unconfirmed = None;
        }
        match inbound {
            Inbound::Text(text) => {
                self.first_message_due = None;
                self.on_text(&text, now).await
            }
            Inbound::Control => {
                self.message_budget.take(1, now).map_err(|_| End::Close(ClosingReason::Flood))
            }
        }
    }

    fn set_role(&mut self, role: Role) -> Role {
        self.expiry_due = None;
        self.next_game = NextGame::for_role(&role);
        self.liveness.set_first_move_owed(false, Instant::now());
        if let Some(subscription) = role.subscription() {
            let (connection, seats) = (self.number, role.seats());
            tracing::debug!(connection, match_id = subscription.id().as_str(), ?seats, "joined a match");
            if let Some(seats) = seats {
                subscription.live.set_source(seats.person_seat(), self.permit.source());
            }
        }
        std::mem::replace(&mut self.role, role)
    }

    async fn on_seek_ended(&mut self) -> Result<(), End> {
        let Role::Waiting(seek) = self.set_role(Role::Idle) else { return Ok(()) };
        match seek.leave_queue().await {
            Ok(Some(seated)) => {
                self.set_role(Role::Playing(Box::new(seated)));
                self.announce().await
            }
            Ok(None) => Err(End::Close(ClosingReason::Superseded)),
            Err(error) => {
                tracing::error!(%error, "cannot subscribe to a match that has begun");
                // The client reconnects, and resumes its seat.
                Err(End::Gone)
            }
        }
    }

    async fn on_match_event(&mut self, event: MatchEvent) -> Result<(), End> {
        match event {
            MatchEvent::Changed(record) => {
                if self.role.seated().is_some_and(|seated| seated.is_superseded_in(&record)) {
                    return Err(End::Close(ClosingReason::Superseded));
                }
                self.recover(&record).await;
                self.show(&record).await
            }
            MatchEvent::Texts(_) if self.role.is_superseded() => Err(End::Close(ClosingReason::Superseded)),
            MatchEvent::Texts(texts) => {
                for text in texts {
                    self.socket.send_text(&*text).await?;
                }
                Ok(())
            }
            MatchEvent::Gone => {
                self.set_role(Role::Idle);
                self.refuse(&MatchError::NoSuchMatch.into(), None).await
            }
        }
    }

    async fn show_current(&mut self) -> Result<(), End> {
        match self.role.record() {
            Some(record) => self.show(&record).await,
            None => Ok(()),
        }
    }

    async fn show(&mut self, record: &Arc<Record>) -> Result<(), End> {
        self.cancel_stale_analysis().await?;
        let Some(subscription) = self.role.subscription() else { return Ok(()) };
        // Read once, because reading the clocks is a noticeable part of the cost of a frame.
        let (now, time) = (Instant::now(), self.services.matches.clock.now());
        self.shown_spectators = subscription.live.spectators();
        let shared = subscription.shared_text(record, shared_rest);
        let frame = frame_for(&shared, record, self.role.seats(), time);
        if self.on_record(record, now, time) {
            // The connection may be dead. Ping first, because a client may stop reading after the state.
            self.ping().await?;
        }
        self.socket.send_text(frame).await?;
        if record.arena.is_some() {
            Box::pin(self.on_arena_game(record)).await;
        }
        Ok(())
    }

    /// Settles the deposit, sets the timers and lets the computer move. Returns true if the client must be pinged first.
    fn on_record(&mut self, record: &Record, now: Instant, time: Timestamp) -> bool {
        self.note_first_move(record);
        self.expiry_due = record.expires_at().map(|at| now + time.until(at).unwrap_or_default());
        self.let_computer_move(record);
        self.liveness.set_first_move_owed(self.role.owes_first_move(record), now)
    }

    /// Gives the deposit for the first move back, unless this player failed to make it. If the opponent failed, this
    /// player is paired first in the next search. If that was by running out of time, the opponent's address is avoided.
    fn note_first_move(&mut self, record: &Record) {
        let Some(seated) = self.role.seated() else { return };
        let seat = seated.seats.person_seat();
        if !record.is_over() && record.owes_stranger_first_move(seat) {
            return;
        }
        let owed = self.owed_move.take();
        let Some((by, how)) = record.no_show() else { return };
        if by == seat {
            owed.into_iter().for_each(Deposit::spend);
            return;
        }
        self.standing.is_next = true;
        let left_by = &mut self.standing.left_by;
        if how == EndReason::Time
            && let Some(source) = seated.subscription.live.source(by)
            && !left_by.contains(&source)
        {
            left_by.push(source);
            left_by.drain(..left_by.len().saturating_sub(MAX_LEFT_BY));
        }
    }

    /// Disconnects if this node is cut off, because the client may reach another node.
    fn check_store(&self) -> Result<(), End> {
        if self.services.matches.is_cut_off() { Err(End::Close(ClosingReason::Shutdown)) } else { Ok(()) }
    }

    /// Corrects a record after an interruption: it may show this player as away, or the other one as online.
    async fn recover(&mut self, record: &Record) {
        let matches = &self.services.matches;
        let corrected = match (&self.role, self.role.subscription()) {
            (Role::Playing(seated), _) if record.presence(seated.seats.person_seat()) == Presence::Away => {
                Box::pin(matches.stay(seated)).await
            }
            (_, Some(subscription)) if matches.must_recover(record) => {
                Box::pin(matches.expire(subscription.id())).await.map(drop)
            }
            _ => return,
        };
        if let Err(error) = corrected {
            tracing::warn!(%error, "cannot correct a match after an interruption: retrying at the next ping");
        }
    }

    fn let_computer_move(&self, record: &Record) {
        if let Role::Playing(seated) = &self.role {
            self.services.computer_player.move_if_due(&self.permit, seated.id(), record);
        }
    }

    async fn on_text(&mut self, text: &str, now: Instant) -> Result<(), End> {
        let parsed = ClientFrame::parse(text);
        let Settings { limits, .. } = *self.services.settings;
        let price = match &parsed {
            Ok(ClientFrame { message: ClientMessage::List(_), .. }) => limits.list_price(),
            Ok(_) => 1,
            Err(_) => limits.malformed_price(),
        };
        let budget = &mut self.message_budget;
        if budget.take(price, now).is_err() {
            let reason = if parsed.is_ok() { ClosingReason::Flood } else { ClosingReason::Malformed };
            return Err(End::Close(reason));
        }
        let is_refused = budget.time_until(limits.burst(), now) > Duration::ZERO;
        if is_refused && parsed.is_ok() {
            let wait = TooOften(budget.time_until(limits.burst() + price, now));
            return Box::pin(self.refuse(&wait.into(), ClientFrame::id_in(text))).await;
        }
        let is_free = match parsed.as_ref().map(|frame| &frame.message) {
            Ok(ClientMessage::Move(_)) => matches!(self.role, Role::Playing(_)),
            // A wrong ticket is charged as a guess.
            Ok(ClientMessage::Resume(_)) => true,
            _ => false,
        };
        if !is_free && let Err(wait) = self.permit.charge(Cost::Message) {
            return Box::pin(self.refuse(&wait.into(), ClientFrame::id_in(text))).await;
        }
        match parsed {
            Ok(frame) => self.on_frame(frame).await,
            Err(error) => Box::pin(self.refuse(&error.into(), ClientFrame::id_in(text))).await,
        }
    }

    async fn on_frame(&mut self, ClientFrame { id, message }: ClientFrame) -> Result<(), End> {
        match self.handle(message, id.as_ref()).await {
            Ok(Reply::Later) => Ok(()),
            Ok(Reply::Message(message)) => self.socket.send(&message).await,
            Ok(Reply::Done(applied)) => self.acknowledge(id, applied).await,
            Ok(Reply::NewRole) => {
                self.acknowledge(id, Applied::Now).await?;
                self.announce().await
            }
            Err(error) => Box::pin(self.refuse(&error, id)).await,
        }
    }

    async fn acknowledge(&mut self, id: Option<FrameId>, applied: Applied) -> Result<(), End> {
        let Some(id) = id else { return Ok(()) };
        let duplicate = applied == Applied::Already;
        self.socket.send(&ServerMessage::Done(server::Done { id, duplicate })).await
    }

    async fn refuse(&mut self, error: &RequestError, id: Option<FrameId>) -> Result<(), End> {
        self.send_refusal(error, id).await?;
        match error {
            RequestError::Match(MatchError::Refused(Refusal::Stale | Refusal::Ahead)) => {
                self.show_current().await
            }
            _ => Ok(()),
        }
    }

    async fn send_refusal(&mut self, error: &RequestError, id: Option<FrameId>) -> Result<(), End> {
        let refused = refused(error, id, self.role.record().as_deref());
        self.socket.send(&ServerMessage::Refused(refused)).await
    }
}

/// The first frame of a connection: versions, limits and other nodes.
fn welcome(Settings { limits, heartbeat, downloads, .. }: &Settings, nodes: Vec<String>) -> ServerMessage {
    ServerMessage::Welcome(server::Welcome {
        protocol: SUBPROTOCOL.to_owned(),
        server: VERSION.to_owned(),
        limits: server::Limits {
            frame_bytes: MAX_FRAME_BYTES,
            messages_per_second: limits.messages_per_second,
            burst: limits.burst(),
            name_chars: count(NAME_CHARS),
            room_chars: count(ROOM_CHARS),
            board_side: BOARD_SIDE,
        },
        heartbeat: server::Heartbeat {
            ping_ms: millis(heartbeat.ping),
            silence_ms: millis(heartbeat.silence),
        },
        nodes,
        downloads: !downloads.programs().is_empty(),
    })
}
