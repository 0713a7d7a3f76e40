#![doc = include_str!("../PROTOCOL.md")]
//!
//! # Map of the crate, in reading order
//! * [`client`]: the frames that a client sends, and how one is parsed.
//! * [`server`]: the frames that the server sends.
//! * [`snapshot`]: the `state` frame: everything a screen needs about a match.
//! * [`analysis`]: hints, and the review of a game that is over.
//! * [`history`]: what is kept of a match for good, over HTTP and in exports.
//! * [`listing`]: which matches anybody may watch, over HTTP.
//! * [`invitation`]: an address to hand on, over HTTP.
//! * [`refusal`]: why a message was refused, and why a connection ends.
//! * [`words`]: marks, rules, levels and other small words shared by the frames.
//! * [`text`]: cleaned text from a peer: names and rooms.
//! * [`ticket`]: the capability that proves a seat.
//! * `schema` (with the feature of that name): the same as JSON Schema; [`SCHEMA`] is its text.
//!
//! ```
//! use tictactoe_protocol::client::{ClientFrame, ClientMessage};
//!
//! let frame = ClientFrame::parse(r#"{"type":"move","cell":4,"id":1}"#)?;
//! assert!(matches!(frame.message, ClientMessage::Move(m) if m.cell == 4 && m.ply.is_none()));
//! # Ok::<(), tictactoe_protocol::client::FrameError>(())
//! ```

pub mod analysis;
pub mod client;
pub mod history;
pub mod invitation;
pub mod listing;
pub mod refusal;
#[cfg(feature = "schema")]
pub mod schema;
pub mod server;
pub mod snapshot;
pub mod text;
pub mod ticket;
pub mod words;

/// The WebSocket subprotocol that names this version of the protocol (RFC 6455, section 1.9).
pub const SUBPROTOCOL: &str = "tictactoe.v1";

/// The path of the WebSocket on the server's port.
pub const SOCKET_PATH: &str = "/ws";

/// The path under which the server tells of a match: the name of the match follows.
pub const MATCHES_PATH: &str = "/api/matches/";

/// The path at which the server tells which matches anybody may watch.
pub const LISTING_PATH: &str = "/api/matches";

/// The path at which the server makes an address to hand on.
pub const INVITATION_PATH: &str = "/api/invitation";

/// The path at which the server gives [`SCHEMA`].
pub const SCHEMA_PATH: &str = "/schema.json";

/// The path at which the server gives [`DOCUMENTATION`].
pub const DOCUMENTATION_PATH: &str = "/protocol.md";

/// This protocol as JSON Schema (draft 2020-12). It is written by `cargo run -p tictactoe-tests --bin schema`.
pub const SCHEMA: &str = include_str!("../schema.json");

/// This protocol in words, as Markdown.
pub const DOCUMENTATION: &str = include_str!("../PROTOCOL.md");

/// The TCP port on which a server listens unless it is told otherwise.
pub const DEFAULT_PORT: u16 = 7878;

/// Writes a frame as JSON.
#[expect(clippy::expect_used, reason = "frames have string keys and plain values only: writing cannot fail")]
fn to_json(frame: &impl serde::Serialize) -> String {
    serde_json::to_string(frame).expect("a frame is always JSON")
}
