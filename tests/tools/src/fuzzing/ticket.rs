//! A ticket: it is parsed safely, and proves only its own seat.

use serde_json::Value;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_server::record::{Holder, NodeId, Timestamp};

/// The secret of a seat that no other secret may prove.
const SECRET: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// The SHA-256 of its bytes, as the server stores it.
const HASH: [u8; 32] = *b"\x47\x73\xd1\x2e\x23\x71\xbb\x93\x5b\x9a\x0f\x54\x39\xb4\xa1\xc3\xad\x3f\x24\x14\xb8\x69\x80\xf8\x41\x8d\x1c\xfa\xbd\xfa\xdf\xef";

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
    let hash = serde_json::from_value(Value::from(HASH.to_vec())).expect("32 bytes");
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
