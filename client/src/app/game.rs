//! The match as it was last seen, and what the viewer has done in it.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientMessage, Move, NextGame};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::{Level, MatchId, Rules};

use super::change::{Change, changes};
use super::command::Square;
use super::notice::Declined;
use super::view::{Flaw, View};

/// A player to move is warned when this much of the time is left.
pub(super) const TIME_SHORT: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub(super) struct Game {
    pub(super) view: Option<View>,
    pub(super) seen_at: Option<Instant>,
    awaits: Option<AwaitSnapshot>,
    /// The position when the connection was lost. The server may come back with an earlier one, from a backup.
    before_loss: Option<Position>,
    asked_after: Option<u32>,
}

/// Nothing may be played: the answer has arrived, the snapshot that belongs to it has not.
#[derive(Debug, PartialEq, Eq)]
enum AwaitSnapshot {
    /// The next one must show another position.
    Past(Position),
    Any,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Position {
    match_id: MatchId,
    game: u32,
    ply: u32,
    takebacks: u32,
    is_over: bool,
}

impl Game {
    pub(super) fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(View::is_over)
    }

    /// Takes a snapshot in. Returns what has happened since the last one; none if it is older.
    pub(super) fn update(
        &mut self,
        now: Instant,
        snapshot: Snapshot,
        is_watch: bool,
    ) -> Result<Option<Vec<Change>>, Flaw> {
        let after = View::new(snapshot, is_watch)?;
        let is_old = self.view.as_ref().is_some_and(|before| is_older(&after, before));
        if is_old && self.before_loss.is_none() {
            return Ok(None);
        }
        if self.awaits.as_ref().is_some_and(|awaits| *awaits != AwaitSnapshot::Past(Position::of(&after))) {
            self.awaits = None;
        }
        let changes = changes(self.view.as_ref(), &after);
        self.view = Some(after);
        self.seen_at = Some(now);
        Ok(Some(changes))
    }

    pub(super) const fn awaits_snapshot(&self) -> bool {
        self.awaits.is_some()
    }

    pub(super) fn await_change(&mut self) {
        self.awaits = self.view.as_ref().map(|view| AwaitSnapshot::Past(Position::of(view)));
    }

    /// `follows`: a snapshot will explain what was sent, or why it is refused.
    pub(super) fn await_any(&mut self, follows: bool) {
        self.awaits = follows.then_some(AwaitSnapshot::Any);
    }

    pub(super) fn lose_connection(&mut self) {
        self.before_loss = self.view.as_ref().map(Position::of);
    }

    /// The connection is back. Returns the position before the loss.
    pub(super) fn resume(&mut self) -> Option<Position> {
        self.awaits = None;
        self.before_loss.take()
    }

    /// When the player to move has little time left: never if less than twice [`TIME_SHORT`] is left now.
    pub(super) fn time_short_at(&self, now: Instant) -> Option<Instant> {
        let view = self.view.as_ref()?;
        view.mover()?;
        let left = Duration::from_millis(view.snapshot.ms_left?);
        let until_short = left.checked_sub(TIME_SHORT).filter(|&time| time >= TIME_SHORT)?;
        now.checked_add(until_short)
    }

    /// `level`: of the computer, if it is to change.
    pub(super) fn ask_rematch(&mut self, level: Option<Level>) -> ClientMessage {
        self.asked_after = self.number();
        let level = level.filter(|_| {
            self.view.as_ref().and_then(View::computer_level).is_some_and(|current| Some(current) != level)
        });
        ClientMessage::Rematch(NextGame { game: self.asked_after, level })
    }

    pub(super) const fn forget_rematch(&mut self) {
        self.asked_after = None;
    }

    /// The viewer has asked for another game after the one that is over.
    pub(super) fn has_asked(&self, view: &View) -> bool {
        view.has_offered() || self.asked_after == Some(view.snapshot.game)
    }

    /// The message that plays a square. All that the client knows of the rules is what the snapshot lists.
    /// Where marks fall, numbers are columns.
    pub(super) fn play(view: &View, square: Square) -> Result<ClientMessage, Declined> {
        let Rules { columns, gravity, .. } = view.snapshot.rules;
        let cell = match square {
            Square::Number(column) if gravity => view
                .cell(Square::At { row: 1, column })
                .ok_or(Declined::NoSuchColumn { named: column, last: columns }),
            _ => view.cell(square).ok_or_else(|| no_such_square(view, square.to_string())),
        }?;
        let cell = view.landing(cell).ok_or(Declined::ColumnFull)?;
        let &Snapshot { ply, game, takebacks, ref legal, .. } = &view.snapshot;
        if legal.contains(&cell) {
            let (cell, ply, game, takebacks) = (cell.into(), Some(ply), Some(game), Some(takebacks));
            return Ok(ClientMessage::Move(Move { cell, ply, game, takebacks }));
        }
        Err(Declined::Taken)
    }

    pub(super) fn number(&self) -> Option<u32> {
        self.view.as_ref().map(|view| view.snapshot.game)
    }

    /// Resend an unanswered message if the new snapshot neither answers it nor made it obsolete. `seen` is the position
    /// before the loss.
    pub(super) fn resends(&self, message: &ClientMessage, seen: Option<&Position>) -> bool {
        if matches!(message, ClientMessage::Rename(_)) {
            return true;
        }
        let Some(view) = &self.view else { return false };
        let snapshot = &view.snapshot;
        let (is_same_game, is_over) = (|game| game == Some(snapshot.game), view.is_over());
        match message {
            ClientMessage::Move(played) => {
                let position = (Some(snapshot.ply), Some(snapshot.takebacks));
                let is_next = (played.ply, played.takebacks) == position && view.mover().is_some();
                is_same_game(played.game) && !is_over && is_next
            }
            // An agreement is not resent: it could be taken for one to another request.
            ClientMessage::TakeBack(asked) => asked.mark == view.you && seen == Some(&Position::of(view)),
            ClientMessage::Continue(asked) => is_same_game(asked.game) && snapshot.continuable,
            ClientMessage::Resign(resigned) => is_same_game(resigned.game) && !is_over,
            ClientMessage::Rematch(asked) => {
                is_same_game(asked.game) && is_over && snapshot.rematch.open && !view.has_offered()
            }
            ClientMessage::Hint(_) => seen == Some(&Position::of(view)),
            ClientMessage::Review(asked) => is_same_game(asked.game) && is_over,
            _ => false,
        }
    }
}

impl Position {
    fn of(view: &View) -> Self {
        let snapshot = &view.snapshot;
        Self {
            match_id: snapshot.match_id.clone(),
            game: snapshot.game,
            ply: snapshot.ply,
            takebacks: snapshot.takebacks,
            is_over: view.is_over(),
        }
    }
}

fn is_older(snapshot: &View, than: &View) -> bool {
    let (snapshot, than) = (&snapshot.snapshot, &than.snapshot);
    snapshot.match_id == than.match_id && snapshot.seq < than.seq
}

pub(crate) fn no_such_square(view: &View, named: String) -> Declined {
    let last = u8::try_from(view.cells().saturating_sub(1)).unwrap_or(u8::MAX);
    Declined::NoSuchSquare { named, first: view.label(0), last: view.label(last) }
}
