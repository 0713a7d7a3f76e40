//! Lists in words.

/// One of these: `a`, `a or b`, `a, b or c`.
pub(crate) fn one_of(words: &[impl AsRef<str>]) -> String {
    let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_a_list_comes_after_an_or() {
        assert_eq!(one_of(&["a"; 0]), "");
        assert_eq!(one_of(&["a"]), "a");
        assert_eq!(one_of(&["a", "b"]), "a or b");
        assert_eq!(one_of(&["a", "b", "c"]), "a, b or c");
    }
}
