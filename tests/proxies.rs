//! The server behind Caddy and behind nginx, with the files in `server/hosting`: page, WebSocket, the addresses of
//! clients, hosts and origins, links; and games that go on when the proxy reloads, its certificate changes, or the server
//! restarts.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

use tictactoe_protocol::{INVITATION_PATH, SOCKET_PATH};
use tictactoe_tests::certificates::{Authority, ask};
use tictactoe_tests::home::Home;
use tictactoe_tests::paths::workspace;
use tictactoe_tests::program::{Program, ServerProgram, Signal, client, server};
use tictactoe_tests::raw::{self, UPGRADE, address_on_the_network};
use tictactoe_tests::terminal::Terminal;
use tictactoe_tests::wait::in_time;
use tokio::net::{TcpListener, TcpStream};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Caddy,
    Nginx,
}

/// A proxy with a certificate for localhost, and the server behind it.
struct Hosted {
    kind: Kind,
    authority: Authority,
    address: SocketAddr,
    /// The configuration of the proxy.
    file: PathBuf,
    proxy: Program,
    server: ServerProgram,
    data: Home,
}

const NEEDED: &str = "tests/run installs Caddy and nginx.";

/// The proxy listens on it next.
async fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .expect("a free port")
        .local_addr()
        .expect("its address")
        .port()
}

impl Hosted {
    async fn start(kind: Kind, flags: &[&str]) -> Self {
        let authority = Authority::new();
        authority.certify(&["localhost"]);
        let (port, data) = (free_port().await, Home::new());
        let public = format!("https://localhost:{port}");
        let hosted = ["--trusted-proxy", "127.0.0.1,::1", "--public-url", &public];
        let server = ServerProgram::start_in(&data, &[&hosted, flags].concat()).await;
        let file = authority.path("proxy.conf");
        fs::write(&file, configuration(kind, &authority, port, server.address, free_port().await))
            .expect("a file");
        let proxy = start(kind, &file);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listening = async {
            while TcpStream::connect(address).await.is_err() {
                tokio::task::yield_now().await
            }
        };
        in_time("the proxy", listening).await;
        Self { kind, authority, address, file, proxy, server, data }
    }

    fn link(&self) -> String {
        format!("https://localhost:{}", self.address.port())
    }

    /// A person who plays the computer, and has made a move.
    async fn player(&self) -> Terminal {
        let flags = ["--ui", "text", "--vs", "ai", "--level", "casual", "--mark", "x", "--game", "5x5 4"];
        let mut player =
            Terminal::start(client(), &[&[&*self.link(), "--ca", &self.authority.ca()][..], &flags].concat());
        player.answer("a1").await;
        player.screen.expect("Your turn").await;
        player
    }

    /// Loads the configuration again, with another certificate.
    async fn reload(&self) {
        self.authority.certify(&["localhost"]);
        match self.kind {
            Kind::Caddy => {
                let file = self.file.to_str().expect("a path that is text");
                let exit = Program::start(
                    Path::new("caddy"),
                    &["reload", "--adapter", "caddyfile", "--config", file, "--force"],
                );
                let exit = { exit }.exit().await;
                assert_eq!(exit.code, Some(0), "{exit:?}");
            }
            Kind::Nginx => self.proxy.signal(Signal::HUP),
        }
    }

    async fn restart_server(&mut self, flags: &[&str]) {
        self.server.program.signal(Signal::KILL);
        self.server.program.exit().await;
        let port = self.server.address.port().to_string();
        let public = self.link();
        let hosted =
            ["--local", "--port", &port, "--trusted-proxy", "127.0.0.1,::1", "--public-url", &public];
        let program = Program::start_in(&self.data, server(), &[&hosted, flags].concat());
        self.server = ServerProgram::listening(program).await;
    }

    async fn get(&self, path: &str, headers: &[(&str, &str)]) -> raw::Response {
        let host = format!("localhost:{}", self.address.port());
        let own = [("host", &*host), ("connection", "close")];
        let mut stream = self.authority.connect(self.address, "localhost").await;
        ask(&mut stream, &raw::head(path, &[&own, headers].concat())).await
    }

    /// The status of an upgrade, and the connection.
    async fn open(&self, headers: &[(&str, &str)]) -> (u16, impl Sized + use<>) {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let host = format!("localhost:{}", self.address.port());
        let request = raw::head(SOCKET_PATH, &[UPGRADE, &[("host", &*host)], headers].concat());
        let mut stream = self.authority.connect(self.address, "localhost").await;
        stream.write_all(request.as_bytes()).await.expect("an open connection");
        let mut line = [0; 12];
        in_time("a response", stream.read_exact(&mut line)).await.expect("a response");
        let status = String::from_utf8_lossy(&line[9..]).parse().expect("a status");
        (status, stream)
    }
}

/// The file in the repository with the ports, paths and names of this test.
fn configuration(
    kind: Kind,
    authority: &Authority,
    port: u16,
    server: SocketAddr,
    other_port: u16,
) -> String {
    let name = match kind {
        Kind::Caddy => "Caddyfile",
        Kind::Nginx => "nginx.conf",
    };
    let file = fs::read_to_string(workspace().join("server/hosting").join(name)).expect("the file");
    let file = file.replace("127.0.0.1:7878", &server.to_string());
    let [certificate, key, folder] = ["cert.pem", "key.pem", ""].map(|name| authority.file(name));
    match kind {
        Kind::Caddy => {
            let site = format!("localhost:{port} {{\n\ttls {certificate} {key}");
            let options =
                format!("{{\n\tadmin unix/{folder}admin.sock\n\tauto_https disable_redirects\n}}\n");
            options + &file.replace("games.example.org {", &site)
        }
        Kind::Nginx => {
            let live = "/etc/letsencrypt/live/games.example.org";
            let site = file
                .replace(&format!("{live}/fullchain.pem"), &certificate)
                .replace(&format!("{live}/privkey.pem"), &key)
                .replace("games.example.org", "localhost")
                .replace("443 ssl", &format!("{port} ssl"))
                .replace("listen 80", &format!("listen {other_port}"))
                .replace("[::]:80", &format!("[::]:{other_port}"));
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
            let paths: String =
                paths.iter().map(|name| format!("{name}_temp_path {folder}{name};\n")).collect();
            format!(
                "daemon off;\npid {folder}nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{site}}}\n"
            )
        }
    }
}

fn start(kind: Kind, file: &Path) -> Program {
    let file = file.to_str().expect("a path that is text");
    let (program, arguments) = match kind {
        Kind::Caddy => ("caddy", &["run", "--adapter", "caddyfile", "--config", file][..]),
        Kind::Nginx => ("nginx", &["-c", file][..]),
    };
    let found = Command::new(program).arg(if kind == Kind::Caddy { "version" } else { "-v" }).output();
    assert!(found.is_ok(), "{program} is missing. {NEEDED}");
    Program::start(Path::new(program), arguments)
}

async fn assert_served(kind: Kind) {
    let mut hosted = Hosted::start(kind, &["--max-per-address", "3"]).await;
    let page = hosted.get("/", &[]).await;
    assert!(page.status == 200 && page.body.contains("<script"), "{page:?}");
    let link = hosted.link();
    let invitation = hosted.get(&format!("{INVITATION_PATH}?to=/r/kitten&scheme=https"), &[]).await;
    assert!(invitation.body.contains(&format!(r#""url":"{link}/r/kitten""#)), "{invitation:?}");

    let own = [("origin", &*link)];
    let (status, first) = hosted.open(&own).await;
    assert_eq!(status, 101);
    let foreign = hosted.open(&[("origin", "https://example.org")]).await;
    assert_eq!(foreign.0, 403);
    let more = [hosted.open(&own).await, hosted.open(&own).await];
    assert_eq!(more.each_ref().map(|(status, _)| *status), [101; 2]);
    assert_eq!(hosted.open(&own).await.0, 429);
    drop(first);
    let let_in = async { while hosted.open(&own).await.0 != 101 {} };
    in_time("a place", let_in).await;
    // Another client has places of its own, and no more by saying that it is many.
    let Some(network) = address_on_the_network() else { return };
    hosted.address.set_ip(network);
    let mut others = Vec::new();
    for forwarded in ["203.0.113.1", "203.0.113.2", "203.0.113.3"] {
        let (status, other) = hosted.open(&[("x-forwarded-for", forwarded)]).await;
        assert_eq!(status, 101);
        others.push(other);
    }
    assert_eq!(hosted.open(&[("x-forwarded-for", "203.0.113.4")]).await.0, 429);
}

/// A person and a bot play on while the proxy reloads with another certificate, and while the server restarts.
async fn assert_games_go_on(kind: Kind) {
    let mut hosted = Hosted::start(kind, &[]).await;
    let (link, ca) = (hosted.link(), hosted.authority.ca());
    let mut person = hosted.player().await;
    let mut bot = Program::start(
        client(),
        &[&link, "--ca", &ca, "--ui", "json", "--vs", "ai", "--mark", "x", "--game", "5x5 4"],
    );
    bot.out.expect(r#""type":"state""#).await;
    hosted.reload().await;
    play(&mut person, "e1").await;
    hosted.restart_server(&[]).await;
    play(&mut person, "e5").await;
    loop {
        bot.type_in("{\"type\":\"move\",\"cell\":0}\n").await;
        // After a loss it plays again what it is shown; a move that has arrived changes nothing then.
        let said = bot.out.expect_any(&[r#""ply":2"#, r#""type":"state""#]).await;
        if said.contains(r#""ply":2"#) {
            return;
        }
    }
}

/// Types a square, again after a lost connection.
async fn play(person: &mut Terminal, square: &str) {
    let played = format!("You played {square}");
    loop {
        person.type_in(&format!("{square}\n")).await;
        let said = person.screen.expect_any(&[&played, "Wait until it is back"]).await;
        if said.ends_with(&played) {
            return;
        }
        person.screen.expect("Back in the match").await;
    }
}

#[tokio::test]
async fn a_server_behind_caddy_is_served_as_without() {
    assert_served(Kind::Caddy).await;
}

#[tokio::test]
async fn a_server_behind_nginx_is_served_as_without() {
    assert_served(Kind::Nginx).await;
}

#[tokio::test]
async fn games_behind_caddy_go_on_after_a_reload_a_new_certificate_and_a_restart() {
    assert_games_go_on(Kind::Caddy).await;
}

#[tokio::test]
async fn games_behind_nginx_go_on_after_a_reload_a_new_certificate_and_a_restart() {
    assert_games_go_on(Kind::Nginx).await;
}
