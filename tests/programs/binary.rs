//! The server's binary: its output, signals, flags and environment variables.

use std::fs;
use std::path::Path;

use harness::home::Home;
use harness::join_options::in_room;
use harness::player::Player;
use harness::player::is_own_turn;
use harness::player::strategy::{X_WINS, play_moves};
use harness::program::{Exit, Program, ServerProgram, Signal, server};
use harness::raw;
use harness::server::pair_at;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_protocol::values::Mark;

async fn run(flags: &[&str]) -> Exit {
    Program::start(server(), flags).exit().await
}

#[tokio::test]
async fn it_prints_an_address_at_which_clients_can_play() {
    let mut server = ServerProgram::start(&[]).await;
    let expected = format!("listening on ws://localhost:{}/ws\n", server.address.port());
    assert_eq!(server.program.out.so_far(), expected);
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    assert_eq!(o.over().await.result.unwrap().winner, Some(Mark::X));
    server.program.signal(Signal::TERM);
    assert_eq!(server.program.exit().await.out, expected, "and nothing else on standard output");
}

#[tokio::test]
async fn the_time_flags_take_effect() {
    let server = ServerProgram::start(&["--ai-after", "0", "--move-time", "0"]).await;
    let mut lone = Player::joined(server.address, Join::default()).await;
    let state = lone.state_where("the computer", is_own_turn).await;
    assert_eq!((state.players.o.name.as_str(), state.ms_left), ("Computer", None));

    let server = ServerProgram::start(&["--ai-after", "20m", "--move-time", "90"]).await;
    let mut lone = Player::joined(server.address, Join::default()).await;
    assert!(lone.waiting().await.computer_in_ms.is_some_and(|wait| wait > 1_000_000));
    lone.leave().await.unwrap();
    // Strangers have less time for the first move.
    let (x, _) = pair_at(server.address, in_room("kitten")).await;
    assert!(x.newest().ms_left.is_some_and(|left| (60_001..=90_000).contains(&left)));
}

#[tokio::test]
async fn a_busy_port_that_was_asked_for_is_refused_clearly() {
    let first = ServerProgram::start(&[]).await;
    let port = first.address.port().to_string();
    let second = run(&["--local", "--port", &port]).await;
    assert_eq!((second.code, second.out.as_str()), (Some(1), ""));
    for word in [&*port, "--port", "in use"] {
        assert!(second.err.contains(word), "{}", second.err);
    }
    first.player().await.pong().await;
}

/// Sends a signal to a server with every kind of client. Each must be told.
async fn assert_clean_shutdown(signal: Signal) {
    let mut server = ServerProgram::start(&[]).await;
    let (x, o) = server.pair().await;
    let (idle, mut waits, mut spectator) =
        (server.player().await, server.player().await, server.player().await);
    waits.join(Join::default()).await.unwrap();
    waits.waiting().await;
    spectator.watch(&x.match_id()).await.unwrap();
    server.program.signal(signal);
    for mut client in [x, o, idle, waits, spectator] {
        let ended = client.ended().await;
        ended.assert_closed(ClosingReason::Shutdown);
        assert!(ended.closing.unwrap().retry_in_ms.is_some_and(|wait| wait <= 10_000));
    }
    let exit = server.program.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
}

#[tokio::test]
async fn sigterm_ctrl_c_and_a_closed_terminal_tell_every_client_and_exit_with_0() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        assert_clean_shutdown(signal).await;
    }
}

#[tokio::test]
async fn a_server_that_nohup_started_outlives_its_terminal() {
    let binary = server().to_str().expect("a path that is text");
    let program = Program::start(Path::new("nohup"), &[binary, "--port", "0", "--local"]);
    let server = ServerProgram::listening(program).await;
    server.program.signal(Signal::HUP);
    server.player().await.pong().await;
}

#[tokio::test]
async fn a_second_signal_exits_without_draining() {
    let mut server = ServerProgram::start(&[]).await;
    // It does not answer the close, so that draining waits for it.
    let _silent = server.player().await;
    // While the process is stopped both signals are queued, so that the second arrives before draining ends.
    for signal in [Signal::STOP, Signal::TERM, Signal::INT, Signal::CONT] {
        server.program.signal(signal);
    }
    let code = server.program.exit().await.code;
    assert!(matches!(code, Some(130 | 143)), "{code:?}");
}

/// The texts for each flag are tested with the definition of the flags.
#[tokio::test]
async fn invalid_flags_exit_with_2_and_say_what_is_wrong() {
    for (flags, about) in [
        (&["--colour"][..], "--colour"),
        (&["--nats", "somewhere", "--nats-stream", "a.b"], "letters, digits"),
        (&["--nats", "nats://name:word@somewhere"], "--nats-creds FILE"),
    ] {
        let exit = run(flags).await;
        assert_eq!((exit.code, exit.out.as_str()), (Some(2), ""), "{flags:?}: {}", exit.err);
        assert!(exit.err.contains(about) && exit.err.lines().count() == 2, "{flags:?}: {}", exit.err);
    }
}

async fn status_of(server: &ServerProgram) -> u16 {
    raw::get(server.address, "/healthz", &[]).await.status
}

#[tokio::test]
async fn blocked_addresses_are_read_again_at_sighup() {
    let home = Home::new();
    let file = home.path().join("blocked");
    let (name, write) = (file.to_str().unwrap(), |text: &str| fs::write(&file, text).unwrap());
    write("192.0.2.7 # not this machine\nexample.org\n");
    let refused = run(&["--block", name]).await;
    assert_eq!((refused.code, refused.err.lines().count()), (Some(2), 2), "{}", refused.err);
    assert!(refused.err.contains("line 2 of") && refused.err.contains("example.org"), "{}", refused.err);

    write("192.0.2.7\n");
    let mut server = ServerProgram::start(&["--block", name]).await;
    assert_eq!(status_of(&server).await, 200);
    write("127.0.0.0/8\n::1\n");
    server.program.signal(Signal::HUP);
    server.program.err.expect("blocked addresses and networks: 2").await;
    assert_eq!(status_of(&server).await, 403);
    write("nobody\n");
    server.program.signal(Signal::HUP);
    server.program.err.expect("keeping the previous list of blocked addresses").await;
    assert_eq!(status_of(&server).await, 403);
    server.program.signal(Signal::TERM);
    assert_eq!(server.program.exit().await.code, Some(0));
}

/// Starts the binary with these variables, each `NAME=value`.
fn start_with(variables: &[&str], flags: &[&str]) -> Program {
    let binary = server().to_str().expect("a path that is text");
    Program::start(Path::new("env"), &[variables, &[binary], flags].concat())
}

#[tokio::test]
async fn an_empty_variable_counts_as_unset() {
    let mut server =
        start_with(&["TICTACTOE_LOG=", "TICTACTOE_PORT="], &["--local", "--port", "0", "--ephemeral"]);
    server.out.expect("/ws\n").await;
    server.signal(Signal::TERM);
    let exit = server.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
    assert!(exit.err.contains("stopped"), "it logs what it usually logs: {}", exit.err);
}

/// Not `--port`, which would replace the variable, but an address on which nobody else listens.
#[tokio::test]
async fn a_port_that_kubernetes_sets_for_a_service_counts_as_unset() {
    let link = "TICTACTOE_PORT=tcp://10.96.12.7:7878".to_owned();
    let mut server = start_with(&[&link], &["--host", "127.20.5.1", "--ephemeral"]);
    server.out.expect("/ws\n").await;
}

/// What the server says where so many files may be open.
async fn with_open_files(files: u16) -> String {
    let command = format!("ulimit -n {files}; exec \"$@\"");
    let server = server().display().to_string();
    let arguments = ["-c", &command, "sh", &server, "--port", "0", "--local", "--ephemeral"];
    let mut server = Program::start(Path::new("sh"), &arguments);
    server.out.expect("/ws\n").await;
    server.signal(Signal::TERM);
    server.exit().await.err
}

#[tokio::test]
async fn only_a_limit_of_open_files_that_leaves_few_connections_is_worth_a_line() {
    let few = with_open_files(1000).await;
    assert!(few.contains("WARN") && few.contains("allows 800 connections"), "{few}");
    let enough = with_open_files(1250).await;
    assert!(!enough.contains("open files"), "{enough}");
}

#[tokio::test]
async fn an_invalid_variable_is_named_and_does_not_affect_subcommands() {
    let wrong = ["TICTACTOE_PORT=x", "TICTACTOE_MOVE_TIME=x"];
    let exit = start_with(&wrong[1..], &[]).exit().await;
    assert_eq!((exit.code, exit.out.as_str()), (Some(2), ""), "{}", exit.err);
    assert!(exit.err.contains("for 'TICTACTOE_MOVE_TIME'"), "{}", exit.err);
    assert_eq!(start_with(&wrong, &["completions", "bash"]).exit().await.code, Some(0));
    let typed = start_with(&["TICTACTOE_PORT=1"], &["--port", "x"]).exit().await;
    assert!(typed.err.contains("for '--port <PORT>'"), "{}", typed.err);
}
