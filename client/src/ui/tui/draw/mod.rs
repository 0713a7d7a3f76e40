//! Draws a scene, and maps clicks to actions.
//!
//! * `layout`: how a screen is divided, by its size.
//! * `header_footer`: header, status line and footer.
//! * `match_screen`: the `board` on a `grid` with large `marks`, and what stands beside it in `match_texts`.
//! * `pages`: the screens without a board.
//! * `overlay`: what lies over the screen: help, invitation, questions.
//! * `canvas`, `text_width`, `theme`: characters, widths and looks.

mod board;
mod canvas;
mod grid;
mod header_footer;
mod layout;
mod marks;
mod match_screen;
mod match_texts;
mod overlay;
mod pages;
#[cfg(test)]
mod tests;
mod text_width;
mod theme;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use self::canvas::Canvas;
use self::layout::Breakpoint;
use self::theme::Ink;
use super::scene::{Hit, Scene};

/// Draws a scene over the whole frame.
pub(crate) fn draw(scene: &Scene, frame: &mut Frame) {
    paint(scene, frame.buffer_mut());
}

/// What a click at this place means, where the scene is drawn over this area.
pub(crate) fn hit(scene: &Scene, area: Rect, at: Position) -> Option<Hit> {
    paint(scene, &mut Buffer::empty(area)).hit(at)
}

/// Whether anything of a scene can be seen in such an area.
pub(crate) fn has_room(area: Rect) -> bool {
    Breakpoint::of(area).is_some()
}

/// How many lines of the overlay can be scrolled away, where the scene is drawn over this area.
pub(crate) fn most_scroll(scene: &Scene, area: Rect) -> u16 {
    paint(scene, &mut Buffer::empty(area)).most_scroll
}

fn paint<'b>(scene: &Scene, buffer: &'b mut Buffer) -> Canvas<'b> {
    let mut canvas = Canvas::new(buffer, scene.display);
    let area = canvas.area();
    if let Some(breakpoint) = Breakpoint::of(area) {
        layout::draw(&mut canvas, scene, breakpoint);
    } else {
        let Size { width, height } = layout::LEAST;
        let need = format!("Need {width}x{height}, have {}x{}", area.width, area.height);
        canvas.write_lines(area, text_width::wrap(&need, area.width, Ink::Text));
    }
    canvas.adapt_to_display();
    canvas
}
