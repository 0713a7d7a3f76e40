//! The cost of a move: the server beside a relay of equal frames and a minimal server of the same protocol, under the
//! same load.
//!
//! [`load`] plays and checks every game by replay, [`minimal`] and [`relay`] are the two to compare with, and [`host`] is
//! what those share. [`scenario`] says what is measured, [`report`] writes it as a table, as JSON and as a plot, and
//! [`flame_graph`] draws a profile.

pub mod flame_graph;
pub mod host;
pub mod load;
pub mod minimal;
pub mod relay;
pub mod report;
pub mod scenario;

use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

const READ_BUFFER: usize = 4 * 1024;
const MAX_FRAME: usize = 64 * 1024;

/// The buffers of the server.
fn websocket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(2 * MAX_FRAME)
        .max_message_size(Some(MAX_FRAME))
        .max_frame_size(Some(MAX_FRAME))
}
