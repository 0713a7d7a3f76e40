//! The response to a refused client.

use axum::http::header::{CONNECTION, LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use tictactoe_protocol::SUBPROTOCOL;

use crate::origin::OriginError;
use crate::token_bucket::TooOften;

const HTTPS_HINT: &str = "Use https and the host name in its certificate; a proxy must do so too.";

/// The response says what to do. It carries the refusal, so that it can be logged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HttpRefusal {
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
    #[error("This server does not have that match, or no longer keeps it.")]
    NoMatch,
    #[error("There is no such arena, or it is no longer stored.")]
    NoArena,
    #[error("The server is busy. Try again.")]
    Busy,
    #[error("The store is unavailable. Try again.")]
    Unavailable,
    #[error("This server speaks {SUBPROTOCOL}. Request that subprotocol, or none.")]
    Subprotocol,
}

impl HttpRefusal {
    /// Its status, and the seconds after which the client may try again.
    fn status(&self) -> (StatusCode, Option<u64>) {
        match self {
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, Some(3)),
            Self::Busy | Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, None),
            Self::NoMatch | Self::NoArena => (StatusCode::NOT_FOUND, None),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, Some(10)),
            Self::TooManyConnections => (StatusCode::TOO_MANY_REQUESTS, Some(10)),
            Self::TooOften(TooOften(wait)) => {
                let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
                (StatusCode::TOO_MANY_REQUESTS, Some(seconds))
            }
            // Temporary, because the server may be started without a certificate again.
            Self::Unencrypted(Some(_)) => (StatusCode::TEMPORARY_REDIRECT, None),
            Self::Origin(OriginError::UnknownHost(_)) => (StatusCode::MISDIRECTED_REQUEST, None),
            Self::Upgrade(status, _) => (*status, None),
            Self::Blocked | Self::Origin(OriginError::ForeignOrigin(_)) => (StatusCode::FORBIDDEN, None),
            Self::Unencrypted(None) | Self::Origin(_) | Self::Subprotocol => (StatusCode::BAD_REQUEST, None),
        }
    }

    /// The response for a client whose next request would probably be refused too.
    pub fn closing(self) -> Response {
        ([(CONNECTION, "close")], self).into_response()
    }
}

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        let (status, retry_after) = self.status();
        let retry = retry_after.map(|seconds| [(RETRY_AFTER, HeaderValue::from(seconds))]);
        let mut response = (status, format!("{self}\n")).into_response();
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
