//! Carries out the messages of clients.

use std::sync::Arc;

use tictactoe_protocol::client::{
    ClientMessage, InGame, Join, Move, NextGame, React, Rename, Resume, TakeBack, Watch,
};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::server::{self, ServerMessage};
use tictactoe_protocol::values::{FrameId, Reaction};
use tokio::time::Instant;

use super::role::Role;
use super::{Connection, End, disconnect};
use crate::matches::{Applied, MatchError};
use crate::matchmaking::{ASK_AGAIN, Joined};
use crate::quota::{Cost, SeatCost};
use crate::record::{ArenaRefusal, Decision, MatchId, Proposal, Record, Refusal, Seats, Timestamp};
use crate::secret::random_u64;
use crate::token_bucket::TooOften;
use crate::wire::refusal::RequestError;
use crate::wire::{engine_mark, join_request, seating};

/// The answer to a message that was not refused.
pub(super) enum Reply {
    /// It was carried out, now or before.
    Done(Applied),
    /// It was carried out, and the connection has a new role.
    NewRole,
    /// The answer follows when the computer has finished the analysis.
    Later,
    Message(Box<ServerMessage>),
}

impl Connection {
    pub(super) async fn handle(
        &mut self,
        message: ClientMessage,
        id: Option<&FrameId>,
    ) -> Result<Reply, RequestError> {
        // The large futures of rare messages are boxed, because every move would otherwise reserve memory for them.
        match message {
            ClientMessage::Join(join) => Box::pin(self.join(&join)).await,
            ClientMessage::Resume(resume) => Box::pin(self.resume(&resume)).await,
            ClientMessage::Watch(watch) => Box::pin(self.watch(&watch)).await,
            ClientMessage::Move(played) => self.play(played).await,
            ClientMessage::TakeBack(take_back) => Box::pin(self.take_back(take_back)).await,
            ClientMessage::Resign(InGame { game }) => Box::pin(self.resign(game)).await,
            ClientMessage::Rematch(_) if self.is_in_arena() => Box::pin(self.next_game_now()).await,
            ClientMessage::Rematch(next) => Box::pin(self.rematch(next)).await,
            ClientMessage::Decline(InGame { game }) => Box::pin(self.decline(game)).await,
            ClientMessage::Continue(next) => Box::pin(self.continue_with_computer(next)).await,
            ClientMessage::React(React { reaction }) => Box::pin(self.react(reaction)).await,
            ClientMessage::Rename(rename) => Box::pin(self.rename(&rename)).await,
            ClientMessage::Hint(InGame { game }) => self.request_hint(id.cloned(), game),
            ClientMessage::Review(InGame { game }) => self.request_review(id.cloned(), game),
            ClientMessage::Leave(_) => Box::pin(self.leave()).await,
            ClientMessage::List(_) => {
                let list = Listing { id: id.cloned(), ..(*self.services.public_list().await).clone() };
                Ok(Reply::Message(Box::new(ServerMessage::List(list))))
            }
            ClientMessage::Standings(asked) => Box::pin(self.standings(&asked.arena, id)).await,
            ClientMessage::ManageArena(manage) => Box::pin(self.manage_arena(&manage)).await,
            ClientMessage::Ping(_) => {
                Ok(Reply::Message(Box::new(ServerMessage::Pong(server::Pong { id: id.cloned() }))))
            }
        }
    }

    async fn play(&mut self, Move { cell, ply, game, takebacks }: Move) -> Result<Reply, RequestError> {
        let cell = usize::try_from(cell).unwrap_or(usize::MAX);
        let ply = ply.map(|ply| usize::try_from(ply).unwrap_or(usize::MAX));
        let played = self.change(|record, seats, now| {
            record.check_game(game)?;
            record.check_takebacks(takebacks)?;
            record.play(seats, cell, ply, now)
        });
        let reply = played.await?;
        if matches!(reply, Reply::Done(Applied::Now)) {
            self.services.metrics.moves.count("by", "person");
        }
        Ok(reply)
    }

    async fn take_back(
        &mut self,
        TakeBack { mark, game, takebacks }: TakeBack,
    ) -> Result<Reply, RequestError> {
        let mark = mark.map(engine_mark);
        let take_back = |record: &Record, seats, now| {
            record.check_game(game)?;
            record.take_back(seats, mark, takebacks, now)
        };
        self.change_charged(Record::is_between_people, take_back).await
    }

    async fn resign(&mut self, game: Option<u32>) -> Result<Reply, RequestError> {
        let resign = |record: &Record, seats, _| {
            record.check_game(game)?;
            record.resign(seats)
        };
        self.change(resign).await
    }

    async fn rematch(&mut self, NextGame { game, level }: NextGame) -> Result<Reply, RequestError> {
        let level = level.map(join_request::level);
        let was_declined = |record: &Record| matches!(record.stage.proposal(), Proposal::DeclinedBy(_));
        self.change_charged(was_declined, |record, seats, now| record.rematch(seats, game, level, now)).await
    }

    async fn decline(&mut self, game: Option<u32>) -> Result<Reply, RequestError> {
        self.change_charged(|_| true, |record, seats, _| record.decline(seats, game)).await
    }

    async fn continue_with_computer(
        &mut self,
        NextGame { game, level }: NextGame,
    ) -> Result<Reply, RequestError> {
        let level = join_request::level(level.unwrap_or_default());
        self.change(|record, seats, now| record.continue_with_computer(seats, game, level, now)).await
    }

    /// Sends the client its new role.
    pub(super) async fn announce(&mut self) -> Result<(), End> {
        let message = match &self.role {
            Role::Idle | Role::Watching(_) => return Ok(()),
            Role::Waiting(seek) => {
                let left = |due: Instant| due.saturating_duration_since(Instant::now());
                seating::waiting(seek, seek.computer_due.map(left), self.entered.take())
            }
            Role::Playing(seated) => {
                let Some(record) = self.role.record() else { return Ok(()) };
                seating::seated(seated, &record)
            }
        };
        self.socket.send(&message).await
    }

    async fn join(&mut self, join: &Join) -> Result<Reply, RequestError> {
        self.check_free()?;
        if let Some(entered) = self.enter_arena(join).await? {
            return Ok(entered);
        }
        let mut request = join_request::join_request(join, random_u64())?;
        request.standing = self.standing.clone();
        // Check the capacity before charging a guess, because a client that is refused has to join again.
        self.services.matches.check_capacity()?;
        if join.room.is_some() || join.word.is_some() {
            self.permit.charge(Cost::Guess)?;
        }
        let (is_in_room, is_with_person) = (request.is_in_room, request.is_with_person());
        let owed_move = is_with_person.then(|| self.permit.deposit(Cost::FirstMove)).transpose()?;
        // Given back if the join is refused or fails.
        let price = self.permit.deposit(Cost::Match)?;
        let joined = self.services.matchmaker.join(request).await?;
        price.spend();
        self.standing.is_next = false;
        // A player who waits for a friend in a room may take any time for the first move.
        self.owed_move = owed_move.filter(|_| !is_in_room || matches!(joined, Joined::Seated(_)));
        self.set_role(joined.into());
        Ok(Reply::NewRole)
    }

    async fn resume(&mut self, resume: &Resume) -> Result<Reply, RequestError> {
        self.check_free()?;
        let (id, secret, node) = seating::read_ticket(&resume.ticket)?;
        let resumed = self.services.matchmaker.resume(&id, secret, node).await;
        // A valid ticket is charged to its seat.
        if let Err(MatchError::BadTicket | MatchError::NoSuchMatch) = resumed {
            self.permit.charge(Cost::Guess)?;
        }
        let joined = resumed?;
        self.set_role(joined.into());
        Ok(Reply::NewRole)
    }

    async fn watch(&mut self, watch: &Watch) -> Result<Reply, RequestError> {
        self.check_free()?;
        let id = MatchId::parse(&watch.match_id.0).ok_or(MatchError::NoSuchMatch)?;
        let subscription = self.services.matches.watch(&id).await?;
        self.set_role(Role::Watching(subscription));
        Ok(Reply::NewRole)
    }

    async fn rename(&mut self, &Rename { ref name, mark }: &Rename) -> Result<Reply, RequestError> {
        let (name, mark) = (join_request::name(name)?, mark.map(engine_mark));
        let waits_in_arena = matches!(&self.role, Role::Waiting(seek) if seek.request.arena.is_some());
        if waits_in_arena || self.is_in_arena() {
            return Err(MatchError::from(ArenaRefusal::NameIsFixed).into());
        }
        match &self.role {
            Role::Idle | Role::Watching(_) => Err(RequestError::NotSeated),
            // While the match is being written, it is too late for this name, and too early for one in the match.
            Role::Waiting(seek) => {
                if seek.rename(&name) {
                    Ok(Reply::Done(Applied::Now))
                } else {
                    Err(TooOften(ASK_AGAIN).into())
                }
            }
            Role::Playing(_) => {
                self.change_charged(|_| true, |record, seats, _| Ok(record.rename(seats, mark, &name))).await
            }
        }
    }

    async fn react(&mut self, reaction: Reaction) -> Result<Reply, RequestError> {
        let Role::Playing(seated) = &self.role else { return Err(RequestError::NotSeated) };
        let record = seated.subscription.newest().filter(|record| !seated.is_superseded_in(record));
        let record = record.ok_or(MatchError::from(Refusal::Superseded))?;
        seated.subscription.charge(seated.seats, SeatCost::Reaction)?;
        let text = seating::reacted(&record, seated.seats, reaction).to_json();
        let opponent = seated.seats.person_seat().other();
        self.services.matchmaker.other_nodes.show(seated.id(), &record, opponent, &text).await?;
        seated.subscription.broadcast(&text);
        Ok(Reply::Done(Applied::Now))
    }

    async fn leave(&mut self) -> Result<Reply, RequestError> {
        match &self.role {
            Role::Idle => return Err(RequestError::NotSeated),
            Role::Watching(_) | Role::Waiting(_) => {}
            Role::Playing(_) => {
                self.change(|record, seats, _| Ok(record.leave(seats))).await?;
                if let Some(record) = self.role.record() {
                    self.note_first_move(&record);
                }
            }
        }
        self.owed_move = None;
        // Waiting for the outcome may take long, because another node may have to answer.
        if let Role::Waiting(seek) = self.set_role(Role::Idle)
            && !seek.give_up()
        {
            self.services.tasks.spawn(disconnect::leave(Arc::clone(&self.services), seek));
        }
        Ok(Reply::Done(Applied::Now))
    }

    fn change(
        &mut self,
        decide: impl FnMut(&Record, Seats, Timestamp) -> Result<Decision, Refusal>,
    ) -> impl Future<Output = Result<Reply, RequestError>> {
        self.change_charged(|_| false, decide)
    }

    /// Like [`Self::change`]. If `is_charged`, charges a change to the seat's budget of requests, because it disturbs
    /// the opponent outside the game.
    async fn change_charged(
        &mut self,
        is_charged: impl Fn(&Record) -> bool,
        mut decide: impl FnMut(&Record, Seats, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Reply, RequestError> {
        let Role::Playing(seated) = &self.role else { return Err(RequestError::NotSeated) };
        let mut has_paid = false;
        let live = &seated.subscription.live;
        let decided = self.services.matches.change_for(Some(&self.permit), live, |record, now| {
            if seated.is_superseded_in(record) {
                return Err(Refusal::Superseded.into());
            }
            let decision = decide(record, seated.seats, now)?;
            // Once, although a conflict decides anew.
            if matches!(decision, Decision::Changed(_)) && is_charged(record) && !has_paid {
                seated.subscription.charge(seated.seats, SeatCost::Request)?;
                has_paid = true;
            }
            Ok::<_, MatchError>(decision)
        });
        Ok(Reply::Done(decided.await?))
    }

    const fn check_free(&self) -> Result<(), RequestError> {
        match self.role {
            Role::Idle | Role::Watching(_) => Ok(()),
            // The arena is over.
            Role::Waiting(_) if self.next_game.is_refused() => Ok(()),
            Role::Waiting(_) | Role::Playing(_) => Err(RequestError::AlreadySeated),
        }
    }
}
