//! The full screen before there is a connection: servers are looked for, chosen and called.

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::display::Display;
use super::draw::{hit, most_scroll};
use super::keys::{Action, Place, action};
use super::scene::{Body, Card, Hit, Scene, Server, Signal, Way};
use super::ways::{CLOSE, HELP, QUIT, SCROLL, way};
use crate::discovery::FoundServer;

/// What is shown before there is a connection.
#[derive(Debug)]
pub(crate) struct Entrance {
    look: Display,
    stage: Stage,
    /// How many lines of the help are scrolled away, while it is shown.
    help: Option<u16>,
}

#[derive(Debug)]
enum Stage {
    Looking,
    Picking { servers: Vec<Server>, cursor: usize },
    Calling { address: String },
}

/// What a key or a click decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// This server is chosen.
    Go(usize),
    /// The run ends.
    Quit,
    /// The run ends at once.
    Interrupt,
    /// Everything is drawn anew.
    Redraw,
    /// The shell gets the terminal for a while.
    Suspend,
}

impl Entrance {
    /// Servers are looked for.
    pub(crate) const fn new(look: Display) -> Self {
        Self { look, stage: Stage::Looking, help: None }
    }

    /// One of several is chosen.
    pub(crate) fn picking(look: Display, servers: &[FoundServer]) -> Self {
        let server =
            |found: &FoundServer| Server { name: found.name.clone(), address: found.address.to_string() };
        let servers = servers.iter().map(server).collect();
        Self { look, stage: Stage::Picking { servers, cursor: 0 }, help: None }
    }

    /// One is called.
    pub(crate) const fn calling(look: Display, address: String) -> Self {
        Self { look, stage: Stage::Calling { address }, help: None }
    }

    /// Everything that is to be seen now.
    pub(crate) fn scene(&self) -> Scene<'_> {
        let (body, footer) = match &self.stage {
            Stage::Looking => (Body::Looking, vec![QUIT, HELP]),
            Stage::Calling { address } => (Body::Calling { address }, vec![QUIT, HELP]),
            Stage::Picking { servers, cursor } => {
                (Body::Picking { servers, cursor: *cursor }, vec![MOVE, JOIN, DIGITS, QUIT, HELP])
            }
        };
        let card = self.help.map(|scroll| Card::Help { scroll });
        let footer = if card.is_some() { vec![CLOSE, SCROLL] } else { footer };
        Scene { look: self.look, signal: Signal::None, room: None, body, card, message: None, footer }
    }

    /// Somebody has pressed a key, where the screen is so large.
    pub(crate) fn press(&mut self, key: KeyEvent, area: Rect) -> Option<Decision> {
        let is_picking = matches!(self.stage, Stage::Picking { .. });
        // What moves the cursor scrolls the help, wherever it is shown.
        let place = (is_picking || self.help.is_some()).then_some(Place::Picking);
        self.act(action(key, place)?, area)
    }

    /// Somebody has clicked, where the screen is so large.
    pub(crate) fn click(&mut self, at: Position, area: Rect) -> Option<Decision> {
        match hit(&self.scene(), area, at)? {
            Hit::Server(index) => Some(Decision::Go(index)),
            Hit::Do(action) => self.act(action, area),
            Hit::Cell(_) => None,
        }
    }

    fn act(&mut self, action: Action, area: Rect) -> Option<Decision> {
        match action {
            Action::Interrupt => Some(Decision::Interrupt),
            Action::Redraw => Some(Decision::Redraw),
            Action::Suspend => Some(Decision::Suspend),
            _ if self.help.is_some() => self.read(action, area),
            Action::Help => {
                self.help = Some(0);
                None
            }
            Action::Quit => Some(Decision::Quit),
            action => self.pick(action),
        }
    }

    /// What keys do while the help is shown.
    fn read(&mut self, action: Action, area: Rect) -> Option<Decision> {
        let most = most_scroll(&self.scene(), area);
        let scroll = self.help?.min(most);
        self.help = match action {
            Action::Up => Some(scroll.saturating_sub(1)),
            Action::Down => Some(scroll.saturating_add(1).min(most)),
            Action::Close | Action::Help | Action::Quit | Action::Place => None,
            _ => Some(scroll),
        };
        None
    }

    fn pick(&mut self, action: Action) -> Option<Decision> {
        let Stage::Picking { servers, cursor } = &mut self.stage else { return None };
        match action {
            Action::Up => *cursor = cursor.saturating_sub(1),
            Action::Down => *cursor = (*cursor + 1).min(servers.len().saturating_sub(1)),
            Action::Place => return Some(Decision::Go(*cursor)),
            Action::Digit(digit) => {
                let index = usize::from(digit).checked_sub(1).filter(|&index| index < servers.len());
                return index.map(Decision::Go);
            }
            _ => {}
        }
        None
    }
}

const MOVE: Way = Way { keys: "up/down", label: "move", action: None };
const DIGITS: Way = Way { keys: "1-9", label: "join", action: None };
const JOIN: Way = way("Enter", "join", Action::Place);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::crossterm::event::{KeyCode, KeyModifiers};

    use super::*;
    use crate::address::Destination;
    use crate::ui::tui::display::Numbers;

    const LOOK: Display = Display { colour: true, ascii: false, numbers: Numbers::Reading, mouse: true };
    const AREA: Rect = Rect::new(0, 0, 60, 16);

    fn two() -> Entrance {
        let server = |name: &str| FoundServer {
            name: name.to_owned(),
            address: Destination::parse(name).unwrap().address,
            version: "0.1.0".to_owned(),
            latency: Duration::ZERO,
        };
        Entrance::picking(LOOK, &[server("kitchen"), server("attic")])
    }

    fn press(entrance: &mut Entrance, code: KeyCode) -> Option<Decision> {
        entrance.press(KeyEvent::new(code, KeyModifiers::NONE), AREA)
    }

    #[test]
    fn a_server_is_chosen_by_cursor_number_or_click() {
        let mut entrance = two();
        assert_eq!(press(&mut entrance, KeyCode::Down), None);
        assert_eq!(press(&mut entrance, KeyCode::Down), None);
        assert_eq!(press(&mut entrance, KeyCode::Enter), Some(Decision::Go(1)));
        assert_eq!(press(&mut entrance, KeyCode::Char('1')), Some(Decision::Go(0)));
        assert_eq!(press(&mut entrance, KeyCode::Char('3')), None, "there are two");
        let scene = entrance.scene();
        let hits = |at| hit(&scene, AREA, at) == Some(Hit::Server(0));
        let at = AREA.positions().find(|&at| hits(at)).unwrap();
        assert_eq!(entrance.click(at, AREA), Some(Decision::Go(0)));
    }

    #[test]
    fn the_help_lies_over_everything_and_q_closes_it_first() {
        for mut entrance in [Entrance::new(LOOK), two(), Entrance::calling(LOOK, "mybox:7878".into())] {
            press(&mut entrance, KeyCode::Char('?'));
            for _ in 0..100 {
                assert_eq!(press(&mut entrance, KeyCode::Down), None);
            }
            let most = most_scroll(&entrance.scene(), AREA);
            assert!(
                matches!(entrance.scene().card, Some(Card::Help { scroll }) if scroll == most && most > 0)
            );
            assert_eq!(press(&mut entrance, KeyCode::Char('q')), None);
            assert!(entrance.scene().card.is_none());
            assert_eq!(press(&mut entrance, KeyCode::Char('q')), Some(Decision::Quit));
        }
    }
}
