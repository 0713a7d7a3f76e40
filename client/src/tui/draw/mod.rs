//! A scene becomes characters, and a place on the screen what is shown there.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::scene::{Hit, Scene};

/// Draws a scene over the whole frame.
pub fn draw(scene: &Scene, frame: &mut Frame) {
    let _ = (scene, frame);
}

/// What a click at this place means.
#[must_use]
pub fn hit(scene: &Scene, area: Rect, at: Position) -> Option<Hit> {
    let _ = (scene, area, at);
    None
}
