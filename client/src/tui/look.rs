//! How the full-screen face is to look: what its terminal can show and what its user wants.

/// What the terminal can show and what its user wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether colours are shown. Nothing is said by colour alone.
    pub colour: bool,
    /// Whether only ASCII is shown.
    pub ascii: bool,
    /// Which digit plays which square of a small board.
    pub numbers: Numbers,
    /// Whether the mouse is listened to at the beginning.
    pub mouse: bool,
}

/// Which digit plays which square of a board of up to nine squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Numbers {
    /// In reading order: 1 is at the top on the left.
    #[default]
    Reading,
    /// As on the keypad of a keyboard: 7 is at the top on the left. It is for boards of three rows of three; others
    /// are numbered in reading order all the same.
    Numpad,
}
