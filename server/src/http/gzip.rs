//! Text that is compressed once, and sent with or without gzip.

use std::io::Write;

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

#[derive(Debug, Clone)]
pub struct GzipText {
    plain: Bytes,
    /// `None` when it cannot be compressed.
    compressed: Option<Bytes>,
}

/// Sent with both encodings.
pub const VARY_ENCODING: (HeaderName, &str) = (VARY, "accept-encoding");

impl GzipText {
    pub fn new(text: impl Into<Bytes>) -> Self {
        let plain = text.into();
        Self { compressed: compress(&plain).ok(), plain }
    }

    /// The body in an encoding that the request accepts, with the headers that describe it.
    pub fn response(&self, request: &HeaderMap) -> Response {
        match &self.compressed {
            Some(compressed) if accepts_gzip(request) => {
                ([VARY_ENCODING, (CONTENT_ENCODING, "gzip")], compressed.clone()).into_response()
            }
            _ => ([VARY_ENCODING], self.plain.clone()).into_response(),
        }
    }
}

fn compress(text: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text)?;
    encoder.finish().map(Bytes::from)
}

/// The items of a header that is a list.
pub fn list_items<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).iter().filter_map(|line: &HeaderValue| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Weights are ignored, except zero (RFC 9110, section 12.5.3).
fn accepts_gzip(request: &HeaderMap) -> bool {
    list_items(request, &ACCEPT_ENCODING).any(|coding| coding.starts_with("gzip") && !coding.ends_with("=0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        let text = GzipText::new("x".repeat(1000));
        for (coding, compressed) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.8, *;q=0.1", true),
            ("gzip;q=0", false),
            ("gzip; q=0", false),
            ("br", false),
            ("", false),
        ] {
            let request = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(coding))]);
            let response = text.response(&request);
            assert_eq!(response.headers().contains_key(CONTENT_ENCODING), compressed, "{coding}");
        }
    }
}
