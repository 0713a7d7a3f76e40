//! Kills the server at a chosen event.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::Notify;

/// When the server may be killed: right after one of these events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    Joining,
    Resuming,
    Moving,
    Acknowledged,
}

#[derive(Debug, Default)]
pub struct KillSwitch {
    armed: Mutex<Option<(Point, Pid)>>,
    fired: Notify,
}

impl Point {
    pub const ALL: [Self; 4] = [Self::Joining, Self::Resuming, Self::Moving, Self::Acknowledged];
}

impl KillSwitch {
    pub fn arm(&self, at: Point, victim: Pid) {
        *self.armed() = Some((at, victim));
    }

    /// Must be called before the process is reaped.
    pub fn disarm(&self) {
        *self.armed() = None;
    }

    pub async fn fired(&self) {
        self.fired.notified().await;
    }

    pub(super) fn trigger(&self, point: Point) {
        if let Some((_, victim)) = self.armed().take_if(|(at, _)| *at == point) {
            // The process may have exited by itself, which is checked elsewhere.
            let _ = kill_process(victim, Signal::KILL);
            self.fired.notify_one();
        }
    }

    fn armed(&self) -> MutexGuard<'_, Option<(Point, Pid)>> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
