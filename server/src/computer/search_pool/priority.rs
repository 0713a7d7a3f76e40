//! How a thread of the pool stands back behind those that talk to people.

/// How much nicer than others a thinker is. A nice thread of Linux gives the processor up as soon as another one
/// wants it, and has nearly a tenth of it while others are busy all the time.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets everything else on this machine go before this thread. Where that cannot be said of a single thread,
/// it goes on as it is: that there are fewer thinkers than processors, where there are several, is what people's
/// moves rely on.
#[cfg(target_os = "linux")]
pub(super) fn stand_back() {
    // On Linux this is about the calling thread; elsewhere it would be about the whole program.
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "a thinker is as urgent as everything else");
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn stand_back() {}
