//! What the player does next.

use std::time::Duration;

use tictactoe_protocol::snapshot::{Presence, Reason, Snapshot};
use tictactoe_protocol::values::Mark;
use tokio::time::Instant;

use super::intent::{Deed, Intent};
use super::{Flow, ON, Steadfast, Way};
use crate::dice::Dice;
use crate::player::own_mark;

/// A player gives up once in so many turns.
const RESIGNS_ONCE_IN: usize = 40;

/// A player whose series is over leaves the match once in so many times, instead of just going away.
const LEAVES_ONCE_IN: usize = 4;

impl Steadfast {
    /// Sees what a new state means for what is wanted, and wants something new. `first` is the first state of a
    /// connection: what was acknowledged before is certainly in it.
    pub(super) fn consider(&mut self, state: &Snapshot, first: bool) -> Flow {
        let abandons = self.intent.as_ref().is_some_and(|intent| intent.deed == Deed::Abandon);
        if !abandons && (is_cancelled(state) || self.is_left_alone(state)) {
            let id = self.next_id();
            self.intent = Some(Intent::new(Deed::Abandon, id, Instant::now()));
            return ON;
        }
        if let Some(intent) = &mut self.intent {
            if !intent.is_done_in(state) {
                let lost = first && intent.acknowledged && !is_open_offer(intent.deed, state);
                assert!(!lost, "{:?} was acknowledged, and is not in {state:?}", intent.deed);
                let again = intent.said == 0 || first && !intent.acknowledged;
                intent.due = intent.due.or_else(|| again.then(Instant::now));
                return ON;
            }
            self.intent = None;
        }
        match self.next_deed(state) {
            Ok(deed) => self.want(deed),
            Err(way) => return Flow::Break(way),
        }
        ON
    }

    /// The other player was never told of their seat here, and is not coming. The server would cancel the game after
    /// ten seconds; this player does not wait for that.
    fn is_left_alone(&self, state: &Snapshot) -> bool {
        let (Some((table, side)), Some(you)) = (&self.part.table, own_mark(state)) else { return false };
        let away = state.players.get(you.other()).presence != Presence::Online;
        away && !(state.result.is_some() && state.game >= self.part.games)
            && !table.other_sits(*side, &state.match_id)
    }

    /// What is to be done in this state, if anything; or the end of the series.
    fn next_deed(&mut self, state: &Snapshot) -> Result<Option<Deed>, Way> {
        let you = own_mark(state).expect("a player is shown their own mark");
        if let Some(result) = &state.result {
            let played = matches!(result.reason, Reason::Line | Reason::Full | Reason::Resigned);
            assert!(played, "a game was not played to its end: {state:?}");
            return self.after_the_end(state, you);
        }
        if state.turn != Some(you) {
            return Ok(None);
        }
        let mut dice = Dice::seeded(self.part.seed ^ u64::from(state.game) << 32 ^ u64::from(state.ply));
        Ok(Some(if dice.once_in(RESIGNS_ONCE_IN) {
            Deed::Resign(state.game)
        } else {
            Deed::Move { game: state.game, ply: state.ply, cell: dice.pick(&state.legal) }
        }))
    }

    fn after_the_end(&mut self, state: &Snapshot, you: Mark) -> Result<Option<Deed>, Way> {
        if state.game < self.part.games {
            let offered = state.rematch.offers.contains(&you);
            return Ok((!offered).then_some(Deed::Rematch(state.game)));
        }
        self.company.tally.games.add();
        if Dice::seeded(self.part.seed).once_in(LEAVES_ONCE_IN) {
            Ok(Some(Deed::Leave))
        } else {
            Err(Way::Over)
        }
    }

    fn want(&mut self, deed: Option<Deed>) {
        let Some(deed) = deed else { return };
        let thinking = Duration::mul_f64(self.company.manners.pace, self.chance());
        let id = self.next_id();
        self.intent = Some(Intent::new(deed, id, Instant::now() + thinking));
    }
}

/// The game does not count: the other player was missing, or has given up a match of which this one was not told.
fn is_cancelled(state: &Snapshot) -> bool {
    let gone = own_mark(state).is_some_and(|you| state.players.get(you.other()).presence == Presence::Left);
    state.result.as_ref().is_some_and(|result| match result.reason {
        Reason::Cancelled => true,
        Reason::Left => gone,
        _ => false,
    })
}

/// Whether an offer of another game stands, as far as this state can show it.
fn is_open_offer(deed: Deed, state: &Snapshot) -> bool {
    matches!(deed, Deed::Rematch(_)) && own_mark(state).is_some_and(|you| state.rematch.offers.contains(&you))
}
