//! `protocol/schema.json`: the protocol as JSON Schema (draft 2020-12), generated from its types.
//!
//! Client frames are described as the server reads them, with optional fields; server frames as it writes them, with
//! every field that is always present.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::history::{FinishedGame, History};
use tictactoe_protocol::invitation::Invitation;
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::text::{NAME_CHARS, ROOM_CHARS};

pub const PATH: &str = "protocol/schema.json";

pub fn text() -> String {
    format!("{:#}\n", schema())
}

/// The whole protocol under `$defs`: `ClientFrame` and `ServerMessage` over the socket; `Listing`, `History` and
/// `Invitation` over HTTP; `FinishedGame` in exports. A valid document is one of these.
fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with_transform(TagsBesideFields)
        .with_transform(NumbersInBounds)
        .with_transform(PlainDescriptions);
    let mut reads = settings.clone().for_deserialize().into_generator();
    define::<ClientFrame>(&mut reads);
    let mut writes = settings.for_serialize().into_generator();
    define::<ServerMessage>(&mut writes);
    define::<Listing>(&mut writes);
    define::<History>(&mut writes);
    define::<FinishedGame>(&mut writes);
    define::<Invitation>(&mut writes);
    let definitions = merged(reads.take_definitions(true), writes.take_definitions(true));
    let roots = ["ClientFrame", "ServerMessage", "Listing", "History", "Invitation", "FinishedGame"];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SUBPROTOCOL,
        "description": "Networked tic-tac-toe: the frames over the WebSocket, and the answers over HTTP.",
        "anyOf": roots.map(|root| json!({ "$ref": format!("#/$defs/{root}") })),
        "$defs": definitions,
    })
}

fn define<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// Merges the definitions of both directions. One that differs between them gets a name for each.
fn merged(reads: Map<String, Value>, mut writes: Map<String, Value>) -> Map<String, Value> {
    let differs = |(name, definition): (&String, &Value)| {
        writes.get(name).is_some_and(|other| other != definition).then(|| name.clone())
    };
    let differing: Vec<String> = reads.iter().filter_map(differs).collect();
    let mut reads = Value::Object(reads);
    for name in &differing {
        rename(&mut reads, name, &format!("{name}Request"));
    }
    // The server refuses unknown fields.
    if let Some(Value::Object(frame)) = reads.get_mut("ClientFrame") {
        frame.insert("unevaluatedProperties".into(), false.into());
    }
    if let Value::Object(reads) = reads {
        writes.extend(reads);
    }
    writes
}

fn rename(definitions: &mut Value, from: &str, to: &str) {
    fn retarget(value: &mut Value, from: &str, to: &str) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(target)) = object.get_mut("$ref")
                    && target == from
                {
                    to.clone_into(target);
                }
                object.values_mut().for_each(|value| retarget(value, from, to));
            }
            Value::Array(array) => array.iter_mut().for_each(|value| retarget(value, from, to)),
            _ => {}
        }
    }
    retarget(definitions, &format!("#/$defs/{from}"), &format!("#/$defs/{to}"));
    if let Value::Object(definitions) = definitions
        && let Some(definition) = definitions.remove(from)
    {
        definitions.insert(to.to_owned(), definition);
    }
}

/// Writes a tag beside a reference as `allOf` both: tools that resolve references would otherwise lose one of them.
#[derive(Debug, Clone)]
struct TagsBesideFields;

impl Transform for TagsBesideFields {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if schema.get("properties").is_none() {
            return;
        }
        if let Some(reference) = schema.remove("$ref") {
            let tag: Map<_, _> = ["type", "properties", "required"]
                .into_iter()
                .filter_map(|key| Some((key.to_owned(), schema.remove(key)?)))
                .collect();
            schema.insert("allOf".into(), json!([{ "$ref": reference }, tag]));
        }
    }
}

/// Adds the maximum of large integers: validators ignore a mere `format`. Smaller integers have it already.
#[derive(Debug, Clone)]
struct NumbersInBounds;

impl Transform for NumbersInBounds {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let most = match schema.get("format").and_then(Value::as_str) {
            Some("uint32") => u32::MAX.into(),
            Some("uint64") => u64::MAX,
            _ => return,
        };
        schema.insert("maximum".into(), most.into());
    }
}

/// Replaces Rust links in descriptions by their values.
#[derive(Debug, Clone)]
struct PlainDescriptions;

impl Transform for PlainDescriptions {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(Value::String(description)) = schema.get_mut("description") else { return };
        for (name, value) in [
            ("[`NAME_CHARS`]", NAME_CHARS.to_string()),
            ("[`ROOM_CHARS`]", ROOM_CHARS.to_string()),
            ("[`History::GAMES`]", History::GAMES.to_string()),
            ("[`Listing::MATCHES`]", Listing::MATCHES.to_string()),
            ("[`crate::SUBPROTOCOL`]", format!("`{SUBPROTOCOL}`")),
        ] {
            *description = description.replace(name, &value);
        }
    }
}
