//! What ends a run from outside: signals, and the time that it was given.

use std::io;
use std::time::Duration;

use futures::future::OptionFuture;
use tictactoe_host::StopSignals;
use tokio::time::sleep;

use crate::failure::Failure;

pub(crate) fn stop(time: Option<Duration>) -> io::Result<impl Future<Output = Failure>> {
    let mut signals = StopSignals::new()?;
    Ok(async move {
        tokio::select! {
            signal = signals.next() => Failure::Stopped(signal),
            Some(()) = OptionFuture::from(time.map(sleep)) => Failure::TimedOut,
        }
    })
}
