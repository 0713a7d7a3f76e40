//! What happens to the connection, the clock and the choices: the same words in both interfaces.

use tictactoe_protocol::refusal::Code;

use super::{CONNECTED_AGAIN, GameSentences};
use crate::app::notice::Notice;
use crate::app::view::View;
use crate::sanitize::sanitize;

/// The sentence for a notice; none for one that each interface shows in its own way.
pub(crate) fn notice(notice: &Notice, view: Option<&View>) -> Option<String> {
    Some(match (notice, view) {
        (Notice::Match(change), Some(view)) => GameSentences::new(view).change(*change),
        (Notice::Reacted(reacted), Some(view)) => GameSentences::new(view).reaction(*reacted),
        (Notice::Hint(hint), Some(view)) => GameSentences::new(view).hint_on_board(hint),
        (Notice::Refused(refused), _) => sanitize(&refused.message),
        (Notice::Busy(Code::Full), _) => "The server is full. Retrying...".to_owned(),
        (Notice::Busy(_), _) => "The server is busy. Retrying...".to_owned(),
        (Notice::Seat(warning), _) => warning.clone(),
        (Notice::Back, _) => CONNECTED_AGAIN.to_owned(),
        (Notice::Retaken { has_ended: false }, _) => {
            "Continuing your last game. To start another one instead, use tictactoe --new.".to_owned()
        }
        (Notice::Retaken { has_ended: true }, _) => "Your last game has ended.".to_owned(),
        (Notice::TimeShort(seconds), _) => format!("{seconds} s left to move."),
        (Notice::Reviewing, _) => "The computer is reviewing the game...".to_owned(),
        (Notice::Unanswered, _) => "The server has not answered yet.".to_owned(),
        (Notice::Renamed(name), _) => format!("Your name is now {name}."),
        (Notice::Muted(true), _) => "Reactions are muted.".to_owned(),
        (Notice::Muted(false), _) => "Reactions are no longer muted.".to_owned(),
        (Notice::Level(level), _) => format!("Level: {level}, from the next game on."),
        _ => return None,
    })
}
