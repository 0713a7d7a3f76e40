//! The server hands out the terminal client: over plain HTTP, to people who have only `curl`.

use std::fs;
use std::net::SocketAddr;
use std::time::Duration;

use futures::future::join_all;
use harness::home::Home;
use harness::join_options::named;
use harness::live_games::beside_live_games;
use harness::player::Player;
use harness::raw::{self, Response};
use harness::server::{Server, calm};
use harness::time::time_passes;
use harness::wait::in_time;
use sha2::{Digest, Sha256};
use tictactoe_protocol::INVITATION_PATH;
use tictactoe_protocol::invitation::Invitation;
use tictactoe_server::{Downloads, Settings};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const CURL: (&str, &str) = ("user-agent", "curl/8.14.1");

/// More than both systems keep for a client that does not read.
const BYTES: usize = 32 * 1024 * 1024;

const COMMAND: &str = "curl -fo tictactoe http://localhost/get/tictactoe-$(uname -s)-$(uname -m) && chmod +x tictactoe || curl http://localhost/get";

/// Settings with this program for the platform of the tests.
fn handing_out(program: &[u8], settings: Settings) -> Settings {
    let home = Home::new();
    let path = home.path().join("client");
    fs::write(&path, program).expect("a file");
    Settings { downloads: Downloads::from_program(&path).expect("a program"), ..settings }
}

async fn asked(server: &Server, path: &str) -> Response {
    raw::get(server.address(), path, &[CURL]).await
}

/// The path of the only program.
async fn path_of_program(server: &Server) -> String {
    let list = asked(server, "/get").await.body;
    let name = list.lines().find_map(|line| line.strip_prefix("http://localhost/get/"));
    format!("/get/{}", name.unwrap_or_else(|| panic!("no program in {list}")))
}

/// A client that has asked for a program and reads nothing of it but the beginning of the head.
async fn stalled(server: SocketAddr, path: &str) -> (u16, TcpStream) {
    use tokio::io::AsyncWriteExt;
    let mut stream = raw::connect(server).await;
    stream.write_all(raw::head(path, &[]).as_bytes()).await.expect("open");
    let mut line = [0; 12];
    in_time("a response", stream.read_exact(&mut line)).await.expect("a response");
    (String::from_utf8_lossy(&line[9..]).parse().expect("a status"), stream)
}

#[tokio::test]
async fn a_terminal_is_told_who_waits_and_how_to_play_and_a_browser_gets_the_page() {
    let server = Server::with(handing_out(b"the client", calm())).await;
    let _ann = server.waiting_player(named("Ann")).await;
    for agent in ["curl/8.14.1", "Wget/1.25.0", "Mozilla/5.0 (Windows NT 10.0) WindowsPowerShell/5.1.19041.1"]
    {
        let text = raw::get(server.address(), "/", &[("user-agent", agent)]).await;
        assert_eq!((text.status, text.header("content-type")), (200, Some("text/plain; charset=utf-8")));
        for line in ["http://localhost/", "Ann is waiting for an opponent (3x3, 3 in a row).", COMMAND] {
            assert!(text.body.contains(line), "{agent}: {line} in {}", text.body);
        }
        let rows = text.body.lines().filter(|line| line.starts_with("\x1b[38;5;16;48;5;231m"));
        assert!(rows.count() > 10, "a QR code in {}", text.body);
    }
    for (path, agent) in [("/", "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0"), ("/r/kitten", CURL.1)] {
        let page = raw::get(server.address(), path, &[("user-agent", agent)]).await;
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path} {agent}");
    }
}

#[tokio::test]
async fn a_program_is_downloaded_with_the_hash_that_the_list_names() {
    let program: Vec<_> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    let server = Server::with(handing_out(&program, calm())).await;
    let list = asked(&server, "/get").await;
    assert_eq!((list.status, list.header("content-type")), (200, Some("text/plain; charset=utf-8")));
    let hash = Sha256::digest(&program).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let version = Player::greeted(server.address()).await.1.server;
    let details = format!("Linux {}, version {version}, 1200000 bytes\n", std::env::consts::ARCH);
    for told in [&*hash, &*details, COMMAND, "not encrypted", "--path client"] {
        assert!(list.body.contains(told), "{told} in {}", list.body);
    }
    let path = path_of_program(&server).await;
    let head = raw::head(&path, &[("accept-encoding", "gzip")]);
    for request in [&head, &head.replacen("GET", "HEAD", 1)] {
        let response = raw::ask(&mut raw::connect(server.address()).await, request).await;
        let headers = ["content-length", "content-type", "content-disposition", "content-encoding"];
        let told = headers.map(|name| response.header(name));
        let file = Some("attachment; filename=\"tictactoe\"");
        assert_eq!(told, [Some("1200000"), Some("application/octet-stream"), file, None], "{response:?}");
        assert!(request.starts_with("HEAD") || response.bytes == program);
    }
}

#[tokio::test]
async fn only_the_programs_of_the_list_have_a_name() {
    let server = Server::with(handing_out(b"the client", calm())).await;
    for name in ["tictactoe-Plan9-mips", "client", "..%2Fclient", "..%2f..%2fetc%2fpasswd", "%00", "%FF"] {
        let response = asked(&server, &format!("/get/{name}")).await;
        assert!(matches!(response.status, 400 | 404), "{name}: {response:?}");
        assert!(!response.body.contains("the client"), "{name}");
    }
    let unknown = asked(&server, "/get/tictactoe-Plan9-mips").await;
    assert!(unknown.body.contains("/get lists what it has"), "{unknown:?}");
}

#[tokio::test]
async fn a_server_without_programs_says_what_to_do() {
    let server = Server::start().await;
    let list = asked(&server, "/get").await;
    assert_eq!(list.status, 200);
    assert!(list.body.contains("has no program") && list.body.contains("--path client"), "{list:?}");
    let text = asked(&server, "/").await.body;
    assert!(
        text.contains("with the terminal client installed: tictactoe localhost\n") && !text.contains("/get"),
        "{text}"
    );
    assert_eq!(asked(&server, "/get/tictactoe-Linux-x86_64").await.status, 404);
    assert!(!Player::greeted(server.address()).await.1.downloads);
}

#[tokio::test]
async fn clients_learn_that_the_server_hands_out_the_client() {
    let server = Server::with(handing_out(b"the client", calm())).await;
    assert!(Player::greeted(server.address()).await.1.downloads);
    let invitation = raw::get(server.address(), &format!("{INVITATION_PATH}?to=/"), &[]).await;
    let invitation: Invitation = serde_json::from_str(&invitation.body).expect("an invitation");
    assert_eq!(invitation.download.as_deref(), Some(COMMAND));
}

#[tokio::test]
async fn a_client_that_does_not_read_is_cut_off() {
    let mut settings = handing_out(&vec![0; BYTES], calm());
    settings.heartbeat.write = Duration::from_millis(100);
    settings.admission.connections = 1;
    let server = Server::with(settings).await;
    let path = path_of_program(&server).await;
    let place = async {
        loop {
            // The connection for the path may not have ended yet.
            if let (200, stream) = stalled(server.address(), &path).await {
                return stream;
            }
        }
    };
    let idle = in_time("the only place", place).await;
    let next = async { while asked(&server, "/healthz").await.status != 200 {} };
    in_time("the place again", next).await;
    drop(idle);
}

#[tokio::test]
async fn a_download_may_take_minutes() {
    const STEPS: usize = 120;
    let server = Server::with(handing_out(&vec![0; BYTES], calm())).await;
    let path = path_of_program(&server).await;
    let (_, mut slow) = stalled(server.address(), &path).await;
    let mut piece = vec![0; BYTES / STEPS];
    for _ in 0..STEPS - 1 {
        time_passes(Duration::from_secs(1)).await;
        in_time("more of the program", slow.read_exact(&mut piece)).await.expect("more of the program");
    }
    piece.clear();
    in_time("the rest", slow.read_to_end(&mut piece)).await.expect("the rest");
    assert!(piece.len() > BYTES / STEPS, "and some of the head");
}

#[tokio::test]
async fn downloads_disturb_no_game() {
    beside_live_games(handing_out(&vec![0; BYTES], calm()), async |server: &Server| {
        let path = path_of_program(server).await;
        let downloads = (0..16).map(async |_| asked(server, &path).await.bytes.len());
        assert_eq!(join_all(downloads).await, [BYTES; 16]);
    })
    .await;
}
