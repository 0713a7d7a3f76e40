//! Moves, and giving a game up: whether that can be done, and over which connection.

use tictactoe_protocol::client::{ClientMessage, InGame, Move};
use tictactoe_protocol::snapshot::Snapshot;

use super::notice::Declined;
use super::requests::Request;
use super::view::{Perspective, View};
use super::{App, Effects, Hold, Position};
use crate::app::command::Square;
use crate::mode::LinkId;

impl App {
    /// The match that is played or watched here.
    pub(super) fn known(&self) -> Result<&View, Declined> {
        let missing = || {
            if self.is_match_gone() { Declined::Forgotten(self.next_options()) } else { Declined::NoMatch }
        };
        self.view.as_ref().ok_or_else(missing)
    }

    /// The match in which there is a seat here.
    pub(super) fn seat(&self) -> Result<&View, Declined> {
        let view = self.known()?;
        if view.perspective() == Perspective::Spectator { Err(Declined::Watching) } else { Ok(view) }
    }

    pub(super) fn play(&mut self, square: Square, out: &mut Effects) -> Result<(), Declined> {
        if self.is_lost() {
            return Err(Declined::Lost);
        }
        let (link, cell) = self.judge(square)?;
        let Some(view) = &self.view else { return Err(Declined::NoMatch) };
        let &Snapshot { ply, game, .. } = view.snapshot();
        let message = ClientMessage::Move(Move { cell: u32::from(cell), ply: Some(ply), game: Some(game) });
        self.hold = Some(Hold::Past(Position::of(view)));
        self.ask(link, Request::Move, message, out);
        Ok(())
    }

    /// Whether a square can be played now, and over which connection. All it knows of the rules is what the
    /// snapshot lists.
    fn judge(&self, square: Square) -> Result<(LinkId, u8), Declined> {
        let (view, link) = (self.seat()?, self.mover()?);
        let cell = view.cell(square).ok_or_else(|| no_such_square(view, square))?;
        if view.snapshot().legal.contains(&cell) {
            return Ok((link, cell));
        }
        let label = view.label(cell);
        Err(if view.mark_at(cell).is_some() { Declined::Taken(label) } else { Declined::NotLegal(label) })
    }

    /// The connection of the player to move, when that is here and nothing of theirs is on its way.
    pub(super) fn mover(&self) -> Result<LinkId, Declined> {
        let view = self.seat()?;
        let turn = view.snapshot().turn.ok_or_else(|| self.game_over())?;
        let not_yours = || Declined::NotYourTurn { name: view.player(turn).name.to_string() };
        let link = view.mover().ok_or_else(not_yours)?;
        if self.is_busy() { Err(Declined::Unanswered) } else { Ok(link) }
    }

    pub(super) fn game_over(&self) -> Declined {
        Declined::GameOver(self.next_options())
    }

    /// Gives the game up: of two people at one keyboard, the one to move does.
    pub(super) fn resign(&mut self, out: &mut Effects) {
        let Some(view) = &self.view else { return };
        let link = view.mover().unwrap_or(LinkId::First);
        let game = Some(view.snapshot().game);
        self.hold = Some(Hold::Past(Position::of(view)));
        self.ask(link, Request::Resign, ClientMessage::Resign(InGame { game }), out);
    }
}

fn no_such_square(view: &View, square: Square) -> Declined {
    let last = u8::try_from(view.cells().saturating_sub(1)).unwrap_or(u8::MAX);
    Declined::NoSuchSquare { named: square.to_string(), first: view.label(0), last: view.label(last) }
}
