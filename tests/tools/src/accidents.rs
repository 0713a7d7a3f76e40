//! Accidents to a server's limits and files, beside games. Each says what the server did, and what is left of the games.

use std::fs;
use std::net::Ipv4Addr;
use std::path::Path;

use futures::future::join_all;
use tictactoe_protocol::client::{ClientMessage, Empty, Resume};
use tictactoe_protocol::server::ServerMessage;

use harness::home::Home;
use harness::join_options::in_room;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::program::{Program, ServerProgram, Signal};
use harness::raw;
use harness::rng::Rng;
use harness::server::pair_at;

pub const ACCIDENTS: [&str; 5] = ["full", "deleted", "replaced", "second", "flipped"];

const BEGINNING: &[u8] = &[4, 0];

const REST: &[u8] = &[2, 1, 6];

/// How many copies of the database get a wrong bit.
const FLIPS: u64 = 40;

type Pairs = Vec<(Player, Player)>;

/// Runs one of [`ACCIDENTS`].
pub async fn run(name: &str, server: &Path, games: usize) -> String {
    match name {
        "full" => full(server).await,
        "deleted" => lost_file(server, games, false).await,
        "replaced" => lost_file(server, games, true).await,
        "second" => second_server(server, games).await,
        "flipped" => flipped(server, games).await,
        other => panic!("there is no accident {other}"),
    }
}

fn data(home: &Home) -> String {
    home.path().join("data").display().to_string()
}

fn arguments(data: &str) -> [&str; 5] {
    ["--port", "0", "--local", "--data", data]
}

async fn start(server: &Path, home: &Home, data: &str) -> ServerProgram {
    ServerProgram::listening(Program::start_in(home, server, &arguments(data))).await
}

async fn begin(server: &ServerProgram, games: usize) -> Pairs {
    let began = (0..games).map(async |game| {
        let (mut x, mut o) = pair_at(server.address, in_room(&format!("table-{game}"))).await;
        play_moves(&mut x, &mut o, BEGINNING).await;
        (x, o)
    });
    join_all(began).await
}

/// How many games are as they were begun, on a server that has them from another.
async fn count_resumed(server: &ServerProgram, pairs: &Pairs) -> usize {
    let resumed = pairs.iter().map(async |(x, _)| {
        // The server may have stopped meanwhile.
        let Some(mut player) = Player::attempt_from(Ipv4Addr::LOCALHOST, server.address).await else {
            return false;
        };
        let ticket = x.ticket();
        let is_same = |message: &ServerMessage| matches!(message, ServerMessage::State(state) if state.moves == BEGINNING);
        player.attempt(ClientMessage::Resume(Resume { ticket }), is_same).await
    });
    join_all(resumed).await.into_iter().filter(|is_same| *is_same).count()
}

async fn full(server: &Path) -> String {
    let program = Program::start(server, &["--port", "0", "--local", "--ephemeral", "--max-matches", "1"]);
    let mut server = ServerProgram::listening(program).await;
    let ready = async |server: &ServerProgram| raw::get(server.address, "/readyz", &[]).await.status;
    let before = ready(&server).await;
    let _pair = server.pair().await;
    let after = ready(&server).await;
    server.program.err.expect("not ready: The server has reached its limit of matches").await;
    format!("/readyz answers {before}, then {after}, and the log says why")
}

async fn lost_file(server: &Path, games: usize, is_replaced: bool) -> String {
    let home = Home::new();
    let data = data(&home);
    let mut first = start(server, &home, &data).await;
    let mut pairs = begin(&first, games).await;
    let (file, away) = (Path::new(&data).join("matches.db"), Path::new(&data).join("away"));
    fs::rename(&file, &away).expect("a file of our own");
    if is_replaced {
        fs::copy(&away, &file).expect("a disk with room");
    }
    pairs[0].0.say(ClientMessage::Leave(Empty {})).await;
    let exit = first.program.exit().await;
    let second = start(server, &home, &format!("{data}/rescued-1")).await;
    let kept = count_resumed(&second, &pairs).await;
    format!("exit code {:?}; {kept} of {games} games go on from the copy", exit.code)
}

async fn second_server(server: &Path, games: usize) -> String {
    let home = Home::new();
    let data = data(&home);
    let first = start(server, &home, &data).await;
    let pairs = begin(&first, games).await;
    fs::remove_file(Path::new(&data).join("matches.lock")).expect("a file of our own");
    let exit = Program::start_in(&home, server, &arguments(&data)).exit().await;
    let finished = pairs.into_iter().map(async |(mut x, mut o)| {
        play_moves(&mut x, &mut o, REST).await;
        o.over().await
    });
    let finished = join_all(finished).await.len();
    format!("exit code of the second: {:?}; {finished} of {games} games ended on the first", exit.code)
}

async fn flipped(server: &Path, games: usize) -> String {
    let home = Home::new();
    let mut first = start(server, &home, &data(&home)).await;
    let pairs = begin(&first, games).await;
    first.program.signal(Signal::TERM);
    first.program.exit().await;
    let whole = fs::read(home.path().join("data/matches.db")).expect("a database");
    let (mut refused, mut stopped_well, mut failed, mut kept) = (0, 0, 0, 0);
    for seed in 0..FLIPS {
        let home = Home::new();
        let mut bytes = whole.clone();
        let bit = Rng::seeded(seed).below(whole.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::create_dir(data(&home)).expect("a directory of our own");
        fs::write(home.path().join("data/matches.db"), bytes).expect("a disk with room");
        let program = Program::start_in(&home, server, &arguments(&data(&home)));
        let Ok(mut server) = ServerProgram::started(program).await else {
            refused += 1;
            continue;
        };
        kept += count_resumed(&server, &pairs).await;
        server.program.signal(Signal::TERM);
        let exit = server.program.exit().await;
        if exit.code == Some(0) {
            stopped_well += 1;
        } else {
            eprintln!("copy {seed} ended with {:?}: {}", exit.code, exit.err);
            failed += 1;
        }
    }
    format!(
        "{refused} of {FLIPS} refused at the start, {stopped_well} served, {failed} failed later; {kept} of {} games go on",
        (stopped_well + failed) * games
    )
}
