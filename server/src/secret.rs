//! Seat secrets, and random numbers from the operating system's generator.

use std::fmt;
use std::str::FromStr;

use bytes::Bytes;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// 256 random bits that prove a seat. It has no `Debug` implementation, so that no log shows it by accident.
#[derive(Clone)]
pub struct Secret([u8; 32]);

/// The stored form of a secret: its SHA-256 (FIPS 180-4). A secret has 256 random bits, so no salt is needed.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Bytes")]
pub struct SecretHash([u8; 32]);

impl Secret {
    #[expect(clippy::expect_used, reason = "a server without random numbers cannot work")]
    pub fn generate() -> Self {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system returns random numbers");
        Self(bytes)
    }

    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }

    /// The secret as text, for its own player.
    pub fn reveal(&self) -> String {
        HEXLOWER.encode(&self.0)
    }
}

impl FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or("not 64 hexadecimal digits")
    }
}

impl SecretHash {
    /// Compares in constant time.
    pub fn is_hash_of(&self, secret: &Secret) -> bool {
        self.0.ct_eq(&secret.hash().0).into()
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(hidden)")
    }
}

impl TryFrom<Bytes> for SecretHash {
    type Error = &'static str;

    fn try_from(stored: Bytes) -> Result<Self, &'static str> {
        stored[..].try_into().map(Self).map_err(|_| "not 32 bytes")
    }
}

impl Serialize for SecretHash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

/// A random number, for drawing lots and as a seed.
#[expect(clippy::expect_used, reason = "a server without random numbers cannot work")]
pub fn random_u64() -> u64 {
    getrandom::u64().expect("the operating system returns random numbers")
}

/// A public id of 12 letters and digits (60 bits), without letters that look like another one.
pub fn random_id() -> String {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let number = random_u64();
    let letter = |at: u32| {
        let index = usize::try_from(number >> (5 * at) & 31).ok()?;
        ALPHABET.get(index).copied().map(char::from)
    };
    (0..12).filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_read_from_its_text_matches_its_hash() {
        let secret = Secret::generate();
        let again: Secret = secret.reveal().parse().unwrap();
        assert!(secret.hash().is_hash_of(&again));
    }

    #[test]
    fn another_secret_does_not_match_the_hash() {
        assert!(!Secret::generate().hash().is_hash_of(&Secret::generate()));
    }

    #[test]
    fn text_that_is_not_a_secret_is_refused() {
        for text in ["", "ab", &"g".repeat(64), &"é".repeat(32), &"a".repeat(65)] {
            assert!(text.parse::<Secret>().is_err());
        }
    }
}
