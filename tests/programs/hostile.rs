//! A hostile server: whatever it sends, the terminal client does not crash. `names` is about hostile texts.

use futures::{StreamExt, stream};
use harness::fake::{FakeServer, state, welcome};
use harness::program::{Program, client};
use serde_json::{Value, json};

/// The frame with these fields replaced.
fn changed(mut state: Value, changes: Value) -> Value {
    let Value::Object(changes) = changes else { panic!("an object of changes") };
    state.as_object_mut().expect("a state").extend(changes);
    state
}

/// Snapshots that no correct server sends: they contradict themselves or the previous one.
fn impossible() -> Vec<Value> {
    [
        json!({"rules": {"columns": 0, "rows": 0, "run": 0}}),
        json!({"rules": {"columns": 255, "rows": 255, "run": 255}}),
        json!({"rules": {"columns": 15, "rows": 1, "run": 3}}),
        json!({"match": "another"}),
        json!({"board": []}),
        json!({"board": ["", "", ""]}),
        json!({"board": ["X_", "___", "___"]}),
        json!({"board": ["Z__", "___", "___"]}),
        json!({"board": ["\u{e9}\u{e9}\u{e9}", "___", "___"]}),
        json!({"moves": [], "legal": []}),
        json!({"moves": [255, 255, 255]}),
        json!({"legal": [255]}),
        json!({"legal": vec![0; 1000]}),
        json!({"ply": u32::MAX}),
        json!({"ply": 0, "moves": []}),
        json!({"seq": u64::MAX, "game": u32::MAX}),
        json!({"seq": 0, "game": 0}),
        json!({"you": null, "turn": null}),
        json!({"turn": null}),
        json!({"turn": "X", "you": "X"}),
        json!({"ms_left": u64::MAX}),
        json!({"score": {"X": u32::MAX, "O": u32::MAX, "draws": u32::MAX}, "spectators": u32::MAX}),
        json!({"result": {"winner": "X", "reason": "line", "lines": [[255], [], [0, 0, 0, 0]]}}),
        json!({"result": {"winner": null, "reason": "line", "lines": []}, "turn": "O"}),
        json!({"result": {"winner": "O", "reason": "full", "lines": [[]]}, "legal": [200]}),
        json!({"rematch": {"open": true, "offers": ["X", "O", "X", "O"]}}),
    ]
    .map(|changes| changed(state("Eve"), changes))
    .into()
}

#[tokio::test]
async fn an_impossible_snapshot_breaks_no_client() {
    let runs = impossible().into_iter().map(|odd| async move {
        let seated = json!({"type": "seated", "match": "Eve", "ticket": "t", "mark": "O"});
        // Before and after valid states, so that the changes are reported too.
        let frames =
            [welcome("x"), seated, state("Eve"), odd.clone(), changed(state("Eve"), json!({"seq": 3})), odd];
        let fake = FakeServer::saying(frames.iter().map(ToString::to_string).collect()).await;
        let flags = [&fake.argument(), "--reconnect", "0"];
        let mut client = Program::start(client(), &flags);
        client.type_in("board\nmoves\nhint\n9\nb2\nreview\nrematch\nresign\n").await;
        let exit = client.exit().await;
        assert!(matches!(exit.code, Some(0 | 5 | 6)), "{frames:?}\n{exit:?}");
        assert!(!exit.err.contains("panicked"), "{exit:?}");
        assert!(exit.out.contains("Eve"), "the usual snapshot was shown: {exit:?}");
    });
    stream::iter(runs).buffer_unordered(8).collect::<Vec<()>>().await;
}
