//! The exit codes of the terminal client, and two lines for each failure.

use std::net::Ipv4Addr;

use harness::program::{Exit, Program, client};
use tokio::net::TcpSocket;

async fn run(flags: &[&str]) -> Exit {
    let mut program = Program::start(client(), flags);
    program.end_of_input();
    program.exit().await
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
