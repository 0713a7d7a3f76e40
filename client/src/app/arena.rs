//! The arena in which the player takes part, as far as this client knows it.

use std::time::{Duration, Instant};

use tictactoe_protocol::arena::Standings;
use tictactoe_protocol::client::{AskStandings, ClientMessage};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;

use super::notice::Notice;
use super::{App, Effect, Stage};
use crate::sanitize::sanitize;

#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) word: Room,
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
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.table.as_ref().is_some_and(|&(_, end)| end <= now)
    }

    pub(super) fn is_set_aside(&self) -> bool {
        self.refusal.as_ref().is_some_and(|refused| refused.code == Code::SetAside)
    }
}

/// The sentence of a refusal.
pub(crate) fn refusal_text(refused: &Refused) -> String {
    match refused.code {
        Code::SetAside => {
            "Two games in a row ended because of you before both players had moved, so you are not \
                           being paired. Use r to play on."
                .to_owned()
        }
        _ => sanitize(&refused.message),
    }
}

impl App {
    pub(crate) const fn arena(&self) -> Option<&Arena> {
        self.arena.as_ref()
    }

    /// The player waits or plays in this arena, or in none.
    pub(super) fn set_arena(&mut self, word: Option<&Room>, name: Option<Name>) {
        let known = self.arena.take().filter(|known| Some(&known.word) == word);
        let (table, managing_place) = known.map_or((None, None), |known| (known.table, known.managing_place));
        let arena = |word: &Room| Arena { word: word.clone(), name, table, refusal: None, managing_place };
        self.arena = word.map(arena);
    }

    /// Shows the link to manage the arena to the player who has just opened it.
    pub(super) fn manage_arena(&mut self, place: Ticket) {
        if let Some(arena) = &mut self.arena {
            arena.managing_place = Some(place);
            self.effects.extend(self.input.is_person().then_some(Effect::Invite { has_code: false }));
        }
    }

    pub(super) fn ask_standings(&mut self) {
        let is_asked = self.requests.any(|message| matches!(message, ClientMessage::Standings(_)));
        if let Some(arena) = self.arena.as_ref().filter(|_| !is_asked) {
            self.send(ClientMessage::Standings(AskStandings { arena: arena.word.to_string() }));
        }
    }

    pub(super) fn on_standings(&mut self, standings: Standings) {
        if self.close_question(standings.id.as_ref())
            && let Some(arena) = &mut self.arena
        {
            let end = self.now.checked_add(Duration::from_millis(standings.ms_left)).unwrap_or(self.now);
            arena.table = Some((standings, end));
            self.show(Notice::Standings);
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
