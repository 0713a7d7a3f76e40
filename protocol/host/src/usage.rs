//! Errors of the command line, in two lines.

/// Shortens clap's error to two lines: the mistake, and what to type. Only tips that suggest a similar word are kept.
#[must_use]
pub fn shorten_error(lines: impl IntoIterator<Item = String>, program: &str) -> (String, String) {
    let mut lines = lines.into_iter().filter(|line| !line.is_empty());
    let mut what = lines.next().unwrap_or_default();
    if what.ends_with(':') {
        // A list follows, such as the missing flags.
        what = format!("{what} {}", lines.next().unwrap_or_default());
    }
    let hint = lines.find_map(|line| {
        let values = line.strip_prefix("[possible values: ").and_then(|line| line.strip_suffix(']'));
        let tip = line.strip_prefix("tip: ").filter(|tip| tip.starts_with("a similar"));
        values.map(|values| format!("Write one of {values}.")).or_else(|| tip.map(capitalised))
    });
    let what = capitalised(what.strip_prefix("error: ").unwrap_or(&what));
    (
        format!("{}.", what.trim_end_matches('.')),
        hint.unwrap_or_else(|| format!("Run {program} --help to see the flags.")),
    )
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
