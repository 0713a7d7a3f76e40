//! The screens without a board, and what lies over a screen: sentences, menus, keys, and how others get here.

use ratatui::layout::{Margin, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::Block;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::arena::Row;
use tictactoe_protocol::text::NAME_CHARS;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, below, centre, columns, right_of, wrap};
use super::header_footer::{draw_footer, draw_lost};
use super::split_bottom;
use super::theme::{TextStyle, line};
use crate::app::arena::Arena;
use crate::ui::invite::Invite;
use crate::ui::menu::Menu;
use crate::ui::sentences::{self, TO_MANAGE, cut};
use crate::ui::tui::keys::{Action, Binding, Choice, KEYS};
use crate::ui::tui::scene::{Body, Overlay, Scene};

/// From this many rows on, there are empty rows between the parts.
const ROOMY: u16 = 14;

/// The least columns beside a code, and the least rows below it, for the text.
const BESIDE_CODE: Size = Size::new(26, 8);

/// The widest text that is easy to read.
const WIDEST: u16 = 72;

/// The least columns for what a key does, beside it.
const LEAST_MEANING: u16 = 24;

/// The columns of the numbers in the table of an arena.
const TABLE_NUMBERS: usize = 23;

/// A label and a highlighted value; either may be empty.
type Labelled<'a> = (String, &'a str);

pub(super) fn draw(canvas: &mut Canvas, area: Rect, scene: &Scene, body: &Body) {
    match body {
        Body::Picking(Menu { title, rows, cursor, .. }) => {
            let rest = canvas.write_lines(area, wrap(title, area.width, TextStyle::Strong));
            draw_list(canvas, below(rest, 1), rows, *cursor);
        }
        Body::Sentence(title, text) => draw_page(canvas, area, title, &[((*text).to_owned(), "")]),
        Body::Arena(entered) => draw_arena(canvas, area, entered),
        Body::Waiting { computer_in, advice, .. } => {
            draw_waiting(canvas, area, scene, *computer_in, *advice);
        }
        Body::Match(_) => {}
    }
}

/// The table of an arena: the best, and the player's own row.
fn draw_arena(canvas: &mut Canvas, area: Rect, entered: &Arena) {
    let waiting = || sentences::waiting(Some(&entered.word), None) + ".";
    let title =
        entered.refusal.as_ref().map_or_else(waiting, |refused| sentences::refusal(refused, "Press r"));
    let area = below(canvas.write_lines(area, wrap(&title, area.width, TextStyle::Strong)), 1);
    let Some((table, _)) = entered.table.as_ref().filter(|(table, _)| !table.rows.is_empty()) else { return };
    let width = usize::from(area.width).saturating_sub(TABLE_NUMBERS).min(NAME_CHARS);
    let row = |rank: &str, name: &str, [points, won, games]: [String; 3]| {
        let name = cut(name, width);
        let gap = " ".repeat(width.saturating_sub(name.width()));
        format!("{rank:>3} {name}{gap} {points:>6} {won:>5} {games:>5}")
    };
    let heading = Span::styled(row("", "", ["points", "won", "games"].map(str::to_owned)), TextStyle::Quiet);
    let own = table.rows.iter().position(|row| Some(&row.name) == entered.name.as_ref());
    let most = usize::from(area.height).saturating_sub(1);
    let is_low = own.is_some_and(|own| own >= most);
    let shown = (0..).zip(&table.rows).filter(|&(at, _)| at + usize::from(is_low) < most || Some(at) == own);
    let rows = shown.map(|(at, Row { name, points, wins, draws, losses, .. })| {
        let (name, style) =
            if own == Some(at) { ("You", TextStyle::Strong) } else { (name.as_str(), TextStyle::Text) };
        let numbers = [*points, *wins, wins + draws + losses].map(|number| number.to_string());
        Span::styled(row(&(at + 1).to_string(), name, numbers), style)
    });
    canvas.write_lines(area, [heading].into_iter().chain(rows).map(Line::from));
}

fn draw_waiting(
    canvas: &mut Canvas,
    area: Rect,
    scene: &Scene,
    computer_in: Option<u64>,
    advice: Option<&'static str>,
) {
    let title = sentences::waiting(None, scene.room);
    let countdown = match computer_in {
        // Without a connection it is not known.
        _ if scene.is_lost() => None,
        Some(seconds) => Some(sentences::computer_joins(seconds)),
        None if scene.room.is_some() => None,
        None => Some("Waiting for another player who wants the same game.".to_owned()),
    };
    let (text, mut entries, _) = draw_invitation_parts(canvas, area, scene);
    entries.splice(0..0, advice.map(str::to_owned).or(countdown).map(|first| (first, "")));
    draw_page(canvas, below(text, u16::from(text.height >= ROOMY)), &title, &entries);
}

/// Draws over the whole screen. The code may need the row of the footer.
fn draw_invite(canvas: &mut Canvas, scene: &Scene) {
    let size = code(canvas, scene).ok().flatten().as_ref().map(code_size);
    let has_room = |area| size.is_none_or(|size| place_code(area, size, scene.invite.as_ref()).is_some());
    let all = canvas.area();
    canvas.clear(all);
    let [area, button] = split_bottom(all, 1);
    if !has_room(area) && has_room(all) {
        return draw_invitation(canvas, all, scene);
    }
    draw_invitation(canvas, area, scene);
    draw_footer(canvas, button, &scene.footer, " ");
}

fn draw_invitation(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    let area = draw_lost(canvas, area, scene.retry_in);
    let (text, mut entries, note) = draw_invitation_parts(canvas, area, scene);
    // Behind the link: what follows may have no room.
    let behind = entries.len().min(1);
    entries.splice(behind..behind, note.map(|note| (note, "")));
    let title = match scene.body {
        Body::Match(_) => "Invite people to watch",
        _ => "Invite people to play",
    };
    draw_page(canvas, text, title, &entries);
}

/// The code to scan, if there is something to scan; the error says why it cannot be drawn.
fn code(canvas: &Canvas, scene: &Scene) -> Result<Option<Code>, &'static str> {
    match scene.invite.as_ref().and_then(|invite| invite.url.as_deref()) {
        None => Ok(None),
        Some(_) if canvas.display.ascii => Err("The QR code cannot be drawn in ASCII."),
        Some(url) => Code::for_url(url).map(Some).ok_or("The address is too long for a QR code."),
    }
}

fn code_size(code: &Code) -> Size {
    Size::new(columns(code.width()), columns(code.rows().len()))
}

/// Where an invitation has room with its code.
struct Places {
    code: Rect,
    text: Rect,
    /// Below a code with the text beside it: the link and the commands.
    lines: Option<Rect>,
}

fn place_code(area: Rect, Size { width, height }: Size, invite: Option<&Invite>) -> Option<Places> {
    let lines = invite.map(Invite::lines).unwrap_or_default();
    let rest = area.width.saturating_sub(width + 2);
    if rest >= BESIDE_CODE.width && usize::from(area.height) >= usize::from(height) + lines.len() {
        let text = Rect { width: rest, height, ..area };
        let lines = Rect { height: columns(lines.len()), ..below(area, height) };
        return Some(Places { code: right_of(area, rest + 2), text, lines: Some(lines) });
    }
    // A line that breaks in any case may break below the code.
    let widest = lines.iter().map(|(_, line)| columns(line.width())).max();
    let widest = widest.filter(|&widest| widest <= area.width).unwrap_or_default();
    let text = below(area, height + 1);
    let has_room = area.width >= width.max(widest) && text.height >= BESIDE_CODE.height;
    has_room.then_some(Places { code: area, text, lines: None })
}

/// Draws the code and what goes below it, if there is room. Returns the area and the entries for the text, and why there
/// is no code.
fn draw_invitation_parts<'a>(
    canvas: &mut Canvas,
    area: Rect,
    scene: &'a Scene,
) -> (Rect, Vec<Labelled<'a>>, Option<String>) {
    let unknown = || vec![("The address to share is not known yet.".to_owned(), "")];
    let entries = scene.invite.as_ref().map_or_else(unknown, Invite::lines);
    let code = match code(canvas, scene) {
        Ok(Some(code)) => code,
        Ok(None) => return (area, entries, None),
        Err(why) => return (area, entries, Some(why.to_owned())),
    };
    let size = code_size(&code);
    let Some(places) = place_code(area, size, scene.invite.as_ref()) else {
        let screen = canvas.area();
        let width = screen.width.max(size.width + 2 + BESIDE_CODE.width);
        let height = screen.height.max(size.height + columns(entries.len()));
        let note = format!("The QR code needs a window of {width}x{height}.");
        return (area, entries, Some(note));
    };
    for (line, row) in code.rows().iter().zip(places.code.rows()) {
        canvas.write(row, Span::styled(line.as_str(), TextStyle::Code));
    }
    let Some(lines) = places.lines else { return (places.text, entries, None) };
    for ((_, line), row) in entries.iter().zip(lines.rows()) {
        draw_value(canvas, row, line);
    }
    let purpose = scene.invite.as_ref().map_or("", |invite| invite.purpose);
    let without = match scene.invite.as_ref().and_then(|invite| invite.download.as_ref()) {
        Some(_) => " To get the program, run the last line first.",
        None => "",
    };
    let text = format!("{purpose}, scan the code, open the link, or run the command below.{without}");
    (places.text, vec![(text, "")], None)
}

fn draw_page(canvas: &mut Canvas, area: Rect, title: &str, entries: &[Labelled]) {
    let gap = u16::from(area.height >= ROOMY.max(columns(2 * entries.len() + 2)));
    let rest = canvas.write_lines(area, wrap(title, area.width, TextStyle::Strong));
    let mut rest = below(rest, 1);
    for (text, value) in entries {
        rest = canvas.write_lines(rest, wrap(text, area.width, TextStyle::Quiet));
        rest = below(draw_value(canvas, rest, value), gap);
    }
}

/// Draws a link or what stands out otherwise. Returns what is left of the area.
fn draw_value(canvas: &mut Canvas, area: Rect, value: &str) -> Rect {
    // A link that is too wide is broken where its path begins.
    let path = value.match_indices('/').nth(2).filter(|_| value.width() > area.width.into());
    let (host, path) = value.split_at(path.map_or(value.len(), |(at, _)| at));
    canvas.write_lines(area, [host, path].map(|part| wrap(part, area.width, TextStyle::Strong)).concat())
}

/// Draws rows of what can be chosen, as many as have room around the cursor.
fn draw_list<T: AsRef<str>>(canvas: &mut Canvas, area: Rect, rows: &[[T; 2]], cursor: usize) {
    let height = usize::from(area.height);
    let first = cursor.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
    let column = name_width(rows).min(area.width.saturating_sub(4).into());
    let shown = rows.iter().enumerate().skip(first);
    for ((index, [name, detail]), row) in shown.zip(area.rows()) {
        let number = if index < 9 { (index + 1).to_string() } else { " ".to_owned() };
        let (number, style) = if index == cursor {
            (format!("[{number}]"), TextStyle::Cursor)
        } else {
            (format!(" {number} "), TextStyle::Strong)
        };
        let name = cut(name.as_ref(), column);
        let gap = " ".repeat(column.saturating_sub(name.width()));
        let detail = detail.as_ref();
        let detail = if detail.is_empty() { String::new() } else { format!("{gap}   {detail}") };
        let name = format!(" {name}");
        canvas.write(row, line([(number, style), (name, TextStyle::Strong), (detail, TextStyle::Text)]));
        canvas.add_hit(row, Action::Row(index));
    }
    canvas.write_scroll_signs(area, (first > 0, first + height < rows.len()));
}

/// The columns that a list needs.
fn list_width<T: AsRef<str>>(rows: &[[T; 2]]) -> u16 {
    let detail = rows.iter().map(|[_, detail]| detail.as_ref().width()).max().unwrap_or_default();
    columns(4 + name_width(rows) + if detail > 0 { 3 + detail } else { 0 })
}

fn name_width<T: AsRef<str>>(rows: &[[T; 2]]) -> usize {
    rows.iter().map(|[name, _]| name.as_ref().width()).max().unwrap_or_default()
}

/// Draws what lies over this area, or over everything. A question about a match stands beside or below the board.
pub(super) fn draw_overlay(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    let is_match = matches!(scene.body, Body::Match(_));
    if let Some(question) = &scene.question {
        if !is_match {
            let lines = wrap(question, text_width(area), TextStyle::Strong);
            let inner = draw_box(canvas, area, "", (text_width(area), columns(lines.len())));
            canvas.write_lines(inner, lines);
        }
        return;
    }
    match scene.overlay {
        Some(Overlay::Help { scroll }) => {
            let width = text_width(area);
            let lines = scene.available.iter().flat_map(|key| describe(key, width)).collect();
            draw_scrolled(canvas, area, "Keys", lines, scroll);
        }
        Some(Overlay::Invite) => draw_invite(canvas, scene),
        Some(Overlay::Manage) => draw_manage(canvas, area, scene),
        Some(Overlay::Choose { choice, cursor }) => draw_choice(canvas, area, choice, cursor),
        None => {}
    }
}

fn draw_manage(canvas: &mut Canvas, area: Rect, scene: &Scene) {
    canvas.clear(area);
    let link = scene.invite.as_ref().and_then(|invite| invite.manage.as_deref());
    draw_page(canvas, area, TO_MANAGE, &[(String::new(), link.unwrap_or("(You have opened no arena.)"))]);
}

fn text_width(area: Rect) -> u16 {
    area.width.saturating_sub(4).min(WIDEST)
}

/// Draws an empty box with a title in the middle of the area. Returns the area for its text.
fn draw_box(canvas: &mut Canvas, area: Rect, title: &str, (width, height): (u16, u16)) -> Rect {
    let width = width.saturating_add(4).max(columns(title.width()) + 6).min(area.width);
    let height = height.saturating_add(2).min(area.height);
    let place = centre(area, Size::new(width, height));
    canvas.clear(place);
    canvas.render(Block::bordered(), place);
    canvas.write(right_of(place, 2), Span::styled(format!(" {title} "), TextStyle::Strong));
    place.inner(Margin::new(2, 1))
}

/// Draws lines of which some may be scrolled away.
fn draw_scrolled(canvas: &mut Canvas, area: Rect, title: &str, lines: Vec<Line>, scroll: u16) {
    let needed = columns(lines.len());
    let inner = draw_box(canvas, area, title, (text_width(area), needed));
    canvas.drawn.most_scroll = needed.saturating_sub(inner.height);
    let scroll = scroll.min(canvas.drawn.most_scroll);
    canvas.write_lines(inner, lines.into_iter().skip(scroll.into()));
    let edge = Rect { width: inner.width + 2, ..inner };
    canvas.write_scroll_signs(edge, (scroll > 0, scroll < canvas.drawn.most_scroll));
}

/// Draws a choice, low, so that the board stays to be seen. A click chooses, too.
fn draw_choice(canvas: &mut Canvas, area: Rect, choice: Choice, cursor: usize) {
    let rows: Vec<_> = choice.rows().into_iter().map(|(row, _)| row).collect();
    let height = columns(rows.len());
    let [_, area] = split_bottom(area, (height + 2).min(area.height));
    let inner = draw_box(canvas, area, choice.title(), (list_width(&rows), height));
    draw_list(canvas, inner, &rows, cursor);
}

/// Keys with their meaning behind them if there is room for that, or else below.
fn describe(binding: &Binding, width: u16) -> Vec<Line<'static>> {
    let (keys, meaning) = (binding.keys(), binding.meaning);
    let widest = KEYS.iter().map(|key| key.keys().width()).max().unwrap_or_default();
    let room = width.saturating_sub(columns(widest + 3));
    if room < LEAST_MEANING {
        return [wrap(&keys, width, TextStyle::Strong), wrap(meaning, width, TextStyle::Quiet)].concat();
    }
    let mut lines = wrap(meaning, room, TextStyle::Quiet);
    for (index, line) in lines.iter_mut().enumerate() {
        let keys = if index == 0 { &*keys } else { "" };
        line.spans.insert(0, Span::styled(format!("{keys:widest$}   "), TextStyle::Strong));
    }
    lines
}
