//! A position, and why nothing may be played in it.

use tictactoe_protocol::values::MatchId;

use super::view::View;

/// Why nothing may be played although the last receipt has come: the view is older than what was sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// The view must move on from this position.
    Past(Position),
    /// Any state will do: the server has said that one follows.
    NextState,
}

/// A position in a match.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Position {
    match_id: MatchId,
    game: u32,
    ply: u32,
    is_over: bool,
}

impl Position {
    pub(super) fn of(view: &View) -> Self {
        let snapshot = view.snapshot();
        Self {
            match_id: snapshot.match_id.clone(),
            game: snapshot.game,
            ply: snapshot.ply,
            is_over: view.is_over(),
        }
    }
}
