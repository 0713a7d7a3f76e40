//! Parts of secrets wherever they occur, and misplaced tickets.

use std::collections::HashSet;

/// This many consecutive characters count as a part of a secret.
const PART: usize = 16;

/// Parts of secrets, in hexadecimal and as raw bytes.
#[derive(Default)]
pub struct Secrets {
    written: HashSet<Vec<u8>>,
    bytes: HashSet<Vec<u8>>,
    listed: Vec<String>,
}

impl Secrets {
    pub fn of<'a>(tickets: impl IntoIterator<Item = &'a String>) -> Self {
        let mut secrets = Self::default();
        for ticket in tickets {
            let (_, secret) = ticket.split_once('.').expect("a match and a secret");
            assert_eq!(secret.len(), 64, "256 bits");
            secrets.written.extend(secret.as_bytes().windows(PART).map(<[u8]>::to_vec));
            let pairs = secret.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).expect("digits"));
            let bytes: Vec<u8> = pairs.map(|pair| u8::from_str_radix(pair, 16).expect("digits")).collect();
            secrets.bytes.extend(bytes.windows(PART / 2).map(<[u8]>::to_vec));
            let list = format!("{:?}", &bytes[..PART / 2]);
            secrets.listed.push(list.trim_matches(['[', ']']).to_owned());
        }
        secrets
    }

    /// Whether a part of a secret occurs, in any case.
    pub fn are_in(&self, text: &[u8]) -> bool {
        let small = text.to_ascii_lowercase();
        let small_text = String::from_utf8_lossy(&small);
        small.windows(PART).any(|part| self.written.contains(part))
            || text.windows(PART / 2).any(|part| self.bytes.contains(part))
            || self.listed.iter().any(|list| small_text.contains(list))
    }

    pub fn assert_not_in(&self, what: &str, text: &[u8]) {
        assert!(!self.are_in(text), "a secret is in {what}: {}", String::from_utf8_lossy(text));
    }
}

pub fn misplaced(ticket: &str) -> impl Iterator<Item = String> {
    FRAMES.iter().map(move |text| about(ticket, text))
}

/// `T` stands for the ticket, `M` for its match, `S` for its secret, `H` for half of the secret, `U` for the secret
/// in upper case.
const FRAMES: &[&str] = &[
    r#"{"type":"resume","ticket":"T"}"#,
    r#"{"type":"resume","ticket":"T","id":"T"}"#,
    r#"{"type":"resume","ticket":"M.H"}"#,
    r#"{"type":"resume","ticket":"M.U"}"#,
    r#"{"type":"resume","ticket":"M.SS"}"#,
    r#"{"type":"resume","ticket":"M.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}"#,
    r#"{"type":"resume","ticket":"000000000000.S"}"#,
    r#"{"type":"resume","ticket":"S.M"}"#,
    r#"{"type":"resume","ticket":"S"}"#,
    r#"{"type":"resume","ticket":" T"}"#,
    r#"{"type":"resume","ticket":"T","extra":1}"#,
    r#"{"type":"resume","ticket":"T","T":1}"#,
    r#"{"type":"resume","ticket":"T","ticket":"T"}"#,
    r#"{"type":"resume","ticket":["T"]}"#,
    r#"{"type":"resume","ticket":{"T":"T"}}"#,
    r#"{"type":"resume","token":"T"}"#,
    r#"{"type":"join","ticket":"T"}"#,
    r#"{"type":"join","ticket":"M.H","room":"elsewhere"}"#,
    r#"{"type":"join","name":"T"}"#,
    r#"{"type":"join","room":"T"}"#,
    r#"{"type":"join","room":"S"}"#,
    r#"{"type":"join","level":"T"}"#,
    r#"{"type":"join","mark":"T"}"#,
    r#"{"type":"join","opponent":"T"}"#,
    r#"{"type":"join","rules":"T"}"#,
    r#"{"type":"join","rules":{"columns":"T"}}"#,
    r#"{"type":"watch","match":"T"}"#,
    r#"{"type":"watch","match":"M","ticket":"T"}"#,
    r#"{"type":"watch","match":["T"]}"#,
    r#"{"type":"move","cell":"T"}"#,
    r#"{"type":"move","cell":0,"id":"T"}"#,
    r#"{"type":"hint","id":"T"}"#,
    r#"{"type":"ping","id":"T"}"#,
    r#"{"type":"T"}"#,
    r#"{"type":"dance","ticket":"T"}"#,
    r#"{"ticket":"T"}"#,
    r#"["T"]"#,
    r#""T""#,
    r#"{"type":"resume","ticket":"T""#,
    "resume T",
    "T",
];

fn about(ticket: &str, text: &str) -> String {
    let (of, secret) = ticket.split_once('.').expect("a match and a secret");
    // Placeholders stand alone or next to each other, unlike the same letters in words.
    let parts = [
        ("\"T\"", format!("\"{ticket}\"")),
        ("\"M\"", format!("\"{of}\"")),
        ("\"S\"", format!("\"{secret}\"")),
        ("\" T\"", format!("\" {ticket}\"")),
        ("M.SS", format!("{of}.{secret}{secret}")),
        ("M.H", format!("{of}.{}", &secret[..32])),
        ("M.U", format!("{of}.{}", secret.to_uppercase())),
        ("S.M", format!("{secret}.{of}")),
        ("M.", format!("{of}.")),
        (".S", format!(".{secret}")),
        ("resume T", format!("resume {ticket}")),
    ];
    let text = if text == "T" { ticket.to_owned() } else { text.to_owned() };
    parts.iter().fold(text, |text, (from, to)| text.replace(from, to))
}
