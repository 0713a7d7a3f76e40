//! Bringing two players together.
//!
//! A lobby is one place under one key. Who finds somebody waiting there creates their match; who finds nobody
//! waits there. A match is created once, whoever tries: by the second player, by the computer, or, as
//! withdrawn, by the one who no longer waits. So nobody is paired with somebody who has left, or seated twice.
//! `places` is what is stored of it, `room` what a room asks of whoever comes, `playing` what it remembers of those who
//! met there, `waiter` somebody who waits, `rejoining` what becomes of them when their connection is lost.
//!
//! The computer is for whoever has nobody to meet, in a room too: it takes up no room, so that the person who comes
//! later can wait there. Whoever asks for it at once neither looks who waits in the room nor changes anything there.

use super::live::Subscription;
use super::room::JoinError;
use super::waiter::Waiter;
use super::{ATTEMPTS, MatchError, MatchId, Matches, Seated};
use crate::record::lobby::{first_x, first_x_against_computer};
use crate::record::{
    BySeat, FIRST_CONNECTION, Holder, Newcomer, Record, SeatId, Setup, Timestamp, Waiting, Wanted, Wish,
};
use crate::secret::{Secret, random_id, random_u64};

/// The name under which the computer plays.
pub const COMPUTER_NAME: &str = "Computer";

/// What became of a wish for a match.
pub enum Joined {
    /// There is an opponent.
    Seated(Box<Seated>),
    /// There is none yet.
    Waiting(Box<Waiter>),
}

impl Joined {
    /// The match, or the one that is to be.
    #[must_use]
    pub fn id(&self) -> &MatchId {
        match self {
            Self::Seated(seated) => seated.id(),
            Self::Waiting(waiter) => waiter.id(),
        }
    }
}

impl Matches {
    /// Seats a player beside whoever waits for the same, beside the computer if that is the wish, or lets
    /// the player wait. Whoever waited before, on a connection that was lost, gets the seat that has come of it, or
    /// a place anew: nobody meets themselves, however often an answer is lost.
    ///
    /// # Errors
    /// [`JoinError::RoomRules`], [`JoinError::RoomFull`], [`MatchError::Full`], [`MatchError::Unavailable`].
    pub async fn join(&self, mut wish: Wish) -> Result<Joined, JoinError> {
        let Some(earlier) = wish.earlier.take() else {
            return self.seek(wish, draw_secret()?).await;
        };
        if let Some(seated) = self.seat_come_of(&earlier).await? {
            return Ok(Joined::Seated(Box::new(seated)));
        }
        let joined = self.seek(wish, earlier.secret.clone()).await?;
        self.lead_on(&earlier, joined.id()).await;
        Ok(joined)
    }

    async fn seek(&self, wish: Wish, secret: Secret) -> Result<Joined, JoinError> {
        if self.store.count() >= self.terms.most {
            return Err(MatchError::Full.into());
        }
        let newcomer = Newcomer { name: wish.name.clone(), secret: secret.hash(), mark: wish.mark };
        if wish.wanted != Wanted::Computer {
            return self.pair(wish, newcomer, secret).await;
        }
        let id = draw_id()?;
        let subscription = self.follow(&id).await?;
        let place = first_place(&id, &wish, &newcomer);
        self.create(&place, &wish, None).await?;
        Ok(seated(SeatId::Host, secret, subscription))
    }

    /// Renews the place of somebody who waits. Returns false if it has been lost: somebody else waits there now, to
    /// be paired with, or two others play in the room.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn renew(&self, waiter: &Waiter) -> Result<bool, MatchError> {
        let (lobby, revision) = self.lobby(&waiter.wish).await?;
        // Whose match has begun waits no more, and will hear of it.
        if lobby.playing.as_deref() == Some(waiter.id().as_str()) {
            return Ok(true);
        }
        let is_lost = match &lobby.waiting {
            Some(place) => *place != waiter.place,
            None => self.is_taken(&lobby).await?,
        };
        if !is_lost {
            self.put_lobby(&waiter.wish, revision, Some(&waiter.place), lobby.playing).await?;
        }
        Ok(!is_lost)
    }

    /// Gives the computer the seat that a waiting player keeps free. Does nothing if somebody was first.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn call_computer(&self, waiter: &Waiter) -> Result<(), MatchError> {
        self.create(&waiter.place, &waiter.wish, None).await?;
        self.clear(&waiter.wish, &waiter.place, None).await;
        Ok(())
    }

    /// Gives up waiting. Returns false if the match has begun: then there is a seat to leave.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn withdraw(&self, waiter: &Waiter) -> Result<bool, MatchError> {
        let withdrawn = self.call_off(waiter.id(), None).await?;
        self.clear(&waiter.wish, &waiter.place, None).await;
        Ok(withdrawn)
    }

    /// Seats a player beside whoever waits for the same, or lets the player wait.
    async fn pair(&self, wish: Wish, newcomer: Newcomer, secret: Secret) -> Result<Joined, JoinError> {
        let own = draw_id()?;
        for _ in 0..ATTEMPTS {
            let (mut lobby, revision) = self.lobby(&wish).await?;
            if let Some(found) = &lobby.waiting
                && let Some(joined) = self.meet(&wish, found, &own, &newcomer, &secret).await?
            {
                return Ok(joined);
            }
            // Whoever waits in a room already may wait on there, in the new place.
            if lobby.waiting.take_if(|place| place.is_of(&secret)).is_none()
                && let Some(seated) = self.enter_room(&wish, &lobby, &secret).await?
            {
                return Ok(Joined::Seated(Box::new(seated)));
            }
            let subscription = self.follow(&own).await?;
            let place = first_place(&own, &wish, &newcomer);
            let playing = lobby.newest_match().filter(|_| wish.room.is_some()).map(str::to_owned);
            if self.put_lobby(&wish, revision, Some(&place), playing).await? {
                return Ok(Joined::Waiting(Box::new(Waiter { wish, place, secret, subscription })));
            }
            tokio::task::yield_now().await;
        }
        Err(MatchError::Unavailable("too many players at once".into()).into())
    }

    /// Seats a player in the match of the place that was found in the lobby: beside whoever waits there, or, if it
    /// was the player's own, in what has come of it. `None` if there is nothing to be met with there.
    async fn meet(
        &self,
        wish: &Wish,
        found: &Waiting,
        own: &MatchId,
        newcomer: &Newcomer,
        secret: &Secret,
    ) -> Result<Option<Joined>, JoinError> {
        if found.is_of(secret) {
            let seated = self.give_up(found, own, secret).await?;
            return Ok(seated.map(|seated| Joined::Seated(Box::new(seated))));
        }
        if !self.fits(wish, found).await? {
            return Ok(None);
        }
        let subscription = self.follow(&MatchId(found.match_id.clone())).await?;
        if !self.create(found, wish, Some(newcomer)).await? {
            return Ok(None);
        }
        self.clear(wish, found, Some(subscription.id())).await;
        Ok(Some(seated(SeatId::Guest, secret.clone(), subscription)))
    }

    /// Creates the match of a place, against the computer if there is no guest, and says whether it did: somebody
    /// else may have been first.
    async fn create(
        &self,
        place: &Waiting,
        wish: &Wish,
        guest: Option<&Newcomer>,
    ) -> Result<bool, MatchError> {
        let (id, host) = (&MatchId(place.match_id.clone()), &place.host);
        let now = self.clock.now();
        let (x, second) = match guest {
            Some(guest) => {
                let lot = random_u64()? % 2 == 0;
                (first_x(host.mark, guest.mark, lot), person(guest, now))
            }
            None => (
                first_x_against_computer(host.mark),
                (COMPUTER_NAME.to_owned(), Holder::Computer(wish.level)),
            ),
        };
        let setup = Setup {
            rules: place.rules,
            room: wish.room.clone(),
            move_time: self.terms.move_time,
            seats: BySeat { host: person(host, now), guest: second },
            x,
        };
        let record = Box::new(Record::start(setup, now));
        if self.commit_record(id, None, record, None).await? {
            return Ok(true);
        }
        // The store may have lost its answer, and the other player been quick: then this is our match too.
        let (seat, secret) = match guest {
            Some(guest) => (SeatId::Guest, &guest.secret),
            None => (SeatId::Host, &host.secret),
        };
        match self.load(id).await {
            Ok((record, _)) => Ok(record.person(seat).is_some_and(|person| person.secret == *secret)),
            Err(MatchError::NoSuchMatch) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

fn draw_id() -> Result<MatchId, MatchError> {
    Ok(MatchId(random_id()?))
}

fn draw_secret() -> Result<Secret, MatchError> {
    Ok(Secret::generate()?)
}

/// The place of somebody who finds nobody, and so says the board.
fn first_place(id: &MatchId, wish: &Wish, host: &Newcomer) -> Waiting {
    Waiting { match_id: id.0.clone(), rules: wish.rules.unwrap_or_default(), host: host.clone() }
}

fn seated(seat: SeatId, secret: Secret, subscription: Subscription) -> Joined {
    Joined::Seated(Box::new(newcomers_seat(seat, secret, subscription)))
}

pub(super) const fn newcomers_seat(seat: SeatId, secret: Secret, subscription: Subscription) -> Seated {
    Seated { seat, connection: FIRST_CONNECTION, secret, subscription }
}

fn person(newcomer: &Newcomer, now: Timestamp) -> (String, Holder) {
    (newcomer.name.clone(), Holder::newcomer(newcomer.secret.clone(), now))
}
