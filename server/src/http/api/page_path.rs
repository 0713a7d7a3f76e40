//! The paths of the page that people can be invited to. Pure.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use thiserror::Error;
use tictactoe_protocol::text::{Room, TextError};

use crate::record::MatchId;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PathError {
    #[error("Say what to invite to, with to=/, to=/r/ROOM, to=/arena/WORD or to=/watch/MATCH.")]
    Unknown,
    #[error("Not the name of a room or an arena: {0}.")]
    Word(#[from] TextError),
    #[error("Not a match id. Use one like to=/watch/k3v9d7qpx2ma.")]
    Match,
}

/// Everything but the unreserved characters (RFC 3986, section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Reads `/`, `/r/ROOM`, `/arena/WORD` or `/watch/MATCH`, which may be percent-encoded. Returns the path as it is written
/// in a URL, and the room if it names one.
pub fn page_path(path: &str) -> Result<(String, Option<Room>), PathError> {
    let path = percent_decode_str(path).decode_utf8().map_err(|_| PathError::Unknown)?;
    match path.strip_prefix('/').and_then(|rest| rest.split_once('/')) {
        None if path == "/" => Ok((path.into_owned(), None)),
        Some((kind @ ("r" | "arena"), word)) => {
            let word = Room::new(word)?;
            let written = format!("/{kind}/{}", utf8_percent_encode(word.as_str(), ESCAPED));
            Ok((written, (kind == "r").then_some(word)))
        }
        Some(("watch", id)) if MatchId::parse(id).is_none() => Err(PathError::Match),
        Some(("watch", _)) => Ok((path.into_owned(), None)),
        _ => Err(PathError::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(path: &str) -> Result<String, PathError> {
        page_path(path).map(|(written, _)| written)
    }

    #[test]
    fn a_path_has_one_written_form() {
        for (read, expected) in [
            ("/", "/"),
            ("/r/kitten", "/r/kitten"),
            ("/r/Kitten-5", "/r/kitten-5"),
            ("/r/%6Bitten", "/r/kitten"),
            ("/r/ключ", "/r/%D0%BA%D0%BB%D1%8E%D1%87"),
            ("/r/%D0%9A%D0%9B%D0%AE%D0%A7", "/r/%D0%BA%D0%BB%D1%8E%D1%87"),
            ("/arena/Kitten", "/arena/kitten"),
            ("/arena/%D0%9A%D0%9B%D0%AE%D0%A7", "/arena/%D0%BA%D0%BB%D1%8E%D1%87"),
            ("/watch/k3v9d7qpx2ma", "/watch/k3v9d7qpx2ma"),
        ] {
            assert_eq!(written(read), Ok(expected.to_owned()), "{read}");
        }
    }

    #[test]
    fn an_invalid_path_is_refused_with_the_reason() {
        for (path, why) in [
            ("", PathError::Unknown),
            ("kitten", PathError::Unknown),
            ("//evil.example", PathError::Unknown),
            ("/bots", PathError::Unknown),
            ("/r", PathError::Unknown),
            ("/r/%FF", PathError::Unknown),
            ("/r/", PathError::Word(TextError::Empty)),
            ("/r/two words", PathError::Word(TextError::NotAWord)),
            ("/r/kitten/", PathError::Word(TextError::NotAWord)),
            ("/r/a?b", PathError::Word(TextError::NotAWord)),
            ("/arena/", PathError::Word(TextError::Empty)),
            ("/arena/two words", PathError::Word(TextError::NotAWord)),
            ("/watch/", PathError::Match),
            ("/watch/K3V9D7QPX2MA", PathError::Match),
            ("/watch/k3v9d7qpx2ma/", PathError::Match),
        ] {
            assert_eq!(written(path), Err(why), "{path}");
        }
    }

    proptest! {
        #[test]
        fn a_written_path_stays_the_same(path in "/(r|arena|watch)?/?\\PC{0,40}") {
            let Ok(once) = written(&path) else { return Ok(()) };
            prop_assert!(once.is_ascii());
            prop_assert_eq!(written(&once), Ok(once));
        }
    }
}
