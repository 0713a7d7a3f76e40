//! What is said when something panics: it ends one connection, and the others go on.

/// Held by the task of a connection.
pub struct Alarm;

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!("the task of a connection panicked; the others go on");
        }
    }
}
