//! A ticket: it is parsed safely, and proves only its own seat.

use serde_json::Value;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_server::record::{Holder, NodeId, Timestamp};

/// The secret of a seat that no other secret may prove.
const SECRET: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// The SHA-256 of its bytes, as the server stores it.
const HASH: &str = "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef";

pub fn ticket(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let ticket: Ticket = serde_json::from_value(Value::from(text)).expect("every text may be shown");
    assert_eq!(ticket.reveal(), text);
    assert_eq!(format!("{ticket:?}"), "Ticket(hidden)");
    // As the server splits it.
    if let Some((_, secret)) = ticket.reveal().split_once('.') {
        proves_one_secret_only(secret);
    }
}

fn proves_one_secret_only(text: &str) {
    let hash = serde_json::from_value(Value::from(HASH)).expect("64 digits");
    let Holder::Person(person) = Holder::new_player(hash, false, NodeId::generate(), Timestamp::ZERO) else {
        return;
    };
    let Ok(secret) = text.parse() else { return };
    assert_eq!(person.secret.is_hash_of(&secret), text == SECRET);
    assert_eq!(secret.reveal(), text, "a secret is written in one way only");
    let Holder::Person(owner) = Holder::new_player(secret.hash(), false, NodeId::generate(), Timestamp::ZERO)
    else {
        return;
    };
    assert!(owner.secret.is_hash_of(&secret));
    let kept = serde_json::to_string(&owner).expect("a person is JSON");
    assert!(!kept.contains(text) && !format!("{owner:?}").contains(text), "kept hashed, and hidden");
}
