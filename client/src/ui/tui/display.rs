//! How the full-screen face is to look: what its terminal can show and what its user wants.

pub(crate) use crate::app::view::Numbers;

/// What the terminal can show and what its user wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    /// Whether colours are shown. Nothing is said by colour alone.
    pub(crate) colour: bool,
    /// Whether only ASCII is shown.
    pub(crate) ascii: bool,
    /// How the squares of a small board are numbered at the beginning. What to draw in a cell is `View::label`'s to
    /// say, which follows it.
    pub(crate) numbers: Numbers,
    /// Whether the mouse is listened to at the beginning.
    pub(crate) mouse: bool,
}
