//! What is said to those who are not let in.

use std::borrow::Cow;
use std::time::Duration;

use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::HEAD_BYTES;
use super::admission::NoPlace;
use super::site::Stray;

/// An answer that ends the connection: a status, and a sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    sentence: Cow<'static, str>,
    /// When to try again, if that can help.
    retry_after: Option<Duration>,
}

/// How long somebody who is refused may take for a request, which nobody is interested in.
const ASK_TIME: Duration = Duration::from_secs(1);

/// How soon somebody who found no place may try again.
const FULL: Duration = Duration::from_secs(10);

/// How soon the server may be there again.
const STOPPING: Duration = Duration::from_secs(3);

impl Refusal {
    /// For those who come while the server stops.
    #[must_use]
    pub const fn stopping() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            sentence: Cow::Borrowed("This server is stopping. Try again in a moment: it may come back."),
            retry_after: Some(STOPPING),
        }
    }

    /// For those who ask too much; the next request is welcome after this time.
    #[must_use]
    pub fn too_fast(wait: Duration) -> Self {
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            sentence: Cow::Borrowed("Too many requests on this connection. Ask less often."),
            retry_after: Some(wait.max(Duration::from_secs(1))),
        }
    }

    /// Says it on a connection on which nothing was said yet, without waiting long for a request.
    pub async fn tell(&self, stream: &mut TcpStream) {
        let _ = timeout(ASK_TIME, hear_out(stream)).await;
        let Self { status, sentence, retry_after } = self;
        let retry =
            retry_after.map(|wait| format!("retry-after: {}\r\n", wait.as_secs())).unwrap_or_default();
        let answer = format!(
            "HTTP/1.1 {status}\r\nconnection: close\r\n{retry}content-type: text/plain; charset=utf-8\r\n\
             content-length: {}\r\n\r\n{sentence}\n",
            sentence.len() + 1
        );
        let _ = timeout(ASK_TIME, stream.write_all(answer.as_bytes())).await;
    }
}

/// Reads to the end of a request's head, or as much as a head may be.
async fn hear_out(stream: &mut TcpStream) {
    let mut head = Vec::with_capacity(1024);
    while head.len() < HEAD_BYTES && !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if !stream.read_buf(&mut head).await.is_ok_and(|count| count > 0) {
            return;
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let close = [(CONNECTION, HeaderValue::from_static("close"))];
        let retry = self.retry_after.map(|wait| [(RETRY_AFTER, HeaderValue::from(wait.as_secs()))]);
        let body = format!("{}\n", self.sentence);
        let mut response = (self.status, close, body).into_response();
        response.headers_mut().extend(retry.into_iter().flatten());
        response
    }
}

impl From<NoPlace> for Refusal {
    fn from(reason: NoPlace) -> Self {
        let (status, sentence) = match reason {
            NoPlace::Full => (
                StatusCode::SERVICE_UNAVAILABLE,
                "This server has as many connections as it can take. Try again in a while.",
            ),
            NoPlace::TooMany => (
                StatusCode::TOO_MANY_REQUESTS,
                "There are too many connections from your address. Close some of them, or try again in a while.",
            ),
        };
        Self { status, sentence: sentence.into(), retry_after: Some(FULL) }
    }
}

impl From<Stray> for Refusal {
    /// The names in a [`Stray`] were read as names: they hold nothing that could do harm in a text.
    fn from(stray: Stray) -> Self {
        let (status, sentence) = match stray {
            Stray::NoHost => (
                StatusCode::BAD_REQUEST,
                "A request must have one Host header, with the address or the name of this server.".into(),
            ),
            Stray::OtherHost(host) => (
                StatusCode::MISDIRECTED_REQUEST,
                format!(
                    "This server does not go by the name {host}. Use its address or the name of its machine, or \
                     start it with --allow-host {host}."
                )
                .into(),
            ),
            Stray::NoOrigin => {
                (StatusCode::BAD_REQUEST, "The Origin header of this request does not name one site.".into())
            }
            Stray::OtherOrigin(origin) => (
                StatusCode::FORBIDDEN,
                format!(
                    "Pages of another site may not connect to this server. If those of {origin} should, start it \
                     with --allow-origin {origin}."
                )
                .into(),
            ),
        };
        Self { status, sentence, retry_after: None }
    }
}
