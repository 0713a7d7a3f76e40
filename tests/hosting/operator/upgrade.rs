//! Databases that earlier versions have written: `tests/databases` has one of each commit that is named here.
//!
//! In each of them Ann has played a game against Bob in the room kitten, the next one has two moves, and Eve plays the
//! computer. The server was stopped then.

use std::fs;

use harness::home::Home;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::program::{Program, ServerProgram, server};
use harness::workspace;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::Mark;

struct Old {
    /// The last commit before the format or what is stored in it changed.
    commit: &'static str,
    /// The tickets of Ann, Bob and Eve.
    tickets: [&'static str; 3],
    /// Who won the first game, by the mark in the second one, and wins the second by the moves of this test.
    winners: [Mark; 2],
}

const OLD: &[Old] = &[
    // Format 1, the first one.
    Old {
        commit: "bbc3507",
        tickets: [
            "s64wg9k0p97r.a8da06e9322ad6423fb11113d8bedae38a0ab27e7afd6bd701b9bd8085ff2ca7",
            "s64wg9k0p97r.0b7e0795a3faeafb00b469b15282c8d799347e322d8c686f658e4b31154bb165",
            "4jh31tj2af01.29a64900a96ce916068d1349c806b3f35cd504f4e9cc6f88c814a838264808de",
        ],
        winners: [Mark::O, Mark::X],
    },
    // With takebacks and variants: the match of Ann and Bob is misere.
    Old {
        commit: "1e7aca5",
        tickets: [
            "z3ad2k5qqgb9.19a8c7bb1f8a36bcc9629d18dcab7ebac73e6bca1b776e069af6801c487464d2",
            "z3ad2k5qqgb9.325301a8772e42a7ef7317d305b4e47df17d854441edfe03475c1363498c401d",
            "h7f8vy9j2ba1.40e1f1431cb2eabc4b3e86ea035301af4e5097e2e7483e641f8a12b7767e7a56",
        ],
        winners: [Mark::X, Mark::O],
    },
    // Format 2; a series of three.
    Old {
        commit: "d9075f4",
        tickets: [
            "r4ds394jyvq6.6bfacbda63835130c8e93638be308433bd4e436f30174033c0b7bcd0257b51ea",
            "r4ds394jyvq6.411844696ff1b13f54d2fbf9efb260cc2aa0a6bc04e04c5c6474496bb1ae48f0",
            "k9yv5anzkpmq.e21f9242aa3a1e0680f0a503c168c3d2eba5caf01835f3afe157dd068f531399",
        ],
        winners: [Mark::O, Mark::X],
    },
    // Format 3, the last one with records in JSON: a series of three, and a takeback is asked for.
    Old {
        commit: "7d51ed8",
        tickets: [
            "4q5pp4ve9njw.b7347b95ec804ed6c2ea946b5759676fc6d94bb8fd4765eddcb4a9bf0b441b87",
            "4q5pp4ve9njw.dbf34f646bd95b7cf9db5815dedc4c0625b67443cde3f76186e57da6b8a80eae",
            "jpee9r89dfpf.dd23d25def68b87787ca80a582b3d1ab234114f5986528cb061c3dabe83193b7",
        ],
        winners: [Mark::O, Mark::X],
    },
];

#[tokio::test]
async fn matches_of_earlier_versions_continue_and_their_games_are_kept() {
    for Old { commit, tickets, winners: [first, second] } in OLD {
        let home = Home::new();
        let data = home.path().join("data");
        fs::create_dir(&data).unwrap();
        fs::copy(workspace().join(format!("tests/databases/{commit}.db")), data.join("matches.db")).unwrap();
        let data = data.to_str().unwrap();
        let running = ServerProgram::start_in(&home, &["--data", data]).await;
        let resume =
            async |ticket: &str| Player::resumed(running.address, &Ticket::new(ticket.to_owned())).await;
        let (mut ann, mut bob, mut eve) =
            (resume(tickets[0]).await, resume(tickets[1]).await, resume(tickets[2]).await);

        let state = bob.newest();
        assert_eq!((&*state.moves, state.game, state.score.of(*first)), (&[4, 0][..], 2, 1), "{commit}");
        assert_eq!(
            (state.players.x.name.as_str(), state.players.o.name.as_str()),
            ("Bob", "Ann"),
            "{commit}"
        );
        play_moves(&mut bob, &mut ann, &[2, 1, 6]).await;
        assert_eq!(ann.over().await.result.unwrap().winner, Some(*second), "{commit}");
        assert_eq!(eve.newest().moves, [0, 4], "{commit}");
        eve.play(8).await.unwrap();
        eve.state_where("the computer's move", |state| state.ply == 4).await;

        let export = Program::start_in(&home, server(), &["export", "--data", data]).exit().await;
        assert_eq!((export.code, export.out.lines().count()), (Some(0), 2), "{commit}: {export:?}");
    }
}
