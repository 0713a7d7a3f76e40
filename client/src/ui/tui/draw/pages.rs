//! The screens without a board: sentences, and servers to choose from.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, below, columns};
use super::grid::Window;
use super::text_width::{cut, wrap, wrap_indented};
use super::theme::{Ink, line};
use crate::discovery::FoundServer;
use crate::ui::tui::invite::Invite;
use crate::ui::tui::scene::{Body, Hit, Scene};

/// Up to this width there is room for the most important words only.
const TINY: u16 = 25;

/// What is said, and what stands out behind it; either may be empty.
pub(super) type Entry<'a> = (&'a str, &'a str);

pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, body: &Body) {
    match body {
        Body::Looking => draw_page(
            canvas,
            area,
            "Looking for a server ...",
            &[("Servers on this network show up here.", "")],
        ),
        Body::Picking { servers, cursor } => draw_servers(canvas, area, servers, *cursor),
        Body::Calling { address } => draw_page(canvas, area, "Connecting ...", &[("", address)]),
        Body::Waiting { computer_in, .. } => draw_waiting(canvas, area, scene, *computer_in),
        Body::MatchGone => {
            let entry = ("Its game and its score are gone.", "");
            draw_page(canvas, area, "The server no longer has this match.", &[entry]);
        }
        Body::Match(_) => {}
    }
}

fn draw_waiting(canvas: &mut Canvas, area: Rect, scene: &Scene, computer_in: Option<u64>) {
    let is_tiny = area.width <= TINY;
    let title = match scene.room {
        _ if is_tiny => "Waiting".to_owned(),
        Some(room) => format!("Waiting in room {room} for the other player"),
        None => "Waiting for an opponent".to_owned(),
    };
    let countdown = match computer_in {
        // Without a connection it is not known.
        _ if scene.connection.is_lost() => None,
        Some(seconds) if is_tiny => Some(format!("AI in {seconds} s")),
        Some(seconds) => Some(format!("The computer joins in {seconds} s.")),
        None => Some("Waiting for a person only.".to_owned()).filter(|_| !is_tiny),
    };
    let mut entries = vec![(countdown.as_deref().unwrap_or_default(), "")];
    entries.extend(invitation(scene.invite.as_ref(), area.width));
    draw_page(canvas, area, &title, &entries);
}

/// How others get here, in as many words as have room.
pub(super) fn invitation(invite: Option<&Invite>, width: u16) -> Vec<Entry<'_>> {
    let Some(Invite { command, url, is_local }) = invite else {
        return vec![("The address to share is not known yet.", "")];
    };
    let mut entries = match url {
        Some(url) => vec![("Others on this network open", url.as_str()), ("or run", command)],
        None if *is_local => vec![("Others can play on this machine only. They run", command.as_str())],
        None => vec![
            ("Others on this network run", command.as_str()),
            ("A browser cannot ask for this board: to play there, use a --room.", ""),
        ],
    };
    if width <= TINY {
        entries.retain(|(_, typed)| !typed.is_empty());
        for (text, _) in &mut entries {
            *text = "";
        }
    }
    entries
}

pub(super) fn draw_page(canvas: &mut Canvas, area: Rect, title: &str, entries: &[Entry]) {
    let rest = canvas.write_lines(area, wrap(title, area.width, Ink::Strong));
    let lines = entry_lines(entries, area.width, u16::MAX, [Ink::Text, Ink::Strong]);
    canvas.write_lines(below(rest, u16::from(area.width > TINY)), lines);
}

/// Entries, each with its value behind it if all values have room there, or room to be broken after so many columns; or
/// else below it.
pub(super) fn entry_lines(
    entries: &[Entry],
    width: u16,
    breaks_after: u16,
    inks: [Ink; 2],
) -> Vec<Line<'static>> {
    let texts = entries.iter().filter(|(_, value)| !value.is_empty()).map(|(text, _)| text.width());
    let column = texts.max().filter(|&width| width > 0).map_or(0, |width| width + 3);
    let room = width.saturating_sub(columns(column));
    let in_columns = entries.iter().all(|(_, value)| columns(value.width()).min(breaks_after) <= room);
    let lines = entries.iter().flat_map(|&(text, value)| {
        if in_columns && !value.is_empty() {
            let mut lines = wrap(value, room, inks[1]);
            for (index, line) in lines.iter_mut().enumerate() {
                let text = if index == 0 { text } else { "" };
                line.spans.insert(0, Span::styled(format!("{text:column$}"), inks[0]));
            }
            return lines;
        }
        // Indented, if no word has to be broken for that.
        let is_indented = !text.is_empty() && value.split(' ').all(|word| word.width() + 2 <= width.into());
        let indents = if is_indented { ["  "; 2] } else { [""; 2] };
        [wrap(text, width, inks[0]), wrap_indented(value, width, indents, inks[1])].concat()
    });
    lines.collect()
}

fn draw_servers(canvas: &mut Canvas, area: Rect, servers: &[FoundServer], cursor: usize) {
    let title = if area.width <= TINY { "" } else { "Choose a server" };
    canvas.write(area, Span::styled(title, Ink::Strong));
    let rest = below(area, if title.is_empty() { 0 } else { 2 });
    let all = columns(servers.len());
    let at = columns(cursor).min(all.saturating_sub(1));
    let window = Window::around(at, rest.height, all);
    let widest = servers.iter().map(|server| server.name.width()).max().unwrap_or_default();
    let column = widest.min(area.width.saturating_sub(4).into());
    for ((server, index), row) in servers.iter().zip(0..).skip(window.range().start.into()).zip(rest.rows()) {
        let number = if index < 9 { (index + 1).to_string() } else { " ".to_owned() };
        let (number, ink) = if index == at {
            (format!("[{number}]"), Ink::Cursor)
        } else {
            (format!(" {number} "), Ink::Strong)
        };
        let name = cut(&server.name, column);
        let gap = " ".repeat(column.saturating_sub(name.width()) + 3);
        let name = format!(" {name}{gap}");
        let address = server.address.to_string();
        canvas.write(row, line([(number, ink), (name, Ink::Strong), (address, Ink::Text)]));
        canvas.add_hit(row, Hit::Server(index.into()));
    }
    canvas.write_scroll_signs(rest, window.more());
}
