//! The games of this run, counted.

use tictactoe_protocol::snapshot::{GameResult, Reason};

use crate::app::view::{View, Who};
use crate::ui::sentences::{GameSentences, counted};
use crate::ui::text;

#[derive(Debug, Default)]
pub(super) struct Tally {
    won: u32,
    lost: u32,
    drawn: u32,
}

impl Tally {
    /// Counts a game that is over, if its player is one of the two.
    pub(super) fn count(&mut self, view: &View) {
        let Some(GameResult { winner, reason, .. }) = &view.snapshot.result else { return };
        let count = match winner.map(|mark| view.who(mark)) {
            _ if view.you.is_none() || *reason == Reason::Cancelled => return,
            Some(Who::You) => &mut self.won,
            Some(_) => &mut self.lost,
            None => &mut self.drawn,
        };
        *count = count.saturating_add(1);
    }

    /// How the games went, and the score against the last opponent.
    pub(super) fn summary(&self, last: Option<&View>) -> Option<String> {
        let &Self { won, lost, drawn } = self;
        let games = won.saturating_add(lost).saturating_add(drawn);
        if games < 2
            && let Some(result) = last.and_then(text::result)
        {
            return Some(result);
        }
        let counts = [("won", won), ("lost", lost), ("drew", drawn)];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let counts: Vec<_> = counts.map(|(how, count)| format!("{how} {count}")).collect();
        let score = last.and_then(|view| GameSentences::new(view).score_against());
        let score = score.map_or_else(String::new, |score| format!(" {score}"));
        (games > 0).then(|| format!("You played {}: {}.{score}", counted(games, "game"), counts.join(", ")))
    }
}
