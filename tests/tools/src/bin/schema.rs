//! Writes `protocol/schema.json` from the types of the protocol.

use std::io;

use harness::workspace;
use tools::schema;

fn main() -> io::Result<()> {
    std::fs::write(workspace().join(schema::PATH), schema::text())
}
