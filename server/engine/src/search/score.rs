//! What a line of play is worth to the side to move: more is better.

/// [`DRAW`], a won or lost end as [`win_at`] has it, or between them an estimate.
pub(super) type Score = i32;

/// A drawn end.
pub(super) const DRAW: Score = 0;

/// More than any score: the open window of a search is `-LIMIT` to `LIMIT`.
pub(super) const LIMIT: Score = 1 << 30;

/// Estimates lie strictly between `-DECIDED` and `DECIDED`, certain wins and losses outside.
const DECIDED: Score = LIMIT - 1_000;

/// A win that is complete after `ply` moves of the search: sooner is better. A loss is its negative.
pub(super) fn win_at(ply: u8) -> Score {
    LIMIT - 1 - Score::from(ply)
}

/// Whether the score is a certain win or loss.
pub(super) fn is_decided(score: Score) -> bool {
    score.abs() >= DECIDED
}

/// How many moves away the end of a decided score is: the inverse of [`win_at`], for either side.
pub(super) fn distance(score: Score) -> usize {
    usize::try_from(LIMIT - 1 - score.abs()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faster_win_is_better_and_a_slower_loss_is_better() {
        assert!(win_at(1) > win_at(3));
        assert!(-win_at(4) > -win_at(2));
        assert!(win_at(u8::MAX) > DRAW);
    }

    #[test]
    fn only_wins_and_losses_are_decided() {
        assert!(is_decided(win_at(u8::MAX)) && is_decided(-win_at(0)));
        assert!(!is_decided(DRAW));
        assert_eq!((distance(win_at(5)), distance(-win_at(6))), (5, 6));
    }
}
