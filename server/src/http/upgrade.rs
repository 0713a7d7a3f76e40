//! The WebSocket upgrade.

use std::future::ready;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::{IntoResponse, Response};
use tictactoe_protocol::SUBPROTOCOL;

use super::refusal::HttpRefusal;
use super::shared_state::SharedState;
use crate::connection;
use crate::quota::{ConnectionPermit, Cost};
use crate::settings::{MAX_ANSWER_BYTES, MAX_FRAME_BYTES};

/// Small, because messages are short, most connections are idle, and each read fills the buffer with zeros first.
const READ_BUFFER_BYTES: usize = 1024;

/// Room for the longest frame and answers to pings.
const WRITE_BUFFER_BYTES: usize = 2 * MAX_ANSWER_BYTES;

pub async fn upgrade(
    State(state): State<Arc<SharedState>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade.protocols([SUBPROTOCOL]),
        Err(rejection) => {
            return HttpRefusal::Upgrade(rejection.status(), rejection.body_text()).into_response();
        }
    };
    if upgrade.selected_protocol().is_none() && upgrade.requested_protocols().next().is_some() {
        return HttpRefusal::Subprotocol.into_response();
    }
    // Counted before checking for a shutdown, so that the shutdown waits for every WebSocket that is accepted.
    let counted = state.services.tasks.tracker.token();
    if state.services.tasks.stop.is_cancelled() {
        return HttpRefusal::Stopping.into_response();
    }
    if let Err(wait) = permit.charge(Cost::Socket) {
        return HttpRefusal::TooOften(wait).into_response();
    }
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER_BYTES)
        .max_message_size(MAX_FRAME_BYTES as usize)
        .max_frame_size(MAX_FRAME_BYTES as usize)
        .on_upgrade(move |socket| {
            // A new task, because the one that waited for the upgrade keeps memory that is no longer needed.
            state.services.tasks.spawn(connection::serve(socket, permit, Arc::clone(&state.services)));
            drop(counted);
            ready(())
        })
}
