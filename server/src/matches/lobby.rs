//! Bringing two players together.
//!
//! A lobby is one place under one key. Who finds somebody waiting there creates their match; who finds nobody
//! waits there. A match is created once, whoever tries: by the second player, by the computer, or, as
//! withdrawn, by the one who no longer waits. So nobody is paired with somebody who has left. A place is kept
//! for a short time only and renewed by whoever waits: one that is out of date is gone before it is forgotten
//! that its player withdrew. `waiter` is somebody who waits, `rejoining` what becomes of them when their connection
//! is lost.

use std::time::Duration;

use data_encoding::HEXLOWER;

use super::live::Subscription;
use super::waiter::Waiter;
use super::{ATTEMPTS, KEEP_DESERTED, MatchError, MatchId, Matches, Seated};
use crate::record::lobby::{first_x, first_x_against_computer};
use crate::record::{
    BySeat, FIRST_CONNECTION, Holder, Lobby, Moment, Newcomer, Record, SeatId, Setup, Waiting, Wanted, Wish,
    stored,
};
use crate::secret::{Secret, draw_name, draw_number};
use crate::store::{Key, Revision, Write};

/// How long a place in a lobby is kept without being renewed; an empty one too.
const KEEP_PLACE: Duration = Duration::from_secs(90);

const _: () = assert!(KEEP_PLACE.as_secs() < KEEP_DESERTED.as_secs(), "a place must not outlive its match");

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
    /// [`MatchError::Full`], [`MatchError::Unavailable`].
    pub async fn join(&self, mut wish: Wish) -> Result<Joined, MatchError> {
        let Some(earlier) = wish.earlier.take() else { return self.seek(wish, Secret::draw()?).await };
        if let Some(seated) = self.seat_come_of(&earlier).await? {
            return Ok(Joined::Seated(Box::new(seated)));
        }
        let joined = self.seek(wish, earlier.secret.clone()).await?;
        self.lead_on(&earlier, joined.id()).await;
        Ok(joined)
    }

    async fn seek(&self, wish: Wish, secret: Secret) -> Result<Joined, MatchError> {
        if self.store.kept() >= self.terms.most {
            return Err(MatchError::Full);
        }
        let newcomer = Newcomer { name: wish.name.clone(), secret: secret.hash(), mark: wish.mark };
        if wish.wanted != Wanted::Computer {
            return self.pair(wish, newcomer, secret).await;
        }
        let id = MatchId(draw_name()?);
        let subscription = self.follow(&id).await?;
        self.create(&id, &wish, &newcomer, None).await?;
        Ok(seated(SeatId::Host, secret, subscription))
    }

    /// Renews the place of somebody who waits. Returns false if it has been lost, and somebody else waits there
    /// now: then there is somebody to be paired with.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn renew(&self, waiter: &Waiter) -> Result<bool, MatchError> {
        let (lobby, revision) = self.lobby(&waiter.wish).await?;
        if lobby.waiting.as_ref().is_some_and(|place| *place != waiter.place) {
            return Ok(false);
        }
        self.put_lobby(&waiter.wish, revision, Some(&waiter.place)).await?;
        Ok(true)
    }

    /// Gives the computer the seat that a waiting player keeps free. Does nothing if somebody was first.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn call_computer(&self, waiter: &Waiter) -> Result<(), MatchError> {
        self.create(waiter.id(), &waiter.wish, &waiter.place.host, None).await?;
        self.clear(&waiter.wish, &waiter.place).await;
        Ok(())
    }

    /// Gives up waiting. Returns false if the match has begun: then there is a seat to leave.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`].
    pub async fn withdraw(&self, waiter: &Waiter) -> Result<bool, MatchError> {
        let withdrawn = self.call_off(waiter.id(), None).await?;
        self.clear(&waiter.wish, &waiter.place).await;
        Ok(withdrawn)
    }

    /// Seats a player beside whoever waits for the same, or lets the player wait.
    async fn pair(&self, wish: Wish, newcomer: Newcomer, secret: Secret) -> Result<Joined, MatchError> {
        let own = MatchId(draw_name()?);
        let place = Waiting { match_id: own.0.clone(), host: newcomer };
        for _ in 0..ATTEMPTS {
            let (lobby, revision) = self.lobby(&wish).await?;
            match lobby.waiting {
                Some(older) if older.is_of(&secret) => {
                    if let Some(seated) = self.give_up(&older, &own, &secret).await? {
                        return Ok(Joined::Seated(Box::new(seated)));
                    }
                }
                Some(other) => {
                    let id = MatchId(other.match_id.clone());
                    let subscription = self.follow(&id).await?;
                    if self.create(&id, &wish, &other.host, Some(&place.host)).await? {
                        self.clear(&wish, &other).await;
                        return Ok(seated(SeatId::Guest, secret, subscription));
                    }
                }
                None => {}
            }
            let subscription = self.follow(&own).await?;
            if self.put_lobby(&wish, revision, Some(&place)).await? {
                return Ok(Joined::Waiting(Box::new(Waiter { wish, place, secret, subscription })));
            }
            tokio::task::yield_now().await;
        }
        Err(MatchError::Unavailable("too many players at once".into()))
    }

    /// Creates a match, against the computer if there is no guest, and says whether it did: somebody else
    /// may have been first.
    async fn create(
        &self,
        id: &MatchId,
        wish: &Wish,
        host: &Newcomer,
        guest: Option<&Newcomer>,
    ) -> Result<bool, MatchError> {
        let now = self.clock.now();
        let (x, second) = match guest {
            Some(guest) => {
                let lot = draw_number()? % 2 == 0;
                (first_x(host.mark, guest.mark, lot), person(guest, now))
            }
            None => (
                first_x_against_computer(host.mark),
                (COMPUTER_NAME.to_owned(), Holder::Computer(wish.level)),
            ),
        };
        let setup = Setup {
            rules: wish.rules,
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

    async fn lobby(&self, wish: &Wish) -> Result<(Lobby, Option<Revision>), MatchError> {
        match self.store.get(&lobby_key(wish)).await? {
            Some(entry) => {
                let lobby: Lobby = stored::from_bytes(&entry.value)?;
                Ok((lobby.recovered(self.clock.began_at()), Some(entry.revision)))
            }
            None => Ok((Lobby::default(), None)),
        }
    }

    async fn put_lobby(
        &self,
        wish: &Wish,
        expected: Option<Revision>,
        waiting: Option<&Waiting>,
    ) -> Result<bool, MatchError> {
        let lobby = Lobby { waiting: waiting.cloned(), renewed_at: self.clock.now() };
        let write = Write { expected, value: stored::to_bytes(&lobby), keep: KEEP_PLACE, page: None };
        let written = self.commit(&lobby_key(wish), write).await?;
        Ok(written.is_some())
    }

    /// Empties the place, if it is still this player's. It matters little whether that works: a match is created
    /// only once, and the place is not renewed any more.
    async fn clear(&self, wish: &Wish, place: &Waiting) {
        let cleared = async {
            let (lobby, revision) = self.lobby(wish).await?;
            if lobby.waiting.as_ref() == Some(place) {
                self.put_lobby(wish, revision, None).await?;
            }
            Ok::<(), MatchError>(())
        };
        if let Err(error) = cleared.await {
            tracing::warn!(%error, "a lobby could not be cleared");
        }
    }
}

fn seated(seat: SeatId, secret: Secret, subscription: Subscription) -> Joined {
    Joined::Seated(Box::new(newcomers_seat(seat, secret, subscription)))
}

pub(super) const fn newcomers_seat(seat: SeatId, secret: Secret, subscription: Subscription) -> Seated {
    Seated { seat, connection: FIRST_CONNECTION, secret, subscription }
}

fn person(newcomer: &Newcomer, now: Moment) -> (String, Holder) {
    (newcomer.name.clone(), Holder::newcomer(newcomer.secret.clone(), now))
}

/// The lobby of those who want the same rules in the same room. A room is anybody's text, so its bytes are
/// written as digits that every store takes.
fn lobby_key(wish: &Wish) -> Key {
    let rules = wish.rules;
    let board = format!("{}x{}x{}", rules.columns(), rules.rows(), rules.run());
    let room = HEXLOWER.encode(wish.room.as_deref().unwrap_or_default().as_bytes());
    Key::new("lobby", &format!("{board}.{room}"))
}
