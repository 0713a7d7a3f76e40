//! The `plain` face: one event a line, stable, for scripts.
//!
//! A line is a word and then `key=value` pairs in a fixed order. A value with anything but letters, digits
//! and `-_.,/;:[]` is a JSON string, and so is somebody's text that is just `none`. Cells are numbered from 1 in
//! reading order. `who` is `you` or `them`, or `X` or `O` for a watcher and for two people at one keyboard.
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
//! `lost` says that the connection is gone and is made again, `retry` that it could not be made yet, `back` with
//! `who=you` that it is there with everything that was lost with it: what happened meanwhile follows, and nothing that
//! was said before comes again. A line that waits goes on waiting, and so does the end of input; a `quit` that comes
//! next ends the run at once. `kept` says then that the seat stays, for a run that is started in time. `retaken` says
//! that this run has the seat of such an earlier one, in a game that is `on` or `over`. `away` has the time that is
//! left to the player to move, and `none` when it is not that player's turn.
//!
//! `computer_in_ms` is `none` where only a person will do, `room` where there is none. `you` in `game` is `X`, `O`,
//! `none` (watching) or `both` (two people at one keyboard: there is no `seated` then). `x_kind` is `person`, `bot`
//! or `computer`. `result` is `won`, `lost`, `drawn` or `cancelled`, and `x_won` or `o_won` where nobody is `you`; `reason` is the protocol's. `score` is
//! you, them, draws; otherwise X, O, draws. The words `board`, `moves` and `help` answer with
//! `board ply=2 board=X.O/.../...`, `moves legal=2,4 pairs=1,2;2,1` and `help words=…`.
//!
//! `hint` names the best `cells` and what the game is worth with them: `value` is 1 when you win, 0 for a draw
//! and -1 when you lose, if both play their best, and `distance` is how many more moves of both together it
//! takes. `review` is a line for each move, with what the game was worth to whoever made it `before` and
//! `after` the move, as `value/distance`, and the cells that would have been `best`; `review_end` follows. What
//! is not certain is `none`. A review that is asked for while the game is on comes at its end: `review_later`
//! says so.
//!
//! A snapshot may stand for several moves, and every one of them is told. But a watcher may miss the end of a
//! game, and an `over` line with it, when both players have asked for the next one at once.
//!
//! Lines in: a cell (`5`), a coordinate (`b2`: column b, row 2), `row,column` (`2,2`), `board`, `moves`, `hint`,
//! `resign`, `rematch`, `review`, `computer`, `wait`, `new`, `quit`. A line waits until it is your turn and the lines
//! before it have been answered, so a whole game can be piped in; `quit` waits only for the answers. `computer` and
//! `wait` are for whoever waits for an opponent: they leave the queue, and ask for the computer or for nobody but a
//! person in this one match; otherwise they are refused as `not_waiting`. A `review` that comes
//! next when a game is over is answered before anything else happens. After a line that was refused the
//! next one is read. The end of input on your turn resigns; while you wait for an opponent it leaves; it does
//! not end a watch. A message that a busy server puts off is sent again, and nothing is said of it. When a
//! game is cancelled (`over reason=cancelled`) and the opponent is not connected, the run goes on with another
//! opponent, and the game is not counted. When the server has forgotten the match (`refused code=no_such_match`),
//! before or after a lost connection, a run goes on with a new one as long as games and lines are left. One game is played unless `--games` says otherwise; with
//! `--games 0` lines decide after each game: `rematch`, `new` or `quit`.

mod analysis;
mod line;

use tictactoe_protocol::refusal::Closing;
use tictactoe_protocol::server::{Waiting, Welcome};
use tictactoe_protocol::snapshot::{GameResult, Player, PlayerKind, Reason};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::{Mark, Rules};

use crate::app::App;
use crate::app::change::Change;
use crate::app::command::WORDS;
use crate::app::notice::Notice;
use crate::app::view::{Perspective, View, Who};
use line::Line;

/// What stands for a value that is not there.
const NONE: &str = "none";

/// The line for a notice.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    let line = match notice {
        Notice::Connected(welcome) => connected(welcome),
        Notice::Waiting(waiting) => waiting_line(waiting),
        Notice::Seated(seated) => {
            Line::new("seated").text("match", &seated.match_id.0).maybe("mark", seated.mark)
        }
        Notice::Refused(refused) | Notice::Forgotten(refused) => {
            refusal(refused.code.word(), &refused.message)
        }
        Notice::Declined(declined) => refusal(declined.code(), &declined.to_string()),
        Notice::Closing(closing) => closing_line(closing),
        Notice::Lost { cause } => Line::new("lost").text("cause", cause),
        Notice::Retry { cause, wait, .. } => {
            Line::new("retry").put("in_ms", wait.as_millis()).text("cause", cause)
        }
        Notice::Back => Line::new("back").put("who", "you"),
        Notice::SeatKept => Line::new("kept"),
        Notice::Retaken { has_ended } => {
            Line::new("retaken").put("game", if *has_ended { "over" } else { "on" })
        }
        Notice::Help => {
            let words: Vec<_> = WORDS.iter().filter_map(|word| word.spelled.first().copied()).collect();
            Line::new("help").put("words", words.join(","))
        }
        // A script sees the time in `turn`, is never asked, and waits anyway.
        Notice::TimeShort(_) | Notice::Ask(_) | Notice::Busy | Notice::Thinking | Notice::AsBefore => {
            return String::new();
        }
        Notice::Match(_)
        | Notice::Board
        | Notice::Moves
        | Notice::Hint(_)
        | Notice::Review(_)
        | Notice::ReviewLater => {
            return app.view().map_or_else(String::new, |view| about_match(notice, view));
        }
    };
    line.end()
}

fn about_match(notice: &Notice, view: &View) -> String {
    let line = match notice {
        Notice::Match(change) => change_line(*change, view),
        Notice::Moves => {
            let legal = &view.snapshot().legal;
            Line::new("moves")
                .put("legal", numbers(legal, ","))
                .put("pairs", join(legal.iter().map(|&cell| view.pair(cell)), ";"))
        }
        Notice::Hint(hint) => analysis::hint(hint),
        Notice::Review(review) => return analysis::review(view, review),
        Notice::ReviewLater => Line::new("review_later").put("game", view.snapshot().game),
        _ => Line::new("board").put("ply", view.snapshot().ply).put("board", board(view)),
    };
    line.end()
}

fn change_line(change: Change, view: &View) -> Line {
    let about = |word, mark| Line::new(word).put("who", who(view, mark));
    match change {
        Change::Began => game(view),
        Change::Moved { mark, cell, ply } => {
            about("move", mark).put("mark", mark).put("cell", u16::from(cell) + 1).put("ply", ply)
        }
        Change::Away(mark) => {
            let is_to_move = view.snapshot().turn == Some(mark);
            about("away", mark).maybe("ms_left", view.snapshot().ms_left.filter(|_| is_to_move))
        }
        Change::Back(mark) => about("back", mark),
        Change::Left { mark, .. } => about("left", mark),
        Change::Offered(mark) => about("rematch_offered", mark),
        Change::Turn(mark) => turn(view, about("turn", mark)),
        Change::Over => over(view),
    }
}

fn connected(welcome: &Welcome) -> Line {
    Line::new("connected").text("server", &welcome.server).text("protocol", &welcome.protocol)
}

fn waiting_line(waiting: &Waiting) -> Line {
    let line = Line::new("waiting")
        .maybe("computer_in_ms", waiting.computer_in_ms)
        .maybe_text("room", waiting.room.as_ref().map(Room::as_str));
    rules(line, waiting.rules)
}

fn rules(line: Line, rules: Rules) -> Line {
    line.put("columns", rules.columns).put("rows", rules.rows).put("run", rules.run)
}

fn refusal(code: &str, message: &str) -> Line {
    Line::new("refused").put("code", code).text("message", message)
}

fn closing_line(closing: &Closing) -> Line {
    Line::new("closing")
        .put("reason", closing.reason.word())
        .text("message", &closing.message)
        .maybe("retry_in_ms", closing.retry_in_ms)
}

fn game(view: &View) -> Line {
    let snapshot = view.snapshot();
    let you = match view.perspective() {
        Perspective::Player(mark) => mark.to_string(),
        Perspective::Spectator => NONE.to_owned(),
        Perspective::Both => "both".to_owned(),
    };
    let line = Line::new("game")
        .put("number", snapshot.game)
        .text("match", &snapshot.match_id.0)
        .put("you", you)
        .text("x", snapshot.players.x.name.as_str())
        .text("o", snapshot.players.o.name.as_str());
    rules(line, snapshot.rules)
        .put("x_kind", kind(&snapshot.players.x))
        .put("o_kind", kind(&snapshot.players.o))
}

/// Anybody may call themselves Computer; this tells them apart.
const fn kind(player: &Player) -> &'static str {
    match player.kind {
        PlayerKind::Person => "person",
        PlayerKind::Bot => "bot",
        PlayerKind::Computer => "computer",
    }
}

fn turn(view: &View, line: Line) -> Line {
    let snapshot = view.snapshot();
    line.put("ply", snapshot.ply)
        .put("board", board(view))
        .put("legal", numbers(&snapshot.legal, ","))
        .maybe("ms_left", snapshot.ms_left)
}

fn over(view: &View) -> Line {
    let Some(GameResult { winner, reason, lines }) = &view.snapshot().result else {
        return Line::new("over");
    };
    let score = view.snapshot().score;
    let first = if let Perspective::Player(you) = view.perspective() { you } else { Mark::X };
    Line::new("over")
        .put("result", result_word(*reason, winner.map(|mark| view.who(mark))))
        .maybe("winner", *winner)
        .put("reason", reason_word(*reason))
        .put("lines", none_if_empty(join(lines.iter().map(|line| numbers(line, "-")), ",")))
        .put("score", format!("{}-{}-{}", score.of(first), score.of(first.other()), score.draws))
}

const fn result_word(reason: Reason, winner: Option<Who>) -> &'static str {
    match (reason, winner) {
        (Reason::Cancelled, _) => "cancelled",
        (_, None) => "drawn",
        (_, Some(Who::You)) => "won",
        (_, Some(Who::Them)) => "lost",
        (_, Some(Who::Other(Mark::X))) => "x_won",
        (_, Some(Who::Other(Mark::O))) => "o_won",
    }
}

const fn reason_word(reason: Reason) -> &'static str {
    match reason {
        Reason::Line => "line",
        Reason::Full => "full",
        Reason::Resigned => "resigned",
        Reason::Time => "time",
        Reason::Left => "left",
        Reason::Cancelled => "cancelled",
    }
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
    join(view.rows().map(|row| row.iter().map(square).collect()), "/")
}

/// Cells as people count them.
fn numbers(cells: &[u8], between: &str) -> String {
    none_if_empty(join(cells.iter().map(|&cell| (u16::from(cell) + 1).to_string()), between))
}

fn join(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

fn none_if_empty(text: String) -> String {
    if text.is_empty() { NONE.to_owned() } else { text }
}
