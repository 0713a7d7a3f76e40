//! Hostile names: whatever people and servers use as a name, what others see is harmless, short, and confined to the
//! place of a name. What needs a program of its own is tested with one text of each kind: cleaning itself has properties in
//! the protocol, and so has what the client writes.

use futures::{StreamExt, stream};
use harness::fake::{FakeServer, state, welcome};
use harness::program::{Program, client};
use serde_json::{Value, json};
use tictactoe_protocol::text::clean;
use tokio::io::AsyncWriteExt;
use tools::fuzzing::is_harmful;

/// What commands a terminal, turns a line around, is invisible or climbs over other lines, and what only looks like it.
const TEXTS: [&str; 11] = [
    "Eve\u{4}\u{3}\u{1a}\u{11}\u{13}\u{1b}[2J",
    "Eve\u{206a}\u{206f}\u{202e}evE",
    "\u{600}12\u{6dd}\u{200b}",
    "e\u{34f}\u{301}\u{34f}\u{316}\u{34f}\u{301}\u{34f}\u{316}\u{34f}\u{301}",
    "Eve\u{fffd}\u{e000}",
    "<script>alert(1)</script>",
    "Eve\u{85}turn who=you\nYou won.",
    "Hotseat-0000000000000000",
    "\u{3a3}\u{3a3}\u{3a3}",
    "\u{1f3fb}\u{2764}\u{fe0f}\u{200d}\u{1f525}",
    "\u{b7}\u{2026}",
];

const AT_ONCE: usize = 6;

/// A placeholder name that occurs in no sentence.
const PLACEHOLDER: &str = "Qqqq";

fn assert_harmless(what: &str, text: &str) {
    let harm = text.chars().find(|&c| c != '\n' && is_harmful(c) && !is_joiner(c));
    assert_eq!(harm, None, "{what}: {text:?}");
    // Those that a spelling needs stay.
    let joiners = |text: &str| text.chars().filter(|&c| is_joiner(c)).count();
    assert_eq!(joiners(text), joiners(&clean(text)), "{what}: {text:?}");
}

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}')
}

async fn for_each_text<F: Future<Output = ()>>(run: impl Fn(String) -> F) {
    stream::iter(TEXTS.map(str::to_owned).map(run)).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

/// The frames of a server that does not sanitize: this text wherever text is allowed.
fn uncleaned(text: &str) -> Vec<Value> {
    let mut state = state(text);
    state["ms_left"] = Value::Null;
    vec![
        welcome(text),
        json!({"type": "seated", "match": text, "ticket": text, "mark": "O"}),
        state,
        json!({"type": "refused", "code": text, "message": text}),
        json!({"type": "done", "id": text}),
        json!({"type": "hint", "id": text, "game": 1, "ply": 1, "cells": [255, 255], "worth": {"value": -128, "distance": 65535}}),
        json!({"type": "review", "id": text, "game": 1, "moves": []}),
        json!({"type": text, "message": text}),
        // Clients do not reconnect after this.
        json!({"type": "closing", "reason": "superseded", "message": text, "x": text}),
    ]
}

/// Standard output and standard error of a client to which a server has sent this.
async fn written(said: &[Value], ui: &str) -> [String; 2] {
    let server = FakeServer::saying(said.iter().map(ToString::to_string).collect()).await;
    let mut client = Program::start(client(), &[&server.argument(), "--ui", ui]);
    let exit = client.exit().await;
    assert!(matches!(exit.code, Some(5 | 6)), "{ui}: {exit:?}");
    [exit.out, exit.err]
}

#[tokio::test]
async fn an_unsanitizing_server_cannot_forge_a_text_line() {
    let [usual, usual_err] = &written(&uncleaned(PLACEHOLDER), "text").await;
    assert!(usual.contains(PLACEHOLDER), "{usual}");
    for_each_text(async |text| {
        let [out, err] = written(&uncleaned(&text), "text").await;
        assert_harmless(&text, &out);
        assert_harmless(&text, &err);
        assert!(out.lines().count() <= usual.lines().count(), "{text:?}: {out}");
        assert!(err.lines().count() <= usual_err.lines().count(), "{text:?}: {err}");
    })
    .await;
}

#[tokio::test]
async fn the_json_ui_writes_each_frame_as_one_line() {
    for_each_text(async |text| {
        let frames = uncleaned(&text);
        let [out, err] = written(&frames, "json").await;
        assert_harmless(&text, &err);
        assert!(!out.contains(|c: char| c != '\n' && c.is_control()), "{text:?}: {out:?}");
        let came: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(came, frames, "{text:?}");
    })
    .await;
}

fn turned_away(text: &str) -> String {
    let line = text.replace(['\r', '\n', '\0'], "");
    let length = text.len();
    format!("HTTP/1.1 400 No\r\nx-reason: {line}\r\ncontent-length: {length}\r\n\r\n{text}")
}

#[tokio::test]
async fn http_refusals_are_printed_safely() {
    for_each_text(async |text| {
        let answer = turned_away(&text);
        let fake = FakeServer::doing(move |mut stream| {
            let answer = answer.clone();
            async move {
                // The client may have closed already.
                let _ = stream.write_all(answer.as_bytes()).await;
                let _ = stream.shutdown().await;
            }
        });
        let exit = Program::start(client(), &[&fake.await.argument()]).exit().await;
        assert!(matches!(exit.code, Some(3..=6)), "{exit:?}");
        assert_harmless(&text, &exit.out);
        assert_harmless(&text, &exit.err);
        assert!(exit.err.lines().count() <= 2, "{text:?}: {exit:?}");
    })
    .await;
}
