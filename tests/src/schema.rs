//! The text of `protocol/schema.json` as the types of the protocol have it.

/// Where it is kept, in the workspace.
pub const PATH: &str = "protocol/schema.json";

/// What it must say.
pub fn text() -> String {
    format!("{:#}\n", tictactoe_protocol::schema::schema())
}
