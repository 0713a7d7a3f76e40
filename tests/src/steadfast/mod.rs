//! A player who never gives up, whatever becomes of the server and of the connections to it.
//!
//! It plays a series of games. When a connection ends it connects again, for ever, with back-off; it shows its
//! ticket; it says again, with the same ply and game, what was not acknowledged; it joins again when it had no
//! seat yet. Everything that it is told goes into the [`Journal`](crate::journal::Journal) of its [`Company`],
//! which fails at the first contradiction.
//!
//! * `company`: what the players of a run have in common.
//! * `fuse`: what kills the server just when one of them does something.
//! * `line`: one connection.
//! * `intent`: what is wanted, until it is certain that it is done.
//! * `hear`: what follows from each message of the server.
//! * `decide`: what the player does next.
//! * `hall`: many tables at once, at each one series after the other.
//! * `audit`: whether the server still knows all that was told.

mod audit;
mod company;
mod decide;
mod fuse;
mod hall;
mod hear;
mod intent;
mod line;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Join, Resume};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{FrameId, MatchId};
use tokio::time::{Instant, sleep};

pub use audit::audit;
pub use company::{Company, Count, Manners, Table, Tally, Weather};
pub use fuse::{Fuse, Point};
pub use hall::{Closing, Hall, Until};

use crate::dice::Dice;
use crate::journal::Floor;
use intent::Intent;
use line::{Came, Line};

/// The longest time between two attempts to connect.
const BACK_OFF: Duration = Duration::from_millis(100);

/// What a player plays.
pub struct Part {
    /// A number that no other player of the company has at the same time.
    pub number: u64,
    /// What is asked for.
    pub wish: Join,
    /// How many games the series has.
    pub games: u32,
    /// Draws each move. The same seed plays the same moves in the same positions.
    pub seed: u64,
    /// Where the player meets another one of the company, and on which side; nowhere for the computer.
    pub table: Option<(Arc<Table>, usize)>,
}

/// A player who never gives up.
pub struct Steadfast {
    company: Arc<Company>,
    part: Part,
    /// Draws whatever depends on when things happen.
    luck: Dice,
    ticket: Option<Proof>,
    intent: Option<Intent>,
    frames: u64,
    lost_at: Option<Instant>,
}

/// What proves a seat.
struct Proof {
    ticket: Ticket,
    match_id: MatchId,
    /// The seat was given. Before that the ticket proves one that there may never be.
    certain: bool,
}

/// What is known on one connection.
struct Talk {
    line: Line,
    /// In which life of the server it began.
    life: u64,
    /// What asks for the seat, and how it is called.
    entry: ClientFrame,
    entered: bool,
    /// What the first state shows at least.
    floor: Floor,
    newest: Option<Snapshot>,
    /// When it will have been quiet for too long, and how often it has been.
    patience_ends: Instant,
    quiet: u32,
}

/// How a connection ends.
enum Way {
    /// The series is over.
    Over,
    /// It must be taken up again.
    Lost,
    /// The match was abandoned: another one is to be begun.
    Anew,
}

/// Goes on, or ends the connection.
type Flow = ControlFlow<Way>;

const ON: Flow = Flow::Continue(());

impl Steadfast {
    /// A player of this company who has not begun.
    pub fn new(company: &Arc<Company>, part: Part) -> Self {
        let luck = Dice::seeded(part.seed).split();
        let company = Arc::clone(company);
        Self { company, part, luck, ticket: None, intent: None, frames: 0, lost_at: None }
    }

    /// Plays the series to its end, however often that needs a new connection. Panics when anything that was
    /// promised does not hold.
    pub async fn play(mut self) -> MatchId {
        self.company.answers(self.part.number, self.company.life());
        loop {
            let mut talk = self.begin().await;
            let way = self.converse(&mut talk).await;
            talk.line.drop_it(self.luck.once_in(2));
            match way {
                Way::Over => break,
                Way::Lost => self.company.tally.lost.add(),
                Way::Anew => {
                    self.company.tally.begun_anew.add();
                    self.forget();
                }
            }
            self.lost_at.get_or_insert_with(Instant::now);
        }
        self.company.goes(self.part.number);
        self.ticket.take().expect("whoever has played had a seat").match_id
    }

    /// Connects, and asks for the seat.
    async fn begin(&mut self) -> Talk {
        let (line, in_life) = self.connect().await;
        let floor = self.ticket.as_ref().map(|proof| self.company.journal.floor(&proof.match_id));
        let entry = self.entry();
        let mut talk = Talk {
            line,
            life: in_life,
            entry,
            entered: false,
            floor: floor.unwrap_or_default(),
            newest: None,
            patience_ends: Instant::now() + self.company.manners.patience,
            quiet: 0,
        };
        talk.line.say(&talk.entry).await;
        self.company.fuse.reach(if self.ticket.is_some() { Point::Resuming } else { Point::Joining });
        // What was said and not acknowledged may be said again at once, or only when the state shows the need.
        let at_once = self.luck.once_in(2).then(Instant::now);
        if let Some(intent) = &mut self.intent {
            intent.due = at_once.filter(|_| intent.said > 0 && !intent.acknowledged);
        }
        talk
    }

    async fn connect(&mut self) -> (Line, u64) {
        let mut longest = Duration::from_millis(5);
        loop {
            let life = self.company.life();
            if let Some(line) = Line::open(self.company.address).await {
                return (line, life);
            }
            sleep(longest.mul_f64(self.chance())).await;
            longest = (longest * 2).min(BACK_OFF);
        }
    }

    fn entry(&mut self) -> ClientFrame {
        let message = match &self.ticket {
            Some(proof) => ClientMessage::Resume(Resume { ticket: proof.ticket.clone() }),
            None => ClientMessage::Join(self.part.wish.clone()),
        };
        ClientFrame { id: Some(FrameId::Number(self.next_id())), message }
    }

    async fn converse(&mut self, talk: &mut Talk) -> Way {
        loop {
            let due = self.intent.as_ref().and_then(|intent| intent.due);
            let until = due.map_or(talk.patience_ends, |due| due.min(talk.patience_ends));
            let flow = match talk.line.next(until).await {
                Came::Said(message) => self.hear(talk, *message),
                Came::Nothing => self.wait_on(talk).await,
                Came::Ended => Flow::Break(Way::Lost),
            };
            if let Flow::Break(way) = flow {
                return way;
            }
            self.say_what_is_due(talk).await;
        }
    }

    /// Nothing has come for a while: asks again, and gives the connection up when that does not help.
    async fn wait_on(&mut self, talk: &mut Talk) -> Flow {
        if Instant::now() < talk.patience_ends {
            return ON;
        }
        talk.quiet += 1;
        if talk.quiet >= 3 {
            self.company.tally.given_up.add();
            return Flow::Break(Way::Lost);
        }
        talk.patience_ends = Instant::now() + self.company.manners.patience;
        match &mut self.intent {
            Some(intent) if talk.newest.is_some() && !intent.acknowledged => {
                intent.due = Some(Instant::now());
            }
            _ if talk.newest.is_none() => talk.line.say(&talk.entry.clone()).await,
            _ => talk.line.say(&ClientFrame::from(ClientMessage::Ping(Empty {}))).await,
        }
        ON
    }

    async fn say_what_is_due(&mut self, talk: &mut Talk) {
        let Some(intent) =
            self.intent.as_mut().filter(|intent| intent.due.is_some_and(|due| due <= Instant::now()))
        else {
            return;
        };
        if intent.said > 0 {
            self.company.tally.resends.add();
        }
        (intent.said, intent.due) = (intent.said + 1, None);
        talk.line.say(&intent.frame()).await;
        self.company.fuse.reach(Point::Moving);
    }

    /// Forgets the seat.
    fn forget(&mut self) {
        if let Some(proof) = self.ticket.take() {
            self.company.journal.let_go(&proof.match_id);
        }
        self.intent = None;
        self.sits(None);
    }

    fn sits(&self, at: Option<MatchId>) {
        if let Some((table, side)) = &self.part.table {
            table.sits(*side, at);
        }
    }

    const fn next_id(&mut self) -> u64 {
        self.frames += 1;
        self.frames
    }

    /// A number from 0 to 1.
    fn chance(&mut self) -> f64 {
        f64::from(u32::try_from(self.luck.below(1 << 20)).expect("it is small")) / f64::from(1 << 20)
    }
}
