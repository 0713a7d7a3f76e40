//! Hostile names: whatever people and servers use as a name, what others see is harmless, short, and confined to the
//! place of a name. What needs a program of its own is tested with one text of each kind: cleaning itself has properties in
//! the protocol, and so has what the client writes.

use futures::{StreamExt, stream};
use harness::fake::{FakeServer, state, welcome};
use harness::join_options::{against, in_room};
use harness::program::{Program, client};
use harness::raw;
use harness::server::{Server, calm_and_unlimited};
use serde_json::{Value, json};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::text::{NAME_CHARS, Name, ROOM_CHARS, Room, clean};
use tictactoe_protocol::values::Opponent;
use tictactoe_server::Settings;
use tokio::io::AsyncWriteExt;
use tools::corpus::{few_texts, is_harmful, texts};

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

/// Without a clock, so that the output does not depend on the time.
fn timeless() -> Settings {
    Settings { move_time: None, ..calm_and_unlimited() }
}

async fn for_each<F: Future<Output = ()>>(texts: Vec<String>, run: impl Fn(String) -> F) {
    stream::iter(texts.into_iter().map(run)).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

fn assert_clean(what: &str, text: &str, most: usize) {
    assert_harmless(what, text);
    assert!(text.chars().count() <= most, "{text}");
}

#[tokio::test]
async fn names_and_rooms_are_cleaned_or_refused() {
    let server = Server::with(timeless()).await;
    let mut eve = server.player().await;
    for text in texts() {
        let options = Join { name: Some(text.clone()), ..against(Opponent::Ai) };
        let named = eve.join(options).await;
        if let (Ok(_), Ok(name)) = (&named, Name::new(&text)) {
            eve.seated().await;
            let spectator = server.spectator(&eve.match_id()).await;
            let players = &spectator.newest().players;
            assert!([&players.x, &players.o].iter().any(|player| player.name == name), "{players:?}");
            assert_clean(&text, name.as_str(), NAME_CHARS);
            eve.leave().await.expect("a player may leave");
        }
        let hosted = eve.join(in_room(&text)).await;
        if let (Ok(_), Ok(room)) = (&hosted, Room::new(&text)) {
            assert_eq!(eve.waiting().await.room.as_ref(), Some(&room));
            assert_clean(&text, room.as_str(), ROOM_CHARS);
            assert!(!room.as_str().contains([' ', '/', '.', '\\', '"', '<']), "{room}");
            eve.leave().await.expect("a player may leave");
        }
        for (answer, is_valid, code) in [
            (named, Name::new(&text).is_ok(), Code::BadName),
            (hosted, Room::new(&text).is_ok(), Code::BadRoom),
        ] {
            assert_eq!(answer.is_ok(), is_valid, "{text:?}: {answer:?}");
            if let Err(refused) = answer {
                assert_eq!(refused.code, code);
                assert_harmless(&text, &refused.message);
            }
        }
    }
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
    for_each(few_texts(), async |text| {
        let [out, err] = written(&uncleaned(&text), "text").await;
        assert_harmless(&text, &out);
        assert_harmless(&text, &err);
        assert!(out.lines().count() <= usual.lines().count(), "{text:?}: {out}");
        assert!(err.lines().count() <= usual_err.lines().count(), "{text:?}: {err}");
        let mut other_protocol = welcome(&text);
        other_protocol["protocol"] = text.as_str().into();
        for said in written(&[other_protocol], "text").await {
            assert_harmless(&text, &said);
        }
    })
    .await;
}

#[tokio::test]
async fn the_json_ui_writes_each_frame_as_one_line() {
    for_each(few_texts(), async |text| {
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
    for_each(few_texts(), async |text| {
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

#[tokio::test]
async fn typed_input_is_echoed_safely() {
    let server = Server::with(timeless()).await;
    let mut bob = Program::start(client(), &[&server.address().to_string(), "--vs", "ai"]);
    bob.out.expect("Your turn").await;
    for text in texts() {
        bob.type_in(&format!("{text}\n")).await;
    }
    bob.type_in("\nresign\n").await;
    let exit = bob.exit().await;
    assert_harmless("what was typed", &exit.out);
}

#[tokio::test]
async fn http_responses_do_not_echo_hostile_request_text() {
    let server = Server::with(timeless()).await;
    for text in texts() {
        let path = text.bytes().fold(String::new(), |path, byte| path + &format!("%{byte:02x}"));
        let response = raw::get(server.address(), &format!("/{path}?{path}"), &[("x-name", &path)]).await;
        assert_harmless(&text, &response.head.replace('\r', ""));
        assert_harmless(&text, &response.body);
    }
}
