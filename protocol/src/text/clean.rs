//! Cleaning a peer's text before it is shown.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// The most combining marks on one character. Burmese and Tibetan words have as many; more would overlap the lines
/// above.
const MARKS_PER_CHARACTER: usize = 4;

/// The most of them in one position, such as two accents above a Vietnamese letter.
const MARKS_PER_POSITION: usize = 2;

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Shows the character before it as an emoji in colour.
const EMOJI_STYLE: char = '\u{fe0f}';

/// The canonical combining class of viramas, which join consonants.
const VIRAMA: u8 = 9;

/// Removes control, bidirectional, zero-width and other invisible characters, composes the text (NFC), and collapses
/// white space. Each character keeps a few combining marks at most, and a mark without a base character is removed.
///
/// A joiner stays between letters of a script that uses it, and between emoji. Unassigned characters stay, because a
/// newer emoji is better shown as a box than not at all, and Unicode reserves separate ranges for future invisible
/// characters.
#[must_use]
pub fn clean(text: &str) -> String {
    if is_clean_ascii(text) {
        return text.to_owned();
    }
    let mut marks = MarkFilter::default();
    let visible: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !is_invisible(c) || is_joiner(c))
        .nfc()
        .filter(|&c| marks.accepts(c))
        .collect();
    let visible = without_stray_joiners(visible);
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) const fn is_joiner(c: char) -> bool {
    matches!(c, ZERO_WIDTH_NON_JOINER | ZERO_WIDTH_JOINER | EMOJI_STYLE)
}

/// Removes joiners without an effect. Marks can then change places, and another joiner can lose its effect, so this
/// repeats. A character keeps only a few marks, so a few rounds are enough.
fn without_stray_joiners(mut text: String) -> String {
    loop {
        let mut kept: Vec<char> = Vec::new();
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            if !is_joiner(c) || is_needed(c, &kept, rest.peek().copied()) {
                kept.push(c);
            }
        }
        let composed: String = kept.into_iter().nfc().collect();
        if composed == text {
            return composed;
        }
        text = composed;
    }
}

/// A joiner has an effect after a virama in Indic scripts, between letters of the Arabic script, between emoji or after
/// one (as RFC 5892, appendix A, for the scripts, and UTS 51 for emoji).
fn is_needed(joiner: char, before: &[char], next: Option<char>) -> bool {
    let is_after_virama = before.last().is_some_and(|&c| canonical_combining_class(c) == VIRAMA);
    let is_after = |is_base: fn(char) -> bool, is_skipped: fn(char) -> bool| {
        before.iter().rev().find(|&&c| !is_skipped(c)).is_some_and(|&c| is_base(c))
    };
    match joiner {
        EMOJI_STYLE => before.last().is_some_and(|&c| is_emoji(c)),
        ZERO_WIDTH_JOINER => {
            let is_in_emoji = is_after(is_emoji, |c| c == EMOJI_STYLE || is_skin_tone(c));
            is_after_virama || is_in_emoji && next.is_some_and(is_emoji)
        }
        _ => is_after_virama || is_after(is_arabic, is_combining) && next.is_some_and(is_arabic),
    }
}

/// A letter whose form depends on its neighbours.
fn is_arabic(c: char) -> bool {
    c.is_alphabetic()
        && !is_combining(c)
        && matches!(c, '\u{620}'..='\u{77f}' | '\u{7ca}'..='\u{7ea}' | '\u{840}'..='\u{8c9}')
}

/// Characters that are or can be emoji, roughly, without skin tones and flags.
const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21aa}' | '\u{231a}'..='\u{23ff}'
        | '\u{24c2}' | '\u{25aa}'..='\u{25fe}' | '\u{2600}'..='\u{27bf}' | '\u{2934}'..='\u{2935}'
        | '\u{2b05}'..='\u{2b55}' | '\u{1f000}'..='\u{1f1e5}' | '\u{1f200}'..='\u{1f3fa}' | '\u{1f400}'..='\u{1faff}')
}

const fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1f3fb}'..='\u{1f3ff}')
}

/// The fast path for most names.
fn is_clean_ascii(text: &str) -> bool {
    let words_of_ascii = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    words_of_ascii && !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ")
}

/// The combining marks on the current base character, if there is one.
#[derive(Default)]
struct MarkFilter {
    has_base: bool,
    marks: Vec<char>,
}

impl MarkFilter {
    /// Accepts or rejects the next character. A mark at the start of the text would combine with the text around it.
    fn accepts(&mut self, c: char) -> bool {
        // A joiner separates no mark from its base.
        if is_joiner(c) {
            return true;
        }
        if !is_combining(c) {
            self.has_base = c != ' ';
            self.marks.clear();
            return true;
        }
        let in_position = self.marks.iter().filter(|&&mark| share_position(mark, c)).count();
        let fits =
            self.has_base && self.marks.len() < MARKS_PER_CHARACTER && in_position < MARKS_PER_POSITION;
        if fits {
            self.marks.push(c);
        }
        fits
    }
}

/// Marks of one combining class stack. Each mark of class 0 has a different position (The Unicode Standard, section
/// 5.13).
fn share_position(mark: char, other: char) -> bool {
    let class = canonical_combining_class(mark);
    mark == other || (class != 0 && class == canonical_combining_class(other))
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
            assert_eq!(marks_in(&format!("\u{e2a}{flood}b")), MARKS_PER_POSITION, "{flood}");
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
    fn joiners_that_a_spelling_needs_stay() {
        for name in [
            "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",
            "\u{d05}\u{d28}\u{d3f}\u{d35}\u{d30}\u{d4d}\u{200d}",
            "\u{915}\u{94d}\u{200c}\u{937}",
            "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}",
            "👩\u{200d}👧",
            "👩🏽\u{200d}🚀",
            "🏳\u{fe0f}\u{200d}🌈",
            "❤\u{fe0f}",
        ] {
            assert_eq!(clean(name), name, "{}", name.escape_unicode());
        }
    }

    #[test]
    fn joiners_smuggle_nothing() {
        for (smuggled, cleaned) in [
            ("ad\u{200d}m\u{200c}in\u{fe0f}", "admin"),
            ("\u{200d}Ann\u{200c}", "Ann"),
            ("👩\u{200d}", "👩"),
            ("👩\u{200d}\u{200d}\u{200d}👧", "👩\u{200d}👧"),
            ("👩\u{200d}a", "👩a"),
            ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}"),
            ("\u{dca}\u{200d}", ""),
            ("\u{915}\u{94d}\u{200d}\u{200d}\u{937}", "\u{915}\u{94d}\u{200d}\u{937}"),
            ("\u{6cc}\u{200c} \u{631}", "\u{6cc} \u{631}"),
            ("\u{6cc}\u{200c}a", "\u{6cc}a"),
            ("🏴\u{e0067}\u{e0062}\u{e007f} 1\u{fe0f}\u{20e3}", "🏴 1\u{20e3}"),
            ("a\u{202e}b", "ab"),
        ] {
            assert_eq!(clean(smuggled), cleaned, "{}", smuggled.escape_unicode());
        }
    }

    #[test]
    fn every_character_is_kept_or_removed_for_good() {
        // Between them Unicode has assigned nothing.
        for c in (0..0x4_0000).chain(0xe_0000..=0x10_ffff).filter_map(char::from_u32) {
            let once = clean(&format!("{c}a{c}\u{301}{c}"));
            assert_eq!(clean(&once), once, "{:x}", u32::from(c));
            assert!(
                !once.chars().any(|c| c.is_control() || is_invisible(c) && !is_joiner(c)),
                "{:x}",
                u32::from(c)
            );
        }
    }

    /// The characters that cleaning treats specially.
    const ODD: &str = "[ab \u{301}\u{316}\u{327}\u{308}\u{345}\u{338}\u{e47}\u{34f}\u{200d}\u{200c}\u{fe0f}\u{94d}\u{915}\u{6cc}❤🏽\u{1100}\u{1161}\u{11a8}ạ각é\u{2126}\u{1b}]{0,24}";

    #[test]
    fn a_joiner_that_loses_its_effect_when_marks_change_places_is_removed() {
        assert_eq!(clean("ạ\u{345}\u{fe0f}\u{94d}\u{200c}"), "ạ\u{94d}\u{345}");
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in prop_oneof![any::<String>(), ODD]) {
            let once = clean(&text);
            prop_assert_eq!(clean(&once), once);
        }

        #[test]
        fn cleaned_text_is_harmless(text in prop_oneof![any::<String>(), ODD]) {
            let clean = clean(&text);
            prop_assert!(clean.chars().all(|c| !c.is_control() && (!is_invisible(c) || is_joiner(c)) && (c == ' ' || !c.is_whitespace())));
            let words = clean.split(' ').filter_map(|word| word.chars().next());
            prop_assert!(words.into_iter().all(|first| !is_combining(first)));
        }
    }
}
