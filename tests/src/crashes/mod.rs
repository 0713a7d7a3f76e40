//! Games on a server that is killed again and again, or behind a network that loses what is said.
//!
//! A company of players who never give up plays, the real server binary is killed and started again, and after each
//! start everything that anybody was ever told is looked at.
//!
//! * `mortal`: the server binary, killed and started again in one place.
//! * `powercut`: what was not synced is gone.
//! * `storm`: through a proxy that drops, doubles, delays and cuts.
//! * `terminals`: terminal clients among the players.
//! * `first`: killed while it starts for the first time.
//! * `history`: the games that are over, over HTTP and in the export.
//! * `summary`: what there is to say in the end.

mod first;
mod history;
mod mortal;
mod powercut;
mod storm;
mod summary;
mod terminals;

use std::sync::Arc;
use std::time::Duration;

use futures::future::{join_all, join3};
use tokio::time::{sleep, timeout};

pub use first::die_at_first_start;
pub use mortal::Trial;
pub use storm::play_through_chaos;
pub use summary::Summary;

use crate::dice::Dice;
use crate::steadfast::{Closing, Company, Hall, Manners, Point, Until, Weather, audit};
use mortal::{Mortal, Site};

/// A run.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Draws what can be drawn: moves, and when the server is killed.
    pub seed: u64,
    /// How often the server is killed while people play.
    pub kills: u32,
    /// At how many tables there are games at the same time.
    pub tables: u32,
    /// How many terminal clients play too.
    pub terminals: u32,
}

/// How people play who are in no hurry: some of them think while the server dies.
const MANNERS: Manners =
    Manners { weather: Weather::Calm, patience: Duration::from_secs(2), pace: Duration::from_millis(200) };

/// Everything is looked at after each so many kills.
const ALL_ONCE_IN: u32 = 50;

/// The longest time from when everything is well to a kill.
const QUIET_MS: usize = 300;

/// Plays while the server is killed again and again. Panics when anything is lost, doubled or out of order, or
/// anybody does not come back.
pub async fn play_and_die(trial: &Trial, plan: Plan) -> Summary {
    let mut dice = Dice::seeded(plan.seed);
    let site = Site::new(trial, &mut dice);
    let company = Arc::new(Company::at(site.address(), MANNERS));
    let server = site.start().await;
    let hall = Hall::open(&company, dice.roll(), plan.tables, Until::Closed);
    let clients: Vec<_> = (0..plan.terminals)
        .map(|_| terminals::play(&trial.client, site.address(), dice.split(), hall.closing()))
        .collect();
    let killer = kill(plan, &site, &company, server, hall.closing(), dice);
    let (server, (), told) = join3(killer, hall.empty(), join_all(clients)).await;
    let told = told.concat();
    audit(site.address(), &company.journal, company.journal.floors()).await;
    history::check(site.address(), &company.journal).await;
    server.kill().await;
    let games = history::check_export(&site, &company.journal, &told).await;
    assert!(!site.said().contains("panicked"), "the server panicked:\n{}", site.said());
    Summary { kills: plan.kills, games, in_terminals: told.len(), company }
}

/// Kills the server as often as is planned, checks what its next life knows, and closes the hall.
async fn kill(
    plan: Plan,
    site: &Site,
    company: &Company,
    mut server: Mortal,
    hall: Closing,
    mut dice: Dice,
) -> Mortal {
    for kill in 1..=plan.kills {
        die(server, company, &mut dice).await;
        site.after_death(&mut dice);
        while dice.once_in(4) {
            die_while_starting(site, &mut dice).await;
        }
        server = site.start().await;
        look(site, company, kill.is_multiple_of(ALL_ONCE_IN)).await;
        if dice.once_in(2) {
            company.all_back().await;
        }
    }
    company.all_back().await;
    hall.close();
    server
}

/// Looks at what was told since the last time, and sometimes at everything: there is more of it each time.
async fn look(site: &Site, company: &Company, all: bool) {
    let (address, journal) = (site.address(), &company.journal);
    if all {
        history::check(address, journal).await;
        audit(address, journal, journal.floors()).await;
        println!("{} games have ended", journal.finished().len());
    } else {
        audit(address, journal, journal.news()).await;
    }
}

/// Kills the server at any time, or just when somebody does something.
async fn die(server: Mortal, company: &Company, dice: &mut Dice) {
    let quiet = Duration::from_millis(u64::try_from(dice.below(QUIET_MS)).expect("it is small"));
    if dice.once_in(3) {
        sleep(quiet).await;
    } else {
        company.fuse.arm(dice.pick(&Point::ALL), server.pid());
        // Nobody may come to do that: then any time will do.
        let _ = timeout(quiet.max(Duration::from_millis(50)), company.fuse.blown()).await;
        company.fuse.disarm();
    }
    server.kill().await;
    company.bury();
}

/// Starts the server, and kills it before or after it listens.
async fn die_while_starting(site: &Site, dice: &mut Dice) {
    let server = site.spawn();
    sleep(Duration::from_micros(u64::try_from(dice.below(50_000)).expect("it is small"))).await;
    server.kill().await;
    site.after_death(dice);
}
