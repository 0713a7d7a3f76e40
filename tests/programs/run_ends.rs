//! The ways in which a run can end are the same in every interface: what the opponent sees, whether the seat is saved for
//! the next run, and the exit code.

use std::fs;
use std::path::Path;

use futures::future::join_all;
use harness::home::Home;
use harness::join_options::in_room;
use harness::player::Player;
use harness::program::{Program, ServerProgram, Signal, client};
use harness::tmux::{Tmux, ended};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::Presence::{self, Away, Left};
use tictactoe_protocol::values::MarkPreference;

type Interface = [&'static str; 3];

/// What happens; and then the presence of the player, and the exit code.
type End = (Way, Presence, Option<i32>);

/// The interfaces, with what shows that it is the player's turn, and what X types to take the first square.
const TUI: Interface = ["tui", "Your turn", "1"];
const TEXT: Interface = ["text", "Your turn", "1\n"];
const JSON: Interface = ["json", r#""state""#, "{\"type\":\"move\",\"cell\":0}\n"];

#[derive(Debug, Clone, Copy)]
enum Way {
    WindowClosed,
    Killed(Signal),
    CtrlC,
    CtrlD,
    /// The same, and then a yes.
    CtrlDAndYes,
    EndOfPipe,
}

/// The other player, who waits in the room.
async fn opponent(server: &ServerProgram, room: &str) -> Player {
    Player::joined(server.address, Join { mark: MarkPreference::O, ..in_room(room) }).await
}

async fn after_two_moves(o: &mut Player) {
    o.state_where("the first move", |state| state.moves == [0]).await;
    o.play(4).await.expect("a legal move");
}

fn is_saved(state: &Path) -> bool {
    let mut files = fs::read_dir(state).expect("a directory").map(|file| file.expect("a file"));
    files.any(|file| {
        let is_empty = file.metadata().expect("it is there").len() == 0;
        file.file_name().to_string_lossy().starts_with("seat-") && !is_empty
    })
}

#[tokio::test]
async fn a_run_ends_in_the_same_way_in_every_interface() {
    let server = ServerProgram::start(&[]).await;
    let killed = |signal, code| (Way::Killed(signal), Away, Some(code));
    let cases: [(&[Interface], End); 11] = [
        (&[TUI, TEXT, JSON], (Way::WindowClosed, Away, None)),
        (&[TUI, TEXT, JSON], killed(Signal::HUP, 129)),
        (&[TUI, TEXT, JSON], killed(Signal::TERM, 143)),
        (&[TUI, TEXT, JSON], (Way::Killed(Signal::KILL), Away, None)),
        (&[TUI, TEXT], (Way::CtrlC, Left, Some(130))),
        // The terminal shows `^C` before the shell's prompt.
        (&[JSON], (Way::Killed(Signal::INT), Left, Some(130))),
        // A person is asked first, and still plays.
        (&[TUI, TEXT], (Way::CtrlD, Presence::Online, None)),
        (&[TUI, TEXT], (Way::CtrlDAndYes, Left, Some(0))),
        (&[JSON], (Way::CtrlD, Left, Some(0))),
        (&[TEXT, JSON], (Way::EndOfPipe, Left, Some(0))),
        (&[TEXT, JSON], killed(Signal::HUP, 129)),
    ];
    for (number, (interfaces, (way, presence, code))) in cases.into_iter().enumerate() {
        let server = &server;
        let runs = interfaces.iter().map(|interface| async move {
            let [ui, ..] = interface;
            let run = Run { server, interface, room: format!("{ui}-{number}"), state: Home::new() };
            let mut o = opponent(server, &run.room).await;
            let is_piped = number >= 9;
            let ended =
                if is_piped { run.piped(&mut o, way).await } else { run.in_a_terminal(&mut o, way).await };
            let what = format!("{way:?} with --ui {ui}");
            let seen = o.state_where(&what, |state| state.players.x.presence == presence).await;
            assert_eq!(seen.result.is_some(), presence == Left, "{what}: {seen:?}");
            // Only a person can come back.
            let is_seat_saved = presence != Left && *ui != "json" && !is_piped;
            assert_eq!((is_saved(run.state.path()), ended), (is_seat_saved, code), "{what}");
        });
        join_all(runs).await;
    }
}

struct Run<'a> {
    server: &'a ServerProgram,
    interface: &'a Interface,
    room: String,
    state: Home,
}

impl Run<'_> {
    fn flags(&self) -> [String; 9] {
        let ([ui, ..], state) = (self.interface, self.state.path().to_str().expect("a path"));
        let flags =
            ["--ui", ui, "--room", &self.room, "--mark", "X", "--state", state, &self.server.argument()];
        flags.map(str::to_owned)
    }

    /// Plays, and ends the run. Returns the exit code, if the run ends and a shell is there to say it.
    async fn in_a_terminal(&self, o: &mut Player, way: Way) -> Option<i32> {
        let [ui, turn, first] = self.interface;
        let tmux = Tmux::start(120, 40, &[client()]).await;
        tmux.run(&format!("tictactoe {}", self.flags().join(" "))).await;
        tmux.expect(turn).await;
        tmux.bytes(first.as_bytes());
        after_two_moves(o).await;
        match way {
            Way::WindowClosed | Way::Killed(Signal::KILL) => {
                let program = tmux.program();
                if matches!(way, Way::WindowClosed) {
                    tmux.close();
                } else {
                    tmux.signal(Signal::KILL);
                }
                ended(program).await;
                return None;
            }
            Way::Killed(signal) => tmux.signal(signal),
            Way::CtrlC => tmux.keys(&["C-c"]),
            Way::CtrlD | Way::CtrlDAndYes => tmux.keys(&["C-d"]),
            Way::EndOfPipe => {}
        }
        if matches!(way, Way::CtrlD | Way::CtrlDAndYes) && *ui != "json" {
            tmux.expect("Leave?").await;
            if matches!(way, Way::CtrlD) {
                return None;
            }
            tmux.bytes(if *ui == "tui" { b"y" } else { b"y\n" });
        }
        Some(tmux.prompt().await)
    }

    async fn piped(&self, o: &mut Player, way: Way) -> Option<i32> {
        let [_, turn, first] = self.interface;
        let flags = self.flags();
        let mut program = Program::start(client(), &flags.each_ref().map(String::as_str));
        program.out.expect(turn).await;
        program.type_in(first).await;
        after_two_moves(o).await;
        match way {
            Way::Killed(signal) => program.signal(signal),
            _ => program.end_of_input(),
        }
        program.exit().await.code
    }
}
