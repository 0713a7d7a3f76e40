//! One game in three UIs: the same moves win it in each, and each reports the win.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::MarkPreference;
use tictactoe_tests::player::Player;
use tictactoe_tests::program::{Program, ServerProgram, client};
use tictactoe_tests::terminal::Terminal;

use super::CALM;
use super::person::Person;

/// The squares that the UI plays, and the opponent's answers.
const GAME: [(&str, Option<u8>); 4] = [("5", Some(2)), ("1", Some(3)), ("7", Some(9)), ("4", None)];

/// The winning line, by square numbers.
const LINE: &str = "1-4-7";

const FLAGS: [&str; 4] = ["--name", "Ann", "--mark", "X"];

enum Ui {
    Full(Person),
    Text(Terminal),
    Plain(Program),
}

impl Ui {
    async fn play(&mut self, ply: usize, square: &str) {
        match self {
            Self::Full(person) => {
                let answer = ply.checked_sub(2).and_then(|before| GAME[before / 2].1);
                let answer = answer.map(|square| square.to_string());
                person.play(answer.as_deref(), &[square]).await;
            }
            Self::Text(terminal) => {
                terminal.screen.expect("Your turn.").await;
                terminal.answer(square).await;
            }
            Self::Plain(program) => {
                program.out.expect(&format!("turn who=you ply={ply} ")).await;
                program.type_in(&format!("{square}\n")).await;
            }
        }
    }

    async fn win(&mut self) -> Option<i32> {
        match self {
            Self::Full(person) => {
                person.tmux.expect(&format!("You won  {LINE}")).await;
                person.tmux.keys(&["q"]);
                Some(person.tmux.prompt().await)
            }
            Self::Text(terminal) => {
                terminal.screen.expect(&format!("You won: {LINE}.")).await;
                terminal.answer("q").await;
                terminal.exit().await
            }
            Self::Plain(program) => {
                let over = program.out.expect_line("over").await;
                for word in ["result=won", "reason=line", &format!("lines={LINE}")] {
                    assert!(over.split_whitespace().any(|said| said == word), "{over}");
                }
                program.exit().await.code
            }
        }
    }
}

async fn assert_wins(server: &ServerProgram, mut ui: Ui, mut opponent: Player) {
    for (round, (square, answer)) in GAME.into_iter().enumerate() {
        ui.play(2 * round, square).await;
        if let Some(answer) = answer {
            opponent.state_where("its turn", |state| state.ply as usize == 2 * round + 1).await;
            opponent.play(answer - 1).await.expect("a legal move");
        }
    }
    assert_eq!(ui.win().await, Some(0));
    let moves = opponent.over().await.moves;
    assert_eq!(moves, [4, 1, 0, 2, 6, 8, 3], "{}", server.argument());
}

async fn opponent(server: &ServerProgram) -> Player {
    let mut player = server.player().await;
    player.join(Join { mark: MarkPreference::O, ..Join::default() }).await.expect("a client may join");
    player.seated().await;
    player
}

#[tokio::test]
async fn the_game_wins_on_the_full_screen() {
    let server = ServerProgram::start(CALM).await;
    let person = Person::at(&server, &FLAGS.join(" ")).await;
    person.tmux.expect("Waiting for an opponent").await;
    let opponent = opponent(&server).await;
    assert_wins(&server, Ui::Full(person), opponent).await;
}

#[tokio::test]
async fn the_game_wins_in_text() {
    let server = ServerProgram::start(CALM).await;
    let mut terminal = Terminal::start(client(), &[&FLAGS[..], &[&server.argument()]].concat());
    terminal.screen.expect("Waiting for an opponent").await;
    let opponent = opponent(&server).await;
    assert_wins(&server, Ui::Text(terminal), opponent).await;
}

#[tokio::test]
async fn the_game_wins_in_plain_lines() {
    let server = ServerProgram::start(CALM).await;
    let mut program = Program::start(client(), &[&FLAGS[..], &[&server.argument()]].concat());
    program.out.expect_line("waiting").await;
    let opponent = opponent(&server).await;
    assert_wins(&server, Ui::Plain(program), opponent).await;
}
