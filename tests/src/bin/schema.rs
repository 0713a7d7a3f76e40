//! Writes `protocol/schema.json` from the types of the protocol.

use std::io;

use tictactoe_tests::{paths::workspace, schema};

fn main() -> io::Result<()> {
    std::fs::write(workspace().join(schema::PATH), schema::text())
}
