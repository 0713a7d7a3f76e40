//! Which flags exclude each other.
//!
//! Two flags that exclude each other are refused when both were typed, or both come from the environment. When one was
//! typed and the other comes from a variable, the typed one overrides the other. (clap's own
//! `conflicts_with` does not distinguish them.)

use std::cmp::Ordering;
use std::collections::HashMap;

use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use tictactoe_protocol::values::Opponent;

use super::flags::{Command, Flags, PlayFlags};
use crate::address::LinkTarget;
use crate::exit::Failure;
use crate::ui::Ui;

/// A flag's id, the value with which it excludes others, whether it has that value, the others, and what to do.
type Conflict = (&'static str, &'static str, fn(&Flags) -> bool, &'static [&'static str], &'static str);

const ONE: &str = "Leave one of them out.";
const WATCHES: &str = "Leave --watch out to play, or the other one to watch.";
const SHARES: &str = "Leave one of them out. --hotseat is for two people at this keyboard.";
const UIS: &str = "Use --ui text.";
const LEVELS: &str = "Leave --level out, or use --vs ai or --vs any.";

/// Checked in this order: an overridden flag no longer conflicts with others.
const CONFLICTS: &[Conflict] = &[
    ("watch", "", |_| true, &["hotseat", "name", "vs", "level", "mark", "room", "game", "best-of"], WATCHES),
    ("hotseat", "", |_| true, &["vs", "level", "room"], SHARES),
    ("ui", " json", |flags| flags.play.ui == Some(Some(Ui::Json)), &["hotseat", "games"], UIS),
    ("vs", " ai", |flags| flags.play.vs == Some(Opponent::Ai), &["room"], ONE),
    ("vs", " human", |flags| flags.play.vs == Some(Opponent::Human), &["level"], LEVELS),
    ("room", "", |flags| flags.play.vs.is_none(), &["level"], LEVELS),
];

#[derive(Debug)]
pub(super) struct Given {
    pub(super) flags: Flags,
    /// Only flags that were given.
    pub(super) sources: HashMap<String, ValueSource>,
}

impl Given {
    pub(super) fn new(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Flags::from_arg_matches(matches)?;
        let mut matches = matches;
        if let Some(Command::Host { play, .. }) = &flags.command {
            flags.play = PlayFlags::clone(play);
            (flags.address, flags.watch) = (None, None);
            matches = matches.subcommand_matches("host").unwrap_or(matches);
        }
        let source = |id: &str| matches.value_source(id).filter(|source| *source > ValueSource::DefaultValue);
        let mut sources: HashMap<_, _> =
            matches.ids().filter_map(|id| Some((id.to_string(), source(id.as_str())?))).collect();
        // A variable may say `false`.
        sources.retain(|id, _| flags.play.hotseat || id != "hotseat");
        Ok(Self { flags, sources })
    }

    pub(super) fn is_typed(&self, id: &str) -> bool {
        self.sources.get(id) == Some(&ValueSource::CommandLine)
    }

    /// The flag as the user gave it: `--name`, or its variable.
    pub(super) fn written(&self, id: &str) -> String {
        if self.is_typed(id) { format!("--{id}") } else { format!("TICTACTOE_{}", id.to_uppercase()) }
    }

    pub(super) fn resolved(mut self) -> Result<Self, Failure> {
        self.follow_path()?;
        for (id, value, excludes, others, hint) in CONFLICTS {
            for other in *others {
                let (Some(first), Some(second)) = (self.sources.get(*id), self.sources.get(*other)) else {
                    continue;
                };
                let weaker = match first.cmp(second) {
                    _ if !excludes(&self.flags) => continue,
                    Ordering::Less => *id,
                    Ordering::Greater => *other,
                    Ordering::Equal => {
                        return Err(Failure::usage(
                            format!("--{id}{value} cannot be used with --{other}."),
                            *hint,
                        ));
                    }
                };
                self.sources.remove(weaker);
                self.flags.clear(weaker);
            }
        }
        Ok(self)
    }

    /// The room or the match in the path of the address counts like `--room` or `--watch`.
    fn follow_path(&mut self) -> Result<(), Failure> {
        let target = self.flags.address.as_ref().and_then(|address| address.target.clone());
        let (Some(target), Some(source)) = (target, self.sources.get("address").copied()) else {
            return Ok(());
        };
        let Flags { watch, play: PlayFlags { room, .. }, .. } = &mut self.flags;
        let (id, what, is_same) = match &target {
            LinkTarget::Room(named) => ("room", "room", room.as_ref() == Some(named)),
            LinkTarget::Match(named) => ("watch", "match", watch.as_ref() == Some(&named.0)),
        };
        match self.sources.get(id).cmp(&Some(&source)) {
            Ordering::Greater => return Ok(()),
            Ordering::Equal if !is_same => {
                return Err(Failure::usage(format!("The address names another {what} than --{id}."), ONE));
            }
            _ => self.sources.insert(id.to_owned(), source),
        };
        match target {
            LinkTarget::Room(named) => *room = Some(named),
            LinkTarget::Match(named) => *watch = Some(named.0),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_conflict_is_between_flags_that_exist() {
        let definition = Flags::command();
        for (id, _, _, others, _) in CONFLICTS {
            for id in others.iter().chain([id]) {
                assert!(definition.get_arguments().any(|flag| flag.get_id() == id), "{id}");
            }
        }
    }
}
