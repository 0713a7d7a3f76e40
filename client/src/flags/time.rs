//! Times as people write them.

use std::time::Duration;

/// Reads `90s`, `5m`, `1h`, `2.5s` or `0`.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let (number, unit) = match text.char_indices().last() {
        Some((at, 's')) => (text.get(..at), 1.0),
        Some((at, 'm')) => (text.get(..at), 60.0),
        Some((at, 'h')) => (text.get(..at), 3600.0),
        _ => (Some(text).filter(|text| *text == "0"), 1.0),
    };
    number
        .and_then(|number| number.parse::<f64>().ok())
        .and_then(|number| Duration::try_from_secs_f64(number * unit).ok())
        .ok_or_else(|| "write a time like 90s, 5m or 1h, or 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_unless_it_is_none() {
        let seconds = |text: &str| parse(text).map(|time| time.as_secs_f64());
        assert_eq!(seconds("90s"), Ok(90.0));
        assert_eq!(seconds(" 5m "), Ok(300.0));
        assert_eq!(seconds("1h"), Ok(3600.0));
        assert_eq!(seconds("0.5s"), Ok(0.5));
        assert_eq!((seconds("0"), seconds("0s")), (Ok(0.0), Ok(0.0)));
        for wrong in ["", "5", "m", "-1s", "NaNs", "infs", "1e300h", "5 min", "5\u{e9}"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
