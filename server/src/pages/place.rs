//! The places of the page that one can be invited to, and their paths. Pure.

use std::fmt;
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use thiserror::Error;
use tictactoe_protocol::text::{Room, TextError};

use crate::record::MatchId;

/// Such a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Where everybody comes in: `/`.
    Entrance,
    /// Where two people meet: `/r/ROOM`.
    Room(Room),
    /// Where a match is watched: `/watch/MATCH`.
    Match(MatchId),
}

/// Why a path leads to no place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Nowhere {
    /// There is no such path.
    #[error("There is no such place. Give to=/, to=/r/ROOM or to=/watch/MATCH.")]
    Path,
    /// The room cannot be one.
    #[error("There can be no such room: {0}.")]
    Room(TextError),
    /// The match cannot be one.
    #[error("There can be no such match. Give its name, as in to=/watch/k3v9d7qpx2ma.")]
    Match,
}

/// What a part of a path may not have as it is (RFC 3986, section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl FromStr for Place {
    type Err = Nowhere;

    /// Reads a path, its letters escaped or not.
    fn from_str(path: &str) -> Result<Self, Nowhere> {
        let path = percent_decode_str(path).decode_utf8().map_err(|_| Nowhere::Path)?;
        if path == "/" {
            Ok(Self::Entrance)
        } else if let Some(room) = path.strip_prefix("/r/") {
            Room::new(room).map(Self::Room).map_err(Nowhere::Room)
        } else if let Some(name) = path.strip_prefix("/watch/") {
            MatchId::parse(name).map(Self::Match).ok_or(Nowhere::Match)
        } else {
            Err(Nowhere::Path)
        }
    }
}

impl fmt::Display for Place {
    /// Writes the path, as it is escaped in an address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entrance => f.write_str("/"),
            Self::Room(room) => write!(f, "/r/{}", utf8_percent_encode(room.as_str(), ESCAPED)),
            Self::Match(id) => write!(f, "/watch/{}", id.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_path_is_written_in_one_way_however_it_was_read() {
        for (read, written) in [
            ("/", "/"),
            ("/r/kitten", "/r/kitten"),
            ("/r/Kitten-5", "/r/kitten-5"),
            ("/r/%6Bitten", "/r/kitten"),
            ("/r/ключ", "/r/%D0%BA%D0%BB%D1%8E%D1%87"),
            ("/r/%D0%9A%D0%9B%D0%AE%D0%A7", "/r/%D0%BA%D0%BB%D1%8E%D1%87"),
            ("/watch/k3v9d7qpx2ma", "/watch/k3v9d7qpx2ma"),
        ] {
            assert_eq!(read.parse::<Place>().map(|place| place.to_string()), Ok(written.into()), "{read}");
        }
    }

    #[test]
    fn a_path_that_leads_nowhere_says_why() {
        for (path, why) in [
            ("", Nowhere::Path),
            ("kitten", Nowhere::Path),
            ("//evil.example", Nowhere::Path),
            ("/bots", Nowhere::Path),
            ("/r", Nowhere::Path),
            ("/r/%FF", Nowhere::Path),
            ("/r/", Nowhere::Room(TextError::Empty)),
            ("/r/two words", Nowhere::Room(TextError::NotAWord)),
            ("/r/kitten/", Nowhere::Room(TextError::NotAWord)),
            ("/r/a?b", Nowhere::Room(TextError::NotAWord)),
            ("/watch/", Nowhere::Match),
            ("/watch/K3V9D7QPX2MA", Nowhere::Match),
            ("/watch/k3v9d7qpx2ma/", Nowhere::Match),
        ] {
            assert_eq!(path.parse::<Place>(), Err(why), "{path}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same(path in "/(r|watch)?/?\\PC{0,40}") {
            let Ok(place) = path.parse::<Place>() else { return Ok(()) };
            let written = place.to_string();
            prop_assert!(written.is_ascii());
            prop_assert_eq!(written.parse(), Ok(place));
        }
    }
}
