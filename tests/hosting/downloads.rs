//! The client comes from the server: a machine on its network has `curl`, and nothing of ours.

use std::path::Path;

use harness::home::Home;
use harness::namespace::{Machine, Network};
use harness::program::{Exit, Program};

/// A shell on a machine, in a folder.
fn shell(machine: &Machine, folder: &Home, script: &str) -> Program {
    let script = format!("cd {}\n{script}", folder.path().display());
    machine.start(Path::new("sh"), &["-ec", &script])
}

async fn run(machine: &Machine, folder: &Home, script: &str) -> Exit {
    let exit = shell(machine, folder, script).exit().await;
    assert_eq!(exit.code, Some(0), "{script}: {exit:?}");
    exit
}

#[tokio::test]
async fn a_machine_with_nothing_but_curl_gets_the_client_from_the_server_and_plays() {
    let (_network, [kitchen, player]) = Network::with_machines().await;
    let _server = kitchen.serve(&[]).await;
    let folder = Home::new();
    let told = run(&player, &folder, &format!("curl -s {}", kitchen.address())).await.out;
    let commands = told.split_once("Linux and macOS:\n\n").expect("commands").1;
    let [download, play] = commands.lines().take(2).collect::<Vec<_>>()[..] else { panic!("{told}") };
    let got = run(&player, &folder, download).await;
    assert_eq!(got.out, "", "no list of programs");
    let sum = run(&player, &folder, "sha256sum tictactoe").await.out;
    let list = run(&player, &folder, &format!("curl -s {}/get", kitchen.address())).await.out;
    assert!(list.contains(&format!("SHA-256 {}\n", &sum[..64])), "{sum} in {list}");
    let mut game = shell(&player, &folder, &format!("{play} --vs ai --mark X"));
    game.type_in("5\n1\n9\n").await;
    game.end_of_input();
    let exit = game.exit().await;
    assert_eq!((exit.code, exit.out.contains("\nThe computer won")), (Some(0), true), "{exit:?}");
}
