//! What a client that is refused is told over HTTP.

use std::time::Duration;

use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use thiserror::Error;

use crate::origin::OriginError;
use crate::quota::TooManyConnections;

/// Its response closes the connection, and says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("This server is shutting down. It may restart. Try again in a moment.")]
    Stopping,
    #[error("This server is full. Try again in a while.")]
    Full,
    #[error("Too many connections from your address. Close some of them, or try again in a while.")]
    TooManyConnections,
    /// The next request is accepted after this time.
    #[error("Too many requests on this connection. Ask less often.")]
    TooFast(Duration),
    /// The source can pay for it after this time.
    #[error("Too many requests from your address. Try again in a while.")]
    TooOften(Duration),
    #[error(transparent)]
    Origin(#[from] OriginError),
}

impl From<TooManyConnections> for Refusal {
    fn from(_: TooManyConnections) -> Self {
        Self::TooManyConnections
    }
}

const SECOND: Duration = Duration::from_secs(1);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, retry_after) = match &self {
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, Some(3 * SECOND)),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, Some(10 * SECOND)),
            Self::TooManyConnections => (StatusCode::TOO_MANY_REQUESTS, Some(10 * SECOND)),
            Self::TooFast(wait) | Self::TooOften(wait) => {
                (StatusCode::TOO_MANY_REQUESTS, Some(*wait.max(&SECOND)))
            }
            Self::Origin(OriginError::InvalidHost | OriginError::InvalidOrigin) => {
                (StatusCode::BAD_REQUEST, None)
            }
            Self::Origin(OriginError::UnknownHost(_)) => (StatusCode::MISDIRECTED_REQUEST, None),
            Self::Origin(OriginError::ForeignOrigin(_)) => (StatusCode::FORBIDDEN, None),
        };
        let close = [(CONNECTION, HeaderValue::from_static("close"))];
        let retry = retry_after.map(|wait| [(RETRY_AFTER, HeaderValue::from(wait.as_secs()))]);
        let mut response = (status, close, format!("{self}\n")).into_response();
        response.headers_mut().extend(retry.into_iter().flatten());
        response
    }
}
