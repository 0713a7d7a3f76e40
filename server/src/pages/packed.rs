//! A text packed by gzip beside the text as it is, for whoever unpacks it and whoever does not.

use std::io::Write;

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Such a text.
#[derive(Debug, Clone)]
pub struct Packed {
    plain: Bytes,
    /// By gzip; absent when that does not work.
    packed: Option<Bytes>,
}

/// What tells caches that there are two forms.
pub const VARIES: (HeaderName, &str) = (VARY, "accept-encoding");

impl Packed {
    /// Packs a text.
    #[must_use]
    pub fn new(text: impl Into<Bytes>) -> Self {
        let plain = text.into();
        let packed = pack(&plain).map_err(|error| tracing::warn!(%error, "a text is sent unpacked")).ok();
        Self { plain, packed }
    }

    /// The body of the answer to a request with these headers, and the headers that tell how it is packed.
    #[must_use]
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        match &self.packed {
            Some(packed) if takes_gzip(asked) => {
                ([VARIES, (CONTENT_ENCODING, "gzip")], packed.clone()).into_response()
            }
            _ => ([VARIES], self.plain.clone()).into_response(),
        }
    }
}

fn pack(text: &[u8]) -> std::io::Result<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text)?;
    packer.finish().map(Bytes::from)
}

/// The words of a header that is a list.
pub fn names<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).iter().filter_map(|line: &HeaderValue| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
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

    #[test]
    fn only_who_takes_gzip_gets_it() {
        let text = Packed::new("x".repeat(1000));
        for (coding, packed) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.8, *;q=0.1", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("br", false),
            ("", false),
        ] {
            let asked = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(coding))]);
            let answer = text.answer(&asked);
            assert_eq!(answer.headers().contains_key(CONTENT_ENCODING), packed, "{coding}");
        }
    }
}
