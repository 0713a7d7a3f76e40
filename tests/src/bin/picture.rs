//! Records the picture in the README: a server and two clients, each on a machine of its own, and two people at two
//! terminals who play a game.
//!
//! ```sh
//! cargo run --release -p tictactoe-tests --bin picture
//! ```
//!
//! It takes about half a minute, writes `client/picture.svg` or the file that is named, and prints the last screen of
//! the player who wins. Linux only, since the network is made of namespaces.

use std::fs;
use std::path::PathBuf;

use tictactoe_tests::paths::workspace;
use tictactoe_tests::picture::metronome::Pace;
use tictactoe_tests::picture::{game, picture};

#[tokio::main]
async fn main() {
    let file =
        std::env::args_os().nth(1).map_or_else(|| workspace().join("client/picture.svg"), PathBuf::from);
    let recording = game::play(Pace::Human).await;
    fs::write(&file, picture(&recording)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    if let Some(last) = recording.ann.last() {
        print!("{}", last.text());
    }
}
