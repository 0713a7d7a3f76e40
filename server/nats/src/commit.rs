//! Writing a value. A write of unknown outcome is sent again, with the same operation and the same expectation, until
//! the answer is definite. At most one of the messages can be stored.

use std::time::Duration;

use async_nats::header;
use tokio::time::{Instant, sleep};

use super::requests::{Found, OPERATION, StreamError, in_time, replacing};
use super::{RETRY_TIME, Shared};
use tictactoe_server::store::{
    Clock, CommitError, Entry, HistoryEntry, Key, Revision, Timestamp, Unavailable, Write,
};

/// Another write of the same key ends within a few milliseconds.
const FIRST_WAIT: Duration = Duration::from_millis(5);

/// An election takes seconds.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// The next step after a refused write, by the stored value.
#[derive(Debug, PartialEq, Eq)]
enum Next {
    Stored(Revision),
    Conflict,
    Unknown,
    SendAgain(Option<Revision>),
}

impl Shared {
    pub(super) async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        self.settle(key, write, &self.next_operation(), false).await
    }

    /// Sends the messages of one operation until it is known whether one of them was stored. `is_unsettled` says that
    /// an earlier message was not answered.
    pub(super) async fn settle(
        &self,
        key: &Key,
        write: Write,
        operation: &str,
        mut is_unsettled: bool,
    ) -> Result<Revision, CommitError> {
        let deadline = Instant::now() + RETRY_TIME;
        let mut longest_wait = FIRST_WAIT;
        let (mut expected, mut history) = (write.expected, write.history.as_ref());
        loop {
            let error = match self.send(key, &write, operation, expected, history).await {
                Ok(revision) => return Ok(self.stored(key, write, revision)),
                Err(error) => error,
            };
            is_unsettled |= may_be_stored(&error, expected);
            if matches!(error, StreamError::WrongRevision(_))
                && let Ok(found) = self.stream.read(&self.stream.value(key)).await
            {
                match judge(found.as_ref(), operation, write.expected, is_unsettled, self.clock.now()) {
                    Next::Stored(revision) => return Ok(self.stored(key, write, revision)),
                    Next::Conflict => return Err(CommitError::Conflict),
                    Next::Unknown => return Err(failed(true, &error)),
                    Next::SendAgain(revision) => expected = revision,
                }
                if let Some(entry) = history
                    && let Ok(Some(_)) = self.read_history_entry(key, entry.number).await
                {
                    history = None;
                }
            }
            if Instant::now() >= deadline {
                return Err(failed(is_unsettled, &error));
            }
            tracing::debug!(operation, %error, "sending a write again");
            sleep(longest_wait.mul_f64(fastrand::f64())).await;
            longest_wait = (longest_wait * 2).min(LONGEST_WAIT);
        }
    }

    pub(super) async fn send(
        &self,
        key: &Key,
        write: &Write,
        operation: &str,
        expected: Option<Revision>,
        history: Option<&HistoryEntry>,
    ) -> Result<Revision, StreamError> {
        let mut headers = replacing(expected);
        headers.insert(header::NATS_MESSAGE_TTL, whole_seconds(write.ttl).to_string());
        headers.insert(OPERATION, operation);
        if let Some(HistoryEntry { number, value }) = history {
            let batch = self.next_operation();
            let mut first = replacing(None);
            first.insert(header::NATS_BATCH_ID, batch.as_str());
            first.insert(header::NATS_BATCH_SEQUENCE, "1");
            first.insert(header::NATS_MESSAGE_TTL, whole_seconds(self.options.history.age).to_string());
            let subject = self.stream.history_entry(key, *number);
            let sent = self.stream.client.publish_with_headers(subject, first, value.clone());
            // The second message is not sent, so nothing is stored.
            if !matches!(in_time(sent).await, Ok(Ok(()))) {
                return Err(StreamError::Refused("there is no connection".to_owned()));
            }
            headers.insert(header::NATS_BATCH_ID, batch.as_str());
            headers.insert(header::NATS_BATCH_SEQUENCE, "2");
            headers.insert(header::NATS_BATCH_COMMIT, header::NATS_BATCH_COMMIT_FINAL);
        }
        self.stream.store(self.stream.value(key), headers, write.value.clone()).await
    }

    fn stored(&self, key: &Key, write: Write, revision: Revision) -> Revision {
        let entry = Entry { value: write.value, revision };
        let expires_at = self.clock.now().after(Duration::from_secs(whole_seconds(write.ttl)));
        self.learn(key, entry, expires_at);
        revision
    }
}

/// NATS accepts whole seconds only, and at least one.
fn whole_seconds(ttl: Duration) -> u64 {
    let is_rounded_up = ttl.subsec_nanos() > 0;
    (ttl.as_secs() + u64::from(is_rounded_up)).max(1)
}

fn failed(is_unsettled: bool, error: &StreamError) -> CommitError {
    if is_unsettled { CommitError::Unknown(error.to_string()) } else { Unavailable(error.to_string()).into() }
}

/// The message may be stored in spite of the error. A deposed leader that does not know it yet refuses a message,
/// because it lacks the expected revision, and the new leader may store that message.
fn may_be_stored(error: &StreamError, expected: Option<Revision>) -> bool {
    match error {
        StreamError::NoAnswer(_) => true,
        StreamError::WrongRevision(newest) => newest.is_some() && *newest < expected,
        StreamError::NoSuchStream | StreamError::Refused(_) => false,
    }
}

/// Chooses the next step. If `is_unsettled`, an earlier message of the operation may have been stored and replaced
/// since. The leader that answered the read may have been deposed.
fn judge(
    found: Option<&Found>,
    operation: &str,
    expected: Option<Revision>,
    is_unsettled: bool,
    now: Timestamp,
) -> Next {
    match (found, expected) {
        (Some(found), _) if found.operation.as_deref() == Some(operation) => {
            Next::Stored(found.entry.revision)
        }
        (None, None) => Next::SendAgain(None),
        (Some(found), None) if found.expires_at <= now => Next::SendAgain(Some(found.entry.revision)),
        (Some(found), Some(expected)) if found.entry.revision <= expected => Next::SendAgain(Some(expected)),
        _ if is_unsettled => Next::Unknown,
        _ => Next::Conflict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_write_is_judged_by_what_is_stored() {
        let now = Timestamp::from_millis(1000);
        let found = |revision: u64, operation: &str, expires_at: u64| {
            let entry = Entry { value: bytes::Bytes::new(), revision: Revision(revision) };
            let expires_at = Timestamp::from_millis(expires_at);
            Some(Found { entry, written_at: now, expires_at, operation: Some(operation.to_owned()) })
        };
        let (create, replace) = (None, Some(Revision(5)));
        for (case, found, expected, next) in [
            ("an earlier message was stored", found(7, "mine", 2000), replace, Next::Stored(Revision(7))),
            ("another was first", found(7, "other", 2000), replace, Next::Conflict),
            ("the key has a value", found(7, "other", 2000), create, Next::Conflict),
            ("its value has expired", found(7, "other", 1000), create, Next::SendAgain(Some(Revision(7)))),
            ("it has expired altogether", None, replace, Next::Conflict),
            (
                "another write in flight was not stored",
                found(5, "other", 2000),
                replace,
                Next::SendAgain(replace),
            ),
            ("a deposed leader answers", found(3, "other", 2000), replace, Next::SendAgain(replace)),
            ("a deposed leader knows of nothing", None, create, Next::SendAgain(None)),
        ] {
            assert_eq!(judge(found.as_ref(), "mine", expected, false, now), next, "{case}");
            let unsettled = if next == Next::Conflict { Next::Unknown } else { next };
            assert_eq!(judge(found.as_ref(), "mine", expected, true, now), unsettled, "unsettled: {case}");
        }
    }

    #[test]
    fn a_refusal_by_a_leader_without_the_expected_revision_may_be_that_of_a_deposed_one() {
        let refused = |newest: Option<u64>| StreamError::WrongRevision(newest.map(Revision));
        for (newest, expected, is_unsettled) in [
            (Some(4), Some(5), true),
            (Some(6), Some(5), false),
            (None, Some(5), false),
            (Some(6), None, false),
        ] {
            assert_eq!(
                may_be_stored(&refused(newest), expected.map(Revision)),
                is_unsettled,
                "{newest:?} {expected:?}"
            );
        }
        assert!(may_be_stored(&StreamError::NoAnswer("it took too long".to_owned()), None));
    }

    #[test]
    fn a_time_to_live_is_rounded_up_to_seconds() {
        for (millis, seconds) in [(0, 1), (500, 1), (1000, 1), (1001, 2), (3_600_000, 3600)] {
            assert_eq!(whole_seconds(Duration::from_millis(millis)), seconds);
        }
    }
}
