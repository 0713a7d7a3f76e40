//! Cleaning a peer's text before it is shown.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most combining marks on one character. Burmese and Tibetan words have as many; more would overlap the lines
/// above.
const MARKS_PER_CHARACTER: usize = 4;

/// Removes control, bidirectional, zero-width and other invisible characters, composes the text (NFC), and collapses
/// white space. Each character keeps a few combining marks at most, and a mark without a base character is removed.
///
/// Unassigned characters stay, because a newer emoji is better shown as a box than not at all, and Unicode reserves
/// separate ranges for future invisible characters.
#[must_use]
pub fn clean(text: &str) -> String {
    if is_clean_ascii(text) {
        return text.to_owned();
    }
    let mut marks = MarkFilter::default();
    let visible: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !is_invisible(c))
        .nfc()
        .filter(|&c| marks.accepts(c))
        .collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The fast path for most names.
fn is_clean_ascii(text: &str) -> bool {
    let words_of_ascii = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    words_of_ascii && !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ")
}

/// How many combining marks still fit on the current base character: none at the start of a word, where they would
/// combine with the text around it.
#[derive(Default)]
struct MarkFilter {
    room: usize,
}

impl MarkFilter {
    /// Accepts or rejects the next character.
    fn accepts(&mut self, c: char) -> bool {
        if !is_combining(c) {
            self.room = if c == ' ' { 0 } else { MARKS_PER_CHARACTER };
            return true;
        }
        let fits = self.room > 0;
        self.room = self.room.saturating_sub(1);
        fits
    }
}

/// Combining marks, and the vowels and final consonants that are drawn into a Korean syllable.
pub(super) fn is_combining(c: char) -> bool {
    is_combining_mark(c) || matches!(c, '\u{1160}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7fb}')
}

/// Characters that draw nothing, reorder their neighbours, or control a terminal: Unicode's control and format
/// characters (categories Cc and Cf), `Default_Ignorable_Code_Point` with its reserved ranges, blank letters and
/// symbols, noncharacters and private use. As of Unicode 18.
#[must_use]
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}'
        | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{13441}'..='\u{13442}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
        || is_last_of_plane(c)
}

/// The last two code points of each plane are noncharacters.
const fn is_last_of_plane(c: char) -> bool {
    c as u32 & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn marks_in(text: &str) -> usize {
        clean(text).chars().filter(|&c| is_combining(c)).count()
    }

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(
            clean("  A\u{202e}n\u{200b}n\u{1b}[31m\n \t B\u{7}ob\u{feff}\u{fdd0}\u{ffff} "),
            "Ann[31m Bob"
        );
    }

    #[test]
    fn blank_characters_are_removed() {
        let blanks = "\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}\u{fffc}\u{13441}\u{13442}\u{16fe4}\u{1d159}";
        assert_eq!(clean(blanks), "");
    }

    #[test]
    fn a_flood_of_combining_marks_is_truncated() {
        for flood in ["\u{316}", "\u{e47}", "\u{20dd}", "\u{1161}"].map(|mark| mark.repeat(50)) {
            assert_eq!(marks_in(&format!("\u{e2a}{flood}b")), MARKS_PER_CHARACTER, "{flood}");
        }
        let mixed = "\u{301}\u{316}\u{327}\u{e47}\u{338}\u{20dd}".repeat(20);
        assert_eq!(marks_in(&format!("z{mixed}")), MARKS_PER_CHARACTER);
    }

    #[test]
    fn a_mark_without_a_base_character_is_removed() {
        assert_eq!(clean("\u{301}Ann \u{20dd}Bob \u{1161}"), "Ann Bob");
        assert_eq!(clean("\u{200b}\u{301}"), "");
    }

    #[test]
    fn names_in_all_scripts_stay_as_they_are() {
        for name in [
            "Kyaw ကျော်",
            "မြို့",
            "བསྒྲུབས",
            "ស៊ីញ៉ាំ",
            "ปิ่น น้ำ",
            "नीलकंठ",
            "Nguyễn",
            "שָׁלוֹם",
            "مُحَمَّد",
            "ᄒᆞᆫ글",
            "김철수",
            "山田",
            "ｶﾞｷﾞ",
            "Ｆｕｌｌ",
            "🇩🇪",
            "👍🏽",
            "Ẹ́ja",
        ] {
            let composed: String = name.nfc().collect();
            assert_eq!(clean(name), composed, "{name}");
        }
    }

    #[test]
    fn joiners_are_removed_and_what_they_joined_stays() {
        for (joined, cleaned) in [
            ("ad\u{200d}m\u{200c}in\u{fe0f}", "admin"),
            ("👩\u{200d}👧", "👩👧"),
            ("❤\u{fe0f}", "❤"),
            ("\u{dca}\u{200d}", ""),
            (
                "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}",
                "\u{639}\u{644}\u{6cc}\u{631}\u{636}\u{627}",
            ),
            ("🏴\u{e0067}\u{e0062}\u{e007f} 1\u{fe0f}\u{20e3}", "🏴 1\u{20e3}"),
        ] {
            assert_eq!(clean(joined), cleaned, "{}", joined.escape_unicode());
        }
    }

    #[test]
    fn every_character_is_kept_or_removed_for_good() {
        // Between them Unicode has assigned nothing.
        for c in (0..0x4_0000).chain(0xe_0000..=0x10_ffff).filter_map(char::from_u32) {
            let once = clean(&format!("{c}a{c}\u{301}{c}"));
            assert_eq!(clean(&once), once, "{:x}", u32::from(c));
            assert!(!once.chars().any(|c| c.is_control() || is_invisible(c)), "{:x}", u32::from(c));
        }
    }

    /// The characters that cleaning treats specially.
    const ODD: &str = "[ab \u{301}\u{316}\u{327}\u{308}\u{345}\u{338}\u{e47}\u{34f}\u{200d}\u{200c}\u{fe0f}\u{94d}\u{915}\u{6cc}❤🏽\u{1100}\u{1161}\u{11a8}ạ각é\u{2126}\u{1b}]{0,24}";

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in prop_oneof![any::<String>(), ODD]) {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }

        #[test]
        fn cleaned_text_is_harmless(text in prop_oneof![any::<String>(), ODD]) {
            let clean = clean(&text);
            prop_assert!(clean.chars().all(|c| !c.is_control() && !is_invisible(c) && (c == ' ' || !c.is_whitespace())));
            let words = clean.split(' ').filter_map(|word| word.chars().next());
            prop_assert!(words.into_iter().all(|first| !is_combining(first)));
        }
    }
}
