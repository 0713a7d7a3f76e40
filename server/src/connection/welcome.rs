//! The first frame of a connection: versions, limits and other nodes.

use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::server::{Heartbeat, Limits, ServerMessage, Welcome};
use tictactoe_protocol::text::{NAME_CHARS, ROOM_CHARS};

use crate::settings::Settings;
use crate::wire::{BOARD_SIDE, count, millis};

pub(super) fn welcome(Settings { limits, heartbeat, .. }: &Settings, nodes: Vec<String>) -> ServerMessage {
    ServerMessage::Welcome(Welcome {
        protocol: SUBPROTOCOL.to_owned(),
        server: env!("CARGO_PKG_VERSION").to_owned(),
        limits: Limits {
            frame_bytes: limits.frame_bytes,
            messages_per_second: limits.messages_per_second,
            burst: limits.burst,
            name_chars: count(NAME_CHARS),
            room_chars: count(ROOM_CHARS),
            board_side: BOARD_SIDE,
        },
        heartbeat: Heartbeat { ping_ms: millis(heartbeat.ping), silence_ms: millis(heartbeat.silence) },
        nodes,
    })
}
