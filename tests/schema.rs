//! The schema that is published is the one of the types.

use tictactoe_tests::{paths::workspace, schema};

#[test]
fn the_schema_is_that_of_the_types() {
    let kept = std::fs::read_to_string(workspace().join(schema::PATH)).expect("the schema is kept");
    assert!(
        kept == schema::text(),
        "the protocol has changed: cargo run -p tictactoe-tests --bin schema, and npm run types in tests/browser"
    );
}
