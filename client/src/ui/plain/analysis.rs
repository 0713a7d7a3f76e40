//! The lines of hints and reviews.

use tictactoe_protocol::analysis::{Hint, Review, ReviewedMove, Worth};

use super::line::Line;
use super::{NONE, numbers, who};
use crate::app::view::View;

/// The line of a hint.
pub(super) fn hint(hint: &Hint) -> Line {
    Line::new("hint")
        .put("game", hint.game)
        .put("ply", hint.ply)
        .put("cells", numbers(&hint.cells, ","))
        .maybe("value", hint.worth.map(|worth| worth.value))
        .maybe("distance", hint.worth.and_then(|worth| worth.distance))
}

/// A line for each move, and one that ends them.
pub(super) fn review(view: &View, review: &Review) -> String {
    let moves = (1..).zip(&review.moves).map(|(ply, reviewed)| about_move(view, review.game, ply, reviewed));
    let mistakes = review.moves.iter().filter(|reviewed| reviewed.mistake).count();
    let end = Line::new("review_end")
        .put("game", review.game)
        .put("moves", review.moves.len())
        .put("mistakes", mistakes);
    moves.chain([end]).map(Line::end).collect()
}

fn about_move(view: &View, game: u32, ply: usize, reviewed: &ReviewedMove) -> Line {
    Line::new("review")
        .put("game", game)
        .put("ply", ply)
        .put("who", who(view, reviewed.mark))
        .put("mark", reviewed.mark)
        .put("cell", u16::from(reviewed.cell) + 1)
        .put("before", worth(reviewed.before))
        .put("after", worth(reviewed.after))
        .put("best", numbers(&reviewed.best, ","))
        .put("mistake", if reviewed.mistake { "yes" } else { "no" })
}

fn worth(worth: Option<Worth>) -> String {
    let Some(Worth { value, distance }) = worth else { return NONE.to_owned() };
    let distance = distance.map_or_else(|| NONE.to_owned(), |distance| distance.to_string());
    format!("{value}/{distance}")
}
