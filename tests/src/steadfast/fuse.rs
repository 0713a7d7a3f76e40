//! Kills the server just when a player does something.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::Notify;

/// When the server may be killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Right after somebody asked for a match.
    Joining,
    /// Right after somebody showed a ticket.
    Resuming,
    /// Right after somebody sent a move, an offer, or another word about a game.
    Moving,
    /// Right after somebody got the receipt of a move.
    Acknowledged,
}

/// Kills a process at a point, once.
#[derive(Debug, Default)]
pub struct Fuse {
    armed: Mutex<Option<(Point, Pid)>>,
    blown: Notify,
}

impl Point {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Joining, Self::Resuming, Self::Moving, Self::Acknowledged];
}

impl Fuse {
    /// Kills this process at the next such point.
    pub fn arm(&self, at: Point, victim: Pid) {
        *self.armed() = Some((at, victim));
    }

    /// Kills nobody any more. Whoever armed the fuse does this before they let go of the process.
    pub fn disarm(&self) {
        *self.armed() = None;
    }

    /// Waits until it has killed.
    pub async fn blown(&self) {
        self.blown.notified().await;
    }

    /// This happens now.
    pub(super) fn reach(&self, point: Point) {
        if let Some((_, victim)) = self.armed().take_if(|(at, _)| *at == point) {
            // The process may have ended by itself: that is seen elsewhere.
            let _ = kill_process(victim, Signal::KILL);
            self.blown.notify_one();
        }
    }

    fn armed(&self) -> MutexGuard<'_, Option<(Point, Pid)>> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
