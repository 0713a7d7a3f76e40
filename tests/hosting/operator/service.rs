//! The systemd unit: it is valid and sandboxed, and the server tells systemd when it is ready and when it stops.

use std::ffi::OsString;
use std::fs;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::process::Command;
use std::time::Duration;

use harness::home::Home;
use harness::program::{Program, ServerProgram, Signal, server};
use harness::wait::{DEADLINE, in_time};
use harness::workspace;
use tempfile::TempDir;
use tictactoe_server::Settings;

/// What `systemd-analyze security` may find at most, times ten: "OK" ends at 4.9.
const MAX_EXPOSURE: &str = "15";

fn unit() -> String {
    fs::read_to_string(workspace().join("server/hosting/tictactoe.service")).unwrap()
}

#[test]
fn the_unit_is_valid_and_sandboxed() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("tictactoe.service");
    let installed = unit().replace("/usr/local/bin/tictactoe-server", server().to_str().unwrap());
    fs::write(&file, installed).unwrap();
    for check in [&["verify", "--man=no"][..], &["security", "--offline=true", "--threshold", MAX_EXPOSURE]] {
        let output = Command::new("systemd-analyze").args(check).arg(&file).output();
        let output = output.expect("systemd-analyze, of the Debian package systemd");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{check:?}: {said}");
    }
}

#[test]
fn systemd_waits_longer_than_the_server_drains() {
    let waits = unit().lines().find_map(|line| line.strip_prefix("TimeoutStopSec=")?.parse().ok());
    assert!(waits.map(Duration::from_secs) > Some(Settings::default().drain), "{waits:?}");
}

#[tokio::test]
async fn systemd_restarts_the_server_except_after_the_exits_that_need_a_person() {
    let value = |key: &str| unit().lines().find_map(|line| line.strip_prefix(key).map(str::to_owned));
    assert_eq!(value("Restart=").as_deref(), Some("on-failure"));
    assert_eq!(value("StartLimitIntervalSec=").as_deref(), Some("0"));
    let codes = value("RestartPreventExitStatus=").expect("codes");
    let help = Program::start(server(), &["--help"]).exit().await.out;
    let (_, exits) = help.split_once("Exit codes:").expect("a table");
    for code in codes.split(' ') {
        let row = exits.lines().find(|line| line.trim_start().starts_with(&format!("{code} ")));
        assert!(row.is_some_and(|row| row.contains("usage") || row.contains("deleted")), "{code}: {exits}");
    }
}

async fn assert_notifies(socket: UnixDatagram, variable: OsString) {
    socket.set_read_timeout(Some(DEADLINE)).unwrap();
    let home = Home::new();
    let variables = [("NOTIFY_SOCKET", variable)];
    let mut running = ServerProgram::start_with(server(), &home, &variables, &[]).await;
    let receive = async || {
        let socket = socket.try_clone().unwrap();
        let received = tokio::task::spawn_blocking(move || {
            let mut message = [0; 64];
            let length = socket.recv(&mut message).expect("a message in time");
            String::from_utf8_lossy(&message[..length]).into_owned()
        });
        in_time("a message", received).await.unwrap()
    };
    assert_eq!(receive().await, "READY=1");
    running.player().await.pong().await;
    running.program.signal(Signal::TERM);
    assert_eq!(receive().await, "STOPPING=1");
    assert_eq!(running.program.exit().await.code, Some(0));
}

#[tokio::test]
async fn systemd_is_told_that_the_server_is_ready_and_that_it_stops() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("notify");
    assert_notifies(UnixDatagram::bind(&path).unwrap(), path.into()).await;
}

#[tokio::test]
async fn the_socket_of_systemd_may_be_abstract() {
    let name = format!("tictactoe-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    assert_notifies(UnixDatagram::bind_addr(&address).unwrap(), format!("@{name}").into()).await;
}
