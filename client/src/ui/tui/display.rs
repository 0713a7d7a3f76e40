//! What the terminal can show and what its user wants.

pub(crate) use crate::app::view::Numbers;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) colour: bool,
    /// Whether only ASCII is shown.
    pub(crate) ascii: bool,
    pub(crate) numbers: Numbers,
    /// Whether the mouse is listened to.
    pub(crate) mouse: bool,
}
