//! What the player does next.

use std::time::Duration;

use tictactoe_protocol::snapshot::{Presence, Reason, Snapshot};
use tictactoe_protocol::values::Mark;
use tokio::time::Instant;

use super::pending::{Action, PendingAction};
use super::{CONTINUE, Flow, ResilientPlayer, SessionEnd};
use harness::player::own_mark;
use harness::player::strategy::random_move;
use harness::rng::Rng;

const RESIGNS_ONE_IN: usize = 40;

const LEAVES_ONE_IN: usize = 4;

impl ResilientPlayer {
    /// Updates the pending action for a new state. In the first state of a connection, everything acknowledged
    /// before must be visible.
    pub(super) fn react_to(&mut self, state: &Snapshot, first: bool) -> Flow {
        let abandons = self.pending.as_ref().is_some_and(|pending| pending.action == Action::Abandon);
        if !abandons && (is_cancelled(state) || self.opponent_never_seated(state)) {
            let id = self.next_id();
            self.pending = Some(PendingAction::new(Action::Abandon, id, Instant::now()));
            return CONTINUE;
        }
        if let Some(pending) = &mut self.pending {
            if !pending.is_done_in(state) {
                let lost = first && pending.acknowledged && !has_open_offer(pending.action, state);
                assert!(!lost, "{:?} was acknowledged, and is not in {state:?}", pending.action);
                let again = pending.attempts == 0 || first && !pending.acknowledged;
                pending.due = pending.due.or_else(|| again.then(Instant::now));
                return CONTINUE;
            }
            if !pending.acknowledged {
                self.context.tally.longest_wait.raise(pending.waited());
            }
            self.pending = None;
        }
        match self.next_action(state) {
            Ok(action) => self.schedule(action),
            Err(way) => return Flow::Break(way),
        }
        CONTINUE
    }

    /// The opponent was never told of a seat in this match. The server would cancel the game after ten seconds; this
    /// player does not wait for that.
    fn opponent_never_seated(&self, state: &Snapshot) -> bool {
        let (Some((table, side)), Some(you)) = (&self.assignment.table, own_mark(state)) else {
            return false;
        };
        let away = state.players.get(you.other()).presence != Presence::Online;
        away && !(state.result.is_some() && state.game >= self.assignment.games)
            && !table.other_has_seat(*side, &state.match_id)
    }

    /// The next action in this state, if any, or the end of the series.
    fn next_action(&mut self, state: &Snapshot) -> Result<Option<Action>, SessionEnd> {
        let you = own_mark(state).expect("a player is shown their own mark");
        if let Some(result) = &state.result {
            let played = matches!(result.reason, Reason::Line | Reason::Full | Reason::Resigned);
            assert!(played, "a game was not played to its end: {state:?}");
            return self.after_game(state, you);
        }
        if state.turn != Some(you) {
            return Ok(None);
        }
        let mut rng = Rng::seeded(self.assignment.seed ^ u64::from(state.game) << 32 ^ u64::from(state.ply));
        // A game that is over before the opponent has a seat would leave the opponent waiting for another.
        let both_seated = state.game > 1 || state.ply >= 2;
        let cell = random_move(state, &mut rng, both_seated.then_some(RESIGNS_ONE_IN));
        let action = cell.map(|cell| Action::Move { game: state.game, ply: state.ply, cell });
        Ok(Some(action.unwrap_or(Action::Resign(state.game))))
    }

    fn after_game(&mut self, state: &Snapshot, you: Mark) -> Result<Option<Action>, SessionEnd> {
        if state.game < self.assignment.games {
            let offered = state.rematch.offers.contains(&you);
            return Ok((!offered).then_some(Action::Rematch(state.game)));
        }
        self.context.tally.games.add();
        if Rng::seeded(self.assignment.seed).one_in(LEAVES_ONE_IN) {
            Ok(Some(Action::Leave))
        } else {
            Err(SessionEnd::Over)
        }
    }

    fn schedule(&mut self, action: Option<Action>) {
        let Some(action) = action else { return };
        let thinking = Duration::mul_f64(self.context.behavior.think_time, self.fraction());
        let id = self.next_id();
        self.pending = Some(PendingAction::new(action, id, Instant::now() + thinking));
    }
}

/// The game does not count: the opponent was absent, or left before it was told of this match.
fn is_cancelled(state: &Snapshot) -> bool {
    let gone = own_mark(state).is_some_and(|you| state.players.get(you.other()).presence == Presence::Left);
    state.result.as_ref().is_some_and(|result| match result.reason {
        Reason::Cancelled => true,
        Reason::Left => gone,
        _ => false,
    })
}

fn has_open_offer(action: Action, state: &Snapshot) -> bool {
    matches!(action, Action::Rematch(_))
        && own_mark(state).is_some_and(|you| state.rematch.offers.contains(&you))
}
