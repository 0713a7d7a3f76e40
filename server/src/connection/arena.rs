//! The player of an arena: enters it, and looks for the next opponent after each game.

use std::time::Duration;

use tictactoe_protocol::client::{ArenaChange, Join, ManageArena, OpenArena};
use tictactoe_protocol::server::{ArenaOpened, ServerMessage, TableOfArena};
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::FrameId;
use tokio::time::Instant;

use super::handlers::{Reply, role_of};
use super::role::Role;
use super::{Connection, End};
use crate::arena::record::{ArenaRecord, ArenaRefusal, ArenaSeek};
use crate::arena::{ArenaError, Arenas, Next, Place};
use crate::matches::{Applied, MatchError};
use crate::quota::Cost;
use crate::record::{Record, Refusal};
use crate::secret::{Secret, random_u64};
use crate::wire::arena::{self, Entry};
use crate::wire::refusal::RequestError;

/// How long a person sees the end of a game before the next one.
const PAUSE: Duration = Duration::from_secs(4);

/// A program needs no time to look.
const BOTS_PAUSE: Duration = Duration::from_millis(500);

/// How often a player who waits is told whether the arena is over.
const CHECK: Duration = Duration::from_secs(5);

/// After this, looking for the next opponent is tried again.
const RETRY: Duration = Duration::from_secs(1);

enum NextStep {
    Seeks,
    SetAside,
    Over,
}

/// When the player of an arena looks for the next opponent, or one who waits learns whether the arena is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextGame {
    None,
    Due(Instant),
    /// When the player asks for it: after missing two first moves, or after the end of the arena.
    OnRequest,
}

impl NextGame {
    pub(super) fn of(role: &Role) -> Self {
        match role {
            Role::Waiting(seek) if seek.request.arena.is_some() => Self::Due(Instant::now() + CHECK),
            _ => Self::None,
        }
    }

    pub(super) const fn due(self) -> Option<Instant> {
        match self {
            Self::Due(due) => Some(due),
            Self::None | Self::OnRequest => None,
        }
    }
}

impl Connection {
    /// Enters an arena, if the message names one.
    pub(super) async fn enter_arena(&mut self, join: &Join) -> Result<Option<Reply>, RequestError> {
        let random = random_u64().map_err(MatchError::from)?;
        let Some(entry) = arena::entry(join, random)? else { return Ok(None) };
        self.permit.charge(Cost::Guess)?;
        let is_known = self.services.matchmaker.arenas.is_known(&entry.word).await?;
        self.check_opening(!is_known)?;
        let (place, secret) = place_in(&self.services.matchmaker.arenas, &entry).await?;
        self.seek_in_arena(&entry.word, &place).await?;
        self.place = Some(secret);
        Ok(Some(Reply::NewRole))
    }

    /// A server that is full opens no arena, and no source opens many.
    fn check_opening(&self, opens: bool) -> Result<(), RequestError> {
        self.services.matches.check_capacity()?;
        if opens {
            self.permit.charge(Cost::Arena)?;
        }
        Ok(())
    }

    /// Adds the result of a game in an arena to its table, and lets its player look for the next one after a pause.
    pub(super) async fn on_arena_game(&mut self, record: &Record) {
        let Role::Playing { seated } = &self.role else { return };
        if record.arena.is_none() || !record.is_over() || self.next_game != NextGame::None {
            return;
        }
        let is_bot = record.person(seated.seats.person_seat()).is_some_and(|person| person.is_bot);
        self.next_game = NextGame::Due(Instant::now() + if is_bot { BOTS_PAUSE } else { PAUSE });
        if let Err(error) = self.services.matchmaker.arenas.finish(seated.id(), record).await {
            tracing::warn!(%error, "cannot add a result to the table of an arena: the next reader does");
        }
    }

    pub(super) async fn on_next_game_due(&mut self) -> Result<(), End> {
        if let Role::Waiting(_) = &self.role {
            return self.end_wait_if_over().await;
        }
        match self.play_next_game(false).await {
            Ok(NextStep::Seeks) => self.announce().await,
            Ok(NextStep::SetAside) => Ok(()),
            Ok(NextStep::Over) => self.refuse(&ArenaError::from(ArenaRefusal::Over).into(), None).await,
            Err(error) => {
                tracing::debug!(?error, "cannot look for the next game of an arena: retrying");
                self.next_game = NextGame::Due(Instant::now() + RETRY);
                Ok(())
            }
        }
    }

    /// The arena may be over before its time, or the player removed: then nothing comes any more.
    async fn end_wait_if_over(&mut self) -> Result<(), End> {
        let Role::Waiting(seek) = &self.role else { return Ok(()) };
        let Some(ArenaSeek { row, .. }) = seek.request.arena else { return Ok(()) };
        let place = self.services.matchmaker.arenas.next_game(&seek.request.word, row, false).await;
        let is_over = matches!(place, Ok(Next::Over));
        if !is_over || !seek.place.give_up() {
            self.next_game = NextGame::Due(Instant::now() + CHECK);
            return Ok(());
        }
        self.set_role(Role::Idle);
        self.refuse(&ArenaError::from(ArenaRefusal::Over).into(), None).await
    }

    /// Looks for the next opponent in the arena, unless the player is not to be paired. If the player `is_present`, the
    /// first moves that were missed are forgiven.
    async fn play_next_game(&mut self, is_present: bool) -> Result<NextStep, RequestError> {
        let Role::Playing { seated } = &self.role else { return Err(RequestError::NotSeated) };
        let seat = seated.seats.person_seat();
        let Some(arena) = self.role.record().and_then(|record| record.arena.clone()) else {
            return Err(RequestError::NotSeated);
        };
        let arenas = &self.services.matchmaker.arenas;
        let next = arenas.next_game(&arena.word, *arena.rows.get(seat), is_present).await?;
        let place = match next {
            Next::Game(place) => place,
            Next::SetAside | Next::Over => {
                self.next_game = NextGame::OnRequest;
                let is_over = matches!(next, Next::Over);
                return Ok(if is_over { NextStep::Over } else { NextStep::SetAside });
            }
        };
        let last = self.seek_in_arena(&arena.word, &place).await?;
        let now = self.services.matches.clock.now();
        if let Role::Playing { seated } = last
            && let Err(error) = self.services.matches.disconnect(&seated, now).await
        {
            tracing::debug!(%error, "cannot record that a player has gone on to the next game");
        }
        Ok(NextStep::Seeks)
    }

    pub(super) fn is_in_arena(&self) -> bool {
        self.role.record().is_some_and(|record| record.arena.is_some())
    }

    /// The player does not want to wait for the next game.
    pub(super) async fn next_game_now(&mut self) -> Result<Reply, RequestError> {
        if !self.role.record().is_some_and(|record| record.is_over()) {
            return Err(MatchError::from(Refusal::GameOn).into());
        }
        match self.play_next_game(true).await? {
            NextStep::Seeks => Ok(Reply::NewRole),
            NextStep::SetAside => Err(ArenaError::from(ArenaRefusal::Playing).into()),
            NextStep::Over => Err(ArenaError::from(ArenaRefusal::Over).into()),
        }
    }

    /// Returns what the connection did before.
    async fn seek_in_arena(&mut self, word: &str, place: &Place) -> Result<Role, RequestError> {
        self.services.matches.check_capacity()?;
        let match_price = self.permit.deposit(Cost::ArenaGame)?;
        let mut request = arena::seek_request(word, place);
        request.standing = self.standing.clone();
        let joined = self.services.matchmaker.join(request).await?;
        self.match_price = Some(match_price);
        self.standing.is_next = false;
        let last = self.set_role(role_of(joined));
        self.pay_for_match();
        Ok(last)
    }

    pub(super) async fn open_arena(
        &mut self,
        open: &OpenArena,
        id: Option<&FrameId>,
    ) -> Result<Reply, RequestError> {
        let (word, opening) = (word(&open.arena)?, arena::opening(open.rules, open.minutes)?);
        self.permit.charge(Cost::Guess)?;
        self.check_opening(true)?;
        let key = Secret::generate().map_err(MatchError::from)?;
        self.services.matchmaker.arenas.open(word.as_str(), opening, &key).await?;
        let opened = ArenaOpened { id: id.cloned(), arena: word, key: arena::place_ticket(&key) };
        Ok(Reply::Message(Box::new(ServerMessage::ArenaOpened(opened))))
    }

    pub(super) async fn manage_arena(&mut self, manage: &ManageArena) -> Result<Reply, RequestError> {
        self.permit.charge(Cost::Guess)?;
        let key = manage.key.reveal().parse().map_err(|_| ArenaError::from(ArenaRefusal::BadKey))?;
        let (word, change) = (word(&manage.arena)?, arena::change(&manage.change)?);
        let decide = |arena: &ArenaRecord, now| match &change {
            ArenaChange::End => arena.end(&key, now),
            ArenaChange::Remove(name) => arena.remove(&key, name),
            ArenaChange::Rename { from, to } => arena.rename(&key, from, to),
        };
        self.services.matchmaker.arenas.manage(word.as_str(), decide).await?;
        Ok(Reply::Done(Applied::Now))
    }

    pub(super) async fn standings(
        &mut self,
        word: &str,
        id: Option<&FrameId>,
    ) -> Result<Reply, RequestError> {
        self.permit.charge(Cost::StoredGame)?;
        let word = self::word(word)?;
        let arena = self.services.matchmaker.arenas.table(word.as_str()).await?;
        let running = arena.as_ref().map_or(0, |arena| arena.running().len());
        self.permit.charge_many(Cost::StoredGame, u32::try_from(running).unwrap_or(u32::MAX))?;
        let now = self.services.matches.clock.now();
        let standings = arena.and_then(|arena| arena::standings(word.as_str(), &arena, now));
        let standings = standings.ok_or(ArenaError::from(ArenaRefusal::NoSuchArena))?;
        let table = TableOfArena { id: id.cloned(), standings };
        Ok(Reply::Message(Box::new(ServerMessage::Standings(table))))
    }
}

/// The player's earlier place, or a new one.
async fn place_in(arenas: &Arenas, entry: &Entry) -> Result<(Place, Secret), RequestError> {
    if let Some(secret) = &entry.place {
        match arenas.enter_again(&entry.word, secret).await {
            Ok(place) => return Ok((place, secret.clone())),
            Err(ArenaError::Refused(ArenaRefusal::BadPlace)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // A place that the player has drawn is the same when the answer is lost, and the player joins again.
    let drawn = entry.place.clone().map(Ok);
    let secret = drawn.unwrap_or_else(Secret::generate).map_err(MatchError::from)?;
    let place = arenas.enter(&entry.word, entry.opening, &entry.entrant, &secret).await?;
    Ok((place, secret))
}

fn word(text: &str) -> Result<Room, RequestError> {
    Room::new(text).map_err(RequestError::Room)
}
