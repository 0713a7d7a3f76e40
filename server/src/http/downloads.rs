//! Hands out the terminal client: the list at `/get`, and each program behind it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use futures::stream;

use super::api::invitation::requested_link;
use super::blocking::run_blocking;
use super::guard::Progress;
use super::instructions::program_list;
use super::refusal::HttpRefusal;
use crate::quota::{ConnectionPermit, Cost};
use crate::services::Services;

/// The bytes that are handed to the connection at once.
const PIECE_BYTES: usize = 64 * 1024;

pub fn router() -> Router<Arc<Services>> {
    Router::new().route("/get", get(list)).route("/get/{name}", get(download))
}

async fn list(State(services): State<Arc<Services>>, headers: HeaderMap) -> Response {
    let link = requested_link(&services, &headers).await;
    let downloads = services.settings.downloads.clone();
    let text = run_blocking(move || program_list(&link, &downloads)).await;
    ([(CACHE_CONTROL, "no-store")], text).into_response()
}

async fn download(
    State(services): State<Arc<Services>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Extension(progress): Extension<Progress>,
    Path(name): Path<String>,
) -> Response {
    let mut programs = services.settings.downloads.programs().iter();
    let Some(program) = programs.find(|program| program.name == name).cloned() else {
        let told = "This server does not have that program. /get lists what it has.\n";
        return (StatusCode::NOT_FOUND, told).into_response();
    };
    let file_name = program.file_name();
    let bytes = run_blocking(move || program.contents().map(|contents| contents.bytes.clone())).await;
    let Some(bytes) = bytes else {
        let told = "The program cannot be read. Tell the operator.\n";
        return (StatusCode::INTERNAL_SERVER_ERROR, told).into_response();
    };
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, bytes.len().to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{file_name}\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    let kilobytes = u32::try_from(bytes.len().div_ceil(1024)).unwrap_or(u32::MAX);
    match permit.charge_many(Cost::Download, kilobytes) {
        Ok(()) => (headers, body(bytes, progress)).into_response(),
        Err(wait) => HttpRefusal::TooOften(wait).into_response(),
    }
}

/// In pieces, so that `progress` is noted as the client reads.
fn body(bytes: Bytes, progress: Progress) -> Body {
    let pieces = (0..bytes.len()).step_by(PIECE_BYTES).map(move |start| {
        progress.notify_one();
        Ok::<_, Infallible>(bytes.slice(start..bytes.len().min(start + PIECE_BYTES)))
    });
    Body::from_stream(stream::iter(pieces))
}
