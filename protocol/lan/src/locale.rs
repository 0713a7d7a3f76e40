//! The locale. A terminal without UTF-8 shows neither box drawing nor QR codes.

/// These variables select a UTF-8 locale. The first that is set counts (POSIX, chapter 8.2). Windows has no such
/// variables, and its terminals show UTF-8.
pub fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default().to_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}
