//! The time of a recording, and how fast people are in it.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Times are whole beats. What a program answers at once is then seen at the same time in every recording.
pub const BEAT: Duration = Duration::from_millis(100);

/// A point in time, in beats since the beginning.
pub type Beat = u32;

/// How fast people are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// As people are, who read and think.
    Human,
    /// They do the next thing as soon as they can.
    Hurried,
}

/// A clock that several films share.
#[derive(Debug, Clone, Copy)]
pub struct Metronome {
    start: Instant,
    pace: Pace,
}

impl Metronome {
    /// Begins now.
    pub fn start(pace: Pace) -> Self {
        Self { start: Instant::now(), pace }
    }

    /// The beat that it is now.
    pub fn beat(&self) -> Beat {
        let beats = self.start.elapsed().as_millis() / BEAT.as_millis();
        Beat::try_from(beats).expect("a short recording")
    }

    /// Rests for so many beats, up to the beginning of one.
    pub async fn rest(&self, beats: Beat) {
        if self.pace == Pace::Human {
            sleep_until(self.start + BEAT * (self.beat() + beats)).await;
        }
    }
}
