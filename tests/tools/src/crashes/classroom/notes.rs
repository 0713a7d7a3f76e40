//! What all pupils of a class saw.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tictactoe_protocol::history::FinishedGame;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::snapshot::{Cause, Reason, Snapshot};
use tictactoe_protocol::values::{Mark, MatchId};

use super::pupil::Fault;
use crate::journal::Journal;

#[derive(Default)]
pub struct Notes {
    journal: Journal,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    ends: HashMap<MatchId, Snapshot>,
    /// How often each pupil got a refusal with this code.
    refusals: BTreeMap<(String, String), u32>,
    connections: u32,
}

/// What someone may be told who comes back after an accident, is set aside, or stays until the end.
const HARMLESS: [Code; 8] = [
    Code::NoSuchMatch,
    Code::GameOn,
    Code::GameOver,
    Code::Stale,
    Code::NotYourTurn,
    Code::Taken,
    Code::SetAside,
    Code::ArenaOver,
];

impl Notes {
    pub fn connected(&self) {
        self.seen().connections += 1;
    }

    pub fn state(&self, state: &Snapshot) {
        self.journal.record_state(state);
        if state.result.is_some() {
            self.seen().ends.insert(state.match_id.clone(), state.clone());
        }
    }

    pub fn refused(&self, pupil: &str, fault: Option<Fault>, code: Code) {
        assert!(
            fault.is_some() || HARMLESS.contains(&code),
            "{pupil} does nothing wrong, and is refused as {code}"
        );
        *self.seen().refusals.entry((pupil.to_owned(), code.to_string())).or_default() += 1;
    }

    /// Every game that ended is kept, and no one has lost one by an accident but by the clock.
    pub fn check(&self, exported: &[FinishedGame]) {
        let seen = self.seen();
        let kept: HashMap<_, _> = exported.iter().map(|game| (&game.match_id, game)).collect();
        for end in seen.ends.values() {
            let Some(result) = &end.result else { continue };
            if result.reason != Reason::Cancelled {
                let kept = kept.get(&end.match_id).unwrap_or_else(|| panic!("{end:?} is lost"));
                assert_eq!((&kept.moves, &kept.result), (&end.moves, result), "{}", end.match_id);
            }
            if let Some(by) = result.ended_by
                && Fault::of(ended_by(end, by.mark)).is_none()
            {
                assert_eq!(by.cause, Cause::OutOfTime, "{end:?}");
            }
        }
        for fault in Fault::ALL {
            let pupil = fault.pupil();
            let is_told = match fault.code() {
                Some(code) => seen.refusals.contains_key(&(pupil.clone(), code.to_string())),
                None => seen.is_out_of_time(&pupil),
            };
            assert!(is_told, "{pupil} is not told what is wrong: {:?}", seen.refusals);
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn is_out_of_time(&self, pupil: &str) -> bool {
        self.out_of_time().any(|name| name == pupil)
    }

    /// The players who ran out of time, once for each game.
    fn out_of_time(&self) -> impl Iterator<Item = &str> {
        self.ends.values().filter_map(|end| {
            let by = end.result.as_ref()?.ended_by.filter(|by| by.cause == Cause::OutOfTime)?;
            Some(ended_by(end, by.mark))
        })
    }
}

fn ended_by(end: &Snapshot, mark: Mark) -> &str {
    let players = &end.players;
    if mark == Mark::X { players.x.name.as_str() } else { players.o.name.as_str() }
}

impl fmt::Display for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.seen();
        let honest = seen.out_of_time().filter(|name| Fault::of(name).is_none()).count();
        writeln!(f, "{} connections; {honest} games lost by others on time", seen.connections)?;
        for fault in Fault::ALL {
            let pupil = fault.pupil();
            let late = seen.out_of_time().filter(|name| *name == pupil).count();
            let told = seen.refusals.iter().filter(|((name, _), _)| *name == pupil);
            let told: Vec<_> = told.map(|((_, code), times)| format!("{code} {times} times")).collect();
            writeln!(f, "  {pupil}: out of time {late} times; {}", told.join(", "))?;
        }
        Ok(())
    }
}
