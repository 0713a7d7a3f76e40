//! How others get to the server on which the player is.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::MatchId;

use crate::address::{Address, LinkTarget};
use crate::app::App;
use crate::sanitize::sanitize;

/// What others type or open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invite {
    /// The beginning of a sentence.
    pub(crate) purpose: &'static str,
    pub(crate) command: String,
    /// None if the server can be reached from its own machine only.
    pub(crate) url: Option<String>,
    /// What says how to get the program that the command starts, if the server hands it out.
    pub(crate) download: Option<String>,
    /// The link for the player who has opened an arena. It is secret: never beside the code, which others scan.
    pub(crate) manage: Option<String>,
}

impl Invite {
    pub(crate) fn from_app(app: &App, address: &Address) -> Self {
        let invite = Self::new(address, app.invites_to().as_ref(), app.has_downloads);
        let manage = app
            .arena()
            .and_then(|arena| Some(to_manage(address, &arena.word, arena.managing_place.as_ref()?)));
        Self { manage, ..invite }
    }

    /// `to`: none for any opponent. `has_downloads`: the server hands out this program.
    pub(crate) fn new(address: &Address, to: Option<&LinkTarget>, has_downloads: bool) -> Self {
        let is_open = !address.is_this_machine();
        let escaped = |text| utf8_percent_encode(text, ESCAPED);
        let server = argument(address);
        let (purpose, command, path) = match to {
            None => ("To join", server, String::new()),
            Some(LinkTarget::Room(room)) => {
                ("To join you", format!("{server} --room {room}"), format!("r/{}", escaped(room.as_str())))
            }
            Some(LinkTarget::Arena(word)) => {
                ("To join", format!("arena {word} {server}"), format!("arena/{}", escaped(word.as_str())))
            }
            Some(LinkTarget::Match(MatchId(id))) => {
                ("To watch", format!("{server} --watch {}", sanitize(id)), format!("watch/{}", escaped(id)))
            }
        };
        Self {
            purpose,
            command: format!("tictactoe {command}"),
            url: is_open.then(|| format!("{}/{path}", address.origin())),
            download: (is_open && has_downloads).then(|| format!("curl {address}")),
            manage: None,
        }
    }

    /// Each is an instruction, and the link or the command that it is about.
    pub(crate) fn lines(&self) -> Vec<(String, &str)> {
        let Self { purpose, command, url, download, .. } = self;
        let join = if let Some(url) = url {
            vec![(format!("{purpose}, open"), url.as_str()), ("or run".to_owned(), command)]
        } else {
            let only = "Only this machine can reach the server.";
            vec![(format!("{only} {purpose} here, run in another terminal:"), command.as_str())]
        };
        let get = download.as_deref().map(|download| ("To get that program, run".to_owned(), download));
        join.into_iter().chain(get).collect()
    }
}

fn to_manage(address: &Address, arena: &str, place: &Ticket) -> String {
    let word = utf8_percent_encode(arena, ESCAPED);
    format!("{}/arena/{word}#{}", address.origin(), sanitize(place.reveal()))
}

/// What a part of a path may not have as it is (RFC 3986, 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An address as briefly as it can be typed.
fn argument(address: &Address) -> String {
    let full = address.to_string();
    match full.strip_suffix(&format!(":{DEFAULT_PORT}")) {
        Some(host) if !address.is_encrypted => host.to_owned(),
        _ => full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tictactoe_protocol::text::Room;

    use crate::address::Destination;
    use crate::ui::text;

    #[test]
    fn an_invitation_says_what_to_type_and_what_to_open() {
        let room = |name| Some(LinkTarget::Room(Room::new(name).unwrap()));
        let arena = Some(LinkTarget::Arena(Room::new("club").unwrap()));
        let game = Some(LinkTarget::Match(MatchId("m1".into())));
        let encrypted = "https://games.example.org:7878";
        for (address, to, command, url) in [
            ("192.168.1.23", None, "192.168.1.23", "http://192.168.1.23:7878/"),
            ("mybox:9000", room("kitten"), "mybox:9000 --room kitten", "http://mybox:9000/r/kitten"),
            ("mybox", room("кот"), "mybox --room кот", "http://mybox:7878/r/%D0%BA%D0%BE%D1%82"),
            ("mybox", arena, "arena club mybox", "http://mybox:7878/arena/club"),
            ("mybox", game, "mybox --watch m1", "http://mybox:7878/watch/m1"),
            (encrypted, None, encrypted, "https://games.example.org:7878/"),
        ] {
            let address = Destination::parse(address).unwrap().address;
            let invite = Invite::new(&address, to.as_ref(), false);
            assert_eq!(invite.command, format!("tictactoe {command}"));
            assert_eq!(invite.url.as_deref(), Some(url));
            assert_eq!(Destination::parse(url).unwrap().target, to);
        }
    }

    #[test]
    fn the_link_to_manage_an_arena_is_not_shown_with_what_others_open() {
        let address = Destination::parse("mybox").unwrap().address;
        let manage = Some(to_manage(&address, "club", &Ticket::new("77\u{1b}".into())));
        let invite = Invite { manage, ..Invite::new(&address, None, true) };
        assert!(invite.lines().iter().all(|(_, value)| !value.contains('#')));
        assert!(text::invite(&invite, None).ends_with("open http://mybox:7878/arena/club#77\n"));
        assert!(!text::invite(&invite, Some(true)).contains('#'));
    }

    #[test]
    fn a_server_for_its_own_machine_only_has_no_url() {
        let here = Destination::parse("localhost").unwrap().address;
        let invite = Invite::new(&here, None, true);
        assert_eq!((&*invite.command, invite.url, invite.download), ("tictactoe localhost", None, None));
    }

    #[test]
    fn an_invitation_says_how_to_get_the_program_from_a_server_that_has_it() {
        for (address, expected) in [
            ("192.168.1.23", "curl 192.168.1.23:7878"),
            ("[fd00::23]:81", "curl [fd00::23]:81"),
            ("https://games.example.org", "curl https://games.example.org"),
        ] {
            let address = Destination::parse(address).unwrap().address;
            assert_eq!(Invite::new(&address, None, true).download.as_deref(), Some(expected));
            assert_eq!(Invite::new(&address, None, false).download, None);
        }
    }
}
