//! Every key.

use super::super::sheet::Sheet;
use super::super::theme::Ink;
use super::Entry;
use crate::ui::tui::keys::KEYS;

/// From this width on, keys and what they do stand side by side.
const SIDE_BY_SIDE: u16 = 44;

/// A line for each key, or more in a narrow window.
pub(super) fn lines(sheet: &Sheet, width: u16) -> Vec<Entry> {
    let widest =
        KEYS.iter().map(|binding| sheet.width(&[(binding.keys, Ink::Key)])).max().unwrap_or_default();
    let column = if width < SIDE_BY_SIDE { 2 } else { widest + 2 };
    KEYS.iter().flat_map(|binding| entries(sheet, binding.keys, binding.meaning, width, column)).collect()
}

fn entries(sheet: &Sheet, keys: &str, meaning: &str, width: u16, column: u16) -> Vec<Entry> {
    let text = |text| Entry { head: String::new(), column, text };
    let mut lines: Vec<_> = sheet.wrap(meaning, width.saturating_sub(column)).into_iter().map(text).collect();
    if width < SIDE_BY_SIDE {
        let heads = sheet.wrap(keys, width).into_iter();
        lines.splice(0..0, heads.map(|head| Entry { head, ..Entry::default() }));
    } else if let Some(first) = lines.first_mut() {
        keys.clone_into(&mut first.head);
    }
    lines
}
