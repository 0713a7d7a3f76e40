//! How somebody else gets to the server on which the player is.

use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_protocol::words::Rules;

use super::scene::Invite;
use super::screen::rules_flags;
use crate::address::Address;

/// How others reach the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// At this address, from other machines.
    Network(Address),
    /// At this address, from its own machine only.
    Machine(Address),
}

/// What somebody is invited to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Invitation {
    pub(super) room: Option<String>,
    pub(super) rules: Rules,
}

impl Invitation {
    /// What to type and to open.
    pub(super) fn over(&self, reach: &Reach) -> Invite {
        let (Reach::Network(address) | Reach::Machine(address)) = reach;
        let room = self.room.as_ref().map_or_else(String::new, |room| format!(" --room {room}"));
        let command = format!("tictactoe {}{room}{}", argument(address), rules_flags(self.rules));
        match reach {
            Reach::Machine(_) => Invite::Local { command },
            Reach::Network(address) => {
                let path = self.room.as_ref().map_or_else(String::new, |room| format!("r/{room}"));
                Invite::Open { command, url: format!("http://{address}/{path}") }
            }
        }
    }
}

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
    use crate::address::Destination;

    fn network(address: &str) -> Reach {
        Reach::Network(Destination::parse(address).unwrap().address)
    }

    #[test]
    fn an_invitation_says_what_the_other_has_to_ask_for() {
        let plain = Invitation { room: None, rules: Rules::default() };
        assert_eq!(
            plain.over(&network("192.168.1.23")),
            Invite::Open {
                command: "tictactoe 192.168.1.23".into(),
                url: "http://192.168.1.23:7878/".into()
            }
        );
        let rules = Rules { columns: 5, rows: 4, run: 4 };
        let in_room = Invitation { room: Some("kitten".into()), rules };
        assert_eq!(
            in_room.over(&network("mybox:9000")),
            Invite::Open {
                command: "tictactoe mybox:9000 --room kitten --board 5x4 --run 4".into(),
                url: "http://mybox:9000/r/kitten".into()
            }
        );
    }

    #[test]
    fn a_server_for_its_own_machine_only_has_no_url_for_others() {
        let here = Reach::Machine(Destination::parse("localhost").unwrap().address);
        let plain = Invitation { room: None, rules: Rules::default() };
        assert_eq!(plain.over(&here), Invite::Local { command: "tictactoe localhost".into() });
    }
}
