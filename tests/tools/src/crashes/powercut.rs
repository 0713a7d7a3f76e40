//! Power cuts: what was not synced is lost.
//!
//! `tests/powercut/powercut.c`, preloaded into the server, records what was synced. After a kill the data directory
//! is restored from that. Unsynced data may survive a power cut in part: half of the cuts keep none of it, the
//! others some pages at random.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::preload::Library;
use harness::rng::Rng;

static LIBRARY: Library = Library::new("tests/powercut/powercut.c");

const PAGE: usize = 4096;

pub struct PowerCut {
    data: PathBuf,
    shadow: PathBuf,
}

impl PowerCut {
    /// A data directory, and a directory in which synced content is recorded.
    pub fn of(data: &Path, shadow: &Path) -> Self {
        let data = data.canonicalize().expect("a directory that is there");
        let power = Self { data, shadow: shadow.to_owned() };
        power.note_all();
        power
    }

    pub fn variables(&self) -> [(&'static str, OsString); 3] {
        [
            ("LD_PRELOAD", LIBRARY.path().into()),
            ("POWERCUT_DATA", self.data.clone().into()),
            ("POWERCUT_SHADOW", self.shadow.clone().into()),
        ]
    }

    /// Removes from the data directory what was not synced. The server must be dead.
    pub fn cut(&self, rng: &mut Rng) {
        let spares_some = rng.one_in(2);
        let left: Vec<_> = self
            .names()
            .into_iter()
            .map(|(name, id)| {
                let synced = fs::read(self.shadow.join("content").join(&id)).unwrap_or_default();
                let path = self.data.join(&name);
                let written = match path.metadata() {
                    Ok(about) if spares_some && id_of(&about) == id => {
                        fs::read(&path).expect("a file of our own")
                    }
                    _ => synced.clone(),
                };
                (name, mix(synced, &written, rng))
            })
            .collect();
        fs::remove_dir_all(&self.data).expect("a directory of our own");
        fs::create_dir(&self.data).expect("a directory of our own");
        for (name, content) in left {
            fs::write(self.data.join(name), content).expect("a file of our own");
        }
        self.note_all();
    }

    fn note_all(&self) {
        let _ = fs::remove_dir_all(&self.shadow);
        fs::create_dir_all(self.shadow.join("content")).expect("a directory of our own");
        let mut names = String::new();
        for request in fs::read_dir(&self.data).expect("a directory of our own") {
            let request = request.expect("an request");
            let id = id_of(&request.metadata().expect("a file of our own"));
            fs::copy(request.path(), self.shadow.join("content").join(&id)).expect("a file of our own");
            let _ = writeln!(names, "{id} {}", request.file_name().to_string_lossy());
        }
        fs::write(self.shadow.join("names"), names).expect("a file of our own");
    }

    fn names(&self) -> BTreeMap<String, String> {
        let names = fs::read_to_string(self.shadow.join("names")).expect("a file of our own");
        let pairs = names.lines().map(|line| line.split_once(' ').expect("an id and a name"));
        pairs.map(|(id, name)| (name.to_owned(), id.to_owned())).collect()
    }
}

/// Each page as synced or as written, at random.
fn mix(synced: Vec<u8>, written: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut mixed = synced;
    let length = rng.pick(&[mixed.len(), written.len()]);
    mixed.resize(length, 0);
    for (old, new) in mixed.chunks_mut(PAGE).zip(written.chunks(PAGE)) {
        let common = old.len().min(new.len());
        if rng.one_in(2) {
            old[..common].copy_from_slice(&new[..common]);
        }
    }
    mixed
}

/// The name by which the library records a file.
fn id_of(about: &Metadata) -> String {
    let born = about.created().expect("a time of birth").duration_since(UNIX_EPOCH).expect("since 1970");
    format!("{}-{}-{}", about.ino(), born.as_secs(), born.subsec_nanos())
}
