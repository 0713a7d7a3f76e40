//! A terminal that takes what it gets, one that takes nothing, and one that is gone.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::*;
use crate::exit::Stop;

/// A terminal that takes a piece whenever the test lets it.
struct Slow {
    begun: Sender<()>,
    allowed: Receiver<()>,
    taken: Sender<Vec<u8>>,
}

/// The test's end of it.
struct Hand {
    begun: Receiver<()>,
    allow: Sender<()>,
    taken: Receiver<Vec<u8>>,
}

impl Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.send(()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.allowed.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.taken.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Hand {
    /// Waits until the terminal is in the middle of a piece.
    fn begun(&self) {
        self.begun.recv().unwrap();
    }

    /// Lets it take so many pieces.
    fn allow(&self, pieces: usize) {
        (0..pieces).for_each(|_| self.allow.send(()).unwrap());
    }

    /// The next piece that it has taken.
    fn taken(&self) -> Vec<u8> {
        self.taken.recv().unwrap()
    }
}

fn slow() -> (Writer, Hand) {
    let (told, begun) = channel();
    let (allow, allowed) = channel();
    let (take, taken) = channel();
    (Writer::start(Slow { begun: told, allowed, taken: take }).unwrap(), Hand { begun, allow, taken })
}

#[tokio::test]
async fn the_next_frame_may_come_when_the_last_one_is_written() {
    let (writer, hand) = slow();
    writer.show(b"first".to_vec());
    assert!(!writer.is_ready());
    hand.allow(1);
    writer.ready().await;
    assert!(writer.is_ready());
    assert_eq!(hand.taken(), b"first");
}

#[test]
fn what_is_written_beside_the_frames_does_not_hold_them_up() {
    let (writer, hand) = slow();
    writer.title("Tic-tac-toe");
    hand.begun();
    assert!(writer.is_ready());
    writer.show(b"frame".to_vec());
    assert!(!writer.is_ready());
    hand.allow(2);
    assert_eq!([hand.taken(), hand.taken()], [b"\x1b]2;Tic-tac-toe\x07".to_vec(), b"frame".to_vec()]);
}

#[test]
fn wishes_wait_for_the_frame_and_only_the_last_of_each_counts() {
    let (writer, hand) = slow();
    writer.show(b"frame".to_vec());
    hand.begun();
    for title in ["one", "two"] {
        writer.title(title);
        writer.ring();
    }
    writer.mouse(false);
    hand.allow(2);
    assert_eq!(hand.taken(), b"frame");
    assert_eq!(hand.taken(), b"\x1b[?1006l\x1b[?1000l\x1b]2;two\x07\x07");
}

#[test]
fn the_last_words_break_off_what_is_stuck_and_replace_what_waits() {
    let (writer, hand) = slow();
    writer.show([b'x'; 3 * PIECE].to_vec());
    hand.begun();
    writer.title("forgotten");
    writer.show(b"forgotten".to_vec());
    writer.end("bye", || hand.allow(2));
    assert_eq!([hand.taken(), hand.taken()], [vec![b'x'; PIECE], b"\x18bye".to_vec()]);
}

#[test]
fn the_last_words_are_not_waited_for_for_ever() {
    let (writer, hand) = slow();
    writer.show(b"frame".to_vec());
    hand.begun();
    writer.end("never", || {});
    assert!(hand.taken.try_recv().is_err());
}

#[tokio::test]
async fn a_terminal_that_is_gone_is_told_of() {
    let (writer, hand) = slow();
    assert_eq!(writer.failure(), None);
    drop(hand);
    writer.show(b"frame".to_vec());
    assert_eq!(writer.failed().await, Failure::Stopped(Stop::HungUp));
    writer.ready().await;
    writer.end("bye", || panic!("nothing is stuck"));
}
