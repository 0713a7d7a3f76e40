//! Who types what, and when: Ann waits, Bob finds her, and falls into a trap.

use super::film::Film;
use super::metronome::{Metronome, Pace};
use super::window::Window;
use crate::namespace::{Machine, Network};
use crate::program::{client, server};

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";
const ENTER: &str = "\r";

/// What two people saw.
#[derive(Debug, Clone)]
pub struct Recording {
    /// Ann, who is there first, is X and wins.
    pub ann: Film,
    /// Bob, who comes to play her.
    pub bob: Film,
}

/// Plays a game, each of them and the server on a machine of its own, on a network without anything else.
///
/// # Panics
/// Where there can be no such network (see [`Network`]), and where the programs show something else than they should.
pub async fn play(pace: Pace) -> Recording {
    let network = Network::new().await;
    let (hall, study, kitchen) =
        (network.machine(1).await, network.machine(2).await, network.machine(3).await);
    let mut program = hall.start(server(), &["--move-time", "0"]);
    program.out.expect(&format!("ws://{}/ws\n", hall.address())).await;

    let clock = Metronome::start(pace);
    let mut ann = Window::open(&study, "ann$ ", client(), clock);
    let mut bob = Window::open(&kitchen, "bob$ ", client(), clock);
    meet(&mut ann, &mut bob, &hall, clock).await;
    fight(&mut ann, &mut bob).await;
    ann.expect("YOU WIN").await;
    bob.expect("YOU LOSE").await;
    bob.press_after(25, "r").await;
    bob.expect("You asked for a rematch").await;
    ann.expect("Bob wants a rematch").await;
    Recording { ann: ann.film(), bob: bob.film() }
}

/// Ann waits, and is told where the server is. Bob finds it himself.
async fn meet(ann: &mut Window, bob: &mut Window, hall: &Machine, clock: Metronome) {
    ann.expect("ann$").await;
    bob.expect("bob$").await;
    clock.rest(10).await;
    ann.type_in("tictactoe --name Ann --mark X").await;
    ann.press_after(4, ENTER).await;
    ann.expect("Waiting for an opponent").await;
    ann.expect(&hall.address()).await;
    clock.rest(15).await;
    bob.type_in("tictactoe --name Bob").await;
    bob.press_after(4, ENTER).await;
    ann.expect("YOUR TURN").await;
    bob.expect("Ann's turn").await;
}

/// Ann threatens twice at once. Bob tries her square first.
async fn fight(ann: &mut Window, bob: &mut Window) {
    ann.press_after(18, ENTER).await;
    bob.expect("YOUR TURN").await;
    bob.press_after(10, "5").await;
    bob.expect("5 is taken").await;
    bob.press_after(14, "2").await;
    answer(ann, "Bob played 2", &[LEFT, UP, ENTER]).await;
    answer(bob, "Ann played 1", &["9"]).await;
    answer(ann, "Bob played 9", &[DOWN, ENTER]).await;
    answer(bob, "Ann played 4", &["6"]).await;
    answer(ann, "Bob played 6", &[DOWN, ENTER]).await;
}

/// Looks at the other's move, and presses keys.
async fn answer(who: &mut Window, seen: &str, keys: &[&str]) {
    who.expect(seen).await;
    for (beats, key) in [10, 4, 4].into_iter().zip(keys) {
        who.press_after(beats, key).await;
    }
}
