//! The board, and what stands beside it: who plays, the score, whose turn it is, what happened.

use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use tictactoe_protocol::snapshot::{PlayerKind, Presence, Reason, SeriesResult};
use tictactoe_protocol::values::Mark;
use unicode_width::UnicodeWidthStr;

use super::board::Grid;
use super::canvas::{Canvas, below, centre, columns, right_of, wrap};
use super::theme::{TextStyle, line};
use super::{Breakpoint, MARGIN, board, header_footer, split_bottom};
use crate::app::command::Verb;
use crate::app::view::{View, Who};
use crate::ui::sentences::{Answer, GameSentences, cut, labelled, level_name};
use crate::ui::tui::keys::Action;
use crate::ui::tui::scene::{MatchScreen, Scene};

/// The least and the most columns of the panel of a full screen.
const FULL_PANEL: (u16, u16) = (18, 40);

/// Between the board and the panel.
const GAP: u16 = 4;

/// From this many rows on, a panel has empty rows between its parts; from so many columns on, wider gaps.
const ROOMY_PANEL: u16 = 15;
const WIDE_PANEL: u16 = 24;

/// The rows that the panel usually needs: it is centred beside a board with more.
const PANEL_ROWS: u16 = 17;

/// From this many seconds on, the clock stands out.
const SHORT: u64 = 10;

/// The least columns of a name, if there is room.
const LEAST_NAME: usize = 8;

/// The columns of the panel of a compact screen.
const COMPACT_PANEL: u16 = 12;

/// The rows of a full screen above and below the board, with its margin, and those of a compact one.
const FULL_ROWS: u16 = 5;
const COMPACT_ROWS: u16 = 4;

/// The smallest window in which a match has room with such a layout.
pub(super) fn least_window(view: &View, breakpoint: Breakpoint) -> Size {
    let Size { width, height } = Grid::new(view, Size::ZERO).size();
    match breakpoint {
        Breakpoint::Full => Size::new(2 * MARGIN + width + GAP + FULL_PANEL.0, height + FULL_ROWS),
        Breakpoint::Compact => Size::new(width + 1 + COMPACT_PANEL, height + COMPACT_ROWS),
    }
}

/// The rows below the board of a compact screen and whose turn it is.
pub(super) fn rows_below(view: &View, area: Rect) -> u16 {
    let room = board_room(split_bottom(area, 1)[0], Breakpoint::Compact);
    1 + room.height.saturating_sub(Grid::new(view, room).size().height)
}

fn board_room(area: Rect, breakpoint: Breakpoint) -> Size {
    match breakpoint {
        Breakpoint::Full => Size::new(area.width.saturating_sub(FULL_PANEL.0 + GAP), area.height),
        // Below the board is whose turn it is.
        Breakpoint::Compact => {
            Size::new(area.width.saturating_sub(COMPACT_PANEL + 1), area.height.saturating_sub(1))
        }
    }
}

pub(super) fn draw_full(canvas: &mut Canvas, area: Rect, scene: &Scene, shown: &MatchScreen) {
    let grid = Grid::new(shown.view, board_room(area, Breakpoint::Full));
    let size = grid.size();
    let width = area.width.saturating_sub(size.width + GAP).min(FULL_PANEL.1);
    let place = centre(area, Size::new(size.width + GAP + width, size.height));
    let grid = grid.at(place.x, place.y);
    board::draw(canvas, &grid, shown, scene.is_lost());
    let (x, y) = (place.x + size.width + GAP, grid.body.y);
    let y = y + grid.body.height.saturating_sub(PANEL_ROWS) / 2;
    let panel = Rect { x, y, width, height: area.bottom().saturating_sub(y) };
    let gap = u16::from(panel.height >= ROOMY_PANEL);
    let texts = MatchTexts { scene, shown, max_name_width: width.saturating_sub(13).min(16) };
    let lines = players(&texts, width, gap).into_iter().chain(texts.spectators().map(quiet));
    let rest = below(canvas.write_lines(panel, lines), 1 + 2 * gap);
    let rest = if scene.is_lost() {
        header_footer::draw_lost(canvas, rest, scene.retry_in)
    } else {
        canvas.write_lines(rest, [bar(&texts, width, "  ")])
    };
    let news = wrap(&texts.news(), width, TextStyle::Quiet);
    let rest = below(canvas.write_lines(below(rest, gap), news), 2 * gap);
    let question = scene.question.clone().map(|question| (question, TextStyle::Strong));
    let (offer, style) = question.or_else(|| texts.offer()).unwrap_or_default();
    canvas.write_lines(rest, wrap(&offer, width, style));
}

/// Whose turn it is or how the game ended, with so much room at its sides.
fn bar(texts: &MatchTexts, width: u16, side: &str) -> Line<'static> {
    let (text, style) = texts.headline();
    let room = usize::from(width).saturating_sub(2 * side.width());
    // A draw is of both sides.
    let [x, o] = [("✕", Mark::X), ("◯", Mark::O)];
    let signs = [x, o].map(|(sign, mark)| (format!("{side}{sign}{side}"), TextStyle::Filled(Some(mark))));
    let text = cut(&text, room);
    match signs {
        _ if text.is_empty() => Line::default(),
        [x, o] if texts.is_draw() && text.width() + x.0.width() + o.0.width() <= room => {
            line([x, (format!("{side}{text}{side}"), style), o])
        }
        _ => line([(format!("{side}{text}{side}"), style)]),
    }
}

fn quiet(text: String) -> Line<'static> {
    line([(text, TextStyle::Quiet)])
}

/// For each player the mark, the name, the games won, and the clock or whether the player is there: below the name where
/// there is no room beside it. `gap`: the rows between the players.
fn players(texts: &MatchTexts, width: u16, gap: u16) -> Vec<Line<'static>> {
    let (view, score) = (texts.shown.view, texts.shown.view.snapshot.score);
    let players = view.marks().map(|mark| (mark, texts.name(mark), texts.clock_or_presence(mark)));
    let is_wide = width >= WIDE_PANEL;
    let side = if is_wide { "  " } else { " " };
    let count = [score.x, score.o, score.draws].map(|count| count.to_string().len()).into_iter().max();
    let (name, end) = players.iter().fold((LEAST_NAME, 0), |(name_width, end_width), (_, name, end)| {
        (name_width.max(name.width()), end_width.max(end.width()))
    });
    let count = count.unwrap_or_default();
    let taken = 1 + 2 * side.len() + count + if is_wide { side.len() + 1 + end } else { 0 };
    let name_width = name.min(usize::from(width).saturating_sub(taken));
    let mut lines = Vec::new();
    for (mark, name, end) in players {
        let name = cut(&name, name_width);
        let won = " ".repeat(name_width.saturating_sub(name.width()));
        let won = format!("{won}{side}{:>count$} ", score.of(mark));
        let style = if view.snapshot.turn == Some(mark) && !texts.scene.is_lost() {
            TextStyle::Mover
        } else {
            TextStyle::Strong
        };
        let sign = format!("{}{side}", if mark == Mark::X { '✕' } else { '◯' });
        let first = line([(sign, TextStyle::Mark(mark)), (name, style), (won, TextStyle::Strong)]);
        let end = (end.width() > 0).then(|| [Span::raw(side), end]).into_iter().flatten();
        if is_wide {
            lines.push(first.into_iter().chain(end).collect());
        } else {
            lines.extend([first, end.collect()].into_iter().filter(|line| line.width() > 0));
        }
        lines.extend((0..gap).map(|_| Line::default()));
    }
    lines.truncate(lines.len().saturating_sub(gap.into()));
    let before = " ".repeat(1 + 2 * side.len() + name_width);
    let draws = format!("{before}{:>count$} draw{}", score.draws, if score.draws == 1 { "" } else { "s" });
    lines.extend((score.draws > 0).then(|| quiet(draws)));
    lines.extend(texts.sentences().series().map(quiet));
    lines
}

/// The board beside a narrow panel, and below it whose turn it is and the news, which share a row with the message.
pub(super) fn draw_compact(
    canvas: &mut Canvas,
    (body, status): (Rect, Rect),
    scene: &Scene,
    shown: &MatchScreen,
) {
    let texts = &MatchTexts { scene, shown, max_name_width: body.width.saturating_sub(14) };
    let is_lost = scene.is_lost();
    let [upper, state] = split_bottom(body, 1);
    let (news, style) = texts.offer().unwrap_or_else(|| (texts.news(), TextStyle::Quiet));
    let news = wrap(&news, status.width, style);
    let grid = Grid::new(shown.view, board_room(body, Breakpoint::Compact));
    // Long news take the rows that the board does not need.
    let more = if is_lost || scene.message.is_some() { 0 } else { news.len().saturating_sub(1) };
    let risen = columns(more).min(upper.height.saturating_sub(grid.size().height));
    let [upper, _] = split_bottom(upper, risen);
    let (state, status) = (
        Rect { y: state.y - risen, ..state },
        Rect { y: status.y - risen, height: status.height + risen, ..status },
    );
    let area = centre(upper, Size::new(upper.width, grid.size().height));
    board::draw(canvas, &grid.at(area.x, area.y), shown, is_lost);
    let panel = Rect { height: upper.bottom() - area.y, ..right_of(area, grid.size().width + 1) };
    let lines = players(texts, COMPACT_PANEL, 0).into_iter().chain(texts.spectators().map(quiet));
    canvas.write_lines(panel, lines);
    draw_state(canvas, (state, status), texts, news);
}

/// Draws that the connection is lost, or what is asked, or else whose turn it is and the news.
fn draw_state(
    canvas: &mut Canvas,
    (state, status): (Rect, Rect),
    texts: &MatchTexts,
    news: Vec<Line<'static>>,
) {
    let both = state.union(status);
    if texts.scene.is_lost() {
        header_footer::draw_lost(canvas, both, texts.scene.retry_in);
    } else if let Some(question) = &texts.scene.question {
        canvas.write_lines(both, wrap(question, both.width, TextStyle::Strong));
    } else {
        canvas.write(state, bar(texts, state.width, " "));
        canvas.write_lines(status, news);
    }
}

/// The texts beside a board: the sentences of [`crate::ui::sentences`] with their style, in signs that the terminal has.
#[derive(Debug, Clone, Copy)]
struct MatchTexts<'a> {
    scene: &'a Scene<'a>,
    shown: &'a MatchScreen<'a>,
    /// The widest name within a sentence.
    max_name_width: u16,
}

impl MatchTexts<'_> {
    fn sentences(&self) -> GameSentences<'_> {
        GameSentences { view: self.shown.view, max_name_width: self.max_name_width.into() }
    }

    /// Whose turn it is, or how the game ended: the largest thing beside the board, on the colour of the player.
    fn headline(&self) -> (String, TextStyle) {
        if let Some(review) = self.shown.review {
            return (review.title.clone(), TextStyle::Filled(None));
        }
        let snapshot = &self.shown.view.snapshot;
        let side = match snapshot.series.and_then(|series| series.result) {
            Some(SeriesResult::X) => Some(Mark::X),
            Some(SeriesResult::O) => Some(Mark::O),
            Some(SeriesResult::Draw) => None,
            None => snapshot.result.as_ref().map_or(snapshot.turn, |result| result.winner),
        };
        let is_sent = self.shown.sent.is_some();
        let text = if is_sent { "Sending your move...".to_owned() } else { self.sentences().headline() };
        (text, if self.is_mover_away() { TextStyle::Alert } else { TextStyle::Filled(side) })
    }

    fn is_draw(&self) -> bool {
        let snapshot = &self.shown.view.snapshot;
        let is_full = snapshot.result.as_ref().is_some_and(|result| result.reason == Reason::Full);
        let of_series = snapshot.series.and_then(|series| series.result);
        self.shown.review.is_none() && of_series.map_or(is_full, |result| result == SeriesResult::Draw)
    }

    /// What happened, in a sentence: the last move, or how the game ended.
    fn news(&self) -> String {
        match (self.shown.review, self.clock()) {
            (Some(review), _) => review.sentence.clone(),
            (None, Some((clock, _))) if self.is_mover_away() => format!("{clock} left to return."),
            (None, _) => self.sentences().detail(),
        }
    }

    /// The opponent is to move and away, so that [`Self::clock`] is the time that is left to return.
    fn is_mover_away(&self) -> bool {
        let view = self.shown.view;
        let mover = view.snapshot.turn.filter(|&mark| view.who(mark) == Who::Them);
        mover.is_some_and(|mark| self.presence(mark) == Some(Presence::Away))
    }

    /// What one player asks of the other, or who has left.
    fn offer(&self) -> Option<(String, TextStyle)> {
        if self.shown.review.is_some() {
            return None;
        }
        let view = self.shown.view;
        let asked_by = view.takeback_asked_by();
        let has_asked =
            self.shown.has_asked || view.has_offered() || asked_by.is_some() && asked_by == view.you;
        let accepts = if view.is_over() { Verb::Rematch } else { Verb::TakeBack };
        let can_answer = self.scene.footer.iter().any(|key| key.action() == Some(Action::Say(accepts)));
        let text = self.sentences().offer(has_asked, can_answer.then_some(Answer::Keys))?;
        Some((text, if has_asked { TextStyle::Quiet } else { TextStyle::Strong }))
    }

    fn clock(&self) -> Option<(String, TextStyle)> {
        let seconds = self.shown.clock?;
        let style = if seconds <= SHORT { TextStyle::Alert } else { TextStyle::Strong };
        Some((format!("{}:{:02}", seconds / 60, seconds % 60), style))
    }

    /// The clock of the player to move, or whether the player is there.
    fn clock_or_presence(&self, mark: Mark) -> Span<'static> {
        match (self.presence(mark), self.clock()) {
            (None | Some(Presence::Online), Some((clock, style)))
                if self.shown.view.snapshot.turn == Some(mark) =>
            {
                Span::styled(clock, style)
            }
            _ => self.there(mark),
        }
    }

    fn spectators(&self) -> Option<String> {
        let count = self.shown.view.snapshot.spectators;
        (count > 0).then(|| format!("{count} watching"))
    }

    /// The state of a player's connection; none for the computer, for players at this keyboard, and without a connection.
    fn presence(&self, mark: Mark) -> Option<Presence> {
        let view = self.shown.view;
        let is_known =
            !self.scene.is_lost() && !view.plays(mark) && view.player(mark).kind != PlayerKind::Computer;
        is_known.then_some(view.player(mark).presence)
    }

    /// The same in a sign and a word; nothing where there is nothing to say.
    fn there(&self, mark: Mark) -> Span<'static> {
        match self.presence(mark) {
            None => Span::default(),
            Some(Presence::Online) => Span::styled("● online", TextStyle::Quiet),
            Some(Presence::Away) => Span::styled("◐ away", TextStyle::Alert),
            Some(Presence::Left) => Span::styled("left", TextStyle::Strong),
        }
    }

    fn name(&self, mark: Mark) -> String {
        let player = self.shown.view.player(mark);
        match self.shown.view.who(mark) {
            Who::You => "You".to_owned(),
            // The header says the level.
            Who::Them => labelled(player.kind, None, player.name.as_str()),
            Who::Other(_) => {
                let rules = self.shown.view.snapshot.rules;
                let level = player.level.map(|level| level_name(level, rules));
                labelled(player.kind, level, player.name.as_str())
            }
        }
    }
}
