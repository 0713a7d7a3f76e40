//! Without colours, and with ASCII only.

use tictactoe_tests::program::ServerProgram;

use super::person::Person;

/// The parameters of every sequence that changes colours or attributes.
fn attributes(drawn: &str) -> Vec<u16> {
    let sequences = drawn.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
    sequences
        .flat_map(|(parameters, _)| parameters.split([';', ':']))
        .filter_map(|number| number.parse().ok())
        .collect()
}

/// Whether it is about a colour (ECMA-48, section 8.3.117, and the bright ones).
fn is_colour(attribute: &u16) -> bool {
    matches!(attribute, 30..=38 | 40..=48 | 90..=97 | 100..=107)
}

#[tokio::test]
async fn without_colours_the_cursor_is_seen_and_nothing_has_a_colour() {
    let server = ServerProgram::start(&[]).await;
    let with = Person::at(&server, "--vs ai --mark X").await;
    with.turn(None).await;
    assert!(attributes(&with.tmux.coloured()).iter().any(is_colour), "colours are seen where there are some");

    let without = Person::with("NO_COLOR=1", &server, "--vs ai --mark X").await;
    without.turn(None).await;
    for (key, cursor) in [("Right", "[ 6 ]"), ("Up", "[ 3 ]")] {
        without.tmux.keys(&[key]);
        without.tmux.expect(cursor).await;
        let drawn = without.tmux.coloured();
        let square = drawn.lines().find(|line| line.contains(cursor)).expect("the cursor");
        let (before, _) = square.split_once(cursor).expect("the cursor");
        let last = before.rsplit("\x1b[").next().expect("an attribute");
        assert!(last.trim_end_matches('m').split(';').any(|attribute| attribute == "7"), "{square:?}");
        assert!(!attributes(&drawn).iter().any(is_colour), "{drawn}");
    }
    without.tmux.keys(&["Enter"]);
    without.turn(Some("")).await;
    without.tmux.expect("[ X ]").await;
}

#[tokio::test]
async fn ascii_is_all_that_is_drawn_if_that_is_asked_for() {
    for (variables, flags) in [("", "--ascii"), ("LC_ALL=C", ""), ("TERM=linux", "")] {
        let server = ServerProgram::start(&["--ai-after", "90s"]).await;
        let ann = Person::with(variables, &server, &format!("{flags} --mark X")).await;
        let is_ascii = async |told: &str| {
            let screen = ann.tmux.expect(told).await;
            assert!(screen.is_ascii(), "{variables} {flags}\n{screen}");
        };
        is_ascii("The computer joins in").await;
        ann.tmux.keys(&["s"]);
        is_ascii("- Invite -").await;
        ann.tmux.keys(&["Escape", "a"]);
        is_ascii("YOUR TURN").await;
        ann.tmux.keys(&["?"]);
        is_ascii("- Keys -").await;
        ann.tmux.keys(&["Escape"]);
        ann.tmux.expect_gone("- Keys -").await;
        ann.tmux.keys(&["5"]);
        is_ascii("Computer played").await;
        ann.tmux.keys(&["R"]);
        is_ascii("Sure?").await;
        ann.tmux.keys(&["y"]);
        is_ascii("YOU LOSE").await;
        ann.quits().await;
    }
}
