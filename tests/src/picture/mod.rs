//! The picture in the README: two people play at two real terminals, and what was to be seen there becomes a picture
//! that moves.
//!
//! Modules in reading order:
//! * [`game`]: who types what, and when.
//! * [`metronome`]: the time, and how fast people are.
//! * [`window`]: a shell in a terminal on a machine of its own, and a camera before it.
//! * [`film`]: what was seen, and when.
//! * [`svg`]: films side by side, as a picture that moves.

pub mod film;
pub mod game;
pub mod metronome;
pub mod svg;
pub mod window;

use self::game::Recording;

/// What those hear who do not see it.
const DESCRIPTION: &str = "Ann starts tictactoe in a terminal and waits for an opponent. Bob starts it on another machine, \
     without an address, and they play at once. Ann wins, and Bob asks for a rematch.";

/// Makes the picture of a recording.
pub fn picture(recording: &Recording) -> String {
    svg::draw(&[&recording.ann, &recording.bob], DESCRIPTION)
}
