//! A static text with an entity tag.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::http::gzip::{GzipText, VARY_ENCODING, list_items};

#[derive(Debug)]
pub struct Asset {
    media_type: &'static str,
    /// Weak (RFC 9110, section 8.8.3), because both encodings have the same one.
    etag: String,
    text: GzipText,
}

const ETAG_BYTES: usize = 12;

impl Asset {
    pub fn new(media_type: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let hash = Sha256::digest(&text);
        let tag = HEXLOWER.encode(hash.as_slice().get(..ETAG_BYTES).unwrap_or_default());
        Self { media_type, etag: format!("W/\"{tag}\""), text: GzipText::new(text) }
    }

    pub fn response(&self, request: &HeaderMap) -> Response {
        // Cached, but revalidated each time, so that no old page talks to a new server.
        let caching = [(ETAG, &*self.etag), (CACHE_CONTROL, "no-cache")];
        if list_items(request, &IF_NONE_MATCH).any(|tag| tag == "*" || opaque(tag) == opaque(&self.etag)) {
            return (StatusCode::NOT_MODIFIED, caching, [VARY_ENCODING]).into_response();
        }
        (caching, [(CONTENT_TYPE, self.media_type)], self.text.response(request)).into_response()
    }
}

/// An entity tag without its weakness, for weak comparison (RFC 9110, section 8.8.3.2).
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_has_this_version_gets_304() {
        let asset = Asset::new("text/plain", "x");
        let tag = asset.etag.clone();
        for (known, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (opaque(&tag).to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", {tag}"), StatusCode::NOT_MODIFIED),
            ("*".into(), StatusCode::NOT_MODIFIED),
            ("\"other\"".into(), StatusCode::OK),
        ] {
            let mut request = HeaderMap::new();
            request.insert(IF_NONE_MATCH, known.parse().unwrap());
            assert_eq!(asset.response(&request).status(), status, "{known}");
        }
    }

    #[test]
    fn different_texts_have_different_tags() {
        assert_ne!(Asset::new("text/plain", "a").etag, Asset::new("text/plain", "b").etag);
    }
}
