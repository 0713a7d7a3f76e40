//! Somebody at a terminal.

use tictactoe_tests::program::{ServerProgram, client};
use tictactoe_tests::tmux::Tmux;

/// Somebody who runs the client in a terminal of 80 columns and 24 rows, in a home of their own.
pub(crate) struct Person {
    pub(crate) tmux: Tmux,
}

impl Person {
    /// Somebody who has started the client with these flags.
    pub(crate) async fn at(server: &ServerProgram, flags: &str) -> Self {
        Self::with("", server, flags).await
    }

    /// Somebody who has also set variables: `NO_COLOR=1`.
    pub(crate) async fn with(variables: &str, server: &ServerProgram, flags: &str) -> Self {
        let tmux = Tmux::start(80, 24, &[client()]).await;
        tmux.run(format!("{variables} tictactoe {flags} {}", server.argument()).trim_start()).await;
        Self { tmux }
    }

    /// Ann and Bob, who have met: Ann plays X. Both have these flags.
    pub(crate) async fn two(server: &ServerProgram, flags: &str) -> [Self; 2] {
        let ann = Self::at(server, &format!("--name Ann --mark X{flags}")).await;
        ann.tmux.expect("Waiting for an opponent").await;
        let bob = Self::at(server, &format!("--name Bob{flags}")).await;
        bob.tmux.expect("Ann's turn").await;
        [ann, bob]
    }

    /// Waits for their turn, after the other has played this square if there is one, and presses these keys.
    pub(crate) async fn play(&self, after: Option<&str>, keys: &[&str]) {
        self.turn(after).await;
        self.tmux.keys(keys);
    }

    /// Waits for their turn, after the other has played this square if there is one.
    pub(crate) async fn turn(&self, after: Option<&str>) {
        let is_turn = |screen: &str| {
            let has_played = |square| screen.contains(&format!("played {square}"));
            (screen.contains("YOUR TURN") && after.is_none_or(has_played)).then_some(())
        };
        self.tmux.until(&format!("their turn after {after:?}"), is_turn).await;
    }

    /// Waits until a key that was pressed before has been taken, whatever it did: the help comes after it, and goes.
    pub(crate) async fn has_been_heard(&self) {
        self.tmux.keys(&["?"]);
        self.tmux.expect("─ Keys ─").await;
        self.tmux.keys(&["Escape"]);
        self.tmux.expect_gone("─ Keys ─").await;
    }

    /// Clicks on a square of a board with numbers, by its number, when its place is there.
    pub(crate) async fn click_square(&self, square: &str) {
        let number: usize = square.parse().expect("a number");
        let place = |screen: &str| square_of(screen, number - 1);
        let (column, row) = self.tmux.until("the board", place).await;
        self.tmux.click(column, row);
    }

    /// Clicks on a text, when it is there.
    pub(crate) async fn click_on(&self, text: &str) {
        let (column, row) = self.tmux.until(text, |screen| place_of(screen, text)).await;
        self.tmux.click(column, row);
    }

    /// Presses q, and asserts that this ends the client with nothing to complain about.
    pub(crate) async fn quits(&self) {
        self.tmux.keys(&["q"]);
        assert_eq!(self.tmux.prompt().await, 0);
    }
}

/// The column and row of a text, counted from 0.
fn place_of(screen: &str, text: &str) -> Option<(u16, u16)> {
    let mut lines = (0..).zip(screen.lines());
    lines.find_map(|(row, line)| {
        let before = &line[..line.find(text)?];
        Some((u16::try_from(before.chars().count()).ok()?, row))
    })
}

/// The column and row of a square of a board of 3x3, counted from 0: below a number, and beside one.
fn square_of(screen: &str, square: usize) -> Option<(u16, u16)> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let heading = screen.lines().find(|line| words(line) == ["│", "1", "2", "3", "│"])?;
    let column = heading.chars().position(|c| c.to_digit(10) == u32::try_from(square % 3 + 1).ok())?;
    let number = (square / 3 + 1).to_string();
    let row =
        screen.lines().position(|line| words(line).starts_with(&["│".into(), number.clone(), "│".into()]))?;
    Some((u16::try_from(column).ok()?, u16::try_from(row).ok()?))
}
