//! How many connections fit among the files that the process may have open.

/// As many of the wanted connections as fit. A fifth of the files is left for everything else.
#[must_use]
pub fn room_for(wanted: u32) -> u32 {
    let room = files_for(u64::from(wanted) * 5 / 4 + 1).map(|files| files / 5 * 4);
    let fit = room.and_then(|room| u32::try_from(room).ok()).map_or(wanted, |room| room.clamp(1, wanted));
    if fit < wanted {
        tracing::info!(
            wanted,
            fit,
            "fewer connections fit than there may be: let this process open more files (ulimit -n)"
        );
    }
    fit
}

/// How many files may be open, raised to what is needed if that can be done; `None` for no limit that is known.
#[cfg(unix)]
fn files_for(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let allowed = current?;
    let raised = maximum.map_or(needed, |maximum| maximum.min(needed));
    if raised <= allowed {
        return Some(allowed);
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }) {
        Ok(()) => Some(raised),
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            Some(allowed)
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
    fn what_fits_is_four_fifths_of_the_files_at_most() {
        let files = files_for(1).unwrap();
        assert_eq!(room_for(1), 1);
        let fit = u64::from(room_for(u32::MAX));
        assert!(fit == u64::from(u32::MAX) || fit <= files_for(1).unwrap() / 5 * 4, "{fit} of {files}");
    }
}
