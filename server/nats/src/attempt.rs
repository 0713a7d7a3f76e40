//! Creates a match for the players of two nodes, so that both nodes agree on the outcome.

use std::time::Duration;

use bytes::Bytes;
use tictactoe_server::matches::{MatchError, Matches};
use tictactoe_server::record::{MatchId, Record};
use tictactoe_server::secret::SecretHash;
use tictactoe_server::store::{Revision, Write};
use tokio::time::sleep;

/// The time to live of a tombstone, which rules out a match under its id: longer than any attempt to create one takes.
const RULED_OUT: Duration = Duration::from_secs(10 * 60);

/// The retry interval while the store is unavailable.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The outcome of an attempt to create a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    Succeeded,
    /// The next one replaces this revision.
    Failed {
        revision: Option<Revision>,
    },
}

/// Replaces this revision with a match that has a seat for this secret. Returns false if the revision is not current.
pub(super) async fn create(
    matches: &Matches,
    id: &MatchId,
    expected: Option<Revision>,
    record: Record,
    secret: &SecretHash,
) -> Result<bool, MatchError> {
    match matches.commit_record(&matches.live(id), expected, record.into(), None).await {
        Err(MatchError::Unknown(_)) => {
            Ok(resolve(matches, id, expected, secret).await? == Attempt::Succeeded)
        }
        created => created,
    }
}

/// Resolves an attempt to replace `expected` with a match that has a seat for this secret. If the match is not there, a
/// tombstone ensures that it never will be. Retries until the store answers, or this node stops.
pub(super) async fn resolve(
    matches: &Matches,
    id: &MatchId,
    expected: Option<Revision>,
    secret: &SecretHash,
) -> Result<Attempt, MatchError> {
    let resolved = async {
        loop {
            match try_resolve(matches, id, expected, secret).await {
                Ok(Some(attempt)) => return attempt,
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(%error, "cannot find out whether a match has begun: retrying");
                    sleep(RETRY_AFTER).await;
                }
            }
        }
    };
    let stopped = || MatchError::Unknown("this node stops".into());
    matches.stop.run_until_cancelled(resolved).await.ok_or_else(stopped)
}

/// `None` after a conflict with another write.
async fn try_resolve(
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
    let written = matches.commit_or_read_back(&live.key, write).await?;
    Ok(written.map(|revision| Attempt::Failed { revision: Some(revision) }))
}
