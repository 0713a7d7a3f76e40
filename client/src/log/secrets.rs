//! Keeps tickets out of the log, wherever in a frame they are.

use serde_json::Value;

const HIDDEN: &str = "(hidden)";

/// A run of this many hexadecimal digits counts as part of a secret. A ticket's secret has 64.
const SECRET_DIGITS: usize = 16;

/// Hides every value under the key `ticket`, and every other text that looks like a ticket.
pub(super) fn hide(value: &mut Value) {
    match value {
        Value::String(text) if looks_secret(text) => HIDDEN.clone_into(text),
        Value::Array(values) => values.iter_mut().for_each(hide),
        Value::Object(fields) => {
            fields.retain(|name, _| !looks_secret(name));
            for (name, value) in fields {
                if name.to_lowercase().contains("ticket") { *value = HIDDEN.into() } else { hide(value) }
            }
        }
        _ => {}
    }
}

fn looks_secret(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_hexdigit()).any(|digits| digits.len() >= SECRET_DIGITS)
}
