//! A text that clients may keep, as long as they ask each time whether it is still the same.

use std::io::Write;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

#[derive(Debug, Clone)]
pub struct CacheableText {
    media_type: &'static str,
    /// Weak (RFC 9110, section 8.8.3), because both encodings have the same one.
    etag: String,
    plain: Bytes,
    /// `None` when it cannot be compressed.
    compressed: Option<Bytes>,
}

const ETAG_BYTES: usize = 12;

impl CacheableText {
    pub fn new(media_type: &'static str, text: impl Into<Bytes>) -> Self {
        let plain = text.into();
        let hash = Sha256::digest(&plain);
        let hash = HEXLOWER.encode(hash.as_slice().get(..ETAG_BYTES).unwrap_or_default());
        Self { media_type, etag: format!("W/\"{hash}\""), compressed: compress(&plain).ok(), plain }
    }

    /// The text in an encoding that the request accepts, or nothing if the client has it.
    pub fn response(&self, request: &HeaderMap) -> Response {
        // `no-cache`: browsers ask each time, so that no old page talks to a new server.
        let caching = [(ETAG, &*self.etag), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
        if list_items(request, &IF_NONE_MATCH).any(|tag| tag == self.etag) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        let media_type = [(CONTENT_TYPE, self.media_type)];
        match &self.compressed {
            Some(compressed) if accepts_gzip(request) => {
                (caching, media_type, [(CONTENT_ENCODING, "gzip")], compressed.clone()).into_response()
            }
            _ => (caching, media_type, self.plain.clone()).into_response(),
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

    fn text(text: impl Into<Bytes>) -> CacheableText {
        CacheableText::new("text/plain", text)
    }

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        let text = text("x".repeat(1000));
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

    #[test]
    fn a_client_that_has_this_version_gets_304() {
        let text = text("x");
        let tag = text.etag.clone();
        for (known, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", {tag}"), StatusCode::NOT_MODIFIED),
            ("\"other\"".into(), StatusCode::OK),
        ] {
            let request = HeaderMap::from_iter([(IF_NONE_MATCH, known.parse().unwrap())]);
            assert_eq!(text.response(&request).status(), status, "{known}");
        }
    }

    #[test]
    fn different_texts_have_different_tags() {
        assert_ne!(text("a").etag, text("b").etag);
    }
}
