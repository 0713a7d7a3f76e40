//! Power cuts: what was written and not synced is gone.
//!
//! `tests/powercut/powercut.c`, preloaded into the server, notes what was synced. After a kill the data directory is
//! made anew from that. What was not synced may survive a power cut too, in whole or in part: half of the cuts
//! leave nothing of it, the others some pages by lot.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::dice::Dice;
use crate::preload::Library;

/// It notes what was synced.
static LIBRARY: Library = Library::new("tests/powercut/powercut.c");

/// What the kernel writes at once.
const PAGE: usize = 4096;

/// The power of one data directory.
pub struct PowerCut {
    data: PathBuf,
    shadow: PathBuf,
}

impl PowerCut {
    /// Power cuts of a data directory that is there, with a directory that notes what was synced.
    pub fn of(data: &Path, shadow: &Path) -> Self {
        let data = data.canonicalize().expect("a directory that is there");
        let power = Self { data, shadow: shadow.to_owned() };
        power.note_all();
        power
    }

    /// What a server must have in its environment.
    pub fn variables(&self) -> [(&'static str, OsString); 3] {
        [
            ("LD_PRELOAD", LIBRARY.path().into()),
            ("POWERCUT_DATA", self.data.clone().into()),
            ("POWERCUT_SHADOW", self.shadow.clone().into()),
        ]
    }

    /// Takes away from the data directory what was not synced; the server is dead.
    pub fn cut(&self, dice: &mut Dice) {
        let spares_some = dice.once_in(2);
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
                (name, mix(synced, &written, dice))
            })
            .collect();
        fs::remove_dir_all(&self.data).expect("a directory of our own");
        fs::create_dir(&self.data).expect("a directory of our own");
        for (name, content) in left {
            fs::write(self.data.join(name), content).expect("a file of our own");
        }
        self.note_all();
    }

    /// Notes everything that is there as synced.
    fn note_all(&self) {
        let _ = fs::remove_dir_all(&self.shadow);
        fs::create_dir_all(self.shadow.join("content")).expect("a directory of our own");
        let mut names = String::new();
        for entry in fs::read_dir(&self.data).expect("a directory of our own") {
            let entry = entry.expect("an entry");
            let id = id_of(&entry.metadata().expect("a file of our own"));
            fs::copy(entry.path(), self.shadow.join("content").join(&id)).expect("a file of our own");
            let _ = writeln!(names, "{id} {}", entry.file_name().to_string_lossy());
        }
        fs::write(self.shadow.join("names"), names).expect("a file of our own");
    }

    /// The names that were synced, and of which files they are.
    fn names(&self) -> BTreeMap<String, String> {
        let names = fs::read_to_string(self.shadow.join("names")).expect("a file of our own");
        let pairs = names.lines().map(|line| line.split_once(' ').expect("an id and a name"));
        pairs.map(|(id, name)| (name.to_owned(), id.to_owned())).collect()
    }
}

/// The page at each place of a file as it was synced or as it was written, by lot.
fn mix(synced: Vec<u8>, written: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut mixed = synced;
    let length = dice.pick(&[mixed.len(), written.len()]);
    mixed.resize(length, 0);
    for (old, new) in mixed.chunks_mut(PAGE).zip(written.chunks(PAGE)) {
        let common = old.len().min(new.len());
        if dice.once_in(2) {
            old[..common].copy_from_slice(&new[..common]);
        }
    }
    mixed
}

/// How the library calls a file.
fn id_of(about: &Metadata) -> String {
    let born = about.created().expect("a time of birth").duration_since(UNIX_EPOCH).expect("since 1970");
    format!("{}-{}-{}", about.ino(), born.as_secs(), born.subsec_nanos())
}
