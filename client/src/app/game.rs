//! The match as it was last seen.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientMessage, Move};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::Rules;

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
}

impl Game {
    pub(super) fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(View::is_over)
    }

    /// Takes a snapshot in. Returns what has happened since the last one; none if it is older, which `may_be_older` allows.
    pub(super) fn update(
        &mut self,
        now: Instant,
        snapshot: Snapshot,
        is_watch: bool,
        may_be_older: bool,
    ) -> Result<Option<Vec<Change>>, Flaw> {
        let after = View::new(snapshot, is_watch)?;
        let is_old = self.view.as_ref().is_some_and(|before| is_older(&after, before));
        if is_old && !may_be_older {
            return Ok(None);
        }
        let changes = changes(self.view.as_ref(), &after);
        self.view = Some(after);
        self.seen_at = Some(now);
        Ok(Some(changes))
    }

    /// When the player to move has little time left: never if less than twice [`TIME_SHORT`] is left now.
    pub(super) fn time_short_at(&self, now: Instant) -> Option<Instant> {
        let view = self.view.as_ref()?;
        view.mover()?;
        let left = Duration::from_millis(view.snapshot.ms_left?);
        let until_short = left.checked_sub(TIME_SHORT).filter(|&time| time >= TIME_SHORT)?;
        now.checked_add(until_short)
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
}

fn is_older(snapshot: &View, than: &View) -> bool {
    let (snapshot, than) = (&snapshot.snapshot, &than.snapshot);
    snapshot.match_id == than.match_id && snapshot.seq < than.seq
}

pub(crate) fn no_such_square(view: &View, named: String) -> Declined {
    let last = u8::try_from(view.cells().saturating_sub(1)).unwrap_or(u8::MAX);
    Declined::NoSuchSquare { named, first: view.label(0), last: view.label(last) }
}
