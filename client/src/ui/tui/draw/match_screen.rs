//! The board, and what stands beside it: who plays, the score, whose turn it is, what happened.

use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use tictactoe_protocol::snapshot::Presence;
use tictactoe_protocol::values::Mark;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, below, centre, right_of};
use super::grid::Grid;
use super::layout::{Breakpoint, split_bottom};
use super::match_texts::{Headline, MatchTexts};
use super::text_width::{cut, wrap};
use super::theme::{Ink, line};
use super::{board, header_footer};
use crate::app::view::Who;
use crate::ui::tui::scene::{MatchScreen, Scene};

/// The least and the most columns of the panel of a full screen.
const FULL_PANEL: (u16, u16) = (18, 40);

/// Between the board and the panel.
const GAP: u16 = 4;

/// The columns of the panel of a compact screen, and of a tiny one.
const COMPACT_PANEL: u16 = 12;
const TINY_PANEL: u16 = 4;

/// Draws a match into the body of a screen. On a compact screen its news share a row with the message.
pub(super) fn draw(
    canvas: &mut Canvas,
    (body, status): (Rect, Rect),
    scene: &Scene,
    shown: &MatchScreen,
    breakpoint: Breakpoint,
) {
    let texts = |most_name| MatchTexts { scene, shown, most_name };
    match breakpoint {
        Breakpoint::Full => draw_full(canvas, body, scene, shown),
        Breakpoint::Compact => {
            draw_small(canvas, (body, status), &texts(body.width.saturating_sub(14)), false);
        }
        Breakpoint::Tiny => {
            draw_small(canvas, (body, status), &texts(body.width.saturating_sub(7)), true);
        }
    }
}

fn draw_full(canvas: &mut Canvas, area: Rect, scene: &Scene, shown: &MatchScreen) {
    let (least, most) = FULL_PANEL;
    let room = Size::new(area.width.saturating_sub(least + GAP), area.height);
    let grid = Grid::new(shown.view, room, true, board::focus(shown));
    let size = grid.size();
    let width = area.width.saturating_sub(size.width + GAP).min(most);
    let place = centre(area, Size::new(size.width + GAP + width, size.height));
    board::draw(canvas, &grid.at(place.x, place.y), shown, scene.connection.is_lost());
    // Its first row is the board's, below the names of columns.
    let (x, y) = (place.x + size.width + GAP, place.y + 1);
    let panel = Rect { x, y, width, height: area.bottom().saturating_sub(y) };
    let texts = MatchTexts { scene, shown, most_name: width.saturating_sub(11).min(16) };
    let rest = below(canvas.write_lines(panel, players_and_score(&texts, width)), 1);
    let rest = if scene.connection.is_lost() {
        below(header_footer::draw_lost(canvas, rest, scene.connection), 1)
    } else {
        canvas.write_lines(rest, headline(&texts, width))
    };
    let moved = texts.last_move(true).filter(|_| !shown.view.is_over());
    let plain = |text| (text, Ink::Text);
    let news = texts.rematch().into_iter().chain(moved.map(plain)).chain(texts.spectators().map(plain));
    canvas.write_lines(rest, news.flat_map(|(text, ink)| wrap(&text, width, ink)));
}

/// Whose turn it is with the clock, or how the game ended.
fn headline(texts: &MatchTexts, width: u16) -> Vec<Line<'static>> {
    let Headline { text, ink, detail } = texts.headline();
    if let Some((clock, _)) = texts.clock().filter(|_| texts.is_mover_away()) {
        return wrap(&format!("{text}: {clock} to return"), width, ink);
    }
    let (rest, rest_ink) = texts.clock().unwrap_or((detail, ink));
    if text.width() + 2 + rest.width() <= width.into() {
        return vec![line([(text, ink), ("  ".to_owned(), Ink::Text), (rest, rest_ink)])];
    }
    [vec![line([(text, ink)])], wrap(&rest, width, rest_ink)].concat()
}

/// A player's mark and name, and whether they are there: below the name where there is no room beside it.
fn players_and_score(texts: &MatchTexts, width: u16) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for mark in texts.shown.view.marks() {
        let (mut name, there) = (player(texts, mark, width), texts.there(mark));
        if there.width() > 0 && name.width() + 2 + there.width() <= width.into() {
            name.extend([Span::raw("  "), there]);
            lines.push(name);
        } else {
            lines.push(name);
            lines.extend((there.width() > 0).then(|| Line::from_iter([Span::raw("  "), there])));
        }
    }
    let score = texts.sentences().score();
    let score = score.trim_end_matches('.');
    let parts = if score.width() <= width.into() { vec![score] } else { score.split(", ").collect() };
    lines.extend(parts.into_iter().map(|part| Line::from(part.to_owned())));
    lines
}

/// A player's mark and name in so many columns.
fn player(texts: &MatchTexts, mark: Mark, width: u16) -> Line<'static> {
    let name = cut(&texts.name(mark), width.saturating_sub(2).into());
    line([(mark.to_string(), Ink::Mark(mark)), (" ".to_owned(), Ink::Text), (name, Ink::Strong)])
}

/// The board beside a narrow panel if the whole of it has room there, and whose turn it is below.
fn draw_small(canvas: &mut Canvas, (body, status): (Rect, Rect), texts: &MatchTexts, is_tiny: bool) {
    let MatchTexts { scene, shown, .. } = *texts;
    let (is_lost, around) = (scene.connection.is_lost(), board::focus(shown));
    let [upper, state] = split_bottom(body, u16::from(!(is_tiny && is_lost)));
    let panel_width = if is_tiny { TINY_PANEL } else { COMPACT_PANEL };
    let room = Size::new(upper.width.saturating_sub(panel_width + 1), upper.height);
    // Numbered squares need no names at the edges, and a tiny screen has no room for them.
    let has_names = !is_tiny && !shown.view.is_numbered();
    let beside = Grid::new(shown.view, room, has_names, around);
    let (clock, ink) = texts.clock().unwrap_or_default();
    let mut right = line([(clock, ink)]);
    if beside.is_whole() {
        let area = centre(upper, Size::new(upper.width, beside.size().height));
        board::draw(canvas, &beside.at(area.x, area.y), shown, is_lost);
        let panel = Rect { height: upper.bottom() - area.y, ..right_of(area, beside.size().width + 1) };
        let lines =
            if is_tiny { tiny_panel(texts, std::mem::take(&mut right)) } else { compact_panel(texts) };
        canvas.write_lines(panel, lines);
    } else {
        let [upper, players] = split_bottom(upper, u16::from(!is_tiny));
        let grid = Grid::new(shown.view, upper.as_size(), has_names, around);
        board::draw(canvas, &grid.at(upper.x, upper.y), shown, is_lost);
        draw_players_in_a_row(canvas, players, texts);
        let gap = if right.width() == 0 { "" } else { " " };
        // Without names at the edges, the square with the cursor is named here.
        right.extend(is_tiny.then(|| Span::raw(format!("{gap}{}", shown.view.label(around)))));
    }
    if is_lost {
        header_footer::draw_lost(canvas, state.union(status), scene.connection);
        return;
    }
    let has_detail = draw_headline(canvas, state, texts, if is_tiny { " " } else { "  " }, right);
    if is_tiny || header_footer::has_message(scene) {
        return;
    }
    let detail = Some(texts.headline().detail).filter(|detail| !has_detail && !detail.is_empty());
    let news = detail.or_else(|| texts.last_move(false)).map(|text| (text, Ink::Text));
    let (news, ink) = texts.rematch().or(news).unwrap_or_default();
    canvas.write(status, Span::styled(news, ink));
}

fn compact_panel(texts: &MatchTexts) -> Vec<Line<'static>> {
    let mut lines = players_and_score(texts, COMPACT_PANEL);
    lines.extend(texts.spectators().map(Line::from));
    lines
}

/// One row about both players: `X You  O Bob ● here`.
fn draw_players_in_a_row(canvas: &mut Canvas, area: Rect, texts: &MatchTexts) {
    let mut row = Line::default();
    for mark in texts.shown.view.marks() {
        row.extend(player(texts, mark, (area.width / 2).saturating_sub(4)));
        row.extend([Span::raw(" "), texts.there(mark), Span::raw(" ")]);
    }
    canvas.write(area, row);
}

/// Whose turn it is or how the game ended, with what stands at the right. Says whether its detail had room.
fn draw_headline(canvas: &mut Canvas, area: Rect, texts: &MatchTexts, gap: &str, right: Line) -> bool {
    let used = canvas.write_right(area, right);
    let room = Rect { width: area.width.saturating_sub(if used > 0 { used + 1 } else { 0 }), ..area };
    let Headline { text, ink, detail } = texts.headline();
    let whole = line([(&*text, ink), (gap, Ink::Text), (&*detail, ink)]);
    let fits = whole.width() <= room.width.into();
    canvas.write(room, if fits { whole } else { line([(text, ink)]) });
    fits
}

/// The viewer's mark, the clock, and who is not there or else the connection.
fn tiny_panel(texts: &MatchTexts, clock: Line<'static>) -> Vec<Line<'static>> {
    let first = match texts.shown.view.you {
        Some(you) => line([("You ".into(), Ink::Quiet), (you.to_string(), Ink::Mark(you))]),
        None => texts.score().into(),
    };
    let third = match absent(texts) {
        _ if texts.scene.connection.is_lost() => Span::default(),
        Some(absent) => absent,
        None => header_footer::describe(texts.scene.connection).replace(" ms", "ms").into(),
    };
    vec![first, clock, third.into()]
}

fn absent(texts: &MatchTexts) -> Option<Span<'static>> {
    let view = texts.shown.view;
    let is_absent = |&mark: &Mark| texts.presence(mark).is_some_and(|at| at != Presence::Online);
    let mark = view.marks().into_iter().find(is_absent)?;
    let there = texts.there(mark);
    Some(match view.who(mark) {
        Who::Other(_) => Span::styled(format!("{mark} off"), there.style),
        Who::You | Who::Them => Span::styled(there.content.replace("◐ ", ""), there.style),
    })
}
