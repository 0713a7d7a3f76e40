//! Many tables at once, with one series after the other at each.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use futures::future::join;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::{Level, MarkPreference};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::context::{RunContext, Table};
use super::{Assignment, ResilientPlayer};
use harness::join_options::{against_computer, in_room, on};
use harness::rng::Rng;
use harness::wait::DEADLINE;

const MOST_GAMES: usize = 4;

#[derive(Debug, Clone, Copy)]
pub enum Until {
    Games(u32),
    Stopped,
}

pub struct MatchPool {
    context: Arc<RunContext>,
    tables: JoinSet<()>,
    games: Arc<AtomicI64>,
}

#[derive(Clone)]
pub struct StopHandle(Arc<AtomicI64>);

impl MatchPool {
    /// At every third table a player meets the computer, at the others two players meet.
    pub fn open(context: &Arc<RunContext>, seed: u64, tables: u32, until: Until) -> Self {
        let games = match until {
            Until::Games(games) => i64::from(games),
            Until::Stopped => i64::MAX / 2,
        };
        let games = Arc::new(AtomicI64::new(games));
        let mut pool = Self { context: Arc::clone(context), tables: JoinSet::new(), games };
        let mut rng = Rng::seeded(seed);
        for table in 0..tables {
            pool.tables.spawn(play_at(Arc::clone(context), table, rng.split(), Arc::clone(&pool.games)));
        }
        pool
    }

    pub fn stop_handle(&self) -> StopHandle {
        StopHandle(Arc::clone(&self.games))
    }

    /// Waits until every series is over. Panics as soon as a player panics, or no move is acknowledged for long.
    pub async fn finished(mut self) {
        loop {
            let moves = self.context.tally.receipts.get();
            match timeout(DEADLINE, self.tables.join_next()).await {
                Ok(None) => return,
                Ok(Some(Ok(()))) => {}
                Ok(Some(Err(error))) => resume_unwind(error.into_panic()),
                Err(_) => assert_ne!(moves, self.context.tally.receipts.get(), "no move in {DEADLINE:?}"),
            }
        }
    }
}

impl StopHandle {
    pub fn stop(&self) {
        self.0.store(0, Ordering::SeqCst);
    }
}

async fn play_at(context: Arc<RunContext>, table: u32, mut rng: Rng, games: Arc<AtomicI64>) {
    for series in 0.. {
        let length = u32::try_from(1 + rng.below(MOST_GAMES)).expect("it is small");
        if games.fetch_sub(length.into(), Ordering::SeqCst) <= 0 {
            return;
        }
        if table.is_multiple_of(3) {
            play_computer(&context, table, length, &mut rng).await;
        } else {
            play_each_other(&context, (table, series), length, &mut rng).await;
        }
    }
}

async fn play_computer(context: &Arc<RunContext>, table: u32, games: u32, rng: &mut Rng) {
    let level = rng.pick(&[Level::Easy, Level::Casual, Level::Hard, Level::Perfect]);
    let mark = rng.pick(&[MarkPreference::X, MarkPreference::O, MarkPreference::Any]);
    let name = Some(format!("Player {table}"));
    let options = Join { name, ..against_computer(level, mark) };
    let assignment =
        Assignment { number: u64::from(table) * 2, options, games, seed: rng.next_u64(), table: None };
    ResilientPlayer::new(context, assignment).play().await;
}

async fn play_each_other(context: &Arc<RunContext>, (table, series): (u32, u32), games: u32, rng: &mut Rng) {
    let (columns, rows, run) = rng.pick(&[(3, 3, 3), (3, 3, 3), (4, 3, 3), (4, 4, 4)]);
    let options = Join { rules: on(columns, rows, run).rules, ..in_room(&format!("table-{table}-{series}")) };
    let between = Arc::new(Table::default());
    let mut player = |side: u32| {
        let name = Some(format!("Player {table}{}", ["a", "b"][side as usize]));
        let assignment = Assignment {
            number: u64::from(table * 2 + side),
            options: Join { name, ..options.clone() },
            games,
            seed: rng.next_u64(),
            table: Some((Arc::clone(&between), side as usize)),
        };
        ResilientPlayer::new(context, assignment).play()
    };
    let (one, other) = join(player(0), player(1)).await;
    assert_eq!(one, other, "the players at table {table} sat in two matches");
}
