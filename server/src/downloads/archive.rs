//! The release archives that `server/hosting/release` makes.

use std::io::{self, ErrorKind, Read, Take};

use flate2::read::GzDecoder;

use super::platform::platform;

/// The bytes of a block of a tar archive. Each file begins with one and fills the last one up (POSIX.1-1988, ustar).
const BLOCK: usize = 512;

/// The version and the platform in the name of an archive, `tictactoe-VERSION-TARGET.tar.gz`.
pub fn parse_name(name: &str) -> Option<(String, String)> {
    let name = name.strip_prefix("tictactoe-")?.strip_suffix(".tar.gz")?;
    let start = ["-x86_64-", "-aarch64-"].into_iter().find_map(|machine| name.find(machine))?;
    let (version, target) = name.split_at(start);
    Some((version.to_owned(), platform(target.strip_prefix('-')?)?))
}

/// Reads the terminal client in an archive.
pub fn client_in<R: Read>(archive: R) -> io::Result<Take<GzDecoder<R>>> {
    let mut tar = GzDecoder::new(archive);
    let mut header = [0; BLOCK];
    loop {
        tar.read_exact(&mut header)?;
        let path = text(&header[..100]);
        let bytes =
            u64::from_str_radix(text(&header[124..136]).trim(), 8).map_err(|_| ErrorKind::NotFound)?;
        if path.ends_with("/bin/tictactoe") || path.ends_with("/bin/tictactoe.exe") {
            return Ok(tar.take(bytes));
        }
        io::copy(&mut (&mut tar).take(bytes.next_multiple_of(BLOCK as u64)), &mut io::sink())?;
    }
}

/// A field of a header, without the zeros at its end.
fn text(field: &[u8]) -> &str {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    field.get(..end).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_an_archive_says_its_version_and_its_platform() {
        let parsed = |name| parse_name(name).map(|(version, platform)| format!("{version} {platform}"));
        for (name, expected) in [
            ("tictactoe-0.1.0-x86_64-unknown-linux-gnu.tar.gz", Some("0.1.0 Linux-x86_64")),
            ("tictactoe-1.0.0-rc.1-aarch64-apple-darwin.tar.gz", Some("1.0.0-rc.1 Darwin-arm64")),
            ("tictactoe-0.1.0-x86_64-pc-windows-gnu.tar.gz", Some("0.1.0 Windows-x86_64")),
            ("tictactoe-0.1.0-riscv64gc-unknown-linux-gnu.tar.gz", None),
            ("tictactoe-0.1.0-x86_64-unknown-linux-gnu.deb", None),
            ("SHA256SUMS", None),
        ] {
            assert_eq!(parsed(name).as_deref(), expected, "{name}");
        }
    }
}
