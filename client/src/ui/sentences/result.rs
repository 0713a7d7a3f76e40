//! How a game or a series stands and how it ended: the headline, the line below it, and the sentence for it in text.

use tictactoe_protocol::snapshot::{Cause, EndedBy, GameResult, Presence, Reason, SeriesResult};
use tictactoe_protocol::values::{Level, Mark, Rules};

use super::{GameSentences, as_sentence, capitalized, counted};
use crate::app::view::{Who, number_word};

impl GameSentences<'_> {
    /// Which game of a series this is.
    pub(crate) fn series(&self) -> Option<String> {
        let snapshot = &self.view.snapshot;
        let best_of = u8::from(snapshot.series?.best_of);
        let counts = snapshot.result.as_ref().is_some_and(|result| result.reason != Reason::Cancelled);
        let finished = [snapshot.score.x, snapshot.score.o, snapshot.score.draws].into_iter();
        let number = finished.chain([u32::from(!counts)]).fold(0, u32::saturating_add);
        (best_of > 1).then(|| format!("Game {number} of {best_of}"))
    }

    /// Who has won the series, if it is decided.
    fn decided(&self) -> Option<SeriesResult> {
        self.view.snapshot.series.filter(|_| self.series().is_some())?.result
    }

    /// How the series ended, if it did.
    fn series_result(&self) -> Option<String> {
        let score = &self.view.snapshot.score;
        let won = |mark: Mark| {
            let (wins, losses) = (score.of(mark), score.of(mark.other()));
            format!("{} won the series, {wins} to {losses}.", self.subject(mark))
        };
        Some(match self.decided()? {
            SeriesResult::X => won(Mark::X),
            SeriesResult::O => won(Mark::O),
            SeriesResult::Draw => format!("The series is a draw, {} to {}.", score.x, score.o),
        })
    }

    /// Whose turn it is, or how the game or the whole series ended, in a few words.
    pub(crate) fn headline(&self) -> String {
        match self.decided() {
            None => self.game_headline(),
            Some(SeriesResult::Draw) => "The series is a draw".to_owned(),
            Some(won @ (SeriesResult::X | SeriesResult::O)) => {
                let winner = if won == SeriesResult::X { Mark::X } else { Mark::O };
                let end = if self.view.who(winner) == Who::You { "!" } else { "" };
                format!("{} won the series{end}", self.subject(winner))
            }
        }
    }

    pub(super) fn game_headline(&self) -> String {
        let snapshot = &self.view.snapshot;
        match (&snapshot.result, snapshot.turn) {
            (Some(GameResult { winner: Some(winner), .. }), _) if self.view.who(*winner) == Who::You => {
                "You won!".to_owned()
            }
            (Some(GameResult { winner: Some(winner), .. }), _) => format!("{} won", self.name(*winner)),
            (Some(GameResult { reason: Reason::Cancelled, .. }), _) => "Game cancelled".to_owned(),
            (Some(_), _) => "Draw".to_owned(),
            (None, Some(mark)) => match (self.view.who(mark), self.view.player(mark).presence) {
                (Who::You, _) => "Your turn".to_owned(),
                (Who::Them, Presence::Away) => format!("{} is away", self.name(mark)),
                (Who::Them, _) => format!("{} is thinking...", self.name(mark)),
                (Who::Other(_), _) => format!("{}'s turn", self.name(mark)),
            },
            (None, None) => String::new(),
        }
    }

    /// What happened last: the line below the headline.
    pub(crate) fn detail(&self) -> String {
        let last = self.view.snapshot.moves.last().and_then(|&cell| Some((self.view.mark_at(cell)?, cell)));
        match (&self.view.snapshot.result, last, self.view.you) {
            (Some(result), ..) => self
                .series_detail(result)
                .or_else(|| self.never_loses())
                .unwrap_or_else(|| self.ending(result)),
            (None, Some((mark, cell)), _) => format!("{}.", self.played(mark, cell)),
            (None, None, Some(Mark::X)) => "You are X and go first.".to_owned(),
            (None, None, Some(Mark::O)) => format!("You are O. {} goes first.", self.name(Mark::X)),
            (None, None, None) => format!("{} is X and goes first.", self.name(Mark::X)),
        }
    }

    /// The score of a decided series, and how its last game ended.
    fn series_detail(&self, result: &GameResult) -> Option<String> {
        let score = &self.view.snapshot.score;
        let (wins, losses) = match self.decided()? {
            SeriesResult::O => (score.o, score.x),
            SeriesResult::X | SeriesResult::Draw => (score.x, score.o),
        };
        let line = self.winning_lines(result);
        let last = match result.reason {
            Reason::Line if !self.view.snapshot.rules.misere => {
                format!("{}.", line.strip_prefix("the ").unwrap_or(&line))
            }
            _ => self.game_ending(result),
        };
        Some(format!("{wins} to {losses}. Last game: {last}"))
    }

    pub(super) fn ending(&self, result: &GameResult) -> String {
        self.with_series_result(self.game_ending(result))
    }

    fn game_ending(&self, result: &GameResult) -> String {
        let loser = result.winner.map_or_else(String::new, |winner| self.subject(winner.other()));
        match result.reason {
            Reason::Line if self.view.snapshot.rules.misere => {
                let line = result.lines.first().map_or_else(String::new, |line| self.view.line_name(line));
                format!("{loser} completed {line}.")
            }
            Reason::Line => self.line_detail(result),
            Reason::Full => "The board is full.".to_owned(),
            Reason::Cancelled => {
                let why = self.why_cancelled(result, |mark| self.subject(mark));
                why.map_or_else(String::new, |why| why + ". ") + "It doesn't count."
            }
            reason @ (Reason::Resigned | Reason::Time | Reason::Left) => {
                format!("{loser} {}.", gave_up(reason).unwrap_or_default())
            }
        }
    }

    /// `Bob left before moving`; none if the game was not cancelled, or an older server stored it.
    fn why_cancelled(&self, result: &GameResult, name: impl Fn(Mark) -> String) -> Option<String> {
        let EndedBy { mark, cause } = result.ended_by.filter(|_| result.reason == Reason::Cancelled)?;
        let how = match cause {
            Cause::Resigned => "resigned",
            Cause::OutOfTime => "did not move in time",
            Cause::Left if self.view.has_moved(mark) => "left",
            Cause::Left => "left before moving",
            Cause::Disconnected => "lost the connection before moving",
        };
        Some(format!("{} {how}", name(mark)))
    }

    /// `Top row.`, `Two lines at once!`
    fn line_detail(&self, result: &GameResult) -> String {
        let lines = self.winning_lines(result);
        let end = if result.lines.len() > 1 { "!" } else { "." };
        capitalized(lines.strip_prefix("the ").unwrap_or(&lines)) + end
    }

    fn winning_lines(&self, result: &GameResult) -> String {
        match result.lines.as_slice() {
            [line] => self.view.line_name(line),
            lines => format!("{} lines at once", number_word(lines.len())),
        }
    }

    fn with_series_result(&self, ending: String) -> String {
        [ending].into_iter().chain(self.series_result()).collect::<Vec<_>>().join(" ")
    }

    /// Who won and how, in one line.
    pub(crate) fn result(&self) -> String {
        let Some(result) = &self.view.snapshot.result else { return String::new() };
        match (result.reason, result.winner) {
            (Reason::Line, Some(winner)) if !self.view.snapshot.rules.misere => {
                let end = if self.view.who(winner) == Who::You { '!' } else { '.' };
                let won = format!("{} won with {}{end}", self.subject(winner), self.winning_lines(result));
                self.with_series_result(won)
            }
            (Reason::Cancelled, _) => {
                let why = self.why_cancelled(result, |mark| self.object(mark));
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                format!("{}{why}. It doesn't count.", self.game_headline())
            }
            _ => format!("{} {}", as_sentence(self.game_headline()), self.ending(result)),
        }
    }

    pub(crate) fn score(&self) -> String {
        let score = self.view.snapshot.score;
        let [first, second] =
            self.view.marks().map(|mark| format!("{} {}", self.object(mark), score.of(mark)));
        let draws = if score.draws == 0 { "no draws".to_owned() } else { counted(score.draws, "draw") };
        format!("Score: {first}, {second}, {draws}.")
    }

    /// How the games of a match went, for the shell's screen.
    pub(crate) fn last_words(&self) -> Option<String> {
        let score = self.view.snapshot.score;
        let has_counted = score.x > 0 || score.o > 0 || score.draws > 0;
        let result = self.view.is_over().then(|| self.result());
        let words: Vec<_> = result.into_iter().chain(has_counted.then(|| self.score())).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// The viewer has played to the end against the computer at its best, which did not lose.
    pub(crate) fn is_unbeaten(&self) -> bool {
        let result = self.view.snapshot.result.as_ref();
        let result = result.filter(|result| matches!(result.reason, Reason::Line | Reason::Full));
        result.is_some_and(|result| self.view.you.is_some() && result.winner != self.view.you)
            && self.view.computer_level() == Some(Level::Perfect)
    }

    /// On the usual board it cannot be beaten.
    pub(crate) fn never_loses(&self) -> Option<String> {
        let is_known = self.is_unbeaten() && self.view.snapshot.rules == Rules::default();
        let is_drawn = self.view.snapshot.result.as_ref().is_some_and(|result| result.winner.is_none());
        let drawn = if is_drawn { ": a draw is the best there is. Well played!" } else { "." };
        is_known.then(|| format!("Perfect never loses on this board{drawn}"))
    }
}

/// How the loser ended a game early.
pub(super) const fn gave_up(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Resigned => Some("resigned"),
        Reason::Time => Some("ran out of time"),
        Reason::Left => Some("left"),
        Reason::Line | Reason::Full | Reason::Cancelled => None,
    }
}
