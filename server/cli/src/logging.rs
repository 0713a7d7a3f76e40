//! Logs go to standard error from a separate thread, so that a reader that stops reading blocks only the log.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use tracing::{Level, Metadata};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The most lines that wait for the reader of the log. Further ones are dropped, and counted.
const MAX_WAITING: usize = 10_000;

/// How long the program waits for the reader of its output.
const FLUSH_TIME: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

/// The queue of a thread that writes lines.
#[derive(Clone)]
struct WriterThread {
    messages: SyncSender<Message>,
    dropped: Arc<AtomicU64>,
}

enum Message {
    Line(Vec<u8>),
    /// Answer when everything before is written.
    Flush(SyncSender<()>),
}

/// Writes the rest of the log when it is dropped.
pub(crate) struct LogGuard(WriterThread);

pub(crate) fn init(filter: Targets, format: LogFormat) -> io::Result<LogGuard> {
    let log = WriterThread::start(MAX_WAITING, io::stderr())?;
    let writer = log.clone();
    let mut lines = tracing_subscriber::fmt::layer().with_writer(move || writer.clone());
    // By default, the library respects `NO_COLOR` only.
    if !io::stderr().is_terminal() || std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        lines.set_ansi(false);
    }
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.with_ansi(false).json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(filter).with(filter_fn(hides_frames)).with(lines).init();
    Ok(LogGuard(log))
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.0.wait_until_written();
    }
}

/// Applies regardless of the filter, because at debug level other crates log whole frames, with the tickets in them.
fn hides_frames(event: &Metadata<'_>) -> bool {
    *event.level() <= Level::INFO || event.target().starts_with("tictactoe")
}

impl WriterThread {
    fn start(max_waiting: usize, output: impl Write + Send + 'static) -> io::Result<Self> {
        let (messages, queue) = sync_channel(max_waiting);
        let log = Self { messages, dropped: Arc::default() };
        let dropped = Arc::clone(&log.dropped);
        thread::Builder::new().name("log".into()).spawn(move || write_all(&queue, &dropped, output))?;
        Ok(log)
    }

    /// Waits until everything is written, but not for a reader that does not read.
    fn wait_until_written(&self) {
        let (written, is_written) = sync_channel(1);
        if self.messages.try_send(Message::Flush(written)).is_ok() {
            let _ = is_written.recv_timeout(FLUSH_TIME);
        }
    }
}

/// Writes a text, but does not wait for a reader that does not read.
pub(crate) fn print_in_time(text: &str, to: impl Write + Send + 'static) {
    if let Ok(mut log) = WriterThread::start(2, to) {
        let _ = log.write_all(text.as_bytes());
        log.wait_until_written();
    }
}

/// Writes the log until its last sender is dropped.
fn write_all(queue: &Receiver<Message>, dropped: &AtomicU64, mut output: impl Write) {
    loop {
        let message = queue.try_recv().ok().or_else(|| {
            // The queue is empty, so there is room for this line.
            let lines = dropped.swap(0, Ordering::Relaxed);
            if lines > 0 {
                tracing::warn!("{lines} lines of the log were dropped, because standard error was not read");
            }
            queue.recv().ok()
        });
        match message {
            // There is nowhere to report a failure to.
            Some(Message::Line(line)) => {
                let _ = output.write_all(&line).and_then(|()| output.flush());
            }
            Some(Message::Flush(written)) => {
                let _ = written.send(());
            }
            None => return,
        }
    }
}

/// One call writes one line.
impl Write for WriterThread {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.messages.try_send(Message::Line(line.to_vec())).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_not_read_stops_no_one() {
        let (mut reader, output) = io::pipe().unwrap();
        let text = "x".repeat(1 << 20);
        print_in_time(&text, output);
        let mut read = String::new();
        io::Read::read_to_string(&mut reader, &mut read).unwrap();
        assert_eq!(read, text, "it is written when it is read");
    }

    #[test]
    fn a_log_that_is_not_read_drops_lines_and_stops_no_one() {
        let (mut reader, output) = io::pipe().unwrap();
        let mut log = WriterThread::start(4, output).unwrap();
        let line = vec![b'x'; 1 << 16];
        // The pipe, the thread and the queue hold some of them.
        for _ in 0..40 {
            log.write_all(&line).unwrap();
        }
        assert!(log.dropped.load(Ordering::Relaxed) > 0);
        let written = thread::spawn(move || io::copy(&mut reader, &mut io::sink()).unwrap());
        drop(log);
        assert!(written.join().unwrap() < 40 * line.len() as u64);
    }
}
