//! How many connections the limit of open files allows.

/// Raises the limit as far as possible and needed, and returns how many of `wanted` connections it allows. A fifth of
/// the file descriptors is left for everything else.
pub fn allowed_connections(wanted: u32) -> u32 {
    let usable = files_for(u64::from(wanted) * 5 / 4 + 1).map(|files| files / 5 * 4);
    let usable = usable.and_then(|usable| u32::try_from(usable).ok());
    let allowed = usable.map_or(wanted, |usable| usable.clamp(1, wanted));
    if allowed < wanted {
        tracing::debug!(wanted, "open-file limit allows {allowed} connections; raise it with ulimit -n");
    }
    allowed
}

/// The limit of open files after raising it to `needed` if the system permits; `None` for no limit.
#[cfg(unix)]
fn files_for(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    let raised = maximum.map_or(needed, |maximum| maximum.min(needed));
    if raised <= current {
        return Some(current);
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }) {
        Ok(()) => Some(raised),
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            Some(current)
        }
    }
}

#[cfg(not(unix))]
const fn files_for(_needed: u64) -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn connections_take_at_most_four_fifths_of_the_files() {
        let files = files_for(1).unwrap();
        assert_eq!(allowed_connections(1), 1);
        let allowed = u64::from(allowed_connections(u32::MAX));
        let is_unlimited = allowed == u64::from(u32::MAX);
        assert!(is_unlimited || allowed <= files_for(1).unwrap() / 5 * 4, "{allowed} of {files}");
    }
}
