//! A server behind Caddy or nginx, configured by the files in `server/hosting`.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::kill_process_group;
use tictactoe_protocol::SOCKET_PATH;
use tokio::net::TcpListener;

use harness::certificates::{Authority, ask};
use harness::home::Home;
use harness::nats_server::executable;
use harness::program::{Program, ServerProgram, Signal, client, server};
use harness::raw::{self, UPGRADE};
use harness::terminal::Terminal;
use harness::wait::in_time;
use harness::workspace;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Caddy,
    Nginx,
}

impl Kind {
    /// What it says when it listens.
    const fn listens(self) -> &'static str {
        match self {
            Self::Caddy => "serving initial configuration",
            Self::Nginx => "start worker processes",
        }
    }
}

/// A proxy with a certificate for localhost, and the server behind it.
pub struct Hosted {
    pub kind: Kind,
    pub authority: Authority,
    pub address: SocketAddr,
    /// The configuration of the proxy.
    file: PathBuf,
    proxy: Program,
    pub server: ServerProgram,
    data: Home,
}

const NEEDED: &str = "tests/run installs Caddy and nginx.";

/// How often another program may take a port before the proxy listens on it.
const ATTEMPTS: usize = 5;

pub async fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .expect("a free port")
        .local_addr()
        .expect("its address")
        .port()
}

impl Drop for Hosted {
    fn drop(&mut self) {
        if self.kind == Kind::Nginx && self.proxy.is_running() {
            let _ = kill_process_group(self.proxy.pid(), Signal::KILL);
        }
    }
}

impl Hosted {
    pub async fn start(kind: Kind, flags: &[&str]) -> Self {
        let mut said = String::new();
        for _ in 0..ATTEMPTS {
            let mut hosted = Self::on_port(free_port().await, kind, flags).await;
            if hosted.proxy.err.find_any(&[kind.listens()]).await.is_some() {
                return hosted;
            }
            said = hosted.proxy.err.so_far();
        }
        panic!("{kind:?} does not start: {said}")
    }

    /// The proxy may end, because it does not get the port.
    async fn on_port(port: u16, kind: Kind, flags: &[&str]) -> Self {
        let (authority, data) = (Authority::new(), Home::new());
        authority.certify(&["localhost"]);
        let public = format!("https://localhost:{port}");
        let hosted = ["--trusted-proxy", "127.0.0.1,::1", "--public-url", &public];
        let server = ServerProgram::start_in(&data, &[&hosted, flags].concat()).await;
        let file = authority.path("proxy.conf");
        fs::write(&file, configuration(kind, &authority, port, server.address, free_port().await))
            .expect("a file");
        let proxy = start(kind, &file);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Self { kind, authority, address, file, proxy, server, data }
    }

    pub fn link(&self) -> String {
        format!("https://localhost:{}", self.address.port())
    }

    /// A person who plays the computer, and has made a move.
    pub async fn player(&self) -> Terminal {
        let flags = ["--ui", "text", "--vs", "ai", "--level", "casual", "--mark", "x", "--game", "5x5 4"];
        let mut player =
            Terminal::start(client(), &[&[&*self.link(), "--ca", &self.authority.ca()][..], &flags].concat());
        player.answer("a1").await;
        player.screen.expect("Your turn").await;
        player
    }

    /// Loads the configuration again, with another certificate, and waits until new connections get it.
    pub async fn reload(&self) {
        let before = self.certificate().await;
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
        let changed = async { while self.certificate().await == before {} };
        in_time("the new certificate", changed).await;
    }

    /// What a new connection is shown.
    async fn certificate(&self) -> Vec<u8> {
        let stream = self.authority.connect(self.address, "localhost").await;
        let chain = stream.get_ref().1.peer_certificates().expect("certificates");
        chain.first().expect("a certificate").to_vec()
    }

    pub async fn restart_server(&mut self, flags: &[&str]) {
        self.server.program.signal(Signal::KILL);
        self.server.program.exit().await;
        let port = self.server.address.port().to_string();
        let public = self.link();
        let hosted =
            ["--local", "--port", &port, "--trusted-proxy", "127.0.0.1,::1", "--public-url", &public];
        let program = Program::start_in(&self.data, server(), &[&hosted, flags].concat());
        self.server = ServerProgram::listening(program).await;
    }

    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> raw::Response {
        let host = format!("localhost:{}", self.address.port());
        let own = [("host", &*host), ("connection", "close")];
        let mut stream = self.authority.connect(self.address, "localhost").await;
        ask(&mut stream, &raw::head(path, &[&own, headers].concat())).await
    }

    /// The status of an upgrade, and the connection.
    pub async fn open(&self, headers: &[(&str, &str)]) -> (u16, impl Sized + use<>) {
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
    match kind {
        Kind::Caddy => for_caddy(&file, authority, port),
        Kind::Nginx => {
            let [certificate, key, folder] = ["cert.pem", "key.pem", ""].map(|name| authority.file(name));
            let live = "/etc/letsencrypt/live/games.example.org";
            let site = file
                .replace(&format!("{live}/fullchain.pem"), &certificate)
                .replace(&format!("{live}/privkey.pem"), &key)
                .replace("games.example.org", "localhost")
                .replace("443 ssl", &format!("{port} ssl"))
                .replace("listen 80", &format!("listen {other_port}"))
                .replace("[::]:80", &format!("[::]:{other_port}"));
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
            let paths = paths
                .iter()
                .map(|name| format!("{name}_temp_path {folder}{name};\n"))
                .collect::<Vec<_>>()
                .concat();
            format!(
                "daemon off;\nworker_shutdown_timeout 1s;\npid {folder}nginx.pid;\nerror_log stderr notice;\nevents {{}}\nhttp {{\naccess_log off;\n{paths}{site}}}\n"
            )
        }
    }
}

fn for_caddy(file: &str, authority: &Authority, port: u16) -> String {
    let [certificate, key, folder] = ["cert.pem", "key.pem", ""].map(|name| authority.file(name));
    let site = format!("localhost:{port} {{\n\ttls {certificate} {key}");
    let options = format!("{{\n\tadmin unix/{folder}admin.sock\n\tauto_https disable_redirects\n}}\n");
    options + &file.replace("games.example.org {", &site)
}

/// Three servers that share their matches behind Caddy, configured by `several.Caddyfile`.
pub struct Several {
    pub servers: Vec<ServerProgram>,
    authority: Authority,
    port: u16,
    _proxy: Program,
    _nats: Program,
    _stream: Home,
}

impl Several {
    pub async fn start() -> Self {
        let stream = Home::new();
        let directory = stream.path().to_str().expect("a path that is text");
        let storage = ["--jetstream", "--store_dir", directory];
        let mut nats =
            Program::start(&executable(), &[&["--addr", "127.0.0.1", "--port", "-1"], &storage[..]].concat());
        nats.err.expect("Listening for client connections on ").await;
        let address = nats.err.expect("\n").await;
        let nats_url = format!("nats://{}", address.trim());
        for _ in 0..ATTEMPTS {
            let (authority, port) = (Authority::new(), free_port().await);
            authority.certify(&["localhost"]);
            let public = format!("https://localhost:{port}");
            let shared = ["--nats", &nats_url, "--nats-replicas", "1", "--public-url", &public];
            let flags = [&shared[..], &["--trusted-proxy", "127.0.0.1,::1"]].concat();
            let (one, two, three) = tokio::join!(
                ServerProgram::start(&flags),
                ServerProgram::start(&flags),
                ServerProgram::start(&flags)
            );
            let servers = vec![one, two, three];
            let hosting = workspace().join("server/hosting/several.Caddyfile");
            let mut site = fs::read_to_string(hosting).expect("the file");
            for (number, server) in servers.iter().enumerate() {
                site = site.replace(&format!("192.168.1.1{}:7878", number + 1), &server.address.to_string());
            }
            let file = authority.path("proxy.conf");
            fs::write(&file, for_caddy(&site, &authority, port)).expect("a file");
            let mut proxy = start(Kind::Caddy, &file);
            if proxy.err.find_any(&[Kind::Caddy.listens()]).await.is_some() {
                return Self { servers, authority, port, _proxy: proxy, _nats: nats, _stream: stream };
            }
        }
        panic!("Caddy does not start")
    }

    /// A person in this room.
    pub fn person(&self, room: &str, mark: &str) -> Terminal {
        let (link, ca) = (format!("https://localhost:{}", self.port), self.authority.ca());
        let flags = ["--ui", "text", "--room", room, "--mark", mark, "--game", "5x5 4"];
        Terminal::start(client(), &[&[&*link, "--ca", &ca][..], &flags].concat())
    }
}

fn start(kind: Kind, file: &Path) -> Program {
    let file = file.to_str().expect("a path that is text");
    let (program, arguments) = match kind {
        Kind::Caddy => ("caddy", &["run", "--adapter", "caddyfile", "--config", file][..]),
        // In a group of its own with its workers, which do not end when it is killed.
        Kind::Nginx => ("setsid", &["nginx", "-c", file][..]),
    };
    let asked = if kind == Kind::Caddy { ["caddy", "version"] } else { ["nginx", "-v"] };
    let found = Command::new(asked[0]).arg(asked[1]).output();
    assert!(found.is_ok(), "{} is missing. {NEEDED}", asked[0]);
    Program::start(Path::new(program), arguments)
}
