//! An address to share: `GET /api/invitation`.

use serde::{Deserialize, Serialize};

use crate::listing::WaitingPlayer;
use crate::values::MatchId;

/// An address to share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The URL.
    pub url: String,
    /// Who can open it.
    pub reach: Reach,
    /// The URL as a QR code: an SVG image, black on white with a quiet zone. Absent for URLs of more than 120
    /// bytes, because phones hardly read such a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qr: Option<String>,
    /// The command for a Unix shell that downloads the terminal client; absent if the server hands out none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<String>,
    /// The player who waits there, if the URL names a room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitingPlayer>,
    /// The match that is played there, if the URL names a room that two people occupy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing: Option<MatchId>,
}

/// Who can open an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Only programs on the server's own machine.
    Machine,
    /// Other machines too.
    Network,
}
