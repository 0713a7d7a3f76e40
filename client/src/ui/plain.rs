//! The `plain` interface: one event a line, stable, for scripts.
//!
//! A line is a word and then `key=value` pairs in a fixed order. A value with anything but letters, digits and
//! `-_.,/;:[]` is a JSON string, and so is a peer's text that is just `none`. An absent value is `none`. Cells are
//! numbered from 1 in reading order. `who` is `you` or `them`, or `X` or `O` for a spectator and for two people at one
//! keyboard.
//!
//! ```text
//! connected server=0.1.0 protocol=tictactoe.v1
//! waiting computer_in_ms=10000 room=none columns=3 rows=3 run=3
//! seated match=k3v9d7qpx2ma mark=X
//! game number=1 match=k3v9d7qpx2ma you=X x=Ann o=Computer columns=3 rows=3 run=3 x_kind=person o_kind=computer
//! turn who=you ply=2 board=X.O/.../... legal=2,4,5,6,7,8,9 ms_left=60000
//! move who=them mark=O cell=3 ply=2
//! away who=them ms_left=45000       back who=them       left who=them       rematch_offered who=them
//! over result=won winner=X reason=line lines=1-5-9 score=1-0-0
//! board ply=2 board=X.O/.../...
//! moves legal=2,4 pairs=1,2;2,1
//! help words=help,board,moves
//! hint game=1 ply=2 cells=7,9 value=1 distance=5
//! review game=1 ply=2 who=them mark=O cell=2 before=0/8 after=-1/5 best=5 mistake=yes
//! review_end game=1 moves=5 mistakes=1
//! review_later game=1
//! refused code=taken message="5 is taken: pick an empty square."
//! closing reason=shutdown message="The server is stopping." retry_in_ms=1200
//! lost cause="the server is stopping"
//! retry in_ms=830 cause="no server answers at localhost:7878: Connection refused"
//! back who=you
//! retaken game=on
//! kept
//! ```
//!
//! * `waiting`: `computer_in_ms` is `none` where only a person will do.
//! * `game`: `you` is `X`, `O`, `none` (watching) or `both` (two people at one keyboard: there is no `seated` then);
//!   `x_kind` and `o_kind` are `person`, `bot` or `computer`.
//! * `away`: `ms_left` is `none` when it is not that player's turn.
//! * `over`: `result` is `won`, `lost`, `drawn` or `cancelled`, and `x_won` or `o_won` for spectators and two people at
//!   one keyboard; `reason` is the protocol's; `score` is you, them, draws, or else X, O, draws.
//! * `hint`: the best `cells`, and their worth if both play their best: `value` is 1 when you win, 0 for a draw and -1
//!   when you lose; `distance` is the number of moves of both players until then.
//! * `review`: a line for each move. `before` and `after` are the worth as `value/distance` for the player who moved,
//!   `best` the cells that would have been best. A review that is asked for during a game comes at its end:
//!   `review_later`.
//! * `lost`: the connection is gone, and the client reconnects; `retry`: an attempt failed; `back who=you`: the
//!   connection and the seat are back. What happened meanwhile follows, and nothing is repeated. A line that waits goes
//!   on waiting, and so does the end of input; a `quit` that comes next ends the run at once, and `kept` says that the
//!   seat stays for a run that starts in time. `retaken`: this run has the seat of such an earlier one, in a game that
//!   is `on` or `over`.
//!
//! A snapshot may stand for several moves, and each has its line. But a spectator may miss the end of a game, and its
//! `over`, when both players have asked for the next one at once.
//!
//! Lines in: a cell (`5`), a coordinate (`b2`: column b, row 2), `row,column` (`2,2`), `board`, `moves`, `hint`,
//! `resign`, `rematch`, `review`, `computer`, `wait`, `new`, `quit`. A line waits until it is your turn and the lines
//! before it have been answered, so a whole game can be piped in; `quit` waits only for the answers. After a line that
//! was refused the next one is read. `computer` and `wait` are for a player who waits for an opponent: they leave the
//! queue and ask, for this match, for the computer or for a person only; otherwise they are refused as `not_waiting`. A
//! `review` that comes next when a game is over is answered before anything else happens. The end of input on your turn
//! resigns; while you wait for an opponent it leaves; it does not end a watch.
//!
//! A message for which the server is too busy is sent again without a line. When a game is cancelled
//! (`over reason=cancelled`) and the opponent is not connected, the run goes on with another opponent, and the game is
//! not counted. When the server has forgotten the match (`refused code=no_such_match`), before or after a lost
//! connection, the run goes on with a new one as long as games and lines are left. One game is played unless `--games`
//! says otherwise; with `--games 0` lines decide after each game: `rematch`, `new` or `quit`.

use std::fmt::Display;

use serde::Serialize;
use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};
use tictactoe_protocol::snapshot::{GameResult, Reason};
use tictactoe_protocol::values::{Mark, Rules};

use crate::app::App;
use crate::app::change::Change;
use crate::app::command::WORDS;
use crate::app::notice::Notice;
use crate::app::view::{Perspective, View, Who};
use crate::sanitize::sanitize;

/// A value that is absent.
const NONE: &str = "none";

/// The lines for a notice; empty when a script needs none.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    lines(notice, app.view()).iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn lines(notice: &Notice, view: Option<&View>) -> Vec<String> {
    let line = match (notice, view) {
        (Notice::Connected(welcome), _) => {
            format!("connected server={} protocol={}", quoted(&welcome.server), quoted(&welcome.protocol))
        }
        (Notice::Waiting(waiting), _) => {
            let computer = or_none(waiting.computer_in_ms);
            let room = or_none(waiting.room.as_ref().map(|room| quoted(room.as_str())));
            format!("waiting computer_in_ms={computer} room={room} {}", rules(waiting.rules))
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
            format!("help words={}", join(words, ","))
        }
        (Notice::Match(change), Some(view)) => change_line(*change, view),
        (Notice::Board, Some(view)) => format!("board ply={} board={}", view.snapshot().ply, board(view)),
        (Notice::Moves, Some(view)) => {
            let legal = &view.snapshot().legal;
            let pairs = join(legal.iter().map(|&cell| view.pair(cell)), ";");
            format!("moves legal={} pairs={pairs}", cells(legal, ","))
        }
        (Notice::Hint(hint), Some(_)) => hint_line(hint),
        (Notice::Review(review), Some(view)) => return review_lines(view, review),
        (Notice::ReviewLater, Some(view)) => format!("review_later game={}", view.snapshot().game),
        // A script sees the time in `turn`, is never asked, and waits anyway.
        (Notice::TimeShort(_) | Notice::Ask(_) | Notice::Busy | Notice::Thinking | Notice::AsBefore, _)
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
        Change::Away(mark) => {
            let is_to_move = view.snapshot().turn == Some(mark);
            let ms_left = or_none(view.snapshot().ms_left.filter(|_| is_to_move));
            format!("away who={} ms_left={ms_left}", who(view, mark))
        }
        Change::Back(mark) => format!("back who={}", who(view, mark)),
        Change::Left { mark, .. } => format!("left who={}", who(view, mark)),
        Change::Offered(mark) => format!("rematch_offered who={}", who(view, mark)),
        Change::Turn(mark) => {
            let (who, board, snapshot) = (who(view, mark), board(view), view.snapshot());
            let (legal, ms_left) = (cells(&snapshot.legal, ","), or_none(snapshot.ms_left));
            format!("turn who={who} ply={} board={board} legal={legal} ms_left={ms_left}", snapshot.ply)
        }
        Change::Over => {
            view.snapshot().result.as_ref().map_or_else(|| "over".to_owned(), |result| over(view, result))
        }
    }
}

fn game(view: &View) -> String {
    let snapshot = view.snapshot();
    let you = match view.perspective() {
        Perspective::Player(mark) => mark.to_string(),
        Perspective::Spectator => NONE.to_owned(),
        Perspective::Both { .. } => "both".to_owned(),
    };
    let (x, o) = (&snapshot.players.x, &snapshot.players.o);
    format!(
        "game number={} match={} you={you} x={} o={} {} x_kind={} o_kind={}",
        snapshot.game,
        quoted(&snapshot.match_id.0),
        quoted(x.name.as_str()),
        quoted(o.name.as_str()),
        rules(snapshot.rules),
        // Anybody may be named Computer.
        wire_word(x.kind),
        wire_word(o.kind),
    )
}

fn over(view: &View, result: &GameResult) -> String {
    let GameResult { winner, reason, lines } = result;
    let word = match (reason, winner.map(|mark| view.who(mark))) {
        (Reason::Cancelled, _) => "cancelled",
        (_, None) => "drawn",
        (_, Some(Who::You)) => "won",
        (_, Some(Who::Them)) => "lost",
        (_, Some(Who::Other(Mark::X))) => "x_won",
        (_, Some(Who::Other(Mark::O))) => "o_won",
    };
    let first = if let Perspective::Player(you) = view.perspective() { you } else { Mark::X };
    let score = view.snapshot().score;
    format!(
        "over result={word} winner={} reason={} lines={} score={}-{}-{}",
        or_none(*winner),
        wire_word(reason),
        none_if_empty(join(lines.iter().map(|line| cells(line, "-")), ",")),
        score.of(first),
        score.of(first.other()),
        score.draws,
    )
}

fn hint_line(hint: &Hint) -> String {
    let &Hint { game, ply, worth, .. } = hint;
    let (value, distance) = (worth.map(|worth| worth.value), worth.and_then(|worth| worth.distance));
    let (cells, value, distance) = (cells(&hint.cells, ","), or_none(value), or_none(distance));
    format!("hint game={game} ply={ply} cells={cells} value={value} distance={distance}")
}

fn review_lines(view: &View, review: &Review) -> Vec<String> {
    let game = review.game;
    let line = |(ply, reviewed): (usize, &ReviewedMove)| {
        let (who, mark, cell) = (who(view, reviewed.mark), reviewed.mark, number(reviewed.cell));
        let (before, after) = (worth(reviewed.before), worth(reviewed.after));
        let (best, mistake) = (cells(&reviewed.best, ","), if reviewed.mistake { "yes" } else { "no" });
        format!(
            "review game={game} ply={ply} who={who} mark={mark} cell={cell} before={before} after={after} \
             best={best} mistake={mistake}"
        )
    };
    let mistakes = review.moves.iter().filter(|reviewed| reviewed.mistake).count();
    let end = format!("review_end game={game} moves={} mistakes={mistakes}", review.moves.len());
    (1..).zip(&review.moves).map(line).chain([end]).collect()
}

fn refusal(code: &str, message: &str) -> String {
    format!("refused code={code} message={}", quoted(message))
}

fn rules(Rules { columns, rows, run }: Rules) -> String {
    format!("columns={columns} rows={rows} run={run}")
}

fn who(view: &View, mark: Mark) -> &'static str {
    match view.who(mark) {
        Who::You => "you",
        Who::Them => "them",
        Who::Other(Mark::X) => "X",
        Who::Other(Mark::O) => "O",
    }
}

fn board(view: &View) -> String {
    let square = |square: &Option<Mark>| square.map_or_else(|| ".".to_owned(), |mark| mark.to_string());
    join(view.rows().map(|row| row.iter().map(square).collect::<String>()), "/")
}

fn worth(worth: Option<Worth>) -> String {
    or_none(worth.map(|Worth { value, distance }| format!("{value}/{}", or_none(distance))))
}

/// A cell as people count.
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

/// The protocol's own word for a value.
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
