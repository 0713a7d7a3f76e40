//! A release archive: complete, the same each time, and playable. The binaries are those of the tests, packed by
//! `server/hosting/release`, which builds none for it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use harness::home::Home;
use harness::program::{Program, ServerProgram, client, server, solve};
use harness::raw;
use harness::workspace;

/// Plans what cargo is to build, and stops: to build would take ten minutes.
const PLANNING_CARGO: &str = r#"#!/bin/sh
shift
for word; do
    shift
    set -- "$@" "${word%.2.17}"
done
export RUSTC_BOOTSTRAP=1
"$CARGO" build "$@" -Z unstable-options --unit-graph >/dev/null && echo planned
exit 1
"#;

fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().expect("it starts");
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Packs the programs of a folder. Returns the names of the archive, the client alone and the Debian package.
fn pack(programs: &Path, to: &Path) -> [String; 3] {
    let script = workspace().join("server/hosting/release");
    run("bash", &[&script, Path::new("--built"), programs, to].map(|path| path.to_str().unwrap()), to);
    run("sha256sum", &["--check", "--strict", "SHA256SUMS"], to);
    let sums = fs::read_to_string(to.join("SHA256SUMS")).unwrap();
    let mut names: Vec<_> = sums.split_whitespace().skip(1).step_by(2).map(str::to_owned).collect();
    names.sort();
    names.try_into().expect("an archive, a client and a package")
}

#[tokio::test]
async fn an_archive_has_everything_and_a_game_can_be_played_with_it() {
    let folders = [Home::new(), Home::new(), Home::new(), Home::new()];
    let [programs, first, second, unpacked] = folders.each_ref().map(Home::path);
    fs::create_dir(programs.join("examples")).unwrap();
    for (program, name) in
        [(client(), "tictactoe"), (server(), "tictactoe-server"), (solve(), "examples/solve")]
    {
        let stripped = programs.join(name);
        run("strip", &["-o", stripped.to_str().unwrap(), program.to_str().unwrap()], programs);
    }
    let made = pack(programs, first);
    assert_eq!(pack(programs, second), made);
    for name in &made {
        let [one, other] = [first, second].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(one == other, "the same programs make the same {name}");
    }
    let [archive, _, package] = made;
    assert_package(&first.join(package), programs);

    let archive = first.join(archive);
    run("tar", &["-xzf", archive.to_str().unwrap(), "--strip-components=1"], unpacked);
    let mut files: Vec<_> = run("find", &["-type", "f"], unpacked).lines().map(str::to_owned).collect();
    files.sort();
    assert_eq!(
        files,
        [
            "./bin/tictactoe",
            "./bin/tictactoe-server",
            "./bin/tictactoe-solve",
            "./share/bash-completion/completions/tictactoe",
            "./share/bash-completion/completions/tictactoe-server",
            "./share/doc/tictactoe/Caddyfile",
            "./share/doc/tictactoe/LICENSE",
            "./share/doc/tictactoe/README.md",
            "./share/doc/tictactoe/alarms.yml",
            "./share/doc/tictactoe/nginx.conf",
            "./share/doc/tictactoe/tictactoe.service",
            "./share/fish/vendor_completions.d/tictactoe-server.fish",
            "./share/fish/vendor_completions.d/tictactoe.fish",
            "./share/man/man1/tictactoe-server.1",
            "./share/man/man1/tictactoe.1",
            "./share/zsh/site-functions/_tictactoe",
            "./share/zsh/site-functions/_tictactoe-server",
        ]
    );
    let text = |name: &str| fs::read_to_string(unpacked.join("share").join(name)).unwrap();
    assert!(text("man/man1/tictactoe-server.1").contains(".TH tictactoe-server 1"));
    assert!(text("bash-completion/completions/tictactoe").contains("--vs"));

    let program = |name: &str| unpacked.join("bin").join(name);
    let solved = Program::start(&program("tictactoe-solve"), &["XX_", "OO_", "___"]).exit().await;
    assert!(solved.code == Some(0) && solved.out.contains("X wins"), "{solved:?}");
    let downloads = ["--downloads", first.to_str().unwrap()];
    let server = ServerProgram::start_with(&program("tictactoe-server"), &Home::new(), &[], &downloads).await;
    let path = format!("/get/tictactoe-Linux-{}", std::env::consts::ARCH);
    let downloaded = raw::get(server.address, &path, &[]).await;
    assert!(downloaded.bytes == fs::read(program("tictactoe")).unwrap(), "the server hands out the client");
    let flags = [&*server.argument(), "--vs", "ai"];
    let mut game = Program::start(&program("tictactoe"), &flags);
    game.type_in("1\n2\n3\n4\n5\n6\n7\n8\n9\n").await;
    let exit = game.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
    assert!(exit.out.contains("Score: "), "{}", exit.out);
}

#[test]
fn the_programs_of_an_archive_are_packages_and_features_that_exist() {
    let [commands, out] = [Home::new(), Home::new()];
    for name in ["cargo", "cargo-zigbuild"] {
        let path = commands.path().join(name);
        fs::write(&path, PLANNING_CARGO).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", commands.path().display(), std::env::var("PATH").unwrap());
    let mut release = Command::new(workspace().join("server/hosting/release"));
    let output = release.arg(out.path()).env("PATH", path).env("CARGO", env!("CARGO")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said, "planned\n", "{}", String::from_utf8_lossy(&output.stderr));
}

fn assert_package(package: &Path, programs: &Path) {
    let unpacked = Home::new();
    let package = package.to_str().unwrap();
    run("dpkg-deb", &["--extract", package, "."], unpacked.path());
    for program in ["tictactoe", "tictactoe-server"] {
        let installed = fs::read(unpacked.path().join("usr/bin").join(program)).unwrap();
        assert!(installed == fs::read(programs.join(program)).unwrap(), "{program}");
    }
    let unit = fs::read_to_string(unpacked.path().join("usr/lib/systemd/system/tictactoe.service")).unwrap();
    assert!(unit.contains("\nExecStart=/usr/bin/tictactoe-server\n"), "{unit}");
    assert!(!unpacked.path().join("usr/share/doc/tictactoe/tictactoe.service").exists());
    let field = |name| run("dpkg-deb", &["--field", package, name], unpacked.path());
    assert_eq!(field("Depends"), "libc6 (>= 2.17)\n");
    // So that a release is newer than what was packed before it.
    assert_eq!(field("Version").trim(), env!("CARGO_PKG_VERSION").replace('-', "~"));
}
