//! Tickets are issued, shown, mistyped and misplaced in every way. Nothing that others can receive or read contains
//! a part of one.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use harness::fake::{FakeServer, state, welcome};
use harness::home::Home;
use harness::player::Player;
use harness::program::{Program, ServerProgram, Signal, client, server};
use harness::raw;
use harness::secrets::{Secrets, misplaced};
use harness::terminal::Terminal;
use harness::wait::in_time;
use serde_json::{Value, json};
use tictactoe_protocol::SOCKET_PATH;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

struct Traffic {
    address: SocketAddr,
    clients: Vec<Player>,
    answers: Vec<String>,
}

/// HTTP paths with and without a ticket or its match.
const PATHS: &str = "/ /r/kitten /watch/MATCH /page/script.js /bots /schema.json /healthz /readyz /nowhere /ws /api/matches
     /api/matches/MATCH /api/invitation?to=/watch/MATCH /TICKET /?TICKET /ws?ticket=TICKET /ws/TICKET /r/TICKET
     /watch/TICKET /api/matches/TICKET /api/invitation?to=/r/TICKET
     /api/invitation?to=/watch/TICKET&scheme=TICKET";

/// Header fields that may have a ticket.
const FIELDS: &str =
    "x-ticket authorization cookie referer sec-websocket-protocol sec-websocket-key x-forwarded-for
     expect upgrade";

impl Traffic {
    fn new(address: SocketAddr) -> Self {
        Self { address, clients: Vec::new(), answers: Vec::new() }
    }

    async fn client(&self) -> Player {
        Player::recording(self.address).await
    }

    /// Two players meet, play, offer a rematch and have a spectator. One of them reconnects.
    async fn two_people(&mut self) {
        let (mut ann, mut bob, mut eve) = (self.client().await, self.client().await, self.client().await);
        ann.send(r#"{"type":"join","name":"Ann","mark":"X","opponent":"human","id":1}"#).await;
        ann.receive("waiting").await;
        bob.send(r#"{"type":"join","name":"Bob","mark":"O","opponent":"human"}"#).await;
        bob.receive("state").await;
        let state = ann.receive("state").await;
        eve.exchange(&format!(r#"{{"type":"watch","match":{}}}"#, state["match"])).await;
        for cell in [4, 0, 4, 99] {
            let mover = if cell == 0 { &mut bob } else { &mut ann };
            mover.exchange(&format!(r#"{{"type":"move","cell":{cell},"id":2}}"#)).await;
        }
        let mut again = self.client().await;
        again.exchange(&format!(r#"{{"type":"resume","ticket":"{}"}}"#, ann.ticket().reveal())).await;
        ann.receive("nothing more").await;
        again.exchange(r#"{"type":"resign"}"#).await;
        bob.exchange(r#"{"type":"rematch"}"#).await;
        again.exchange(r#"{"type":"rematch"}"#).await;
        again.exchange(r#"{"type":"leave"}"#).await;
        again.exchange(&format!(r#"{{"type":"resume","ticket":"{}"}}"#, ann.ticket().reveal())).await;
        for client in [&mut bob, &mut eve] {
            client.sync().await;
        }
        self.clients.extend([ann, bob, eve, again]);
    }

    async fn the_computer(&mut self) {
        let mut ann = self.client().await;
        ann.send(r#"{"type":"join","opponent":"ai","mark":"X"}"#).await;
        ann.receive("state").await;
        ann.send(r#"{"type":"hint"}"#).await;
        ann.receive("hint").await;
        ann.exchange(r#"{"type":"move","cell":4}"#).await;
        ann.exchange(r#"{"type":"resign"}"#).await;
        ann.send(r#"{"type":"review"}"#).await;
        ann.receive("review").await;
        self.clients.push(ann);
    }

    /// Ann opens an arena and ends it when Bob has come.
    async fn an_arena(&mut self) {
        let (mut ann, mut bob) = (self.client().await, self.client().await);
        ann.send(r#"{"type":"join","name":"Ann","arena":"class"}"#).await;
        let place = ann.receive("waiting").await["place"].clone();
        bob.exchange(r#"{"type":"join","name":"Bob","arena":"class"}"#).await;
        let manage = json!({"type": "manage_arena", "arena": "class", "place": place, "change": "end"});
        ann.exchange(&manage.to_string()).await;
        bob.exchange(r#"{"type":"standings","arena":"class"}"#).await;
        self.clients.extend([ann, bob]);
    }

    /// Sends every malformed or misplaced use of this ticket, each on its own connection.
    async fn misplace(&mut self, ticket: &str) {
        let long = format!(r#"{{"type":"resume","ticket":"{ticket}","x":"{}"}}"#, "x".repeat(5000));
        let frames = misplaced(ticket).map(Message::text);
        let odd = [
            Message::text(long.clone()),
            Message::text(long.repeat(15)),
            Message::binary(ticket.as_bytes().to_vec()),
            Message::Ping(ticket.as_bytes().to_vec().into()),
            Message::Close(Some(CloseFrame { code: 1000.into(), reason: ticket.into() })),
        ];
        for message in frames.chain(odd) {
            let mut client = self.client().await;
            client.send_raw(message).await;
            client.sync().await;
            self.clients.push(client);
        }
        let mut client = self.client().await;
        let broken = [&[0xff], ticket.as_bytes()].concat();
        client.send_bytes(&raw::frame(raw::Opcode::Text, true, &broken)).await;
        client.receive("nothing more").await;
        self.clients.push(client);
    }

    /// Sends HTTP requests with the ticket wherever a user could put it by mistake.
    async fn ask_for(&mut self, ticket: &str) {
        let of = ticket.split_once('.').expect("a match and a secret").0;
        for path in PATHS.split_whitespace() {
            let path = path.replace("MATCH", of).replace("TICKET", ticket);
            self.answer(&raw::head(&path, &[("connection", "close")])).await;
            self.answer(&raw::head(&path, raw::UPGRADE)).await;
        }
        for field in FIELDS.split_whitespace() {
            self.answer(&raw::head("/", &[(field, ticket), ("connection", "close")])).await;
            self.answer(&raw::head(SOCKET_PATH, &[raw::UPGRADE, &[(field, ticket)]].concat())).await;
        }
        for wrong in ["{} / HTTP/1.1", "GET / {}", "{}", "GET /{} HTTP/9\r\n{}"] {
            self.answer(&(wrong.replace("{}", ticket) + "\r\n\r\n")).await;
        }
    }

    async fn answer(&mut self, request: &str) {
        let mut stream = raw::connect(self.address).await;
        in_time("a request to be sent", stream.write_all(request.as_bytes())).await.expect("a server");
        stream.shutdown().await.expect("an open connection");
        let mut answer = Vec::new();
        // A reset is an answer too.
        let _ = in_time("an answer", stream.read_to_end(&mut answer)).await;
        self.answers.push(String::from_utf8_lossy(&answer).into_owned());
    }

    fn tickets(&self) -> HashSet<String> {
        self.clients.iter().flat_map(Player::tickets).collect()
    }

    /// Uses tickets in every way.
    async fn use_tickets(&mut self) {
        self.two_people().await;
        let mut both = self.client().await;
        both.exchange(r#"{"type":"join","opponent":"hotseat","name":"Ann"}"#).await;
        // With these moves the game is kept.
        for cell in [0, 3, 1, 4, 2] {
            both.exchange(&format!(r#"{{"type":"move","cell":{cell}}}"#)).await;
        }
        self.clients.push(both);
        self.the_computer().await;
        self.an_arena().await;
        let seat_ticket = self.clients[0].ticket().reveal().to_owned();
        let mut waiter = self.client().await;
        waiter.send(r#"{"type":"join","room":"kitten"}"#).await;
        waiter.receive("waiting").await;
        let waiting_ticket = waiter.tickets().last();
        self.clients.push(waiter);
        for ticket in [Some(seat_ticket), waiting_ticket].into_iter().flatten() {
            self.misplace(&ticket).await;
            self.ask_for(&ticket).await;
        }
    }

    fn assert_no_leak(&self) {
        let tickets = self.tickets();
        for client in &self.clients {
            client.assert_no_foreign_tickets(&tickets);
        }
        let secrets = Secrets::of(&tickets);
        for answer in &self.answers {
            secrets.assert_not_in("an answer over HTTP", answer.as_bytes());
        }
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn assert_kept_without(secrets: &Secrets, home: &Home) {
    let files = files(home.path());
    assert!(!files.is_empty(), "matches are kept");
    for file in files {
        let kept = fs::read(&file).expect("a file can be read");
        secrets.assert_not_in(&file.display().to_string(), &kept);
    }
}

#[tokio::test]
async fn a_server_never_sends_logs_or_stores_a_ticket() {
    let home = Home::new();
    let mut running = ServerProgram::start_in(&home, &["--log", "trace"]).await;
    let mut traffic = Traffic::new(running.address);
    traffic.use_tickets().await;
    assert!(traffic.tickets().iter().any(|ticket| ticket.starts_with("place.")), "an arena was opened");
    traffic.assert_no_leak();
    let secrets = Secrets::of(&traffic.tickets());
    assert_kept_without(&secrets, &home);
    running.program.signal(Signal::TERM);
    let exit = running.program.exit().await;
    assert_eq!(exit.code, Some(0));
    assert!(exit.err.contains("shutting down"), "there is a log: {}", exit.err);
    secrets.assert_not_in("the log", exit.err.as_bytes());
    secrets.assert_not_in("standard output", exit.out.as_bytes());
    assert_kept_without(&secrets, &home);
    let export = Program::start_in(&home, server(), &["export"]).exit().await;
    assert!(export.out.contains("Ann"), "there are finished games: {export:?}");
    secrets.assert_not_in("the finished games", export.out.as_bytes());
}

const GIVEN: [&str; 2] = [
    "k3v9d7qpx2ma.00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f",
    "k3v9d7qpx2ma.f0e1d2c3b4a5968778695a4b3c2d1e0f00ffeeddccbbaa998877665544332211",
];

/// What a client receives that has to wait first and then has the turn as O.
fn given() -> Vec<Value> {
    let rules = json!({"columns": 3, "rows": 3, "run": 3});
    let id = "k3v9d7qpx2ma";
    vec![
        welcome("0.1.0"),
        json!({"type": "waiting", "rules": rules, "room": null, "computer_in_ms": 10_000, "ticket": GIVEN[0]}),
        json!({"type": "seated", "match": id, "ticket": GIVEN[1], "mark": "O"}),
        state(id),
    ]
}

/// Command lines and environments of the processes that run with this argument, where there is `/proc`.
fn looked_up(argument: &str) -> Vec<u8> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let read = |process: &Path, what| fs::read(process.join(what)).unwrap_or_default();
    let runs_with = |process: &PathBuf| String::from_utf8_lossy(&read(process, "cmdline")).contains(argument);
    let processes = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(runs_with);
    let looked_up = processes.flat_map(|process| ["cmdline", "environ"].map(|what| read(&process, what)));
    let looked_up = looked_up.collect::<Vec<_>>().concat();
    assert!(!looked_up.is_empty(), "the client runs");
    looked_up
}

#[cfg(unix)]
fn assert_kept_for_the_player_alone(secrets: &Secrets, home: &Home) {
    use std::os::unix::fs::PermissionsExt;
    let is_secret = |file: &PathBuf| secrets.are_in(&fs::read(file).expect("a file can be read"));
    let kept: Vec<_> = files(home.path()).into_iter().filter(is_secret).collect();
    assert!(!kept.is_empty(), "the ticket is kept");
    for file in kept {
        for path in [file.as_path(), file.parent().expect("a directory")] {
            let mode = path.metadata().expect("it is there").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{} is open to others: {mode:o}", path.display());
        }
    }
}

#[tokio::test]
async fn a_client_never_shows_its_ticket() {
    let secrets = Secrets::of(&GIVEN.map(String::from));
    let (home, fake) = (Home::new(), FakeServer::acknowledging(given()).await);
    let log = home.path().join("client.log");
    let written = log.to_str().expect("a path of ours");
    let flags = [&*fake.argument(), "--log-file", written, "-v"];
    let mut client = Terminal::start_in(&home, client(), &flags);
    client.screen.expect("Your turn").await;
    secrets.assert_not_in("what can be looked up", &looked_up(&fake.argument()));
    assert_kept_for_the_player_alone(&secrets, &home);
    client.type_in("help\nboard\nmoves\nhint\nseat\nticket\nquit\ny\n").await;
    let code = client.exit().await;
    let screen = client.screen.so_far();
    assert_eq!(code, Some(0), "{screen}");
    secrets.assert_not_in("the screen", screen.as_bytes());
    let log = fs::read_to_string(log).expect("a log");
    assert!(log.contains("seated") && log.contains("waiting"), "the frames are there: {log}");
    secrets.assert_not_in("the log", log.as_bytes());
}

#[test]
fn a_part_of_a_secret_is_found_in_whatever_form() {
    let bytes: Vec<u8> = (100..132).collect();
    let mut ticket = "k3v9d7qpx2ma.".to_owned();
    for byte in &bytes {
        write!(ticket, "{byte:02x}").expect("a text takes more text");
    }
    let secrets = Secrets::of([&ticket]);
    let found = |text: &str| secrets.are_in(text.as_bytes());
    assert!(found(&ticket) && found(&ticket.to_uppercase()) && found(&ticket[20..40]));
    assert!(secrets.are_in(&bytes) && found(&format!("Secret({bytes:?})")));
    assert!(!found("k3v9d7qpx2ma") && !found(&ticket[..25]));
}
