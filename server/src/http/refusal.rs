//! What a client that is refused is told over HTTP.

use std::borrow::Cow;
use std::time::Duration;

use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::admission::LimitReached;
use crate::origin::OriginError;

/// A response that closes the connection. Its message says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    message: Cow<'static, str>,
    retry_after: Option<Duration>,
}

const RETRY_WHEN_FULL: Duration = Duration::from_secs(10);

const RETRY_WHEN_STOPPING: Duration = Duration::from_secs(3);

impl Refusal {
    pub const fn stopping() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            message: Cow::Borrowed("This server is shutting down. It may restart. Try again in a moment."),
            retry_after: Some(RETRY_WHEN_STOPPING),
        }
    }

    pub fn too_fast(wait: Duration) -> Self {
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            message: Cow::Borrowed("Too many requests on this connection. Ask less often."),
            retry_after: Some(wait.max(Duration::from_secs(1))),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let close = [(CONNECTION, HeaderValue::from_static("close"))];
        let retry = self.retry_after.map(|wait| [(RETRY_AFTER, HeaderValue::from(wait.as_secs()))]);
        let mut response = (self.status, close, format!("{}\n", self.message)).into_response();
        response.headers_mut().extend(retry.into_iter().flatten());
        response
    }
}

impl From<LimitReached> for Refusal {
    fn from(limit: LimitReached) -> Self {
        let (status, message) = match limit {
            LimitReached::Total => {
                (StatusCode::SERVICE_UNAVAILABLE, "This server is full. Try again in a while.")
            }
            LimitReached::PerClient => (
                StatusCode::TOO_MANY_REQUESTS,
                "Too many connections from your address. Close some of them, or try again in a while.",
            ),
        };
        Self { status, message: message.into(), retry_after: Some(RETRY_WHEN_FULL) }
    }
}

impl From<OriginError> for Refusal {
    fn from(error: OriginError) -> Self {
        let status = match error {
            OriginError::InvalidHost | OriginError::InvalidOrigin => StatusCode::BAD_REQUEST,
            OriginError::UnknownHost(_) => StatusCode::MISDIRECTED_REQUEST,
            OriginError::ForeignOrigin(_) => StatusCode::FORBIDDEN,
        };
        Self { status, message: error.to_string().into(), retry_after: None }
    }
}
