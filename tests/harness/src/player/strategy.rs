//! Which moves players make: given ones, or random ones, with a check of every snapshot.

use tictactoe_protocol::snapshot::{Cause, EndedBy, GameResult, Reason, Snapshot};
use tictactoe_protocol::values::Mark;

use crate::player::{Player, is_own_turn, own_mark};
use crate::referee;
use crate::rng::Rng;

/// X wins by the diagonal 0, 4, 8.
pub const X_WINS: &[u8] = &[4, 1, 0, 2, 8];

/// Plays these moves of the current game, X's first. Both players then have the last state.
pub async fn play_moves(x: &mut Player, o: &mut Player, moves: &[u8]) {
    let mut next = x.newest().ply;
    for &cell in moves {
        let moving = if next.is_multiple_of(2) { &mut *x } else { &mut *o };
        moving.state_where("the position", |state| state.ply == next).await;
        moving.play(cell).await.unwrap_or_else(|refused| panic!("{cell} was refused: {refused:?}"));
        next += 1;
    }
    for player in [x, o] {
        player.state_where("the last move", |state| state.ply == next).await;
    }
}

/// Both players agree on another game. Both then have its first state.
pub async fn play_again(players: [&mut Player; 2]) {
    let [one, other] = players;
    let game = one.newest().game + 1;
    for player in [&mut *one, &mut *other] {
        player.rematch().await.expect("a game that is over may be followed by another");
    }
    for player in [one, other] {
        player.state_where("another game", |state| state.game == game).await;
    }
}

/// A random legal move, or `None` to resign, once in so many turns.
pub fn random_move(state: &Snapshot, rng: &mut Rng, resigns_one_in: Option<usize>) -> Option<u8> {
    let resigns = resigns_one_in.is_some_and(|times| rng.one_in(times));
    (!resigns).then(|| rng.pick(&state.legal))
}

/// Plays the current game to its end with random legal moves, resigning once in so many turns.
pub async fn play_randomly(player: &mut Player, rng: &mut Rng, resigns_one_in: Option<usize>) -> Snapshot {
    let mut next = (player.newest().game, 0);
    let mut my_moves = Vec::new();
    loop {
        let state = my_turn_or_over(player, next).await;
        if state.result.is_some() {
            check_end(&state, &my_moves);
            return state;
        }
        let Some(cell) = random_move(&state, rng, resigns_one_in) else {
            player.resign().await.expect("a player may resign at their turn");
            return resigned(player, &my_moves).await;
        };
        let done = player.play_at(cell.into(), Some(state.ply)).await.expect("a legal move is not refused");
        assert!(!done.duplicate, "a first move was taken for a second one");
        my_moves.push((state.ply, cell));
        next = (state.game, state.ply + 1);
    }
}

async fn my_turn_or_over(player: &mut Player, next: (u32, u32)) -> Snapshot {
    player
        .state_where("my turn or the end", |state| {
            referee::check(state);
            let mine = is_own_turn(state);
            (state.game, state.ply) >= next && (mine || state.result.is_some())
        })
        .await
}

async fn resigned(player: &mut Player, my_moves: &[(u32, u8)]) -> Snapshot {
    let state = player.over().await;
    let winner = player.mark().other();
    let ended_by = Some(EndedBy { mark: player.mark(), cause: Cause::Resigned });
    let lost = GameResult { winner: Some(winner), reason: Reason::Resigned, lines: vec![], ended_by };
    assert_eq!(state.result.as_ref(), Some(&lost), "{state:?}");
    check_moves(&state, my_moves);
    state
}

/// Checks a game that is over by replay. `my_moves` are the viewer's own, with their plies.
pub fn check_end(state: &Snapshot, my_moves: &[(u32, u8)]) {
    let result = state.result.as_ref().expect("a game that is over");
    if !referee::by_the_board(result) {
        let winner = own_mark(state);
        let ended_by = winner.map(|mark| EndedBy { mark: mark.other(), cause: Cause::Resigned });
        let won = GameResult { winner, reason: Reason::Resigned, lines: vec![], ended_by };
        assert_eq!(*result, won, "{state:?}");
    }
    check_moves(state, my_moves);
}

fn check_moves(state: &Snapshot, my_moves: &[(u32, u8)]) {
    referee::check(state);
    for &(ply, cell) in my_moves {
        assert_eq!(state.moves[ply as usize], cell, "move {ply} in {state:?}");
    }
    let first = u32::from(own_mark(state) == Some(Mark::O));
    let mine = (first..state.ply).step_by(2).count();
    assert_eq!(my_moves.len(), mine, "the player's own moves in {state:?}");
}
