//! A text that is part of the program, as it goes to browsers: packed once, and sent again only when it has changed.

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

/// Such a text.
#[derive(Debug)]
pub struct Asset {
    kind: &'static str,
    /// Names this version (RFC 9110, section 8.8.3). Weak, because packed and plain it is the same.
    tag: String,
    plain: Bytes,
    /// By gzip; absent when that does not work.
    packed: Option<Bytes>,
}

/// How many bytes of a hash name a version.
const TAG_BYTES: usize = 12;

impl Asset {
    /// A text of this media type.
    #[must_use]
    pub fn new(kind: &'static str, text: impl Into<Bytes>) -> Self {
        let plain = text.into();
        let hash = Sha256::digest(&plain);
        let tag = HEXLOWER.encode(hash.as_slice().get(..TAG_BYTES).unwrap_or_default());
        let packed = pack(&plain).map_err(|error| tracing::warn!(%error, "a page is sent unpacked")).ok();
        Self { kind, tag: format!("W/\"{tag}\""), plain, packed }
    }

    /// The answer to a request with these headers.
    #[must_use]
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        // Kept by the browser, but asked about each time: nobody plays with an old page on a new server.
        let fixed = [(ETAG, &*self.tag), (CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
        if names(asked, &IF_NONE_MATCH).any(|tag| tag == "*" || weak(tag) == weak(&self.tag)) {
            return (StatusCode::NOT_MODIFIED, fixed).into_response();
        }
        let kind = [(CONTENT_TYPE, self.kind)];
        match &self.packed {
            Some(packed) if takes_gzip(asked) => {
                (fixed, kind, [(CONTENT_ENCODING, "gzip")], packed.clone()).into_response()
            }
            _ => (fixed, kind, self.plain.clone()).into_response(),
        }
    }
}

fn pack(text: &[u8]) -> std::io::Result<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text)?;
    packer.finish().map(Bytes::from)
}

/// The words of a header that is a list.
fn names<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).iter().filter_map(|line: &HeaderValue| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A tag without the sign that it is weak (RFC 9110, section 8.8.3.2).
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Whether a browser unpacks gzip: it says so, and not with a weight of nothing (RFC 9110, section 12.5.3).
fn takes_gzip(asked: &HeaderMap) -> bool {
    names(asked, &ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        matches!(name.trim(), "gzip" | "x-gzip" | "*") && weight.is_some_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    fn asset() -> Asset {
        Asset::new("text/plain", "x".repeat(1000))
    }

    #[test]
    fn only_who_takes_gzip_gets_it() {
        for (coding, packed) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.8, *;q=0.1", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("br", false),
            ("", false),
        ] {
            let answer = asset().answer(&asked(ACCEPT_ENCODING, coding));
            assert_eq!(answer.headers().contains_key(CONTENT_ENCODING), packed, "{coding}");
        }
    }

    #[test]
    fn who_has_this_version_gets_nothing_but_that_word() {
        let tag = asset().tag;
        for (known, status) in [
            (tag.clone(), StatusCode::NOT_MODIFIED),
            (weak(&tag).to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", {tag}"), StatusCode::NOT_MODIFIED),
            ("*".into(), StatusCode::NOT_MODIFIED),
            ("\"other\"".into(), StatusCode::OK),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(IF_NONE_MATCH, known.parse().unwrap());
            assert_eq!(asset().answer(&asked).status(), status, "{known}");
        }
    }

    #[test]
    fn another_text_has_another_tag() {
        assert_ne!(Asset::new("text/plain", "a").tag, Asset::new("text/plain", "b").tag);
    }
}
