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
    // The standard library's words for text that is no number.
    let what = name_range(&what.replace("invalid digit found in string", "write a whole number"));
    (
        format!("{}.", what.trim_end_matches('.')),
        hint.unwrap_or_else(|| format!("Run {program} --help to see the flags.")),
    )
}

/// clap writes a range as Rust does: `0 is not in 1..=1440`.
fn name_range(what: &str) -> String {
    let named = what.split_once(" is not in ").and_then(|(value, range)| {
        let (flag, _) = value.rsplit_once(": ")?;
        let (first, last) = range.split_once("..")?;
        let wanted = match last.strip_prefix('=') {
            Some(last) => format!("write a number from {first} to {last}"),
            None if is_greatest(last) => format!("write a number of at least {first}"),
            None => format!("write a number of at least {first}, less than {last}"),
        };
        Some(format!("{flag}: {wanted}"))
    });
    named.unwrap_or_else(|| what.to_owned())
}

/// clap writes the greatest number for the end of a range without one.
fn is_greatest(number: &str) -> bool {
    [i64::MAX.to_string(), u64::MAX.to_string()].iter().any(|greatest| greatest == number)
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_named_with_its_ends() {
        for (range, named) in [
            ("1..=1440", "from 1 to 1440"),
            ("1..18446744073709551615", "of at least 1"),
            ("1..9223372036854775807", "of at least 1"),
            ("1..10", "of at least 1, less than 10"),
        ] {
            let error = format!("error: invalid value '0' for '--minutes <MINUTES>': 0 is not in {range}");
            let (what, _) = shorten_error([error], "tictactoe");
            assert_eq!(what, format!("Invalid value '0' for '--minutes <MINUTES>': write a number {named}."));
        }
    }
}
