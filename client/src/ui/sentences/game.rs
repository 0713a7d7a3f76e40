//! A game: its players, turns and moves, how it ended and what follows.

use tictactoe_protocol::server::Reacted;
use tictactoe_protocol::snapshot::{
    Cause, EndedBy, GameResult, Player, PlayerKind, Presence, Reason, Series, SeriesResult,
};
use tictactoe_protocol::values::{Level, Mark, Reaction, Rules};

use super::{as_sentence, counted, cut, seconds};
use crate::app::change::{Change, OfferStep};
use crate::app::view::{Offer, View, Who, number_word};
use crate::games;
use crate::sanitize::sanitize;

/// On boards with more cells nothing is proven.
const PROVEN_CELLS: usize = 36;

/// With what the reader answers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Answer {
    Keys,
    Words,
}

/// The sentences about a game. For spectators and hotseat players both players have names; there is no "you".
pub(crate) struct GameSentences<'a> {
    pub(crate) view: &'a View,
    /// The most columns of a name, so that it does not push out what is said about the player.
    pub(crate) max_name_width: usize,
}

impl<'a> GameSentences<'a> {
    pub(crate) const fn new(view: &'a View) -> Self {
        Self { view, max_name_width: usize::MAX }
    }

    fn began(&self) -> String {
        let snapshot = &self.view.snapshot;
        let introduced = |mark, name: &str| {
            let Player { kind, level, .. } = self.view.player(mark);
            labelled(*kind, level.map(|level| level_name(level, snapshot.rules)), name)
        };
        let [x, o] = [Mark::X, Mark::O].map(|mark| introduced(mark, &self.object(mark)));
        let players = match self.view.you {
            Some(Mark::X) => format!("You are X, {o} is O."),
            Some(Mark::O) => format!("You are O, {x} is X."),
            None => format!("{} is X, {o} is O.", introduced(Mark::X, &self.name(Mark::X))),
        };
        let how_to_leave = if self.view.is_spectator { " You are watching. Type quit to leave." } else { "" };
        let board = match snapshot.rules {
            rules if rules == Rules::default() => String::new(),
            rules => format!(" The game is {}.", games::describe(rules)),
        };
        let id = sanitize(&snapshot.match_id.0);
        let game =
            self.series().map_or_else(|| format!("Game {} of", snapshot.game), |game| format!("{game} in"));
        format!("{game} match {id}. {players}{board}{how_to_leave}")
    }

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

    /// What another game is called.
    pub(crate) fn next_game(&self) -> &'static str {
        match self.view.snapshot.series.filter(|_| self.series().is_some()) {
            None if self.view.is_in_arena() => "next game",
            None => "rematch",
            Some(Series { result: None, .. }) => "next game",
            Some(_) => "new series",
        }
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

    /// Whose turn it is, and for the player to move here what can be typed.
    pub(crate) fn turn(&self) -> String {
        let (headline, ms_left) = (as_sentence(self.headline()), self.view.snapshot.ms_left);
        let time = ms_left.map_or_else(String::new, |ms| format!(" {} s to move.", seconds(ms)));
        let Some(mark) = self.view.mover() else { return headline + &time };
        let you = if self.view.you.is_some() { format!(" You are {mark}.") } else { String::new() };
        let square = match (self.view.snapshot.rules.gravity, self.view.is_numbered()) {
            (true, _) => "the number of a column",
            (false, true) => "the number of a square",
            (false, false) => "a square like b2",
        };
        format!("{headline}{you}{time} Type {square}, or help.")
    }

    pub(crate) fn away(&self, mark: Mark) -> String {
        match self.view.snapshot.ms_left.filter(|_| self.view.snapshot.turn == Some(mark)) {
            Some(ms) => {
                format!("{} lost the connection and has {} s to return.", self.name(mark), seconds(ms))
            }
            None => self.change(Change::Away(mark)),
        }
    }

    /// A move, without a full stop.
    pub(super) fn played(&self, mark: Mark, cell: u8) -> String {
        format!("{} played {}", self.subject(mark), self.view.square_name(cell))
    }

    pub(crate) fn change(&self, change: Change) -> String {
        match change {
            Change::Began => self.began(),
            Change::Moved { mark, cell } => format!("{}.", self.played(mark, cell)),
            Change::TakenBack { ply } => {
                let mover = self.view.after(ply).snapshot.turn;
                mover.map_or_else(String::new, |mark| format!("{} took back a move.", self.subject(mark)))
            }
            Change::Away(mark) => format!("{} lost the connection.", self.name(mark)),
            Change::Back(mark) => format!("{} is back.", self.name(mark)),
            Change::Left { mark, .. } => self.left(mark),
            Change::Offer { offer, step, by } => {
                let player = self.subject(by);
                match (step, offer) {
                    (OfferStep::Asked, offer) => self.offered(offer, by, None),
                    (OfferStep::Declined, Offer::Rematch) => format!("{player} declined the rematch."),
                    (OfferStep::Declined, Offer::Takeback) => format!("{player} declined the takeback."),
                    (OfferStep::Withdrawn, Offer::Rematch) => format!("{player} withdrew the rematch offer."),
                    (OfferStep::Withdrawn, Offer::Takeback) => {
                        format!("{player} withdrew the takeback request.")
                    }
                }
            }
            Change::Turn => self.turn(),
            Change::Over => self.result(),
        }
    }

    fn left(&self, mark: Mark) -> String {
        format!("{} has left.", self.name(mark))
    }

    /// Who wants a takeback or a rematch as long as the request stands, or who has left. `has_asked`: the viewer has sent
    /// an offer of a rematch that the snapshot does not have yet.
    pub(crate) fn offer(&self, has_asked: bool, answer: Option<Answer>) -> Option<String> {
        let (view, rematch) = (self.view, &self.view.snapshot.rematch);
        if let Some(mark) = view.takeback_asked_by() {
            return Some(self.offered(Offer::Takeback, mark, answer));
        }
        let is_other = |mark: &Mark| view.who(*mark) != Who::You;
        if !rematch.open {
            let reason = view.snapshot.result.as_ref()?.reason;
            let has_left = |mark: &Mark| view.player(*mark).presence == Presence::Left;
            let gone = view.marks().into_iter().filter(is_other).find(has_left)?;
            return (!matches!(reason, Reason::Left | Reason::Cancelled)).then(|| self.left(gone));
        }
        if has_asked || view.has_offered() {
            return view.marks().first().map(|&you| self.offered(Offer::Rematch, you, None));
        }
        let offer = rematch.offers.iter().find(|mark| is_other(mark))?;
        Some(self.offered(Offer::Rematch, *offer, answer))
    }

    pub(crate) fn offered(&self, offer: Offer, mark: Mark, answer: Option<Answer>) -> String {
        let next = self.next_game();
        let wants_next = match next {
            "next game" => "to play the next game".to_owned(),
            again => format!("a {again}"),
        };
        let (offered, wants, key, word) = match offer {
            Offer::Rematch => (format!("{} offered", capitalized(next)), wants_next, 'r', "rematch"),
            Offer::Takeback => {
                ("Takeback requested".to_owned(), "to take back a move".to_owned(), 'u', "takeback")
            }
        };
        let how = match answer.filter(|_| self.view.who(mark) == Who::Them) {
            Some(Answer::Keys) => format!(" Press {key} to accept, d to decline."),
            Some(Answer::Words) => format!(" Type {word} to accept, or decline."),
            None => String::new(),
        };
        match self.view.who(mark) {
            Who::You => format!("{offered}. Waiting for {}...", self.object(mark.other())),
            Who::Them | Who::Other(_) => format!("{} wants {wants}.{how}", self.name(mark)),
        }
    }

    pub(crate) fn reaction(&self, Reacted { mark, reaction }: Reacted) -> String {
        format!("{}: {}", self.subject(mark), reaction_words(reaction))
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

    /// A player at the beginning of a sentence.
    pub(crate) fn name(&self, mark: Mark) -> String {
        let name = self.view.name(mark);
        if self.view.player(mark).kind == PlayerKind::Computer {
            name
        } else {
            cut(&name, self.max_name_width)
        }
    }

    pub(crate) fn subject(&self, mark: Mark) -> String {
        if self.view.who(mark) == Who::You { "You".to_owned() } else { self.name(mark) }
    }

    /// `your`, `Bob's`
    pub(super) fn possessive(&self, mark: Mark) -> String {
        if self.view.who(mark) == Who::You { "your".to_owned() } else { self.object(mark) + "'s" }
    }

    /// A player within a sentence.
    pub(super) fn object(&self, mark: Mark) -> String {
        match (self.view.who(mark), self.view.player(mark).kind) {
            (Who::You, _) => "you".to_owned(),
            (_, PlayerKind::Computer) => "the computer".to_owned(),
            (Who::Them | Who::Other(_), _) => self.name(mark),
        }
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
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

/// The top level, where nothing is proven, is only the best that there is.
pub(crate) fn level_name(level: Level, rules: Rules) -> String {
    let is_proven = usize::from(rules.columns) * usize::from(rules.rows) <= PROVEN_CELLS;
    if level == Level::Perfect && !is_proven { "best".to_owned() } else { level.to_string() }
}

/// A player, and what plays: a bot, or the computer at a level.
pub(crate) fn labelled(kind: PlayerKind, level: Option<String>, name: &str) -> String {
    match (kind, level) {
        (PlayerKind::Bot, _) => format!("{name} (bot)"),
        (_, Some(level)) => format!("{name} ({level})"),
        _ => name.to_owned(),
    }
}

/// What a player says with a reaction.
pub(crate) const fn reaction_words(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Hello => "Hello!",
        Reaction::NiceMove => "Nice move!",
        Reaction::Oops => "Oops!",
        Reaction::Thinking => "Thinking...",
        Reaction::Thanks => "Thanks!",
        Reaction::GoodGame => "Good game!",
    }
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn one_of(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_list_comes_after_an_or() {
        for (words, list) in [("", ""), ("a", "a"), ("a b", "a or b"), ("a b c", "a, b or c")] {
            let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            assert_eq!(one_of(&words), list);
        }
    }
}
