//! A game: its players, turns and moves, and what follows it.

use tictactoe_protocol::server::Reacted;
use tictactoe_protocol::snapshot::{Player, PlayerKind, Presence, Reason, Series};
use tictactoe_protocol::values::{Level, Mark, Reaction, Rules};

use super::{as_sentence, capitalized, cut, seconds};
use crate::app::change::{Change, OfferStep};
use crate::app::view::{Offer, View, Who};
use crate::named_games;
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
            rules => format!(" The game is {}.", named_games::describe(rules)),
        };
        let id = sanitize(&snapshot.match_id.0);
        let game =
            self.series().map_or_else(|| format!("Game {} of", snapshot.game), |game| format!("{game} in"));
        format!("{game} match {id}. {players}{board}{how_to_leave}")
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
                    (OfferStep::Declined, Offer::Rematch) => {
                        format!("{player} declined the {}.", self.next_game())
                    }
                    (OfferStep::Declined, Offer::Takeback) => format!("{player} declined the takeback."),
                    (OfferStep::Withdrawn, Offer::Rematch) => format!("{player} withdrew the offer."),
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
