//! The full screen before there is a server to connect to: servers are looked for, and one is chosen.

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use super::Display;
use super::draw::{hit, most_scroll};
use super::keys::{Action, Place, action};
use super::overlay::{Content, Overlay};
use super::scene::{Body, Connection, FooterItem, Hit, Scene};
use crate::address::Address;
use crate::discovery::FoundServer;

#[derive(Debug)]
pub(crate) struct Picker {
    display: Display,
    /// Empty while servers are looked for.
    pub(crate) servers: Vec<FoundServer>,
    cursor: usize,
    overlay: Option<Overlay>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    Connect(Address),
    Quit,
}

impl Picker {
    pub(crate) const fn new(display: Display) -> Self {
        Self { display, servers: Vec::new(), cursor: 0, overlay: None }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        let body = match self.servers.as_slice() {
            [] => Body::Looking,
            servers => Body::Picking { servers, cursor: self.cursor },
        };
        let footer: &[_] = match body {
            _ if self.overlay.is_some() => &[FooterItem::CLOSE, FooterItem::SCROLL],
            Body::Looking => &[FooterItem::QUIT, FooterItem::HELP],
            _ => &[MOVE, JOIN, DIGITS, FooterItem::QUIT, FooterItem::HELP],
        };
        Scene {
            display: self.display,
            connection: Connection::None,
            room: None,
            invite: None,
            body,
            overlay: self.overlay.as_ref(),
            question: None,
            message: None,
            footer: footer.to_vec(),
        }
    }

    /// A key was pressed, where the screen is so large.
    pub(crate) fn press(&mut self, key: KeyEvent, area: Rect) -> Option<Decision> {
        let most = most_scroll(&self.scene(), area);
        if let Some(overlay) = &mut self.overlay {
            overlay.scroll = overlay.scroll.min(most);
        }
        self.act(action(key, Some(Place::Picking))?)
    }

    pub(crate) fn click(&mut self, at: Position, area: Rect) -> Option<Decision> {
        match hit(&self.scene(), area, at)? {
            Hit::Server(index) => self.connect(index),
            Hit::Do(action) => self.act(action),
            Hit::Cell(_) => None,
        }
    }

    fn act(&mut self, action: Action) -> Option<Decision> {
        match action {
            _ if self.overlay.is_some() => {
                self.overlay.take_if(|overlay| overlay.act(action));
            }
            Action::Help => self.overlay = Some(Overlay::new(Content::Help)),
            Action::Quit => return Some(Decision::Quit),
            Action::Up => self.cursor = self.cursor.saturating_sub(1),
            Action::Down => self.cursor = (self.cursor + 1).min(self.servers.len().saturating_sub(1)),
            Action::Place => return self.connect(self.cursor),
            Action::Digit(digit) => return self.connect(usize::from(digit).checked_sub(1)?),
            _ => {}
        }
        None
    }

    fn connect(&self, index: usize) -> Option<Decision> {
        self.servers.get(index).map(|server| Decision::Connect(server.address.clone()))
    }
}

const MOVE: FooterItem = FooterItem::text("up/down", "move");
const DIGITS: FooterItem = FooterItem::text("1-9", "join");
const JOIN: FooterItem = FooterItem::button("Enter", "join", Action::Place);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::crossterm::event::{KeyCode, KeyModifiers};

    use super::*;
    use crate::address::Destination;
    use crate::app::view::Numbers;

    const DISPLAY: Display = Display { colour: true, ascii: false, numbers: Numbers::Reading, mouse: true };
    const AREA: Rect = Rect::new(0, 0, 60, 16);

    fn address(name: &str) -> Address {
        Destination::parse(name).unwrap().address
    }

    fn two() -> Picker {
        let server = |name: &str| FoundServer {
            name: name.to_owned(),
            address: address(name),
            version: "0.1.0".to_owned(),
            latency: Duration::ZERO,
        };
        Picker { servers: vec![server("kitchen"), server("attic")], ..Picker::new(DISPLAY) }
    }

    fn pressed(picker: &mut Picker, code: KeyCode) -> Option<Decision> {
        picker.press(KeyEvent::new(code, KeyModifiers::NONE), AREA)
    }

    #[test]
    fn a_server_is_chosen_by_cursor_number_or_click() {
        let mut picker = two();
        assert_eq!(pressed(&mut picker, KeyCode::Down), None);
        assert_eq!(pressed(&mut picker, KeyCode::Down), None);
        assert_eq!(pressed(&mut picker, KeyCode::Enter), Some(Decision::Connect(address("attic"))));
        assert_eq!(pressed(&mut picker, KeyCode::Char('1')), Some(Decision::Connect(address("kitchen"))));
        assert_eq!(pressed(&mut picker, KeyCode::Char('3')), None, "there are two");
        let scene = picker.scene();
        let hits = |at| hit(&scene, AREA, at) == Some(Hit::Server(0));
        let at = AREA.positions().find(|&at| hits(at)).unwrap();
        assert_eq!(picker.click(at, AREA), Some(Decision::Connect(address("kitchen"))));
    }

    #[test]
    fn q_closes_the_help_before_it_quits() {
        for mut picker in [Picker::new(DISPLAY), two()] {
            pressed(&mut picker, KeyCode::Char('?'));
            for _ in 0..100 {
                assert_eq!(pressed(&mut picker, KeyCode::Down), None);
            }
            let most = most_scroll(&picker.scene(), AREA);
            assert_eq!(pressed(&mut picker, KeyCode::Up), None);
            assert_eq!(picker.scene().overlay.map(|overlay| overlay.scroll), most.checked_sub(1));
            assert_eq!(pressed(&mut picker, KeyCode::Char('q')), None);
            assert!(picker.scene().overlay.is_none());
            assert_eq!(pressed(&mut picker, KeyCode::Char('q')), Some(Decision::Quit));
        }
    }
}
