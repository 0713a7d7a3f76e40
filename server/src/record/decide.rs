//! What may happen to a match. Each decision is asked of a record and leaves it as it was.

use std::cmp::Ordering;

use tictactoe_engine::{Game, IllegalMove, Outcome};

use super::refusal::Refusal;
use super::seat::{BySeat, Holder, Person, Presence, SeatId};
use super::stage::{Ending, How, Stage};
use super::{Moment, Record};

/// What a decision that was not refused comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The match is now this.
    Changed(Box<Record>),
    /// It was so already.
    Unchanged,
}

impl Record {
    /// Plays a cell (its index in reading order). `ply` is how many moves the player had seen; without it
    /// the present number is meant. The same cell at the same ply by the same seat again is
    /// [`Decision::Unchanged`]: a resend, however late.
    ///
    /// # Errors
    /// [`Refusal::GameOver`]; then [`Refusal::Stale`] and [`Refusal::Ahead`] for another ply than the present
    /// one; then [`Refusal::NotYourTurn`], [`Refusal::NoSuchCell`], [`Refusal::Taken`].
    pub fn play(
        &self,
        seat: SeatId,
        cell: usize,
        ply: Option<usize>,
        now: Moment,
    ) -> Result<Decision, Refusal> {
        let ply = ply.unwrap_or(self.game.ply());
        if self.has_played(seat, cell, ply) {
            return Ok(Decision::Unchanged);
        }
        let turn = self.to_move().ok_or(Refusal::GameOver)?;
        must_be_at(ply, self.game.ply())?;
        if turn != seat {
            return Err(Refusal::NotYourTurn);
        }
        let cell = self.game.rules().cell(cell).ok_or(Refusal::NoSuchCell)?;
        let mut next = self.next();
        next.game.play(cell)?;
        next.seats.get_mut(seat).has_moved = true;
        next.stage = next.stage_after_move(seat, now);
        next.count();
        Ok(next.changed())
    }

    /// Makes sure that a player who speaks of a game of the series means the present one; `None` does.
    ///
    /// # Errors
    /// [`Refusal::Stale`] for an earlier game, [`Refusal::Ahead`] for a later one.
    pub fn must_be_in(&self, game: Option<u32>) -> Result<(), Refusal> {
        must_be_at(game.unwrap_or(self.game_number), self.game_number)
    }

    /// Gives the game up. Having resigned it already is [`Decision::Unchanged`].
    ///
    /// # Errors
    /// [`Refusal::GameOver`].
    pub fn resign(&self, seat: SeatId) -> Result<Decision, Refusal> {
        let resigned = Ending::Won { by: seat.other(), how: How::Resigned };
        match &self.stage {
            Stage::On { .. } => Ok(self.next().over(resigned).changed()),
            Stage::Over { ending, .. } if *ending == resigned => Ok(Decision::Unchanged),
            Stage::Over { .. } => Err(Refusal::GameOver),
        }
    }

    /// Asks for another game after the one with this number (`None`: the present one), and begins it, with the
    /// marks swapped, if the other player has asked too. The computer always agrees. To have asked already, or
    /// for a game that has begun since, is [`Decision::Unchanged`].
    ///
    /// # Errors
    /// [`Refusal::Ahead`], [`Refusal::GameOn`], [`Refusal::Left`], [`Refusal::OpponentLeft`].
    pub fn rematch(&self, seat: SeatId, after: Option<u32>, now: Moment) -> Result<Decision, Refusal> {
        match self.must_be_in(after) {
            Err(Refusal::Stale) => return Ok(Decision::Unchanged),
            checked => checked?,
        }
        let Stage::Over { offers, .. } = &self.stage else { return Err(Refusal::GameOn) };
        if self.has_left(seat) {
            return Err(Refusal::Left);
        }
        if self.has_left(seat.other()) {
            return Err(Refusal::OpponentLeft);
        }
        if *offers.get(seat) {
            return Ok(Decision::Unchanged);
        }
        let agreed = *offers.get(seat.other()) || self.person(seat.other()).is_none();
        let mut next = self.next();
        if agreed {
            next.begin_game(self.x.other(), now);
        } else if let Stage::Over { offers, .. } = &mut next.stage {
            *offers.get_mut(seat) = true;
        }
        Ok(next.changed())
    }

    /// Gives the seat up for good. A game that is on is lost by it, or called off when the player has never
    /// moved in the match.
    #[must_use]
    pub fn leave(&self, seat: SeatId) -> Decision {
        if self.has_left(seat) {
            return Decision::Unchanged;
        }
        let mut next = match self.stage {
            Stage::On { .. } => self.next().over(self.ending_without(seat, How::Left)),
            Stage::Over { .. } => self.next(),
        };
        if let Stage::Over { offers, .. } = &mut next.stage {
            *offers = BySeat::default();
        }
        next.set_presence(seat, Presence::Left);
        next.changed()
    }

    /// A person has come on a new connection. The new number of their connection is in the record that this
    /// returns; an older connection of the seat is no longer the one that counts.
    ///
    /// # Errors
    /// [`Refusal::Left`] when the person has given the seat up.
    pub fn arrive(&self, seat: SeatId, now: Moment) -> Result<Self, Refusal> {
        if self.has_left(seat) {
            return Err(Refusal::Left);
        }
        let mut next = self.next();
        if let Some(person) = next.person_mut(seat) {
            person.connection += 1;
            person.since = now;
            person.presence = Presence::Here;
        }
        Ok(next)
    }

    /// The connection with this number has ended. Unless a newer one has come, the person is away.
    #[must_use]
    pub fn depart(&self, seat: SeatId, connection: u32, now: Moment) -> Decision {
        match self.person(seat) {
            Some(person) if person.connection == connection && person.presence == Presence::Here => {
                let mut next = self.next();
                next.set_presence(seat, Presence::Away);
                if let Some(person) = next.person_mut(seat) {
                    person.since = now;
                }
                next.changed()
            }
            _ => Decision::Unchanged,
        }
    }

    /// Ends the game if the move time has run out: the seat to move loses, or the game is called off when
    /// that player has never moved in the match.
    #[must_use]
    pub fn expire(&self, now: Moment) -> Decision {
        match (self.deadline(), self.to_move()) {
            (Some(deadline), Some(seat)) if now >= deadline => {
                self.next().over(self.ending_without(seat, How::Time)).changed()
            }
            _ => Decision::Unchanged,
        }
    }

    /// Begins the next game of the series.
    pub(super) fn begin_game(&mut self, x: SeatId, now: Moment) {
        self.game_number += 1;
        self.x = x;
        self.game = Game::new(self.game.rules());
        self.stage = Stage::On { deadline: self.deadline_for(x, now) };
    }

    /// A copy to change, one step further.
    fn next(&self) -> Self {
        Self { seq: self.seq + 1, ..self.clone() }
    }

    fn changed(self) -> Decision {
        Decision::Changed(Box::new(self))
    }

    fn has_played(&self, seat: SeatId, cell: usize, ply: usize) -> bool {
        let played = self.game.cells().get(ply).map(|played| played.index());
        let mover = if ply.is_multiple_of(2) { self.x } else { self.x.other() };
        played == Some(cell) && mover == seat
    }

    fn stage_after_move(&self, mover: SeatId, now: Moment) -> Stage {
        let ending = match self.game.outcome() {
            None => return Stage::On { deadline: self.deadline_for(mover.other(), now) },
            Some(Outcome::Win { .. }) => Ending::Won { by: mover, how: How::Line },
            Some(Outcome::Draw) => Ending::Drawn,
        };
        Stage::Over { ending, offers: BySeat::default() }
    }

    /// The computer has no clock: it is as quick as the server is.
    fn deadline_for(&self, seat: SeatId, now: Moment) -> Option<Moment> {
        self.person(seat)?;
        Some(now.after(self.move_time?))
    }

    /// How the game ends when `seat` is no longer there to play it.
    fn ending_without(&self, seat: SeatId, how: How) -> Ending {
        if self.seats.get(seat).has_moved { Ending::Won { by: seat.other(), how } } else { Ending::CalledOff }
    }

    fn over(mut self, ending: Ending) -> Self {
        self.stage = Stage::Over { ending, offers: BySeat::default() };
        self.count();
        self
    }

    /// Adds a game that has just ended to the score.
    fn count(&mut self) {
        match self.stage {
            Stage::Over { ending: Ending::Won { by, .. }, .. } => self.seats.get_mut(by).wins += 1,
            Stage::Over { ending: Ending::Drawn, .. } => self.draws += 1,
            Stage::Over { ending: Ending::CalledOff, .. } | Stage::On { .. } => {}
        }
    }

    const fn person_mut(&mut self, seat: SeatId) -> Option<&mut Person> {
        match &mut self.seats.get_mut(seat).holder {
            Holder::Person(person) => Some(person),
            Holder::Computer(_) => None,
        }
    }

    const fn set_presence(&mut self, seat: SeatId, presence: Presence) {
        if let Some(person) = self.person_mut(seat) {
            person.presence = presence;
        }
    }
}

/// What was said must be about the present.
fn must_be_at<T: Ord + Copy>(said: T, present: T) -> Result<(), Refusal> {
    match said.cmp(&present) {
        Ordering::Less => Err(Refusal::Stale),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(Refusal::Ahead),
    }
}

impl From<IllegalMove> for Refusal {
    fn from(illegal: IllegalMove) -> Self {
        match illegal {
            IllegalMove::NoSuchCell => Self::NoSuchCell,
            IllegalMove::Taken => Self::Taken,
            IllegalMove::GameOver => Self::GameOver,
        }
    }
}
