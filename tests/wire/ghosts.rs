//! No ghosts: a connection may break at any point of joining, even before its player was told anything. When the
//! client reconnects as the protocol says, 15 seconds later both players play each other.
//!
//! Every case of the table breaks one connection at one point in one way. The server runs on tokio's clock, which the
//! test advances in small steps; before each step a third connection has a ping answered several times, so that
//! everything that has been sent is read at that time of the clock.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures::FutureExt;
use futures::future::join;
use harness::join_options::{against, in_room};
use harness::player::{Player, is_own_turn, own_mark};
use harness::proxy::{Fault, Proxy};
use harness::server::{Server, calm_and_unlimited};
use harness::time::time_passes;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Join, Move, Resume};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{Presence, Reason, Snapshot};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::Opponent;
use tictactoe_server::Settings;

/// How soon after their return both players must play each other.
const PROMISE: Duration = Duration::from_secs(15);

/// How long a player stays away who does not return at once: the game has been cancelled by then.
const AWAY: Duration = Duration::from_secs(12);

const STEP: Duration = Duration::from_millis(500);

/// Between two steps the server answers this many pings.
const PINGS: usize = 4;

#[derive(Debug, Clone, Copy)]
struct Case {
    is_in_room: bool,
    point: Point,
    fault: Fault,
    returns_late: bool,
    /// The other player makes the first move, if it is theirs, although the opponent is away.
    other_moves_at_once: bool,
}

/// When the connection breaks, in the order of joining, the host's first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Point {
    HostBeforeJoining,
    HostBeforeWaiting,
    HostAfterWaiting,
    HostBeforeSeated,
    HostAfterSeated,
    HostAfterState,
    GuestBeforeJoining,
    GuestBeforeSeated,
    GuestAfterSeated,
    GuestAfterState,
}

impl Point {
    const ALL: [Self; 10] = [
        Self::HostBeforeJoining,
        Self::HostBeforeWaiting,
        Self::HostAfterWaiting,
        Self::HostBeforeSeated,
        Self::HostAfterSeated,
        Self::HostAfterState,
        Self::GuestBeforeJoining,
        Self::GuestBeforeSeated,
        Self::GuestAfterSeated,
        Self::GuestAfterState,
    ];
}

fn cases() -> impl Iterator<Item = Case> {
    let no_and_yes = [false, true];
    Point::ALL.into_iter().flat_map(move |point| {
        [Fault::Cut, Fault::Reset, Fault::Freeze].into_iter().flat_map(move |fault| {
            (0..8).map(move |bits: usize| Case {
                point,
                fault,
                is_in_room: no_and_yes[bits & 1],
                returns_late: no_and_yes[bits >> 1 & 1],
                other_moves_at_once: no_and_yes[bits >> 2],
            })
        })
    })
}

#[tokio::test]
async fn both_players_play_each_other_soon_after_a_connection_broke_at_any_point_of_joining() {
    let mut failed = Vec::new();
    for case in cases() {
        println!("{case:?}");
        if AssertUnwindSafe(assert_they_play(case)).catch_unwind().await.is_err() {
            failed.push(case);
        }
    }
    assert!(failed.is_empty(), "{} cases failed: {failed:#?}", failed.len());
}

async fn assert_they_play(case: Case) {
    let server =
        Server::with(Settings { heartbeat: Settings::default().heartbeat, ..calm_and_unlimited() }).await;
    let proxy = Proxy::to(server.address()).await;
    let mut clock = ServerClock { pinging: server.player().await };
    let options = if case.is_in_room { in_room("kitten") } else { against(Opponent::Human) };
    let client =
        |player, moves_at_once| Client { player, options: options.clone(), ticket: None, moves_at_once };
    let mut broken = client(Player::connect(proxy.address()).await, false);
    let mut other = client(server.player().await, case.other_moves_at_once);

    join_until(case.point, &mut broken, &mut other, &proxy, &mut clock).await;
    proxy.fail(case.fault);
    if case.point <= Point::HostAfterWaiting {
        other.joins().await;
    }
    let mut other_plays = Box::pin(other.plays());
    if case.returns_late {
        let played = clock.advances(AWAY, &mut other_plays).await;
        assert!(!played, "a player who is away has moved");
    }
    broken.reconnects(&server).await;
    let both_play = clock.advances(PROMISE, join(broken.plays(), &mut other_plays)).await;
    drop(other_plays);
    let log = format!("the broken one:\n{}the other one:\n{}", broken.player, other.player);
    assert!(both_play, "they do not play {PROMISE:?} later\n{log}");
    assert_eq!(broken.player.newest().match_id, other.player.newest().match_id, "{log}");
}

/// Both join, up to a point.
async fn join_until(
    point: Point,
    broken: &mut Client,
    other: &mut Client,
    proxy: &Proxy,
    clock: &mut ServerClock,
) {
    use Point::{
        GuestBeforeJoining, GuestBeforeSeated, HostAfterState, HostAfterWaiting, HostBeforeJoining,
        HostBeforeSeated, HostBeforeWaiting,
    };
    let is_guest = point > HostAfterState;
    if is_guest {
        other.joins().await;
        other.is_waiting().await;
    }
    if matches!(point, HostBeforeJoining | GuestBeforeJoining) {
        return;
    }
    if matches!(point, HostBeforeWaiting | GuestBeforeSeated) {
        proxy.fail(Fault::LoseReplies);
        clock.settles().await;
    }
    broken.joins().await;
    clock.settles().await;
    if point == HostBeforeWaiting {
        return;
    }
    if !is_guest {
        broken.is_waiting().await;
        if point == HostAfterWaiting {
            return;
        }
        if point == HostBeforeSeated {
            proxy.fail(Fault::LoseReplies);
            clock.settles().await;
        }
        other.joins().await;
    }
    if matches!(point, HostBeforeSeated | GuestBeforeSeated) {
        other.player.seated().await;
        return;
    }
    broken.ticket = Some(broken.player.seated().await.ticket);
    if matches!(point, HostAfterState | Point::GuestAfterState) {
        broken.player.state_where("the match", |_| true).await;
    }
}

/// Advances the clock of the server, and lets it do everything that is due.
struct ServerClock {
    pinging: Player,
}

impl ServerClock {
    /// Advances until the future is ready, at most by this time. Returns whether it is.
    async fn advances<T>(&mut self, time: Duration, until: impl Future<Output = T>) -> bool {
        let mut until = pin!(until);
        let mut passed = Duration::ZERO;
        while passed <= time {
            tokio::select! {
                _ = &mut until => return true,
                () = self.settles() => {}
            }
            time_passes(STEP).await;
            passed += STEP;
        }
        false
    }

    async fn settles(&mut self) {
        for _ in 0..PINGS {
            self.pinging.pong().await;
        }
    }
}

/// A client that does what PROTOCOL.md says.
struct Client {
    player: Player,
    options: Join,
    ticket: Option<Ticket>,
    moves_at_once: bool,
}

impl Client {
    async fn say(&mut self, message: ClientMessage) {
        self.player.send(&ClientFrame::from(message).to_json()).await;
    }

    async fn joins(&mut self) {
        self.say(ClientMessage::Join(self.options.clone())).await;
    }

    async fn is_waiting(&mut self) {
        self.ticket = Some(self.player.waiting().await.ticket);
    }

    async fn reconnects(&mut self, server: &Server) {
        self.player = server.player().await;
        match self.ticket.clone() {
            Some(ticket) => self.say(ClientMessage::Resume(Resume { ticket })).await,
            None => self.joins().await,
        }
    }

    /// Follows the match, and joins again where the protocol says so, until both players have moved.
    async fn plays(&mut self) {
        loop {
            let message = self.player.until("any message", |message| Some(message.clone())).await;
            match message {
                ServerMessage::Waiting(waiting) => self.ticket = Some(waiting.ticket),
                ServerMessage::Seated(seated) => self.ticket = Some(seated.ticket),
                ServerMessage::State(state) if state.ply >= 2 => return,
                ServerMessage::State(state) => self.sees(&state).await,
                ServerMessage::Refused(refused) => self.is_refused(&refused).await,
                ServerMessage::Closing(closing) => panic!("{closing:?}\n{}", self.player),
                _ => {}
            }
        }
    }

    async fn sees(&mut self, state: &Snapshot) {
        let Some(mark) = own_mark(state) else { panic!("{state:?} is of another match") };
        let other_is_online = state.players.get(mark.other()).presence == Presence::Online;
        match &state.result {
            Some(result) => {
                assert_eq!(result.reason, Reason::Cancelled, "{}", self.player);
                if !other_is_online {
                    self.ticket = None;
                    self.say(ClientMessage::Leave(Empty {})).await;
                    self.joins().await;
                }
            }
            None if is_own_turn(state) && (other_is_online || self.moves_at_once) => {
                let (cell, ply, game) = (state.legal[0].into(), Some(state.ply), Some(state.game));
                self.say(ClientMessage::Move(Move { cell, ply, game, takebacks: None })).await;
            }
            None => {}
        }
    }

    async fn is_refused(&mut self, refused: &Refused) {
        match refused.code {
            // The place in the queue is gone.
            Code::NoSuchMatch if self.ticket.take().is_some() => self.joins().await,
            // The game was cancelled while the move was sent.
            Code::GameOver => {}
            code => panic!("refused {code:?}\n{}", self.player),
        }
    }
}
