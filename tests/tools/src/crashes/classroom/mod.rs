//! A class in an arena: phones and bots, of which some are faulty, on a server that is killed while they play.
//!
//! * `pupil`: one of them, from game to game.
//! * `notes`: what all of them saw.

mod notes;
mod pupil;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use tictactoe_protocol::ARENAS_PATH;
use tictactoe_protocol::arena::Standings;
use tictactoe_protocol::client::ArenaChange;
use tictactoe_protocol::history::FinishedGame;
use tictactoe_protocol::values::Mark;
use tokio::time::sleep;

use super::history::exported;
use super::server_process::{Binaries, Installation};
use harness::join_options::named;
use harness::player::Player;
use harness::proxy::Proxy;
use harness::raw;
use harness::rng::Rng;
use harness::wait::in_time;
use notes::Notes;
use pupil::{Fault, Pupil};

const WORD: &str = "class";

#[derive(Debug, Clone, Copy)]
pub struct Lesson {
    pub phones: usize,
    /// The first five of them are faulty, each in its own way.
    pub bots: usize,
    /// Everyone comes within this time.
    pub joining: Duration,
    pub lasts: Duration,
    /// They come at equal distances.
    pub accidents: &'static [ClassAccident],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassAccident {
    /// The server is killed, and started again at once.
    Kill,
    /// The connection of each phone is cut.
    Cut,
}

/// What came of a lesson.
pub struct ClassReport {
    lesson: Lesson,
    table: Standings,
    games: usize,
    notes: Arc<Notes>,
}

/// Wins, draws and losses.
type Score = (u32, u32, u32);

/// Holds a lesson. Panics if a game is lost, if the table is not the sum of the exported games, if an accident
/// costs someone a game but by the clock, or if a faulty bot is not told what is wrong.
pub async fn hold_class(binaries: &Binaries, lesson: Lesson, mut rng: Rng) -> ClassReport {
    let installation = Installation::new(binaries, &mut rng);
    let mut server = installation.start().await;
    let address = installation.address();
    let proxy = Proxy::to(address).await;
    let key = Player::connect(address).await.open_arena(WORD, named("Teacher")).await;
    let notes = Arc::new(Notes::default());
    let class: Vec<_> = pupils(lesson, proxy.address(), address, &mut rng)
        .into_iter()
        .map(|pupil| tokio::spawn(pupil.attend(lesson.joining, Arc::clone(&notes))))
        .collect();
    let parts = u32::try_from(lesson.accidents.len()).expect("a few") + 1;
    for accident in lesson.accidents {
        sleep(lesson.lasts / parts).await;
        match accident {
            ClassAccident::Cut => proxy.cut(),
            ClassAccident::Kill => {
                server.kill().await;
                server = installation.start().await;
            }
        }
    }
    sleep(lesson.lasts / parts).await;
    let ended = Player::connect(address).await.manage_arena(WORD, &key, ArenaChange::End).await;
    ended.expect("the teacher opened it");
    for pupil in in_time("the end of the last games", join_all(class)).await {
        pupil.expect("a pupil");
    }
    let table = final_table(address).await;
    server.kill().await;
    assert!(!installation.log().contains("panicked"), "the server panicked:\n{}", installation.log());
    let games = exported(&installation).await;
    check_table(&table, &games);
    notes.check(&games);
    ClassReport { lesson, table, games: games.len(), notes }
}

fn pupils(lesson: Lesson, phones_to: SocketAddr, bots_to: SocketAddr, rng: &mut Rng) -> Vec<Pupil> {
    let faults = Fault::ALL.into_iter().map(Some).chain(std::iter::repeat(None));
    let phones = (1..=lesson.phones).map(|number| Pupil::phone(number, phones_to, rng.split()));
    let phones: Vec<_> = phones.collect();
    let bots =
        (1..=lesson.bots).zip(faults).map(|(number, fault)| Pupil::bot(number, fault, bots_to, rng.split()));
    phones.into_iter().chain(bots).collect()
}

/// The table when no game is running any more.
async fn final_table(address: SocketAddr) -> Standings {
    let table = async {
        loop {
            let answer = raw::get(address, &format!("{ARENAS_PATH}{WORD}"), &[]).await;
            let table: Standings = serde_json::from_str(&answer.body).expect("a table");
            if table.rows.iter().all(|row| row.match_id.is_none()) {
                return table;
            }
            sleep(Duration::from_secs(1)).await;
        }
    };
    in_time("the results of all games", table).await
}

/// The table is the sum of the exported games.
fn check_table(table: &Standings, games: &[FinishedGame]) {
    let mut counted: BTreeMap<String, Score> = BTreeMap::new();
    for game in games {
        for (mark, player) in [(Mark::X, &game.players.x), (Mark::O, &game.players.o)] {
            let (wins, draws, losses) = counted.entry(player.name.to_string()).or_default();
            *match game.result.winner {
                Some(winner) if winner == mark => wins,
                Some(_) => losses,
                None => draws,
            } += 1;
        }
    }
    for row in &table.rows {
        let score = counted.remove(&row.name.to_string()).unwrap_or_default();
        assert_eq!((row.wins, row.draws, row.losses), score, "the games of {}", row.name);
        assert_eq!(row.points, 2 * row.wins + row.draws);
    }
    assert!(counted.is_empty(), "players who are not in the table: {counted:?}");
}

impl fmt::Display for ClassReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lesson, table, games, notes } = self;
        let (phones, bots, seconds) = (lesson.phones, lesson.bots, lesson.lasts.as_secs());
        writeln!(f, "{phones} phones and {bots} bots for {seconds} s, through {:?}:", lesson.accidents)?;
        writeln!(f, "{games} games, all in the table of {} rows; {notes}", table.rows.len())
    }
}
