//! Which two flags exclude each other.
//!
//! Two contradicting flags are refused when both were typed, or both come from the environment. When one was typed and
//! the other comes from a variable, the typed one counts and the other is passed over. (clap's own `conflicts_with`
//! knows no such difference.)

use std::cmp::Ordering;
use std::collections::HashMap;

use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use tictactoe_protocol::values::Opponent;

use super::flags::{Flags, PATH};
use crate::address::LinkTarget;
use crate::exit::Failure;
use crate::ui::Ui;

/// Two flags by their ids, whether they contradict each other with these values, what to say then, and what to do.
type Conflict = (&'static str, &'static str, fn(&Flags) -> bool, &'static str, &'static str);

const WATCHES: &str = "Leave --watch out to play, or the other one to watch.";
const SHARES: &str = "Leave one of them out: --hotseat seats two people who share this keyboard.";
const UIS: &str = "Use --ui text or --ui plain.";
const LEVELS: &str = "Leave --level out, or say --vs ai or --vs any.";
const ONE: &str = "Leave one of them out.";
const NO_PATH: &str = "Leave the flag out, or the path of the address.";

/// Between a flag and the path of the address, which then counts like `--room` or `--watch`.
const WITH_PATH: &[Conflict] = &[
    ("room", PATH, names_another_room, "--room and the address name two rooms", ONE),
    ("watch", PATH, names_a_room, "--watch joins no room, and the address names one", NO_PATH),
    ("hotseat", PATH, names_a_room, "--hotseat has a room, and the address names one", NO_PATH),
    ("watch", PATH, names_another_match, "--watch and the address name two matches", ONE),
    ("room", PATH, names_a_match, "--room plays, and the address names a match to watch", NO_PATH),
    ("hotseat", PATH, names_a_match, "--hotseat plays, and the address names a match to watch", NO_PATH),
];

/// In this order: a flag that is passed over contradicts no other any more.
const CONFLICTS: &[Conflict] = &[
    ("hotseat", "watch", always, "--hotseat plays and --watch does not", WATCHES),
    ("watch", "name", always, "--watch needs no --name", WATCHES),
    ("watch", "vs", always, "--watch has no opponent for --vs", WATCHES),
    ("watch", "level", always, "--watch has no opponent for --level", WATCHES),
    ("watch", "mark", always, "--watch gives no --mark", WATCHES),
    ("watch", "room", always, "--watch looks at a match and joins no room", WATCHES),
    ("watch", "board", always, "--watch shows the match's board, whatever --board", WATCHES),
    ("watch", "run", always, "--watch shows the match's game, whatever --run", WATCHES),
    ("hotseat", "vs", always, "--hotseat brings its own opponent, whatever --vs", SHARES),
    ("hotseat", "level", always, "--hotseat has no computer for --level", SHARES),
    ("hotseat", "room", always, "--hotseat uses a private room, whatever --room", SHARES),
    ("ui", "hotseat", is_json, "--ui json is not for the two of --hotseat", UIS),
    ("ui", "games", is_json, "--ui json leaves --games to your program", ONE),
    ("vs", "room", |flags| flags.vs == Some(Opponent::Ai), "--vs ai meets nobody in a --room", ONE),
    (
        "vs",
        "level",
        |flags| flags.vs == Some(Opponent::Human),
        "--vs human meets no computer with a --level",
        LEVELS,
    ),
    ("room", "level", |flags| flags.vs.is_none(), "--room meets a person, who has no --level", LEVELS),
];

const fn always(_: &Flags) -> bool {
    true
}

fn is_json(flags: &Flags) -> bool {
    flags.ui == Some(Some(Ui::Json))
}

fn place(flags: &Flags) -> Option<&LinkTarget> {
    flags.address.as_ref()?.target.as_ref()
}

fn names_a_room(flags: &Flags) -> bool {
    matches!(place(flags), Some(LinkTarget::Room(_)))
}

fn names_another_room(flags: &Flags) -> bool {
    matches!(place(flags), Some(LinkTarget::Room(room)) if flags.room.as_ref() != Some(room))
}

fn names_a_match(flags: &Flags) -> bool {
    matches!(place(flags), Some(LinkTarget::Match(_)))
}

fn names_another_match(flags: &Flags) -> bool {
    matches!(place(flags), Some(LinkTarget::Match(id)) if flags.watch.as_ref() != Some(&id.0))
}

/// The flags of a run, and which of them were typed.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) flags: Flags,
    /// Of the flags that are there.
    pub(super) sources: HashMap<String, ValueSource>,
}

impl Given {
    pub(super) fn new(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let flags = Flags::from_arg_matches(matches)?;
        let source = |id: &str| matches.value_source(id).filter(|source| *source > ValueSource::DefaultValue);
        let mut sources: HashMap<_, _> =
            matches.ids().filter_map(|id| Some((id.to_string(), source(id.as_str())?))).collect();
        // A variable may say `false`.
        sources.retain(|id, _| flags.hotseat || id != "hotseat");
        if let (Some(_), Some(source)) = (place(&flags), sources.get("address")) {
            sources.insert(PATH.to_owned(), *source);
        }
        Ok(Self { flags, sources })
    }

    pub(super) fn is_typed(&self, id: &str) -> bool {
        self.sources.get(id) == Some(&ValueSource::CommandLine)
    }

    /// How the user wrote this flag: as it is, or as its variable.
    pub(super) fn written<'a>(&self, id: &str, flag: &'a str, variable: &'a str) -> &'a str {
        if self.is_typed(id) { flag } else { variable }
    }

    /// Without contradictions.
    pub(super) fn resolved(mut self) -> Result<Self, Failure> {
        self.resolve(WITH_PATH)?;
        self.follow_path();
        self.resolve(CONFLICTS)?;
        Ok(self)
    }

    fn resolve(&mut self, conflicts: &[Conflict]) -> Result<(), Failure> {
        for (one, other, contradict, what, hint) in conflicts {
            let (Some(first), Some(second)) = (self.sources.get(*one), self.sources.get(*other)) else {
                continue;
            };
            let weaker = match first.cmp(second) {
                _ if !contradict(&self.flags) => continue,
                Ordering::Less => *one,
                Ordering::Greater => *other,
                Ordering::Equal => return Err(Failure::usage(format!("{what}."), *hint)),
            };
            self.sources.remove(weaker);
            self.flags.clear(weaker);
        }
        Ok(())
    }

    fn follow_path(&mut self) {
        let Some(source) = self.sources.remove(PATH) else { return };
        let id = match place(&self.flags).cloned() {
            Some(LinkTarget::Room(room)) => {
                self.flags.room = Some(room);
                "room"
            }
            Some(LinkTarget::Match(id)) => {
                self.flags.watch = Some(id.0);
                "watch"
            }
            None => return,
        };
        self.sources.insert(id.to_owned(), source);
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_conflict_is_between_flags_that_exist() {
        let definition = Flags::command();
        let exists = |id: &str| id == PATH || definition.get_arguments().any(|flag| flag.get_id() == id);
        for (one, other, ..) in WITH_PATH.iter().chain(CONFLICTS) {
            assert!(exists(one) && exists(other), "{one} and {other}");
        }
    }
}
