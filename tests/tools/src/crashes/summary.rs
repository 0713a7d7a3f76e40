//! The counts of a run.

use std::fmt;
use std::sync::Arc;

use crate::resilient::RunContext;

pub struct Summary {
    pub kills: u32,
    pub games: usize,
    pub context: Arc<RunContext>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.context.tally;
        writeln!(f, "kills                      {}", self.kills)?;
        writeln!(f, "games that ended           {}", self.games)?;
        for (what, count) in [
            ("receipts of moves", &tally.receipts),
            ("messages sent again", &tally.resends),
            ("of which done before", &tally.duplicates),
            ("seats taken again", &tally.resumes),
            ("connections lost", &tally.lost),
            ("of which given up", &tally.given_up),
            ("superseded by a late one", &tally.superseded),
            ("joined again", &tally.rejoined),
            ("matches begun anew", &tally.abandoned),
            ("longest gap in ms", &tally.longest_gap),
        ] {
            writeln!(f, "{what:<26} {}", count.get())?;
        }
        Ok(())
    }
}
