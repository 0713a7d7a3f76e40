//! How the client and its example `terminal_program` leave a terminal: in tmux, beneath a shell.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use harness::program::{ServerProgram, Transcript, built, called, client};
use harness::tmux::{Flags, Tmux, ended};
use harness::wait::in_time;
use pty_process::Size;
use rustix::process::Signal;

/// Built as `cargo test` builds it.
fn example() -> &'static Path {
    static BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    called("terminal_program", BUILT.get_or_init(|| built(&["--workspace", "--example", "terminal_program"])))
}

/// The example on the screen, and the terminal's state before.
async fn shown() -> (Tmux, Flags) {
    let tmux = Tmux::start(80, 24, &[example()]).await;
    let before = tmux.flags();
    tmux.run("terminal_program").await;
    tmux.expect("80x24, pressed: nothing.").await;
    (tmux, before)
}

/// Waits for the shell, and asserts that the terminal is as before.
async fn assert_clean(tmux: &Tmux, code: i32, before: &Flags) {
    let (ended, screen) = (tmux.prompt().await, tmux.screen());
    assert_eq!(ended, code, "the exit code, on\n{screen}");
    assert_eq!(&tmux.flags(), before, "after the exit code {code}, on\n{screen}");
    assert!(screen.starts_with("<0> "), "the screen of the shell is back:\n{screen}");
    // Input is echoed again, and nothing else.
    tmux.run("echo $((40 + 2))").await;
    tmux.expect("\n42\n").await;
}

/// The client in a game against the computer, after its first move, and the terminal's state before.
async fn game(server: &ServerProgram, flags: &str) -> (Tmux, Flags) {
    let tmux = Tmux::start(80, 24, &[client()]).await;
    let before = tmux.flags();
    tmux.run(&format!("tictactoe {flags} --vs ai --mark X {}", server.argument())).await;
    tmux.expect("Your turn").await;
    tmux.keys(&["5"]);
    tmux.expect("The computer played").await;
    (tmux, before)
}

#[tokio::test]
async fn the_client_leaves_a_clean_terminal_by_every_key() {
    let server = ServerProgram::start(&[]).await;
    for (key, code) in [("q", 0), ("C-c", 130)] {
        let (tmux, before) = game(&server, "").await;
        assert_eq!(tmux.flags().on, ["alternate screen", "clicks", "wide mouse"]);
        tmux.keys(&[key]);
        assert_clean(&tmux, code, &before).await;
    }
}

#[tokio::test]
async fn every_interface_leaves_a_clean_terminal_at_every_signal() {
    let server = ServerProgram::start(&[]).await;
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        for (tmux, before) in [game(&server, "").await, half_a_line(&server).await] {
            tmux.signal(signal);
            assert_clean(&tmux, code, &before).await;
        }
    }
}

#[tokio::test]
async fn the_client_leaves_a_clean_terminal_and_two_lines_when_the_server_is_gone_for_good() {
    let server = ServerProgram::start(&[]).await;
    let (tmux, before) = game(&server, "--reconnect 0").await;
    drop(server);
    tmux.expect("The connection was lost").await;
    assert_clean(&tmux, 5, &before).await;
}

#[tokio::test]
async fn a_game_continues_after_each_suspension() {
    let server = ServerProgram::start(&[]).await;
    let (tmux, before) = game(&server, "").await;
    let (during, board) = (tmux.flags(), tmux.screen());
    // The last row: the clock runs beside the first one.
    let board = board.lines().rfind(|line| line.matches('│').count() > 1).expect("a row of the board");
    for _ in 0..2 {
        tmux.keys(&["C-z"]);
        assert!(tmux.prompt().await > 128, "stopped by a signal");
        assert_eq!(tmux.flags(), before);
        tmux.run("fg").await;
        tmux.expect(board).await;
        assert_eq!(tmux.flags(), during);
    }
    tmux.keys(&["q"]);
    assert_eq!(tmux.prompt().await, 0);
    assert_eq!(tmux.flags(), before);
}

/// The text interface in a game, with half a line typed, and the terminal's state before.
async fn half_a_line(server: &ServerProgram) -> (Tmux, Flags) {
    let tmux = Tmux::start(80, 24, &[client()]).await;
    let before = tmux.flags();
    tmux.run(&format!("tictactoe --ui text --vs ai {}", server.argument())).await;
    tmux.expect("\n>").await;
    tmux.literal("react th");
    tmux.expect("\n> react th").await;
    (tmux, before)
}

#[tokio::test]
async fn a_half_typed_line_continues_after_a_suspension() {
    let server = ServerProgram::start(&[]).await;
    let (tmux, before) = half_a_line(&server).await;
    let during = tmux.flags();
    tmux.keys(&["C-z"]);
    assert!(tmux.prompt().await > 128, "stopped by a signal");
    assert_eq!(tmux.flags(), before);
    tmux.run("fg").await;
    tmux.until("the line", |screen| screen.trim_end().ends_with("\n> react th").then_some(())).await;
    assert_eq!(tmux.flags(), during);
    tmux.keys(&["C-u"]);
    tmux.literal("quit");
    tmux.keys(&["Enter"]);
    assert_clean(&tmux, 0, &before).await;
}

#[tokio::test]
async fn a_panic_in_any_thread_leaves_a_clean_terminal_and_its_message() {
    for (key, messages, code) in [
        ("p", &["out of ideas\n"][..], 101),
        ("t", &["The terminal was restored after a panic.\n", "out of thread\n"], 1),
    ] {
        let (tmux, before) = shown().await;
        tmux.keys(&[key]);
        for message in messages {
            tmux.expect(message).await;
        }
        assert_clean(&tmux, code, &before).await;
    }
}

#[tokio::test]
async fn a_program_stopped_from_outside_takes_over_the_terminal_again() {
    let (tmux, before) = shown().await;
    let during = tmux.flags();
    tmux.signal(Signal::STOP);
    tmux.until("word of the shell", |screen| screen.to_lowercase().contains("stopped").then_some(())).await;
    // As users reset a broken terminal. Enter is not translated to a line feed yet.
    tmux.literal("stty sane; printf '\\033[?1049l\\033[?25h\\033[?1000l\\033[?1006l'");
    tmux.keys(&["C-j"]);
    tmux.prompt().await;
    assert_eq!(Flags { line: before.line.clone(), ..tmux.flags() }, before);
    tmux.run("fg").await;
    tmux.expect("pressed: Continued.").await;
    assert_eq!(tmux.flags(), during);
    tmux.keys(&["q"]);
    assert_eq!(tmux.prompt().await, 0);
    assert_eq!(tmux.flags(), before);
}

#[tokio::test]
async fn a_program_exits_with_its_terminal_even_if_hangup_is_ignored() {
    for prefix in ["", "trap '' HUP; "] {
        let tmux = Tmux::start(80, 24, &[example()]).await;
        tmux.run(&format!("{prefix}terminal_program")).await;
        tmux.expect("pressed: nothing.").await;
        let program = tmux.program();
        tmux.close();
        ended(program).await;
    }
}

#[tokio::test]
async fn a_terminal_that_accepts_no_output_does_not_block_the_exit() {
    let (pty, line) = pty_process::open().unwrap();
    pty.resize(Size::new(50, 200)).unwrap();
    let command =
        pty_process::Command::new(example()).arg("--stuck").stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn(line).unwrap();
    let mut said = Transcript::of(child.stderr.take().unwrap());
    said.expect("stuck\n").await;
    let program = rustix::process::Pid::from_raw(child.id().unwrap().try_into().unwrap()).unwrap();
    rustix::process::kill_process(program, Signal::TERM).unwrap();
    let status = in_time("the end of a run", child.wait()).await.unwrap();
    assert_eq!(status.code(), Some(143));
    // The restore sequence is written when the terminal accepts output again.
    let shown = Transcript::of(pty).whole().await;
    assert!(shown.ends_with("\x1b[?1049l"), "{:?}", &shown[shown.len().saturating_sub(100)..]);
}
