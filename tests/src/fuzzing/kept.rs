//! What is stored besides matches: finished games.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tictactoe_server::record::{FinishedGame, encoding};

/// The bytes of a finished game.
pub fn kept(bytes: &[u8]) {
    if let Ok(finished) = FinishedGame::from_bytes(bytes) {
        assert_kept(&finished);
        FinishedGame::from_bytes(&encoding::to_bytes(&finished))
            .expect("it still does not contradict itself");
    }
}

/// What is written is read as the same.
fn assert_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let again: T = encoding::from_bytes(&encoding::to_bytes(value)).expect("what is written can be read");
    assert_eq!(again, *value);
}
