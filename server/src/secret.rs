//! What only one player may know, and what is drawn by lot: everything that comes from the operating
//! system's generator.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use thiserror::Error;

/// 256 bits that prove a seat. It has no `Debug` form, so that it reaches no log by accident.
#[derive(Clone)]
pub struct Secret([u8; 32]);

/// What is stored of a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SecretHash([u8; 32]);

/// The operating system gave no random bytes.
#[derive(Debug, Error)]
#[error("the operating system gives no random numbers: {0}")]
pub struct NoRandomness(#[from] getrandom::Error);

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not 64 hexadecimal digits")]
pub struct NotHex;

impl Secret {
    /// A new secret.
    ///
    /// # Errors
    /// [`NoRandomness`].
    pub fn draw() -> Result<Self, NoRandomness> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// What to store of it: its SHA-256 (FIPS 180-4). The secret has 256 random bits, so no salt is needed.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }

    /// The secret as text, for its own player.
    #[must_use]
    pub fn reveal(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

impl FromStr for Secret {
    type Err = NotHex;

    fn from_str(text: &str) -> Result<Self, NotHex> {
        from_hex(text).map(Self)
    }
}

impl SecretHash {
    /// Whether this is the hash of `secret`, in a time that does not depend on where they differ.
    #[must_use]
    pub fn proves(&self, secret: &Secret) -> bool {
        self.0.ct_eq(&secret.hash().0).into()
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(hidden)")
    }
}

impl TryFrom<String> for SecretHash {
    type Error = NotHex;

    fn try_from(text: String) -> Result<Self, NotHex> {
        from_hex(&text).map(Self)
    }
}

impl From<SecretHash> for String {
    fn from(hash: SecretHash) -> Self {
        HEXLOWER.encode(&hash.0)
    }
}

/// A random number, for lots and seeds.
///
/// # Errors
/// [`NoRandomness`].
pub fn draw_number() -> Result<u64, NoRandomness> {
    Ok(getrandom::u64()?)
}

/// A new public name of 12 letters and digits: 60 bits, without those that look alike.
///
/// # Errors
/// [`NoRandomness`].
pub fn draw_name() -> Result<String, NoRandomness> {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let number = draw_number()?;
    let letter = |at: u32| {
        let index = usize::try_from(number >> (5 * at) & 31).ok()?;
        ALPHABET.get(index).copied().map(char::from)
    };
    Ok((0..12).filter_map(letter).collect())
}

fn from_hex(text: &str) -> Result<[u8; 32], NotHex> {
    let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_| NotHex)?;
    bytes.try_into().map_err(|_| NotHex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_survives_its_text_and_proves_itself() {
        let secret = Secret::draw().unwrap();
        let again: Secret = secret.reveal().parse().unwrap();
        assert!(secret.hash().proves(&again));
    }

    #[test]
    fn another_secret_proves_nothing() {
        assert!(!Secret::draw().unwrap().hash().proves(&Secret::draw().unwrap()));
    }

    #[test]
    fn text_that_is_no_secret_is_refused() {
        for text in ["", "ab", &"g".repeat(64), &"é".repeat(32), &"a".repeat(65)] {
            assert!(text.parse::<Secret>().is_err());
        }
    }

    #[test]
    fn names_have_twelve_letters_and_differ() {
        let (one, other) = (draw_name().unwrap(), draw_name().unwrap());
        assert_eq!((one.len(), other.len()), (12, 12));
        assert_ne!(one, other);
    }
}
