//! The exit codes of the terminal client, and two lines for each failure.

use std::net::Ipv4Addr;
use tictactoe_protocol::snapshot::Presence;

use harness::fake::FakeServer;
use harness::join_options::{in_room, on};
use harness::player::Player;
use harness::program::{Exit, Program, ServerProgram, Signal, client};
use harness::server::pair_at;
use harness::terminal::Terminal;
use tictactoe_protocol::client::Join;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;

async fn run(flags: &[&str]) -> Exit {
    let mut program = Program::start(client(), flags);
    program.end_of_input();
    program.exit().await
}

fn start(server: &ServerProgram, flags: &[&str]) -> Program {
    Program::start(client(), &[&[&*server.argument()], flags].concat())
}

/// Two lines: what happened, and what to do.
fn assert_failed(exit: &Exit, code: i32) {
    assert_eq!(exit.code, Some(code), "{exit:?}");
    let lines: Vec<_> = exit.err.lines().collect();
    assert_eq!(lines.len(), 2, "{exit:?}");
    assert!(lines.iter().all(|line| line.len() > 15 && !line.contains(char::is_control)), "{exit:?}");
}

#[tokio::test]
async fn invalid_flags_exit_with_2() {
    for flags in [
        &["--colour"][..],
        &["--vs", "humn"],
        &["--level", "godlike"],
        &["--mark", "Z"],
        &["--game", "3"],
        &["--game", "16x16 3"],
        &["--name", ""],
        &["--room", "two words"],
        &["--games", "many"],
        &["--timeout", "0"],
        &["--reconnect", "25h"],
        &["--hotseat", "--watch", "k3v9d7qpx2ma"],
        &["--vs", "ai", "--room", "kitten"],
        &["ftp://localhost"],
        &["localhost:99999"],
        &["one", "two"],
        &["--ui", "tui"],
        &["--color", "blue"],
        &["--numbers", "numpad"],
        &["--log-file", "/"],
        &["--name", "Ann", "list"],
        &["completions", "tcsh"],
    ] {
        assert_failed(&run(flags).await, 2);
    }
}

#[tokio::test]
async fn help_version_completions_and_the_manual_page_exit_with_0() {
    const FLAGS: &[&str] = &["--name", "--vs", "--level", "--mark", "--room", "--game", "--watch", "--games"];
    for (flags, words) in [
        (&["--help"][..], FLAGS),
        (&["--version"], &["tictactoe "]),
        (&["completions", "bash"], &["completions"]),
        (&["completions", "zsh"], &["completions"]),
        (&["man"], &["completions"]),
        (&["help"], &["completions"]),
    ] {
        let exit = run(flags).await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{flags:?}");
        assert!(words.iter().all(|word| exit.out.contains(word)), "{flags:?}: {}", exit.out);
    }
}

#[tokio::test]
async fn no_server_exits_with_3() {
    // Bound but not listening: connections are refused, and no other program can take the port.
    let unused = TcpSocket::new_v4().unwrap();
    unused.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let address = unused.local_addr().unwrap().to_string();
    let exit = run(&[&address]).await;
    assert_failed(&exit, 3);
    assert!(exit.err.contains(&address) && exit.err.contains("tictactoe-server"), "{}", exit.err);
    assert_failed(&run(&["no-such-host.invalid"]).await, 3);
}

#[tokio::test]
async fn something_else_on_the_port_exits_with_3() {
    for answer in [&b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"[..], b"SSH-2.0-OpenSSH_9.9\r\n", b""] {
        let other = FakeServer::doing(move |mut stream| async move {
            let _ = stream.write_all(answer).await;
        })
        .await;
        assert_failed(&run(&[&other.argument()]).await, 3);
    }
}

#[tokio::test]
async fn a_refused_request_exits_with_4() {
    let server = ServerProgram::start(&[]).await;
    for ui in ["plain", "text", "json"] {
        let exit = run(&[&server.argument(), "--ui", ui, "--watch", "000000000000"]).await;
        assert_failed(&exit, 4);
    }
}

#[tokio::test]
async fn a_refused_room_exits_with_4_and_says_what_to_type() {
    let server = ServerProgram::start(&[]).await;
    let (x, _o) = pair_at(server.address, in_room("kitten")).await;
    let mut aside =
        Player::joined(server.address, Join { rules: on(3, 3, 3).rules, ..in_room("puppy") }).await;
    aside.waiting().await;
    let watch = format!("type --watch {} instead of the room", x.match_id());
    for (flags, remedy) in [
        (&["--room", "kitten"][..], &*watch),
        (&["--room", "puppy", "--game", "5x5"], "Leave out --game and --best-of"),
    ] {
        for ui in ["plain", "text", "json"] {
            let exit = run(&[&[&*server.argument(), "--ui", ui], flags].concat()).await;
            assert_failed(&exit, 4);
            assert!(exit.err.contains(remedy), "{}", exit.err);
        }
    }
}

#[tokio::test]
async fn a_lost_connection_exits_with_5() {
    for signal in [Signal::KILL, Signal::TERM] {
        for ui in ["plain", "text", "json"] {
            let server = ServerProgram::start(&[]).await;
            let flags = ["--vs", "ai", "--ui", ui, "--reconnect", "0"];
            let mut player = start(&server, &flags);
            player.out.expect_any(&["turn who=you", "Your turn", r#""turn":"X""#]).await;
            server.program.signal(signal);
            assert_failed(&player.exit().await, 5);
        }
    }
}

#[tokio::test]
async fn a_server_that_breaks_the_protocol_exits_with_6() {
    let no_cell = r#"{"type":"hint","game":1,"ply":0,"cells":[256],"worth":null}"#;
    for frame in [no_cell, "hello", r#"{"type":"state"}"#, "[]", r#"{"type":"seated","match":1}"#] {
        let fake = FakeServer::saying(vec![frame.to_owned()]).await;
        for ui in ["plain", "text", "json"] {
            let mut program = Program::start(client(), &[&fake.argument(), "--ui", ui]);
            assert_failed(&program.exit().await, 6);
        }
    }
}

#[tokio::test]
async fn a_timeout_exits_with_7() {
    let server = ServerProgram::start(&[]).await;
    let mut waits = start(&server, &["--vs", "human", "--timeout", "0.2"]);
    assert_failed(&waits.exit().await, 7);
    let mut plays = start(&server, &["--vs", "ai", "--timeout", "0.5", "--ui", "json"]);
    assert_failed(&plays.exit().await, 7);
}

#[tokio::test]
async fn ctrl_c_at_any_moment_exits_with_130_and_tells_the_other_player() {
    let server = ServerProgram::start(&[]).await;
    let mut ann = Terminal::start(client(), &[&server.argument(), "--mark", "X", "--ui", "text"]);
    ann.screen.expect("Waiting").await;
    let mut bob = Player::joined(server.address, Join::default()).await;
    ann.screen.expect("\n> ").await;
    ann.type_in("\u{3}").await;
    assert_eq!(ann.exit().await, Some(130));
    let end = bob.over().await;
    assert_eq!(end.players.x.presence, Presence::Left, "{end:?}");

    let mut waits = Terminal::start(client(), &[&server.argument(), "--ui", "text"]);
    waits.screen.expect("Waiting").await;
    waits.type_in("\u{3}").await;
    assert_eq!(waits.exit().await, Some(130));
}

#[tokio::test]
async fn sigterm_exits_with_143() {
    let server = ServerProgram::start(&[]).await;
    let mut waits = start(&server, &["--vs", "human"]);
    waits.out.expect("waiting").await;
    waits.signal(Signal::TERM);
    let exit = waits.exit().await;
    assert_eq!((exit.code, exit.err.as_str()), (Some(143), ""));
}
