//! Times as people write them.

use std::time::Duration;

/// The longest time that can be asked for.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The units and their seconds. One that ends like another stands before it.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Reads `90s`, `5m`, `1h`, `2.5s` or `500ms`; a number without a unit is one of seconds.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let with_unit = UNITS.iter().find_map(|&(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, unit) = with_unit.unwrap_or((text, 1.0));
    match number.parse::<f64>().map(|number| number * unit) {
        Ok(seconds) if seconds > LONGEST.as_secs_f64() => Err("at most 24h".to_owned()),
        Ok(seconds) if seconds >= 0.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("write seconds, or a time like 90s, 5m or 1h".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_or_is_one_of_seconds() {
        let seconds = |text: &str| parse(text).map(|time| time.as_secs_f64());
        assert_eq!(seconds("90s"), Ok(90.0));
        assert_eq!(seconds(" 5m "), Ok(300.0));
        assert_eq!(seconds("1h"), Ok(3600.0));
        assert_eq!(seconds("0.5s"), Ok(0.5));
        assert_eq!((seconds("0"), seconds("0s")), (Ok(0.0), Ok(0.0)));
        assert_eq!((seconds("5"), seconds("500ms"), seconds("24h")), (Ok(5.0), Ok(0.5), Ok(86_400.0)));
        for wrong in ["", "m", "ms", "-1s", "-1", "NaNs", "NaN", "5 min", "5\u{e9}"] {
            assert_eq!(parse(wrong), Err("write seconds, or a time like 90s, 5m or 1h".into()), "{wrong}");
        }
        for long in ["24.01h", "86401", "1e300h", "infs", "1441m"] {
            assert_eq!(parse(long), Err("at most 24h".into()), "{long}");
        }
    }
}
