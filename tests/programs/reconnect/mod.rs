//! The terminal client reconnects: after a cut, a restart of the server, and after being killed. Real binaries and
//! sockets, with a proxy that cuts connections.
//!
//! * `lost`: connections that are lost.
//! * `killed`: clients that are killed, and the seats that they save.
//! * `json`: the same with the JSON UI.

mod json;
mod killed;
mod lost;

use std::net::{Ipv4Addr, SocketAddr};

use harness::home::Home;
use harness::program::{Program, Signal, client};
use tokio::net::TcpListener;

pub(crate) fn at(address: &str, home: &Home, flags: &[&str]) -> Program {
    Program::start_in(home, client(), &[&[address], flags].concat())
}

pub(crate) const ANN: &[&str] = &["--name", "Ann", "--mark", "X"];
pub(crate) const BOB: &[&str] = &["--name", "Bob", "--mark", "O"];

/// Two clients over pipes that were paired and know whose turn it is.
pub(crate) async fn two_at(address: &str, homes: &[Home; 2]) -> [Program; 2] {
    let mut ann = at(address, &homes[0], ANN);
    ann.out.expect_line("waiting").await;
    let mut bob = at(address, &homes[1], BOB);
    ann.out.expect_line("turn who=you").await;
    bob.out.expect_line("turn who=them").await;
    [ann, bob]
}

pub(crate) fn homes() -> [Home; 2] {
    [Home::new(), Home::new()]
}

pub(crate) const SQUARES: [u8; 5] = [5, 2, 1, 3, 9];

pub(crate) fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let value = line.split_whitespace().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    value.unwrap_or_else(|| panic!("no {key} in {line:?}"))
}

/// A free address at which a server can be started twice.
pub(crate) async fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    listener.local_addr().expect("a bound socket has an address")
}

pub(crate) async fn kill(mut program: Program) {
    program.signal(Signal::KILL);
    assert_eq!(program.exit().await.code, None);
}

pub(crate) async fn assert_played_out(players: [Program; 2]) {
    for (mut player, result) in players.into_iter().zip(["won", "lost"]) {
        let exit = player.exit().await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{exit:?}");
        let over: Vec<_> = exit.out.lines().filter(|line| line.starts_with("over ")).collect();
        assert_eq!(over.len(), 1, "{exit:?}");
        assert_eq!((value(over[0], "result"), value(over[0], "lines")), (result, "1-5-9"), "{exit:?}");
        for (ply, square) in (1..).zip(SQUARES) {
            let told = format!("cell={square} ply={ply}\n");
            assert!(exit.out.contains(&told), "{told}{exit:?}");
        }
    }
}
