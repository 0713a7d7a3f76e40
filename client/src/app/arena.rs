//! The arena in which the player takes part, as far as this client knows it.

use std::time::{Duration, Instant};

use tictactoe_protocol::arena::Standings;
use tictactoe_protocol::client::{AskStandings, ClientMessage};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;

use super::notice::Notice;
use super::{App, Stage};

#[derive(Debug, Default)]
pub(crate) struct Arena {
    pub(crate) word: String,
    /// The player's name in it.
    pub(crate) name: Option<Name>,
    /// The newest table, and when the arena ends.
    pub(crate) table: Option<(Standings, Instant)>,
    /// Why the player gets no game.
    pub(crate) refusal: Option<Refused>,
    /// The `place` of the player who opened the arena: it manages the arena.
    pub(crate) managing_place: Option<Ticket>,
}

impl Arena {
    pub(super) fn is_set_aside(&self) -> bool {
        self.refusal.as_ref().is_some_and(|refused| refused.code == Code::SetAside)
    }
}

impl App {
    pub(crate) const fn arena(&self) -> Option<&Arena> {
        self.arena.as_ref()
    }

    pub(super) fn is_arena_over(&self) -> bool {
        let table = self.arena.as_ref().and_then(|arena| arena.table.as_ref());
        table.is_some_and(|&(_, end)| end <= self.now)
    }

    /// The player waits or plays in this arena, or in none.
    pub(super) fn set_arena(&mut self, word: Option<&Room>, name: Option<Name>) {
        let word = word.map(Room::as_str);
        let known = self.arena.take().filter(|known| Some(&*known.word) == word).unwrap_or_default();
        self.arena = word.map(|word| Arena { word: word.to_owned(), name, refusal: None, ..known });
    }

    pub(super) fn gets_no_game(&self) -> bool {
        self.arena.as_ref().is_some_and(|arena| arena.refusal.is_some())
    }

    pub(super) fn ask_standings(&mut self) {
        if let Some(arena) = &self.arena {
            self.send(ClientMessage::Standings(AskStandings { arena: arena.word.clone() }));
        }
    }

    pub(super) fn on_standings(&mut self, standings: Standings) {
        if self.close_question(standings.id.as_ref())
            && let Some(arena) = &mut self.arena
        {
            let end = self.now.checked_add(Duration::from_millis(standings.ms_left)).unwrap_or(self.now);
            arena.table = Some((standings, end));
            // The next game may have begun.
            if self.view().is_none() {
                self.show(Notice::Standings);
            }
        }
    }

    /// The player gets no game in the arena. A script has nothing to ask for.
    pub(super) fn on_no_game(&mut self, refused: Refused) {
        self.forget_match();
        self.show(Notice::Refused(refused.clone()));
        if let Some(arena) = &mut self.arena {
            arena.refusal = Some(refused);
        }
        if self.input.is_person() {
            self.ask_standings();
        } else {
            self.leave(Stage::Quitting);
        }
    }
}
