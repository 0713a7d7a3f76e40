//! An offence against the protocol, before and after.

use serde_json::Value;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{FrameId, MatchId};
use tictactoe_server::store::Entry;

use crate::player::Player;
use crate::script::{X_WINS, play_moves};
use crate::server::{Server, calm};
use crate::wish::{in_room, on};

/// What was before the offence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scene {
    /// X has played the centre, O is to move.
    On,
    /// X has won by the diagonal 0, 4, 8.
    Won,
    /// O has left the match.
    OLeft,
    /// X has given the game up, and the computer has no time for questions.
    Busy,
    /// As `On`, and the store is out of reach.
    StoreDown,
    /// As `On`, and the server keeps no more matches.
    Full,
    /// As `On`, and the offence is repeated too often.
    Flood,
    /// As `On`, in the room `kitten`; somebody waits in the room `puppy` to play on 3x3.
    Rooms,
}

/// Who offends.
#[derive(Debug, Clone, Copy)]
pub enum Who {
    /// The player who is X.
    X,
    /// The player who is O.
    O,
    /// Somebody who watches the match.
    Watcher,
    /// Somebody who waits for another match.
    Waiter,
    /// Somebody who has just come.
    Stranger,
}

/// A match.
pub struct Table {
    server: Server,
    match_id: MatchId,
    /// Who is X.
    pub x: Player,
    /// Who is O.
    pub o: Player,
    /// Who waits in another room.
    _aside: Option<Player>,
}

/// What must not change: what is stored of the match, how much was ever written, and what is shown.
#[derive(Debug, PartialEq)]
pub struct Facts {
    record: Option<Entry>,
    commits: u64,
    shown: Snapshot,
}

/// The id of the offence.
const ID: u64 = 77;

/// Enough for one message a second to be too many, and too few to end the connection.
const FLOOD: usize = 60;

/// Commits an offence, and checks that it is refused as it should be, and changes nothing.
pub async fn provoke(code: Code, scene: Scene, who: Who, text: &str) {
    let mut table = Table::set(scene).await;
    let text = with_id(&table.fill_in(text));
    let mut offender = table.take(who).await;
    let before = table.facts().await;
    table.server.store().break_down(scene == Scene::StoreDown);
    for _ in 0..if scene == Scene::Flood { FLOOD } else { 1 } {
        offender.send(&text).await;
    }
    let refused = first_with_code(&mut offender, code).await;
    table.server.store().break_down(false);
    if matches!(code, Code::Stale | Code::Ahead) {
        assert!(state_before_pong(&mut offender).await, "the newest state follows");
    }

    assert_said_well(&refused, &text);
    assert_eq!(refused.legal, legal(code, &before.shown), "{refused:?}");
    let to_watch = (code == Code::RoomFull).then(|| table.match_id.clone());
    assert_eq!(refused.match_id, to_watch, "{refused:?}");
    assert_eq!(refused.retry_in_ms.is_some_and(|wait| (1..=1000).contains(&wait)), code == Code::RateLimited);
    assert_eq!(table.facts().await, before, "a refusal changes nothing");
    if scene != Scene::Flood {
        offender.pong().await;
    }
}

/// The offence may be refused for what it says before there were too many.
async fn first_with_code(offender: &mut Player, code: Code) -> Refused {
    loop {
        let refused = offender.refused().await;
        if code != Code::RateLimited || refused.code == code {
            assert_eq!(refused.code, code, "{refused:?}");
            return refused;
        }
    }
}

/// Whether a state comes before the answer to a ping that is sent now.
async fn state_before_pong(offender: &mut Player) -> bool {
    offender.send(r#"{"type":"ping"}"#).await;
    offender
        .until("a state or a pong", |message| match message {
            ServerMessage::State(_) => Some(true),
            ServerMessage::Pong(_) => Some(false),
            _ => None,
        })
        .await
}

fn assert_said_well(refused: &Refused, text: &str) {
    let sentence = &refused.message;
    assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence:?}");
    assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
    let readable = refused.code != Code::NotJson && text.contains(r#""id":77"#);
    let id = readable.then_some(FrameId::Number(ID));
    assert_eq!(refused.id, id, "{refused:?}");
}

/// The cells that help: those of the board, where the cell was wrong.
fn legal(code: Code, shown: &Snapshot) -> Option<Vec<u8>> {
    matches!(code, Code::Taken | Code::NoSuchCell).then(|| shown.legal.clone())
}

/// The same JSON object with an id; any other text as it is.
fn with_id(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(Value::Object(mut object)) => {
            object.insert("id".into(), ID.into());
            Value::Object(object).to_string()
        }
        _ => text.to_owned(),
    }
}

impl Table {
    /// A match as the scene wants it.
    pub async fn set(scene: Scene) -> Self {
        let mut settings = calm();
        settings.limits.messages_per_second = 1;
        let busy = scene == Scene::Busy;
        if busy {
            settings.search.hints = 0;
            settings.search.reviews = 0;
        }
        if scene == Scene::Full {
            settings.matches = 1;
        }
        let server = Server::with(settings).await;
        let wish = match scene {
            // On a bigger board than 3x3 the computer has to think.
            Scene::Busy => on(4, 4, 4),
            Scene::Rooms => in_room("kitten"),
            _ => Join::default(),
        };
        let (mut x, mut o) = server.pair_for(wish).await;
        let moves: &[u8] = if scene == Scene::Won { X_WINS } else { &[4] };
        play_moves(&mut x, &mut o, moves).await;
        match scene {
            Scene::OLeft => drop(o.leave().await.unwrap()),
            Scene::Busy => drop(x.resign().await.unwrap()),
            Scene::On | Scene::Won | Scene::StoreDown | Scene::Full | Scene::Flood | Scene::Rooms => {}
        }
        if matches!(scene, Scene::OLeft | Scene::Busy) {
            x.over().await;
        }
        let puppy = Join { rules: on(3, 3, 3).rules, ..in_room("puppy") };
        let aside = if scene == Scene::Rooms { Some(server.waits(puppy).await) } else { None };
        Self { server, match_id: x.match_id(), x, o, _aside: aside }
    }

    fn fill_in(&self, text: &str) -> String {
        text.replace("TICKET-OF-X", self.x.ticket().reveal())
            .replace("TICKET-OF-O", self.o.ticket().reveal())
            .replace("MATCH", &self.match_id.0)
    }

    /// The offender. A player's place at the table is taken by a stranger.
    pub async fn take(&mut self, who: Who) -> Player {
        let mut stranger = self.server.player().await;
        match who {
            Who::X => return std::mem::replace(&mut self.x, stranger),
            Who::O => return std::mem::replace(&mut self.o, stranger),
            Who::Watcher => stranger = self.server.watcher(&self.match_id).await,
            Who::Waiter => {
                stranger.join(Join::default()).await.unwrap();
                stranger.waiting().await;
            }
            Who::Stranger => {}
        }
        stranger
    }

    /// What must not change, as it is.
    pub async fn facts(&self) -> Facts {
        let (record, commits) =
            (self.server.store().record(&self.match_id).await, self.server.store().commits());
        let mut watcher = self.server.watcher(&self.match_id).await;
        let shown = watcher.state_where("the match", |_| true).await;
        Facts { record, commits, shown: Snapshot { spectators: 0, ms_left: None, ..shown } }
    }
}
