//! How others get to the server on which the player is.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_protocol::values::{MatchId, Rules};

use super::scene::Invite;
use crate::address::Address;
use crate::sanitize::sanitize;

/// From where the server can be reached, and at which address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    Network(Address),
    /// From its own machine only.
    Machine(Address),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InvitedTo {
    /// To play in this room, whatever the board.
    Room(String),
    /// To play on this board: the other has to ask for the same.
    Board(Rules),
    /// To look on, because both seats are taken.
    Watch(MatchId),
}

/// What to tell others, as far as it is known.
#[derive(Debug)]
pub(super) struct Invitation {
    reach: Option<Reach>,
    invite: Invite,
}

impl Default for Invitation {
    fn default() -> Self {
        Self { reach: None, invite: Invite::Unknown }
    }
}

impl Invitation {
    pub(super) const fn invite(&self) -> &Invite {
        &self.invite
    }

    pub(super) fn reached(&mut self, reach: Reach) {
        self.reach = Some(reach);
    }

    pub(super) fn update(&mut self, to: &InvitedTo) {
        self.invite = self.reach.as_ref().map_or(Invite::Unknown, |reach| to.over(reach));
    }
}

impl InvitedTo {
    /// What to type and to open.
    fn over(&self, reach: &Reach) -> Invite {
        let (Reach::Network(address) | Reach::Machine(address)) = reach;
        let command = format!("tictactoe {}{}", argument(address), self.flags());
        match (reach, self.path()) {
            (Reach::Machine(_), _) => Invite::Local { command },
            (Reach::Network(_), None) => Invite::Typed { command },
            (Reach::Network(address), Some(path)) => {
                Invite::Open { command, url: format!("http://{address}{path}") }
            }
        }
    }

    fn flags(&self) -> String {
        match self {
            Self::Room(room) => format!(" --room {room}"),
            Self::Board(rules) => rules_flags(*rules),
            Self::Watch(id) => format!(" --watch {}", sanitize(&id.0)),
        }
    }

    /// What to open on the server; none for a board that the page would not ask for.
    fn path(&self) -> Option<String> {
        let escaped = |text| utf8_percent_encode(text, ESCAPED);
        match self {
            Self::Room(room) => Some(format!("/r/{}", escaped(room))),
            Self::Board(rules) => (*rules == Rules::default()).then(|| "/".to_owned()),
            Self::Watch(id) => Some(format!("/watch/{}", escaped(&id.0))),
        }
    }
}

/// What a part of a path may not have as it is (RFC 3986, 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An address as briefly as it can be typed.
fn argument(address: &Address) -> String {
    let full = address.to_string();
    match full.strip_suffix(&format!(":{DEFAULT_PORT}")) {
        Some(host) => host.to_owned(),
        None => full,
    }
}

/// The board's rules, if they are not the usual ones, as flags.
fn rules_flags(rules: Rules) -> String {
    let Rules { columns, rows, run } = rules;
    let board = if (columns, rows) == (3, 3) { String::new() } else { format!(" --board {columns}x{rows}") };
    if run == Rules::default().run { board } else { format!("{board} --run {run}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::{Destination, LinkTarget};

    fn network(address: &str) -> Reach {
        Reach::Network(Destination::parse(address).unwrap().address)
    }

    #[test]
    fn an_invitation_says_what_the_other_has_to_ask_for() {
        let plain = InvitedTo::Board(Rules::default());
        assert_eq!(
            plain.over(&network("192.168.1.23")),
            Invite::Open {
                command: "tictactoe 192.168.1.23".into(),
                url: "http://192.168.1.23:7878/".into()
            }
        );
        let larger = InvitedTo::Board(Rules { columns: 5, rows: 4, run: 4 });
        assert_eq!(
            larger.over(&network("mybox:9000")),
            Invite::Typed { command: "tictactoe mybox:9000 --board 5x4 --run 4".into() },
            "the page asks for the usual board"
        );
        assert_eq!(
            InvitedTo::Room("kitten".into()).over(&network("mybox:9000")),
            Invite::Open {
                command: "tictactoe mybox:9000 --room kitten".into(),
                url: "http://mybox:9000/r/kitten".into()
            }
        );
    }

    #[test]
    fn an_invitation_into_a_match_is_to_watch() {
        let Invite::Open { command, url } = InvitedTo::Watch(MatchId("m1".into())).over(&network("mybox"))
        else {
            panic!("an open one")
        };
        assert_eq!((&*command, &*url), ("tictactoe mybox --watch m1", "http://mybox:7878/watch/m1"));
        let watched = Destination::parse(&url).unwrap().target;
        assert_eq!(watched, Some(LinkTarget::Match(MatchId("m1".into()))));
    }

    #[test]
    fn a_room_with_other_letters_is_escaped_in_a_url() {
        let room = InvitedTo::Room("кот-1".into());
        let Invite::Open { url, .. } = room.over(&network("mybox")) else { panic!("an open one") };
        assert_eq!(url, "http://mybox:7878/r/%D0%BA%D0%BE%D1%82-1");
        let Some(LinkTarget::Room(room)) = Destination::parse(&url).unwrap().target else { panic!("a room") };
        assert_eq!(room.as_str(), "кот-1");
    }

    #[test]
    fn a_server_for_its_own_machine_only_has_no_url() {
        let here = Reach::Machine(Destination::parse("localhost").unwrap().address);
        let plain = InvitedTo::Board(Rules::default());
        assert_eq!(plain.over(&here), Invite::Local { command: "tictactoe localhost".into() });
    }
}
