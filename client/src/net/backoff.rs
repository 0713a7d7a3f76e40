//! When a lost connection is made again, and when no more. Pure: the time and the lots come from outside.

use std::time::{Duration, Instant};

use tictactoe_protocol::refusal::Closing;

use crate::exit::Failure;

/// The longest wait before each try, in milliseconds; the last goes on. Of each a part by lot is waited, so that
/// those who were lost together do not come back together.
const WAITS_MS: [u64; 6] = [0, 500, 1000, 2000, 4000, 5000];

/// A connection that stood for less is not worth a try without a wait: whatever cuts it may do so for ever.
const STEADY: Duration = Duration::from_secs(2);

/// The longest wait that a server may ask for.
const LONGEST: Duration = Duration::from_secs(60);

/// How long it is tried when nobody says otherwise.
pub(crate) const DEFAULT_LIMIT: Duration = Duration::from_secs(5 * 60);

/// How a client comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RetryPolicy {
    /// How long it is tried. Zero: not at all.
    pub(crate) limit: Duration,
    /// A number by lot.
    pub(crate) lot: u64,
}

/// Whether it makes sense to come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nobody comes back by themselves.
    Stop,
    /// Yes, after this time if the server has said so.
    Return(Option<Duration>),
}

/// Whether to come back after a connection was lost, and what the server had said before.
pub(crate) fn verdict(failure: &Failure, closing: Option<&Closing>) -> Verdict {
    match (failure, closing) {
        (Failure::Lost(_) | Failure::Closed { .. }, Some(closing)) => match closing.retry_in_ms {
            Some(ms) => Verdict::Return(Some(Duration::from_millis(ms).min(LONGEST))),
            None => Verdict::Stop,
        },
        (Failure::Lost(_), None) => Verdict::Return(None),
        _ => Verdict::Stop,
    }
}

/// The tries to make one connection again.
#[derive(Debug)]
pub(crate) struct Backoff {
    limit: Duration,
    lots: Lots,
    /// How far the waits have grown.
    step: usize,
    tries: u32,
    trying: Option<Trying>,
    /// When the connection came to stand again last.
    back_at: Option<Instant>,
}

#[derive(Debug)]
struct Trying {
    until: Instant,
    /// When the next try is due; none while one is made.
    next_at: Option<Instant>,
}

impl Backoff {
    /// For one connection that stands.
    pub(crate) const fn new(patience: RetryPolicy) -> Self {
        let RetryPolicy { limit, lot } = patience;
        Self { limit, lots: Lots(lot), step: 0, tries: 0, trying: None, back_at: None }
    }

    /// The connection was lost, or could not be made. Gives how long to wait before the next try, at least as long
    /// as was `told`; none when it is over.
    pub(crate) fn put_off(&mut self, now: Instant, told: Option<Duration>) -> Option<Duration> {
        if self.trying.is_none() {
            self.begin(now);
        }
        let until = self.trying.as_ref()?.until;
        if now >= until {
            return None;
        }
        let longest = WAITS_MS.get(self.step).or(WAITS_MS.last()).copied().unwrap_or_default();
        self.step = self.step.saturating_add(1);
        let lot = Duration::from_millis(self.lots.part_of(longest));
        let wait = told.map_or(lot, |told| told.max(lot));
        self.trying = Some(Trying { until, next_at: now.checked_add(wait) });
        Some(wait)
    }

    fn begin(&mut self, now: Instant) {
        if self.back_at.is_none_or(|at| now.saturating_duration_since(at) >= STEADY) {
            self.step = 0;
        }
        self.tries = 0;
        // A time beyond all clocks is as good as none.
        let until = now.checked_add(self.limit).unwrap_or(now);
        self.trying = Some(Trying { until, next_at: None });
    }

    /// Whether a try is to be made now. Then it counts as made.
    pub(crate) fn take_due(&mut self, now: Instant) -> bool {
        let Some(trying) = self.trying.as_mut().filter(|trying| trying.next_at.is_some_and(|at| at <= now))
        else {
            return false;
        };
        trying.next_at = None;
        self.tries = self.tries.saturating_add(1);
        true
    }

    /// Whether it has been tried for long enough.
    pub(crate) fn is_over(&self, now: Instant) -> bool {
        self.trying.as_ref().is_some_and(|trying| trying.until <= now)
    }

    /// When something is due.
    pub(crate) fn wake_at(&self) -> Option<Instant> {
        let trying = self.trying.as_ref()?;
        Some(trying.next_at.map_or(trying.until, |at| at.min(trying.until)))
    }

    /// The connection stands, and what was lost with it has been taken again.
    pub(crate) const fn back(&mut self, now: Instant) {
        self.trying = None;
        self.back_at = Some(now);
    }

    /// How many tries were made.
    pub(crate) const fn tries(&self) -> u32 {
        self.tries
    }

    /// How long it is tried.
    pub(crate) const fn limit(&self) -> Duration {
        self.limit
    }
}

/// Numbers by lot: `SplitMix64` (Steele, Lea and Flood, 2014).
#[derive(Debug)]
struct Lots(u64);

impl Lots {
    /// A part of `whole`, from none of it to nearly all.
    const fn part_of(&mut self, whole: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let lot = (mixed ^ (mixed >> 31)) >> 32;
        whole.saturating_mul(lot) >> 32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tictactoe_protocol::refusal::ClosingReason;

    use super::*;

    fn comeback(limit: Duration, lot: u64) -> Backoff {
        Backoff::new(RetryPolicy { limit, lot })
    }

    fn closing(retry_in_ms: Option<u64>) -> Closing {
        Closing { reason: ClosingReason::Shutdown, message: String::new(), retry_in_ms }
    }

    #[test]
    fn a_lost_connection_is_made_again_and_a_broken_one_is_not() {
        assert_eq!(verdict(&Failure::shut(), None), Verdict::Return(None));
        assert_eq!(verdict(&Failure::Broken(String::new()), None), Verdict::Stop);
        assert_eq!(verdict(&Failure::closed_with(4001, ""), None), Verdict::Stop);
        assert_eq!(verdict(&Failure::closed_with(4002, ""), None), Verdict::Return(None));
    }

    #[test]
    fn what_the_server_says_before_it_closes_counts_most() {
        let after = |ms| verdict(&Failure::shut(), Some(&closing(ms)));
        assert_eq!(after(Some(1200)), Verdict::Return(Some(Duration::from_millis(1200))));
        assert_eq!(after(Some(u64::MAX)), Verdict::Return(Some(LONGEST)));
        assert_eq!(after(None), Verdict::Stop);
    }

    #[test]
    fn nobody_comes_back_without_any_time_for_it() {
        assert_eq!(comeback(Duration::ZERO, 1).put_off(Instant::now(), None), None);
    }

    #[test]
    fn it_is_given_up_when_the_time_is_over_and_not_before() {
        let (start, limit) = (Instant::now(), Duration::from_secs(60));
        let (mut comeback, mut now) = (comeback(limit, 7), start);
        while let Some(wait) = comeback.put_off(now, None) {
            assert!(!comeback.is_over(now) && comeback.wake_at() <= Some(start + limit));
            now += wait.max(Duration::from_millis(1));
        }
        assert!(now >= start + limit && now < start + limit + Duration::from_secs(5));
        assert!(comeback.is_over(now));
    }

    #[test]
    fn only_a_connection_that_stood_for_a_while_begins_again_without_a_wait() {
        let (mut comeback, start) = (comeback(DEFAULT_LIMIT, 7), Instant::now());
        assert_eq!(comeback.put_off(start, None), Some(Duration::ZERO));
        comeback.put_off(start, None);
        comeback.back(start);
        let later = start + STEADY;
        assert!(comeback.put_off(later, None) == Some(Duration::ZERO) && comeback.tries() == 0);
        comeback.back(later);
        // Whoever cuts every connection at once is not asked without end and without a pause.
        let waits: Vec<_> = (0..20)
            .filter_map(|_| {
                let wait = comeback.put_off(later, None);
                comeback.back(later);
                wait
            })
            .collect();
        assert!(waits.iter().sum::<Duration>() > Duration::from_secs(15), "{waits:?}");
    }

    #[test]
    fn a_server_that_calls_everybody_back_at_once_is_not_called_without_end() {
        let (mut comeback, now) = (comeback(DEFAULT_LIMIT, 7), Instant::now());
        let waits: Vec<_> = (0..20)
            .filter_map(|_| {
                let wait = comeback.put_off(now, Some(Duration::ZERO));
                comeback.back(now);
                wait
            })
            .collect();
        assert!(waits.iter().sum::<Duration>() > Duration::from_secs(15), "{waits:?}");
    }

    proptest! {
        #[test]
        fn each_wait_is_a_part_of_the_longest(lot in any::<u64>()) {
            let (mut comeback, now) = (comeback(DEFAULT_LIMIT, lot), Instant::now());
            for longest in [0, 500, 1000, 2000, 4000, 5000, 5000, 5000] {
                let wait = comeback.put_off(now, None).unwrap();
                prop_assert!(wait <= Duration::from_millis(longest));
                prop_assert_eq!(comeback.wake_at(), Some(now + wait));
                prop_assert!(!comeback.take_due(now) || wait.is_zero());
                prop_assert!(comeback.take_due(now + wait) || wait.is_zero());
                prop_assert_eq!(comeback.wake_at(), Some(now + DEFAULT_LIMIT));
            }
        }

        #[test]
        fn what_the_server_told_is_waited_whatever_the_lot(lot in any::<u64>(), ms in 0..10_000_u64) {
            let told = Duration::from_millis(ms);
            prop_assert_eq!(comeback(DEFAULT_LIMIT, lot).put_off(Instant::now(), Some(told)), Some(told));
        }
    }
}
