use tempfile::TempDir;

use super::*;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, contents) in files {
        fs::write(folder.path().join(name), contents).unwrap();
    }
    folder
}

fn text(program: &Program) -> &str {
    std::str::from_utf8(&program.contents().unwrap().bytes).unwrap()
}

fn listed(downloads: &Downloads) -> Vec<(&str, &str, &str)> {
    let programs = downloads.programs().iter();
    programs.map(|program| (&*program.name, text(program), program.file_name())).collect()
}

#[test]
fn a_program_is_named_as_uname_prints_the_platform() {
    for (system, machine, expected) in [
        ("linux", "x86_64", Some("tictactoe-Linux-x86_64")),
        ("linux", "aarch64", Some("tictactoe-Linux-aarch64")),
        ("macos", "x86_64", Some("tictactoe-Darwin-x86_64")),
        ("macos", "aarch64", Some("tictactoe-Darwin-arm64")),
        ("windows", "x86_64", Some("tictactoe-Windows-x86_64.exe")),
        ("freebsd", "x86_64", None),
    ] {
        assert_eq!(name_for(system, machine).as_deref(), expected, "{system}");
    }
}

#[test]
fn the_name_of_a_program_says_its_platform() {
    let files = [("tictactoe-Darwin-arm64", ""), ("tictactoe-Windows-x86_64.exe", "")];
    let downloads = Downloads::from_folder(folder(&files).path()).unwrap();
    let platforms: Vec<_> = downloads.programs().iter().map(|program| program.platform()).collect();
    assert_eq!(platforms, ["Darwin arm64", "Windows x86_64"]);
}

#[test]
fn a_program_is_handed_out_as_it_was_when_the_list_was_made() {
    let folder = folder(&[("client", "the client")]);
    let path = folder.path().join("client");
    let downloads = Downloads::from_program(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "a newer one").unwrap();
    let [program] = downloads.programs() else { panic!("{downloads:?}") };
    assert_eq!([text(program), text(program)], ["the client"; 2], "as often as it is asked for");
    assert_eq!(program.contents().unwrap().sha256, HEXLOWER.encode(&Sha256::digest("the client")));
}

#[test]
fn a_folder_hands_out_the_files_that_are_named_like_programs() {
    let files = [
        ("tictactoe-Darwin-arm64", "mac"),
        ("tictactoe-Windows-x86_64.exe", "windows"),
        ("tictactoe-0.2.0-x86_64-apple-darwin.tar.gz", "an archive"),
        ("SHA256SUMS", ""),
    ];
    let downloads = Downloads::from_folder(folder(&files).path()).unwrap();
    let [mac, windows] = [
        ("tictactoe-Darwin-arm64", "mac", "tictactoe"),
        ("tictactoe-Windows-x86_64.exe", "windows", "tictactoe.exe"),
    ];
    assert_eq!(listed(&downloads), [mac, windows]);
}

#[test]
fn a_folder_without_programs_is_refused() {
    let error = Downloads::from_folder(folder(&[("README", "")]).path()).unwrap_err().to_string();
    assert!(error.contains("tictactoe-Linux-x86_64"), "{error}");
    assert!(Downloads::from_folder(Path::new("/nowhere")).is_err());
}
