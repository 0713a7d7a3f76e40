//! What happens when the server closes a connection: how long that may take after its `closing`, whether and when the
//! client comes back, and how the run ends if it does not.

use std::time::Duration;

use tictactoe_protocol::refusal::{Closing, ClosingReason};

use crate::failure::Failure;

/// How long the server may take to close a connection after it has announced it.
pub(super) const CLOSING_TIME: Duration = Duration::from_secs(3);

/// The longest time for which a server can tell its clients to stay away.
const LONGEST: Duration = Duration::from_secs(60);

/// Why a connection ended, and the shortest wait before it is made again; none if it is not. A connection lost after the
/// server's `closing` counts as closed by the server, which said when to come back.
pub(super) fn explain(failure: Failure, closing: Option<&Closing>) -> (Failure, Option<Duration>) {
    match (&failure, closing) {
        (Failure::Lost(_) | Failure::Closed { .. }, Some(closing)) => {
            let wait = closing.retry_in_ms.map(|ms| Duration::from_millis(ms).min(LONGEST));
            (Failure::closed(closing), wait)
        }
        (Failure::Lost(_), None) => (failure, Some(Duration::ZERO)),
        _ => (failure, None),
    }
}

/// After most of the protocol's close codes a retry would fail in the same way, or take the seat from the player's newer
/// connection; any other close is only a lost connection.
pub(super) fn closed_with(code: u16, message: &str) -> Failure {
    let may_retry =
        |reason| matches!(reason, ClosingReason::Shutdown | ClosingReason::Silent | ClosingReason::BadFrame);
    let reason = ClosingReason::ALL.iter().find(|reason| reason.close_code() == code);
    match reason.copied().filter(|&reason| !may_retry(reason)) {
        Some(reason) => Failure::closed(&Closing { reason, message: message.to_owned(), retry_in_ms: None }),
        None => Failure::shut(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_close_codes_end_the_run_and_others_are_lost_connections() {
        let superseded = closed_with(4001, "");
        assert!(matches!(superseded, Failure::Closed { reason: ClosingReason::Superseded, .. }));
        assert!(!superseded.keeps_seat(), "the newer connection has it");
        for code in [1003, 1007, 1008, 1009, 4003] {
            assert!(matches!(closed_with(code, "No."), Failure::Closed { .. }), "{code}");
        }
        for code in [1000, 1001, 1002, 1006, 1011, 1012, 1013, 4002, 4999] {
            assert_eq!(closed_with(code, "No."), Failure::shut(), "{code}");
        }
    }

    #[test]
    fn a_lost_connection_is_made_again_and_a_broken_one_is_not() {
        let shortest_wait = |failure| explain(failure, None).1;
        assert_eq!(shortest_wait(Failure::shut()), Some(Duration::ZERO));
        assert_eq!(shortest_wait(Failure::Broken(String::new())), None);
        assert_eq!(shortest_wait(closed_with(4001, "")), None);
    }

    #[test]
    fn what_the_server_announced_decides() {
        let closing =
            |retry_in_ms| Closing { reason: ClosingReason::Shutdown, message: String::new(), retry_in_ms };
        let after = |ms| explain(Failure::shut(), Some(&closing(ms))).1;
        assert_eq!(after(Some(1200)), Some(Duration::from_millis(1200)));
        assert_eq!(after(Some(u64::MAX)), Some(LONGEST));
        assert_eq!(after(None), None);
    }
}
