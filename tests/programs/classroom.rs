//! A class plays in an arena while the server is killed and the phones lose their connections: no game is lost, the
//! table adds up, and faulty bots are told what is wrong. At full size: `cargo run --release -p tools --bin crashes --
//! --class 23`.

use std::time::Duration;

use harness::rng::Rng;
use tools::crashes::{Binaries, ClassAccident, Lesson, hold_class};

const LESSON: Lesson = Lesson {
    phones: 5,
    bots: 7,
    joining: Duration::from_secs(3),
    lasts: Duration::from_secs(40),
    accidents: &[ClassAccident::Kill, ClassAccident::Cut],
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_class_plays_in_an_arena_through_a_kill_and_lost_connections() {
    println!("{}", hold_class(&Binaries::default(), LESSON, Rng::random()).await);
}
