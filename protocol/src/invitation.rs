//! How others come to where one is: `GET /api/invitation`.

use serde::{Deserialize, Serialize};

/// An address to hand on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The web address.
    pub url: String,
    /// Who can open it.
    pub reach: Reach,
    /// The address as a QR code, black on white with its margin: an SVG picture. Absent when it has more than
    /// 120 bytes: phones hardly read such a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<String>,
}

/// Who can open an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Only programs on the server's own machine.
    Machine,
    /// Others too.
    Network,
}

impl Invitation {
    /// Writes it as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}
