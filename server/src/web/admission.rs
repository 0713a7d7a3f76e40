//! How many connections there are, in all and from one address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::network::Source;

/// Counts connections. It remembers only addresses with a connection, so it is no bigger than their number.
#[derive(Debug)]
pub struct Admission {
    most: u32,
    most_from_one: u32,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: u32,
    from: HashMap<Source, u32>,
}

/// A place among all connections, or among those from one address, or both. It is free again when this is
/// dropped.
#[derive(Debug)]
pub struct Place {
    admission: Arc<Admission>,
    among_all: bool,
    source: Option<Source>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// There are as many connections as there may be.
    Full,
    /// The address has as many as it may have.
    TooMany,
}

impl Admission {
    /// Admits so many in all and so many from one address.
    #[must_use]
    pub fn new(most: u32, most_from_one: u32) -> Arc<Self> {
        Arc::new(Self { most, most_from_one, counts: Mutex::default() })
    }

    /// A place for a connection. One without a source counts among all only.
    ///
    /// # Errors
    /// [`NoPlace`].
    pub fn admit(self: &Arc<Self>, source: Option<Source>) -> Result<Place, NoPlace> {
        let mut counts = self.counts();
        if counts.all >= self.most {
            return Err(NoPlace::Full);
        }
        self.count(&mut counts, source)?;
        counts.all += 1;
        Ok(Place { admission: Arc::clone(self), among_all: true, source })
    }

    /// A place among those of an address, for somebody who comes over a connection that has its place.
    ///
    /// # Errors
    /// [`NoPlace::TooMany`].
    pub fn admit_behind(self: &Arc<Self>, source: Source) -> Result<Place, NoPlace> {
        self.count(&mut self.counts(), Some(source))?;
        Ok(Place { admission: Arc::clone(self), among_all: false, source: Some(source) })
    }

    fn count(&self, counts: &mut Counts, source: Option<Source>) -> Result<(), NoPlace> {
        let Some(source) = source else { return Ok(()) };
        let count = counts.from.get(&source).copied().unwrap_or_default();
        if count >= self.most_from_one {
            return Err(NoPlace::TooMany);
        }
        counts.from.insert(source, count + 1);
        Ok(())
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.admission.counts();
        counts.all -= u32::from(self.among_all);
        let Some(source) = self.source else { return };
        let left = counts.from.get(&source).map_or(0, |count| count - 1);
        if left == 0 {
            counts.from.remove(&source);
        } else {
            counts.from.insert(source, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(address: &str) -> Option<Source> {
        Source::of(address.parse().unwrap())
    }

    #[test]
    fn no_more_are_admitted_than_there_are_places() {
        let admission = Admission::new(2, 9);
        let first = admission.admit(None).unwrap();
        let _second = admission.admit(source("192.0.2.1")).unwrap();
        assert_eq!(admission.admit(None).unwrap_err(), NoPlace::Full);
        drop(first);
        assert!(admission.admit(None).is_ok());
    }

    #[test]
    fn an_address_takes_no_more_than_its_places() {
        let admission = Admission::new(9, 2);
        let _first = admission.admit(source("192.0.2.1")).unwrap();
        let second = admission.admit_behind(source("192.0.2.1").unwrap()).unwrap();
        assert_eq!(admission.admit(source("192.0.2.1")).unwrap_err(), NoPlace::TooMany);
        assert_eq!(admission.admit_behind(source("192.0.2.1").unwrap()).unwrap_err(), NoPlace::TooMany);
        assert!(admission.admit(source("192.0.2.2")).is_ok());
        drop(second);
        assert!(admission.admit(source("192.0.2.1")).is_ok());
    }

    #[test]
    fn who_is_refused_takes_no_place() {
        let admission = Admission::new(1, 1);
        let only = admission.admit(source("192.0.2.1")).unwrap();
        for refused in ["192.0.2.1", "192.0.2.2"] {
            assert_eq!(admission.admit(source(refused)).unwrap_err(), NoPlace::Full);
        }
        drop(only);
        assert!(admission.admit(source("192.0.2.2")).is_ok());
    }

    #[test]
    fn a_place_is_free_again_after_a_panic() {
        let admission = Admission::new(1, 1);
        let place = admission.admit(source("192.0.2.1")).unwrap();
        let panicked = std::thread::spawn(move || {
            let _held = place;
            panic!("on purpose");
        });
        assert!(panicked.join().is_err());
        assert!(admission.admit(source("192.0.2.1")).is_ok());
    }

    #[test]
    fn addresses_without_a_connection_are_forgotten() {
        let admission = Admission::new(1_000, 9);
        let places: Vec<_> =
            (0..=255).map(|last| admission.admit(source(&format!("192.0.2.{last}"))).unwrap()).collect();
        assert_eq!(admission.counts().from.len(), places.len());
        drop(places);
        let counts = admission.counts();
        assert_eq!((counts.all, counts.from.len()), (0, 0));
    }
}
