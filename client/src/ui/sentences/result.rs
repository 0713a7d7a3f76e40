//! How a game ended, and what can follow.

use tictactoe_protocol::snapshot::{GameResult, Presence, Reason};
use tictactoe_protocol::values::Mark;

use super::counted;
use super::game::GameSentences;
use crate::app::notice::NextOptions;
use crate::app::view::{Perspective, Who};

impl GameSentences<'_> {
    /// The result and the score; none while the game is on.
    pub(crate) fn result(&self) -> Option<String> {
        let result = self.view.snapshot().result.as_ref()?;
        let outcome = match result.winner {
            Some(winner) => self.won(result, winner),
            None if result.reason == Reason::Cancelled => self.cancelled(),
            None => "A draw.".to_owned(),
        };
        Some(format!("{outcome} {}.", self.score()))
    }

    fn won(&self, result: &GameResult, winner: Mark) -> String {
        let (loser, they) = (self.subject(winner.other(), "You"), self.subject(winner, "you"));
        match result.reason {
            Reason::Line => format!("{} won: {}.", self.subject(winner, "You"), self.lines(result)),
            Reason::Resigned => format!("{loser} resigned: {they} won."),
            Reason::Left => format!("{loser} left: {they} won."),
            Reason::Time => format!("{} time ran out: {they} won.", self.possessive(winner.other(), "Your")),
            Reason::Full | Reason::Cancelled => format!("{} won.", self.subject(winner, "You")),
        }
    }

    /// Why the game does not count.
    pub(crate) fn cancelled(&self) -> String {
        let opponent = match self.view.perspective() {
            Perspective::Player(you) => Some((you.other(), self.view.player(you.other()).presence)),
            _ => None,
        };
        let has_moved =
            |mark| self.view.snapshot().moves.iter().any(|&cell| self.view.mark_at(cell) == Some(mark));
        let why = match opponent {
            Some((mark, Presence::Left)) if has_moved(mark) => format!("{} left", self.name(mark)),
            Some((mark, Presence::Left)) => format!("{} left before moving", self.name(mark)),
            Some((mark, Presence::Away)) => format!("{} lost the connection", self.name(mark)),
            _ => "a player never moved".to_owned(),
        };
        format!("Game cancelled: {why}. It doesn't count.")
    }

    fn score(&self) -> String {
        let score = self.view.snapshot().score;
        let draws = draws(score.draws);
        match self.view.perspective() {
            Perspective::Player(you) => format!("Score {}-{}, {draws}", score.of(you), score.of(you.other())),
            Perspective::Spectator | Perspective::Both => {
                let (x, o) = (self.name(Mark::X), self.name(Mark::O));
                format!("Score {x} {}, {o} {}, {draws}", score.x, score.o)
            }
        }
    }

    /// The result on the full screen.
    pub(crate) fn result_title(&self, result: &GameResult) -> String {
        match result.winner.map(|winner| (winner, self.view.who(winner))) {
            Some((_, Who::You)) => "YOU WIN".to_owned(),
            Some((_, Who::Them)) => "YOU LOSE".to_owned(),
            Some((winner, Who::Other(_))) => format!("{} WINS", self.upper_case_name(winner)),
            None if result.reason == Reason::Cancelled => "CANCELLED".to_owned(),
            None => "DRAW".to_owned(),
        }
    }

    /// What stands beside [`Self::result_title`]: the line that won, or why the game is over.
    pub(crate) fn result_detail(&self, result: &GameResult) -> String {
        match (result.reason, result.winner.map(Mark::other)) {
            (Reason::Line, _) => self.lines(result),
            (Reason::Full, _) => "the board is full".to_owned(),
            (Reason::Cancelled, _) => "a player never moved: it does not count".to_owned(),
            (Reason::Resigned, Some(loser)) => format!("{} resigned", self.subject(loser, "you")),
            (Reason::Time, Some(loser)) => format!("{} time ran out", self.possessive(loser, "your")),
            (Reason::Left, Some(loser)) => format!("{} left", self.subject(loser, "you")),
            (_, None) => String::new(),
        }
    }

    /// `1-5-9 and 3-5-7`.
    fn lines(&self, result: &GameResult) -> String {
        let label = |&cell: &u8| self.view.label(cell);
        let line = |cells: &Vec<u8>| cells.iter().map(label).collect::<Vec<_>>().join("-");
        result.lines.iter().map(line).collect::<Vec<_>>().join(" and ")
    }

    fn possessive(&self, mark: Mark, your: &str) -> String {
        if self.view.who(mark) == Who::You { your.to_owned() } else { format!("{}'s", self.name(mark)) }
    }
}

/// A sentence, and what can be typed now.
pub(crate) fn with_options(sentence: &str, options: NextOptions) -> String {
    format!("{sentence} {}", next_options(options)).trim().to_owned()
}

/// What can be typed after a game.
pub(crate) fn next_options(options: NextOptions) -> String {
    let (rematch, new, review, quit) = match options {
        NextOptions::Choice { rematch, new, review } => (rematch, new, review, true),
        NextOptions::Decided { review } => (false, false, review, false),
    };
    let ways = [(rematch, "r rematch"), (review, "v review"), (new, "n new opponent"), (quit, "q quit")];
    ways.into_iter().filter_map(|(can, way)| can.then_some(way)).collect::<Vec<_>>().join(", ")
}

pub(crate) fn draws(count: u32) -> String {
    counted(count, "draw")
}
