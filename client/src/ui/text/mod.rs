//! The text interface: sentences, boards as characters, and a prompt. It has no borders, moves the cursor only within the
//! line that is typed, and has colours only in a QR code, so that it reads well aloud, over slow links and on any terminal.

#[cfg(test)]
mod tests;

use tictactoe_host::table;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::analysis::Hint;
use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::snapshot::Reason;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::Rules;

use crate::app::App;
use crate::app::arena::Arena;
use crate::app::change::{Change, OfferStep};
use crate::app::command::{Verb, typed_lines};
use crate::app::notice::{Declined, Notice};
use crate::app::view::{Offer, View, column_letter};
use crate::named_games;
use crate::sanitize::sanitize;
use crate::ui::invite::Invite;
use crate::ui::sentences::{
    self, Answer, GameSentences, TO_MANAGE, computer_joins, connection_lost, one_of, question, seconds,
    still_trying, worth_showing,
};

pub(crate) const PROMPT: &str = "> ";

/// The text for a notice, each line with its end; empty when there is nothing to say.
pub(crate) fn say(notice: &Notice, app: &App) -> String {
    let text = match (notice, app.view()) {
        (Notice::Waiting(waiting), _) => waiting_for_opponent(waiting),
        (Notice::Match(change), Some(view)) => announce(*change, view, app),
        (Notice::AsBefore, Some(view)) => as_before(view, app),
        (Notice::Declined(declined), _) if declined.is_between_games() => {
            let next = next(app).unwrap_or_else(|| "Wait for the next game, or type quit.".to_owned());
            format!("{declined} {next}")
        }
        (Notice::Declined(Declined::Asked), Some(view)) => {
            GameSentences::new(view).offer(true, None).unwrap_or_default()
        }
        (Notice::Declined(declined), _) => declined.to_string(),
        (Notice::Refused(refused), _) => sentences::refusal(refused, "Type rematch"),
        (Notice::Forgotten(refused), _) => with_choices(&sanitize(&refused.message), app),
        (Notice::Lost { cause }, _) => connection_lost(cause),
        (Notice::Retry { cause }, _) => format!("{} Type quit to leave.", still_trying(cause)),
        (Notice::Board, Some(view)) if view.is_numbered() => view.snapshot.board.join("\n"),
        (Notice::Board, Some(view)) => with_labels(view),
        (Notice::Moves, Some(view)) => possible_moves(view),
        (Notice::Hint(hint), Some(view)) => hint_to_type(hint, view),
        (Notice::Review(review), Some(view)) => GameSentences::new(view).review(review),
        (Notice::Standings, _) => app.arena().and_then(standings).unwrap_or_default(),
        (Notice::Help, _) => table(typed_lines()).trim_end().to_owned(),
        (Notice::Ask(asked), view) => format!("{} y or n", question(*asked, view, app.hosting.as_ref())),
        (Notice::Found(name), _) => sentences::found(name, "Type join"),
        (Notice::NobodyCame, _) => sentences::NOBODY_CAME.to_owned(),
        (_, view) => sentences::notice(notice, view).unwrap_or_default(),
    };
    if text.is_empty() { text } else { text + "\n" }
}

/// How others get here. `code`: whether a QR code that is asked for can be printed black on white, as cameras need it.
pub(crate) fn invite(invite: &Invite, code: Option<bool>) -> String {
    let mut text: String =
        invite.lines().into_iter().map(|(text, typed)| [&*text, " ", typed, "\n"].concat()).collect();
    match code {
        Some(true) => {
            let code = invite.url.as_deref().and_then(Code::for_url);
            text.extend(code.map(|code| code.coloured(0)));
        }
        Some(false) => text.push_str("The QR code needs a terminal with colours and Unicode.\n"),
        None => text.extend(invite.manage.iter().map(|link| format!("{TO_MANAGE} {link}\n"))),
    }
    text
}

fn standings(arena: &Arena) -> Option<String> {
    let (table, _) = arena.table.as_ref()?;
    Some(sentences::standings(table, arena.name.as_ref()).join("\n"))
}

fn waiting_for_opponent(waiting: &Waiting) -> String {
    let whom =
        sentences::waiting(waiting.arena.as_ref().map(Room::as_str), waiting.room.as_ref().map(Room::as_str));
    let rules = match waiting.rules {
        rules if rules == Rules::default() => String::new(),
        rules => format!(". The game is {}", named_games::describe(rules)),
    };
    if waiting.arena.is_some() {
        return format!("{whom}{rules}. Type quit to leave.");
    }
    let (computer, wait) = match waiting.computer_in_ms {
        Some(ms) => (format!(" {}", computer_joins(seconds(ms))), ", wait to keep waiting for a person"),
        None => (String::new(), ""),
    };
    format!(
        "{whom}{rules}.{computer} Type computer to play the computer now{wait}, invite to share a link, or quit to leave."
    )
}

fn announce(change: Change, view: &View, app: &App) -> String {
    let game = GameSentences::new(view);
    // On the other player's turn the board was shown before the move; the empty board was not.
    let is_seen = view.opponent().is_some() && view.mover().is_none() && view.snapshot.ply > 0;
    let reason = view.snapshot.result.as_ref().map(|result| result.reason);
    match change {
        // A player who comes back into a game while the other is to move sees the board only here.
        Change::Began if is_seen && !view.is_over() => {
            format!("{}\n{}", game.change(change), with_labels(view))
        }
        Change::Left { after_the_end: true, .. } => with_choices(&game.change(change), app),
        // The result, announced next, says that the player left.
        Change::Left { .. } if reason == Some(Reason::Left) || view.is_cancelled_without_opponent() => {
            String::new()
        }
        Change::Turn if !is_seen => board_and_turn(view),
        Change::Over if !view.is_cancelled_without_opponent() => {
            let reason = game.never_loses();
            let parts = [game.result()].into_iter().chain(reason).chain([game.score()]);
            let result = parts.collect::<Vec<_>>().join(" ");
            let told = if game.is_unbeaten() && app.offers(Verb::NextLevel) {
                let others = words(app, |verb| verb != Verb::NextLevel);
                format!("{result} Type level casual for an easier game, or {others}.")
            } else {
                with_choices(&result, app)
            };
            format!("{}\n{told}", with_labels(view))
        }
        Change::Offer { offer, step: OfferStep::Asked, by } => {
            let can_answer = offer == Offer::Takeback || app.offers(Verb::Rematch);
            game.offered(offer, by, can_answer.then_some(Answer::Words))
        }
        Change::Away(mark) => game.away(mark),
        _ => game.change(change),
    }
}

fn as_before(view: &View, app: &App) -> String {
    match view.snapshot.turn {
        Some(_) => board_and_turn(view),
        None if view.has_offered() && view.snapshot.rematch.open => {
            GameSentences::new(view).offer(true, None).unwrap_or_default()
        }
        None => with_choices("", app).trim_start().to_owned(),
    }
}

/// A sentence, and what can be typed now.
fn with_choices(sentence: &str, app: &App) -> String {
    next(app).map_or_else(|| sentence.to_owned(), |next| format!("{sentence} {next}"))
}

/// What to type between games, if there is a choice.
fn next(app: &App) -> Option<String> {
    app.asks_after_games().then(|| format!("Type {}.", words(app, |_| true)))
}

/// The words for these choices. In a series, a rematch is its next game, or the first of a new one.
fn words(app: &App, is_listed: impl Fn(Verb) -> bool) -> String {
    let next = app.view().map(|view| GameSentences::new(view).next_game()).filter(|&next| next != "rematch");
    let word = |verb: Verb| match next {
        Some(next) if verb == Verb::Rematch => format!("rematch ({next})"),
        _ => verb.word().to_owned(),
    };
    let verbs = app.choices().into_iter().filter(|&verb| is_listed(verb)).chain([Verb::Quit]);
    one_of(&verbs.map(word).collect::<Vec<_>>())
}

fn board_and_turn(view: &View) -> String {
    format!("{}\n{}", with_labels(view), GameSentences::new(view).turn())
}

/// On a numbered board with the numbers of the squares.
fn hint_to_type(hint: &Hint, view: &View) -> String {
    let sentences = GameSentences::new(view);
    let win = worth_showing(hint.forced_win.as_ref()).map(|win| format!(" {}", sentences.how_to_win(win)));
    let said = sentences.hint(hint) + &win.unwrap_or_default();
    let labels: Vec<_> = sentences.hinted(hint).iter().map(|&cell| view.label(cell)).collect();
    if view.is_numbered() { format!("{said} Type {}.", one_of(&labels)) } else { said }
}

fn possible_moves(view: &View) -> String {
    match view.snapshot.legal.iter().map(|&cell| view.label(cell)).collect::<Vec<_>>() {
        squares if squares.is_empty() => "There are no possible moves.".to_owned(),
        squares => format!("Possible moves: {}", squares.join(" ")),
    }
}

/// The board with what to type for each empty square: its number, letters and numbers at the edges, or with gravity the
/// number of the column.
fn with_labels(view: &View) -> String {
    let is_numbered = view.is_numbered();
    // There is a column: `View::new` has checked it.
    let columns = usize::from(view.snapshot.rules.columns).max(1);
    let letters = (1..=view.snapshot.rules.columns.into()).map(column_letter);
    let header = format!("  {}", letters.flat_map(|letter| [' ', letter]).collect::<String>());
    let square = |cell| match view.mark_at(cell) {
        Some(mark) => format!(" {mark}"),
        None => format!(" {}", view.key(cell).unwrap_or_else(|| "_".to_owned())),
    };
    let squares: Vec<_> = (0..=u8::MAX).take(view.cells()).map(square).collect();
    let rows = (1..).zip(squares.chunks(columns)).map(|(number, row)| {
        let edge = if is_numbered { String::new() } else { format!("{number:>2}") };
        edge + &row.concat()
    });
    let header = (!is_numbered).then_some(header);
    header.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
