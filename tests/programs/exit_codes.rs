//! The exit codes of the terminal client, and two lines for each failure.

use std::net::Ipv4Addr;

use harness::fake::FakeServer;
use harness::home::Home;
use harness::join_options::{in_room, on};
use harness::player::Player;
use harness::program::{Exit, Program, ServerProgram, Signal, client, command};
use harness::server::pair_at;
use tictactoe_protocol::client::Join;
use tokio::net::{TcpListener, TcpSocket};

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

/// The texts for each flag are tested with the definition of the flags.
#[tokio::test]
async fn invalid_flags_exit_with_2() {
    for flags in [&["--colour"][..], &["--ui", "tui"], &["--log-file", "/"]] {
        assert_failed(&run(flags).await, 2);
    }
}

#[tokio::test]
async fn help_version_and_the_manual_page_exit_with_0() {
    for (flags, word) in
        [(&["--help"][..], "--name"), (&["--version"], "tictactoe "), (&["man"], "completions")]
    {
        let exit = run(flags).await;
        assert_eq!((exit.code, exit.err.as_str(), exit.out.contains(word)), (Some(0), "", true), "{flags:?}");
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
    assert!(exit.err.contains(&address) && exit.err.contains("tictactoe host"), "{}", exit.err);
    assert_failed(&run(&["no-such-host.invalid"]).await, 3);
}

#[tokio::test]
async fn without_certificate_authorities_an_encrypted_server_exits_with_3() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let home = Home::new();
    let mut client = command(client(), &home);
    client.arg(format!("https://{}", listener.local_addr().unwrap()));
    client.env("SSL_CERT_FILE", "/dev/null").env("SSL_CERT_DIR", home.path());
    let output = client.output().await.unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("no list of certificate authorities") && err.contains("--ca FILE"), "{err}");
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
        for ui in ["text", "json"] {
            let exit = run(&[&[&*server.argument(), "--ui", ui], flags].concat()).await;
            assert_failed(&exit, 4);
            assert!(exit.err.contains(remedy), "{}", exit.err);
        }
    }
}

#[tokio::test]
async fn a_lost_connection_exits_with_5() {
    for signal in [Signal::KILL, Signal::TERM] {
        for ui in ["text", "json"] {
            let server = ServerProgram::start(&[]).await;
            let flags = ["--vs", "ai", "--ui", ui, "--reconnect", "0"];
            let mut player = start(&server, &flags);
            player.out.expect_any(&["Your turn", r#""turn":"X""#]).await;
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
        for ui in ["text", "json"] {
            let mut program = Program::start(client(), &[&fake.argument(), "--ui", ui]);
            assert_failed(&program.exit().await, 6);
        }
    }
}

#[tokio::test]
async fn the_computer_is_played_without_a_server_in_every_interface() {
    for (ui, turn, input, expected) in [
        ("text", "Your turn.", "5\n", "You played centre."),
        ("json", "\"type\":\"state\"", "{\"type\":\"move\",\"cell\":4}\n", "\"moves\":[4"),
    ] {
        let mut player =
            Program::start(client(), &["--vs", "ai", "--level", "easy", "--mark", "x", "--ui", ui]);
        player.out.expect(turn).await;
        player.type_in(input).await;
        player.out.expect(expected).await;
        player.end_of_input();
        let exit = player.exit().await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{ui}");
    }
}

/// `seq 9 | tictactoe --vs ai`: each line waits for its turn, and squares that are taken are skipped.
#[tokio::test]
async fn every_square_in_a_pipe_plays_a_whole_game() {
    for flags in [["--mark", "x"], ["--mark", "o"]].iter().cycle().take(10) {
        let mut player = Program::start(client(), &[&["--vs", "ai", "--level", "easy"], &flags[..]].concat());
        player.type_in("1\n2\n3\n4\n5\n6\n7\n8\n9\n").await;
        player.end_of_input();
        let exit = player.exit().await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{exit:?}");
        let last = exit.out.lines().last().unwrap_or_default();
        assert!(last.contains("Score: ") && !last.contains("resigned"), "{exit:?}");
    }
}
