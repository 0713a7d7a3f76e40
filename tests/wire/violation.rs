//! A violation of the protocol, and the state before and after.

use serde_json::Value;
use tictactoe_protocol::arena::ArenaPlayers;
use tictactoe_protocol::client::{ArenaChange, Join, JoinKind};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{FrameId, MatchId, Rules};
use tictactoe_server::store::Entry;

use harness::join_options::{in_room, named, on, with_rules};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::server::{Server, calm};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// X has played the center, O is to move.
    On,
    /// X has won with the diagonal 0, 4, 8.
    Won,
    OLeft,
    /// X has resigned, and the server has no capacity for analysis.
    Busy,
    StoreDown,
    /// As `On`, and the server accepts no more matches.
    Full,
    /// As `On`, and the violation is repeated too often.
    Flood,
    /// As `On`, but marks fall and X has played the bottom middle.
    Gravity,
    /// As `On`, in the room `kitten`; another player waits in the room `puppy` to play on 3x3.
    Rooms,
    /// As `On`; Ann waits in the arena `class`. Others are `bots`, for bots only, and `over`, which has ended. An arena
    /// has room for one player.
    Arenas,
}

#[derive(Debug, Clone, Copy)]
pub enum Sender {
    X,
    O,
    Spectator,
    /// A player who waits for another match.
    Waiting,
    Newcomer,
}

pub struct Fixture {
    server: Server,
    match_id: MatchId,
    pub x: Player,
    pub o: Player,
    /// Every sender waits for a review already.
    is_busy: bool,
    _aside: Option<Player>,
}

/// What a refusal must not change: the stored match, the number of writes, and the shown state.
#[derive(Debug, PartialEq)]
pub struct ObservedState {
    record: Option<Entry>,
    commits: u64,
    shown: Snapshot,
}

const ID: u64 = 77;

/// Too many at once, too few to close the connection. The first that is refused is owed.
const FLOOD: usize = 60;

/// Commits a violation. It must be refused with this code and change nothing.
pub async fn check_violation(code: Code, scenario: Scenario, sender: Sender, text: &str) {
    let mut fixture = Fixture::new(scenario).await;
    let text = with_id(&fixture.fill_in(text));
    let mut sender = fixture.take(sender).await;
    let before = fixture.state().await;
    fixture.server.store().break_down(scenario == Scenario::StoreDown);
    for _ in 0..if scenario == Scenario::Flood { FLOOD } else { 1 } {
        sender.send(&text).await;
    }
    let refused = first_with_code(&mut sender, code).await;
    fixture.server.store().break_down(false);
    if matches!(code, Code::Stale | Code::Ahead) {
        assert!(state_before_pong(&mut sender).await, "the newest state follows");
    }

    assert_readable(&refused, &text);
    assert_eq!(refused.legal, legal(code, &before.shown), "{refused:?}");
    let to_watch = (code == Code::RoomFull).then(|| fixture.match_id.clone());
    assert_eq!(refused.match_id, to_watch, "{refused:?}");
    assert_eq!(refused.retry_in_ms.is_some_and(|wait| (1..=2000).contains(&wait)), code == Code::RateLimited);
    assert_eq!(fixture.state().await, before, "a refusal changes nothing");
    if scenario != Scenario::Flood {
        sender.pong().await;
    }
}

/// The first violations may be refused for their content, before the rate limit.
async fn first_with_code(sender: &mut Player, code: Code) -> Refused {
    loop {
        let refused = sender.refused().await;
        if code != Code::RateLimited || refused.code == code {
            assert_eq!(refused.code, code, "{refused:?}");
            return refused;
        }
    }
}

async fn state_before_pong(sender: &mut Player) -> bool {
    sender.send(r#"{"type":"ping"}"#).await;
    sender
        .until("a state or a pong", |message| match message {
            ServerMessage::State(_) => Some(true),
            ServerMessage::Pong(_) => Some(false),
            _ => None,
        })
        .await
}

fn assert_readable(refused: &Refused, text: &str) {
    let sentence = &refused.message;
    assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence:?}");
    assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
    let readable = refused.code != Code::NotJson && text.contains(r#""id":77"#);
    let id = readable.then_some(FrameId::Number(ID));
    assert_eq!(refused.id, id, "{refused:?}");
}

fn legal(code: Code, shown: &Snapshot) -> Option<Vec<u8>> {
    matches!(code, Code::Taken | Code::Floating | Code::NoSuchCell).then(|| shown.legal.clone())
}

fn with_id(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(Value::Object(mut object)) => {
            object.insert("id".into(), ID.into());
            Value::Object(object).to_string()
        }
        _ => text.to_owned(),
    }
}

impl Fixture {
    pub async fn new(scenario: Scenario) -> Self {
        let mut settings = calm();
        let is_busy = scenario == Scenario::Busy;
        if is_busy {
            settings.search.threads = 0;
        }
        if scenario == Scenario::Full {
            settings.matches = 1;
        }
        if scenario == Scenario::Arenas {
            settings.limits.arenas.players = 1;
        }
        let server = Server::with(settings).await;
        let options = match scenario {
            // Boards larger than 3x3 need a search.
            Scenario::Busy => on(4, 4, 4),
            Scenario::Rooms => in_room("kitten"),
            Scenario::Gravity => with_rules(Rules { gravity: true, ..Rules::default() }),
            _ => Join::default(),
        };
        let (mut x, mut o) = server.pair_for(options).await;
        let moves: &[u8] = match scenario {
            Scenario::Won => X_WINS,
            Scenario::Gravity => &[7],
            _ => &[4],
        };
        play_moves(&mut x, &mut o, moves).await;
        match scenario {
            Scenario::OLeft => drop(o.leave().await.unwrap()),
            Scenario::Busy => drop(x.resign().await.unwrap()),
            Scenario::On
            | Scenario::Won
            | Scenario::StoreDown
            | Scenario::Full
            | Scenario::Flood
            | Scenario::Gravity
            | Scenario::Rooms
            | Scenario::Arenas => {}
        }
        if matches!(scenario, Scenario::OLeft | Scenario::Busy) {
            x.over().await;
        }
        let puppy = Join { rules: on(3, 3, 3).rules, ..in_room("puppy") };
        let aside = match scenario {
            Scenario::Rooms => Some(server.waiting_player(puppy).await),
            Scenario::Arenas => Some(in_arena(&server).await),
            _ => None,
        };
        Self { server, match_id: x.match_id(), x, o, is_busy, _aside: aside }
    }

    fn fill_in(&self, text: &str) -> String {
        text.replace("TICKET-OF-X", self.x.ticket().reveal())
            .replace("TICKET-OF-O", self.o.ticket().reveal())
            .replace("MATCH", &self.match_id.0)
    }

    /// Takes a client out of the fixture; a newcomer replaces a player.
    pub async fn take(&mut self, sender: Sender) -> Player {
        let mut stranger = self.server.player().await;
        match sender {
            Sender::X => std::mem::swap(&mut self.x, &mut stranger),
            Sender::O => std::mem::swap(&mut self.o, &mut stranger),
            Sender::Spectator => stranger = self.server.spectator(&self.match_id).await,
            Sender::Waiting => {
                stranger.join(Join::default()).await.unwrap();
                stranger.waiting().await;
            }
            Sender::Newcomer => {}
        }
        if self.is_busy {
            stranger.send(r#"{"type":"review"}"#).await;
        }
        stranger
    }

    pub async fn state(&self) -> ObservedState {
        let (record, commits) =
            (self.server.store().record(&self.match_id).await, self.server.store().commits());
        let mut spectator = self.server.spectator(&self.match_id).await;
        let shown = spectator.state_where("the match", |_| true).await;
        ObservedState { record, commits, shown: Snapshot { spectators: 0, ms_left: None, ..shown } }
    }
}

/// Opens the arenas of [`Scenario::Arenas`], and waits in one of them.
async fn in_arena(server: &Server) -> Player {
    let mut opener = server.player().await;
    let bot = Join { kind: Some(JoinKind::Bot), players: Some(ArenaPlayers::Bots), ..named("Marvin") };
    opener.open_arena("bots", bot).await;
    let place = opener.open_arena("over", named("Ann")).await;
    opener.manage_arena("over", &place, ArenaChange::End).await.expect("the opener manages it");
    server.waiting_player(Join { arena: Some("class".into()), ..named("Ann") }).await
}
