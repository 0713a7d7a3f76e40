//! Logs a panic of a connection's task. It ends that connection only.

/// Held by the task.
pub struct PanicLog;

impl Drop for PanicLog {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!("the task of a connection panicked; other connections are not affected");
        }
    }
}
