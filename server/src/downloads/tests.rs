use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use super::*;

const ARCHIVE: &str = "tictactoe-0.1.0-aarch64-apple-darwin.tar.gz";

/// A compressed archive with these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut tar = GzEncoder::new(Vec::new(), Compression::fast());
    for (path, contents) in files {
        let mut header = [0; 512];
        header[..path.len()].copy_from_slice(path.as_bytes());
        header[124..136].copy_from_slice(format!("{:011o}\0", contents.len()).as_bytes());
        tar.write_all(&header).unwrap();
        tar.write_all(contents).unwrap();
        tar.write_all(&vec![0; contents.len().next_multiple_of(512) - contents.len()]).unwrap();
    }
    tar.write_all(&[0; 1024]).unwrap();
    tar.finish().unwrap()
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, contents) in files {
        fs::write(folder.path().join(name), contents).unwrap();
    }
    folder
}

fn bytes(program: &Program) -> Vec<u8> {
    program.pieces().unwrap().flat_map(Result::unwrap).collect()
}

fn names(downloads: &Downloads) -> Vec<&str> {
    downloads.iter().map(|(name, _)| name).collect()
}

#[test]
fn a_program_is_read_in_pieces_as_it_was_when_the_list_was_made() {
    let contents = vec![7; 3 * PIECE_BYTES + 1];
    let folder = folder(&[("client", &contents)]);
    let path = folder.path().join("client");
    let downloads = Downloads::from_program(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "a newer one").unwrap();
    let (name, program) = downloads.iter().next().unwrap();
    assert!(name.starts_with("tictactoe-") && program.bytes == contents.len() as u64, "{program:?}");
    assert_eq!(program.pieces().unwrap().count(), 4);
    assert!(bytes(program) == contents && bytes(program) == contents, "as often as it is asked for");
}

#[test]
fn an_archive_hands_out_the_client_in_it() {
    let files: [(&str, &[u8]); 4] = [
        ("tictactoe-0.1.0/README", &[b'x'; 700]),
        ("tictactoe-0.1.0/bin/tictactoe-server", b"the server"),
        ("tictactoe-0.1.0/bin/tictactoe", b"the client"),
        ("tictactoe-0.1.0/share/last", b""),
    ];
    let windows = archive(&[("tictactoe-0.2.0/bin/tictactoe.exe", b"the other client")]);
    let folder = folder(&[
        (ARCHIVE, &archive(&files)),
        ("tictactoe-0.2.0-x86_64-pc-windows-gnu.tar.gz", &windows),
        ("SHA256SUMS", b""),
    ]);
    let downloads = Downloads::from_archives(folder.path()).unwrap();
    assert_eq!(names(&downloads), ["tictactoe-Darwin-arm64", "tictactoe-Windows-x86_64.exe"]);
    let mac = downloads.get("tictactoe-Darwin-arm64").unwrap();
    assert_eq!((&*bytes(mac), mac.bytes, &*mac.version), (&b"the client"[..], 10, "0.1.0"));
    assert_eq!(mac.sha256(), HEXLOWER.encode(&Sha256::digest("the client")));
    let windows = downloads.get("tictactoe-Windows-x86_64.exe").unwrap();
    assert_eq!((bytes(windows), windows.file_name()), (b"the other client".to_vec(), "tictactoe.exe"));
}

#[test]
fn a_folder_without_usable_archives_is_refused_with_the_reason() {
    for (files, told) in [
        (&[("README", &b""[..])][..], "there is no tictactoe-VERSION-TARGET.tar.gz"),
        (&[(ARCHIVE, &archive(&[("a/bin/other", b"x")]))], "has no client"),
        (&[(ARCHIVE, b"not an archive")], ARCHIVE),
    ] {
        let error = Downloads::from_archives(folder(files).path()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
    assert!(Downloads::from_archives(Path::new("/nowhere")).is_err());
}

#[test]
fn of_two_programs_for_one_platform_the_first_list_counts() {
    let client = |contents: &[u8]| {
        let folder = folder(&[("client", contents), (ARCHIVE, &archive(&[("a/bin/tictactoe", b"mac")]))]);
        let own = Downloads::from_program(&folder.path().join("client")).unwrap();
        (own, Downloads::from_archives(folder.path()).unwrap())
    };
    let ((one, archives), (other, _)) = (client(b"one"), client(b"other"));
    let all = one.or(&other).or(&archives);
    assert_eq!(names(&all).len(), 2);
    assert!(
        all.iter().all(|(_, program)| [b"one", b"mac"].contains(&&bytes(program)[..].try_into().unwrap()))
    );
}
