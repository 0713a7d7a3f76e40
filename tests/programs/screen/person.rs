//! A person at a terminal.

use harness::program::{ServerProgram, client};
use harness::tmux::Tmux;

pub(crate) struct Person {
    pub(crate) tmux: Tmux,
}

impl Person {
    pub(crate) async fn at(server: &ServerProgram, flags: &str) -> Self {
        Self::with("", server, flags).await
    }

    pub(crate) async fn with(variables: &str, server: &ServerProgram, flags: &str) -> Self {
        let tmux = Tmux::start(80, 24, &[client()]).await;
        tmux.run(format!("{variables} tictactoe {flags} {}", server.argument()).trim_start()).await;
        Self { tmux }
    }

    pub(crate) async fn two(server: &ServerProgram, flags: &str) -> [Self; 2] {
        let ann = Self::at(server, &format!("--name Ann --mark X{flags}")).await;
        ann.tmux.expect("Waiting for an opponent").await;
        let bob = Self::at(server, &format!("--name Bob{flags}")).await;
        bob.tmux.expect("Ann is thinking").await;
        [ann, bob]
    }

    pub(crate) async fn play(&self, after: Option<&str>, keys: &[&str]) {
        self.turn(after).await;
        self.tmux.keys(keys);
    }

    /// Waits for this player's turn, and until the opponent's move to this square is shown.
    pub(crate) async fn turn(&self, after: Option<&str>) {
        let is_turn = |screen: &str| {
            let has_played = |square| screen.contains(&format!("played {}.", place_name(square)));
            (screen.contains("Your turn") && after.is_none_or(has_played)).then_some(())
        };
        self.tmux.until(&format!("their turn after {after:?}"), is_turn).await;
    }

    /// Opens and closes the help, so that every key before it has been handled.
    pub(crate) async fn has_been_heard(&self) {
        self.tmux.keys(&["?"]);
        self.tmux.expect("─ Keys ─").await;
        self.tmux.keys(&["Escape"]);
        self.tmux.expect_gone("─ Keys ─").await;
    }

    pub(crate) async fn click_square(&self, square: &str) {
        let number: usize = square.parse().expect("a number");
        let place = |screen: &str| square_of(screen, number - 1);
        let (column, row) = self.tmux.until("the board", place).await;
        self.tmux.click(column, row);
    }

    pub(crate) async fn click_on(&self, text: &str) {
        let (column, row) = self.tmux.until(text, |screen| place_of(screen, text)).await;
        self.tmux.click(column, row);
    }

    /// Presses q. The client must exit with 0.
    pub(crate) async fn quits(&self) {
        self.tmux.keys(&["q"]);
        assert_eq!(self.tmux.prompt().await, 0);
    }
}

fn place_of(screen: &str, text: &str) -> Option<(u16, u16)> {
    let mut lines = (0..).zip(screen.lines());
    lines.find_map(|(row, line)| {
        let before = &line[..line.find(text)?];
        Some((u16::try_from(before.chars().count()).ok()?, row))
    })
}

/// What the screen calls a square: those of the usual board have names.
fn place_name(square: &str) -> &str {
    const NAMES: [&str; 9] = [
        "top left",
        "top middle",
        "top right",
        "middle left",
        "centre",
        "middle right",
        "bottom left",
        "bottom middle",
        "bottom right",
    ];
    let name = square.parse().ok().and_then(|number: usize| NAMES.get(number - 1));
    name.copied().unwrap_or(square)
}

/// The column and row of a square on a 3x3 board of 80x24, by the lines between the squares.
fn square_of(screen: &str, square: usize) -> Option<(u16, u16)> {
    let crossed: Vec<_> = (0..).zip(screen.lines()).filter(|(_, line)| line.contains('┼')).collect();
    let &[(first_row, line), (second_row, _)] = crossed.as_slice() else { return None };
    let columns: Vec<_> = (0..).zip(line.chars()).filter_map(|(x, c)| (c == '┼').then_some(x)).collect();
    let &[first_column, second_column] = columns.as_slice() else { return None };
    let middle = |first: u16, second: u16, index: usize| match index {
        0 => first - (second - first) / 2,
        1 => first + (second - first) / 2,
        _ => second + (second - first) / 2,
    };
    Some((middle(first_column, second_column, square % 3), middle(first_row, second_row, square / 3)))
}
