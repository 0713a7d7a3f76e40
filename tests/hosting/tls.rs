//! Encrypted connections: every interface plays over them, a distrusted one is explained, and the certificate is changed
//! without dropping anyone.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use harness::certificates::{Authority, ask};
use harness::home::Home;
use harness::program::{Exit, Program, ServerProgram, client, server};
use harness::raw;
use harness::server::calm;
use harness::terminal::Terminal;
use harness::tmux::Tmux;
use harness::wait::in_time;
use harness::workspace;
use hosting::free_port;
use tictactoe_protocol::{INVITATION_PATH, LISTING_PATH, SOCKET_PATH};
use tictactoe_server::Tls;
use tictactoe_server::startup::{Hosts, Server, Startup, any_port};
use tictactoe_server::store::MemoryStore;
use tokio::io::AsyncWriteExt;
use tokio_util::sync::CancellationToken;

async fn start(flags: &[String], more: &[&str]) -> ServerProgram {
    let flags: Vec<_> = flags.iter().map(String::as_str).chain(more.iter().copied()).collect();
    ServerProgram::start(&flags).await
}

fn link(server: &ServerProgram) -> String {
    format!("https://localhost:{}", server.address.port())
}

async fn play(arguments: &[&str], input: &str) -> Exit {
    let mut program = Program::start(client(), arguments);
    program.type_in(input).await;
    program.end_of_input();
    program.exit().await
}

const PUBLIC: [&str; 2] = ["--public-url", "https://localhost"];

const EVERY_SQUARE: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

#[tokio::test]
async fn every_interface_plays_over_an_encrypted_connection() {
    let authority = Authority::new();
    let server = start(&authority.certify(&["localhost", "127.0.0.1"]), &[]).await;
    let (link, ca) = (link(&server), authority.ca());
    let against = ["--ca", &ca, "--vs", "ai", "--level", "easy"];
    let pipe = play(&[&[&*link][..], &against].concat(), EVERY_SQUARE).await;
    assert!(pipe.code == Some(0) && pipe.out.contains("Score: "), "{pipe:?}");
    let bot = [&[&*link, "--ui", "json", "--mark", "x"][..], &against].concat();
    let bot = play(&bot, "{\"type\":\"leave\"}\n").await;
    assert!(bot.out.contains(r#""type":"welcome""#), "{bot:?}");
    let mut person = Terminal::start(client(), &[&[&*link, "--ui", "text"][..], &against].concat());
    person.answer("1").await;
    person.screen.expect("You played").await;
    let tmux = Tmux::start(160, 24, &[client()]).await;
    tmux.run(&format!("tictactoe {link} {}", against.join(" "))).await;
    tmux.expect("Your turn").await;
    let list = play(&["list", &link, "--ca", &ca, "--json"], "").await;
    assert!(list.out.contains(&format!(r#""address":"{link}""#)), "{list:?}");
    // The socket scheme, an address and the variable do as well.
    let socket = format!("wss://127.0.0.1:{}{SOCKET_PATH}", server.address.port());
    let exit = play(&[&[&*socket][..], &against].concat(), EVERY_SQUARE).await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
}

/// Each interface prints the same two lines, and exits with 3.
async fn assert_distrusted(link: &str, flags: &[&str], words: [&str; 2]) {
    for ui in ["text", "json"] {
        let exit = play(&[&[link, "--ui", ui], flags].concat(), "").await;
        assert_eq!(exit.code, Some(3), "{link}: {exit:?}");
        let lines: Vec<_> = exit.err.lines().collect();
        let [what, hint] = *lines else { panic!("{link}: {exit:?}") };
        assert!(what.contains(words[0]) && hint.contains(words[1]), "{exit:?}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_connection_is_said_with_what_to_do() {
    let authority = Authority::new();
    let ca = authority.ca();
    let trusting = ["--ca", &*ca];

    let server = start(&authority.certify(&["localhost", "games.example.org"]), &[]).await;
    let port = server.address.port();
    let (secure, plain) = (link(&server), format!("http://localhost:{port}"));
    assert_distrusted(&secure, &[], ["an authority that this machine does not trust", "--ca FILE"]).await;
    let by_address = format!("https://127.0.0.1:{port}");
    let names = "its certificate is for localhost, games.example.org.";
    assert_distrusted(&by_address, &trusting, [names, "https://HOST"]).await;
    assert_distrusted(&plain, &trusting, ["only encrypted connections", "tictactoe https://localhost."])
        .await;

    let old = start(&authority.certify_in_the_past(&["localhost"]), &[]).await;
    assert_distrusted(&link(&old), &trusting, ["has expired", "renew"]).await;

    let own = start(&authority.own_pair(), &[]).await;
    assert_distrusted(&link(&own), &trusting, ["CaUsedAsEndEntity", "operator"]).await;

    let open = ServerProgram::start(&[]).await;
    let hint = format!("type tictactoe localhost:{}.", open.address.port());
    assert_distrusted(&link(&open), &trusting, ["it does not use encryption", &hint]).await;

    let mut screen = Terminal::start(client(), &[&secure, "--ui", "text"]);
    screen.screen.expect("does not trust").await;
    assert_eq!(screen.exit().await, Some(3));
}

#[tokio::test]
async fn an_unusable_authority_is_refused_at_once() {
    let folder = Home::new();
    let empty = folder.path().join("empty.pem");
    fs::write(&empty, "").unwrap();
    for file in [folder.path().join("missing.pem"), empty] {
        let exit = play(&["localhost", "--ca", file.to_str().unwrap()], "").await;
        assert_eq!((exit.code, exit.err.lines().count()), (Some(2), 2), "{exit:?}");
        assert!(exit.err.contains("--ca"), "{exit:?}");
    }
}

#[tokio::test]
async fn a_changed_certificate_is_used_for_new_connections_and_drops_no_one() {
    let (before, after) = (Authority::new(), Authority::new());
    let mut server = start(&before.certify(&["localhost"]), &[]).await;
    let link = link(&server);
    let flags =
        |authority: &Authority| [link.clone(), "--ca".into(), authority.ca(), "--vs".into(), "ai".into()];
    let flags = [flags(&before), flags(&after)];
    let [old, new] = flags.each_ref().map(|flags| flags.each_ref().map(String::as_str));
    let mut player = Terminal::start(client(), &[&old[..], &["--ui", "text"]].concat());
    player.answer("1").await;

    fs::write(before.path("cert.pem"), "half of a certifi").unwrap();
    server.program.err.expect("keeping the old one: ").await;
    assert_eq!(play(&old, EVERY_SQUARE).await.code, Some(0), "the old one is kept");

    after.certify_in(&before.path(""), &["localhost"]);
    server.program.err.expect("the certificate has changed").await;
    assert_eq!(play(&new, EVERY_SQUARE).await.code, Some(0));
    assert_eq!(play(&old, EVERY_SQUARE).await.code, Some(3));
    player.answer("board").await;
    player.answer("quit").await;
    let screen = player.screen.whole().await;
    assert!(!screen.to_lowercase().contains("connection"), "{screen}");
}

#[tokio::test]
async fn an_unencrypted_request_is_redirected_and_health_is_told_anyway() {
    let authority = Authority::new();
    let mut server = start(&authority.certify(&["localhost"]), &["--log", "debug"]).await;
    let response = raw::get(server.address, "/r/kitten?a=b", &[]).await;
    assert_eq!(response.status, 307, "{response:?}");
    assert_eq!(response.header("location"), Some("https://localhost/r/kitten?a=b"));
    assert!(response.body.contains("https only"), "{response:?}");
    for path in ["/healthz", "/readyz"] {
        assert_eq!(raw::get(server.address, path, &[]).await.status, 200, "{path}");
    }
    let socket = raw::handshake(server.address, SOCKET_PATH, &[]).await;
    assert_eq!(socket.status, 307, "{socket:?}");
    server.program.err.expect("Unencrypted").await;
    assert!(!server.program.err.so_far().contains("kitten"), "{}", server.program.err.so_far());
}

#[tokio::test]
async fn links_lead_to_the_public_url() {
    let authority = Authority::new();
    let flags = authority.certify(&["localhost", "play.example.org"]);
    let server = start(&flags[..4], &["--public-url", "https://play.example.org/"]).await;
    let port = server.address.port();
    let mut stream = authority.connect(server.address, "localhost").await;
    let host = format!("localhost:{port}");
    let path = format!("{INVITATION_PATH}?to=/r/kitten");
    let response = ask(&mut stream, &raw::head(&path, &[("host", &host), ("connection", "close")])).await;
    assert_eq!(response.status, 200, "{response:?}");
    let invitation: serde_json::Value = serde_json::from_str(&response.body).expect("JSON");
    assert_eq!(invitation["url"], "https://play.example.org/r/kitten");
    let printed = format!("listening on wss://localhost:{port}/ws\nlistening on wss://play.example.org/ws\n");
    assert_eq!(server.program.out.so_far(), printed);
}

#[tokio::test]
async fn a_server_without_a_usable_certificate_or_link_does_not_start() {
    let (authority, other) = (Authority::new(), Authority::new());
    let [_, certificate, _, key, ..] = authority.certify(&["*.example.org"]);
    let [_, _, _, other_key, ..] = other.certify(&["localhost"]);
    for (certificate, key, says) in [
        (&*certificate, &*other_key, "cannot be used together"),
        (&certificate, &certificate, "has no private key"),
        (&key, &key, "has no certificate"),
        ("missing.pem", &key, "cannot read missing.pem"),
    ] {
        let flags = ["--local", "--port", "0", "--ephemeral", "--tls-cert", certificate, "--tls-key", key];
        let flags = [&flags[..], &PUBLIC].concat();
        let exit = Program::start(server(), &flags).exit().await;
        assert_eq!((exit.code, &*exit.out), (Some(1), ""), "{exit:?}");
        let (what, advice) = exit.err.trim_end().split_once('\n').expect("two lines");
        assert!(what.contains(says) && advice.contains("--tls-cert FILE"), "{says}: {exit:?}");
        assert!(!advice.contains('\n'), "{exit:?}");
    }
    let unnamed = ["--tls-cert", &certificate, "--tls-key", &key];
    for (flags, missing) in [(&unnamed[..2], "--tls-key <FILE>"), (&unnamed, "--public-url <URL>")] {
        let exit = Program::start(server(), flags).exit().await;
        assert!(exit.code == Some(2) && exit.err.contains(missing), "{exit:?}");
    }
    let plain = ["--tls-cert", &certificate, "--tls-key", &key, "--public-url", "http://games.example.org"];
    let exit = Program::start(server(), &plain).exit().await;
    assert!(
        exit.code == Some(2) && exit.err.contains("certificate needs an https:// --public-url"),
        "{exit:?}"
    );
    for url in ["games.example.org", "ftp://games.example.org", "https://games.example.org/play", "https://"]
    {
        let exit = Program::start(server(), &["--public-url", url]).exit().await;
        assert!(exit.code == Some(2) && exit.err.contains("https://games.example.org"), "{url}: {exit:?}");
    }
}

#[tokio::test]
async fn a_server_whose_certificate_will_be_refused_says_so_and_runs() {
    let authority = Authority::new();
    start_named(&authority.certify_in_the_past(&["localhost"]), "clients refuse the certificate").await;
    let other =
        [&authority.certify(&["localhost"])[..4], &["--public-url".into(), "https://example.org".into()]];
    start_named(&other.concat(), "the certificate is not for https://example.org").await;
}

/// Starts a server, which warns with these words and answers.
async fn start_named(flags: &[String], warning: &str) -> Program {
    let port = free_port().await;
    let port_flags = ["--local", "--ephemeral", "--port", &port.to_string()].map(str::to_owned);
    let flags: Vec<_> = port_flags.iter().chain(flags).map(String::as_str).collect();
    let mut program = Program::start(server(), &flags);
    program.err.expect(warning).await;
    program
}

#[tokio::test]
async fn an_authority_as_certificate_is_named_with_the_command_that_makes_a_right_one() {
    let mut warned = start_named(&Authority::new().own_pair(), "marked as an authority").await;
    warned.err.expect("-out cert.pem").await;
    let said = warned.err.so_far().replace("mybox.local", "localhost");
    let command = said.lines().find_map(|line| line.split_once("openssl ")).expect("a command").1;
    let folder = Home::new();
    let script = format!("cd {} && openssl {command}", folder.path().display());
    let exit = Program::start(Path::new("sh"), &["-c", &script]).exit().await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let [certificate, key] =
        ["cert.pem", "key.pem"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let server = start(&["--tls-cert".into(), certificate.clone(), "--tls-key".into(), key], &PUBLIC).await;
    let flags = [&*link(&server), "--ca", &certificate, "--vs", "ai", "--level", "easy"];
    let exit = play(&flags, EVERY_SQUARE).await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
}

/// The commands of the documents, as they are printed.
#[tokio::test]
async fn a_private_authority_is_made_as_printed() {
    let folder = Home::new();
    let guide = fs::read_to_string(workspace().join("server/hosting/network.md")).unwrap();
    let commands: Vec<_> = guide.lines().filter(|line| line.starts_with("openssl ")).collect();
    assert_eq!(commands.len(), 3);
    let script = format!("cd {}\n{}", folder.path().display(), commands.join("\n"));
    let exit = Program::start(Path::new("sh"), &["-e", "-c", &script]).exit().await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let [ca, certificate, key] =
        ["ca.pem", "cert.pem", "key.pem"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let server = start(&["--tls-cert".into(), certificate, "--tls-key".into(), key], &PUBLIC).await;
    assert!(!server.program.err.so_far().contains("refuse"), "{}", server.program.err.so_far());
    let flags = [&*link(&server), "--ca", &ca, "--vs", "ai", "--level", "easy"];
    let exit = play(&flags, EVERY_SQUARE).await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
}

#[tokio::test]
async fn the_public_url_is_accepted_as_host_and_origin() {
    let server = ServerProgram::start(&["--public-url", "https://games.example.org"]).await;
    let ours = ("origin", "https://games.example.org");
    for headers in [[("host", "games.example.org"), ours], [("host", "localhost"), ours]] {
        assert_eq!(raw::get(server.address, "/", &headers).await.status, 200, "{headers:?}");
    }
    let foreign = [("host", "games.example.org"), ("origin", "https://example.org")];
    assert_eq!(raw::get(server.address, LISTING_PATH, &foreign).await.status, 403);
}

#[tokio::test]
async fn slow_handshakes_cost_what_slow_heads_cost() {
    let authority = Authority::new();
    let [_, certificate, _, key, ..] = authority.certify(&["localhost"]);
    let tls = Tls::open(certificate.into(), key.into()).unwrap();
    let mut settings = calm();
    settings.heartbeat.head = Duration::from_millis(300);
    settings.admission.connections = 2;
    let stop = CancellationToken::new();
    let _stopped_at_the_end = stop.clone().drop_guard();
    let (hosts, ports, announced) = (Hosts::loopback(), any_port(), None);
    let startup = Startup { hosts, ports, tls: Some(tls), announced, settings, ..Startup::default() };
    let server = Server::start(startup, Arc::new(MemoryStore::new()), stop).await.unwrap();
    let address = server.bound()[0];
    tokio::spawn(server.run());
    // Half of a handshake, and none at all.
    let mut slow = [raw::connect(address).await, raw::connect(address).await];
    slow[0].write_all(&[22, 3, 1]).await.unwrap();
    let mut third = authority.connect(address, "localhost").await;
    let refused = ask(&mut third, &raw::head("/", &[])).await;
    assert_eq!(refused.status, 503, "a refusal is encrypted too: {refused:?}");
    for stream in &mut slow {
        raw::rest(stream).await;
    }
    let opened = async {
        loop {
            let mut stream = authority.connect(address, "localhost").await;
            let request = raw::head("/", &[("connection", "close")]);
            if ask(&mut stream, &request).await.status == 200 {
                return;
            }
        }
    };
    in_time("a place", opened).await;
}
