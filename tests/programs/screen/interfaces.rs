//! One game in three UIs: the same moves win it in each, and each reports the win.

use harness::join_options::as_mark;
use harness::player::Player;
use harness::program::{Program, ServerProgram, client};
use harness::terminal::Terminal;
use tictactoe_protocol::values::MarkPreference;

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
                person.tmux.expect("You won!").await;
                person.tmux.keys(&["q"]);
                Some(person.tmux.prompt().await)
            }
            Self::Text(terminal) => {
                terminal.screen.expect("You won with the left column!").await;
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

async fn assert_wins(mut ui: Ui, mut opponent: Player) {
    for (round, (square, answer)) in GAME.into_iter().enumerate() {
        ui.play(2 * round, square).await;
        if let Some(answer) = answer {
            opponent.state_where("its turn", |state| state.ply as usize == 2 * round + 1).await;
            opponent.play(answer - 1).await.expect("a legal move");
        }
    }
    assert_eq!(ui.win().await, Some(0));
    let moves = opponent.over().await.moves;
    assert_eq!(moves, [4, 1, 0, 2, 6, 8, 3]);
}

#[tokio::test]
async fn the_same_game_wins_in_every_ui() {
    let flags = FLAGS.join(" ");
    for ui in ["full", "text", "plain"] {
        let server = ServerProgram::start(CALM).await;
        let address = server.argument();
        let arguments = [&FLAGS[..], &[&address]].concat();
        let waiting = match ui {
            "full" => {
                let person = Person::at(&server, &flags).await;
                person.tmux.expect("Waiting for an opponent").await;
                Ui::Full(person)
            }
            "text" => {
                let mut terminal = Terminal::start(client(), &arguments);
                terminal.screen.expect("Waiting for an opponent").await;
                Ui::Text(terminal)
            }
            _ => {
                let mut program = Program::start(client(), &arguments);
                program.out.expect_line("waiting").await;
                Ui::Plain(program)
            }
        };
        let mut opponent = Player::joined(server.address, as_mark(MarkPreference::O)).await;
        opponent.seated().await;
        assert_wins(waiting, opponent).await;
    }
}
