//! How others get to the server on which the player is.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::values::MatchId;

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
    /// To play the player who waits under this word.
    Room(&'a str),
    /// To play any opponent. A server of version 0.1 gives no word to waiting players.
    Server,
    /// To look on, because both seats are taken.
    Watch(&'a MatchId),
}

/// What others type or open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invite {
    /// The beginning of a sentence.
    pub(crate) purpose: &'static str,
    pub(crate) command: String,
    /// None if the server can be reached from its own machine only.
    pub(crate) url: Option<String>,
}

impl<'a> InvitedTo<'a> {
    /// A spectator of the match, or the opponent of a player who waits.
    pub(crate) fn of(view: Option<&'a View>, waiting: Option<&'a Waiting>) -> Self {
        match (view, waiting) {
            (Some(view), _) => Self::Watch(&view.snapshot.match_id),
            (None, Some(Waiting { word: Some(word), .. } | Waiting { room: Some(word), .. })) => {
                Self::Room(word.as_str())
            }
            (None, _) => Self::Server,
        }
    }
}

impl Invite {
    pub(crate) fn new(reach: &Reach, to: InvitedTo) -> Self {
        let escaped = |text| utf8_percent_encode(text, ESCAPED);
        let (purpose, flags, path) = match to {
            InvitedTo::Room(room) => {
                ("To play you", format!(" --room {room}"), format!("r/{}", escaped(room)))
            }
            InvitedTo::Server => ("To join", String::new(), String::new()),
            InvitedTo::Watch(MatchId(id)) => {
                ("To watch", format!(" --watch {}", sanitize(id)), format!("watch/{}", escaped(id)))
            }
        };
        let Reach { address, is_local } = reach;
        Self {
            purpose,
            command: format!("tictactoe {}{flags}", argument(address)),
            url: (!is_local).then(|| format!("http://{address}/{path}")),
        }
    }

    /// What to do with the link and the command: each is behind its words.
    pub(crate) fn lines(&self) -> Vec<(String, &str)> {
        let Self { purpose, command, url } = self;
        match url {
            Some(url) => {
                let typed = ("or type in a terminal:".to_owned(), command.as_str());
                vec![(format!("{purpose}, open"), url), typed]
            }
            None => {
                let only = "Only this machine can reach the server.";
                vec![(format!("{only} {purpose} here, type in another terminal:"), command)]
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::{Destination, LinkTarget};

    /// The command and the URL of an invitation to a server on the network.
    fn invite(address: &str, to: InvitedTo) -> (String, Option<String>) {
        let reach = Reach { address: Destination::parse(address).unwrap().address, is_local: false };
        let Invite { command, url, .. } = Invite::new(&reach, to);
        (command, url)
    }

    #[test]
    fn an_invitation_says_what_the_other_has_to_ask_for() {
        assert_eq!(
            invite("192.168.1.23", InvitedTo::Server),
            ("tictactoe 192.168.1.23".into(), Some("http://192.168.1.23:7878/".into()))
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
        let invite = Invite::new(&here, InvitedTo::Server);
        assert_eq!((&*invite.command, invite.url), ("tictactoe localhost", None));
    }
}
