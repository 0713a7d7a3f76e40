//! The samples for authors of bots run as printed.

use std::path::Path;

use futures::{SinkExt, StreamExt};
use harness::fake::{FakeServer, agree};
use harness::home::Home;
use harness::join_options::named;
use harness::player::strategy::play_randomly;
use harness::program::{Exit, Program, ServerProgram, client};
use harness::raw;
use harness::rng::Rng;
use serde_json::Value;
use tictactoe_protocol::client::{ArenaChange, Join, JoinKind};
use tictactoe_protocol::{DOCUMENTATION, DOCUMENTATION_PATH, SCHEMA, SCHEMA_PATH};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_tungstenite::accept_hdr_async;
use tokio_tungstenite::tungstenite::Message;

/// The text of the element with this id, like a browser's `textContent`.
fn sample(page: &str, id: &str) -> String {
    let (_, rest) = page.split_once(&format!("id=\"{id}\"")).expect("the sample is there");
    let (_, rest) = rest.split_once("<code>").expect("it is code");
    let (text, _) = rest.split_once("</code>").expect("it ends");
    assert!(!text.contains('<'), "there is nothing but text in it: {text}");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

async fn run(program: &str, argument: &str) -> Exit {
    start(program, &[argument]).exit().await
}

fn start(program: &str, arguments: &[&str]) -> Program {
    let home = Home::new();
    let file = home.path().join("bot.py");
    std::fs::write(&file, program).expect("a home");
    let binaries = client().parent().expect("a directory").display();
    let path = format!("PATH={binaries}:{}", std::env::var("PATH").unwrap_or_default());
    let file = file.to_str().expect("a path that is text");
    Program::start_in(&home, Path::new("env"), &[&[&*path, "python3", file], arguments].concat())
}

async fn page(server: &ServerProgram) -> String {
    raw::get(server.address, "/bots", &[]).await.body
}

#[tokio::test]
async fn the_python_sample_plays_a_game_to_its_end() {
    let server = ServerProgram::start(&[]).await;
    let exit = run(&sample(&page(&server).await, "sample-python"), &server.argument()).await;
    assert_eq!((exit.code, &*exit.err), (Some(0), ""), "{exit:?}");
    assert!(exit.out.starts_with("I was X. Winner: "), "{exit:?}");
    assert!(exit.out.ends_with("(line).\n") || exit.out.ends_with("(full).\n"), "{exit:?}");
}

/// The documentation's example frame that contains these words.
fn example(words: &str) -> &'static str {
    let is_it = |line: &&str| line.starts_with('{') && line.contains(words);
    DOCUMENTATION.lines().find(is_it).expect("there is such an example")
}

/// Plays one move against the client, then sends `last` and closes. No other request is answered.
async fn hear_a_move(stream: TcpStream, last: &str, moves: UnboundedSender<Value>) {
    let Ok(mut socket) = accept_hdr_async(stream, agree).await else { return };
    for words in ["\"type\":\"welcome\"", "\"type\":\"seated\"", "\"turn\":\"X\""] {
        let _ = socket.send(Message::text(example(words))).await;
    }
    while let Some(Ok(heard)) = socket.next().await {
        let said: Value =
            heard.to_text().ok().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        if said["type"] == "move" {
            let _ = moves.send(said);
            break;
        }
    }
    let _ = socket.send(Message::text(last)).await;
    let _ = socket.close(None).await;
    while let Some(Ok(_)) = socket.next().await {}
}

#[tokio::test]
async fn the_python_sample_reconnects_and_resends_its_move() {
    let server = ServerProgram::start(&[]).await;
    let program = sample(&page(&server).await, "sample-python");
    let (moves, mut made) = unbounded_channel();
    let lasts = [example("\"type\":\"closing\"").replace("1200", "0"), example("\"turn\":null").to_owned()];
    let lasts = std::sync::Mutex::new(lasts.into_iter());
    let restarting = FakeServer::doing(move |stream| {
        let (last, moves) = (lasts.lock().expect("a lock").next().unwrap_or_default(), moves.clone());
        async move { hear_a_move(stream, &last, moves).await }
    });
    let exit = run(&program, &restarting.await.argument()).await;
    let (first, second) = (made.recv().await, made.recv().await);
    assert!(first.is_some() && first == second, "{first:?} {second:?} {exit:?}");
    assert_eq!(exit.code, Some(0), "{exit:?}");
    assert!(exit.out.contains("Winner: X (left)."), "{exit:?}");
}

#[tokio::test]
async fn the_python_sample_plays_in_an_arena_until_it_is_over() {
    let mut rng = Rng::random();
    let server = ServerProgram::start(&[]).await;
    let mut teacher = server.player().await;
    let key = teacher.open_arena("class", named("Teacher")).await;
    let program = sample(&page(&server).await, "sample-python").replace("arena = None", "arena = 'class'");
    let mut bot = start(&program, &[&server.argument()]);
    let mut ann = server.player().await;
    let join = Join { arena: Some("class".into()), kind: Some(JoinKind::Bot), ..named("Ann") };
    ann.join(join).await.expect("the arena is open");
    let first = ann.state_where("the first game", |_| true).await.match_id;
    play_randomly(&mut ann, &mut rng, None).await;
    ann.next_state_where("the next game", |state| state.match_id != first).await;
    play_randomly(&mut ann, &mut rng, None).await;
    teacher.manage_arena("class", &key, ArenaChange::End).await.expect("the teacher opened it");
    let exit = bot.exit().await;
    assert_eq!((exit.code, &*exit.out), (Some(0), ""), "{exit:?}");
}

#[tokio::test]
async fn the_page_leads_to_the_protocol_and_its_schema() {
    let server = ServerProgram::start(&[]).await;
    let page = page(&server).await;
    assert!(sample(&page, "sample-browser").contains("new WebSocket("));
    for (path, text) in [(DOCUMENTATION_PATH, DOCUMENTATION), (SCHEMA_PATH, SCHEMA)] {
        assert!(page.contains(&format!("href=\"{path}\"")), "{path}");
        assert_eq!(raw::get(server.address, path, &[]).await.body, text);
    }
}
