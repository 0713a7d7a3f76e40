//! The players of an arena over time, beside a plain model.

use std::collections::HashMap;
use std::pin::pin;

use proptest::collection::vec;
use proptest::prelude::*;
use tictactoe_engine::Mark;
use tokio::runtime::Builder;

use super::*;
use crate::arena::record::{Entrant, Place};
use crate::record::{ArenaRefusal, RowId};
use crate::settings::ArenaLimits;

const WORD: &str = "class";
const PLAYERS: usize = 5;
const TICK: Duration = Duration::from_millis(100);

fn entrant(name: String) -> Entrant {
    let (rules, lasts) = (Rules::CLASSIC, Duration::from_secs(24 * 60 * 60));
    Entrant { name, is_bot: false, secret: Secret::generate(), rules, lasts, only_bots: None }
}

/// No one waits longer while someone else is free.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy)]
enum Action {
    /// On a new connection, or after leaving.
    Enter(usize),
    Leave(usize),
    /// The player's game is played to its end.
    Win(usize),
    /// The player resigns before a move.
    Resign(usize),
    /// A player who was set aside asks for the next game.
    Ask(usize),
    Pass(u8),
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let action = prop_oneof![
        2 => (0..PLAYERS).prop_map(Action::Enter),
        1 => (0..PLAYERS).prop_map(Action::Leave),
        2 => (0..PLAYERS).prop_map(Action::Win),
        2 => (0..PLAYERS).prop_map(Action::Resign),
        1 => (0..PLAYERS).prop_map(Action::Ask),
        4 => (1..30_u8).prop_map(Action::Pass),
    ];
    vec(action, 1..60)
}

/// What a player does, as the player's connection sees it.
enum State {
    Gone,
    Free { seek: Box<Seek>, looks_in: Duration },
    Playing(Seated),
    SetAside,
}

struct Player {
    entrant: Entrant,
    state: State,
    /// The games that the player gave up, in a row.
    given_up: u8,
    /// How long the player has been free together with someone else.
    waited: Duration,
}

struct Class {
    server: Server,
    players: Vec<Player>,
}

impl Class {
    fn new() -> Self {
        let player = |number| Player {
            entrant: entrant(format!("player {number}")),
            state: State::Gone,
            given_up: 0,
            waited: Duration::ZERO,
        };
        Self { server: Server::new(), players: (0..PLAYERS).map(player).collect() }
    }

    async fn act(&mut self, action: Action) {
        let state = |player: usize| &self.players[player].state;
        match action {
            Action::Enter(player) if !matches!(state(player), State::Playing(_)) => self.enter(player).await,
            Action::Leave(player) => self.leave(player).await,
            Action::Win(player) => {
                if let State::Playing(seated) = state(player) {
                    let id = seated.id().clone();
                    self.play(&id, &[0, 3, 1, 4, 2]).await;
                    self.end(&id, None).await;
                }
            }
            Action::Resign(player) => {
                if let State::Playing(seated) = state(player) {
                    let (id, seats) = (seated.id().clone(), seated.seats);
                    self.server.change(&id, |record, _| record.resign(seats)).await;
                    self.end(&id, Some(player)).await;
                }
            }
            Action::Ask(player) if matches!(state(player), State::SetAside) => {
                self.players[player].given_up = 0;
                self.look_for_game(player, self.row(player).await, true).await;
            }
            Action::Enter(_) | Action::Ask(_) => {}
            Action::Pass(ticks) => {
                for _ in 0..ticks {
                    self.tick().await;
                }
            }
        }
    }

    async fn play(&self, id: &MatchId, cells: &[usize]) {
        for &cell in cells {
            let play =
                |record: &Record, now| record.play(Seats::One(record.to_move().unwrap()), cell, None, now);
            self.server.change(id, play).await;
        }
    }

    async fn enter(&mut self, player: usize) {
        if matches!(self.players[player].state, State::Free { .. }) {
            // On another connection, the player is free anew.
            self.players.iter_mut().for_each(|player| player.waited = Duration::ZERO);
        }
        let entrant = &self.players[player].entrant;
        let (place, _) = self.server.matchmaker.arenas.enter(WORD, entrant, || Ok(())).await.unwrap();
        self.players[player].given_up = 0;
        self.seek(player, place).await;
    }

    async fn leave(&mut self, player: usize) {
        if let State::Playing(seated) = std::mem::replace(&mut self.players[player].state, State::Gone) {
            self.server.change(seated.id(), |record, _| Ok(record.leave(seated.seats))).await;
            self.end(seated.id(), Some(player)).await;
        }
    }

    /// The connections of both players see that the game is over.
    async fn end(&mut self, id: &MatchId, quitter: Option<usize>) {
        let record = self.server.record(id).await;
        let has_moved = record.game.ply() > 0;
        for player in 0..PLAYERS {
            let plays = matches!(&self.players[player].state, State::Playing(seated) if seated.id() == id);
            match quitter {
                Some(quitter) if quitter == player => self.players[player].given_up += 1,
                _ if plays && has_moved => self.players[player].given_up = 0,
                _ => {}
            }
            if plays {
                self.server.matchmaker.arenas.finish(id, &record).await.unwrap();
                self.look_for_game(player, self.row(player).await, false).await;
            }
        }
    }

    async fn row(&self, player: usize) -> RowId {
        let arena = self.server.matchmaker.arenas.table(WORD).await.unwrap();
        let name = &self.players[player].entrant.name;
        arena.ranking().iter().find(|(_, row)| row.name == *name).unwrap().0
    }

    async fn look_for_game(&mut self, player: usize, row: RowId, has_asked: bool) {
        let place = self.server.matchmaker.arenas.next_place(WORD, row, has_asked).await;
        match (place, self.players[player].given_up >= 2) {
            (Ok(place), false) => self.seek(player, place).await,
            (Err(MatchError::Arena(ArenaRefusal::SetAside)), true) => {
                self.players[player].state = State::SetAside;
            }
            (place, given_up) => panic!("{place:?}, though the player has given up two games: {given_up}"),
        }
    }

    async fn seek(&mut self, player: usize, place: Place) {
        let request = JoinRequest {
            name: place.name,
            terms: Terms { rules: Some(place.rules), best_of: None },
            word: WORD.into(),
            arena: Some(place.seek),
            ..person()
        };
        let seek = self.server.wait(request).await;
        let looks_in = ARENA_LOOKUPS;
        self.players[player].state = State::Free { seek, looks_in };
    }

    async fn tick(&mut self) {
        for player in &mut self.players {
            if let State::Free { seek, looks_in } = &mut player.state {
                *looks_in = looks_in.checked_sub(TICK).unwrap_or_else(|| {
                    seek.look_for_opponent();
                    ARENA_LOOKUPS
                });
            }
        }
        sleep(TICK).await;
        self.end_games_without_a_move().await;
        self.take_seats().await;
        let free = |player: &&mut Player| matches!(player.state, State::Free { .. });
        let is_anyone_alone = self.players.iter_mut().filter(free).count() < 2;
        for player in &mut self.players {
            let waits = free(&player) && !is_anyone_alone;
            player.waited = if waits { player.waited + TICK } else { Duration::ZERO };
            assert!(player.waited <= LONGEST_WAIT, "two players are free and are not paired");
        }
    }

    /// The clock ends a game in which X does not move.
    async fn end_games_without_a_move(&mut self) {
        for player in 0..PLAYERS {
            let State::Playing(seated) = &self.players[player].state else { continue };
            let (id, seats) = (seated.id().clone(), seated.seats);
            self.server.matchmaker.matches.expire(&id).await.unwrap();
            let record = self.server.record(&id).await;
            if record.is_over() && record.mark_of(seats.person_seat()) == Mark::X {
                self.end(&id, Some(player)).await;
            }
        }
    }

    /// The matches that have begun are between two players who were free.
    async fn take_seats(&mut self) {
        let mut seated: HashMap<MatchId, Vec<RowId>> = HashMap::new();
        for player in 0..PLAYERS {
            let State::Free { seek, .. } = &mut self.players[player].state else { continue };
            if is_pending(pin!(seek.ended())) {
                continue;
            }
            let State::Free { seek, .. } =
                std::mem::replace(&mut self.players[player].state, State::SetAside)
            else {
                continue;
            };
            let seat = seat(seek).await;
            seated.entry(seat.id().clone()).or_default().push(self.row(player).await);
            self.players[player].state = State::Playing(seat);
        }
        for (id, players) in seated {
            let rows = self.server.record(&id).await.arena.clone().expect("a match of the arena").rows;
            assert_ne!(rows.host, rows.guest, "a player plays against another one");
            assert!(players.contains(&rows.host) && players.contains(&rows.guest), "no one is gone");
        }
        self.check_running().await;
    }

    /// The table knows the running matches, in which everyone plays once.
    async fn check_running(&self) {
        let arena = self.server.matchmaker.arenas.table(WORD).await;
        let is_playing = |player: &&Player| matches!(player.state, State::Playing(_));
        let playing = self.players.iter().filter(is_playing).count();
        let running = arena.map_or(0, |arena| arena.running().len());
        assert_eq!(playing, 2 * running);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn everyone_who_is_free_is_paired_with_someone_who_is_free(actions in actions()) {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let mut class = Class::new();
            for action in actions {
                class.act(action).await;
            }
            for _ in 0..20 {
                class.tick().await;
            }
        });
    }
}

#[tokio::test]
async fn an_arena_beyond_the_limit_is_refused_before_it_is_charged() {
    let arenas = limited_arenas(&Server::new(), 0);
    let opened = arenas.enter::<()>(WORD, &entrant("Ann".into()), || panic!("it is charged")).await;
    assert!(matches!(opened, Err(MatchError::Arena(ArenaRefusal::TooMany))));
}

fn limited_arenas(server: &Server, count: usize) -> Arenas {
    let limits = ArenaLimits { count, ..Settings::default().limits.arenas };
    Arenas::new(Arc::clone(&server.matchmaker.matches), limits)
}
