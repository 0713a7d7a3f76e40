//! A hint, and how much of it is shown: first one square, then the others that are as good.

use tictactoe_protocol::analysis::{ForcedWin, Hint};

use crate::app::view::View;
use crate::ui::sentences::{GameSentences, worth_showing};

#[derive(Debug)]
pub(super) struct ShownHint {
    hint: Hint,
    marked: Vec<u8>,
    /// Where every square is as good, one is enough.
    is_every: bool,
}

impl ShownHint {
    pub(super) fn new(view: &View, hint: Hint) -> Self {
        let sentences = GameSentences::new(view);
        let is_every = sentences.is_every_square(&hint);
        let first =
            if is_every { Some(sentences.square_to_name(&hint)) } else { hint.cells.first().copied() };
        Self { hint, marked: first.into_iter().collect(), is_every }
    }

    pub(super) fn is_for(&self, view: &View) -> bool {
        (self.hint.game, self.hint.ply) == (view.snapshot.game, view.snapshot.ply) && !view.is_over()
    }

    pub(super) fn marked(&self) -> &[u8] {
        &self.marked
    }

    pub(super) fn show_others(&mut self) {
        self.marked.clone_from(&self.hint.cells);
    }

    pub(super) fn sentence(&self, view: &View) -> String {
        let cells = if self.is_every { &self.hint.cells } else { &self.marked };
        let said = GameSentences::new(view).hint(&Hint { cells: cells.clone(), ..self.hint.clone() }, true);
        match self.others() {
            0 => said,
            others => format!("{said} Press H for {others} more."),
        }
    }

    pub(super) fn forced_win(&self) -> Option<&ForcedWin> {
        worth_showing(self.hint.forced_win.as_ref())
    }

    /// How many squares are not shown yet.
    pub(super) const fn others(&self) -> usize {
        if self.is_every { 0 } else { self.hint.cells.len().saturating_sub(self.marked.len()) }
    }
}
