//! How others get to the server on which the player is.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::values::{MatchId, Rules};

use crate::address::Address;
use crate::app::view::View;
use crate::sanitize::sanitize;

/// From where the server can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) address: Address,
    pub(crate) is_local: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvitedTo<'a> {
    /// To play in this room, whatever the board.
    Room(&'a str),
    /// To play on this board: the other has to ask for the same.
    Board(Rules),
    /// To look on, because both seats are taken.
    Watch(&'a MatchId),
}

/// What others type or open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invite {
    pub(crate) command: String,
    /// None from the server's own machine, and for a board that its page would not ask for.
    pub(crate) url: Option<String>,
    /// The server can be reached from its own machine only.
    pub(crate) is_local: bool,
}

impl<'a> InvitedTo<'a> {
    /// A spectator of the match, or the opponent of a player who waits: for older servers outside a room, without a word.
    pub(crate) fn of(view: Option<&'a View>, waiting: Option<&'a Waiting>) -> Self {
        match (view, waiting) {
            (Some(view), _) => Self::Watch(&view.snapshot.match_id),
            (None, Some(Waiting { word: Some(word), .. } | Waiting { room: Some(word), .. })) => {
                Self::Room(word.as_str())
            }
            (None, waiting) => Self::Board(waiting.map(|waiting| waiting.rules).unwrap_or_default()),
        }
    }
}

impl Invite {
    pub(crate) fn new(reach: &Reach, to: InvitedTo) -> Self {
        let escaped = |text| utf8_percent_encode(text, ESCAPED);
        let (flags, path) = match to {
            InvitedTo::Room(room) => (format!(" --room {room}"), Some(format!("/r/{}", escaped(room)))),
            InvitedTo::Board(rules) => {
                (rules_flags(rules), (rules == Rules::default()).then(|| "/".to_owned()))
            }
            InvitedTo::Watch(MatchId(id)) => {
                (format!(" --watch {}", sanitize(id)), Some(format!("/watch/{}", escaped(id))))
            }
        };
        let Reach { address, is_local } = reach;
        let path = path.filter(|_| !is_local);
        Self {
            command: format!("tictactoe {}{flags}", argument(address)),
            url: path.map(|path| format!("http://{address}{path}")),
            is_local: *is_local,
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

    /// The command and the URL of an invitation to a server on the network.
    fn invite(address: &str, to: InvitedTo) -> (String, Option<String>) {
        let reach = Reach { address: Destination::parse(address).unwrap().address, is_local: false };
        let Invite { command, url, is_local: false } = Invite::new(&reach, to) else { panic!("not local") };
        (command, url)
    }

    #[test]
    fn an_invitation_says_what_the_other_has_to_ask_for() {
        assert_eq!(
            invite("192.168.1.23", InvitedTo::Board(Rules::default())),
            ("tictactoe 192.168.1.23".into(), Some("http://192.168.1.23:7878/".into()))
        );
        assert_eq!(
            invite("mybox:9000", InvitedTo::Board(Rules { columns: 5, rows: 4, run: 4 })),
            ("tictactoe mybox:9000 --board 5x4 --run 4".into(), None),
            "the page asks for the usual board"
        );
        assert_eq!(
            invite("mybox:9000", InvitedTo::Room("kitten")),
            ("tictactoe mybox:9000 --room kitten".into(), Some("http://mybox:9000/r/kitten".into()))
        );
    }

    #[test]
    fn an_invitation_into_a_match_is_to_watch() {
        let (command, url) = invite("mybox", InvitedTo::Watch(&MatchId("m1".into())));
        let url = url.unwrap();
        assert_eq!((&*command, &*url), ("tictactoe mybox --watch m1", "http://mybox:7878/watch/m1"));
        let watched = Destination::parse(&url).unwrap().target;
        assert_eq!(watched, Some(LinkTarget::Match(MatchId("m1".into()))));
    }

    #[test]
    fn a_room_with_other_letters_is_escaped_in_a_url() {
        let (_, url) = invite("mybox", InvitedTo::Room("кот-1"));
        let url = url.unwrap();
        assert_eq!(url, "http://mybox:7878/r/%D0%BA%D0%BE%D1%82-1");
        let Some(LinkTarget::Room(room)) = Destination::parse(&url).unwrap().target else { panic!("a room") };
        assert_eq!(room.as_str(), "кот-1");
    }

    #[test]
    fn a_server_for_its_own_machine_only_has_no_url() {
        let here = Reach { address: Destination::parse("localhost").unwrap().address, is_local: true };
        let invite = Invite::new(&here, InvitedTo::Board(Rules::default()));
        assert_eq!((&*invite.command, invite.url), ("tictactoe localhost", None));
    }
}
