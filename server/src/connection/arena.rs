//! The player of an arena: enters it, and looks for the next opponent after each game.

use std::time::Duration;

use tictactoe_protocol::arena::Standings;
use tictactoe_protocol::client::{Join, ManageArena};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::FrameId;
use tokio::time::Instant;

use super::handlers::Reply;
use super::role::Role;
use super::{Connection, End};
use crate::arena::record::Place;
use crate::matches::{Applied, MatchError};
use crate::matchmaking::ARENA_LOOKUPS;
use crate::quota::{Cost, Deposit};
use crate::record::{ArenaRefusal, Record, Refusal};
use crate::secret::{Secret, random_u64};
use crate::wire::arena;
use crate::wire::join_request::room;
use crate::wire::refusal::RequestError;

/// How long a person sees the end of a game before the next one.
const PAUSE: Duration = Duration::from_secs(4);

/// A program needs no time to look.
const BOTS_PAUSE: Duration = Duration::from_millis(500);

/// The retry interval for finding the next opponent.
const RETRY: Duration = Duration::from_secs(1);

/// The longest time that it takes to write the match of two players who were paired.
const MAY_BEGIN: Duration = Duration::from_secs(10);

/// The search of a player of an arena for the next opponent.
#[derive(Debug, Default)]
pub(super) struct NextGame {
    pub(super) due: Option<Instant>,
    /// The newest refusal, which the player knows.
    refusal: Option<ArenaRefusal>,
}

impl NextGame {
    pub(super) fn for_role(role: &Role) -> Self {
        let is_free = matches!(role, Role::Waiting(seek) if seek.request.arena.is_some());
        Self { due: is_free.then(|| Instant::now() + ARENA_LOOKUPS), refusal: None }
    }

    /// The player has been told that no game follows.
    pub(super) const fn is_refused(&self) -> bool {
        self.refusal.is_some()
    }
}

impl Connection {
    /// Enters an arena, if the message names one. Takes the price of the first game first, so that a player who cannot
    /// pay takes no place.
    pub(super) async fn enter_arena(&mut self, join: &Join) -> Result<Option<Reply>, RequestError> {
        let found = arena::entrant(join, Secret::generate(), random_u64())?;
        let Some((word, entrant)) = found else { return Ok(None) };
        self.permit.charge(Cost::Guess)?;
        let price = self.price_of_game()?;
        let (arenas, take_price) = (&self.services.matchmaker.arenas, || self.permit.deposit(Cost::Arena));
        let (place, price_of_arena) = arenas.enter(word.as_str(), &entrant, take_price).await?;
        if let Some(price_of_arena) = price_of_arena {
            price_of_arena.spend();
        }
        self.seek_in_arena(word.as_str(), &place, price).await?;
        self.entered = Some((entrant.secret, place.manages));
        Ok(Some(Reply::NewRole))
    }

    fn price_of_game(&self) -> Result<Deposit, RequestError> {
        self.services.matches.check_capacity()?;
        Ok(self.permit.deposit(Cost::ArenaGame)?)
    }

    /// Adds the result of a game in an arena to its table, and lets its player look for the next one after a pause.
    pub(super) async fn on_arena_game(&mut self, record: &Record) {
        let Role::Playing(seated) = &self.role else { return };
        let is_known = self.next_game.due.is_some() || self.next_game.is_refused();
        if record.arena.is_none() || !record.is_over() || is_known {
            return;
        }
        let is_bot = record.person(seated.seats.person_seat()).is_some_and(|person| person.is_bot);
        self.next_game.due = Some(Instant::now() + if is_bot { BOTS_PAUSE } else { PAUSE });
        if let Err(error) = self.services.matchmaker.arenas.finish(seated.id(), record).await {
            tracing::warn!(%error, "cannot add a result to the table of an arena: the next reader will");
        }
    }

    pub(super) async fn on_next_game_due(&mut self) -> Result<(), End> {
        let is_waiting = matches!(self.role, Role::Waiting(_));
        let next = if is_waiting {
            self.keep_waiting().await
        } else {
            self.play_next_game(false).await.map(|()| true)
        };
        let refusal = match next {
            Ok(false) => return Ok(()),
            Ok(true) => return self.announce().await,
            // `Playing` is retried below: its clock ends a game that a lost connection has hidden from the player.
            Err(RequestError::Match(MatchError::Arena(refusal)))
                if is_waiting || refusal != ArenaRefusal::Playing =>
            {
                refusal
            }
            Err(error) => {
                tracing::debug!(?error, "cannot look for the next game of an arena: retrying");
                self.next_game.due = Some(Instant::now() + RETRY);
                return Ok(());
            }
        };
        // Another refusal follows these.
        let is_pending =
            matches!(refusal, ArenaRefusal::SetAside | ArenaRefusal::Finished { is_final: false, .. });
        let is_idle = matches!(self.role, Role::Idle);
        self.next_game.due = (is_pending && !is_idle).then(|| Instant::now() + RETRY);
        if self.next_game.refusal.replace(refusal) == Some(refusal) {
            return Ok(());
        }
        self.refuse(&MatchError::from(refusal).into(), None).await
    }

    /// Looks for an opponent again. Ends the wait of a player who must not be paired any more. Returns whether the
    /// person who opened the arena has renamed the player.
    async fn keep_waiting(&mut self) -> Result<bool, RequestError> {
        let Role::Waiting(seek) = &mut self.role else { return Ok(false) };
        let Some(own) = seek.request.arena else { return Ok(false) };
        self.next_game.due = Some(Instant::now() + ARENA_LOOKUPS);
        match self.services.matchmaker.arenas.place(&seek.request.word, own.row).await {
            Ok(place) => {
                let is_renamed = seek.request.name != place.name && seek.rename(&place.name);
                if is_renamed {
                    seek.request.name = place.name;
                }
                seek.look_for_opponent();
                Ok(is_renamed)
            }
            // The match is being written. If that takes longer, another connection of the player plays it.
            Err(MatchError::Arena(ArenaRefusal::Playing)) if seek.since.elapsed() < MAY_BEGIN => Ok(false),
            Err(error @ MatchError::Arena(ArenaRefusal::Finished { is_final: false, .. })) => {
                Err(error.into())
            }
            Err(MatchError::Arena(refusal)) if seek.give_up() => {
                self.set_role(Role::Idle);
                Err(MatchError::from(refusal).into())
            }
            // If the seek cannot be given up, its match has just begun.
            Err(MatchError::Arena(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Looks for the next opponent in the arena. If the player `has_asked`, the games that were given up are forgiven.
    async fn play_next_game(&mut self, has_asked: bool) -> Result<(), RequestError> {
        let Role::Playing(seated) = &self.role else { return Err(RequestError::NotSeated) };
        let seat = seated.seats.person_seat();
        let arena = self.role.record().and_then(|record| record.arena.clone());
        let arena = arena.ok_or(RequestError::NotSeated)?;
        // First, so that a player who cannot pay is not forgiven.
        let paid = has_asked.then(|| self.price_of_game()).transpose()?;
        let arenas = &self.services.matchmaker.arenas;
        let place = arenas.next_place(&arena.word, *arena.rows.get(seat), has_asked).await?;
        let price = paid.map_or_else(|| self.price_of_game(), Ok)?;
        let last = self.seek_in_arena(&arena.word, &place, price).await?;
        let now = self.services.matches.clock.now();
        if let Role::Playing(seated) = last
            && let Err(error) = self.services.matches.disconnect(&seated, now).await
        {
            tracing::debug!(%error, "cannot record that a player has gone on to the next game");
        }
        Ok(())
    }

    pub(super) fn is_in_arena(&self) -> bool {
        self.role.record().is_some_and(|record| record.arena.is_some())
    }

    /// Looks for the next opponent at once, because the player has asked for the next game.
    pub(super) async fn next_game_now(&mut self) -> Result<Reply, RequestError> {
        if !self.role.record().is_some_and(|record| record.is_over()) {
            return Err(MatchError::from(Refusal::GameOn).into());
        }
        self.play_next_game(true).await?;
        Ok(Reply::NewRole)
    }

    /// Seeks an opponent in an arena. Returns the previous role of the connection.
    async fn seek_in_arena(
        &mut self,
        word: &str,
        place: &Place,
        price: Deposit,
    ) -> Result<Role, RequestError> {
        let joined = self.services.matchmaker.join(arena::seek_request(word, place)).await?;
        price.spend();
        Ok(self.set_role(joined.into()))
    }

    pub(super) async fn manage_arena(&mut self, manage: &ManageArena) -> Result<Reply, RequestError> {
        self.permit.charge(Cost::Guess)?;
        let (word, change) = (room(&manage.arena)?, arena::change(manage.change.clone())?);
        let key = manage.place.reveal().parse().map_err(|_| MatchError::from(ArenaRefusal::BadKey))?;
        self.services.matchmaker.arenas.manage(word.as_str(), &key, &change).await?;
        Ok(Reply::Done(Applied::Now))
    }

    pub(super) async fn standings(
        &mut self,
        word: &str,
        id: Option<&FrameId>,
    ) -> Result<Reply, RequestError> {
        self.permit.charge(Cost::StoredGame)?;
        let word = room(word)?;
        let arena = self.services.matchmaker.arenas.table(word.as_str()).await?;
        let running = u32::try_from(arena.running().len()).unwrap_or(u32::MAX);
        self.permit.charge_many(Cost::StoredGame, running)?;
        let now = self.services.matches.clock.now();
        let standings = Standings { id: id.cloned(), ..arena::standings(word, &arena, now) };
        Ok(Reply::Message(Box::new(ServerMessage::Standings(standings))))
    }
}
