//! QR codes on request, without delaying anything else.

use tictactoe_lan::qr::Code;

use super::super::background::in_background;

/// The longest URL that gets a code, in bytes. Its code has 41 modules a side (version 6 of ISO/IEC 18004), 49 with the
/// quiet zone, and a module is less than five pixels on the page. Phones hardly read smaller ones. The largest QR code
/// would also take ten times as long to make.
pub const MAX_URL_BYTES: usize = 120;

/// The code of a URL as an SVG image; `None` when it has more than [`MAX_URL_BYTES`].
pub async fn svg(url: &str) -> Option<String> {
    if url.len() > MAX_URL_BYTES {
        return None;
    }
    let url = url.to_owned();
    in_background(move || Code::for_url(&url).map(|code| code.svg())).await?
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[test]
    fn the_longest_url_has_a_code_of_41_modules_and_a_longer_one_has_none() {
        let url = |bytes: usize| format!("{:x<bytes$}", "http://192.168.1.23:7878/r/");
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let image = runtime.block_on(svg(&url(MAX_URL_BYTES))).unwrap();
        assert!(image.contains("viewBox=\"0 0 49 49\""), "{image}");
        assert_eq!(svg(&url(MAX_URL_BYTES + 1)).now_or_never(), Some(None));
    }
}
