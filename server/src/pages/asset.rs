//! A text that is part of the program, as it goes to browsers: packed once, and sent again only when it has changed.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::packed::{Packed, VARIES, names};

/// Such a text.
#[derive(Debug)]
pub struct Asset {
    kind: &'static str,
    /// Names this version (RFC 9110, section 8.8.3). Weak, because packed and plain it is the same.
    tag: String,
    text: Packed,
}

/// How many bytes of a hash name a version.
const TAG_BYTES: usize = 12;

impl Asset {
    /// A text of this media type.
    #[must_use]
    pub fn new(kind: &'static str, text: impl Into<Bytes>) -> Self {
        let text = text.into();
        let hash = Sha256::digest(&text);
        let tag = HEXLOWER.encode(hash.as_slice().get(..TAG_BYTES).unwrap_or_default());
        Self { kind, tag: format!("W/\"{tag}\""), text: Packed::new(text) }
    }

    /// The answer to a request with these headers.
    #[must_use]
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        // Kept by the browser, but asked about each time: nobody plays with an old page on a new server.
        let fixed = [(ETAG, &*self.tag), (CACHE_CONTROL, "no-cache")];
        if names(asked, &IF_NONE_MATCH).any(|tag| tag == "*" || weak(tag) == weak(&self.tag)) {
            return (StatusCode::NOT_MODIFIED, fixed, [VARIES]).into_response();
        }
        (fixed, [(CONTENT_TYPE, self.kind)], self.text.answer(asked)).into_response()
    }
}

/// A tag without the sign that it is weak (RFC 9110, section 8.8.3.2).
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_this_version_gets_nothing_but_that_word() {
        let asset = Asset::new("text/plain", "x");
        let tag = asset.tag.clone();
        for (known, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (weak(&tag).to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", {tag}"), StatusCode::NOT_MODIFIED),
            ("*".into(), StatusCode::NOT_MODIFIED),
            ("\"other\"".into(), StatusCode::OK),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(IF_NONE_MATCH, known.parse().unwrap());
            assert_eq!(asset.answer(&asked).status(), status, "{known}");
        }
    }

    #[test]
    fn another_text_has_another_tag() {
        assert_ne!(Asset::new("text/plain", "a").tag, Asset::new("text/plain", "b").tag);
    }
}
