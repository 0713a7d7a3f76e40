//! The response to a refused client.

use axum::http::header::{CONNECTION, LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use tictactoe_protocol::SUBPROTOCOL;

use crate::origin::OriginError;
use crate::token_bucket::TooOften;

const HTTPS_HINT: &str = "Use the host in its certificate, also from a proxy.";

/// The response closes the connection and says what to do. It carries the refusal, so that it can be logged and
/// counted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("This server is shutting down. It may restart. Try again in a moment.")]
    Stopping,
    #[error("This server is full. Try again in a while.")]
    Full,
    #[error("This server refuses your address. Ask its operator.")]
    Blocked,
    #[error("Too many connections from your address. Close some of them, or try again in a while.")]
    TooManyConnections,
    #[error("Too many requests. Try again in a while.")]
    TooOften(#[from] TooOften),
    /// The https URL, if it is known.
    #[error("This server speaks https only. {}", .0.as_ref().map_or_else(|| HTTPS_HINT.to_owned(), |url| format!("Open {url}")))]
    Unencrypted(Option<String>),
    #[error(transparent)]
    Origin(#[from] OriginError),
    #[error("This is the WebSocket of a tic-tac-toe server: {1}")]
    Upgrade(StatusCode, String),
    #[error("This server speaks {SUBPROTOCOL}. Request that subprotocol, or none.")]
    Subprotocol,
}

impl Refusal {
    /// Its name in the metrics.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Stopping => "stopping",
            Self::Full => "full",
            Self::Blocked => "blocked",
            Self::TooManyConnections => "too_many_connections",
            Self::TooOften(_) => "too_often",
            Self::Unencrypted(_) => "unencrypted",
            Self::Origin(OriginError::InvalidHost | OriginError::UnknownHost(_)) => "host",
            Self::Origin(OriginError::InvalidOrigin | OriginError::ForeignOrigin(_)) => "origin",
            Self::Upgrade(..) | Self::Subprotocol => "upgrade",
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, retry_after) = match &self {
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, Some(3)),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, Some(10)),
            Self::TooManyConnections => (StatusCode::TOO_MANY_REQUESTS, Some(10)),
            Self::TooOften(TooOften(wait)) => {
                let seconds = wait.as_millis().div_ceil(1000);
                (StatusCode::TOO_MANY_REQUESTS, Some(u64::try_from(seconds).unwrap_or(u64::MAX)))
            }
            // Temporary, because the server may be started without a certificate again.
            Self::Unencrypted(Some(_)) => (StatusCode::TEMPORARY_REDIRECT, None),
            Self::Origin(OriginError::InvalidHost | OriginError::InvalidOrigin) => {
                (StatusCode::BAD_REQUEST, None)
            }
            Self::Origin(OriginError::UnknownHost(_)) => (StatusCode::MISDIRECTED_REQUEST, None),
            Self::Blocked | Self::Origin(OriginError::ForeignOrigin(_)) => (StatusCode::FORBIDDEN, None),
            Self::Upgrade(status, _) => (*status, None),
            Self::Unencrypted(None) | Self::Subprotocol => (StatusCode::BAD_REQUEST, None),
        };
        let close = [(CONNECTION, HeaderValue::from_static("close"))];
        let retry = retry_after.map(|seconds: u64| [(RETRY_AFTER, HeaderValue::from(seconds))]);
        let mut response = (status, close, format!("{self}\n")).into_response();
        response.headers_mut().extend(retry.into_iter().flatten());
        if let Self::Unencrypted(Some(url)) = &self
            && let Ok(url) = HeaderValue::from_str(url)
        {
            response.headers_mut().insert(LOCATION, url);
        }
        response.extensions_mut().insert(self);
        response
    }
}
