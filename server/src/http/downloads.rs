//! Hands out the terminal client: the list at `/get`, and each program behind it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use futures::stream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::api::Api;
use super::api::background::Background;
use super::document::requested_origin;
use super::instructions::program_list;
use super::listener::Progress;
use super::refusal::Refusal;
use crate::downloads::Program;
use crate::quota::{ConnectionPermit, Counted, MAX_DOWNLOADS};

/// How long a download may wait for others to end.
const WAIT: Duration = Duration::from_secs(30);

static HASHES: Background = Background::new();

pub fn router(api: Api) -> Router {
    let places = Arc::new(Semaphore::new(MAX_DOWNLOADS as usize));
    Router::new()
        .route("/get", get(list))
        .route("/get/{name}", get(download))
        .layer(Extension(places))
        .with_state(api)
}

async fn list(State(api): State<Api>, headers: HeaderMap) -> Response {
    let origin = requested_origin(&api, &headers).await;
    let downloads = api.services.settings.downloads.clone();
    let text = HASHES.run(move || program_list(&origin, &downloads)).await;
    text.map_or_else(broken, |text| ([(CACHE_CONTROL, "no-store")], text).into_response())
}

async fn download(
    State(api): State<Api>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    Extension(places): Extension<Arc<Semaphore>>,
    Extension(progress): Extension<Progress>,
    Path(name): Path<String>,
    method: Method,
) -> Response {
    let Some(program) = api.services.settings.downloads.get(&name).cloned() else {
        let told = "This server does not have that program. /get lists what it has.\n";
        return (StatusCode::NOT_FOUND, told).into_response();
    };
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, program.bytes.to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", program.file_name())),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    if method == Method::HEAD {
        return headers.into_response();
    }
    let counted = match permit.begin_download(program.bytes) {
        Ok(counted) => counted,
        Err(wait) => return Refusal::TooOften(wait).into_response(),
    };
    let Ok(Ok(place)) = timeout(WAIT, places.acquire_owned()).await else {
        return Refusal::Full.into_response();
    };
    match spawn_blocking(move || body(&program, (counted, place), progress)).await {
        Ok(Ok(body)) => (headers, body).into_response(),
        _ => broken(),
    }
}

fn broken() -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, "The program cannot be read. Tell the operator.\n").into_response()
}

/// A program that is read as fast as it is sent. Keeps `held` until the end.
fn body(
    program: &Program,
    held: (Counted, OwnedSemaphorePermit),
    progress: Progress,
) -> std::io::Result<Body> {
    let pieces = stream::unfold((program.pieces()?, held, progress), async |(mut pieces, held, progress)| {
        progress.note();
        let (piece, pieces) = spawn_blocking(move || (pieces.next(), pieces)).await.ok()?;
        Some((piece?, (pieces, held, progress)))
    });
    Ok(Body::from_stream(pieces))
}
