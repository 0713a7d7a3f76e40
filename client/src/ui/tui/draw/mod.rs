//! A scene becomes characters, and a place on the screen what is shown there.
//!
//! Everything is drawn on a sheet that remembers what a click means, so what is seen and what is hit cannot differ.
//! Modules in reading order:
//! * `full`, `compact`, `tiny`: how a screen is divided, by its size.
//! * `edge`: header, message and footer.
//! * `board` on a `grid`: the squares. `panel` in `words`: what stands beside them.
//! * `page`: the screens without a board.
//! * `notice`: that the connection is lost.
//! * `card`: what lies over the rest.
//! * `sheet`, `fit`, `theme`, `glyphs`: characters, widths, looks and signs.

mod board;
mod card;
mod compact;
mod edge;
mod fit;
mod full;
mod glyphs;
mod grid;
mod notice;
mod page;
mod panel;
mod sheet;
#[cfg(test)]
mod tests;
mod theme;
mod tiny;
mod words;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};

use self::sheet::Sheet;
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
pub(crate) const fn has_room(area: Rect) -> bool {
    area.width >= tiny::LEAST.width && area.height >= tiny::LEAST.height
}

/// How many lines of what lies over the screen can be scrolled away, where the scene is drawn over this area.
pub(crate) fn most_scroll(scene: &Scene, area: Rect) -> u16 {
    paint(scene, &mut Buffer::empty(area)).most_scroll
}

fn paint<'b>(scene: &Scene, buffer: &'b mut Buffer) -> Sheet<'b> {
    let area = buffer.area;
    let mut sheet = Sheet::new(buffer, scene.look);
    let has = |least: Size| area.width >= least.width && area.height >= least.height;
    if has(full::LEAST) {
        full::draw(&mut sheet, scene);
    } else if has(compact::LEAST) {
        compact::draw(&mut sheet, scene);
    } else if has_room(area) {
        tiny::draw(&mut sheet, scene);
    } else {
        let Size { width, height } = tiny::LEAST;
        let need = format!("Need {width}x{height}, have {}x{}", area.width, area.height);
        let lines = sheet.wrap(&need, area.width);
        sheet.write_lines(area, &lines, Ink::Text);
    }
    sheet
}
