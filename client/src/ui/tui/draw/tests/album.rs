//! A scene as text: its characters, and what does not look like plain text.

use std::collections::BTreeMap;
use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::{drawn, text};
use crate::ui::Display;
use crate::ui::tui::scene::Scene;

const SIZES: [(u16, u16); 4] = [(80, 24), (60, 16), (26, 11), (10, 4)];

/// Compares a scene in a usual terminal with its snapshot.
pub(super) fn keep(name: &str, scene: &Scene) {
    let shown = drawn(scene, Rect::new(0, 0, 80, 24));
    compare(name, &format!("{}\n{}", text(&shown), looks(&shown)));
}

/// Compares a scene in all sizes and looks with its snapshot. What holds for every scene in every window: `properties.rs`.
pub(super) fn keep_in_all_sizes_and_looks(name: &str, scene: &Scene) {
    let album = SIZES.map(|(width, height)| page(scene, Rect::new(0, 0, width, height)));
    compare(name, &album.join("\n"));
}

fn compare(name: &str, shown: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, shown));
}

fn page(scene: &Scene, area: Rect) -> String {
    let with = |display: Display| drawn(&Scene { display, ..scene.clone() }, area);
    let mouse = scene.display.mouse;
    let colour = with(Display { colour: true, ascii: false, mouse });
    let plain = with(Display { colour: false, ascii: false, mouse });
    let ascii = with(Display { colour: false, ascii: true, mouse });
    let size = format!("{}x{}", area.width, area.height);
    let mut page = format!("=== {size}, with colour\n{}\n{}", text(&colour), looks(&colour));
    let _ = match text(&plain) {
        same if same == text(&colour) => writeln!(page, "=== {size}, without: the same characters"),
        other => writeln!(page, "=== {size}, without\n{other}"),
    };
    let _ = writeln!(page, "{}=== {size}, ASCII\n{}", looks(&plain), text(&ascii));
    page
}

/// Everything that does not look like plain text: for each look the places, as `row:column "text"`. Lines and grids are
/// left out.
fn looks(buffer: &Buffer) -> String {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in buffer.area.rows() {
        let mut runs: Vec<(u16, String, String)> = Vec::new();
        for x in row.columns().map(|column| column.x) {
            let cell = &buffer[(x, row.y)];
            if let Some((_, last, shown)) = runs.last_mut()
                && (*last == look(cell) || is_blank(cell))
            {
                shown.push_str(cell.symbol());
            } else {
                runs.push((x, look(cell), cell.symbol().to_owned()));
            }
        }
        for (x, look, shown) in runs.iter().filter(|(_, look, shown)| !look.is_empty() && !is_drawing(shown))
        {
            let shown =
                if look.contains("on ") || look.contains("reversed") { shown } else { shown.trim_end() };
            found.entry(look.clone()).or_default().push(format!("{}:{x} \"{shown}\"", row.y));
        }
    }
    found.iter().fold(String::new(), |mut all, (look, places)| {
        let _ = writeln!(all, "  {look}: {}", places.join(" "));
        all
    })
}

/// Lines and grids.
fn is_drawing(shown: &str) -> bool {
    shown.chars().all(|c| matches!(c, ' ' | '\u{b7}' | '\u{2500}'..='\u{253c}'))
}

/// A blank looks the same in most looks.
fn is_blank(cell: &Cell) -> bool {
    let shows = Modifier::REVERSED | Modifier::UNDERLINED;
    cell.symbol() == " " && cell.bg == Color::Reset && !cell.modifier.intersects(shows)
}

fn look(cell: &Cell) -> String {
    let mut words = Vec::new();
    if cell.fg != Color::Reset {
        words.push(format!("{:?}", cell.fg).to_lowercase());
    }
    if cell.bg != Color::Reset {
        words.push(format!("on {:?}", cell.bg).to_lowercase());
    }
    if cell.modifier != Modifier::empty() {
        words.push(format!("{:?}", cell.modifier).to_lowercase().replace(" | ", " "));
    }
    words.join(" ")
}
