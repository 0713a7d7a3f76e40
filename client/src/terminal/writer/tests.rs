use std::sync::mpsc::{Receiver, Sender, channel};

use super::*;
use tictactoe_host::StopSignal;

use crate::failure::Failure;

/// A terminal that accepts a chunk whenever the test allows it.
struct SlowTerminal {
    begun: Sender<()>,
    allowed: Receiver<()>,
    written: Sender<Vec<u8>>,
}

/// The test's end of it.
struct Control {
    begun: Receiver<()>,
    allow: Sender<()>,
    written: Receiver<Vec<u8>>,
}

impl Write for SlowTerminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.send(()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.allowed.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
        self.written.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Control {
    /// Waits until the terminal is in the middle of a chunk.
    fn begun(&self) {
        self.begun.recv().unwrap();
    }

    fn allow(&self, chunks: usize) {
        (0..chunks).for_each(|_| self.allow.send(()).unwrap());
    }

    fn written(&self) -> Vec<u8> {
        self.written.recv().unwrap()
    }
}

fn slow_terminal() -> (Arc<Writer>, Control) {
    let (to_begun, begun) = channel();
    let (allow, allowed) = channel();
    let (to_written, written) = channel();
    let terminal = SlowTerminal { begun: to_begun, allowed, written: to_written };
    (Writer::start(terminal).unwrap(), Control { begun, allow, written })
}

#[tokio::test]
async fn the_writer_is_idle_when_everything_is_written() {
    let (writer, control) = slow_terminal();
    writer.push("first");
    assert!(!writer.is_idle());
    control.begun();
    writer.push("second");
    writer.push(" third");
    control.allow(1);
    assert_eq!(control.written(), b"first");
    control.begun();
    assert!(!writer.is_idle());
    control.allow(1);
    assert_eq!(writer.idle().await, Ok(()));
    assert!(writer.is_idle());
    assert_eq!(control.written(), b"second third");
}

#[test]
fn pending_bells_are_one() {
    let (writer, control) = slow_terminal();
    writer.push("frame");
    control.begun();
    (0..1000).for_each(|_| writer.push_bell());
    control.allow(2);
    assert_eq!([control.written(), control.written()], [b"frame".to_vec(), b"\x07".to_vec()]);
}

#[test]
fn the_final_output_cancels_a_blocked_write_and_replaces_pending_output() {
    let (writer, control) = slow_terminal();
    writer.push([b'x'; 3 * CHUNK_BYTES]);
    control.begun();
    writer.push("forgotten");
    writer.finish("bye", || control.allow(2));
    assert_eq!([control.written(), control.written()], [vec![b'x'; CHUNK_BYTES], b"\x18bye".to_vec()]);
}

#[test]
fn finishing_on_a_terminal_that_accepts_nothing_times_out() {
    let (writer, control) = slow_terminal();
    writer.push("frame");
    control.begun();
    writer.finish("never", || {});
    assert!(control.written.try_recv().is_err());
}

#[tokio::test]
async fn a_terminal_that_is_gone_is_reported() {
    let (writer, control) = slow_terminal();
    drop(control);
    writer.push("frame");
    assert_eq!(writer.idle().await, Err(Failure::Stopped(StopSignal::HangUp)));
    writer.finish("bye", || panic!("nothing is blocked"));
}
