//! The screens without a board: sentences, and servers to choose from.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, below, columns, right_of, row};
use super::grid::Window;
use super::text_width::{cut, wrap, wrap_indented};
use super::theme::{Ink, line};
use crate::discovery::FoundServer;
use crate::ui::tui::invite::Invite;
use crate::ui::tui::scene::{Body, Hit, Scene};

/// From this width on, a server has its name and its address in one row.
const WIDE: u16 = 50;

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
        Body::Calling { address } => draw_page(canvas, area, "Calling the server ...", &[("", address)]),
        Body::Waiting { computer_in, .. } => draw_waiting(canvas, area, scene, *computer_in),
        Body::MatchGone => {
            let entry = ("Its game and its score are gone.", "");
            draw_page(canvas, area, "The match is no longer kept.", &[entry]);
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
        None => Some("The computer does not come by itself.".to_owned()).filter(|_| !is_tiny),
    };
    let mut entries = invitation(scene.invite.as_ref(), area.width);
    if let Some(countdown) = &countdown {
        // In a small window the first lines are the ones that are seen.
        let at = if area.width < WIDE { 0 } else { entries.len() };
        entries.insert(at, (countdown, ""));
    }
    draw_page(canvas, area, &title, &entries);
}

/// How others get here, in as many words as have room.
pub(super) fn invitation(invite: Option<&Invite>, width: u16) -> Vec<Entry<'_>> {
    let Some(Invite { command, url, is_local }) = invite else {
        return vec![("How others get here is not known yet.", "")];
    };
    let (is_tiny, is_narrow) = (width <= TINY, width < WIDE);
    let run = if is_narrow { "Others run" } else { "Ask someone on this network to run" };
    let open = if is_narrow { "or open" } else { "or to open" };
    match url {
        Some(url) if is_tiny => vec![("", url), ("", command)],
        None if is_tiny => vec![("", command)],
        Some(url) => vec![(run, command), (open, url)],
        None if *is_local && is_narrow => vec![("On this machine only:", ""), ("", command)],
        None if *is_local => {
            let only = "The server can be reached from this machine only.";
            vec![(only, ""), ("In another window of it, run", command)]
        }
        None if is_narrow => vec![(run, command)],
        None => {
            let page = "In a browser they would get another board: for that, meet in a --room.";
            vec![(run, command), (page, "")]
        }
    }
}

pub(super) fn draw_page(canvas: &mut Canvas, area: Rect, title: &str, entries: &[Entry]) {
    let rest = canvas.write_lines(area, wrap(title, area.width, Ink::Strong));
    let lines = entry_lines(entries, area.width, [Ink::Text, Ink::Strong]);
    canvas.write_lines(below(rest, u16::from(area.width > TINY)), lines);
}

/// Entries, each with its value behind it if all have room side by side, or else below it.
pub(super) fn entry_lines(entries: &[Entry], width: u16, inks: [Ink; 2]) -> Vec<Line<'static>> {
    let texts = entries.iter().filter(|(_, value)| !value.is_empty()).map(|(text, _)| text.width());
    let column = texts.max().filter(|&width| width > 0).map_or(0, |width| width + 3);
    let fits = |text: &str, indent| text.width() + indent <= width.into();
    let in_columns = entries.iter().all(|(_, value)| fits(value, column));
    let lines = entries.iter().flat_map(|&(text, value)| {
        if in_columns && !value.is_empty() {
            return vec![line([(format!("{text:column$}"), inks[0]), (value.to_owned(), inks[1])])];
        }
        // Indented, if no word has to be broken for that.
        let is_indented = !text.is_empty() && value.split(' ').all(|word| fits(word, 2));
        let indents = if is_indented { ["  "; 2] } else { [""; 2] };
        [wrap(text, width, inks[0]), wrap_indented(value, width, indents, inks[1])].concat()
    });
    lines.collect()
}

fn draw_servers(canvas: &mut Canvas, area: Rect, servers: &[FoundServer], cursor: usize) {
    let is_tiny = area.width <= TINY;
    let title = if is_tiny { "" } else { "Choose a server" };
    canvas.write(area, Span::styled(title, Ink::Strong));
    let rest = below(area, if is_tiny { 0 } else { 2 });
    let all = columns(servers.len());
    let rows_each = if area.width < WIDE && all.saturating_mul(2) <= rest.height { 2 } else { 1 };
    let at = columns(cursor).min(all.saturating_sub(1));
    let window = Window::around(at, rest.height / rows_each, all);
    let names = servers.iter().map(|server| columns(server.name.width()));
    let column = names.max().unwrap_or_default().min(area.width / 2);
    for (place, index) in (0..).zip(window.range()) {
        let Some(server) = servers.get(usize::from(index)) else { continue };
        let area = below(rest, place * rows_each);
        let area = Rect { height: rows_each.min(area.height), ..area };
        let number = if index < 9 { (index + 1).to_string() } else { " ".to_owned() };
        let (number, ink) = if index == at {
            (format!("[{number}]"), Ink::Cursor)
        } else {
            (format!(" {number} "), Ink::Strong)
        };
        let used = canvas.write(area, Span::styled(number, ink));
        draw_server(canvas, right_of(area, used + 1), server, (area.width >= WIDE).then_some(column));
        canvas.add_hit(area, Hit::Server(index.into()));
    }
    canvas.write_scroll_signs(rest, window.more());
}

/// The name, and in this column behind it or else below it the address.
fn draw_server(canvas: &mut Canvas, area: Rect, server: &FoundServer, column: Option<u16>) {
    let most = column.unwrap_or(area.width);
    let name = cut(&server.name, most.into());
    canvas.write(area, Span::styled(name, Ink::Strong));
    let place = column.map_or(row(area, 1), |column| right_of(row(area, 0), column + 3));
    canvas.write(place, server.address.to_string());
}
