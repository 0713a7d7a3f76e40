//! Terminal clients among the players: the real binary over pipes, which must reconnect by itself.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use tictactoe_protocol::values::MatchId;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Child;

use crate::resilient::StopHandle;
use harness::home::Home;
use harness::program::command;
use harness::rng::Rng;
use harness::wait::in_time;

const GAMES: u32 = 5;

const NO_SERVER: i32 = 3;

#[derive(Debug, Clone)]
pub struct ReportedGame {
    pub match_id: MatchId,
    pub game: u32,
    /// The cells played, in order, from 0.
    pub moves: Vec<u8>,
}

/// Runs clients against the computer, with random moves, until the pool is stopped. Panics if one does not finish
/// its games, or reports a move twice or out of order.
pub async fn play(client: &Path, server: SocketAddr, mut rng: Rng, pool: StopHandle) -> Vec<ReportedGame> {
    let mut games = Vec::new();
    while !pool.is_stopped() {
        games.extend(run(client, server, &mut rng).await);
    }
    games
}

/// A client that finds no server at its start reports no game.
async fn run(client: &Path, server: SocketAddr, rng: &mut Rng) -> Vec<ReportedGame> {
    let home = Home::new();
    let mut program = start(client, server, &home);
    let mut input = program.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(program.stdout.take().expect("a pipe")).lines();
    let mut output = Output::default();
    while let Some(line) = in_time("a line of a client", lines.next_line()).await.expect("readable text") {
        if let Some(answer) = output.read_line(&line, rng) {
            // An error is ignored: the exit is seen when reading.
            let _ = input.write_all(answer.as_bytes()).await;
        }
    }
    let status = in_time("the end of a client", program.wait()).await.expect("a child of our own");
    let whole = if output.lines.is_empty() { (NO_SERVER, 0) } else { (0, GAMES) };
    assert_eq!((status.code().unwrap_or(-1), output.over), whole, "{}", output.lines);
    output.games
}

fn start(client: &Path, server: SocketAddr, home: &Home) -> Child {
    let (address, count) = (server.to_string(), GAMES.to_string());
    let mut command = command(client, home);
    command.arg(address).args(["--ui", "plain", "--vs", "ai", "--level", "easy", "--games", &count]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("the binary starts")
}

#[derive(Default)]
struct Output {
    lines: String,
    games: Vec<ReportedGame>,
    over: u32,
}

impl Output {
    /// Records a line. Returns the input that it asks for.
    fn read_line(&mut self, line: &str, rng: &mut Rng) -> Option<String> {
        let _ = writeln!(self.lines, "{line}");
        let field = |name: &str| value(line, name).unwrap_or_else(|| panic!("no {name} in {line}"));
        match line.split(' ').next() {
            Some("game") => {
                let game = number(field("number"));
                assert_eq!(game as usize, self.games.len() + 1, "{}", self.lines);
                let match_id = MatchId(field("match").into());
                self.games.push(ReportedGame { match_id, game, moves: Vec::new() });
            }
            Some("turn") if field("who") == "you" => {
                let legal: Vec<&str> = field("legal").split(',').collect();
                return Some(format!("{}\n", rng.pick(&legal)));
            }
            Some("move") => {
                let moves = &mut self.games.last_mut().expect("a game before its moves").moves;
                moves.push(u8::try_from(number(field("cell")) - 1).expect("a square"));
                assert_eq!(number(field("ply")) as usize, moves.len(), "{}", self.lines);
            }
            Some("over") => self.over += 1,
            _ => {}
        }
        None
    }
}

fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}
