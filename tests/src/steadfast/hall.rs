//! Many tables at once, at each one series after the other.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use futures::future::join;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::{Level, MarkPreference};
use tokio::task::JoinSet;

use super::company::{Company, Table};
use super::{Part, Steadfast};
use crate::dice::Dice;
use crate::wish::{against_computer, in_room, on};

/// The longest series.
const MOST_GAMES: usize = 4;

/// Until when new series are begun.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    /// Until so many games have been begun.
    Games(u32),
    /// Until the hall is closed.
    Closed,
}

/// Tables at which a company plays.
pub struct Hall {
    tables: JoinSet<()>,
    games: Arc<AtomicI64>,
}

/// Begins no new series in a hall.
#[derive(Clone)]
pub struct Closing(Arc<AtomicI64>);

impl Hall {
    /// Opens so many tables: at every third somebody plays the computer, at the others two people play each other.
    pub fn open(company: &Arc<Company>, seed: u64, tables: u32, until: Until) -> Self {
        let games = match until {
            Until::Games(games) => i64::from(games),
            Until::Closed => i64::MAX / 2,
        };
        let games = Arc::new(AtomicI64::new(games));
        let mut hall = Self { tables: JoinSet::new(), games };
        let mut dice = Dice::seeded(seed);
        for table in 0..tables {
            hall.tables.spawn(play_at(Arc::clone(company), table, dice.split(), Arc::clone(&hall.games)));
        }
        hall
    }

    /// What closes it.
    pub fn closing(&self) -> Closing {
        Closing(Arc::clone(&self.games))
    }

    /// Waits until every series is over. Panics as soon as a player does.
    pub async fn empty(mut self) {
        while let Some(ended) = self.tables.join_next().await {
            if let Err(error) = ended {
                resume_unwind(error.into_panic());
            }
        }
    }
}

impl Closing {
    /// From now on no new series begins.
    pub fn close(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    /// Whether that has been said, or as many games have begun as were wanted.
    pub fn is_closed(&self) -> bool {
        self.0.load(Ordering::SeqCst) <= 0
    }
}

/// Plays one series after the other at one table.
async fn play_at(company: Arc<Company>, table: u32, mut dice: Dice, games: Arc<AtomicI64>) {
    for series in 0.. {
        let length = u32::try_from(1 + dice.below(MOST_GAMES)).expect("it is small");
        if games.fetch_sub(length.into(), Ordering::SeqCst) <= 0 {
            return;
        }
        if table.is_multiple_of(3) {
            play_computer(&company, table, length, &mut dice).await;
        } else {
            play_each_other(&company, (table, series), length, &mut dice).await;
        }
    }
}

async fn play_computer(company: &Arc<Company>, table: u32, games: u32, dice: &mut Dice) {
    let level = dice.pick(&[Level::Easy, Level::Casual, Level::Perfect]);
    let mark = dice.pick(&[MarkPreference::X, MarkPreference::O, MarkPreference::Any]);
    let name = Some(format!("Player {table}"));
    let wish = Join { name, ..against_computer(level, mark) };
    let part = Part { number: u64::from(table) * 2, wish, games, seed: dice.roll(), table: None };
    Steadfast::new(company, part).play().await;
}

async fn play_each_other(company: &Arc<Company>, (table, series): (u32, u32), games: u32, dice: &mut Dice) {
    let (columns, rows, run) = dice.pick(&[(3, 3, 3), (3, 3, 3), (4, 3, 3), (4, 4, 4)]);
    let wish = Join { rules: on(columns, rows, run).rules, ..in_room(&format!("table-{table}-{series}")) };
    let between = Arc::new(Table::default());
    let mut player = |side: u32| {
        let name = Some(format!("Player {table}{}", ["a", "b"][side as usize]));
        let part = Part {
            number: u64::from(table * 2 + side),
            wish: Join { name, ..wish.clone() },
            games,
            seed: dice.roll(),
            table: Some((Arc::clone(&between), side as usize)),
        };
        Steadfast::new(company, part).play()
    };
    let (one, other) = join(player(0), player(1)).await;
    assert_eq!(one, other, "the players at table {table} sat in two matches");
}
