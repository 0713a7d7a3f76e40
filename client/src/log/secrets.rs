//! What is not written down: tickets, wherever somebody has put them.

use serde_json::Value;

/// What stands in the place of a secret.
const HIDDEN: &str = "(hidden)";

/// As many hexadecimal digits in a row are a part of a secret: a ticket's has 64 of them.
const SECRET_DIGITS: usize = 16;

/// Hides every value that is called a ticket, and in every other text what looks like one.
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
