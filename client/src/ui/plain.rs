//! The `plain` interface: one event a line, for scripts. The format is stable; `client/README.md` describes it.

use std::fmt::Display;

use serde::Serialize;
use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Shape, Worth};
use tictactoe_protocol::server::{Reacted, Waiting};
use tictactoe_protocol::snapshot::{GameResult, Reason, Series};
use tictactoe_protocol::values::{Mark, Rules};

use crate::app::App;
use crate::app::change::{Change, OfferStep};
use crate::app::command::WORDS;
use crate::app::notice::Notice;
use crate::app::view::{Offer, View, Who};
use crate::sanitize::sanitize;
use crate::ui::tui::invite::Invite;

const NONE: &str = "none";

/// The lines for a notice; empty when a script needs none.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    lines(notice, app.view()).iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

pub(crate) fn invite(invite: &Invite, waiting: Option<&Waiting>) -> String {
    let word = or_none(waiting.and_then(|waiting| Some(quoted(waiting.word.as_ref()?.as_str()))));
    let (url, command) = (or_none(invite.url.as_deref().map(quoted)), quoted(&invite.command));
    format!("invite word={word} url={url} command={command}\n")
}

fn lines(notice: &Notice, view: Option<&View>) -> Vec<String> {
    let line = match (notice, view) {
        (Notice::Connected(welcome), _) => {
            format!("connected server={} protocol={}", quoted(&welcome.server), quoted(&welcome.protocol))
        }
        (Notice::Waiting(waiting), _) => {
            let computer = or_none(waiting.computer_in_ms);
            let room = or_none(waiting.room.as_ref().map(|room| quoted(room.as_str())));
            let word = or_none(waiting.word.as_ref().map(|word| quoted(word.as_str())));
            let name = or_none(waiting.name.as_ref().map(|name| quoted(name.as_str())));
            let (rules, variant) = (rules(waiting.rules), variant(waiting.rules));
            format!("waiting computer_in_ms={computer} room={room} {rules} word={word} name={name} {variant}")
        }
        (Notice::Seated(seated), _) => {
            format!("seated match={} mark={}", quoted(&seated.match_id.0), or_none(seated.mark))
        }
        (Notice::Refused(refused) | Notice::Forgotten(refused), _) => {
            refusal(refused.code.word(), &refused.message)
        }
        (Notice::Declined(declined), _) => refusal(declined.code(), &declined.to_string()),
        (Notice::Closing(closing), _) => {
            let (reason, message) = (closing.reason.word(), quoted(&closing.message));
            format!("closing reason={reason} message={message} retry_in_ms={}", or_none(closing.retry_in_ms))
        }
        (Notice::Lost { cause }, _) => format!("lost cause={}", quoted(cause)),
        (Notice::Retry { cause, wait, .. }, _) => {
            format!("retry in_ms={} cause={}", wait.as_millis(), quoted(cause))
        }
        (Notice::Back, _) => "back who=you".to_owned(),
        (Notice::SeatKept, _) => "kept".to_owned(),
        (Notice::Retaken { has_ended }, _) => {
            format!("retaken game={}", if *has_ended { "over" } else { "on" })
        }
        (Notice::Help, _) => {
            let words = WORDS.iter().filter_map(|word| word.spelled.first());
            let words = words.filter(|word| !word.contains(' '));
            format!("help words={}", join(words, ","))
        }
        (Notice::Renamed(name), _) => format!("renamed name={}", quoted(name.as_str())),
        (Notice::Level(level), _) => format!("level level={level}"),
        (Notice::Muted(is_muted), _) => format!("mute reactions={}", if *is_muted { "off" } else { "on" }),
        (Notice::Reacted(Reacted { mark, reaction }), Some(view)) => {
            format!("reaction who={} reaction={reaction}", who(view, *mark))
        }
        (Notice::Match(change @ (Change::Began | Change::Over)), Some(view)) => {
            let series = view.snapshot.series.map(|Series { best_of, result }| {
                format!("series best_of={} result={}", u8::from(best_of), or_none(result.map(wire_word)))
            });
            return [change_line(*change, view)].into_iter().chain(series).collect();
        }
        (Notice::Match(change), Some(view)) => change_line(*change, view),
        (Notice::Board, Some(view)) => format!("board ply={} board={}", view.snapshot.ply, board(view)),
        (Notice::Moves, Some(view)) => {
            let legal = &view.snapshot.legal;
            let pairs = join(legal.iter().map(|&cell| view.pair(cell)), ";");
            format!("moves legal={} pairs={pairs}", cells(legal, ","))
        }
        (Notice::Hint(hint), Some(_)) => hint_line(hint),
        (Notice::Review(review), Some(view)) => return review_lines(view, review),
        (Notice::ReviewLater, Some(view)) => format!("review_later game={}", view.snapshot.game),
        // A script sees the time in `turn`, is never asked, and waits anyway.
        (
            Notice::TimeShort(_)
            | Notice::Ask(_)
            | Notice::Found(_)
            | Notice::NobodyCame
            | Notice::Busy(_)
            | Notice::Thinking
            | Notice::Unanswered
            | Notice::AsBefore,
            _,
        )
        | (_, None) => return Vec::new(),
    };
    vec![line]
}

fn change_line(change: Change, view: &View) -> String {
    match change {
        Change::Began => game(view),
        Change::Moved { mark, cell, ply } => {
            format!("move who={} mark={mark} cell={} ply={ply}", who(view, mark), number(cell))
        }
        Change::TakenBack { ply } => format!("taken_back ply={ply}"),
        Change::Away(mark) => {
            let is_to_move = view.snapshot.turn == Some(mark);
            let ms_left = or_none(view.snapshot.ms_left.filter(|_| is_to_move));
            format!("away who={} ms_left={ms_left}", who(view, mark))
        }
        Change::Back(mark) => format!("back who={}", who(view, mark)),
        Change::Left { mark, .. } => format!("left who={}", who(view, mark)),
        Change::Offer { offer, step, by } => {
            let event = match (offer, step) {
                (Offer::Rematch, OfferStep::Asked) => "rematch_offered",
                (Offer::Rematch, OfferStep::Declined) => "rematch_declined",
                (Offer::Rematch, OfferStep::Withdrawn) => "rematch_withdrawn",
                (Offer::Takeback, OfferStep::Asked) => "takeback_asked",
                (Offer::Takeback, OfferStep::Declined) => "takeback_declined",
                (Offer::Takeback, OfferStep::Withdrawn) => "takeback_withdrawn",
            };
            format!("{event} who={}", who(view, by))
        }
        Change::Turn(mark) => {
            let (who, board, snapshot) = (who(view, mark), board(view), &view.snapshot);
            let (legal, ms_left) = (cells(&snapshot.legal, ","), or_none(snapshot.ms_left));
            format!("turn who={who} ply={} board={board} legal={legal} ms_left={ms_left}", snapshot.ply)
        }
        Change::Over => {
            view.snapshot.result.as_ref().map_or_else(|| "over".to_owned(), |result| over(view, result))
        }
    }
}

fn game(view: &View) -> String {
    let snapshot = &view.snapshot;
    let is_both = view.you.is_none() && !view.is_spectator;
    let you = if is_both { "both".to_owned() } else { or_none(view.you) };
    let (x, o) = (&snapshot.players.x, &snapshot.players.o);
    format!(
        "game number={} match={} you={you} x={} o={} {} x_kind={} o_kind={} {}",
        snapshot.game,
        quoted(&snapshot.match_id.0),
        quoted(x.name.as_str()),
        quoted(o.name.as_str()),
        rules(snapshot.rules),
        // Anybody may be named Computer.
        wire_word(x.kind),
        wire_word(o.kind),
        variant(snapshot.rules),
    )
}

fn over(view: &View, result: &GameResult) -> String {
    let GameResult { winner, reason, lines, .. } = result;
    let word = match (reason, winner.map(|mark| view.who(mark))) {
        (Reason::Cancelled, _) => "cancelled",
        (_, None) => "drawn",
        (_, Some(Who::You)) => "won",
        (_, Some(Who::Them)) => "lost",
        (_, Some(Who::Other(Mark::X))) => "x_won",
        (_, Some(Who::Other(Mark::O))) => "o_won",
    };
    let [first, second] = view.marks();
    let score = view.snapshot.score;
    format!(
        "over result={word} winner={} reason={} lines={} score={}-{}-{}",
        or_none(*winner),
        wire_word(reason),
        none_if_empty(join(lines.iter().map(|line| cells(line, "-")), ",")),
        score.of(first),
        score.of(second),
        score.draws,
    )
}

fn hint_line(hint: &Hint) -> String {
    let &Hint { game, ply, worth, shape: made, .. } = hint;
    let (value, distance) = (worth.map(|worth| worth.value), worth.and_then(|worth| worth.distance));
    let (cells, value, distance) = (cells(&hint.cells, ","), or_none(value), or_none(distance));
    let shape = shape(made);
    format!("hint game={game} ply={ply} cells={cells} value={value} distance={distance}{shape}")
}

fn review_lines(view: &View, review: &Review) -> Vec<String> {
    let game = review.game;
    let line = |(ply, reviewed): (usize, &ReviewedMove)| {
        let (who, mark, cell) = (who(view, reviewed.mark), reviewed.mark, number(reviewed.cell));
        let (before, after) = (worth(reviewed.before), worth(reviewed.after));
        let (best, mistake) = (cells(&reviewed.best, ","), yes_or_no(reviewed.mistake));
        let shape = shape(reviewed.shape);
        format!(
            "review game={game} ply={ply} who={who} mark={mark} cell={cell} before={before} after={after} \
             best={best} mistake={mistake}{shape}"
        )
    };
    let mistakes = review.moves.iter().filter(|reviewed| reviewed.mistake).count();
    let end = format!("review_end game={game} moves={} mistakes={mistakes}", review.moves.len());
    (1..).zip(&review.moves).map(line).chain([end]).collect()
}

fn refusal(code: &str, message: &str) -> String {
    format!("refused code={code} message={}", quoted(message))
}

fn rules(Rules { columns, rows, run, .. }: Rules) -> String {
    format!("columns={columns} rows={rows} run={run}")
}

fn variant(Rules { misere, gravity, .. }: Rules) -> String {
    format!("misere={} gravity={}", yes_or_no(misere), yes_or_no(gravity))
}

const fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

fn who(view: &View, mark: Mark) -> String {
    match view.who(mark) {
        Who::You => "you".to_owned(),
        Who::Them => "them".to_owned(),
        Who::Other(mark) => mark.to_string(),
    }
}

fn board(view: &View) -> String {
    view.snapshot.board.join("/").replace('_', ".")
}

fn worth(worth: Option<Worth>) -> String {
    or_none(worth.map(|Worth { value, distance }| format!("{value}/{}", or_none(distance))))
}

fn shape(shape: Option<Shape>) -> String {
    shape.map_or_else(String::new, |Shape { effect, marks, open }| {
        format!(" shape={}/{marks}/{}", wire_word(effect), if open { "open" } else { "closed" })
    })
}

fn number(cell: u8) -> u16 {
    u16::from(cell) + 1
}

fn cells(cells: &[u8], separator: &str) -> String {
    none_if_empty(join(cells.iter().map(|&cell| number(cell)), separator))
}

fn join(parts: impl Iterator<Item = impl ToString>, separator: &str) -> String {
    parts.map(|part| part.to_string()).collect::<Vec<_>>().join(separator)
}

fn none_if_empty(text: String) -> String {
    if text.is_empty() { NONE.to_owned() } else { text }
}

fn or_none(value: Option<impl Display>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| value.to_string())
}

fn wire_word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| Some(value.as_str()?.to_owned())).unwrap_or_default()
}

/// A text of a peer, as a JSON string where it could be taken for something else.
fn quoted(text: &str) -> String {
    let text = sanitize(text);
    let is_bare = |c: char| c.is_alphanumeric() || "-_.,/;:[]".contains(c);
    if text.is_empty() || text == NONE || !text.chars().all(is_bare) {
        return serde_json::Value::from(text).to_string();
    }
    text
}
