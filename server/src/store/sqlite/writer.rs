//! The thread that writes.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{io, iter};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, oneshot, watch};

use super::super::table::{Table, lock};
use super::super::{Clock, Entry, Key, Revision, Write};
use super::transactions::{Journal, Put};
use super::{End, Failure};
use crate::timestamp::Timestamp;

/// While something is kept, the time is noted at least this often: no more of it is lost when the process is
/// killed.
const NOTE_EVERY: Duration = Duration::from_secs(5);

/// What the writer is asked for.
pub(super) enum Request {
    /// To write something.
    Write(Box<Order>),
    /// To say that what was asked for before is written.
    Probe(Probe),
    /// To write what was asked for before, and end.
    Close,
}

/// A question that waits.
pub(super) struct Probe {
    pub(super) answer: oneshot::Sender<()>,
    /// Its place in the queue.
    pub(super) place: OwnedSemaphorePermit,
}

/// A write that waits.
pub(super) struct Order {
    pub(super) key: Key,
    pub(super) write: Write,
    /// When it was asked for.
    pub(super) at: Timestamp,
    pub(super) answer: Answer,
    /// Its place in the queue, given back with the answer.
    pub(super) place: OwnedSemaphorePermit,
}

/// Where to answer: with the revision, or with `None` when somebody else was first.
type Answer = oneshot::Sender<Option<Revision>>;

/// An answer to give once all that it knows of is on the disk.
struct Verdict {
    answer: Answer,
    revision: Option<Revision>,
    _place: OwnedSemaphorePermit,
}

/// What the thread knows.
pub(super) struct Writer {
    table: Arc<Mutex<Table>>,
    clock: Clock,
    last_revision: u64,
    /// The latest moment that is on the disk, and when it went there.
    noted: (Timestamp, Instant),
}

impl Writer {
    pub(super) fn new(table: Arc<Mutex<Table>>, clock: Clock, last_revision: u64) -> Self {
        Self { table, clock, last_revision, noted: (clock.began_at(), Instant::now()) }
    }

    /// Starts the thread. How it ends is told once everything is closed; a panic is the end of the channel.
    pub(super) fn start(
        mut self,
        connection: Connection,
        requests: Receiver<Request>,
    ) -> io::Result<(JoinHandle<()>, watch::Receiver<Option<End>>)> {
        let (tell, end) = watch::channel(None);
        let thread = thread::Builder::new().name("store".into()).spawn(move || {
            let served = self.serve(&connection, &requests).and_then(|()| close(connection));
            tell.send_replace(Some(served.map_err(|error| Failure::Write(error.to_string()))));
            // Only now: whoever is not answered finds out why.
            drop(requests);
        })?;
        Ok((thread, end))
    }

    fn serve(&mut self, connection: &Connection, requests: &Receiver<Request>) -> rusqlite::Result<()> {
        let mut journal = Journal::new(connection)?;
        loop {
            let batch = if journal.keeps_any()? {
                let patience = NOTE_EVERY.saturating_sub(self.noted.1.elapsed());
                match requests.recv_timeout(patience) {
                    Ok(first) => Batch::of(first, requests),
                    Err(RecvTimeoutError::Timeout) => Batch::default(),
                    Err(RecvTimeoutError::Disconnected) => Batch::last(),
                }
            } else {
                requests.recv().map_or_else(|_| Batch::last(), |first| Batch::of(first, requests))
            };
            let is_last = batch.is_last;
            self.write(&mut journal, batch)?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// Writes all of this in one transaction, shows it to everybody, and answers. When the transaction fails
    /// nobody is answered.
    fn write(&mut self, journal: &mut Journal<'_>, batch: Batch) -> rusqlite::Result<()> {
        let Batch { orders, probes, is_last } = batch;
        let asked_at = orders.iter().map(|order| order.at).max();
        let now = asked_at.unwrap_or_else(|| self.clock.now()).max(self.noted.0);
        let (puts, verdicts) = self.judge(orders, now);
        if !puts.is_empty() || is_last || self.noted.1.elapsed() >= NOTE_EVERY {
            journal.write(&puts, now, self.last_revision)?;
            self.noted = (now, Instant::now());
        }
        self.show(puts);
        for verdict in verdicts {
            // Whoever asked may have gone.
            let _ = verdict.answer.send(verdict.revision);
        }
        for Probe { answer, place } in probes {
            let _ = answer.send(());
            drop(place);
        }
        Ok(())
    }

    /// Says which of the orders may be carried out: those that know what the ones before them leave.
    fn judge(&mut self, orders: Vec<Order>, now: Timestamp) -> (Vec<Put>, Vec<Verdict>) {
        let mut table = lock(&self.table);
        table.forget(now);
        let mut written = HashMap::new();
        let (mut puts, mut verdicts) = (Vec::new(), Vec::with_capacity(orders.len()));
        for Order { key, write, at, answer, place } in orders {
            let present = written.get(&key).copied().or_else(|| Some(table.entry(&key)?.revision));
            let revision = (present == write.expected).then(|| {
                self.last_revision += 1;
                Revision(self.last_revision)
            });
            if let Some(revision) = revision {
                written.insert(key.clone(), revision);
                let entry = Entry { value: write.value, revision };
                puts.push(Put { key, entry, until: at.after(write.keep), page: write.page });
            }
            verdicts.push(Verdict { answer, revision, _place: place });
        }
        (puts, verdicts)
    }

    fn show(&self, puts: Vec<Put>) {
        let mut table = lock(&self.table);
        for Put { key, entry, until, .. } in puts {
            table.put(&key, entry, until);
        }
    }
}

/// What is done at one go.
#[derive(Default)]
struct Batch {
    orders: Vec<Order>,
    probes: Vec<Probe>,
    is_last: bool,
}

impl Batch {
    fn last() -> Self {
        Self { is_last: true, ..Self::default() }
    }

    /// This request and all that wait behind it.
    fn of(first: Request, requests: &Receiver<Request>) -> Self {
        let mut batch = Self::default();
        for request in iter::once(first).chain(requests.try_iter()) {
            match request {
                Request::Write(order) => batch.orders.push(*order),
                Request::Probe(probe) => batch.probes.push(probe),
                Request::Close => return Self { is_last: true, ..batch },
            }
        }
        batch
    }
}

/// Moves the log into the database. That somebody reads it just now, so that it has to stay, is no failure.
fn close(connection: Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::ZERO)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.close().map_err(|(_, error)| error)
}
