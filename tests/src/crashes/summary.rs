//! What there is to say in the end.

use std::fmt;
use std::sync::Arc;

use crate::steadfast::Company;

/// What a run came to in which everything held.
pub struct Summary {
    /// How often the server was killed.
    pub kills: u32,
    /// The games that were played to their end.
    pub games: usize,
    /// The games that terminal clients played.
    pub in_terminals: usize,
    /// Who played.
    pub company: Arc<Company>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = &self.company.tally;
        writeln!(f, "kills                      {}", self.kills)?;
        writeln!(f, "games that ended           {}", self.games)?;
        writeln!(f, "games in terminals         {}", self.in_terminals)?;
        for (what, count) in [
            ("receipts of moves", &tally.receipts),
            ("messages sent again", &tally.resends),
            ("of which done before", &tally.duplicates),
            ("seats taken again", &tally.resumes),
            ("connections lost", &tally.lost),
            ("of which given up", &tally.given_up),
            ("superseded by a late one", &tally.superseded),
            ("joined again", &tally.joined_again),
            ("matches begun anew", &tally.begun_anew),
            ("longest gap in ms", &tally.longest_gap),
        ] {
            writeln!(f, "{what:<26} {}", count.get())?;
        }
        Ok(())
    }
}
