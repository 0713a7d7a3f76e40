//! Names of platforms. Pure.

/// The platform of a Rust target, or of its architecture and system, as `uname -s` and `uname -m` print them, with a
/// hyphen in between. `None` if there are no programs for it.
pub fn platform(target: &str) -> Option<String> {
    let (machine, rest) = target.split_once('-')?;
    let named = |(rust, uname): (&str, &'static str)| rest.contains(rust).then_some(uname);
    let systems = [("linux", "Linux"), ("darwin", "Darwin"), ("macos", "Darwin"), ("windows", "Windows")];
    let system = systems.into_iter().find_map(named)?;
    let machine = if system == "Darwin" && machine == "aarch64" { "arm64" } else { machine };
    Some(format!("{system}-{machine}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_named_as_uname_prints_it() {
        for (target, expected) in [
            ("x86_64-unknown-linux-gnu", Some("Linux-x86_64")),
            ("aarch64-unknown-linux-gnu", Some("Linux-aarch64")),
            ("x86_64-apple-darwin", Some("Darwin-x86_64")),
            ("aarch64-apple-darwin", Some("Darwin-arm64")),
            ("x86_64-pc-windows-gnu", Some("Windows-x86_64")),
            ("x86_64-linux", Some("Linux-x86_64")),
            ("aarch64-macos", Some("Darwin-arm64")),
            ("x86_64-freebsd", None),
            ("linux", None),
        ] {
            assert_eq!(platform(target).as_deref(), expected, "{target}");
        }
    }
}
