//! QR codes (ISO/IEC 18004), for terminals and as SVG.

use qrcode::render::svg;
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// A QR code. Where it is shown it has a quiet zone of four modules on each side.
pub struct Code(QrCode);

/// The width of the quiet zone in modules (section 5.3.8). Many readers find no code without it.
const QUIET_ZONE: usize = 4;

/// Palette entries that no theme changes, also with `NO_COLOR`, because a dark theme would invert the code, which most
/// readers cannot scan.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";

/// Ends each row, because a terminal would paint the rest of the line too.
const RESET: &str = "\x1b[0m";

impl Code {
    /// The smallest code of a URL; `None` when it is too long.
    #[must_use]
    pub fn for_url(url: &str) -> Option<Self> {
        // On a screen nothing is damaged or dirty, so the weakest error correction is enough, and gives the smallest
        // code.
        QrCode::with_error_correction_level(uppercase_host(url), EcLevel::L).ok().map(Self)
    }

    /// Its rows as half blocks, two modules to a character. Show them black on white in every theme.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.0.render::<Dense1x2>().build().lines().map(String::from).collect()
    }

    /// The number of characters in each row, and of modules on each side of the image.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.width() + 2 * QUIET_ZONE
    }

    /// The rows in black on white, for a terminal, indented by this many columns.
    #[must_use]
    pub fn coloured(&self, indent: usize) -> String {
        let row = |row| format!("{:indent$}{BLACK_ON_WHITE}{row}{RESET}\n", "");
        self.rows().into_iter().map(row).collect()
    }

    /// The code as an SVG image, black on white. A module is one unit wide. The image refers to nothing outside of it.
    #[must_use]
    pub fn svg(&self) -> String {
        self.0.render::<svg::Color>().module_dimensions(1, 1).build()
    }
}

/// A URL with its scheme and host in upper case. That means the same (RFC 3986, section 6.2.2.1), and the alphanumeric
/// mode of QR codes, which is shorter, has no lower case. The rest stays as it is.
fn uppercase_host(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{}://{}{path}", scheme.to_ascii_uppercase(), host.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The modules that the rows show, quiet zone included; true is dark.
    fn shown(code: &Code) -> Vec<Vec<bool>> {
        let half = |row: &String, halves: [char; 2]| row.chars().map(|c| halves.contains(&c)).collect();
        code.rows().iter().flat_map(|row| [half(row, ['█', '▀']), half(row, ['█', '▄'])]).collect()
    }

    #[test]
    fn the_url_of_a_server_takes_29_columns_and_15_rows() {
        let code = Code::for_url("http://192.168.1.23:7878/").unwrap();
        assert_eq!((code.width(), code.rows().len()), (29, 15));
        let longest = Code::for_url("http://192.168.100.123:65535/").unwrap();
        assert_eq!((longest.width(), longest.rows().len()), (33, 17));
    }

    #[test]
    fn only_scheme_and_host_become_upper_case() {
        for (url, expected) in [
            ("http://192.168.1.23:7878/", "HTTP://192.168.1.23:7878/"),
            ("http://box:80/r/Kitten?a=b#c", "HTTP://BOX:80/r/Kitten?a=b#c"),
            ("https://box", "HTTPS://BOX"),
            ("http://[fd00::a]:7878/", "HTTP://[FD00::A]:7878/"),
            ("no address", "no address"),
        ] {
            assert_eq!(uppercase_host(url), expected);
        }
    }

    /// The modules that an SVG draws.
    fn drawn(svg: &str) -> Option<Vec<Vec<bool>>> {
        let side: usize = svg.split("viewBox=\"0 0 ").nth(1)?.split(' ').next()?.parse().ok()?;
        let mut modules = vec![vec![false; side]; side];
        for module in svg.split('M').skip(1) {
            let (x, y) = module.split_once("h1v1H")?.0.split_once(' ')?;
            *modules.get_mut(y.parse::<usize>().ok()?)?.get_mut(x.parse::<usize>().ok()?)? = true;
        }
        Some(modules)
    }

    #[test]
    fn the_svg_refers_to_nothing() {
        let svg = Code::for_url("http://192.168.1.23:7878/").unwrap().svg();
        for absent in ["style", "href", "url(", "script"] {
            assert!(!svg.contains(absent), "{svg}");
        }
    }

    #[test]
    fn a_text_that_is_too_long_has_no_code() {
        assert!(Code::for_url(&"x".repeat(3000)).is_none());
    }

    proptest! {
        #[test]
        fn every_code_has_equal_rows_and_four_light_modules_around_it(text in ".{0,300}") {
            let Some(code) = Code::for_url(&text) else { return Ok(()) };
            prop_assert!(code.rows().iter().all(|row| row.chars().count() == code.width()));
            prop_assert_eq!(code.rows().len(), code.width().div_ceil(2));
            let modules = shown(&code);
            let side = code.width();
            let image = drawn(&code.svg());
            prop_assert_eq!(image.as_deref(), modules.get(..side), "the SVG shows the same modules as the rows");
            for (y, row) in modules.iter().enumerate() {
                for (x, dark) in row.iter().enumerate() {
                    let inside = (4..side - 4).contains(&x) && (4..side - 4).contains(&y);
                    prop_assert!(inside || !dark, "{} {}", x, y);
                }
            }
        }
    }
}
