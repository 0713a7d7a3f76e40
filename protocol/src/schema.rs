//! The protocol as JSON Schema (draft 2020-12), made from the types themselves.
//!
//! What a client sends is described as the server reads it: with everything that may be left out. What the server
//! sends is described as it writes it: with everything that is always there.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::SUBPROTOCOL;
use crate::client::ClientFrame;
use crate::history::{FinishedGame, History};
use crate::invitation::Invitation;
use crate::listing::Listing;
use crate::server::ServerMessage;
use crate::text::{NAME_CHARS, ROOM_CHARS};

/// Every word of the protocol, under `$defs`: `ClientFrame` and `ServerMessage` over the socket; `Listing`, `History` and
/// `Invitation` over HTTP; `FinishedGame` as exports have it. What is valid is one of these.
#[must_use]
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with_transform(TagsBesideFields)
        .with_transform(NumbersInBounds)
        .with_transform(PlainWords);
    let mut reads = settings.clone().for_deserialize().into_generator();
    name::<ClientFrame>(&mut reads);
    let mut writes = settings.for_serialize().into_generator();
    name::<ServerMessage>(&mut writes);
    name::<Listing>(&mut writes);
    name::<History>(&mut writes);
    name::<FinishedGame>(&mut writes);
    name::<Invitation>(&mut writes);
    let definitions = merged(reads.take_definitions(true), writes.take_definitions(true));
    let said = ["ClientFrame", "ServerMessage", "Listing", "History", "Invitation", "FinishedGame"];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SUBPROTOCOL,
        "description": "Networked tic-tac-toe: the frames over the WebSocket, and what is told over HTTP.",
        "anyOf": said.map(|word| json!({ "$ref": format!("#/$defs/{word}") })),
        "$defs": definitions,
    })
}

fn name<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// Both sides' words under one roof. A word that means more to one side than to the other has a name for each.
fn merged(reads: Map<String, Value>, mut writes: Map<String, Value>) -> Map<String, Value> {
    let differs = |(word, meaning): (&String, &Value)| {
        writes.get(word).is_some_and(|other| other != meaning).then(|| word.clone())
    };
    let differing: Vec<String> = reads.iter().filter_map(differs).collect();
    let mut reads = Value::Object(reads);
    for word in &differing {
        rename(&mut reads, word, &format!("{word}Wish"));
    }
    // What a client misspells is refused.
    if let Some(Value::Object(frame)) = reads.get_mut("ClientFrame") {
        frame.insert("unevaluatedProperties".into(), false.into());
    }
    if let Value::Object(reads) = reads {
        writes.extend(reads);
    }
    writes
}

/// Gives a definition and all that refer to it another name.
fn rename(definitions: &mut Value, from: &str, to: &str) {
    fn refer(value: &mut Value, from: &str, to: &str) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(target)) = object.get_mut("$ref")
                    && target == from
                {
                    to.clone_into(target);
                }
                object.values_mut().for_each(|value| refer(value, from, to));
            }
            Value::Array(array) => array.iter_mut().for_each(|value| refer(value, from, to)),
            _ => {}
        }
    }
    refer(definitions, &format!("#/$defs/{from}"), &format!("#/$defs/{to}"));
    if let Value::Object(definitions) = definitions
        && let Some(meaning) = definitions.remove(from)
    {
        definitions.insert(to.to_owned(), meaning);
    }
}

/// Writes a tag beside a reference as the two together: programs that resolve references otherwise lose one of them.
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

/// Writes how large a number may be: a format alone is a remark, by which validators refuse nothing. Those of smaller
/// numbers have it written already.
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

/// Writes out what the descriptions name as Rust does.
#[derive(Debug, Clone)]
struct PlainWords;

impl Transform for PlainWords {
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
