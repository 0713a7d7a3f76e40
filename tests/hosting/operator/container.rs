//! The image of `server/hosting/Containerfile`: built by buildah in the debug profile, it runs read-only and as another
//! user, finds names, and says whether it is healthy.
//!
//! No registry is needed: where the file names an image with Rust, there is an empty one, with the compiler of this
//! machine mounted in it. That needs root.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use harness::player::strategy::{X_WINS, play_moves};
use harness::program::{Program, ServerProgram, Signal, server};
use harness::workspace;
use serde_json::Value;
use tempfile::TempDir;

const NEEDED: &str = "This test needs root, and buildah, which tests/run installs.";

struct Image {
    _storage: TempDir,
    config: Value,
    /// The root of a container.
    root: PathBuf,
}

impl Image {
    fn build() -> Self {
        let storage = TempDir::new().unwrap();
        let target = workspace().join("target/static");
        fs::create_dir_all(&target).unwrap();
        let sysroot = stdout(Command::new("rustc").args(["--print", "sysroot"]));
        let cargo = std::env::var("CARGO_HOME")
            .unwrap_or_else(|_| format!("{}/.cargo", std::env::var("HOME").unwrap()));
        let compiler = storage.path().join("compiler");
        fs::create_dir_all(compiler.join("tmp")).unwrap();
        for folder in ["bin", "lib", "lib64"] {
            std::os::unix::fs::symlink(format!("usr/{folder}"), compiler.join(folder)).unwrap();
        }
        fs::write(compiler.join("Containerfile"), "FROM scratch\nCOPY . /\n").unwrap();
        let path = format!("PATH={sysroot}/bin:/usr/bin");
        let variables = [&*path, "CARGO_HOME=/cargo", "CARGO_NET_OFFLINE=true", "CARGO_PROFILE_DEV_DEBUG=0"];
        let mut build = buildah(&storage, &["build", "--isolation=chroot", "--tag=compiler"]);
        build.args(variables.map(|variable| format!("--env={variable}"))).arg(compiler);
        stdout(&mut build);

        let mounts = [
            "/usr:/usr:ro".to_owned(),
            "/etc/alternatives:/etc/alternatives:ro".to_owned(),
            format!("{sysroot}:{sysroot}:ro"),
            format!("{cargo}:/cargo"),
            // So that later runs find it built.
            format!("{}:/source/target", target.display()),
        ];
        let arguments = ["build", "--format=docker", "--isolation=chroot", "--tag=image", "--pull=never"];
        let mut build = buildah(&storage, &arguments);
        build.args(["--build-arg=RUST=localhost/compiler", "--build-arg=PROFILE=dev"]);
        build.args(mounts.map(|mount| format!("--volume={mount}")));
        build.args(["--file=server/hosting/Containerfile", "-"]).stdin(sources(&storage));
        stdout(&mut build);

        let described = stdout(&mut buildah(&storage, &["inspect", "--type=image", "localhost/image"]));
        let mut described: Value = serde_json::from_str(&described).unwrap();
        let container = stdout(&mut buildah(&storage, &["from", "--pull=never", "localhost/image"]));
        let root = PathBuf::from(stdout(&mut buildah(&storage, &["mount", &container])));
        Self { config: described["Docker"]["config"].take(), root, _storage: storage }
    }

    fn words(&self, pointer: &str) -> Vec<&str> {
        let words = self.config.pointer(pointer).and_then(Value::as_array).expect("a list");
        words.iter().map(|word| word.as_str().expect("a word")).collect()
    }

    /// A program in the container, with its variables and these.
    fn run(&self, variables: &[&str], program: &[&str]) -> Program {
        let script = "mount --bind $0 $0 && mount --bind $0/data $0/data && mount -o remount,bind,ro $0 \
             && exec env --ignore-environment \"$@\"";
        let root = self.root.to_str().expect("a path that is text");
        let user = self.config["User"].as_str().expect("a user");
        let enter = ["/usr/sbin/chroot", &format!("--userspec={user}"), root];
        let arguments =
            [&["--mount", "sh", "-c", script, root][..], &self.words("/Env"), variables, &enter, program];
        Program::start(Path::new("unshare"), &arguments.concat())
    }
}

fn buildah(storage: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new("buildah");
    let [root, run] = ["root", "run"].map(|name| storage.path().join(name));
    command.arg("--root").arg(root).arg("--runroot").arg(run).arg("--storage-driver=vfs").args(arguments);
    command.current_dir(workspace());
    command
}

/// An archive of the sources, as `git archive` makes one of a commit.
fn sources(storage: &TempDir) -> File {
    let archive = storage.path().join("sources.tar");
    let script = "git ls-files -z --cached --others --exclude-standard \
         | tar --create --null --ignore-failed-read --files-from=- --file=$0";
    stdout(Command::new("sh").args(["-c", script]).arg(&archive).current_dir(workspace()));
    File::open(archive).unwrap()
}

fn stdout(command: &mut Command) -> String {
    let Output { status, stdout, stderr } =
        command.output().unwrap_or_else(|error| panic!("{NEEDED} {error}"));
    assert!(status.success(), "{NEEDED} {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text").trim().to_owned()
}

#[tokio::test]
#[ignore = "builds everything once more: tests/run --long"]
async fn the_image_is_one_program_that_plays_and_says_whether_it_is_healthy() {
    let image = Image::build();
    let root = image.root.to_str().unwrap();
    let files = stdout(Command::new("find").args([root, "-mindepth", "1", "-printf", "%P %u %m\n"]));
    let mut files: Vec<_> = files.lines().collect();
    files.sort_unstable();
    assert_eq!(files, ["bin 65532 755", "bin/tictactoe-server 65532 755", "data 65532 700"]);
    assert_eq!(image.config["User"], "65532:65532");
    for (of_image, expected) in [("Volumes", "/data"), ("ExposedPorts", "7878/tcp")] {
        assert!(image.config[of_image][expected].is_object(), "{of_image}: {}", image.config);
    }

    let entry = image.words("/Entrypoint");
    let started = image.run(&["TICTACTOE_PORT=0"], &[&entry[..], &["--local"]].concat());
    let mut running = ServerProgram::listening(started).await;
    // No other program may have the port of the image.
    let port = format!("TICTACTOE_PORT={}", running.address.port());
    let check = image.words("/Healthcheck/Test");
    let health = async || image.run(&[&port], &check[1..]).exit().await;

    let (mut x, mut o) = running.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let healthy = health().await;
    assert_eq!((check[0], healthy.code, &*healthy.out), ("CMD", Some(0), "ready\n"), "{}", healthy.err);
    running.program.signal(Signal::TERM);
    let exit = running.program.exit().await;
    assert_eq!(exit.code, Some(0), "{}", exit.err);
    assert!(image.root.join("data/matches.db").exists());
    let unhealthy = health().await;
    assert!(unhealthy.code == Some(1) && unhealthy.err.contains("cannot reach"), "{}", unhealthy.err);

    // Container runtimes mount such a file. A static glibc could need parts of the system to read it.
    fs::create_dir(image.root.join("etc")).unwrap();
    fs::write(image.root.join("etc/hosts"), "127.0.0.1 games.example.org\n").unwrap();
    let named = image.run(&[], &[entry[0], "health", "games.example.org:1"]).exit().await;
    assert!(named.err.contains("cannot reach") && named.err.contains("refused"), "{}", named.err);
}

#[tokio::test]
async fn a_server_that_takes_no_players_is_not_healthy() {
    let full = ServerProgram::start(&["--ephemeral", "--max-matches", "1"]).await;
    let _match = full.pair().await;
    let health = async |address: &str| Program::start(server(), &["health", address]).exit().await;
    let exit = health(&full.argument()).await;
    assert!(exit.code == Some(1) && exit.err.contains("limit of matches"), "{}", exit.err);
    let exit = health("no.such.host.invalid:7878").await;
    assert!(exit.code == Some(1) && exit.err.contains("no.such.host.invalid"), "{}", exit.err);
}
