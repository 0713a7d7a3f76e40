//! Games through a proxy that drops, doubles, delays and cuts.

use std::sync::Arc;
use std::time::Duration;

use super::history;
use super::mortal::{Site, Trial};
use super::summary::Summary;
use crate::chaos::{Chaos, ODDS};
use crate::dice::Dice;
use crate::steadfast::{Company, Hall, Manners, Until, Weather, audit};

/// How people play who lose a good part of what is said.
const MANNERS: Manners =
    Manners { weather: Weather::Rough, patience: Duration::from_millis(150), pace: Duration::ZERO };

/// At how many tables there are games at the same time, at most.
const TABLES: u32 = 60;

/// Plays so many games through the proxy. Panics unless both players of each and the server end with the same one.
pub async fn play_through_chaos(trial: &Trial, games: u32, mut dice: Dice) -> Summary {
    let site = Site::new(trial, &mut dice);
    let server = site.start().await;
    let chaos = Chaos::before(site.address(), ODDS, dice.split()).await;
    let company = Arc::new(Company::at(chaos.address(), MANNERS));
    Hall::open(&company, dice.roll(), TABLES.min(games / 2), Until::Games(games)).empty().await;
    audit(site.address(), &company.journal, company.journal.floors()).await;
    history::check(site.address(), &company.journal).await;
    server.kill().await;
    let games = history::check_export(&site, &company.journal, &[]).await;
    assert!(!site.said().contains("panicked"), "the server panicked:\n{}", site.said());
    Summary { kills: 0, games, in_terminals: 0, company }
}
