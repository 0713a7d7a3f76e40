//! Creating a match for the players of two servers: whichever of them finds out, both learn whether it has begun.

use std::time::Duration;

use bytes::Bytes;
use tictactoe_server::matches::{MatchError, Matches};
use tictactoe_server::record::{MatchId, Record};
use tictactoe_server::secret::SecretHash;
use tictactoe_server::store::{Revision, Write};
use tokio::time::sleep;

/// How long it is remembered that no match has begun under an id: longer than any attempt to create one takes.
const RULED_OUT: Duration = Duration::from_secs(10 * 60);

/// While the store is unavailable.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// What became of an attempt to create a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    Succeeded,
    /// The next one replaces this revision.
    Failed {
        revision: Option<Revision>,
    },
}

/// What a match that is created under this id replaces.
pub(super) async fn replaced(matches: &Matches, id: &MatchId) -> Result<Option<Revision>, MatchError> {
    let (revision, _) = matches.find(&matches.live(id)).await?;
    Ok(revision)
}

/// Creates a match in the place of this revision, with a seat for this secret, and returns whether it did: not if there
/// is another by now.
pub(super) async fn create(
    matches: &Matches,
    id: &MatchId,
    expected: Option<Revision>,
    record: Record,
    secret: &SecretHash,
) -> Result<bool, MatchError> {
    match matches.commit_record(&matches.live(id), expected, record.into(), None).await {
        Err(MatchError::Unknown(_)) => Ok(settle(matches, id, expected, secret).await? == Attempt::Succeeded),
        created => created,
    }
}

/// Finds out whether an attempt to create a match in the place of `expected`, with a seat for this secret, has succeeded.
/// If not, it never will. Tries until the store says which, or the server stops.
pub(super) async fn settle(
    matches: &Matches,
    id: &MatchId,
    expected: Option<Revision>,
    secret: &SecretHash,
) -> Result<Attempt, MatchError> {
    let settled = async {
        loop {
            match try_settle(matches, id, expected, secret).await {
                Ok(Some(attempt)) => return attempt,
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot find out whether a match has begun: retrying");
                    sleep(RETRY_AFTER).await;
                }
            }
        }
    };
    let stopped = || MatchError::Unknown("the server stops".into());
    matches.stop.run_until_cancelled(settled).await.ok_or_else(stopped)
}

/// `None` if something was written at the same time.
async fn try_settle(
    matches: &Matches,
    id: &MatchId,
    expected: Option<Revision>,
    secret: &SecretHash,
) -> Result<Option<Attempt>, MatchError> {
    let live = matches.live(id);
    let (revision, found) = matches.find(&live).await?;
    if found.is_some_and(|found| found.has_seat_for(secret)) {
        return Ok(Some(Attempt::Succeeded));
    }
    if revision != expected {
        return Ok(Some(Attempt::Failed { revision }));
    }
    let write = Write { expected, value: Bytes::new(), ttl: RULED_OUT, history: None };
    let written = matches.commit(&live.key, write).await?;
    Ok(written.map(|revision| Attempt::Failed { revision: Some(revision) }))
}
