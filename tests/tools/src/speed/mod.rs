//! The cost of a move: the server beside a relay of equal frames, under the same load.
//!
//! [`load`] plays, and checks every game of the server by replay; [`relay`] is what the server is compared with.
//! [`scenario`] says what is measured, [`report`] writes it as a table.

pub mod load;
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
