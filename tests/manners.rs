//! How a terminal is left behind, in tmux, beneath a shell: the example `manners` of the client does what the client
//! itself never should, and the client all that it does.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use pty_process::Size;
use rustix::process::Signal;
use tictactoe_tests::program::{ServerProgram, Transcript, built, called, client};
use tictactoe_tests::tmux::{Flags, TITLE, Tmux, ended};
use tictactoe_tests::wait::in_time;

/// The example, built as `cargo test` builds it.
fn example() -> &'static Path {
    static BUILT: OnceLock<Vec<PathBuf>> = OnceLock::new();
    called("manners", BUILT.get_or_init(|| built(&["--workspace", "--example", "manners"])))
}

/// The example on the screen of a terminal, and what the terminal was like before.
async fn shown() -> (Tmux, Flags) {
    let tmux = Tmux::start(80, 24, &[example()]).await;
    let before = tmux.flags();
    tmux.run("manners").await;
    tmux.expect("80x24, pressed: nothing.").await;
    (tmux, before)
}

/// Waits for the shell, and asserts that it finds the terminal as it left it.
async fn assert_clean(tmux: &Tmux, code: i32, before: &Flags) {
    assert_eq!(tmux.prompt().await, code, "the exit code, on\n{}", tmux.screen());
    assert_eq!(&tmux.flags(), before);
    let screen = tmux.screen();
    assert!(screen.starts_with("<0> "), "the screen of the shell is back:\n{screen}");
    // What is typed is seen again, and only that.
    tmux.run("echo $((40 + 2))").await;
    tmux.expect("\n42\n").await;
}

/// The client in a game with the computer, in which it has moved, and what the terminal was like before.
async fn game(server: &ServerProgram, flags: &str) -> (Tmux, Flags) {
    let tmux = Tmux::start(80, 24, &[client()]).await;
    let before = tmux.flags();
    tmux.run(&format!("tictactoe {flags} --vs ai --mark X {}", server.argument())).await;
    tmux.expect("YOUR TURN").await;
    tmux.keys(&["5"]);
    tmux.expect("Computer played").await;
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
async fn the_client_leaves_a_clean_terminal_at_every_signal() {
    let server = ServerProgram::start(&[]).await;
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let (tmux, before) = game(&server, "").await;
        tmux.signal(signal);
        assert_clean(&tmux, code, &before).await;
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
async fn a_game_goes_on_after_a_suspension() {
    let server = ServerProgram::start(&[]).await;
    let (tmux, before) = game(&server, "").await;
    let (during, board) = (tmux.flags(), tmux.screen());
    let board = board.lines().nth(10).expect("the row in the middle");
    assert!(board.contains('X'), "{board}");
    tmux.keys(&["C-z"]);
    assert!(tmux.prompt().await > 128, "stopped by a signal");
    assert_eq!(tmux.flags(), before);
    tmux.run("fg").await;
    tmux.expect(board).await;
    assert_eq!(tmux.flags(), during);
    tmux.keys(&["q"]);
    assert_eq!(tmux.prompt().await, 0);
    assert_eq!(tmux.flags(), before);
}

#[tokio::test]
async fn the_terminal_is_taken_over_whole() {
    let (tmux, before) = shown().await;
    let during = tmux.flags();
    assert_eq!((&*before.on, &*before.title), (&["cursor"][..], TITLE));
    assert_eq!((&*during.on, &*during.title), (&["alternate screen", "clicks", "wide mouse"][..], "manners"));
    assert_ne!(during.line, before.line);
}

#[tokio::test]
async fn a_wish_for_no_colours_takes_neither_the_bold_nor_the_reversed() {
    let tmux = Tmux::start(80, 24, &[example()]).await;
    tmux.run("NO_COLOR=1 manners").await;
    tmux.expect("pressed: nothing.").await;
    let drawn = tmux.coloured();
    assert!(drawn.starts_with("\x1b[1;7m80x24"), "{drawn:?}");
}

#[tokio::test]
async fn quitting_leaves_a_clean_terminal() {
    let (tmux, before) = shown().await;
    tmux.keys(&["q"]);
    assert_clean(&tmux, 0, &before).await;
}

#[tokio::test]
async fn an_interruption_leaves_a_clean_terminal() {
    let (tmux, before) = shown().await;
    tmux.keys(&["C-c"]);
    assert_clean(&tmux, 130, &before).await;
}

#[tokio::test]
async fn an_error_leaves_a_clean_terminal_and_two_lines() {
    let (tmux, before) = shown().await;
    tmux.keys(&["f"]);
    tmux.expect("The connection was lost: the cable was cut.\n").await;
    assert_clean(&tmux, 5, &before).await;
}

#[tokio::test]
async fn a_panic_leaves_a_clean_terminal_and_its_message() {
    let (tmux, before) = shown().await;
    tmux.keys(&["p"]);
    tmux.expect("out of ideas\n").await;
    assert_clean(&tmux, 101, &before).await;
}

#[tokio::test]
async fn a_panic_in_another_thread_ends_the_run_with_a_clean_terminal() {
    let (tmux, before) = shown().await;
    tmux.keys(&["t"]);
    let screen = tmux.expect("A part of the program has failed.\n").await;
    assert!(screen.contains("out of thread\n"), "{screen}");
    assert_clean(&tmux, 1, &before).await;
}

#[tokio::test]
async fn signals_that_end_the_run_leave_a_clean_terminal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let (tmux, before) = shown().await;
        tmux.signal(signal);
        assert_clean(&tmux, code, &before).await;
    }
}

#[tokio::test]
async fn a_suspended_run_leaves_a_clean_terminal_and_comes_back_on_a_clean_screen() {
    let (tmux, before) = shown().await;
    tmux.keys(&["5"]);
    tmux.expect("pressed: Char('5')").await;
    let during = tmux.flags();
    for _ in 0..2 {
        tmux.keys(&["C-z"]);
        assert!(tmux.prompt().await > 128, "stopped by a signal");
        assert_eq!(tmux.flags(), before);
        tmux.run("fg").await;
        tmux.expect("80x24, pressed: ").await;
        tmux.keys(&["6"]);
        tmux.expect("pressed: Char('6')").await;
        assert_eq!(tmux.flags(), during);
    }
    tmux.keys(&["q"]);
    assert_eq!(tmux.prompt().await, 0);
    assert_eq!(tmux.flags(), before);
}

#[tokio::test]
async fn a_run_that_was_stopped_from_outside_takes_the_terminal_over_again() {
    let (tmux, before) = shown().await;
    let during = tmux.flags();
    tmux.signal(Signal::STOP);
    tmux.until("word of the shell", |screen| screen.to_lowercase().contains("stopped").then_some(())).await;
    // As shells and their users do who want to see what they type. No line end is made of Enter yet.
    tmux.literal("stty sane; printf '\\033[?1049l\\033[?25h\\033[?1000l\\033[?1006l'");
    tmux.keys(&["C-j"]);
    tmux.prompt().await;
    assert_eq!(Flags { title: TITLE.to_owned(), line: before.line.clone(), ..tmux.flags() }, before);
    tmux.run("fg").await;
    tmux.expect("pressed: Continued.").await;
    assert_eq!(tmux.flags(), during);
    tmux.keys(&["q"]);
    assert_eq!(tmux.prompt().await, 0);
    assert_eq!(tmux.flags(), before);
}

#[tokio::test]
async fn another_size_is_drawn_at_once() {
    let (tmux, _) = shown().await;
    tmux.resize(60, 16);
    tmux.expect("60x16, pressed: Resized.").await;
}

#[tokio::test]
async fn clicks_come_with_their_place_and_a_paste_presses_nothing() {
    let (tmux, _) = shown().await;
    tmux.click(7, 3);
    tmux.expect("pressed: click (7, 3).").await;
    tmux.bytes(b"\x1b[200~qqq\x03\x1b[201~");
    tmux.keys(&["Up"]);
    tmux.expect("pressed: Up").await;
}

#[tokio::test]
async fn an_escape_alone_is_a_key_and_a_sequence_in_two_parts_is_a_click() {
    let (tmux, _) = shown().await;
    tmux.bytes(b"\x1b");
    tmux.expect("pressed: Esc").await;
    tmux.bytes(b"\x1b[<0;5");
    tmux.bytes(b";5M\x1b[<0;5;5m");
    tmux.expect("pressed: click (4, 4).").await;
}

#[tokio::test]
async fn a_run_ends_with_its_terminal_even_if_it_ignores_the_signal() {
    for prefix in ["", "trap '' HUP; "] {
        let tmux = Tmux::start(80, 24, &[example()]).await;
        tmux.run(&format!("{prefix}manners")).await;
        tmux.expect("pressed: nothing.").await;
        let program = tmux.program();
        tmux.close();
        ended(program).await;
    }
}

#[tokio::test]
async fn a_terminal_that_takes_nothing_does_not_hold_the_run() {
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
    // What it said last was to leave the terminal: that comes when the terminal wakes up again.
    let shown = Transcript::of(pty).whole().await;
    assert!(shown.ends_with("\x1b[23;0t"), "{:?}", &shown[shown.len().saturating_sub(100)..]);
}
