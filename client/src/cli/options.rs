//! What flags and environment ask for, and which two wishes exclude each other.
//!
//! Two wishes that contradict each other are refused when they were made in the same place; when one was typed
//! and the other stands in the environment, what was typed counts, and the other is passed over.

use std::cmp::Ordering;
use std::path::PathBuf;
use std::time::Duration;

use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{Level, MarkPreference, MatchId, Opponent};

use crate::address::LinkTarget;
use crate::exit::Failure;
use crate::ui::Ui;
use crate::ui::tui::display::Numbers;

const WATCHES: &str = "Leave --watch out to play, or the other one to watch.";
const SHARES: &str = "Leave one of them out: --hotseat seats two people who share this keyboard.";
const FACES: &str = "Use --ui text or --ui plain.";
const LEVELS: &str = "Leave --level out, or say --vs ai or --vs any.";
const ONE: &str = "Leave one of them out.";
const PATH: &str = "Leave the flag out, or the path of the address.";

/// Where a wish was made. What was typed counts more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// In a `TICTACTOE_*` variable.
    Environment,
    /// On the command line.
    CommandLine,
}

/// A wish and where it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wish<T> {
    /// What is wished for.
    pub(crate) value: T,
    /// Where it was made.
    pub(crate) source: Source,
}

/// When there are colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Colour {
    /// Unless the environment asks for none.
    #[default]
    Auto,
    /// Whatever the environment says.
    Always,
    /// Not at all.
    Never,
}

/// Everything that can be wished for; each is absent unless somebody asked for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) address: Option<Wish<String>>,
    pub(crate) name: Option<Wish<Name>>,
    pub(crate) vs: Option<Wish<Opponent>>,
    pub(crate) level: Option<Wish<Level>>,
    pub(crate) mark: Option<Wish<MarkPreference>>,
    pub(crate) room: Option<Wish<Room>>,
    pub(crate) board: Option<Wish<(u8, u8)>>,
    pub(crate) run: Option<Wish<u8>>,
    pub(crate) watch: Option<Wish<MatchId>>,
    pub(crate) games: Option<Wish<u32>>,
    pub(crate) hotseat: Option<Wish<()>>,
    /// Absent means `auto`.
    pub(crate) face: Option<Wish<Ui>>,
    pub(crate) colour: Option<Wish<Colour>>,
    pub(crate) ascii: Option<Wish<()>>,
    pub(crate) no_mouse: Option<Wish<()>>,
    pub(crate) numbers: Option<Wish<Numbers>>,
    pub(crate) timeout: Option<Wish<Duration>>,
    pub(crate) reconnect: Option<Wish<Duration>>,
    pub(crate) new: Option<Wish<()>>,
    pub(crate) state: Option<Wish<PathBuf>>,
    pub(crate) log_file: Option<Wish<PathBuf>>,
    pub(crate) verbose: Option<Wish<()>>,
}

impl Options {
    /// What the address names is a wish like that of `--room` or `--watch`.
    pub(crate) fn invite(&mut self, target: Option<LinkTarget>) -> Result<(), Failure> {
        let Some(source) = self.address.as_ref().map(|address| address.source) else { return Ok(()) };
        match target {
            Some(LinkTarget::Room(value)) => self.invite_into_room(Wish { value, source }),
            Some(LinkTarget::Match(value)) => self.invite_to_watch(Wish { value, source }),
            None => Ok(()),
        }
    }

    fn invite_into_room(&mut self, wish: Wish<Room>) -> Result<(), Failure> {
        let is_other = self.room.as_ref().is_some_and(|room| room.value != wish.value);
        let mut room = Some(wish);
        if is_other {
            exclude(&mut self.room, &mut room, "--room and the address name two rooms", ONE)?;
        }
        exclude(&mut self.watch, &mut room, "--watch joins no room, and the address names one", PATH)?;
        exclude(&mut self.hotseat, &mut room, "--hotseat has a room, and the address names one", PATH)?;
        self.room = room.or_else(|| self.room.take());
        Ok(())
    }

    fn invite_to_watch(&mut self, wish: Wish<MatchId>) -> Result<(), Failure> {
        let is_other = self.watch.as_ref().is_some_and(|watch| watch.value != wish.value);
        let mut watch = Some(wish);
        if is_other {
            exclude(&mut self.watch, &mut watch, "--watch and the address name two matches", ONE)?;
        }
        exclude(&mut self.room, &mut watch, "--room plays, and the address names a match to watch", PATH)?;
        exclude(
            &mut self.hotseat,
            &mut watch,
            "--hotseat plays, and the address names a match to watch",
            PATH,
        )?;
        self.watch = watch.or_else(|| self.watch.take());
        Ok(())
    }

    /// Drops what a stronger wish excludes.
    pub(crate) fn settle(&mut self) -> Result<(), Failure> {
        exclude(&mut self.hotseat, &mut self.watch, "--hotseat plays and --watch does not", WATCHES)?;
        self.settle_watch()?;
        let hotseat = &mut self.hotseat;
        exclude(hotseat, &mut self.vs, "--hotseat brings its own opponent, whatever --vs", SHARES)?;
        exclude(hotseat, &mut self.level, "--hotseat has no computer for --level", SHARES)?;
        exclude(hotseat, &mut self.room, "--hotseat uses a private room, whatever --room", SHARES)?;
        self.settle_face()?;
        self.settle_opponent()
    }

    fn settle_watch(&mut self) -> Result<(), Failure> {
        let watch = &mut self.watch;
        exclude(watch, &mut self.name, "--watch needs no --name", WATCHES)?;
        exclude(watch, &mut self.vs, "--watch has no opponent for --vs", WATCHES)?;
        exclude(watch, &mut self.level, "--watch has no opponent for --level", WATCHES)?;
        exclude(watch, &mut self.mark, "--watch gives no --mark", WATCHES)?;
        exclude(watch, &mut self.room, "--watch looks at a match and joins no room", WATCHES)?;
        exclude(watch, &mut self.board, "--watch shows the match's board, whatever --board", WATCHES)?;
        exclude(watch, &mut self.run, "--watch shows the match's game, whatever --run", WATCHES)
    }

    fn settle_face(&mut self) -> Result<(), Failure> {
        let is_json = |face: &Option<Wish<Ui>>| face.as_ref().is_some_and(|face| face.value == Ui::Json);
        if is_json(&self.face) {
            exclude(&mut self.face, &mut self.hotseat, "--ui json is not for the two of --hotseat", FACES)?;
        }
        if is_json(&self.face) {
            exclude(&mut self.face, &mut self.games, "--ui json leaves --games to your program", ONE)?;
        }
        Ok(())
    }

    fn settle_opponent(&mut self) -> Result<(), Failure> {
        let vs = |wishes: &Self| wishes.vs.as_ref().map(|vs| vs.value);
        if vs(self) == Some(Opponent::Ai) {
            exclude(&mut self.vs, &mut self.room, "--vs ai meets nobody in a --room", ONE)?;
        }
        if vs(self) == Some(Opponent::Human) {
            exclude(&mut self.vs, &mut self.level, "--vs human meets no computer with a --level", LEVELS)?;
        }
        if vs(self).is_none() {
            exclude(&mut self.room, &mut self.level, "--room meets a person, who has no --level", LEVELS)?;
        }
        Ok(())
    }
}

/// Keeps one of two wishes that cannot both be fulfilled: the one that was typed.
fn exclude<A, B>(
    a: &mut Option<Wish<A>>,
    b: &mut Option<Wish<B>>,
    what: &str,
    remedy: &str,
) -> Result<(), Failure> {
    let (Some(first), Some(second)) = (&a, &b) else { return Ok(()) };
    match first.source.cmp(&second.source) {
        Ordering::Greater => *b = None,
        Ordering::Less => *a = None,
        Ordering::Equal => {
            return Err(Failure::Usage { what: format!("{what}."), remedy: remedy.to_owned() });
        }
    }
    Ok(())
}
