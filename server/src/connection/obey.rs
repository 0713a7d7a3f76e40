//! What each message of a client does.

use tictactoe_protocol::client::{ClientMessage, InGame, Join, Move, Resume, Watch};
use tictactoe_protocol::words::FrameId;
use tokio::time::Instant;

use super::role::Role;
use super::{Connection, End};
use crate::matches::lobby::Joined;
use crate::matches::room::JoinError;
use crate::matches::{Done, MatchError, MatchId};
use crate::record::{Decision, Record, Refusal, SeatId, Timestamp, Wanted};
use crate::wire::refusal::Problem;
use crate::wire::seating;
use crate::wire::wish::wish;

/// How a message that was not refused is answered.
pub(super) enum Reply {
    /// It was carried out.
    Done {
        /// It had been before.
        duplicate: bool,
    },
    /// It was carried out, and the connection is something else now.
    NewRole,
    /// The computer thinks about it: the answer comes later.
    Later,
    /// It was a ping.
    Pong,
}

impl Connection {
    pub(super) async fn obey(
        &mut self,
        message: ClientMessage,
        id: Option<&FrameId>,
    ) -> Result<Reply, Problem> {
        match message {
            ClientMessage::Join(join) => self.join(&join).await,
            ClientMessage::Resume(resume) => self.resume(&resume).await,
            ClientMessage::Watch(watch) => self.watch(&watch).await,
            ClientMessage::Move(Move { cell, ply, game }) => {
                let cell = usize::try_from(cell).unwrap_or(usize::MAX);
                let ply = ply.map(|ply| usize::try_from(ply).unwrap_or(usize::MAX));
                self.change(|record, seat, now| {
                    record.must_be_in(game)?;
                    record.play(seat, cell, ply, now)
                })
                .await
            }
            ClientMessage::Resign(InGame { game }) => {
                self.change(|record, seat, _| {
                    record.must_be_in(game)?;
                    record.resign(seat)
                })
                .await
            }
            ClientMessage::Rematch(InGame { game }) => {
                self.change(|record, seat, now| record.rematch(seat, game, now)).await
            }
            ClientMessage::Hint(InGame { game }) => self.ask_for_hint(id.cloned(), game).await,
            ClientMessage::Review(InGame { game }) => self.ask_for_review(id.cloned(), game).await,
            ClientMessage::Leave(_) => self.leave().await,
            ClientMessage::Ping(_) => Ok(Reply::Pong),
        }
    }

    /// Says what the connection has become.
    pub(super) async fn announce(&mut self) -> Result<(), End> {
        let message = match &self.role {
            Role::Idle | Role::Watching(_) => None,
            Role::Waiting { waiter, computer_due } => {
                let left = |due: Instant| due.saturating_duration_since(Instant::now());
                let (room, secret) = (waiter.wish().room.as_deref(), waiter.secret().reveal());
                Some(seating::waiting(waiter.place(), room, computer_due.map(left), &secret))
            }
            Role::Seated(seated) => self.role.record().map(|record| {
                seating::seated(seated.id().as_str(), &record, seated.seat, &seated.secret.reveal())
            }),
        };
        match message {
            Some(message) => self.peer.send(&message).await,
            None => Ok(()),
        }
    }

    async fn join(&mut self, join: &Join) -> Result<Reply, Problem> {
        self.must_be_free()?;
        let wish = wish(join)?;
        let ai_after = (wish.wanted == Wanted::Anyone).then_some(self.services.settings.ai_after);
        let computer_due = ai_after.map(|wait| Instant::now() + wait);
        let joined = self.services.matches.join(wish).await?;
        self.take_role(role_of(joined, computer_due));
        Ok(Reply::NewRole)
    }

    /// Renews the place of a player who waits. If it has been lost to somebody else who waits, there is somebody
    /// to meet: then the connection has a new role, and this returns true. If two others play in the room, the
    /// connection has none.
    pub(super) async fn keep_place(&mut self) -> Result<bool, Problem> {
        let Role::Waiting { waiter, computer_due } = &self.role else { return Ok(false) };
        let (computer_due, wish) = (*computer_due, waiter.again());
        let matches = &self.services.matches;
        if matches.renew(waiter).await? || !matches.withdraw(waiter).await? {
            return Ok(false);
        }
        self.take_role(Role::Idle);
        let joined = self.services.matches.join(wish).await?;
        self.take_role(role_of(joined, computer_due));
        Ok(true)
    }

    async fn resume(&mut self, resume: &Resume) -> Result<Reply, Problem> {
        self.must_be_free()?;
        let (id, secret) = seating::read_ticket(&resume.ticket)?;
        let id = MatchId::named(id).ok_or(Problem::BadTicket)?;
        let secret = secret.parse().map_err(|_| Problem::BadTicket)?;
        let seated = self.services.matches.resume(&id, secret).await?;
        self.take_role(Role::Seated(Box::new(seated)));
        Ok(Reply::NewRole)
    }

    async fn watch(&mut self, watch: &Watch) -> Result<Reply, Problem> {
        self.must_be_free()?;
        let id = MatchId::named(&watch.match_id.0).ok_or(Problem::NoSuchMatch)?;
        let subscription = self.services.matches.watch(&id).await?;
        self.take_role(Role::Watching(subscription));
        Ok(Reply::NewRole)
    }

    async fn leave(&mut self) -> Result<Reply, Problem> {
        match &self.role {
            Role::Idle => return Err(Problem::NotSeated),
            Role::Watching(_) => {}
            Role::Waiting { waiter, .. } => {
                let matches = &self.services.matches;
                if !matches.withdraw(waiter).await? {
                    matches.change(waiter.id(), |record, _| Ok(record.leave(SeatId::Host))).await?;
                    matches.free_room(waiter.wish().room.as_deref(), waiter.id()).await;
                }
            }
            Role::Seated(seated) => {
                let (id, record) = (seated.id().clone(), seated.subscription.newest());
                self.change(|record, seat, _| Ok(record.leave(seat))).await?;
                self.services.matches.free_room(record.as_deref().and_then(Record::room), &id).await;
            }
        }
        self.take_role(Role::Idle);
        Ok(Reply::Done { duplicate: false })
    }

    /// Carries out a decision for the seat that this connection speaks for.
    async fn change(
        &mut self,
        mut decide: impl FnMut(&Record, SeatId, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Reply, Problem> {
        let Role::Seated(seated) = &self.role else { return Err(Problem::NotSeated) };
        let decided = self.services.matches.change(seated.id(), |record, now| {
            if seated.is_superseded(record) {
                Err(Refusal::Superseded)
            } else {
                decide(record, seated.seat, now)
            }
        });
        let done = decided.await?;
        Ok(Reply::Done { duplicate: done == Done::Before })
    }

    const fn must_be_free(&self) -> Result<(), Problem> {
        match self.role {
            Role::Idle | Role::Watching(_) => Ok(()),
            Role::Waiting { .. } | Role::Seated(_) => Err(Problem::AlreadySeated),
        }
    }
}

impl From<MatchError> for Problem {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Refused(refusal) => Self::Match(refusal),
            MatchError::NoSuchMatch => Self::NoSuchMatch,
            MatchError::BadTicket => Self::BadTicket,
            MatchError::Full => Self::Full,
            MatchError::Unavailable(reason) => {
                tracing::error!(reason, "the store is in trouble");
                Self::Unavailable
            }
        }
    }
}

impl From<JoinError> for Problem {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::RoomRules(waited_for) => Self::RoomRules(waited_for),
            JoinError::RoomFull { playing, names } => {
                Self::RoomFull { match_id: playing.as_str().to_owned(), names }
            }
            JoinError::Match(error) => error.into(),
        }
    }
}

fn role_of(joined: Joined, computer_due: Option<Instant>) -> Role {
    match joined {
        Joined::Seated(seated) => Role::Seated(seated),
        Joined::Waiting(waiter) => Role::Waiting { waiter, computer_due },
    }
}
