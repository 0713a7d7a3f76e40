//! A [`Player`] that reconnects until its series of games is over.
//!
//! After a lost connection it reconnects with back-off and resumes with its ticket, or joins again if it had no seat
//! yet. It resends unacknowledged actions with the same ply and game. Everything that it is shown goes into the
//! [`Journal`](crate::journal::Journal) of its [`RunContext`], which panics at the first contradiction.
//!
//! * `context`: what the players of a run share.
//! * `kill_switch`: kills the server at a chosen event.
//! * `pending`: an action until it is confirmed.
//! * `messages`: reactions to the messages of the server.
//! * `decide`: what the player does next.
//! * `match_pool`: many tables at once, with one series after the other at each.
//! * `audit`: whether the server still knows all that was shown.

mod audit;
mod context;
mod decide;
mod kill_switch;
mod match_pool;
mod messages;
mod pending;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Join, Resume};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{FrameId, MatchId};
use tokio::time::{Instant, sleep, timeout, timeout_at};

pub use audit::audit;
pub use context::{Behavior, Count, Network, RunContext, Table, Tally};
pub use kill_switch::{KillSwitch, Point};
pub use match_pool::{MatchPool, StopHandle, Until};

use crate::journal::Watermark;
use harness::player::{Player, UNLIMITED};
use harness::rng::Rng;
use pending::PendingAction;

const HANDSHAKE: Duration = Duration::from_secs(5);

const BACK_OFF: Duration = Duration::from_millis(100);

pub struct Assignment {
    /// Unique among the players of the run.
    pub number: u64,
    pub options: Join,
    pub games: u32,
    /// For the moves: the same seed plays the same moves in the same positions.
    pub seed: u64,
    /// The shared seats and this player's side; `None` against the computer.
    pub table: Option<(Arc<Table>, usize)>,
}

/// A player that reconnects until its series is over.
pub struct ResilientPlayer {
    context: Arc<RunContext>,
    assignment: Assignment,
    /// For everything that depends on timing.
    rng: Rng,
    ticket: Option<Proof>,
    pending: Option<PendingAction>,
    frames: u64,
    lost_at: Option<Instant>,
}

struct Proof {
    ticket: Ticket,
    match_id: MatchId,
    /// The seat was given. Before that, the match may never start.
    confirmed: bool,
}

struct Session {
    player: Player,
    generation: u64,
    request: ClientFrame,
    admitted: bool,
    /// The least that the first state must show.
    watermark: Watermark,
    /// The newest state that was shown on this connection.
    seq: Option<u64>,
    quiet_deadline: Instant,
    quiet: u32,
}

enum SessionEnd {
    Over,
    Lost,
    /// The match was abandoned, and another is to be joined.
    Anew,
}

type Flow = ControlFlow<SessionEnd>;

const CONTINUE: Flow = Flow::Continue(());

impl ResilientPlayer {
    pub fn new(context: &Arc<RunContext>, assignment: Assignment) -> Self {
        let rng = Rng::seeded(assignment.seed).split();
        let context = Arc::clone(context);
        Self { context, assignment, rng, ticket: None, pending: None, frames: 0, lost_at: None }
    }

    /// Plays the series to its end over any number of connections. Panics when a promise is broken.
    pub async fn play(mut self) -> MatchId {
        self.context.record_contact(self.assignment.number, self.context.generation());
        loop {
            let mut session = self.begin().await;
            let way = self.run_session(&mut session).await;
            if self.rng.one_in(2) {
                session.player.reset();
            }
            match way {
                SessionEnd::Over => break,
                SessionEnd::Lost => self.context.tally.lost.add(),
                SessionEnd::Anew => {
                    self.context.tally.abandoned.add();
                    self.forget_seat();
                }
            }
            self.lost_at.get_or_insert_with(Instant::now);
        }
        self.context.player_finished(self.assignment.number);
        let match_id = self.ticket.take().expect("a player had a seat").match_id;
        if self.assignment.table.is_none() {
            // The only person has gone.
            self.context.journal.mark_expendable(&match_id);
        }
        match_id
    }

    async fn begin(&mut self) -> Session {
        let (player, generation) = self.connect().await;
        let watermark = self.ticket.as_ref().map(|proof| self.context.journal.watermark(&proof.match_id));
        let request = self.request();
        let mut session = Session {
            player,
            generation,
            request,
            admitted: false,
            watermark: watermark.unwrap_or_default(),
            seq: None,
            quiet_deadline: Instant::now() + self.context.behavior.quiet_limit,
            quiet: 0,
        };
        session.player.send(&session.request.to_json()).await;
        self.context.kill_switch.trigger(if self.ticket.is_some() {
            Point::Resuming
        } else {
            Point::Joining
        });
        // Unacknowledged actions may be resent at once, or only when the state shows that they are missing.
        let at_once = self.rng.one_in(2).then(Instant::now);
        if let Some(pending) = &mut self.pending {
            pending.due = at_once.filter(|_| pending.attempts > 0 && !pending.acknowledged);
        }
        session
    }

    async fn connect(&mut self) -> (Player, u64) {
        let mut longest = Duration::from_millis(5);
        loop {
            let generation = self.context.generation();
            let address = self.rng.pick(&self.context.addresses);
            if let Ok(Ok(player)) = timeout(HANDSHAKE, Player::open(address, Some(UNLIMITED))).await {
                return (player, generation);
            }
            sleep(longest.mul_f64(self.fraction())).await;
            longest = (longest * 2).min(BACK_OFF);
        }
    }

    fn request(&mut self) -> ClientFrame {
        let message = match &self.ticket {
            Some(proof) => ClientMessage::Resume(Resume { ticket: proof.ticket.clone() }),
            None => ClientMessage::Join(self.assignment.options.clone()),
        };
        ClientFrame { id: Some(FrameId::Number(self.next_id())), message }
    }

    async fn run_session(&mut self, session: &mut Session) -> SessionEnd {
        loop {
            let due = self.pending.as_ref().and_then(|pending| pending.due);
            let until = due.map_or(session.quiet_deadline, |due| due.min(session.quiet_deadline));
            let flow = match timeout_at(until, session.player.next()).await {
                Ok(Ok(message)) => self.handle(session, message),
                Ok(Err(_)) => Flow::Break(SessionEnd::Lost),
                Err(_) => self.on_quiet(session).await,
            };
            if let Flow::Break(way) = flow {
                return way;
            }
            self.send_due(session).await;
        }
    }

    /// After silence, asks again; the third time, gives the connection up.
    async fn on_quiet(&mut self, session: &mut Session) -> Flow {
        if Instant::now() < session.quiet_deadline {
            return CONTINUE;
        }
        session.quiet += 1;
        if session.quiet >= 3 {
            self.context.tally.given_up.add();
            return Flow::Break(SessionEnd::Lost);
        }
        session.quiet_deadline = Instant::now() + self.context.behavior.quiet_limit;
        match &mut self.pending {
            Some(pending) if session.seq.is_some() && !pending.acknowledged => {
                pending.due = Some(Instant::now());
            }
            _ if session.seq.is_none() => session.player.send(&session.request.to_json()).await,
            _ => session.player.send(&ClientFrame::from(ClientMessage::Ping(Empty {})).to_json()).await,
        }
        CONTINUE
    }

    async fn send_due(&mut self, session: &mut Session) {
        let Some(pending) =
            self.pending.as_mut().filter(|pending| pending.due.is_some_and(|due| due <= Instant::now()))
        else {
            return;
        };
        if pending.attempts > 0 {
            self.context.tally.resends.add();
        }
        (pending.attempts, pending.due) = (pending.attempts + 1, None);
        pending.sent_at.get_or_insert_with(Instant::now);
        session.player.send(&pending.frame().to_json()).await;
        self.context.kill_switch.trigger(Point::Moving);
    }

    fn forget_seat(&mut self) {
        if let Some(proof) = self.ticket.take() {
            self.context.journal.mark_expendable(&proof.match_id);
        }
        self.pending = None;
        self.set_seat(None);
    }

    fn set_seat(&self, at: Option<MatchId>) {
        if let Some((table, side)) = &self.assignment.table {
            table.set_seat(*side, at);
        }
    }

    const fn next_id(&mut self) -> u64 {
        self.frames += 1;
        self.frames
    }

    /// A number from 0 to 1.
    fn fraction(&mut self) -> f64 {
        f64::from(u32::try_from(self.rng.below(1 << 20)).expect("it is small")) / f64::from(1 << 20)
    }
}
