//! What is stored besides matches: who waits, and games that are over.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tictactoe_server::record::{FinishedGame, Lobby, Timestamp, stored};

/// The bytes of a lobby, or of a game that is over.
pub fn kept(bytes: &[u8]) {
    if let Ok(lobby) = stored::from_bytes::<Lobby>(bytes) {
        assert_kept(&lobby);
        let recovered = lobby.recovered(Timestamp::ZERO);
        assert_kept(&recovered);
    }
    if let Ok(finished) = FinishedGame::from_bytes(bytes) {
        assert_kept(&finished);
        FinishedGame::from_bytes(&stored::to_bytes(&finished)).expect("it still does not contradict itself");
    }
}

/// What is written is read as the same.
pub(super) fn assert_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let again: T = stored::from_bytes(&stored::to_bytes(value)).expect("what is written can be read");
    assert_eq!(again, *value);
}
