//! Stored finished games.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tictactoe_server::record::{FinishedGame, encoding};

pub fn finished_game(bytes: &[u8]) {
    if let Ok(finished) = FinishedGame::from_bytes(bytes) {
        assert_round_trip(&finished);
        FinishedGame::from_bytes(&encoding::to_bytes(&finished))
            .expect("it still does not contradict itself");
    }
}

fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let again: T = encoding::from_bytes(&encoding::to_bytes(value)).expect("what is written can be read");
    assert_eq!(again, *value);
}
