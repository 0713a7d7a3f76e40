//! Finds damage of the database before anything is served from it.

use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::OpenError;

/// The longest time that the check may take: a larger database is checked in part.
const MAX_TIME: Duration = Duration::from_secs(5);

pub(super) fn check(file: &Path, connection: &Connection) -> Result<(), OpenError> {
    let interrupt = connection.get_interrupt_handle();
    let (done, is_done) = mpsc::channel::<()>();
    let timer = thread::spawn(move || {
        if is_done.recv_timeout(MAX_TIME) == Err(mpsc::RecvTimeoutError::Timeout) {
            interrupt.interrupt();
        }
    });
    let found = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    drop(done);
    // A late interrupt would end the next statement.
    let _ = timer.join();
    match found {
        Ok(found) if found == "ok" => Ok(()),
        Ok(found) => Err(OpenError::Damaged(file.to_owned(), found.replace('\n', " "))),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
            tracing::warn!(
                "the database is large: only a part of it was checked for damage, for {MAX_TIME:?}"
            );
            Ok(())
        }
        Err(error) => Err(OpenError::from_sqlite(file, &error)),
    }
}
