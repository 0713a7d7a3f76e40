//! How many connections the limit of open files allows.

use rlimit::increase_nofile_limit;

/// Raises the limit as far as possible and needed, and returns how many of `wanted` connections it allows. A fifth of
/// the file descriptors is left for everything else.
pub fn allowed_connections(wanted: u32) -> u32 {
    let files = increase_nofile_limit(u64::from(wanted) * 5 / 4 + 5).or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        increase_nofile_limit(0)
    });
    let usable = files.ok().and_then(|files| u32::try_from(files / 5 * 4).ok());
    let allowed = usable.map_or(wanted, |usable| usable.clamp(1, wanted));
    if allowed < wanted {
        tracing::warn!(
            "the limit of open files allows {allowed} connections instead of {wanted}; raise it with ulimit -n"
        );
    }
    allowed
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn connections_take_at_most_four_fifths_of_the_files() {
        let files = increase_nofile_limit(1).unwrap();
        assert_eq!(allowed_connections(1), 1);
        let allowed = u64::from(allowed_connections(u32::MAX));
        let is_unlimited = allowed == u64::from(u32::MAX);
        assert!(is_unlimited || allowed <= increase_nofile_limit(1).unwrap() / 5 * 4, "{allowed} of {files}");
    }
}
