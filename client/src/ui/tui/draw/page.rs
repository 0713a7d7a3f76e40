//! The screens without a board: sentences, and servers to choose from.

use ratatui::layout::Rect;

use super::grid::Span;
use super::sheet::{Sheet, below, right_of, row};
use super::theme::Ink;
use crate::ui::tui::scene::{Body, Hit, Invite, Scene, Server, Waiting};

/// From this width on, a server has its name and its address in one row.
const WIDE: u16 = 50;

/// Up to this width there is room for the most important words only.
const TINY: u16 = 25;

/// Draws what fills the screen.
pub(super) fn draw(sheet: &mut Sheet, area: Rect, scene: &Scene, body: &Body) {
    match body {
        Body::Looking => {
            draw_page(
                sheet,
                area,
                "Looking for a server \u{2026}",
                &[line("Servers on this network show up here.")],
            );
        }
        Body::Picking { servers, cursor } => draw_servers(sheet, area, servers, *cursor),
        Body::Calling { address } => {
            draw_page(sheet, area, "Calling the server \u{2026}", &[pair("", address)]);
        }
        Body::Waiting(waiting) => draw_waiting(sheet, area, scene, waiting),
        Body::MatchGone => {
            draw_page(
                sheet,
                area,
                "The match is no longer kept.",
                &[line("Its game and its score are gone.")],
            );
        }
        Body::Table(_) => {}
    }
}

/// What is said, and what stands out behind it.
#[derive(Debug)]
pub(super) struct Line {
    text: String,
    value: String,
}

pub(super) fn line(text: &str) -> Line {
    pair(text, "")
}

fn pair(text: &str, value: &str) -> Line {
    Line { text: text.to_owned(), value: value.to_owned() }
}

fn draw_waiting(sheet: &mut Sheet, area: Rect, scene: &Scene, waiting: &Waiting) {
    let is_tiny = area.width <= TINY;
    let title = match scene.room {
        _ if is_tiny => "Waiting".to_owned(),
        Some(room) => format!("Waiting in room {room} for the other player"),
        None => "Waiting for an opponent".to_owned(),
    };
    let mut lines = invitation(waiting.invite, area.width);
    let countdown = match waiting.computer_in {
        // Without a connection nobody knows.
        _ if scene.signal.is_lost() => return draw_page(sheet, area, &title, &lines),
        Some(seconds) if is_tiny => line(&format!("AI in {seconds} s")),
        Some(seconds) => line(&format!("The computer joins in {seconds} s.")),
        None if is_tiny => return draw_page(sheet, area, &title, &lines),
        None => line("The computer does not come by itself."),
    };
    // In a small window the first lines are the ones that are seen.
    let at = if area.width < WIDE { 0 } else { lines.len() };
    lines.insert(at, countdown);
    draw_page(sheet, area, &title, &lines);
}

/// How somebody else gets here, in as many words as have room.
pub(super) fn invitation(invite: &Invite, width: u16) -> Vec<Line> {
    match invite {
        Invite::Unknown => vec![line("How others get here is not known yet.")],
        Invite::Open { command, url } if width <= TINY => vec![pair("", url), pair("", command)],
        Invite::Open { command, url } if width < WIDE => {
            vec![pair("Others run", command), pair("or open", url)]
        }
        Invite::Open { command, url } => {
            vec![pair("Ask someone on this network to run", command), pair("or to open", url)]
        }
        Invite::Typed { command } if width <= TINY => vec![pair("", command)],
        Invite::Typed { command } if width < WIDE => vec![pair("Others run", command)],
        Invite::Typed { command } => {
            let page = "In a browser they would get another board: for that, meet in a --room.";
            vec![pair("Ask someone on this network to run", command), line(page)]
        }
        Invite::Local { command } if width <= TINY => vec![pair("", command)],
        Invite::Local { command } if width < WIDE => vec![line("On this machine only:"), pair("", command)],
        Invite::Local { command } => {
            let reach = "The server can be reached from this machine only.";
            vec![line(reach), pair("In another window of it, run", command)]
        }
    }
}

fn draw_page(sheet: &mut Sheet, area: Rect, title: &str, lines: &[Line]) {
    let title = sheet.wrap(title, area.width);
    let rest = sheet.write_lines(area, &title, Ink::Strong);
    let gap = u16::from(area.width > TINY);
    draw_text(sheet, below(rest, gap), lines);
}

/// Draws lines; those with a value have it in the same row if there is room. Gives what is left of the area.
pub(super) fn draw_text(sheet: &mut Sheet, area: Rect, lines: &[Line]) -> Rect {
    let texts = lines
        .iter()
        .filter(|line| !line.value.is_empty())
        .map(|line| sheet.width(&[(&line.text, Ink::Text)]));
    let column = texts.max().filter(|&width| width > 0).map_or(0, |width| width + 3);
    let fits = |line: &Line| column + sheet.width(&[(&line.value, Ink::Text)]) <= area.width;
    let in_columns = lines.iter().all(fits);
    let mut rest = area;
    for line in lines {
        if in_columns && !line.value.is_empty() {
            sheet.write(row(rest, 0), &[(&line.text, Ink::Text)]);
            sheet.write(right_of(row(rest, 0), column), &[(&line.value, Ink::Strong)]);
            rest = below(rest, 1);
        } else {
            rest = draw_stacked(sheet, rest, line);
        }
    }
    rest
}

/// The value below the text, indented if it does not have to be broken for that.
fn draw_stacked(sheet: &mut Sheet, area: Rect, line: &Line) -> Rect {
    let text = sheet.wrap(&line.text, area.width);
    let rest = sheet.write_lines(area, &text, Ink::Text);
    let is_short = sheet.width(&[(&line.value, Ink::Strong)]) + 2 <= area.width;
    let indent = if is_short && !line.text.is_empty() { 2 } else { 0 };
    let value = sheet.wrap(&line.value, area.width);
    let left = sheet.write_lines(right_of(rest, indent), &value, Ink::Strong).height;
    below(rest, rest.height - left)
}

fn draw_servers(sheet: &mut Sheet, area: Rect, servers: &[Server], cursor: usize) {
    let is_tiny = area.width <= TINY;
    let title = if is_tiny { "" } else { "Choose a server" };
    sheet.write(row(area, 0), &[(title, Ink::Strong)]);
    let rest = below(area, if is_tiny { 0 } else { 2 });
    let all = u16::try_from(servers.len()).unwrap_or(u16::MAX);
    let rows_each = if area.width < WIDE && all.saturating_mul(2) <= rest.height { 2 } else { 1 };
    let at = u16::try_from(cursor).unwrap_or(u16::MAX).min(all.saturating_sub(1));
    let shown = Span::around(at, rest.height / rows_each, all);
    let names = servers.iter().map(|server| sheet.width(&[(&server.name, Ink::Text)]));
    let column = names.max().unwrap_or_default().min(area.width / 2);
    for (place, index) in (0..).zip(shown.range()) {
        let Some(server) = servers.get(usize::from(index)) else { continue };
        let area = below(rest, place * rows_each);
        let area = Rect { height: rows_each.min(area.height), ..area };
        draw_server(sheet, area, server, (usize::from(index), index == at), column);
        sheet.touch(area, Hit::Server(index.into()));
    }
    draw_more(sheet, rest, shown);
}

fn draw_server(
    sheet: &mut Sheet,
    area: Rect,
    server: &Server,
    (index, has_cursor): (usize, bool),
    column: u16,
) {
    let number = if index < 9 { (index + 1).to_string() } else { " ".to_owned() };
    let (number, ink) =
        if has_cursor { (format!("[{number}]"), Ink::Cursor) } else { (format!(" {number} "), Ink::Key) };
    let used = sheet.write(row(area, 0), &[(&number, ink)]);
    let rest = right_of(area, used + 1);
    let is_wide = area.width >= WIDE;
    let name = if is_wide { sheet.cut(&server.name, column) } else { server.name.clone() };
    sheet.write(row(rest, 0), &[(&name, Ink::Strong)]);
    let place = if is_wide { right_of(row(rest, 0), column + 3) } else { row(rest, 1) };
    sheet.write(place, &[(&server.address, Ink::Text)]);
}

/// Signs at the right where the list goes on.
fn draw_more(sheet: &mut Sheet, area: Rect, shown: Span) {
    let last = area.height.saturating_sub(1);
    let signs =
        [(shown.is_more_before(), 0, sheet.glyphs.up), (shown.is_more_after(), last, sheet.glyphs.down)];
    for (is_more, index, sign) in signs {
        if is_more {
            sheet.write_right(row(area, index), &[(sign, Ink::Strong)]);
        }
    }
}
