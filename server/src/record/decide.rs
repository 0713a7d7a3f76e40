//! The decisions on a match. Each reads a record and returns a new one.

use std::cmp::Ordering;
use std::time::Duration;

use thiserror::Error;
use tictactoe_engine::{Cell, Game, IllegalMove, Level, Mark, Outcome};

use super::seat::{COMPUTER_NAME, Holder, Person, Presence, Seat, SeatId, Seats};
use super::stage::{EndReason, Ending, Proposal, Stage};
use super::{NodeId, Record, Timestamp};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Changed(Box<Record>),
    Unchanged,
}

/// Why a decision was refused. The record stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("refused: {self:?}")]
pub enum Refusal {
    NotYourTurn,
    Taken,
    /// The mark would fall to this lower cell.
    Floating(Cell),
    NoSuchCell,
    Stale,
    Ahead,
    GameOver,
    GameOn,
    NoHints,
    NothingToTakeBack,
    OpponentPresent,
    OpponentLeft,
    Superseded,
    Left,
}

/// A game of the match, as it stood when its analysis was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedGame {
    pub game: Game,
    /// Its number in the match, from 1.
    pub number: u32,
}

/// How long a player may be absent before their own first move against a person. Then the game is cancelled.
pub const MAX_ABSENCE: Duration = Duration::from_secs(10);

/// A game of an arena that is given up before so many moves is cancelled.
const MIN_ARENA_PLIES: usize = 2;

impl Record {
    /// Plays a cell, given by its index in reading order. `ply` is the number of moves played before it; `None` for the
    /// current number. The same cell at the same ply by the same player is a resent move, however late, and is
    /// [`Decision::Unchanged`].
    pub fn play(
        &self,
        player: Seats,
        cell: usize,
        ply: Option<usize>,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let ply = ply.unwrap_or(self.game.ply());
        if self.has_played(player, cell, ply) {
            return Ok(Decision::Unchanged);
        }
        let turn = self.to_move().ok_or(Refusal::GameOver)?;
        must_be_current(ply, self.game.ply())?;
        if !player.include(turn) {
            return Err(Refusal::NotYourTurn);
        }
        let cell = self.game.rules().cell(cell).ok_or(Refusal::NoSuchCell)?;
        let mut next = self.next();
        next.game.play(cell)?;
        next.seats.get_mut(turn).has_moved = true;
        let next = match next.game.outcome() {
            None => next.running(now),
            Some(&Outcome::Win { mark, .. }) => {
                let by = next.seat_of(mark);
                next.over(Ending::Won { by, how: EndReason::Line })
            }
            Some(Outcome::Draw) => next.over(Ending::Drawn),
        };
        Ok(next.changed())
    }

    /// Takes back the last move of `of`, and the answer to it, if both players want it. Without `of`: the move of the
    /// open proposal, or else the player's own. The computer agrees at once, and so do two people at one keyboard. If
    /// `takebacks` is too low, the move was taken back before: [`Decision::Unchanged`].
    pub fn take_back(
        &self,
        player: Seats,
        of: Option<Mark>,
        takebacks: Option<u32>,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        if is_past(self.check_takebacks(takebacks))? {
            return Ok(Decision::Unchanged);
        }
        let turn = self.to_move().ok_or(Refusal::GameOver)?;
        let proposal = self.stage.proposal();
        let of = match (of, proposal, player) {
            (Some(mark), _, _) => self.seat_of(mark),
            (None, Proposal::By(seat), _) | (None, _, Seats::One(seat)) => seat,
            (None, _, Seats::Both) => turn.other(),
        };
        let undone = if turn == of { 2 } else { 1 };
        let ply = self.game.ply().checked_sub(undone).ok_or(Refusal::NothingToTakeBack)?;
        let is_agreed = match (proposal, player.include(of)) {
            // The player has not seen the newest proposal, or it is gone.
            (Proposal::By(seat), _) if seat != of => return Err(Refusal::Stale),
            (Proposal::None | Proposal::DeclinedBy(_), false) => return Err(Refusal::Stale),
            (Proposal::By(_), true) => return Ok(Decision::Unchanged),
            (Proposal::By(_), false) => true,
            (Proposal::None | Proposal::DeclinedBy(_), true) => !self.is_between_people(),
        };
        let mut next = self.next();
        if is_agreed {
            let kept = self.game.cells().iter().copied().take(ply);
            next.game = Game::replay(self.game.rules(), kept).map_err(|error| error.reason)?;
            next.takebacks += 1;
            next = next.running(now);
        } else {
            next.stage.set_proposal(Proposal::By(of));
        }
        Ok(next.changed())
    }

    /// Checks that a request was made after the newest takeback of the game; `None` passes.
    pub fn check_takebacks(&self, takebacks: Option<u32>) -> Result<(), Refusal> {
        must_be_current(takebacks.unwrap_or(self.takebacks), self.takebacks)
    }

    /// Checks that a request is about the current game of the match; `None` passes.
    pub fn check_game(&self, game: Option<u32>) -> Result<(), Refusal> {
        must_be_current(game.unwrap_or(self.game_number), self.game_number)
    }

    /// Resigns the game; in a hotseat match, for the player to move. Resigning again is [`Decision::Unchanged`].
    pub fn resign(&self, player: Seats) -> Result<Decision, Refusal> {
        match &self.stage {
            Stage::On { .. } => {
                let (seat, how) = (self.acting_seat(player), EndReason::Resigned);
                let won = Ending::Won { by: seat.other(), how };
                let ending = if self.arena.is_some() { self.ending_without(seat, how) } else { won };
                Ok(self.next().over(ending).changed())
            }
            Stage::Over { ending: Ending::Won { by, how: EndReason::Resigned }, .. }
                if player.include(by.other()) =>
            {
                Ok(Decision::Unchanged)
            }
            Stage::Over { ending: Ending::Cancelled { by, how: EndReason::Resigned }, .. }
                if player.include(*by) =>
            {
                Ok(Decision::Unchanged)
            }
            Stage::Over { .. } => Err(Refusal::GameOver),
        }
    }

    /// Offers another game after the one with this number (`None`: the current one). It begins, with the marks swapped,
    /// once the other player has offered it too; the computer always agrees, and from then on plays at `level`, if
    /// there is one. A repeated offer, or one after a game that has been followed by another, is
    /// [`Decision::Unchanged`].
    pub fn rematch(
        &self,
        player: Seats,
        after: Option<u32>,
        level: Option<Level>,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        if is_past(self.check_game(after))? {
            return Ok(Decision::Unchanged);
        }
        let Stage::Over { proposal, .. } = self.stage else { return Err(Refusal::GameOn) };
        let seat = player.person_seat();
        if self.has_left(seat) {
            return Err(Refusal::Left);
        }
        if self.has_left(seat.other()) {
            return Err(Refusal::OpponentLeft);
        }
        if proposal == Proposal::By(seat) {
            return Ok(Decision::Unchanged);
        }
        let is_agreed = proposal == Proposal::By(seat.other()) || !self.is_between_people();
        let mut next = self.next();
        if let (Holder::Computer(current), Some(level)) =
            (&mut next.seats.get_mut(seat.other()).holder, level)
        {
            *current = level;
        }
        if is_agreed {
            if self.series_result().is_some() {
                next.reset_score();
            }
            next = next.begin_game(self.x.other(), Game::new(self.game.rules()), now);
        } else {
            next.stage.set_proposal(Proposal::By(seat));
        }
        Ok(next.changed())
    }

    /// Continues from the current position against the computer at `level`, after the opponent has left the game with
    /// this number (`None`: the current one). Repeated, this is [`Decision::Unchanged`].
    pub fn continue_with_computer(
        &self,
        player: Seats,
        after: Option<u32>,
        level: Level,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        if is_past(self.check_game(after))? {
            return Ok(Decision::Unchanged);
        }
        let seat = player.person_seat();
        self.check_continuable(seat)?;
        let mut next = self.next();
        let (name, holder) = (COMPUTER_NAME.to_owned(), Holder::Computer(level));
        *next.seats.get_mut(seat.other()) = Seat { name, holder, wins: 0, has_moved: false };
        next.reset_score();
        Ok(next.begin_game(self.x, self.game.clone(), now).changed())
    }

    /// Checks that the player of `seat` may continue against the computer.
    pub(super) fn check_continuable(&self, seat: SeatId) -> Result<(), Refusal> {
        let has_left = self.person(seat).is_none_or(|person| person.presence == Presence::Left);
        match self.stage {
            Stage::On { .. } => Err(Refusal::GameOn),
            Stage::Over { .. } if has_left => Err(Refusal::Left),
            Stage::Over { .. } if !self.has_left(seat.other()) => Err(Refusal::OpponentPresent),
            Stage::Over { .. } if self.game.outcome().is_some() || self.arena.is_some() => {
                Err(Refusal::GameOver)
            }
            Stage::Over { .. } => Ok(()),
        }
    }

    /// Declines the other player's proposal, or withdraws the player's own. If there is none, this is
    /// [`Decision::Unchanged`].
    pub fn decline(&self, player: Seats, game: Option<u32>) -> Result<Decision, Refusal> {
        self.check_game(game)?;
        let seat = player.person_seat();
        let Proposal::By(proposer) = self.stage.proposal() else { return Ok(Decision::Unchanged) };
        let mut next = self.next();
        next.stage.set_proposal(if proposer == seat { Proposal::None } else { Proposal::DeclinedBy(seat) });
        Ok(next.changed())
    }

    /// Changes the player's name; in a hotseat match, the name of the player with this mark, or of the first player.
    pub fn rename(&self, player: Seats, mark: Option<Mark>, name: &str) -> Decision {
        let named = mark.map(|mark| self.seat_of(mark)).filter(|&seat| player.include(seat));
        let seat = named.unwrap_or(player.person_seat());
        if self.seats.get(seat).name == name {
            return Decision::Unchanged;
        }
        let mut next = self.next();
        name.clone_into(&mut next.seats.get_mut(seat).name);
        next.changed()
    }

    /// Leaves the match for good. This loses a running game, or cancels it if the player has never moved in the match.
    pub fn leave(&self, player: Seats) -> Decision {
        let seat = player.person_seat();
        if self.has_left(seat) {
            return Decision::Unchanged;
        }
        let mut next = match self.stage {
            Stage::On { .. } => {
                self.next().over(self.ending_without(self.acting_seat(player), EndReason::Left))
            }
            Stage::Over { .. } => self.next(),
        };
        next.stage.set_proposal(Proposal::None);
        if let Some(person) = next.person_mut(seat) {
            person.presence = Presence::Left;
        }
        next.changed()
    }

    /// Marks a player as online on `node`.
    pub fn connect(&self, player: Seats, node: NodeId, now: Timestamp) -> Result<Decision, Refusal> {
        if self.has_left(player.person_seat()) {
            return Err(Refusal::Left);
        }
        let is_new = |person: &Person| person.presence == Presence::Away || person.node != node;
        Ok(self.with_presence(player, is_new, Presence::Online, node, now))
    }

    /// Marks a player as away, whose last connection to `node` has ended. Its last frame arrived at `since`.
    pub fn disconnect(&self, player: Seats, node: NodeId, since: Timestamp) -> Decision {
        let is_online = |person: &Person| person.presence == Presence::Online && person.node == node;
        self.with_presence(player, is_online, Presence::Away, node, since)
    }

    fn with_presence(
        &self,
        player: Seats,
        changes: impl FnOnce(&Person) -> bool,
        presence: Presence,
        node: NodeId,
        since: Timestamp,
    ) -> Decision {
        let mut next = self.next();
        match next.person_mut(player.person_seat()) {
            Some(person) if changes(person) => {
                (person.presence, person.node, person.since) = (presence, node, since);
                next.changed()
            }
            _ => Decision::Unchanged,
        }
    }

    /// Ends the game if a player is out of time, or has been absent for [`MAX_ABSENCE`] before their own first move. A
    /// player who does not make the first move against a stranger in time counts as having left, so that the other one
    /// looks for a new opponent.
    pub fn expire(&self, now: Timestamp) -> Decision {
        let Some(ending) = self.expired(now) else { return Decision::Unchanged };
        let mut next = self.next().over(ending);
        if let Ending::Cancelled { by, how: EndReason::Time } = ending
            && self.owes_stranger_first_move(by)
            && let Some(person) = next.person_mut(by)
        {
            person.presence = Presence::Left;
        }
        next.changed()
    }

    /// Another person waits for this player's first move in the match. The player may not know of the match.
    pub fn owes_first_move(&self, seat: SeatId) -> bool {
        self.is_between_people() && !self.is_over() && !self.seats.get(seat).has_moved
    }

    /// The player has not moved yet in a match against someone from the public list or the queue.
    pub fn owes_stranger_first_move(&self, seat: SeatId) -> bool {
        self.first_move_time.is_some() && self.is_between_people() && !self.seats.get(seat).has_moved
    }

    /// The player who made no first move in a match between strangers, and why.
    pub const fn no_show(&self) -> Option<(SeatId, EndReason)> {
        match (self.first_move_time, &self.stage) {
            (Some(_), Stage::Over { ending: Ending::Cancelled { by, how }, .. }) => Some((*by, *how)),
            _ => None,
        }
    }

    /// When [`Record::expire`] ends the game, if nothing happens before.
    pub fn expires_at(&self) -> Option<Timestamp> {
        let absences = SeatId::BOTH.into_iter().filter_map(|seat| self.absence_ends(seat));
        absences.chain(self.deadline()).min()
    }

    /// How the game ends now, if it has expired.
    fn expired(&self, now: Timestamp) -> Option<Ending> {
        let turn = self.to_move()?;
        let expired_at = self.expires_at().filter(|&expires_at| expires_at <= now)?;
        if self.deadline() == Some(expired_at) {
            return Some(self.ending_without(turn, EndReason::Time));
        }
        let by = SeatId::BOTH.into_iter().find(|&seat| self.absence_ends(seat) == Some(expired_at))?;
        Some(Ending::Cancelled { by, how: EndReason::Disconnected })
    }

    /// When the absence of a player cancels the game.
    pub(super) fn absence_ends(&self, seat: SeatId) -> Option<Timestamp> {
        let person = self.person(seat).filter(|person| person.presence == Presence::Away)?;
        self.owes_first_move(seat).then(|| person.since.after(MAX_ABSENCE))
    }

    pub(super) fn begin_game(self, x: SeatId, game: Game, now: Timestamp) -> Self {
        Self { game_number: self.game_number + 1, takebacks: 0, x, game, ..self }.running(now)
    }

    fn reset_score(&mut self) {
        (self.seats.host.wins, self.seats.guest.wins, self.draws) = (0, 0, 0);
    }

    /// The game for a hint. `game` is its number; `None` for the current one.
    pub fn hint(&self, player: Seats, game: Option<u32>) -> Result<NumberedGame, Refusal> {
        self.check_game(game)?;
        let turn = self.to_move().ok_or(Refusal::GameOver)?;
        if !matches!(self.seat(player.person_seat().other()).holder, Holder::Computer(_)) {
            return Err(Refusal::NoHints);
        }
        if !player.include(turn) {
            return Err(Refusal::NotYourTurn);
        }
        Ok(self.numbered_game())
    }

    /// The game for a review. `game` is its number; `None` for the current one.
    pub fn review(&self, game: Option<u32>) -> Result<NumberedGame, Refusal> {
        self.check_game(game)?;
        if self.is_over() { Ok(self.numbered_game()) } else { Err(Refusal::GameOn) }
    }

    fn numbered_game(&self) -> NumberedGame {
        NumberedGame { game: self.game.clone(), number: self.game_number }
    }
    /// A copy to change, with the next sequence number.
    pub(super) fn next(&self) -> Self {
        Self { seq: self.seq + 1, ..self.clone() }
    }

    fn changed(self) -> Decision {
        Decision::Changed(Box::new(self))
    }

    /// The seat for which a player acts: the only one, or the one to move.
    fn acting_seat(&self, player: Seats) -> SeatId {
        match player {
            Seats::One(seat) => seat,
            Seats::Both => self.to_move().unwrap_or(SeatId::Host),
        }
    }

    fn has_played(&self, player: Seats, cell: usize, ply: usize) -> bool {
        let cell_at_ply = self.game.cells().get(ply).map(|cell| cell.index());
        let mover = if ply.is_multiple_of(2) { self.x } else { self.x.other() };
        cell_at_ply == Some(cell) && player.include(mover)
    }

    /// The time of a player for the next move. The computer has no clock, because it is as fast as the server is.
    pub(super) fn time_for(&self, seat: SeatId) -> Option<Duration> {
        match self.seats.get(seat).holder {
            Holder::Person(_) | Holder::Hotseat => {
                let first = self.first_move_time.filter(|_| self.owes_stranger_first_move(seat));
                first.into_iter().chain(self.move_time).min()
            }
            Holder::Computer(_) => None,
        }
    }

    /// How the game ends if the player of `seat` stops playing. In an arena it gives points once both have moved.
    fn ending_without(&self, seat: SeatId, how: EndReason) -> Ending {
        let is_short = self.arena.is_some() && self.game.ply() < MIN_ARENA_PLIES;
        if self.seats.get(seat).has_moved && !is_short {
            Ending::Won { by: seat.other(), how }
        } else {
            Ending::Cancelled { by: seat, how }
        }
    }

    /// Restarts the clock of the player to move, and drops a proposal about an earlier position.
    fn running(self, now: Timestamp) -> Self {
        let turn = self.game.to_move().map(|mark| self.seat_of(mark));
        let deadline = turn.and_then(|turn| self.time_for(turn)).map(|time| now.after(time));
        Self { stage: Stage::On { deadline, proposal: Proposal::None }, ..self }
    }

    fn over(mut self, ending: Ending) -> Self {
        match ending {
            Ending::Won { by, .. } => self.seats.get_mut(by).wins += 1,
            Ending::Drawn => self.draws += 1,
            Ending::Cancelled { .. } => {}
        }
        self.stage = Stage::Over { ending, proposal: Proposal::None };
        self
    }

    const fn person_mut(&mut self, seat: SeatId) -> Option<&mut Person> {
        match &mut self.seats.get_mut(seat).holder {
            Holder::Person(person) => Some(person),
            Holder::Computer(_) | Holder::Hotseat => None,
        }
    }
}

fn must_be_current<T: Ord + Copy>(named: T, current: T) -> Result<(), Refusal> {
    match named.cmp(&current) {
        Ordering::Less => Err(Refusal::Stale),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(Refusal::Ahead),
    }
}

/// True if the request is about an earlier state; it then changes nothing.
fn is_past(checked: Result<(), Refusal>) -> Result<bool, Refusal> {
    match checked {
        Err(Refusal::Stale) => Ok(true),
        checked => checked.map(|()| false),
    }
}

impl From<IllegalMove> for Refusal {
    fn from(illegal: IllegalMove) -> Self {
        match illegal {
            IllegalMove::NoSuchCell => Self::NoSuchCell,
            IllegalMove::Taken => Self::Taken,
            IllegalMove::Floating { lowest } => Self::Floating(lowest),
            IllegalMove::GameOver => Self::GameOver,
        }
    }
}
