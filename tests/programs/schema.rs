//! The published schema is that of the types, and accepts exactly what the server and the client accept.

use harness::workspace;
use jsonschema::Validator;
use serde_json::{Value, json};
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::{DOCUMENTATION, SCHEMA};
use tools::schema;

#[test]
fn the_published_schema_matches_the_types() {
    let kept = std::fs::read_to_string(workspace().join(schema::PATH)).expect("the schema is kept");
    assert!(
        kept == schema::text(),
        "the protocol has changed: cargo run -p tools --bin schema, and npm run types in tests/web"
    );
}

fn taken_by(word: &str) -> Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let object = schema.as_object_mut().expect("an object");
    object.remove("anyOf");
    object.insert("$ref".into(), format!("#/$defs/{word}").into());
    jsonschema::validator_for(&schema).expect("a schema")
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn assert_takes(word: &Validator, text: &str) {
    let value = value(text);
    let problems: Vec<_> = word.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:#?} in {text}");
}

fn examples(title: &str) -> Vec<&'static str> {
    let chapter = DOCUMENTATION.split("\n## ").find(|chapter| chapter.starts_with(title)).expect("a chapter");
    let blocks = chapter.split("```json\n").skip(1);
    blocks.filter_map(|rest| rest.split("\n```").next()).flat_map(str::lines).collect()
}

#[test]
fn every_example_of_the_documentation_is_valid() {
    let whole = jsonschema::validator_for(&value(SCHEMA)).expect("a schema");
    let frames = [("From the client", "ClientFrame"), ("From the server", "ServerMessage")];
    let frames = frames.map(|(title, word)| (title, taken_by(word)));
    for (title, word) in &frames {
        for example in examples(title) {
            assert_takes(word, example);
            assert_takes(&whole, example);
        }
    }
    let words = ["Listing", "History", "Invitation"];
    let examples = examples("Over HTTP");
    assert_eq!(examples.len(), words.len());
    for (example, word) in examples.into_iter().zip(words) {
        assert_takes(&taken_by(word), example);
        assert_takes(&whole, example);
        assert!(
            !frames.iter().any(|(_, frame)| frame.is_valid(&value(example))),
            "it is no frame: {example}"
        );
    }
}

/// Values of other types. There is no list among them: serde reads one as an object's fields in their order.
fn odd() -> [Value; 9] {
    let numbers = [json!(-1), json!(0.5), json!(70_000), json!(1_u64 << 32), json!(2.0_f64.powi(64))];
    let [negative, half, large, larger, largest] = numbers;
    [json!(null), json!(true), negative, half, large, larger, largest, json!("odd"), json!({"odd": 1})]
}

/// The value with one field omitted, misspelled, added or of another type, at every depth.
fn variations(value: &Value) -> Vec<Value> {
    let mut all: Vec<Value> = odd().into_iter().filter(|odd| odd != value).collect();
    let Value::Object(object) = value else { return all };
    for (name, field) in object {
        let mut without = object.clone();
        without.remove(name);
        let with = |name: &str, field: Value| {
            let mut other = without.clone();
            other.insert(name.to_owned(), field);
            Value::from(other)
        };
        all.push(without.clone().into());
        all.push(with(&format!("{name}_"), field.clone()));
        all.extend(variations(field).into_iter().map(|other| with(name, other)));
    }
    let mut more = object.clone();
    more.insert("odd".into(), 1.into());
    all.push(more.into());
    all
}

#[test]
fn a_client_frame_is_valid_exactly_when_the_server_parses_it() {
    let word = taken_by("ClientFrame");
    let mut seen = [0, 0];
    for example in examples("From the client") {
        for frame in variations(&value(example)) {
            let is_understood = ClientFrame::parse(&frame.to_string()).is_ok();
            assert_eq!(word.is_valid(&frame), is_understood, "{frame}");
            seen[usize::from(is_understood)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 50), "both kinds are tried: {seen:?}");
}

#[test]
fn a_frame_that_clients_cannot_parse_is_not_valid() {
    let word = taken_by("ServerMessage");
    let mut refused = 0;
    for example in examples("From the server") {
        for frame in variations(&value(example)) {
            let is_understood = ServerMessage::parse(&frame.to_string())
                .is_ok_and(|message| message != ServerMessage::Unknown);
            assert!(is_understood || !word.is_valid(&frame), "{frame}");
            refused += usize::from(!is_understood);
        }
    }
    assert!(refused > 500, "many are tried: {refused}");
}
