//! The text of `protocol/schema.json`, from the types of the protocol.

pub const PATH: &str = "protocol/schema.json";

pub fn text() -> String {
    format!("{:#}\n", tictactoe_protocol::schema::schema())
}
